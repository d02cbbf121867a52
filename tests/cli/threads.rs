//! What the program reads and writes does not depend on `--threads`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const ROUNDS: usize = 12_000;

/// A trace of the proxy game, about a megabyte: some pages of what is read at once.
fn trace() -> String {
    let mut text = String::from("objective,constraint_1.lo,constraint_1.hi,lambda_0,lambda_1\n");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for _ in 0..ROUNDS {
        let (objective, constraint, weight) = (random(), random() - 0.5, random());
        let _ = writeln!(text, "{objective},{constraint},{},{weight},{}", constraint + 1e-9, 1.0 - weight);
    }
    text
}

/// The status, what was printed, and the complaint.
fn referee(folder: &Path, arguments: &[&str], threads: usize) -> (Option<i32>, String, String) {
    let mut program = crate::program(Some(1000));
    let output = program.args(arguments).args(["--threads", &threads.to_string()]).current_dir(folder).output();
    let output = output.expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_certificate_is_the_same_for_every_number_of_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("trace.csv"), trace()).expect("the folder is ours");
    for average in ["uniform", "linear"] {
        let results = [1, 2, 3].map(|threads| {
            let call = ["certify", "trace.csv", "--average", average, "--output", "certificate.json"];
            let (status, printed, complaint) = referee(folder.path(), &call, threads);
            assert_eq!((status, complaint.as_str()), (Some(0), ""));
            (printed, fs::read(folder.path().join("certificate.json")).expect("it was written"))
        });
        assert!(results[0] == results[1] && results[1] == results[2], "{average}");
    }
}

/// The first mistake in the file is the one that is reported, whoever reads which page.
#[test]
fn the_first_mistake_of_a_file_is_reported_for_every_number_of_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = trace();
    let lines: Vec<&str> = text.lines().collect();
    let (word, negative) = ("0.5,0,x,1,0", "0.5,0,1,-1,0");
    let cases: [(&[(usize, &str)], &str); 5] = [
        (&[(5000, word), (11_000, negative)], "line 5001: `constraint_1.hi` is `x`, which is not a number"),
        (&[(5000, negative), (5001, word)], "line 5001: `lambda_0` is `-1`, but a multiplier must not be negative"),
        (&[(9000, ""), (11_999, word)], "line 9001: the line is empty, but more rounds follow: delete it"),
        (&[(7000, "0.5,2,1,1,0")], "line 7001: `constraint_1.lo` is 2.0, but `constraint_1.hi` is 1.0"),
        (&[(ROUNDS, "1,2")], "line 12001: the line has 2 fields for 5 columns"),
    ];
    for (mistakes, message) in cases {
        let mut wrong = lines.clone();
        for &(line, text) in mistakes {
            wrong[line] = text;
        }
        fs::write(folder.path().join("trace.csv"), wrong.join("\n")).expect("the folder is ours");
        for threads in 1..=3 {
            let (status, printed, complaint) = referee(folder.path(), &["certify", "trace.csv"], threads);
            assert_eq!((status, printed.as_str()), (Some(2), ""));
            assert!(complaint.contains(message), "{threads} threads: {complaint}");
        }
    }
}

/// Lines may have spaces and Windows ends, and empty ones may end the file.
#[test]
fn odd_lines_mean_the_same_for_every_number_of_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = trace();
    let odd = text.replacen('\n', "\r\n", 6000).replacen(',', " ,", 9000) + "\n \n";
    let certificates = [(&text, 1), (&odd, 1), (&odd, 2), (&odd, 3)].map(|(text, threads)| {
        fs::write(folder.path().join("trace.csv"), text).expect("the folder is ours");
        let (status, printed, _) = referee(folder.path(), &["certify", "trace.csv", "--quiet"], threads);
        assert_eq!(status, Some(0));
        printed
    });
    assert!(certificates.iter().all(|printed| *printed == certificates[0]));
}

#[test]
fn a_run_is_written_the_same_for_every_number_of_threads() {
    for stream in [&[][..], &["--stream"]] {
        let files = [1, 2, 3].map(|threads| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let call = [&["solve", "triangle", "--rounds", "3000", "--output", "run"], stream].concat();
            let (status, _, complaint) = referee(folder.path(), &call, threads);
            assert_eq!(status, Some(0), "{complaint}");
            ["trace.csv", "certificate.json", "solution.json"]
                .map(|file| fs::read(folder.path().join("run").join(file)).expect("it was written"))
        });
        assert!(files[0] == files[1] && files[1] == files[2]);
    }
}
