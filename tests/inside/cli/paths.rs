//! Tests of `src/cli/paths.rs` that need its private parts.

use super::{check_needs, refuse_same_file};
use std::fs;
use std::path::Path;

#[test]
fn another_folder_is_seen_through_its_spellings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("inner")).expect("ours");
    let [data, beside, inside] = ["a.csv", "inner/../b.json", "inner/b.json"].map(|name| folder.path().join(name));
    assert_eq!(check_needs(Some(&beside), &data, "--trace"), "");
    assert_eq!(check_needs(None, &data, "--trace"), "");
    assert_eq!(check_needs(Some(Path::new("b.json")), Path::new("./a.csv"), "--trace"), "");
    let line = check_needs(Some(&inside), &data, "--trace");
    assert!(line.ends_with(&format!("will need --trace {}\n", data.display())), "{line}");
}

#[test]
fn one_file_is_seen_through_its_spellings_and_links() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [a, b] = ["a.csv", "b.csv"].map(|name| folder.path().join(name));
    fs::write(&a, "a").expect("ours");
    assert!(refuse_same_file(&b, &a, "the input").is_ok(), "it is not there yet");
    fs::write(&b, "a").expect("ours");
    assert!(refuse_same_file(&b, &a, "the input").is_ok(), "the same content is not the same file");
    fs::create_dir(folder.path().join("inner")).expect("ours");
    let error = refuse_same_file(&folder.path().join("inner/../a.csv"), &a, "the input").unwrap_err();
    assert_eq!(error.message(), "writing this file would destroy the input: name another file");
    #[cfg(unix)]
    {
        let link = folder.path().join("link.csv");
        std::os::unix::fs::symlink(&a, &link).expect("ours");
        assert!(refuse_same_file(&link, &a, "the input").is_err());
    }
}
