//! The corpus: small files that can be checked by hand. `accept/` holds the golden vectors and other true files;
//! `reject/<reason>/` holds files with one wrong thing each, which must be refused for that very reason. A file with a
//! `.problem` beside it is true and about another problem than that.

#![expect(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a test may stop where it likes")]

use proofs_check::{Accepted, Files, Grade, Reason, Refusal, Verdict, Wanted, check_file, check_files_about};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

/// The answer to a file of `reject`, which is asked for the problem beside it if there is one.
fn answer(file: &Path) -> Result<Accepted, Refusal> {
    let Ok(problem) = std::fs::read(file.with_extension("problem")) else { return check_file(file, None) };
    assert!(check_file(file, None).is_ok(), "{} is wrong not only by its problem", file.display());
    check_files_about(file, Files::default(), &[Wanted::problem(&problem, "asked.json").unwrap()])
}

#[test]
fn true_files_are_accepted() {
    let files = files(&corpus("accept"), "json");
    assert!(files.len() >= 60, "{}", files.len());
    for file in files {
        if let Err(refusal) = check_file(&file, None) {
            panic!("{}: {refusal}", file.display());
        }
    }
}

#[test]
fn false_files_are_rejected_for_their_own_reason() {
    let mut reasons = BTreeSet::new();
    for folder in std::fs::read_dir(corpus("reject")).unwrap().map(|entry| entry.unwrap().path()) {
        let wanted = folder.file_name().unwrap().to_string_lossy().into_owned();
        let files = files(&folder, "json");
        assert!(!files.is_empty(), "{wanted} is empty");
        for file in files {
            let refusal = answer(&file).expect_err(&format!("{} was accepted", file.display()));
            let found = refusal.reason().map_or_else(|| "malformed".to_owned(), |reason| format!("{reason:?}"));
            assert_eq!(found, wanted, "{}: {refusal}", file.display());
            assert_eq!(refusal.exit_status(), if wanted == "malformed" { 2 } else { 1 });
        }
        reasons.insert(wanted);
    }
    assert!(reasons.len() >= 29, "only {reasons:?}");
}

/// The text of an accepted file without one of its claims, for each of them.
fn without_a_claim(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once("\"claims\": [") else { return Vec::new() };
    let (list, after) = rest.rsplit_once(']').unwrap();
    // A claim is an object without objects in it or, in a solution, a text.
    let close = if list.contains('{') { '}' } else { '"' };
    let is_end = |at: usize| close == '}' || list.get(..at).unwrap().matches('"').count() % 2 == 1;
    let ends = list.match_indices(close).map(|(at, _)| at).filter(|&at| is_end(at));
    let (mut claims, mut start) = (Vec::new(), 0);
    for end in ends {
        claims.push(list.get(start..=end).unwrap().trim_start_matches([',', ' ', '\n']));
        start = end + 1;
    }
    let others = |gone: usize| {
        let kept = claims.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, claim)| *claim);
        kept.collect::<Vec<_>>().join(", ")
    };
    (0..claims.len()).map(|gone| format!("{before}\"claims\": [{}]{after}", others(gone))).collect()
}

/// What a file says cannot be made to look better by leaving out a claim.
#[test]
fn no_claim_can_be_left_out() {
    let (mut left_out, mut new) = (0, 0);
    for folder in ["accept", "problems/accept", "data/accept"] {
        for file in files(&corpus(folder), "json") {
            let text = std::fs::read_to_string(&file).unwrap();
            let check = |text: &str| {
                let beside = |name: &str| std::fs::File::open(file.with_file_name(name));
                proofs_check::check_bytes(text.as_bytes(), "certificate.json", beside)
            };
            let claims = check(&text).unwrap().claims().len();
            let all = without_a_claim(&text);
            assert!(all.len() == claims || all.is_empty(), "{}", file.display());
            for text in all {
                let refusal = check(&text).expect_err(&format!("{} was accepted without a claim", file.display()));
                let malformed = refusal.reason().is_none() && text.contains("referee-solution/1");
                assert!(malformed || refusal.reason() == Some(Reason::MissingClaim), "{}: {refusal}", file.display());
                left_out += 1;
                let bound = refusal.to_string().contains("claim lower_bound_possible");
                new += i32::from(bound && refusal.to_string().ends_with("written before this rule: certify again"));
            }
        }
    }
    assert!(left_out > 400 && new > 40, "{left_out} {new}");
}

/// Nothing in a file is passed over in silence: a field that nobody knows is refused in every object.
#[test]
fn no_field_can_be_added() {
    let mut added = 0;
    for folder in ["accept", "problems/accept", "data/accept"] {
        for file in files(&corpus(folder), "json") {
            let text = std::fs::read_to_string(&file).unwrap();
            for (at, _) in text.match_indices('{') {
                let (before, after) = text.split_at(at + 1);
                let comma = if after.trim_start().starts_with('}') { "" } else { "," };
                let changed = format!("{before} \"nobody knows\": 0{comma}{after}");
                let beside = |name: &str| std::fs::File::open(file.with_file_name(name));
                let answer = proofs_check::check_bytes(changed.as_bytes(), "certificate.json", beside);
                assert!(answer.is_err(), "{} was accepted with a field more at byte {at}", file.display());
                added += 1;
            }
        }
    }
    assert!(added > 600, "{added}");
}

#[test]
fn the_golden_proxy_vector_has_the_audited_verdicts_and_grades() {
    let accepted = check_file(&corpus("accept/tv-p.json"), None).unwrap();
    assert_eq!((accepted.statement(), accepted.claims().len()), ("theorem-2", 11));
    assert!(accepted.claims().iter().all(|claim| claim.verdict == Verdict::Holds));
    let proved: Vec<_> =
        accepted.claims().iter().filter(|claim| claim.grade == Grade::Proved).map(|c| c.name).collect();
    assert_eq!(proved, ["objective_weight_positive", "domination", "infeasibility", "infeasibility_deviation"]);
    let text = accepted.to_string();
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(lines.next().unwrap(), "lower bound: 4.875, declared");
    assert_eq!(lines.next().unwrap(), "objective_weight_positive holds proved theorem-2");
    assert_eq!(lines.next().unwrap(), "0 < 4.75");
}

/// What holds with a probability is called promised where the file states the steps that it is promised for.
#[test]
fn a_probability_is_promised_for_the_steps_that_are_stated() {
    let (mut promised, mut not) = (0, 0);
    for file in files(&corpus("accept"), "json") {
        let text = std::fs::read_to_string(&file).unwrap();
        let is_of = |names: &[&str]| names.iter().any(|name| text.contains(&format!("\"statement\": \"{name}\"")));
        let has = |field: &str| text.contains(&format!("\"{field}\": 0."));
        if !has("confidence") {
            continue;
        }
        let step = has("step") || is_of(&["corollary-3", "theorem-7"]);
        let theta_step = has("theta_step") || is_of(&["lemma-9", "corollary-4"]);
        let note = check_file(&file, None).unwrap().note().unwrap().to_owned();
        let (is_promised, is_not) = (note.contains("sampled: promised with"), note.contains("nothing is promised"));
        assert_eq!((is_promised, is_not), (step && theta_step, !(step && theta_step)), "{}: {note}", file.display());
        promised += i32::from(is_promised);
        not += i32::from(is_not);
    }
    assert!(promised > 20 && not >= 6, "{promised} {not}");
}

/// A change of the golden vector by the least double must be noticed on both sides of every number that is exact.
#[test]
fn no_number_of_the_golden_vectors_can_move_by_one_ulp() {
    for (name, numbers) in [("tv-p", ["[2.125, 2.125]", "[2.375, 2.375]"]), ("tv-l", ["[5.0, 5.0]", "[1.0, 1.0]"])] {
        let text = std::fs::read_to_string(corpus(&format!("accept/{name}.json"))).unwrap();
        let trace = std::fs::read(corpus(&format!("accept/{name}.csv"))).unwrap();
        let check = |text: &str| proofs_check::check_bytes(text.as_bytes(), name, |_| Ok(trace.as_slice()));
        assert!(check(&text).is_ok());
        for number in numbers {
            let x: f64 = number[1..].split(',').next().unwrap().parse().unwrap();
            for moved in [x.to_bits() - 1, x.to_bits() + 1].map(f64::from_bits) {
                let at = text.rfind(number).unwrap();
                let changed = format!("{}[{moved:?}, {moved:?}]{}", &text[..at], &text[at + number.len()..]);
                assert_eq!(check(&changed).unwrap_err().reason(), Some(Reason::NotEnclosed), "{name} {number} {moved}");
            }
        }
    }
}

#[test]
fn the_data_may_lie_elsewhere() {
    let elsewhere = corpus("reject/Rounds/tv-l.csv");
    assert!(
        check_file(&corpus("accept/tv-l.json"), Some(Files { trace: Some(&elsewhere), ..Files::default() })).is_ok(),
        "the same bytes under another name"
    );
    let refusal = check_file(
        &corpus("accept/tv-l.json"),
        Some(Files { trace: Some(&corpus("accept/tv-p.csv")), ..Files::default() }),
    )
    .unwrap_err();
    assert_eq!(refusal.reason(), Some(Reason::Game));
    for data in [
        Files { trace: Some(&corpus("accept/absent.csv")), ..Files::default() },
        Files { candidates: Some(&elsewhere), ..Files::default() },
    ] {
        let refusal = check_file(&corpus("accept/tv-l.json"), Some(data)).unwrap_err();
        assert!(matches!(refusal, Refusal::Unread { .. }), "{refusal}");
    }
}

/// Sentences are for people: no names of variants, and numbers that can be read.
#[test]
fn sentences_are_plain() {
    let mut seen = 0;
    for folder in std::fs::read_dir(corpus("reject")).unwrap().map(|entry| entry.unwrap().path()) {
        let reason = folder.file_name().unwrap().to_string_lossy().into_owned();
        for file in files(&folder, "json") {
            let sentence = answer(&file).unwrap_err().to_string();
            let sentence = sentence.replace(&folder.display().to_string(), "");
            for word in [format!("({reason})").as_str(), "Proxy", "AtMost", "Below", "Hypothesis", "Conclusion", "0.e"]
            {
                assert!(!sentence.contains(word), "{}: {sentence}", file.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 120, "{seen}");
    let sentence = |file: &str| check_file(&corpus(file), None).unwrap_err().to_string();
    let support = sentence("reject/Support/too-many-at-minimal-epsilon.json");
    assert!(support.ends_with("above 2: the active constraints at a positive minimal epsilon"), "{support}");
    let ulp = sentence("reject/NotEnclosed/one-ulp.json");
    assert!(
        ulp.contains("[0.6000000000000001, 0.6000000000000001] starts above the exact value 3/5 (0.6) by"),
        "{ulp}"
    );
    let unpaired = sentence("reject/Equalities/equal-but-enclosed.json");
    let wanted = "rejected: trace, round 0 (from 0): `equalities` needs exact values that are opposite, but `constraint_1` is \
                  in [0.5, 0.625] and `constraint_2` is in [-0.625, -0.5]";
    assert_eq!(unpaired, wanted);
    let high = sentence("reject/LowerBound/ranges-too-high-for-proxies.json");
    assert!(
        high.ends_with("the ranges give -1/8 (-0.125), which is below the recorded -0.12499999999999999"),
        "{high}"
    );
    let support = sentence("reject/Support/equal-solution-of-three.json");
    assert!(support.ends_with("above 2: the active constraints, an equality counted once, + 1"), "{support}");
    let round = sentence("problems/reject/Values/another-value.json");
    assert!(round.starts_with("rejected: trace, round 2 (from 0): "), "{round}");
}

#[test]
fn the_sides_of_a_claim_are_enclosed_by_doubles() {
    let accepted = check_file(&corpus("accept/tv-l.json"), None).unwrap();
    let claim = accepted.claims().iter().find(|claim| claim.name == "infeasibility").unwrap();
    let sevenths: f64 = 1.428_571_428_571_428_4;
    let sides = [(1.0, 1.0), (sevenths, f64::from_bits(sevenths.to_bits() + 1))];
    assert_eq!((claim.sides(), claim.relation()), (Some(sides), Some("<=")));
    let solution = check_file(&corpus("accept/tv-lp3.json"), None).unwrap();
    assert!(solution.claims().iter().all(|claim| claim.sides().is_none() && claim.relation().is_none()));
}

#[test]
fn a_flaw_is_named_with_its_file_and_line() {
    let refusal = check_file(&corpus("reject/malformed/unreduced.json"), None).unwrap_err().to_string();
    assert!(refusal.contains("unreduced.json, line ") && refusal.contains("`weight`"), "{refusal}");
    let refusal = check_file(&corpus("reject/NotEnclosed/a-smaller-regret.json"), None).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "rejected: measured.swap_regret: the recorded enclosure [2.25, 2.25] ends below the exact value 19/8 (2.375) by about \
         0.125"
    );
    for (file, words) in [
        ("rate-negative-rounding", "rounding` must not be negative"),
        ("rate-step-0", "step` must be positive"),
        ("rate-confidence-0", "confidence` must be above 0 and at most 1"),
    ] {
        let refusal = check_file(&corpus(&format!("reject/malformed/{file}.json")), None).unwrap_err().to_string();
        assert!(refusal.ends_with(words), "{refusal}");
    }
}
