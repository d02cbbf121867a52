//! `referee solve` as a user calls it.

use referee::game::Game;
use referee::registry::Registry;
use referee::trace::Trace;
use std::fs;
use std::path::Path;
use std::process::Output;

fn solve(arguments: &[&str], output: &Path) -> Output {
    let mut command = crate::program(Some(1000));
    command.arg("solve").args(arguments).arg("--output").arg(output);
    command.output().expect("the program was built")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// Solves and reads the JSON.
fn solved(arguments: &[&str], output: &Path) -> serde_json::Value {
    let output = solve(&[arguments, &["--json"]].concat(), output);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("standard output is JSON alone")
}

fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

#[test]
fn the_triangle_is_solved_better_than_by_any_point() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["triangle", "--algorithm", "oracle-lagrangian", "--rounds", "4096"], folder.path());
    assert!(number(&report["objective"][1]) < number(&report["optimum"][0]), "{report}");
    assert!(number(&report["objective"][0]) - number(&report["mixed_optimum"][1]) < number(&report["lambda_bound"]));
    assert_eq!(Trace::read(folder.path().join("trace.csv")).expect("a trace").rounds(), 4096);
}

#[test]
fn the_step_ends_feasible() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["step-hinge"], folder.path());
    assert_eq!(report["game"], "proxy-lagrangian");
    assert_eq!(number(&report["infeasibility"][1]), 0.0, "{report}");
    assert!(number(&report["objective"][1]) < number(&report["proxy_optimum"][0]), "no better than the relaxation");
}

#[test]
fn a_file_written_by_hand_is_solved_from_end_to_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("mine.toml");
    let problem = "minimize = \"(x - 0.7)^2\"\n[variables]\nx = [-1, 1]\n[[constraint]]\nname = \"jump\"\n\
                   expression = \"step(x - 0.25) - 0.25\"\nproxy = \"hinge(4 * (x - 0.25)) - 0.25\"\n";
    fs::write(&file, problem).expect("the folder is ours");
    let report = solved(&[file.to_str().expect("a plain name"), "--rounds", "500", "--every", "50"], folder.path());
    assert_eq!(report["algorithm"], "stochastic-proxy-lagrangian");
    let trace = Trace::read(folder.path().join("trace.csv")).expect("a trace");
    assert_eq!((trace.rounds(), trace.layout().game()), (500, Game::ProxyLagrangian));
    assert_eq!(Trace::read(folder.path().join("candidates.csv")).expect("a trace").rounds(), 10);
    // A file has no closed forms, so they are absent, never null.
    assert!(report.get("optimum").is_none());
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_streaming_the_same_numbers() {
    let folders: Vec<_> = (0..3).map(|_| tempfile::tempdir().expect("a temporary folder")).collect();
    let call = ["polygon:m=6", "--rounds", "300", "--seed", "9", "--quiet"];
    let bytes = |folder: &tempfile::TempDir| fs::read(folder.path().join("trace.csv")).expect("written");
    for (folder, stream) in folders.iter().zip([false, false, true]) {
        let call = if stream { [&call[..], &["--stream"]].concat() } else { call.to_vec() };
        assert_eq!(solve(&call, folder.path()).status.code(), Some(0));
    }
    assert_eq!(bytes(&folders[0]), bytes(&folders[1]));
    let [kept, streamed] = [0, 2].map(|i| Trace::read(folders[i].path().join("trace.csv")).expect("a trace"));
    assert_eq!(kept.means(), streamed.means());
    assert_eq!(kept.lambdas(), streamed.lambdas());
}

#[test]
fn wrong_calls_end_with_status_2_one_sentence_and_no_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out");
    for (arguments, words) in [
        (&["nosuch"][..], "there is no problem family `nosuch`"),
        (&["nosuch.toml"], "nosuch.toml: cannot read this file"),
        (&["tests/bad"], "tests/bad: this is a folder: name a problem file"),
        (&["polygon:sides=8"], "has no parameter `sides`"),
        (&["triangle", "--algorithm", "simplex"], "there is no algorithm `simplex`; the names are oracle-lagrangian"),
        (&["triangle", "--lambda-player", "matrix"], "--lambda-player matrix plays the proxy game"),
        (&["triangle", "--theta-player", "adam"], "there is no theta-player `adam`"),
        (&["extremal", "--algorithm", "stochastic-lagrangian"], "play an algorithm with an oracle"),
        (&["triangle", "--rounds", "0"], "--rounds"),
        (&["triangle", "--radius", "-1"], "it must be a number that is not negative"),
        (&["triangle", "--radius", "-1e-3"], "it must be a number that is not negative"),
        (&["triangle", "--step", "-.5"], "`-.5` is not a positive number"),
        (&["triangle", "--step", "gamma=1"], "`gamma` is not a player"),
        (&["triangle", "--gap", "1e-3"], "--gap needs --refine: add --refine, or leave out --gap"),
        (&["triangle", "--until", "-1"], "`-1` is not a number from 0 on"),
        (&["triangle", "--until", "regret=1"], "`regret` is not infeasibility or suboptimality"),
        (&["triangle", "--until", "infeasibility=1,infeasibility=2"], "`infeasibility` is named twice"),
        (&["triangle", "--until", "1", "--rounds", "9"], "--until"),
        (&["triangle", "--until", "1", "--stream"], "--until"),
        (&["triangle", "--until", "1", "--no-trace"], "--until"),
        (&["triangle", "--budget", "9"], "--until"),
        (&["triangle", "--until", "1", "--budget", "0"], "`0` is neither rounds (100000) nor seconds (60s)"),
        (&["triangle", "--until", "1", "--budget", "-3s"], "`-3s` is not a number of seconds above 0"),
        (&["tests/bad/problems/proxy-below.toml"], "line 7: `constraint[1].proxy` must be at least"),
    ] {
        let answer = solve(arguments, &output);
        assert_eq!(answer.status.code(), Some(2), "{arguments:?}");
        assert!(text(&answer.stderr).contains(words), "{arguments:?}: {}", text(&answer.stderr));
        assert!(answer.stdout.is_empty() && !output.exists(), "{arguments:?} left something behind");
    }
    let file = folder.path().join("file");
    fs::write(&file, "precious").expect("the folder is ours");
    assert_eq!(solve(&["triangle"], &file).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("still there"), "precious");
}

#[test]
fn the_list_shows_every_family_with_its_optimum() {
    let output = crate::program(Some(1000)).args(["solve", "--list"]).output().expect("built");
    let list = text(&output.stdout);
    for family in Registry::ours().families() {
        assert!(list.contains(family.name), "{}", family.name);
    }
    assert!(list.contains("best point about -0.425, best mixture about -1.175"), "{list}");
}

#[test]
fn the_extremal_family_is_shrunk_to_all_of_its_candidates() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["extremal:m=4,v=1,gamma=0.5", "--rounds", "500"], folder.path());
    // v / (v + m gamma), as a rational.
    assert_eq!(report["solution"]["objective"], "1/3", "{report:#}");
    assert_eq!(report["solution"]["epsilon"], "0");
    assert_eq!(report["solution"]["support"].as_array().map(Vec::len), Some(5));
    let written = referee::shrink::Record::read(folder.path().join("solution.json")).expect("a solution");
    assert_eq!(written.to_json(), report["solution"]);
    assert!(proofs_check::check_file(&folder.path().join("solution.json"), None).is_ok());
}

#[test]
fn the_triangle_is_refined_to_the_best_mixture() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["triangle", "--rounds", "200", "--refine", "--gap", "1e-6"], folder.path());
    let refined = &report["refined"];
    assert_eq!(refined["status"], "optimal");
    assert!(number(&refined["gap"]) <= 1e-6, "{refined}");
    assert!((number(&refined["lower_bound"]) + 1.175).abs() <= 1e-6, "{refined}");
    assert!(proofs_check::check_file(&folder.path().join("refined.json"), None).is_ok());
    // The points are written row by row beside their values, and the mixture's are those of the report.
    let points = fs::read_to_string(folder.path().join("refined-points.csv")).expect("written");
    let points: Vec<&str> = points.lines().collect();
    let record = referee::shrink::Record::read(folder.path().join("refined.json")).expect("a solution");
    assert_eq!((points[0], points.len()), ("theta_1,theta_2", record.count + 1));
    let referee::shrink::Outcome::Optimal(solution) = record.outcome else { panic!("it is feasible") };
    for (atom, printed) in solution.support.iter().zip(refined["support"].as_array().expect("a list")) {
        let point: Vec<f64> = points[atom.candidate + 1].split(',').map(|x| x.parse().expect("a number")).collect();
        assert_eq!(serde_json::json!(point), printed["theta"]);
    }
    let compared = report["compared"].as_array().expect("a list");
    assert_eq!(compared.len(), 5, "played, shrunk, one round, the average, refined: {compared:?}");
}

#[test]
fn a_subsample_is_what_is_shrunk() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["step-hinge", "--rounds", "300", "--every", "10"], folder.path());
    assert_eq!(report["solution"]["candidates"]["file"], "candidates.csv");
    assert_eq!(report["solution"]["candidates"]["count"], 30);
    assert!(proofs_check::check_file(&folder.path().join("solution.json"), None).is_ok());
}

#[test]
fn the_shrunk_mixture_has_a_certified_gap() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Both games: the gap must cover the distance to the optimum in closed form.
    for (problem, optimum) in [("triangle", "mixed_optimum"), ("step-hinge", "proxy_optimum")] {
        let report = solved(&[problem, "--rounds", "500"], folder.path());
        let gap = &report["shrunk_gap"];
        let shrunk = number(&report["compared"][1]["objective"][1]);
        assert!(number(&gap["at_most"]) >= shrunk - number(&report[optimum][0]), "{problem}: {gap}");
        assert_eq!(gap["grade"], "proved", "{problem}");
    }
    let output = solve(&["triangle", "--rounds", "500"], folder.path());
    let printed = text(&output.stdout);
    let words = "The mean objective of the shrunk mixture, at most ";
    assert!(
        printed.contains(words) && printed.contains("that of every feasible mixture, if there is one"),
        "{printed}"
    );
}

#[test]
fn the_least_epsilon_is_not_said_to_be_least_where_it_is_0() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let printed = solve(&["extremal:m=4,v=1,gamma=0.5", "--rounds", "500"], folder.path()).stdout;
    assert!(text(&printed).contains("every constraint at most 0 on average, none is better"), "{}", text(&printed));
}

#[test]
fn what_cannot_be_written_is_found_before_anything_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, arguments) in [
        ("solution.json", &["triangle"][..]),
        ("candidates.csv", &["triangle", "--every", "2"]),
        ("refined-points.csv", &["triangle", "--refine"]),
        ("bound.json", &["triangle", "--refine"]),
    ] {
        let output = folder.path().join(name.replace('.', "-"));
        fs::create_dir_all(output.join(name)).expect("ours");
        let answer = solve(arguments, &output);
        assert_eq!(answer.status.code(), Some(2), "{name}");
        assert!(text(&answer.stderr).contains("this is not a regular file"), "{}", text(&answer.stderr));
        assert_eq!(fs::read_dir(&output).expect("ours").count(), 1, "{name}: something was written");
    }
    // What a run does not write may be anything.
    let output = folder.path().join("candidates-csv");
    assert_eq!(solve(&["triangle", "--rounds", "20"], &output).status.code(), Some(0));
    assert!(output.join("candidates.csv").is_dir());
}

#[test]
fn the_problem_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("refined.csv");
    fs::write(&file, "minimize = \"x\"\n[variables]\nx = [0, 1]\n").expect("ours");
    let answer = solve(&[file.to_str().expect("a plain name")], folder.path());
    assert_eq!(answer.status.code(), Some(2), "{}", text(&answer.stdout));
    assert!(text(&answer.stderr).contains("would destroy the problem"), "{}", text(&answer.stderr));
    assert_eq!(fs::read_dir(folder.path()).expect("ours").count(), 1);
}

#[test]
fn results_of_an_older_run_do_not_stay_beside_new_ones() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let has = |name: &str| folder.path().join(name).exists();
    let results = ["candidates.csv", "refined.csv", "refined-points.csv", "refined.json", "bound.json"];
    let first = solve(&["triangle", "--rounds", "100", "--every", "10", "--refine"], folder.path());
    assert!(results.iter().all(|name| has(name)), "{}", text(&first.stderr));
    for words in ["The refined mixture: [", "The solution counts the rows of candidates.csv", "refined-points.csv"] {
        assert!(text(&first.stdout).contains(words), "{words} is missing in:\n{}", text(&first.stdout));
    }
    fs::write(folder.path().join("refined.txt"), "mine").expect("ours");
    let second = solve(&["triangle", "--rounds", "100", "--quiet"], folder.path());
    for name in results {
        assert!(!has(name) && text(&second.stdout).contains(&format!("removed an older {name}\n")), "{name}");
    }
    assert!(has("refined.txt") && has("trace.csv") && has("solution.json"));
    // Somebody's own candidates have that name too.
    let own = "objective,constraint_1\n0,1\n";
    fs::write(folder.path().join("candidates.csv"), own).expect("ours");
    let third = solve(&["triangle", "--rounds", "100", "--quiet"], folder.path());
    assert_eq!(fs::read_to_string(folder.path().join("candidates.csv")).expect("kept"), own);
    assert!(text(&third.stdout).contains("candidates.csv, which this run did not write"), "{}", text(&third.stdout));
    assert!(!text(&third.stdout).contains("removed"));
    // So has somebody's own bound; a later run that writes one replaces it.
    fs::write(folder.path().join("bound.json"), "{}").expect("ours");
    let fourth = solve(&["triangle", "--rounds", "100", "--quiet"], folder.path());
    assert!(text(&fourth.stdout).contains("bound.json, which this run did not write"), "{}", text(&fourth.stdout));
    assert_eq!(fs::read_to_string(folder.path().join("bound.json")).expect("kept"), "{}");
}

/// The call in the last line, with what it prints.
fn certified(call: &str) -> (Option<i32>, String) {
    let words: Vec<&str> = call.split(' ').skip(1).collect();
    let output = crate::program(Some(1000)).args(&words).output().expect("the program was built");
    (output.status.code(), text(&output.stdout).to_owned() + text(&output.stderr))
}

#[test]
fn a_line_holds_the_run_against_its_rate() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (arguments, statement, filled) in [
        (&["triangle", "--algorithm", "oracle-lagrangian"][..], "lemma-1", "--payoff-bound"),
        (&["triangle", "--algorithm", "oracle-proxy-lagrangian"], "lemma-11", "--payoff-bound"),
        (&["triangle", "--algorithm", "stochastic-proxy-lagrangian"], "lemma-8", "--payoff-bound"),
        (&["qp-box"], "corollary-1", "--payoff-bound"),
        (&["qp-box", "--theta-player", "stochastic-subgradient"], "lemma-10", "--subgradient-bound"),
        (&["step-hinge", "--theta-player", "stochastic-subgradient"], "lemma-4", "--domain-radius"),
    ] {
        let arguments = [arguments, &["--rounds", "200"]].concat();
        let printed = solve(&arguments, folder.path());
        let call = text(&printed.stdout).lines().find(|line| line.starts_with("referee ")).expect("a line").to_owned();
        assert!(call.contains(&format!("--statement {statement} ")), "{arguments:?}: {call}");
        let (status, words) = certified(&call);
        assert_eq!(status, Some(0), "{call}\n{words}");
        let line = words.lines().find(|line| line.starts_with("Filled in from the problem")).expect("such a line");
        assert!(line.contains(filled), "{line}");
        assert!(words.contains("Kept: ") && !words.contains("give --step"), "{words}");
        // The same numbers are in the report for programs.
        let report = solved(&arguments, folder.path());
        assert_eq!(report["certify"], call);
        assert!(call.contains(&format!("--step {:?}", number(&report["lambda_step"]))), "{call}");
        assert!(number(&report["lambda_rounding"]) > 0.0);
        if statement == "lemma-1" {
            // The errors of the rounds, and what the lower bound at the mean multipliers is off by.
            let error = call.split_once("--oracle-error ").expect("a flag").1.parse::<f64>().expect("a number");
            assert!(error >= number(&report["theta_runtime_bound"]), "{call}");
        }
        if statement == "lemma-10" || statement == "lemma-4" {
            assert!(call.contains(&format!("--theta-step {:?}", number(&report["theta_step"]))), "{call}");
        }
        assert!(!words.contains("ndecided") && !words.contains("Not "), "{words}");
        let quiet = solve(&[&arguments[..], &["--quiet"]].concat(), folder.path());
        assert!(!text(&quiet.stdout).contains("referee certify"), "{arguments:?}");
    }
    let other = solve(&["triangle", "--rounds", "50", "--lambda-player", "exponentiated-gradient"], folder.path());
    assert!(!text(&other.stdout).contains("referee certify"), "no statement is about this player");
}

/// More constraints than a swap matrix is made for, certified as it is played: nothing is written, not even a folder.
#[test]
fn without_a_trace_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("out");
    let call = ["polygon:m=600", "--algorithm", "stochastic-proxy-lagrangian", "--lambda-player", "deviation-adahedge"];
    let report = solved(&[&call[..], &["--rounds", "64", "--no-trace"]].concat(), &place);
    assert!(!place.exists());
    let measured = &report["certified"]["measured"];
    assert!(measured["swap_regret"].is_null() && measured["deviation_to_objective"].is_array(), "{report}");
    let claims = report["certified"]["claims"].as_array().expect("claims");
    // Nobody can check them again, so nothing is called proved.
    assert!(claims.iter().any(|claim| claim["name"] == "suboptimality_deviation" && claim["grade"] == "computed"));
    assert!(claims.iter().all(|claim| claim["verdict"] == "holds" && claim["grade"] != "proved"), "{report}");
    assert_eq!(report["checkable"], false);
    let printed = solve(&["triangle", "--rounds", "50", "--no-trace"], &place);
    let printed = text(&printed.stdout);
    assert_eq!(printed.matches("(computed").count(), 2, "feasibility and optimality:\n{printed}");
    assert!(!printed.contains("proved"), "{printed}");
    let kept = solve(&["triangle", "--rounds", "50"], &folder.path().join("kept"));
    assert!(text(&kept.stdout).contains("on average (proved)"), "{}", text(&kept.stdout));
    // What would need a trace is refused.
    let refused = solve(&["polygon", "--no-trace", "--stream"], &place);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--no-trace"), "{}", text(&refused.stderr));
}

/// Every document in a folder is derived again from its data by the checker.
fn is_checked(folder: &Path) {
    for name in ["certificate.json", "solution.json"] {
        let verdict = proofs_check::check_file(&folder.join(name), None);
        assert!(verdict.is_ok(), "{name}: {}", verdict.unwrap_err());
    }
}

#[test]
fn a_target_is_met_or_what_was_reached_is_said() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let report = solved(&["qp-half", "--until", "0.05"], folder.path());
    assert_eq!(report["until"]["met"], true, "{report}");
    for name in ["infeasibility", "suboptimality"] {
        assert!(number(&report["certified"]["measured"][name][1]) <= 0.05, "{report}");
    }
    let last = report["until"]["stretches"].as_array().expect("a list").last().expect("a stretch").clone();
    assert_eq!(last["rounds"], report["rounds"]);
    is_checked(folder.path());
    // The same call without the target, at the rounds of the last stretch, writes the same bytes.
    let alone = tempfile::tempdir().expect("a temporary folder");
    let _ = solved(&["qp-half", "--rounds", &report["rounds"].to_string()], alone.path());
    for name in ["trace.csv", "certificate.json", "solution.json"] {
        let [one, other] = [folder.path(), alone.path()].map(|folder| fs::read(folder.join(name)).expect("written"));
        assert!(one == other, "{name} differs");
    }
    for (arguments, words) in [
        (["triangle", "1e-9", "300"], "not met in 192 rounds, and --budget allows no longer stretch"),
        (["step-hinge", "1", "300"], "the second against mixtures that satisfy the proxies, if there are any"),
        (["infeasible", "0.001", "300"], "not met in 192 rounds"),
        (["infeasible", "suboptimality=1e9", "300"], "The target is met, in 64 rounds"),
        (["triangle", "suboptimality=1e-9", "1e-6s"], "not met in 64 rounds"),
    ] {
        let [problem, until, budget] = arguments;
        let out = tempfile::tempdir().expect("a temporary folder");
        let answer = solve(&[problem, "--until", until, "--budget", budget], out.path());
        let met = words.contains("is met") || problem == "step-hinge";
        assert_eq!(answer.status.code(), Some(i32::from(!met)), "{arguments:?}: {}", text(&answer.stderr));
        let printed = text(&answer.stdout).replace('\n', " ");
        assert!(printed.contains(words), "{arguments:?}: {printed}");
        is_checked(out.path());
    }
}

#[test]
fn nonsense_is_not_a_target_and_not_a_budget() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out");
    for until in ["", "nan", "inf", "x", "infeasibility", "infeasibility=", "1,2", "suboptimality=1,"] {
        assert_eq!(solve(&["triangle", "--until", until], &output).status.code(), Some(2), "{until}");
    }
    for budget in ["", "s", "0s", "infs", "1e300s", "1m", "1.5"] {
        let answer = solve(&["triangle", "--until", "1", "--budget", budget], &output);
        assert_eq!(answer.status.code(), Some(2), "{budget}");
    }
    assert!(!output.exists());
}

#[test]
fn all_players_are_listed_and_ten_of_them_are_in_the_help() {
    let printed = |arguments: &[&str]| {
        let output = crate::program(Some(1000)).args(arguments).output().expect("built");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let (list, help) = (printed(&["solve", "--list", "players"]), printed(&["solve", "--help"]));
    let rows: serde_json::Value =
        serde_json::from_str(&printed(&["solve", "--list", "players", "--json"])).expect("JSON");
    let mut shown = 0;
    for row in rows.as_array().expect("a list") {
        let name = row["name"].as_str().expect("a name");
        assert!(list.contains(&format!("\n{name} ")) && row["about"].as_str().is_some_and(|about| !about.is_empty()));
        shown += usize::from(help.contains(&format!(" {name},")) || help.contains(&format!(" {name};")));
    }
    let ours = Registry::ours();
    let count = ours.theta_players().len() + Game::ALL.into_iter().flat_map(|game| ours.lambda_players(game)).count();
    assert_eq!((rows.as_array().map(Vec::len), shown), (Some(count), 10));
}

#[test]
fn problem_files_are_verified_and_wrong_ones_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = |arguments: &[&str]| {
        let mut command = crate::program(Some(1000));
        command.current_dir(folder.path()).args(arguments).output().expect("built")
    };
    let late = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/late.toml");
    let output = call(&["verify", late, "--statement", "theorem-2", "--quiet"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("nothing is wrong"), "{text}");
    // A false fact is the file's word, and the answer says so.
    let false_fact =
        fs::read_to_string(late).expect("it is there").replace("mixed_optimum = -0.5", "mixed_optimum = -0.3");
    fs::write(folder.path().join("false.toml"), false_fact).expect("it is written");
    let output = call(&["verify", "false.toml", "--statement", "theorem-2", "--quiet"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(0) || text.contains("its author's word"), "{text}");
    let output = call(&["verify", "false.toml", "--statement", "theorem-1", "--quiet"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("its author's word"), "{text}");
    let rates = ["rates", "--players", "matrix", "--sequences", "none", "--rounds", "64", "--problems"];
    let output = call(&[&rates[..], &[late, "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    fs::write(folder.path().join("bad.toml"), "minimize = \"x\"\n").expect("it is written");
    for arguments in [&["verify", "bad.toml"][..], &[&rates[..], &["bad.toml"]].concat()] {
        let output = call(arguments);
        let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{sentence}");
        assert!(sentence.contains("bad.toml") && sentence.lines().count() == 1, "{sentence}");
    }
}
