//! Recorded values that are a problem's, that are rounded, and that are not.

use super::{Folder, claim, nothing_is_proved, says, text};
use std::fmt::Write as _;

const BOWL: &str = "minimize = \"x^2\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"0.3 - x\"\n";
const LINE: &str = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"0.5 - x\"\n";
const CERTIFY: &str = "certify trace.csv --problem problem.toml --radius 4";

/// A run in single precision, as most frameworks record one.
fn single_precision() -> String {
    let mut trace = "objective,constraint_1,lambda_1,theta_1\n".to_owned();
    let (mut x, mut lambda) = (0.0_f32, 0.0_f32);
    for _ in 0..200 {
        let (objective, constraint) = (x * x, 0.3 - x);
        // As doubles: the fewest digits of a single-precision number are those of another double.
        let row = [objective, constraint, lambda, x].map(|x| f64::from(x).to_string());
        writeln!(trace, "{}", row.join(",")).expect("a text grows");
        x = (x - 0.05 * (2.0 * x - lambda)).clamp(-1.0, 1.0);
        lambda = (lambda + 0.05 * constraint).clamp(0.0, 4.0);
    }
    trace
}

/// A trace of `LINE` at 1/2, with these errors of the objective and the constraint, and multipliers 1.
fn wrong_by(errors: &[[f64; 2]]) -> String {
    let rows = errors.iter().map(|[objective, constraint]| format!("{},{constraint},1,0.5\n", 0.5 + objective));
    "objective,constraint_1,lambda_1,theta_1\n".to_owned() + &rows.collect::<String>()
}

#[test]
fn a_rounded_run_is_said_to_be_one_and_nothing_is_proved_of_it() {
    let folder = Folder::with(&single_precision(), BOWL);
    let printed = folder.printed(CERTIFY, 0);
    says(
        &printed,
        &[
            "The recorded values are not the problem's: in round 0 (counted from 0) `constraint_1` is recorded as 0.3",
            "; the largest distance is ",
            "or let `certify --recompute` write them.",
            "If the recorded values are the problem's: the mixture of the 200 rounds violates no constraint by more than",
            "If the recorded values are the problem's: its mean objective",
        ],
        &["Certified:", "(proved", "  proved ", "rounding does not explain"],
    );
    let output = folder.run(&format!("{CERTIFY} --json --output rounded.json"));
    assert_eq!(output.status.code(), Some(0));
    let certificate: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    assert_eq!(certificate["trace"]["values"], "different");
    assert!(nothing_is_proved(&certificate), "{certificate:#}");
    says(text(&output.stderr), &["trace.csv: the recorded values are not the problem's: in round 0"], &[]);
    assert!(folder.accepts("rounded.json"));
    // Asked for, it is refused, whatever is printed.
    for flags in ["", " --quiet", " --json"] {
        let output = folder.run(&format!("{CERTIFY} --require verified{flags}"));
        assert_eq!(output.status.code(), Some(1), "{flags}");
        let sentence =
            "the values are not verified, as --require verified asks: the recorded values are not the problem's";
        says(text(&output.stderr), &[sentence], &[]);
        assert_eq!(text(&output.stderr).lines().count(), 1, "{flags}");
    }
    // A rate says it, too.
    let rate = format!("{CERTIFY} --statement corollary-1");
    says(&folder.printed(&rate, 0), &["If the recorded values are the problem's: Kept: the lambda"], &["(proved)"]);
    assert!(nothing_is_proved(&folder.json(&rate, 0)));
}

#[test]
fn a_run_is_recomputed_at_its_points_and_proved() {
    let rounded = single_precision();
    let folder = Folder::with(&rounded, BOWL);
    let call = format!("{CERTIFY} --recompute --require verified --output certificate.json");
    let printed = folder.printed(&call, 0);
    says(
        &printed,
        &[
            "What is certified is a copy of the trace, with the problem's enclosures at the recorded points for values.",
            "on average (proved).",
            "wrote certificate.json\nwrote certificate-trace.csv\n",
        ],
        &["recorded values are not", "(declared", "will need"],
    );
    let names = ["certificate-trace.csv", "certificate.json", "problem.toml", "trace.csv"];
    assert_eq!(folder.files(), names);
    assert_eq!(folder.read("trace.csv"), rounded, "the input is as it was");
    let certificate: serde_json::Value = serde_json::from_str(&folder.read("certificate.json")).expect("JSON");
    assert_eq!(certificate["trace"]["file"], "certificate-trace.csv");
    assert_eq!(certificate["trace"]["values"], "verified");
    for name in ["infeasibility", "suboptimality"] {
        assert_eq!(claim(&certificate, name)["grade"], "proved");
    }
    assert!(folder.accepts("certificate.json"));
    // Points and multipliers are the recorded ones, bit for bit.
    let columns = |file: &str, names: [&str; 2]| -> Vec<[f64; 2]> {
        let text = folder.read(file);
        let (header, rows) = text.split_once('\n').expect("a header");
        let places = names.map(|name| header.split(',').position(|column| column == name).expect("a column"));
        let row = |line: &str| places.map(|i| line.split(',').nth(i).expect("a cell").parse().expect("a number"));
        rows.lines().map(row).collect()
    };
    let kept = ["lambda_1", "theta_1"];
    assert_eq!(columns("certificate-trace.csv", kept), columns("trace.csv", kept));
    // Again: the older copy is replaced, as the certificate is.
    let copy = folder.read("certificate-trace.csv");
    folder.printed(&call, 0);
    assert_eq!((folder.files(), folder.read("certificate-trace.csv")), (names.map(str::to_owned).to_vec(), copy));
}

#[test]
fn what_cannot_be_recomputed_is_refused_and_nothing_is_written() {
    let folder = Folder::with("objective,constraint_1,lambda_1\n0.5,0,1\n", LINE);
    says(&folder.refused("certify trace.csv --recompute --output c.json"), &["--recompute needs --problem"], &[]);
    says(&folder.refused(&format!("{CERTIFY} --recompute")), &["--recompute needs --output"], &[]);
    let call = format!("{CERTIFY} --recompute --output c.json");
    says(&folder.refused(&call), &["trace.csv: --recompute needs the points: the trace has no columns `theta_*`"], &[]);
    let outside = Folder::with("objective,constraint_1,lambda_1,theta_1\n0.5,0,1,0.5\n1.5,-1,1,1.5\n", LINE);
    let sentence =
        "trace.csv: --recompute needs a value at every point, but in round 1 (counted from 0): `theta` is not in the";
    says(&outside.refused(&call), &[sentence], &[]);
    // The copy must not take the place of what is read.
    std::fs::rename(outside.path("trace.csv"), outside.path("c-trace.csv")).expect("ours");
    let own = call.replace("trace.csv", "c-trace.csv");
    says(&outside.refused(&own), &["c-trace.csv: writing this file would destroy the trace"], &[]);
}

#[test]
fn the_first_and_the_largest_distance_are_found_over_all_rounds() {
    let small = 2_f64.powi(-12);
    let trace = wrong_by(&[[0.0, 0.0], [small, 0.0], [0.0, -2.0 * small], [small, small]]);
    let printed = Folder::with(&trace, LINE).printed(CERTIFY, 0);
    let sentence = "The recorded values are not the problem's: in round 1 (counted from 0) `objective` is recorded as 0.500244140625, \
        and the problem's value is 0.5; the largest distance is 0.00048828125 (round 2, `constraint_1`). Record";
    says(&printed, &[sentence], &["Certified:"]);
    // An interval that contains the value in one round, and lacks it in another, on the other side.
    let pairs = "objective,constraint_1.lo,constraint_1.hi,lambda_1,theta_1\n0.5,-1,1,1,0.5\n0.5,0.0001,1,1,0.5\n";
    let printed = Folder::with(pairs, LINE).printed(CERTIFY, 0);
    says(
        &printed,
        &["in round 1 (counted from 0) `constraint_1` is recorded as [0.0001, 1.0]", "distance is 0.0001 (round 1"],
        &[],
    );
}

#[test]
fn what_rounding_does_not_explain_has_status_1_whatever_else_holds() {
    let limit = 2_f64.powi(-10);
    let status = |problem: &str, trace: &str, status: i32| {
        let folder = Folder::with(trace, problem);
        let printed = folder.printed(CERTIFY, status);
        assert_eq!(printed.contains("which rounding does not explain"), status == 1, "{printed}");
        let certificate = folder.json(CERTIFY, status);
        assert!(nothing_is_proved(&certificate) && certificate["trace"]["values"] == "different");
        printed
    };
    status(LINE, &wrong_by(&[[limit, 0.0]]), 0);
    status(LINE, &wrong_by(&[[limit, -limit]]), 0);
    let more = limit + 2_f64.powi(-30);
    let printed = status(LINE, &wrong_by(&[[0.0, 0.0], [0.0, more]]), 1);
    says(&printed, &["(round 1, `constraint_1`), more than 2^-10 times max(1, |the problem's value|)"], &[]);
    // Large values may be further off: 4 at 4096, and not 4.5.
    let large = LINE.replace("minimize = \"x\"", "minimize = \"8192 * x\"");
    status(&large, "objective,constraint_1,lambda_1,theta_1\n4100,0,1,0.5\n", 0);
    let trace = "objective,constraint_1,lambda_1,theta_1\n4100,0,1,0.5\n4096,0.25,1,0.5\n";
    let printed = status(&large, trace, 1);
    let sentence =
        "the largest distance is 4.0 (round 0, `objective`); in round 1, `constraint_1`, it is 0.25, more than";
    says(&printed, &[sentence], &[]);
    status(&large, "objective,constraint_1,lambda_1,theta_1\n4100.5,0,1,0.5\n", 1);
}

#[test]
fn a_run_below_what_the_problem_allows_does_not_refute_the_bound() {
    let folder = Folder::with("objective,constraint_1,lambda_1,theta_1\n-9,-0.5,1,1\n", LINE);
    let printed = folder.printed(CERTIFY, 1);
    says(
        &printed,
        &["VIOLATED: by the recorded values the run reaches", "the trace is not a run of the problem."],
        &["this very run", "Certified:"],
    );
}

/// The infimum of `x + (0.5 - x)` is 0.5: that 0.1 is a lower bound is true, and the recorded values are false or unknown.
#[test]
fn values_that_may_be_false_do_not_refute_a_bound() {
    let call = format!("{CERTIFY} --lower-bound 0.1");
    let words = "VIOLATED: by the recorded values the run reaches 0 at the mean multipliers, and the lower bound that was given is \
        0.1: either that is not a lower bound, or the recorded values are not the problem's.";
    let refuted = "VIOLATED: the lower bound 0.1 is not a lower bound, because this very run reaches 0 at";
    for (trace, rate) in [
        ("objective,constraint_1,lambda_1,theta_1\n0,0,1,0.5\n", ""),
        ("objective,constraint_1,lambda_1,theta_1\n0,0,1,0.5\n", " --statement lemma-1 --oracle-error 0"),
        ("objective,constraint_1,lambda_1\n0,0,1\n", ""),
    ] {
        let folder = Folder::with(trace, LINE);
        let printed = folder.printed(&format!("{call}{rate}"), 1);
        says(&printed, &[words], &["this very run", "its mean objective"]);
        // Alone, the values are all that there is; rates need a bound on the payoffs.
        let alone = format!("{call}{rate}").replace("--problem problem.toml", "");
        let alone = if rate.is_empty() { alone } else { alone + " --payoff-bound 1" };
        says(&folder.printed(&alone, 1), &[refuted], &["either"]);
    }
    // And values that are the problem's do refute a bound.
    let verified = Folder::with("objective,constraint_1,lambda_1,theta_1\n0.5,0,1,0.5\n", LINE);
    let printed = verified.printed(&format!("{CERTIFY} --lower-bound 0.7"), 1);
    says(&printed, &["the lower bound 0.7 is not a lower bound, because this very run reaches 0.5 at"], &["either"]);
}

#[test]
fn an_overlap_is_not_known_to_be_the_problems() {
    let problem = "minimize = \"exp(x)\"\n[variables]\nx = [0, 1]\n";
    let folder = Folder::with("objective,theta_1\n2.718281828459045,1\n", problem);
    let call = "certify trace.csv --problem problem.toml";
    let sentence = "The recorded values are not known to be the problem's: in round 0 (counted from 0) `objective` is recorded as \
        2.718281828459045, and the problem's value lies in [2.71828182845904";
    says(&folder.printed(call, 0), &[sentence], &["are not the problem's", "Certified:"]);
    assert_eq!(folder.json(call, 0)["trace"]["values"], "different");
    assert_eq!(folder.run(&format!("{call} --require verified")).status.code(), Some(1));
}

#[test]
fn a_point_outside_the_domain_counts_as_different() {
    let trace = "objective,constraint_1,lambda_1,theta_1\n0.5,0,1,0.5\n1.5,-1,1,1.5\n";
    let folder = Folder::with(trace, LINE);
    let sentence = "The recorded values are not known to be the problem's: in round 1 (counted from 0) `theta` is not in the \
        problem's domain, a ";
    let printed = folder.printed(&format!("{CERTIFY} --output c.json"), 1);
    let far = "; the `theta` of round 1 is outside the domain, further than rounding explains. Name the domain";
    says(&printed, &[sentence, far], &["Certified:", "--recompute", "largest distance"]);
    let certificate: serde_json::Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
    assert!(nothing_is_proved(&certificate) && certificate["trace"]["values"] == "different");
    assert!(folder.accepts("c.json"));
    assert_eq!(folder.run(&format!("{CERTIFY} --require verified")).status.code(), Some(1));
    // A point that rounding took out of the domain is honest.
    let rounded =
        trace.replace("1.5,-1,1,1.5", "1.00000095367431640625,-0.50000095367431640625,1,1.00000095367431640625");
    let printed = Folder::with(&rounded, LINE).printed(CERTIFY, 0);
    says(&printed, &[sentence, "the `theta` of round 1 is outside the domain"], &["further than rounding explains"]);
    // It does not hide behind an earlier round whose values are merely rounded, and its own values are compared too.
    let hidden = "objective,constraint_1,lambda_1,theta_1\n0.50001,0,1,0.5\n".to_owned() + &"7,-1,1,1.5\n".repeat(3);
    let printed = Folder::with(&hidden, LINE).printed(CERTIFY, 1);
    let found = "; in 3 rounds, the first of them round 1, `theta` is outside the domain, further than rounding explains; the \
        largest distance is 5.5 (round 1, `objective`)";
    says(&printed, &["in round 0 (counted from 0) `objective` is recorded as 0.50001", found], &[]);
    // The other rounds are compared all the same.
    let false_too = trace.replace("0.5,0,1,0.5\n", "") + "0.5,0.25,1,0.5\n";
    let printed = Folder::with(&false_too, LINE).printed(CERTIFY, 1);
    says(
        &printed,
        &["are not the problem's: in round 0 (counted from 0) `theta`", "distance is 0.25 (round 1, `constraint_1`)"],
        &[],
    );
}

#[test]
fn what_was_not_compared_is_about_the_recorded_values() {
    let plain = "objective,constraint_1,lambda_1\n0.5,0,1\n";
    let two = "objective,constraint_1,lambda_1,theta_1,theta_2\n0.5,0,1,0.5,0\n";
    for (trace, reason) in [(plain, "the trace has no columns `theta_*`"), (two, "the trace has 2 columns `theta_*`")] {
        let folder = Folder::with(trace, LINE);
        let printed = folder.printed(CERTIFY, 0);
        let not = format!("Not proved: that the trace is a run of the problem: {reason}");
        says(&printed, &[&not, "Certified: the mixture of the 1 round", "(proved for the recorded values)"], &[]);
        let certificate = folder.json(CERTIFY, 0);
        assert!(certificate["trace"].get("values").is_none() && !nothing_is_proved(&certificate));
        let output = folder.run(&format!("{CERTIFY} --require verified"));
        assert_eq!(output.status.code(), Some(1));
        says(text(&output.stderr), &["the values are not verified, as --require verified asks", reason], &[]);
    }
    let folder = Folder::with(plain, LINE);
    let output = folder.run("certify trace.csv --require verified");
    assert_eq!(output.status.code(), Some(1));
    says(text(&output.stderr), &["as --require verified asks: no --problem was named"], &[]);
    // Values that are the problem's are verified, and pass.
    let exact = Folder::with(&wrong_by(&[[0.0, 0.0]]), LINE);
    assert_eq!(exact.json(&format!("{CERTIFY} --require verified"), 0)["trace"]["values"], "verified");
}
