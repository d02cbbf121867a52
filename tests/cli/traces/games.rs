//! Which game a file is about: the same answer from every command, and a copy of the trace where another is asked for.

use super::{Folder, claim, says};
use serde_json::{Value, json};
use std::fmt::Write as _;

const LATE: &str = "minimize = \"x\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nexpression = \"step(-x) - 0.5\"\n\
    proxy = \"max(0, 1 - x) - 0.5\"\n";
/// Proxies, multipliers, and no `lambda_0`: what training with multipliers on proxies writes.
const TRAINED: &str = "objective,constraint_1,proxy_1,lambda_1,theta_1\n-0.5,0.5,1,0,-0.5\n0.25,-0.5,0.25,1,0.25\n\
    0.75,-0.5,-0.25,2,0.75\n0.25,-0.5,0.25,1,0.25\n";
const BOTH: &str = "objective,constraint_1,proxy_1,lambda_0,lambda_1\n0,1,2,1,0\n1,-1,0,0.5,0.5\n";

const LEFT_OUT: &str = "Game: Lagrangian, because the trace has multipliers but no lambda_0; its proxies are left out.";

/// A bound of the proxies says nothing of a trace that has none: no claim is made, and the trace is not called false.
#[test]
fn without_proxy_columns_the_bound_of_the_proxies_is_not_used() {
    let problem = "minimize = \"x + y\"\n[variables]\nx = [0, 1]\ny = [0, 1]\n[[constraint]]\nname = \"c\"\n\
        expression = \"0.25 - x*y\"\nproxy = \"1 - x*y\"\n";
    let header = "objective,constraint_1,lambda_0,lambda_1,theta_1,theta_2\n";
    let folder = Folder::with(&format!("{header}0,0.25,0.5,0.5,0,0\n"), problem);
    let call = "certify trace.csv --problem problem.toml";
    let printed = folder.printed(call, 0);
    let reason = "no lower bound was found: the problem's is about its proxies, and the trace has no columns `proxy_*`";
    says(&printed, &[reason], &["VIOLATED", "is not a run of the problem"]);
    let rate = folder.printed(&format!("{call} --statement lemma-11 --oracle-error 0.2"), 0);
    says(&rate, &[reason], &["Kept: the theta-player's regret", "VIOLATED"]);
    // The proxies can be had.
    let recomputed = folder.printed(&format!("{call} --recompute --output c.json"), 0);
    says(&recomputed, &["(proved"], &[reason]);
    assert!(folder.accepts("c.json"));
}

#[test]
fn every_command_reads_a_file_as_the_same_game() {
    let without = "objective,constraint_1,proxy_1\n0,1,2\n1,-1,0\n0.5,0.5,1\n";
    let plain = "objective,constraint_1\n0,1\n1,-1\n";
    let cases = [
        (TRAINED, LEFT_OUT, "lagrangian"),
        (BOTH, "Game: proxy-Lagrangian, because the trace has lambda_0.", "proxy-lagrangian"),
        (without, "Game: proxy-Lagrangian, because the file has proxies and no multipliers.", "proxy-lagrangian"),
        (plain, "Game: Lagrangian, because the file has neither multipliers nor proxies.", "lagrangian"),
    ];
    for (trace, line, game) in cases {
        let folder = Folder::with(trace, LATE);
        let radius = if game == "lagrangian" { " --radius 2" } else { "" };
        let equilibrium = format!("equilibrium trace.csv{radius}");
        assert!(folder.printed(&equilibrium, 0).starts_with(&format!("{line}\n")));
        assert_eq!(folder.json(&equilibrium, 0)["game"], game);
        if game == "lagrangian" {
            // It is not taken for the other game because the radius is missing.
            let reason = line.trim_start_matches("Game: Lagrangian, ").trim_end_matches('.');
            says(&folder.refused("equilibrium trace.csv"), &[&format!("({reason}) needs --radius")], &[]);
        }
        if trace.contains("lambda") {
            assert!(folder.printed("certify trace.csv", 0).starts_with(line));
            assert_eq!(folder.json("certify trace.csv", 0)["game"], game);
        }
    }
    let folder = Folder::with(TRAINED, LATE);
    says(
        &folder.printed("certify trace.csv", 0),
        &["With --game proxy-lagrangian they are read, and lambda_0 is 1."],
        &[],
    );
    // A problem has no multipliers, and the same rule.
    let printed = folder.printed("equilibrium problem.toml --gap 0.01", 0);
    assert!(printed.starts_with("Game: proxy-Lagrangian, because the problem has proxies.\n"), "{printed}");
    // What is asked for wins everywhere.
    for command in ["certify", "equilibrium"] {
        let asked = folder.printed(&format!("{command} trace.csv --game proxy-lagrangian"), 0);
        assert!(asked.starts_with("Game: proxy-Lagrangian, as asked.\n"), "{asked}");
        let asked = folder.printed(&format!("{command} trace.csv --game lagrangian --radius 2"), 0);
        assert!(asked.starts_with("Game: Lagrangian, as asked; its proxies are left out.\n"), "{asked}");
    }
}

#[test]
fn a_run_with_plain_multipliers_on_proxies_gets_theorem_2() {
    let folder = Folder::with(TRAINED, LATE);
    let call = "certify trace.csv --game proxy-lagrangian --problem problem.toml --output run.json";
    let printed = folder.printed(call, 0);
    says(
        &printed,
        &[
            "What is certified is a copy of the trace, with lambda_0 = 1 in every round.",
            "on average (proved).",
            "wrote run-trace.csv\n",
        ],
        &["(declared"],
    );
    let copy = "objective,constraint_1,proxy_1,lambda_0,lambda_1,theta_1\n-0.5,0.5,1.0,1.0,0.0,-0.5\n\
        0.25,-0.5,0.25,1.0,1.0,0.25\n0.75,-0.5,-0.25,1.0,2.0,0.75\n0.25,-0.5,0.25,1.0,1.0,0.25\n";
    assert_eq!(folder.read("run-trace.csv"), copy);
    assert!(folder.accepts("run.json"));
    let certificate: Value = serde_json::from_str(&folder.read("run.json")).expect("JSON");
    assert_eq!((&certificate["statement"], &certificate["game"]), (&"theorem-2".into(), &"proxy-lagrangian".into()));
    assert_eq!(certificate["trace"]["file"], "run-trace.csv");
    let measured = &certificate["measured"];
    // Every round has the same weight: the mean of -1/2, 1/4, 3/4 and 1/4.
    assert_eq!(measured["objective_weight"], json!([1.0, 1.0]));
    assert_eq!(measured["objective"], json!([0.1875, 0.1875]));
    // The lower bound is one of x + max(0, 1 - x) - 1/2 with the mean multiplier 1: that is 1/2 on all of [-1, 1].
    assert!((0.4999..=0.5).contains(&certificate["given"]["lower_bound"]["value"].as_f64().expect("a bound")));
    assert_eq!(claim(&certificate, "suboptimality")["grade"], "proved");
    // Nothing is normalised: the deviations from lambda_1 to lambda_0 are worth what the multipliers are.
    assert_eq!(measured["swap_regret"], json!([0.5, 0.5]));
    assert!(measured["swap_regret"][1].as_f64() >= measured["infeasibility"][1].as_f64());
}

#[test]
fn swap_regret_bounds_the_violation_and_grows_with_the_multipliers() {
    let mut last = 0.0;
    for scale in [1.0, 16.0, 256.0] {
        let trace = format!("objective,constraint_1,proxy_1,lambda_1\n0,-1,0,{scale}\n0,1,1,0\n0,0.75,1,0\n");
        let folder = Folder::with(&trace, LATE);
        let certificate = folder.json("certify trace.csv --game proxy-lagrangian --output c.json", 0);
        let of = |name: &str| certificate["measured"][name][1].as_f64().expect("measured");
        assert!(of("swap_regret") > of("infeasibility") && of("swap_regret") > last, "{certificate:#}");
        assert_eq!(certificate["measured"]["infeasibility"], json!([0.25, 0.25]), "that of the uniform mixture");
        last = of("swap_regret");
    }
}

#[test]
fn no_rate_is_promised_to_a_copy() {
    let folder = Folder::with(TRAINED, LATE);
    let rate = "certify trace.csv --game proxy-lagrangian --statement lemma-8 --payoff-bound 1 --output c.json";
    let certificate = folder.json(rate, 1);
    assert_eq!(claim(&certificate, "multipliers_in_set")["verdict"], "violated");
    assert!(folder.accepts("c.json"));
    says(&folder.printed(rate, 1), &["The hypothesis fails that multipliers are on the simplex"], &["Kept:"]);
}

#[test]
fn without_an_output_nothing_is_written() {
    let folder = Folder::with(TRAINED, LATE);
    let before = folder.files();
    says(&folder.printed("certify trace.csv --game proxy-lagrangian", 0), &["  T2\n"], &["wrote"]);
    assert_eq!(folder.files(), before);
    let sentence = folder.refused("certify trace.csv --game proxy-lagrangian --json");
    says(&sentence, &["--json with this --game needs --output"], &[]);
    // A trace of the game itself needs no copy.
    let certificate = folder.json("certify trace.csv --game lagrangian --output c.json", 0);
    assert_eq!(certificate["trace"]["file"], "trace.csv");
}

#[test]
fn lambda_0_and_the_proxies_are_left_out_of_the_lagrangian_game() {
    let folder = Folder::with(BOTH, LATE);
    let printed = folder.printed("certify trace.csv --game lagrangian --radius 2 --output c.json", 0);
    let line = "Game: Lagrangian, as asked; its proxies are left out.\n\
        What is certified is a copy of the trace, without lambda_0.\n";
    assert!(printed.starts_with(line), "{printed}");
    assert_eq!(folder.read("c-trace.csv"), "objective,constraint_1,lambda_1\n0.0,1.0,0.0\n1.0,-1.0,0.5\n");
    assert!(folder.accepts("c.json"));
    let certificate: Value = serde_json::from_str(&folder.read("c.json")).expect("JSON");
    assert_eq!(
        (&certificate["statement"], &certificate["measured"]["objective"]),
        (&"theorem-1".into(), &json!([0.5, 0.5]))
    );
    says(&folder.refused("certify trace.csv --radius 2"), &["--radius has no meaning in the proxy game"], &[]);
}

/// Values in doubles, no proxies recorded, no `lambda_0`: the copy has what the problem says.
#[test]
fn a_game_and_values_are_copied_at_once() {
    let mut trace = "objective,constraint_1,lambda_1,theta_1\n".to_owned();
    let (mut x, mut lambda) = (0.1_f64, 0.3_f64);
    for _ in 0..50 {
        let rate = if x < 0.0 { 0.5 } else { -0.5 };
        writeln!(trace, "{},{rate},{lambda},{x}", x + 1e-9).expect("a text grows");
        x = (x - 0.1 * (1.0 - lambda)).clamp(-1.0, 1.0);
        lambda = (lambda + 0.1 * rate).max(0.0);
    }
    let folder = Folder::with(&trace, LATE);
    let call = "certify trace.csv --game proxy-lagrangian --problem problem.toml --output c.json";
    // Without its proxies the run may well be below what is proved of them, so that bound is not held against it.
    let rounded = folder.json(call, 0);
    assert_eq!(rounded["given"]["lower_bound"], Value::Null);
    assert_eq!(rounded["trace"]["values"], "different");
    assert!(folder.accepts("c.json"));
    let recomputed = folder.json(&format!("{call} --recompute"), 0);
    assert_eq!(recomputed["trace"]["values"], "verified");
    assert_eq!(claim(&recomputed, "suboptimality")["grade"], "proved");
    assert!(folder.accepts("c.json"));
    assert!(
        folder.read("c-trace.csv").starts_with("objective.lo,objective.hi,constraint_1.lo,constraint_1.hi,proxy_1.lo,")
    );
    says(
        &folder.printed(&format!("{call} --recompute"), 0),
        &["with lambda_0 = 1 in every round and with the problem's enclosures at the recorded points for values."],
        &[],
    );
}
