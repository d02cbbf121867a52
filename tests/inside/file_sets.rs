//! Sets of files, stopped at every step of a change, and two processes at one set.

use super::super::Replacement;
use super::{Form, Member, Set, fault, finish, sweep};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FIRST: Member<'static> = ("a.json", Form::Document("a/1"));
const DATA: Member<'static> = ("data.csv", Form::Any);
const INNER: Member<'static> = ("inner/b.json", Form::Document("b/1"));
const OLDER: Member<'static> = ("older.csv", Form::Any);

fn begin(folder: &Path) -> Set {
    Set::of_folder(folder, &[FIRST, DATA, INNER], &[OLDER]).expect("a set")
}

fn stage(set: &Set, word: &str) {
    fs::create_dir(set.at("inner")).expect("ours");
    fs::write(set.at("data.csv"), word).expect("ours");
    fs::write(set.at("a.json"), format!("{{\"format\":\"a/1\",\"of\":\"{word}\"}}")).expect("ours");
    fs::write(set.at("inner/b.json"), format!("{{\"format\":\"b/1\",\"of\":\"{word}\"}}")).expect("ours");
}

/// Everything below a folder, by name.
fn content(folder: &Path) -> BTreeMap<String, String> {
    let mut names = Vec::new();
    super::list(folder, "", &mut names).expect("a folder");
    names.into_iter().map(|name| (name.clone(), fs::read_to_string(folder.join(name)).expect("text"))).collect()
}

/// A folder with an old set, and what is in it before a change and after it.
fn changed() -> (tempfile::TempDir, [BTreeMap<String, String>; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let old = begin(folder.path());
    stage(&old, "old");
    fs::write(old.at("older.csv"), "older").expect("ours");
    assert!(old.commit().expect("written").is_empty());
    fs::write(folder.path().join("stranger.txt"), "mine").expect("ours");
    let before = content(folder.path());
    assert_eq!(before.len(), 5);
    let mut after: BTreeMap<_, _> =
        before.iter().map(|(name, text)| (name.clone(), text.replace("old", "new"))).collect();
    after.remove("older.csv");
    (folder, [before, after])
}

#[test]
fn a_change_that_is_stopped_at_any_step_leaves_the_old_set_or_becomes_the_new_one() {
    let (mut olds, mut news, mut mixtures) = (0, 0, 0);
    for steps in 0.. {
        let (folder, [before, after]) = changed();
        let set = begin(folder.path());
        stage(&set, "new");
        fault::LEFT.set(steps);
        let done = set.commit();
        drop(set);
        let stopped = fault::LEFT.replace(usize::MAX) == 0;
        let visible = || {
            let mut all = content(folder.path());
            all.retain(|name, _| !name.starts_with(".referee-"));
            all
        };
        let seen = visible();
        let decided = folder.path().join(".referee-set/commit").exists();
        mixtures += usize::from(seen != before && seen != after);
        assert!(decided || seen == before || seen == after, "after {steps} steps there is a mixture that nobody ends");
        // What the next call does, and again: it has nothing left to do.
        sweep(folder.path()).expect("swept");
        let end = content(folder.path());
        if decided || done.is_ok() {
            assert_eq!(end, after, "after {steps} steps the change was decided");
        } else {
            assert!(end == before || end == after, "after {steps} steps");
        }
        olds += usize::from(end == before);
        news += usize::from(end == after);
        sweep(folder.path()).expect("swept");
        assert_eq!(content(folder.path()), end);
        if !stopped {
            assert_eq!(done.expect("nothing stopped it"), [folder.path().join("older.csv")]);
            break;
        }
    }
    // Three flushes and the list; three moves, a removal, the end of the list, the last tidying, and twice no stop at
    // all.
    assert_eq!((olds, news), (4, 8));
    assert!(mixtures >= 3, "the steps between the moves were stopped at");
}

#[test]
fn a_recovery_that_is_stopped_is_taken_up_again() {
    for steps in 0..=5 {
        let (folder, [_, after]) = changed();
        let set = begin(folder.path());
        stage(&set, "new");
        fault::LEFT.set(5); // three flushes, the list, one move
        assert!(set.commit().is_err());
        drop(set);
        fault::LEFT.set(steps);
        assert_eq!(sweep(folder.path()).is_ok(), steps == 5, "three moves, a removal, the end of the list");
        fault::LEFT.set(usize::MAX);
        sweep(folder.path()).expect("swept");
        assert_eq!(content(folder.path()), after);
    }
}

#[test]
fn a_set_of_one_file_is_one_rename() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.json");
    for (steps, there) in [(0, false), (1, false), (2, true)] {
        let set = Set::of_file(&path, FIRST.1).expect("a set");
        fs::write(set.place(&path), "{\"format\":\"a/1\"}").expect("ours");
        fault::LEFT.set(steps);
        assert_eq!(set.commit().is_ok(), there);
        fault::LEFT.set(usize::MAX);
        assert_eq!(path.exists(), there);
    }
    sweep(folder.path()).expect("swept");
    assert_eq!(content(folder.path()).len(), 1);
}

#[test]
fn the_living_are_left_alone_and_the_dead_are_swept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("single.csv");
    let set = begin(folder.path());
    stage(&set, "new");
    let mut single = Replacement::create(&path).expect("a file");
    single.write(b"words").expect("written");
    fs::write(folder.path().join(".referee-dead.tmp"), "half").expect("ours");
    fs::write(folder.path().join(".referee-notes"), "not ours").expect("ours");
    let refused = Set::of_folder(folder.path(), &[FIRST], &[]).err().expect("it is taken").to_string();
    assert!(
        refused.ends_with("a.json: another program is writing here: wait for it, or name another place"),
        "{refused}"
    );
    assert!(!folder.path().join(".referee-dead.tmp").exists());
    assert!(Set::of_file(&path, Form::Any).is_ok(), "another set in the same folder");
    single.finish().expect("it was left alone");
    set.commit().expect("it was left alone");
    let names: Vec<_> = content(folder.path()).into_keys().collect();
    assert_eq!(names, [".referee-notes", "a.json", "data.csv", "inner/b.json", "single.csv"]);
    drop(begin(folder.path()));
    assert_eq!(content(folder.path()).len(), 5, "a set that is given up leaves nothing");
}

#[test]
fn a_list_from_a_stranger_reaches_nothing_outside() {
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("victim"), "mine").expect("ours");
    let folder = outside.path().join("folder");
    let stage = folder.join(".referee-set");
    fs::create_dir_all(stage.join("new")).expect("ours");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), folder.join("link")).expect("ours");
    let absolute = outside.path().join("victim").display().to_string();
    for name in ["../victim", &absolute, "link/victim", "", "."] {
        for field in ["move", "remove"] {
            let mut list = serde_json::json!({ "move": [], "remove": [] });
            list[field] = serde_json::json!([name]);
            fs::write(stage.join("commit"), list.to_string()).expect("ours");
            let error = finish(&stage).expect_err("it leads outside").to_string();
            assert!(error.ends_with("this list of files is broken: remove its folder"), "{error}");
        }
    }
    assert_eq!(fs::read_to_string(outside.path().join("victim")).expect("there"), "mine");
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let mode = |name: &str| fs::metadata(folder.path().join(name)).expect("there").permissions().mode() & 0o777;
    let (alone, in_set) = (folder.path().join("alone.csv"), folder.path().join("data.csv"));
    let set = begin(folder.path());
    stage(&set, "old");
    set.commit().expect("written");
    fs::write(&alone, "old").expect("ours");
    for path in [&alone, &in_set] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o640)).expect("ours");
    }
    super::super::write(&alone, b"new").expect("written");
    let set = begin(folder.path());
    stage(&set, "new");
    set.commit().expect("written");
    assert_eq!([mode("alone.csv"), mode("data.csv")], [0o640; 2]);
    assert_eq!(fs::read_to_string(in_set).expect("there"), "new");
}
