//! The program: its exit status, and what it prints where.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::command::status_of;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let output = Command::new(env!("CARGO_BIN_EXE_proofs-check")).args(arguments).current_dir(folder).output().unwrap();
    let Output { status, stdout, stderr } = output;
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Whoever calls the program within his own gets the status that a shell would see.
#[test]
fn the_program_can_be_called_in_process() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accept/norm-2-tie.json");
    let status = |arguments: &[&str]| status_of(&arguments.iter().map(Into::into).collect::<Vec<_>>());
    assert_eq!((status(&[file, "--quiet"]), status(&["no-such-file.json"]), status(&[])), (3, 2, 2));
}

#[test]
fn an_accepted_file_is_shown_claim_by_claim() {
    let (status, out, err) = run(&["accept/tv-p.json"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out.lines().count(), 25, "two lines for each of 11 claims");
    assert!(out.lines().all(|line| line.len() <= 80), "{out}");
    assert!(out.contains("\nvalues: as recorded, not compared with a problem\n"), "{out}");
    assert!(out.contains("objective_weight_data") && out.ends_with("accept/tv-p.json: accepted\n"), "{out}");
    assert_eq!(run(&["accept/tv-lp3.json", "--candidates", "accept/tv-lp3.csv"]).0, Some(0));
    assert_eq!(run(&["accept/eq-free.json", "--candidates", "reject/Mean/eq-free.csv"]).0, Some(0));
    assert_eq!(run(&["--trace", "reject/Rounds/tv-l.csv", "accept/tv-l.json"]).0, Some(0));
    let (_, out, _) = run(&["accept/tv-l.json"]);
    let mut lines = out.lines().skip_while(|line| !line.starts_with("infeasibility "));
    assert_eq!(lines.nth(1), Some("    1 <= [1.42857142, 1.42857143]"), "10/7, rounded outward: {out}");
    assert_eq!(out.lines().filter(|line| line.contains('<')).count(), 10, "{out}");
    assert_eq!(run(&["accept/tv-l.json", "--quiet"]).1, "accept/tv-l.json: accepted\n");
}

/// `check FILE && publish` publishes nothing that the file itself says is violated.
#[test]
fn a_violated_claim_is_the_exit_status_3_and_the_last_line() {
    for (file, violated) in [
        ("accept/tv-l-lower-bound-refuted.json", "lower_bound_possible"),
        ("accept/rate-lemma-10-step-one-over-t.json", "step_keeps_bound, step"),
        ("accept/norm-2-tie.json", "norm_below_radius"),
        ("accept/equal-theorem-3-tie.json", "norm_below_radius"),
        ("accept/ranges-refuted.json", "ranges_possible"),
        ("accept/ranges-refuted-beside.json", "ranges_possible"),
    ] {
        let last = format!("{file}: accepted, but violated: {violated}\n");
        let (status, out, err) = run(&[file]);
        assert!(status == Some(3) && err.is_empty() && out.ends_with(&last) && out.len() > last.len(), "{out}{err}");
        assert_eq!(run(&[file, "--quiet"]), (Some(3), last.clone(), String::new()));
        let (status, out, err) = run(&[file, "--require", "holds", "--quiet"]);
        assert!(status == Some(1) && out.is_empty(), "{out}"); // not called accepted
        assert!(
            err.starts_with(&format!("proofs-check: {file}: refused by --require holds: violated: {violated}")),
            "{err}"
        );
    }
    // That a radius is too small for one of the claims only says that the claim is not there.
    let (status, out, _) = run(&["accept/slater-above-radius.json"]);
    assert!(status == Some(0) && out.contains("slater_below_radius   violated"), "{out}");
    assert!(out.ends_with("accept/slater-above-radius.json: accepted\n"), "{out}");
    assert_eq!(run(&["accept/slater-above-radius.json", "--require", "holds"]).0, Some(0));
}

#[test]
fn more_can_be_required_than_that_nothing_is_false() {
    let undecided = "accept/enclosed-lower-bound-undecided.json";
    assert_eq!(run(&[undecided]).0, Some(0));
    let (status, _, err) = run(&[undecided, "--require", "holds"]);
    let wanted = format!("proofs-check: {undecided}: refused by --require holds: undecided: lower_bound_possible\n");
    assert_eq!((status, err), (Some(1), wanted));
    for (file, holds, proved) in [
        ("accept/tv-p.json", 0, 1),
        ("accept/tv-lp3.json", 0, 0),
        ("problems/accept/tv-l-vertices.json", 0, 0),
        ("problems/accept/tv-l-not-verified.json", 0, 1),
        ("problems/accept/tv-l-different.json", 0, 1),
        ("accept/rate-lemma-9.json", 0, 1),
        ("accept/ranges-open.json", 1, 1),
        ("accept/ranges-theorem-1.json", 0, 1),
    ] {
        assert_eq!(run(&[file, "--require", "holds"]).0, Some(holds), "{file}");
        assert_eq!(run(&[file, "--require", "proved"]).0, Some(proved), "{file}");
    }
    let (_, out, err) = run(&["problems/accept/tv-l-different.json", "--require", "proved"]);
    assert!(out.contains("\nvalues: not known to be those of the problem, by the file's own account\n"), "{out}");
    assert!(err.contains("not proved: ") && err.ends_with("; the values are not verified\n"), "{err}");
}

#[test]
fn an_equilibrium_and_a_rate_are_shown_in_words() {
    let (status, out, err) = run(&["accept/eq-lemma-2.json"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..2], ["theta_gap   holds      proved    lemma-2", "    0 <= 0"], "{out}");
    assert_eq!(lines[4], "an exact equilibrium of the Lagrangian game on 5 candidates, with support 3", "{out}");
    assert_eq!(lines[5..], ["accept/eq-lemma-2.json: accepted"], "{out}");
    let (_, out, _) = run(&["accept/eq-cuts.json"]);
    let wanted = "an approximate equilibrium of the Lagrangian game over the domain of its problem, with support 1: neither \
                  player gains more than 1e-5";
    assert!(out.lines().any(|line| line == wanted), "{out}");
    let (_, out, _) = run(&["accept/eq-boxes-proxy.json"]);
    let wanted = "an exact equilibrium of the proxy game over the domain of its problem, with support 2";
    assert!(out.lines().any(|line| line == wanted), "{out}");
    let (_, out, _) = run(&["accept/rate-lemma-9.json"]);
    assert!(out.contains("swap_regret_paper     holds      sampled   lemma-9\n"), "{out}");
    assert!(out.contains("\nsampled: promised with probability 1 - 0.05 over the draws; "), "{out}");
    assert!(!run(&["accept/rate-lemma-8.json"]).1.contains("sampled"));
}

#[test]
fn data_are_named_with_a_flag() {
    let (rows, trace) = ("data/accept/rows.csv", "data/accept/trace.csv");
    let (status, out, err) = run(&["data/accept/fit.json", "--data", rows]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(
        out.contains("\n  nobody (one model): error 1/2 (0.5); infeasible, the largest constraint is 19/20 (0.95)\n")
    );
    assert_eq!(run(&["data/accept/certificate.json", "--data", rows, "--trace", trace]).0, Some(0));
    let (status, _, err) = run(&["data/accept/fit.json", "--data", trace]);
    assert!(status == Some(1) && err.contains("data.sha256: data/accept/trace.csv has the digest "), "{err}");
}

#[test]
fn a_problem_and_threads_are_named_with_flags() {
    let (file, other) = ("accept/bound-thirds.json", "reject/Problem/another-domain.problem");
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accept/bound-thirds.json")).unwrap();
    let own = text.split("\"problem\": ").nth(1).unwrap().split(",\n  \"objective_weight\"").next().unwrap();
    let own_file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("thirds.problem");
    std::fs::write(&own_file, own).unwrap();
    assert_eq!(
        run(&[file, "--quiet", "--problem", own_file.to_str().unwrap()]),
        (Some(0), format!("{file}: accepted\n"), String::new())
    );
    let (status, out, err) = run(&[file, "--problem", other]);
    assert!(status == Some(1) && out.is_empty() && err.contains(": rejected: problem, "), "{err}");
    for threads in ["1", "3"] {
        assert_eq!(run(&["accept/tv-l.json", "--threads", threads, "--quiet"]).0, Some(0));
    }
    for threads in [&["--threads", "0"][..], &["--threads", "two"], &["--threads"]] {
        let (status, out, err) = run(&[&["accept/tv-l.json"], threads].concat());
        assert!(status == Some(2) && out.is_empty() && err.contains("whole number from 1 on"), "{err}");
    }
    assert!(run(&["-x"]).2.contains("`-x` is not an option"));
    let both = ["accept/tv-l.json", "--trace", "accept/tv-l.csv", "--candidates", "accept/tv-l.csv"];
    assert!(run(&both).2.contains("a file has a trace or candidates, not both"));
}

#[test]
fn a_file_without_claims_says_so() {
    let (status, out, _) = run(&["accept/no-claims.json"]);
    assert_eq!((status, out.as_str()), (Some(0), "no claims\naccept/no-claims.json: accepted\n"));
}

/// Who reads only the first line of a pipe does no harm; a full disk is reported.
#[test]
fn output_that_cannot_be_written_is_no_panic() {
    let mut calls = vec![&["accept/tv-l.json"][..], &["--help"], &["--version"]];
    if cfg!(feature = "proofs") {
        calls.push(&["proofs", "--proof", "thm4"]);
    }
    for arguments in calls {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proofs-check"));
        command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"));
        let mut closed = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(closed.stdout.take());
        let closed = closed.wait_with_output().unwrap();
        assert_eq!((closed.status.code(), closed.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
        if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
            let full = command.stdout(full).output().unwrap();
            let sentence = String::from_utf8(full.stderr).unwrap();
            assert_eq!((full.status.code(), sentence.lines().count()), (Some(2), 1), "{arguments:?}: {sentence}");
        }
    }
}

#[test]
fn the_path_that_was_opened_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("opened");
    std::fs::create_dir_all(&folder).unwrap();
    let accept = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/accept"));
    for file in ["tv-l.json", "tv-lp3.json"] {
        std::fs::copy(accept.join(file), folder.join(file)).unwrap();
    }
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proofs-check"));
        let output = command.args(arguments).current_dir(folder.parent().unwrap()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (file, data, option) in [("tv-l.json", "tv-l.csv", "--trace"), ("tv-lp3.json", "tv-lp3.csv", "--candidates")] {
        let (status, sentence) = run(&[&format!("opened/{file}")]);
        let start = format!("proofs-check: opened/{data}, which opened/{file} names, cannot be opened: ");
        assert!(status == Some(2) && sentence.starts_with(&start), "{sentence}");
        assert!(sentence.ends_with(&format!(": name it with {option}\n")), "{sentence}");
    }
    let (status, sentence) = run(&["opened/tv-l.json", "--trace", "opened/absent.csv"]);
    assert!(
        status == Some(2) && sentence.starts_with("proofs-check: opened/absent.csv cannot be opened: "),
        "{sentence}"
    );
    assert!(!sentence.contains("--trace"), "who named the file knows how: {sentence}");
    let (status, sentence) = run(&["nosuch.json"]);
    assert_eq!((status, sentence.matches("nosuch.json").count()), (Some(2), 1), "{sentence}");
    std::fs::write(folder.join("other.csv"), "objective,constraint_1,lambda_1\n0,5,0\n").unwrap();
    let (status, sentence) = run(&["opened/tv-l.json", "--trace", "opened/other.csv"]);
    assert!(status == Some(1) && sentence.contains(" opened/other.csv has the digest "), "{sentence}");
    std::fs::write(folder.join("other.csv"), "objective,constraint_1,lambda_1\n0,5,x\n").unwrap();
    let (status, sentence) = run(&["opened/tv-l.json", "--trace", "opened/other.csv"]);
    assert!(status == Some(2) && sentence.contains(" opened/other.csv, line 2: "), "{sentence}");
}

#[test]
fn a_refused_file_gets_one_sentence() {
    for (file, status) in [("reject/Mean/objective.json", 1), ("reject/malformed/null.json", 2)] {
        let (found, out, err) = run(&[file]);
        assert_eq!((found, out.as_str(), err.lines().count()), (Some(status), "", 1), "{err}");
        assert!(err.contains(file), "{err}");
    }
}

#[test]
fn a_wrong_call_is_answered_with_2_and_help_with_0() {
    for arguments in [
        &[][..],
        &["accept/absent.json"],
        &["accept"],
        &["accept/tv-l.json", "accept/tv-p.json"],
        &["accept/tv-l.json", "--trace"],
        &["accept/tv-l.json", "--traces", "accept/tv-l.csv"],
        &["accept/tv-l.json", "--trace", "accept/absent.csv"],
        &["accept/tv-l.json", "--candidates", "accept/tv-l.csv"],
        &["accept/tv-lp3.json", "--trace", "accept/tv-lp3.csv"],
        &["accept/eq-free.json", "--trace", "accept/eq-free.csv"],
        &["accept/eq-free.json", "--candidates", "accept/absent.csv"],
        &["accept/eq-vertices.json", "--candidates", "accept/eq-free.csv"],
        &["accept/eq-vertices.json", "--trace", "accept/tv-l.csv"],
        &["accept/tv-l.json", "--trace", "accept/tv-l.csv", "--candidates", "accept/tv-l.csv"],
        &["accept/tv-l.json", "--data", "data/accept/rows.csv"],
        &["accept/tv-lp3.json", "--data", "data/accept/rows.csv"],
        &["accept/eq-vertices.json", "--data", "data/accept/rows.csv"],
        &["accept/bound-table.json", "--trace", "accept/tv-l.csv"],
        &["accept/bound-table.json", "--problem"],
        &["accept/bound-table.json", "--problem", "accept/absent.json"],
        &["accept/bound-table.json", "--problem", "accept/bound-table.json"],
        &["accept/tv-l.json", "--problem", "reject/Problem/another-domain.problem"],
        &["accept/tv-lp3.json", "--problem", "reject/Problem/another-domain.problem"],
        &["accept/eq-free.json", "--problem", "reject/Problem/another-domain.problem"],
        &["data/accept/fit.json", "--data", "data/accept/absent.csv"],
        &["data/accept/fit.json", "--trace", "data/accept/trace.csv"],
        &["data/accept/certificate.json", "--candidates", "data/accept/trace.csv"],
        &["data/accept/fit.json", "--data"],
        &["accept/tv-l.json", "-x"],
        &["accept/tv-l.json", "--require"],
        &["accept/tv-l.json", "--require", "verified"],
        &["proofs", "--loud"],
        &["proofs", "--proof", "thm99"],
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, out.as_str(), err.lines().count()), (Some(2), "", 1), "{arguments:?}: {err}");
    }
    let (status, out, _) = run(&["--help"]);
    assert!(status == Some(0) && out.contains("example: "), "{out}");
    assert_eq!(run(&["--version"]).1, concat!("proofs-check ", env!("CARGO_PKG_VERSION"), "\n"));
}
