//! What no command wrote keeps its place, whatever writes there; what waits from a crash takes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn call(arguments: &[&str], folder: &Path) -> (Option<i32>, String) {
    let output =
        crate::program(Some(1000)).args(arguments).current_dir(folder).output().expect("the program was built");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn done(arguments: &[&str], folder: &Path) {
    assert_eq!(call(arguments, folder), (Some(0), String::new()), "{arguments:?}");
}

/// The files of a folder and below, by name.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            all.extend(content(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, fs::read(path).expect("readable"));
        }
    }
    all
}

/// A folder with what the commands read.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let trace = "objective,constraint_1,lambda_1\n1,-1,0.5\n0,1,0.5\n";
    fs::write(folder.path().join("t.csv"), trace).expect("ours");
    fs::write(folder.path().join("loans.csv"), include_str!("../../examples/loans.csv")).expect("ours");
    done(&["certify", "t.csv", "--output", "c.json", "--quiet"], folder.path());
    folder
}

const FIT: [&str; 10] =
    ["fit", "loans.csv", "--label", "repaid", "--positive", "yes", "--rounds", "20", "--snapshots", "4"];

#[test]
fn no_command_writes_over_what_it_did_not_write() {
    let folder = inputs();
    let folder = folder.path();
    done(&[&FIT[..], &["--output", "fitted", "--quiet"]].concat(), folder);
    let verify = ["verify", "--family", "triangle", "--statement", "lemma-3", "--instances", "1", "--output", "out"];
    let rates = ["rates", "--players", "matrix", "--sequences", "trap", "--problems", "none", "--rounds", "64"];
    let calls: [(Vec<&str>, &[&str]); 11] = [
        (
            vec!["solve", "triangle", "--rounds", "50", "--output", "out"],
            &["out/trace.csv", "out/certificate.json", "out/solution.json"],
        ),
        (vec!["solve", "triangle", "--rounds", "50", "--output", "out", "--stream"], &["out/trace.csv"]),
        (
            vec!["solve", "triangle", "--rounds", "50", "--output", "out", "--refine"],
            &["out/bound.json", "out/refined.csv"],
        ),
        (vec!["certify", "t.csv", "--output", "x.json"], &["x.json"]),
        (vec!["certify", "t.csv", "--game", "proxy-lagrangian", "--output", "x.json"], &["x.json", "x-trace.csv"]),
        (vec!["shrink", "t.csv", "--every", "2", "--output", "x.json"], &["x.json", "x.candidates.csv"]),
        (vec!["equilibrium", "t.csv", "--radius", "2", "--output", "x.json"], &["x.json"]),
        (vec!["predict", "fitted/models.json", "loans.csv", "--output", "x.csv"], &["x.csv"]),
        ([&FIT[..], &["--output", "out"]].concat(), &["out/train.csv", "out/fit.json", "out/solution.json"]),
        (verify.to_vec(), &["out/instances.csv", "out/worst/lemma-3/trace.csv"]),
        ([&rates[..], &["--output", "out"]].concat(), &["out/league.csv", "out/ratio.svg"]),
    ];
    let report = (vec!["report", "c.json", "--output", "x.html"], &["x.html"][..]);
    let page = (vec!["certify", "t.csv", "--report", "x.html"], &["x.html"][..]);
    for (arguments, targets) in calls.into_iter().chain([report, page]) {
        for target in targets {
            // A trace, a document and notes of somebody: none of them is what this command writes there.
            for own in ["my notes\n", "{\"format\": \"mine/1\"}\n", "objective,constraint_1,lambda_1\n7,7,7\n"] {
                let path = folder.join(target);
                fs::create_dir_all(path.parent().expect("a folder")).expect("ours");
                fs::write(&path, own).expect("ours");
                let before = content(folder);
                let (status, said) = call(&arguments, folder);
                assert_eq!(status, Some(2), "{arguments:?} over {target}: {said}");
                let words = format!("referee: {target}: ");
                assert!(said.starts_with(&words) && said.lines().count() == 1, "{arguments:?} over {target}: {said}");
                assert!(said.contains("was not written by this command: move it away"), "{said}");
                assert!(content(folder) == before, "{arguments:?} over {target}");
                fs::remove_file(path).expect("ours");
            }
        }
        let _ = fs::remove_dir_all(folder.join("out"));
        done(&[&arguments[..], &["--quiet"]].concat(), folder);
        // Over its own results it writes again.
        done(&[&arguments[..], &["--quiet"]].concat(), folder);
        let _ = fs::remove_dir_all(folder.join("out"));
        for name in ["x.json", "x-trace.csv", "x.candidates.csv", "x.csv", "x.html"] {
            let _ = fs::remove_file(folder.join(name));
        }
    }
}

#[test]
fn check_and_report_finish_what_a_crash_interrupted() {
    for reader in [&["check", "out"][..], &["check", "out/certificate.json"], &["report", "out"]] {
        let folder = inputs();
        let folder = folder.path();
        done(&["solve", "triangle", "--rounds", "50", "--quiet", "--output", "out"], folder);
        done(&["solve", "triangle", "--rounds", "60", "--quiet", "--output", "new"], folder);
        let wanted = content(&folder.join("new"));
        // A process that died when the trace had its place and the documents had not.
        let stage = folder.join("out/.referee-set");
        fs::create_dir_all(&stage).expect("ours");
        fs::rename(folder.join("new"), stage.join("new")).expect("ours");
        fs::rename(stage.join("new/trace.csv"), folder.join("out/trace.csv")).expect("ours");
        let list = "{\"move\":[\"trace.csv\",\"solution.json\",\"certificate.json\"],\"remove\":[]}";
        fs::write(stage.join("commit"), list).expect("ours");
        done(&[reader, &["--quiet"]].concat(), folder);
        assert!(content(&folder.join("out")) == wanted, "{reader:?}");
    }
}

#[cfg(unix)]
#[test]
fn results_keep_the_mode_of_what_they_replace() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = inputs();
    let folder = folder.path();
    let solve = ["solve", "triangle", "--rounds", "50", "--quiet", "--output", "out"];
    done(&solve, folder);
    let trace = folder.join("out/trace.csv");
    fs::set_permissions(&trace, fs::Permissions::from_mode(0o640)).expect("ours");
    done(&solve, folder);
    assert_eq!(fs::metadata(&trace).expect("there").permissions().mode() & 0o777, 0o640);
}
