//! `referee certify` and `referee check` as a user calls them.

use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn referee(arguments: &[&str]) -> Output {
    crate::program(Some(1000)).args(arguments).output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// A folder with a trace.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(trace: &str) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        fs::write(folder.path("trace.csv"), trace).expect("the folder is ours");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `certify` on the trace.
    fn certify(&self, arguments: &[&str]) -> Output {
        let trace = self.path("trace.csv");
        referee(&[&["certify", plain(&trace)], arguments].concat())
    }

    /// The certificate as JSON, which must come with status `status`.
    fn certificate(&self, arguments: &[&str], status: i32) -> Value {
        let output = self.certify(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("standard output is JSON alone")
    }
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

fn claim<'a>(certificate: &'a Value, name: &str) -> &'a Value {
    let claims = certificate["claims"].as_array().expect("a list");
    claims.iter().find(|claim| claim["name"] == name).unwrap_or_else(|| panic!("no claim `{name}`"))
}

const THREE_POINTS: &str = "objective,constraint_1,constraint_2,proxy_1,proxy_2,lambda_0,lambda_1,lambda_2\n\
    0,1,-1,1.5,-0.5,4,4,4\n1,-1,0.5,-0.5,1,6,3,3\n2,-1,-1,-0.5,-0.5,6,6,0\n0,1,-1,1.5,-0.5,3,6,3\n";
const TWO_POINTS: &str = "objective,constraint_1,lambda_1\n0,1,0\n0,1,0.5\n1,-1,1\n0,1,0.5\n1,-1,1\n";

#[test]
fn the_worked_example_is_certified_exactly() {
    let folder = Folder::with(THREE_POINTS);
    let certificate = folder.certificate(&["--lower-bound", "4.875"], 0);
    assert_eq!(certificate["format"], "referee-certificate/1");
    assert_eq!((&certificate["statement"], &certificate["game"]), (&"theorem-2".into(), &"proxy-lagrangian".into()));
    assert_eq!(certificate["measured"]["theta_regret"], serde_json::json!([2.125, 2.125]));
    assert_eq!(certificate["measured"]["swap_regret"], serde_json::json!([2.375, 2.375]));
    assert_eq!(claim(&certificate, "infeasibility")["rhs"], serde_json::json!([0.5, 0.5]));
    let bound = &claim(&certificate, "suboptimality")["rhs"];
    assert!(bound[0].as_f64().unwrap() <= 18.0 / 19.0 && 18.0 / 19.0 <= bound[1].as_f64().unwrap());
    assert_eq!(claim(&certificate, "suboptimality")["grade"], "declared");
    assert_eq!(claim(&certificate, "infeasibility")["grade"], "proved");
    let printed = folder.certify(&["--lower-bound", "4.875"]);
    let printed = text(&printed.stdout);
    for part in ["quantity  ", "  T2\n", "declared", "Certified: the mixture of the 4 rounds"] {
        assert!(printed.contains(part), "no `{part}` in\n{printed}");
    }
}

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = Folder::with(TWO_POINTS);
    let output = folder.path("certificate.json");
    let facts = ["--lower-bound", "0.375", "--radius", "2", "--margin", "1", "--objective-range", "1"];
    let written = folder.certify(&[&facts[..], &["--output", plain(&output)]].concat());
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    assert!(text(&written.stdout).contains("wrote "));
    let checked = referee(&["check", plain(&output)]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stderr));
    assert!(text(&checked.stdout).ends_with("certificate.json: accepted\n"), "{}", text(&checked.stdout));
    let json = referee(&["check", plain(&output), "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("standard output is JSON alone");
    assert_eq!((&json["accepted"], &json["statement"]), (&true.into(), &"theorem-1".into()));
    let sides = claim(&json, "suboptimality");
    assert_eq!((&sides["relation"], sides["lhs"][1].as_f64().is_some()), (&"<=".into(), true), "{sides}");
    assert!(sides["lhs"][0].as_f64() <= sides["rhs"][1].as_f64(), "{sides}");
    // A certificate has a trace, not candidates.
    let trace = folder.path("trace.csv");
    let confused = referee(&["check", plain(&output), "--candidates", plain(&trace)]);
    let sentence = text(&confused.stderr);
    assert_eq!((confused.status.code(), sentence.lines().count()), (Some(2), 1), "{sentence}");
    assert!(sentence.contains("name its trace with --trace"), "{sentence}");
    // A digit of a bound, and then of the trace.
    let certificate = fs::read_to_string(&output).expect("it was written");
    fs::write(&output, certificate.replacen("\"holds\"", "\"violated\"", 1)).expect("the folder is ours");
    let rejected = referee(&["check", plain(&output)]);
    assert_eq!(rejected.status.code(), Some(1), "{}", text(&rejected.stderr));
    fs::write(&output, certificate).expect("the folder is ours");
    fs::write(folder.path("trace.csv"), TWO_POINTS.replace("0,1,0.5", "0,1,0.75")).expect("the folder is ours");
    let rejected = referee(&["check", plain(&output)]);
    assert_eq!(rejected.status.code(), Some(1), "{}", text(&rejected.stderr));
    assert!(text(&rejected.stderr).contains("digest"), "{}", text(&rejected.stderr));
    let malformed = referee(&["check", plain(&folder.path("trace.csv"))]);
    assert_eq!(malformed.status.code(), Some(2));
}

/// `check FILE && publish` does not publish what the file itself calls violated, and more can be asked for.
#[test]
fn check_names_what_is_violated_and_refuses_what_is_required() {
    let folder = Folder::with(TWO_POINTS);
    let (refuted, sound) = (folder.path("refuted.json"), folder.path("sound.json"));
    let written = folder.certify(&["--lower-bound", "1", "--radius", "2", "--output", plain(&refuted)]);
    assert_eq!(written.status.code(), Some(1), "{}", text(&written.stderr));
    let written = folder.certify(&["--lower-bound", "0.375", "--radius", "2", "--output", plain(&sound)]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let check = |file: &Path, more: &[&str]| {
        let output = referee(&[&["check", plain(file)], more].concat());
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let last = format!("{}: accepted, but violated: lower_bound_possible, infeasibility\n", refuted.display());
    let (status, out, err) = check(&refuted, &[]);
    assert!(status == Some(3) && out.ends_with(&last) && out.len() > last.len() && err.is_empty(), "{out}{err}");
    assert_eq!(check(&refuted, &["--quiet"]), (Some(3), last, String::new()));
    let (status, out, _) = check(&refuted, &["--json"]);
    let json: Value = serde_json::from_str(&out).expect("standard output is JSON alone");
    assert_eq!(
        (status, &json["violated"]),
        (Some(3), &serde_json::json!(["lower_bound_possible", "infeasibility"])),
        "{json}"
    );
    assert_eq!((&json["accepted"], &json["refused"]), (&true.into(), &Value::Null), "{json}");
    let (status, _, err) = check(&refuted, &["--require", "holds"]);
    assert!(
        status == Some(1) && err.contains("refused by --require holds: violated: lower_bound_possible, infeasibility"),
        "{err}"
    );
    assert_eq!(check(&sound, &["--require", "holds"]).0, Some(0));
    let (status, out, err) = check(&sound, &["--require", "proved", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("standard output is JSON alone");
    assert!(status == Some(1) && err.is_empty(), "{err}");
    let refused = json["refused"].as_str().expect("it says why");
    assert!(refused.starts_with("refused by --require proved: not proved: lower_bound_possible, "), "{refused}");
    assert_eq!(check(&sound, &["--require", "certain"]).0, Some(2));
}

#[test]
fn a_false_lower_bound_is_a_violation() {
    let folder = Folder::with(TWO_POINTS);
    let output = folder.certify(&["--lower-bound", "1", "--radius", "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("VIOLATED: infeasibility"), "{}", text(&output.stdout));
    // In the proxy game the conclusions are identities; the trace alone refutes the bound, and nothing is promised.
    let proxy = Folder::with(THREE_POINTS);
    let output = proxy.certify(&["--lower-bound", "100"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("VIOLATED: the lower bound 100 is not a lower bound"),
        "{}",
        text(&output.stdout)
    );
    assert!(!text(&output.stdout).contains("mean objective"), "{}", text(&output.stdout));
    // Multipliers longer than the radius: a hypothesis fails, and the program says which.
    let output = folder.certify(&["--lower-bound", "0.25", "--radius", "0.5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("The hypothesis fails that the mean multipliers are shorter than R"));
}

#[test]
fn bad_traces_are_refused_in_one_sentence() {
    let cases = [
        ("objective,constraint_1,lambda_1\n0,NaN,1\n", "line 2: `constraint_1` is `NaN`"),
        (
            "objective,constraint_1,lambda_1\n0,1,-1\n",
            "line 2: `lambda_1` is `-1`, but a multiplier must not be negative",
        ),
        ("objective,constraint_1,constraint_2,lambda_1\n0,1,1,1\n", "line 1: `lambda_2` is missing"),
        ("objective,constraint_1,lambda_1\n", "line 1: the file ends without a round"),
        ("", "line 1: the file is empty"),
    ];
    for (trace, sentence) in cases {
        let folder = Folder::with(trace);
        let certificate = folder.path("certificate.json");
        let output = folder.certify(&["--lower-bound", "0", "--output", plain(&certificate)]);
        assert_eq!(output.status.code(), Some(2), "{trace:?}");
        let error = text(&output.stderr);
        assert!(error.contains(sentence) && error.contains("trace.csv"), "{trace:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(output.stdout.is_empty() && !certificate.exists(), "something was written for {trace:?}");
    }
}

#[test]
fn wrong_calls_are_refused() {
    let folder = Folder::with(THREE_POINTS);
    let refused = |arguments: &[&str], part: &str| {
        let output = folder.certify(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{arguments:?}: {}", text(&output.stderr));
    };
    refused(&["--radius", "2"], "--radius has no meaning in the proxy game");
    refused(&["--lambda-average", "linear"], "--lambda-average must be as --average in the proxy game");
    refused(&["--problem", "triangle"], "the trace has 2 constraints and the problem `triangle` has 3");
    refused(&["--lower-bound", "high"], "it must be a finite number");
    refused(&["--norm", "0.5"], "is not a norm");
    refused(&["--average", "tail"], "is not an average");
    refused(&["--objective-range", "-1"], "it must not be negative");
    let trace = folder.path("trace.csv");
    refused(&["--output", plain(&trace)], "writing this file would destroy the trace: name another file");
    assert_eq!(fs::read_to_string(&trace).expect("it is still there"), THREE_POINTS);
    refused(&["--output", plain(&folder.path("no/such.json"))], "its folder does not exist");
    refused(&["--output", plain(folder.0.path())], "this is not a regular file");
    // Every spelling of a negative number is one.
    for number in ["-1e-3", "-.5", "-1.5e+2"] {
        assert_eq!(folder.certify(&["--lower-bound", number]).status.code(), Some(0), "{number}");
    }
    let unknown = referee(&["certify", "trace.csv", "--lower-bnd", "1"]);
    assert_eq!(text(&unknown.stderr).lines().count(), 1, "{}", text(&unknown.stderr));
    let missing = referee(&["certify", "no-such-file.csv"]);
    assert_eq!(missing.status.code(), Some(2));
}

/// Multipliers from a softmax sum to 1 only up to rounding; they are certified all the same.
#[test]
fn a_softmax_run_is_certified_off_the_simplex() {
    let mut trace = "objective,constraint_1,proxy_1,lambda_0,lambda_1,theta_1\n".to_owned();
    let (mut x, mut scores, mut exact) = (0.0_f64, [0.0_f64; 2], 0);
    for _ in 0..300 {
        let weights = scores.map(f64::exp);
        let lambda = weights.map(|weight| weight / (weights[0] + weights[1]));
        exact += usize::from(lambda[0] + lambda[1] == 1.0);
        let (g, proxy) = (if x < 0.0 { 0.5 } else { -0.5 }, (1.0 - x).max(0.0) - 0.5);
        writeln!(trace, "{x},{g},{proxy},{},{},{x}", lambda[0], lambda[1]).expect("a text grows");
        let slope = if x < 1.0 { lambda[1] } else { 0.0 };
        x = (x - 0.02 * (lambda[0] - slope)).clamp(-1.0, 1.0);
        scores = [scores[0] - 0.05 * lambda[1] * g, scores[1] + 0.05 * lambda[0] * g];
    }
    assert!(exact < 300, "the multipliers sum to exactly 1 in every round");
    let folder = Folder::with(&trace);
    let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/late.toml");
    let certificate = folder.path("certificate.json");
    let report = folder.certificate(&["--problem", problem, "--output", plain(&certificate)], 0);
    // The bound is proved; the recorded values are rounded, so nothing is proved of the problem.
    assert_ne!(report["given"]["lower_bound"]["evidence"]["kind"], "declared");
    assert_eq!(report["trace"]["values"], "different");
    assert_eq!(claim(&report, "suboptimality")["grade"], "declared");
    assert_eq!(claim(&report, "infeasibility")["grade"], "declared");
    assert_eq!(referee(&["check", plain(&certificate)]).status.code(), Some(0));
}

#[test]
fn solve_writes_a_certificate_that_the_checker_accepts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for problem in ["triangle", "step-hinge", "extremal", "qp-half"] {
        let output = folder.path().join(problem);
        let solved = referee(&["solve", problem, "--rounds", "200", "--output", plain(&output)]);
        assert_eq!(solved.status.code(), Some(0), "{problem}: {}", text(&solved.stderr));
        let checked = referee(&["check", plain(&output.join("certificate.json"))]);
        assert_eq!(checked.status.code(), Some(0), "{problem}: {}", text(&checked.stderr));
    }
}

#[test]
fn statements_are_listed() {
    let output = referee(&["statements", "--json"]);
    let rows: Value = serde_json::from_slice(&output.stdout).expect("standard output is JSON alone");
    assert_eq!(rows.as_array().map(Vec::len), Some(22));
    let lemma = rows.as_array().unwrap().iter().find(|row| row["name"] == "lemma-6").expect("it is there");
    assert_eq!((&lemma["label"], &lemma["audit"]), (&"lem:lagrangian-feasibility".into(), &"false as stated".into()));
    let table = referee(&["statements"]);
    assert!(text(&table.stdout).contains("\nT7    theorem-7 "));
}

#[test]
fn a_rate_is_certified_in_words() {
    let folder = Folder::with(TWO_POINTS);
    let constants = ["--statement", "lemma-1", "--radius", "2", "--payoff-bound", "1", "--oracle-error", "0"];
    let output = folder.path("rate.json");
    let all = [&constants[..], &["--step", "0.5", "--lower-bound", "0.375", "--output", plain(&output)]].concat();
    let printed = folder.certify(&all);
    assert_eq!(printed.status.code(), Some(0), "{}", text(&printed.stderr));
    let printed = text(&printed.stdout);
    for part in [
        "Kept: the lambda-player's regret, 0.600000001 or less, is at most 1.05000001: the rate of this step (proved).",
        "Kept: the sum of both regrets (epsilon), 0.425000001 or less, is at most 1.05000001: the rate of this step (declared).",
        "multipliers sum to at most R",
        "L1, hypothesis",
    ] {
        assert!(printed.contains(part), "no `{part}` in\n{printed}");
    }
    let certificate: Value = serde_json::from_slice(&fs::read(&output).expect("it was written")).expect("JSON");
    assert_eq!(certificate["statement"], "lemma-1");
    let rate = serde_json::json!({ "payoff_bound": 1.0, "step": 0.5, "oracle_error": 0.0 });
    assert_eq!(certificate["given"]["rate"], rate);
    // Without a step and without a lower bound less is said, and why.
    let printed = folder.certify(&constants);
    let printed = text(&printed.stdout);
    assert!(printed.contains("give --step") && printed.contains("give --problem, or --lower-bound"), "{printed}");
    // A bound that is too small: the hypothesis is named, and the exit status says so.
    let small = ["--statement", "corollary-1", "--radius", "2", "--payoff-bound", "0.5"];
    let refused = folder.certify(&small);
    assert_eq!(refused.status.code(), Some(1));
    let refused = text(&refused.stdout);
    assert!(refused.contains("The hypothesis fails that payoffs have a norm of at most B"), "{refused}");
    assert!(refused.contains("Not promised") && !refused.contains("Kept"), "{refused}");
    // A rounding is somebody's word, and a large one is not called the printed rate.
    let corollary = ["--statement", "corollary-1", "--radius", "2", "--payoff-bound", "1", "--step", "0.5"];
    for (rounding, status, parts) in [
        ("1e-9", 0, ["the rate of this step plus 1e-9 for rounding (declared).", "(declared).\n"]),
        (
            "0.25",
            1,
            ["for rounding is at most 2^-20 of the rate: rates with it are not the printed ones", "Not promised, "],
        ),
    ] {
        let printed = folder.certify(&[&corollary[..], &["--rounding", rounding]].concat());
        assert_eq!(printed.status.code(), Some(status), "{rounding}");
        let printed = text(&printed.stdout);
        assert!(parts.iter().all(|part| printed.contains(part)), "{printed}");
        assert!(printed.contains("Kept") == (status == 0) && !printed.contains("(proved)"), "{printed}");
    }
    // A step of one's own takes the printed rate's promise away, and not that of the step.
    let long = ["--statement", "corollary-1", "--radius", "2", "--payoff-bound", "1", "--step", "50"];
    let long = folder.certify(&long);
    let long = text(&long.stdout);
    for part in ["the printed rate was not promised", "the rate of this step (proved).", "the rate as printed.\n"] {
        assert!(long.contains(part), "no `{part}` in\n{long}");
    }
}

#[test]
fn flags_that_do_not_fit_a_rate_are_refused_by_name() {
    let folder = Folder::with(TWO_POINTS);
    let corollary = ["--statement", "corollary-1", "--radius", "2", "--payoff-bound", "1"];
    let stochastic = [
        &["--statement", "corollary-3", "--radius", "2", "--payoff-bound", "1"][..],
        &["--domain-radius", "1", "--subgradient-bound", "1", "--confidence", "0.1"],
    ]
    .concat();
    let cases: [(&[&str], &str); 16] = [
        (&["--payoff-bound", "1"], "--payoff-bound is a constant of a rate, and theorem-1 promises none"),
        (
            &["--statement", "theorem-9"],
            "--statement theorem-9 is not a statement: for this trace there are theorem-1, ",
        ),
        (&["--statement", "lemma-6"], "--statement lemma-6 is not certified on this trace"),
        (&["--statement", "lemma-8", "--payoff-bound", "1"], "--statement lemma-8 is about the proxy-lagrangian game"),
        (&["--statement", "corollary-1", "--radius", "2"], "corollary-1 needs --payoff-bound: give it"),
        (&["--statement", "corollary-1", "--payoff-bound", "2"], "corollary-1 needs --radius: give it\n"),
        (
            &["--statement", "lemma-10", "--confidence", "0.1"],
            "lemma-10 needs --payoff-bound, --domain-radius, --subgradient-bound and --radius: give them, or --problem, \
             which fills in --payoff-bound, --domain-radius and --subgradient-bound\n",
        ),
        (&["--statement", "lemma-10", "--problem", "qp-box"], "lemma-10 needs --confidence and --radius: give them\n"),
        (&[&corollary[..], &["--oracle-error", "0"]].concat(), "--oracle-error has no meaning in corollary-1"),
        (&[&corollary[..], &["--confidence", "0.5"]].concat(), "--confidence has no meaning in corollary-1"),
        (&[&corollary[..], &["--margin", "0.5"]].concat(), "--margin has no meaning in corollary-1"),
        (&[&corollary[..], &["--step", "0"]].concat(), "--step is 0, but it must be positive"),
        (&[&stochastic[..], &["--step", "1"]].concat(), "--step has no meaning in corollary-3: leave it out"),
        (&[&corollary[..], &["--rounding", "-1"]].concat(), "--rounding is -1, but it must not be negative"),
        (&[&corollary[..], &["--theta-step", "1"]].concat(), "--theta-step has no meaning in corollary-1"),
        (&[&stochastic[..], &["--theta-step", "0"]].concat(), "--theta-step is 0, but it must be positive"),
    ];
    for (arguments, sentence) in cases {
        let output = folder.certify(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(sentence), "{arguments:?}: {}", text(&output.stderr));
    }
    let sampled = folder.certificate(&[&stochastic[..], &["--lower-bound", "0.375"]].concat(), 0);
    assert_eq!(claim(&sampled, "theta_regret_paper")["grade"], "sampled");
}

#[test]
fn a_certificate_in_another_folder_says_what_check_needs() {
    let folder = Folder::with(TWO_POINTS);
    fs::create_dir(folder.path("elsewhere")).expect("ours");
    let (trace, written) = (folder.path("trace.csv"), folder.path("elsewhere/certificate.json"));
    let printed = folder.certify(&["--output", plain(&written)]);
    let call = format!("`referee check {}` will need --trace {}\n", written.display(), trace.display());
    assert!(text(&printed.stdout).contains(&call), "{}", text(&printed.stdout));
    assert_eq!(referee(&["check", plain(&written), "--trace", plain(&trace)]).status.code(), Some(0));
    let beside = folder.path("certificate.json");
    assert!(!text(&folder.certify(&["--output", plain(&beside)]).stdout).contains("will need"));
    // The wrong trace: the refusal says how to name the right one.
    fs::write(folder.path("elsewhere/trace.csv"), TWO_POINTS.replace("0.5", "0.25")).expect("ours");
    let rejected = referee(&["check", plain(&written)]);
    assert_eq!(rejected.status.code(), Some(1));
    let sentence = "it is not the file that was recorded; name the right file with --trace\n";
    assert!(text(&rejected.stderr).ends_with(sentence), "{}", text(&rejected.stderr));
}

#[test]
fn common_flags_are_not_listed_under_rates() {
    let help = referee(&["certify", "--help"]);
    let (options, rates) = text(&help.stdout).split_once("\nRates:\n").expect("a heading");
    assert!(["--seed", "--quiet", "--json"].iter().all(|flag| options.contains(flag) && !rates.contains(flag)));
    assert!(rates.contains("lemma-3 `shrink`"), "{rates}");
}
