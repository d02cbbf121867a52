//! A checker without rules accepts nothing.

use std::process::Command;

fn status_of(arguments: &[&str]) -> Option<i32> {
    Command::new(env!("CARGO_BIN_EXE_proofs-check")).args(arguments).output().ok()?.status.code()
}

#[test]
fn no_bytes_are_accepted() {
    for bytes in [&b""[..], b"{}", b"\xff\xfe", br#"{ "format": "referee-certificate/1", "claims": [] }"#] {
        assert!(proofs_check::check(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn the_program_answers_2_to_what_it_cannot_read() {
    assert_eq!(status_of(&[]), Some(2), "no argument");
    assert_eq!(status_of(&["no-such-file.json"]), Some(2), "a missing file");
    assert_eq!(status_of(&["Cargo.toml"]), Some(2), "not a certificate");
    assert_eq!(status_of(&["--help"]), Some(0), "help");
}
