//! Data: files that can be checked by hand, and random ones against formulas that go row by row.

#![expect(
    clippy::float_arithmetic,
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::many_single_char_names,
    reason = "tests make numbers and mistakes freely"
)]

mod certificate;
mod fit;
#[path = "../tamper/game.rs"]
#[allow(dead_code, reason = "shared with the other random certificates")]
mod game;
#[path = "../tamper/numbers.rs"]
#[allow(dead_code, reason = "shared with the other random certificates")]
mod numbers;
#[path = "../tamper/rates.rs"]
#[allow(dead_code, reason = "shared with the other random certificates")]
mod rates;
#[path = "../tamper/recorded.rs"]
#[allow(dead_code, reason = "shared with the other random certificates")]
mod recorded;
#[path = "../tamper/reference.rs"]
#[allow(dead_code, reason = "shared with the other random certificates")]
mod reference;
mod rules;
mod slow;

use certificate::{MALFORMED_MARGINS, Run, by_hand};
use fit::Fit;
use game::Range;
use numbers::Rng;
use proofs_check::{Grade, Reason, Verdict, check_bytes};
use std::collections::BTreeMap;

#[test]
fn true_fits_are_accepted_and_a_changed_one_only_if_it_is_still_true() {
    let mut seen: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut proxies = 0;
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let it = Fit::random(&mut rng);
        proxies += usize::from(it.proxies.is_some());
        it.check().unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{}\n{}", it.data.csv, it.json()));
        for kind in 0..fit::KINDS {
            let mut changed = it.clone();
            let Some(what) = changed.change(&mut rng, kind) else { continue };
            let (verdict, truth) = (changed.check(), changed.is_true());
            let (csv, json) = (&changed.data.csv, changed.json());
            assert_eq!(verdict.is_ok(), truth, "seed {seed}, {what}: {:?}\n{csv}\n{json}", verdict.err());
            seen.entry(what).or_default()[usize::from(truth)] += 1;
        }
    }
    assert!(proxies > 10, "{proxies}");
    // The one thing that never matters, and everything else.
    for (what, [refused, accepted]) in &seen {
        let is_name = what.starts_with("the name of a");
        assert_eq!(*refused == 0, is_name, "{what}: refused {refused}, accepted {accepted}");
    }
    assert_eq!(seen.len(), fit::KINDS, "{seen:?}");
}

#[test]
fn true_certificates_are_accepted_and_a_changed_one_only_if_it_is_still_true() {
    let (mut seen, mut proved): (BTreeMap<&str, [usize; 2]>, usize) = (BTreeMap::new(), 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let it = Run::random(&mut rng);
        let accepted = it.check();
        let accepted = accepted.unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{}", it.files().0));
        proved +=
            usize::from(it.margins.is_some() && accepted.claims().iter().all(|claim| claim.grade == Grade::Proved));
        for kind in 0..certificate::KINDS {
            let mut changed = it.clone();
            let Some(what) = changed.change(&mut rng, kind) else { continue };
            let (verdict, truth) = (changed.check(), changed.is_true());
            let (json, csv) = changed.files();
            let rows = &changed.data.csv;
            assert_eq!(verdict.is_ok(), truth, "seed {seed}, {what}: {:?}\n{rows}\n{json}\n{csv}", verdict.err());
            seen.entry(what).or_default()[usize::from(truth)] += 1;
        }
    }
    assert!(proved > 60, "{proved}");
    for (what, [refused, accepted]) in &seen {
        let never = *what == "the name of a constraint";
        assert_eq!(*refused == 0, never, "{what}: refused {refused}, accepted {accepted}");
    }
    assert_eq!(seen.len(), certificate::KINDS, "{seen:?}");
}

/// A broken checker of the tests would agree with anything: the formulas must see what a checker by doubles misses.
#[test]
fn the_formulas_are_exact_where_doubles_are_not() {
    let data = by_hand().data;
    let theta = [f64::MIN_POSITIVE];
    assert_eq!(data.error(&theta).to_string(), "1/2");
    assert!(data.hinge(0, &theta) > slow::q("1/2"), "1/2 + 2^-1022 is above 1/2");
}

#[test]
fn a_certificate_by_hand() {
    let it = by_hand();
    assert!(it.is_true());
    let accepted = it.check().unwrap();
    assert_eq!(accepted.values(), Some(proofs_check::Values::Verified));
    for claim in accepted.claims() {
        assert_eq!(claim.grade, Grade::Proved, "{}", claim.name);
    }
    let possible = accepted.claims().iter().find(|claim| claim.name == "lower_bound_possible").unwrap();
    assert_eq!(possible.verdict, Verdict::Holds);
    for (change, reason, sentence) in [
        (
            (|it| it.lower = -0.3124) as fn(&mut Run),
            Reason::LowerBound,
            "given.lower_bound: the margins give at most -0.3125, which is below the recorded -0.3124",
        ),
        (
            |it| it.rounds[1].values[0] = (1.25, 1.25),
            Reason::Values,
            "round 1 (from 0): the value of `objective` at theta, 3/2 (1.5), is not shown to lie in the recorded [1.25, 1.25]",
        ),
        (|it| it.rounds[0].proxies[0] = (0.0, 0.0), Reason::Values, "the value of `proxy_1` at theta, -1/2 (-0.5),"),
        (|it| it.radius = 1.5, Reason::Values, "theta is outside the domain"),
        (|it| it.data.count = 3, Reason::Rounds, "data.rows: 3 rows are recorded, but rows.csv has 2"),
        (|it| it.data.label.column = "z".into(), Reason::Recipe, "data: there is no column `z` in rows.csv"),
    ] {
        let mut it = by_hand();
        change(&mut it);
        let refusal = it.check().unwrap_err();
        assert_eq!(refusal.reason(), Some(reason), "{refusal}");
        assert!(refusal.to_string().contains(sentence), "{refusal}");
    }
}

/// Over data ranges are facts: `mu` is (3/4, 1/4), the hinge loss at least 0, the hinge at least -1/2, the rate in [-1/2, 1/2].
#[test]
fn ranges_over_data_are_facts() {
    let range = |column: &str, lo: f64, hi: Option<f64>| Range::new(column, lo, hi);
    let with = |ranges: &[Range], lower: f64| {
        let it = Run { margins: None, ranges: Some(ranges.to_vec()), lower, ..by_hand() };
        (it.is_true(), it.check())
    };
    let (objective, proxy) = (range("objective", 0.0, None), range("proxy_1", -0.5, None));
    let (_, accepted) = with(&[objective.clone(), proxy.clone(), range("constraint_1", -0.5, Some(0.5))], -0.125);
    let accepted = accepted.unwrap();
    assert!(accepted.claims().iter().all(|claim| claim.grade == Grade::Proved && claim.verdict == Verdict::Holds));
    assert!(accepted.claims().iter().any(|claim| claim.name == "ranges_possible"));
    for (ranges, lower, sentence) in [
        (
            vec![objective.clone(), proxy.clone()],
            -0.124,
            "the ranges give -1/8 (-0.125), which is below the recorded -0.124",
        ),
        (vec![objective.clone()], -9.0, "`proxy_1` counts in the bound but has no range"),
        (
            vec![objective.clone(), range("proxy_1", -0.4375, None)],
            -9.0,
            "`proxy_1` is known to be at least -1/2 (-0.5), not -0.4375",
        ),
        (vec![range("objective", 0.5, None), proxy.clone()], -9.0, "`objective` is known to be at least 0, not 0.5"),
        (vec![range("objective", 0.0, Some(99.0)), proxy.clone()], -9.0, "`objective` is not known to be at most 99.0"),
        (
            vec![objective.clone(), range("proxy_1", -0.5, Some(99.0))],
            -9.0,
            "`proxy_1` is not known to be at most 99.0",
        ),
        // One that does not count must be a fact too.
        (
            vec![objective, proxy, range("constraint_1", -0.5, Some(0.4375))],
            -9.0,
            "`constraint_1` is not known to be at most 0.4375",
        ),
    ] {
        let (is_true, answer) = with(&ranges, lower);
        let refusal = answer.unwrap_err();
        assert!(!is_true && refusal.reason() == Some(Reason::LowerBound), "{refusal}");
        assert_eq!(refusal.to_string(), format!("rejected: given.lower_bound: {sentence}"));
    }
}

/// That recorded values are opposite does not say that the functions of the problem are: beside it all of `mu` counts.
#[test]
fn equalities_leave_ranges_over_data_as_they_are() {
    let mut it = Run { margins: None, proxies: false, ..by_hand() };
    let mut other = it.data.constraints[0].clone();
    (other.name, other.constant, other.terms[0].0) = ("other half".into(), slow::q("1/2"), slow::q("-1"));
    it.data.constraints.push(other);
    for round in &mut it.rounds {
        let (lo, hi) = round.values[1];
        round.values.push((-hi, -lo));
        (round.proxies, round.lambda) = (vec![], vec![0.5, 0.25, 0.25]);
    }
    let answer = |ranges: &[(&str, f64)], lower: f64| {
        let ranges = ranges.iter().map(|(column, lo)| Range::new(column, *lo, None)).collect();
        let it = Run { ranges: Some(ranges), lower, ..it.clone() };
        let (json, trace) = it.files();
        let json = json.replacen("\n \"measured\"", "\n \"equalities\": [[1, 2]],\n \"measured\"", 1);
        assert!(json.contains("equalities"));
        let rows = it.data.csv.as_bytes();
        check_bytes(json.as_bytes(), "c.json", |name| Ok(if name == "rows.csv" { rows } else { trace.as_bytes() }))
    };
    let all = [("objective", 0.0), ("constraint_1", -0.5), ("constraint_2", -0.5)];
    assert!(answer(&all, -0.25).is_ok());
    let high = answer(&all, -0.125).unwrap_err().to_string();
    assert!(high.ends_with("the ranges give -1/4 (-0.25), which is below the recorded -0.125"), "{high}");
    let few = answer(&all[..1], 0.0).unwrap_err().to_string();
    assert!(few.ends_with("`constraint_1` counts in the bound but has no range"), "{few}");
}

/// Checks the certificate by hand with one text replaced.
fn replaced(from: &str, to: &str) -> Result<proofs_check::Accepted, proofs_check::Refusal> {
    let it = by_hand();
    let (json, trace) = it.files();
    let changed = json.replacen(from, to, 1);
    assert_ne!(changed, json, "{from}");
    let rows = it.data.csv.as_bytes();
    check_bytes(changed.as_bytes(), "c.json", |name| Ok(if name == "rows.csv" { rows } else { trace.as_bytes() }))
}

#[test]
fn the_form_of_a_problem_over_data() {
    for (from, to) in [
        ("\"objective\": \"hinge\"", "\"objective\": \"error\""),
        ("\"constraint\": \"rate\"", "\"constraint\": \"hinge\""),
        ("\"constraint\": \"rate\", ", ""),
        ("\"proxy\": \"hinge\"", "\"proxy\": \"rate\""),
        ("\"kind\": \"ball\"", "\"kind\": \"box\""),
        ("\"radius\": 2.0", "\"radius\": -2.0"),
        ("\"features\": [ [] ]", "\"features\": [ ]"),
        ("\"equals\": [\"yes\"]", "\"equals\": []"),
        ("\"equals\": [\"yes\"]", "\"differs\": [\"no\"]"),
        ("\"equals\": [\"yes\"]", "\"equals\": [\"yes\"], \"above\": 1.0"),
        ("\"coefficient\": \"1\"", "\"coefficient\": 1"),
        ("\"rows\": 2", "\"rows\": 2.5"),
        ("\"rows\": [] }", "\"rows\": [] }, { }"),
        ("\"file\": \"rows.csv\"", "\"file\": \"../rows.csv\""),
        ("\"lower_bound\"", "\"objective_range\": 9.0, \"objective_range_evidence\": \"enclosure\", \"lower_bound\""),
    ] {
        let refusal = replaced(from, to).unwrap_err();
        assert_eq!(refusal.exit_status(), 2, "{from} -> {to}: {refusal}");
    }
    for (theta, thresholds) in MALFORMED_MARGINS {
        let to = format!("\"theta\": {theta}, \"thresholds\": {thresholds}");
        let refusal = replaced("\"theta\": [-1.0], \"thresholds\": [0.0, 2.0]", &to).unwrap_err();
        assert_eq!(refusal.exit_status(), 2, "{to}: {refusal}");
    }
    let margins = "\"kind\": \"margins\", \"theta\": [-1.0], \"thresholds\": [0.0, 2.0]";
    assert_eq!(replaced(margins, "\"kind\": \"enumeration\"").unwrap_err().reason(), Some(Reason::LowerBound));
    // A margin point: at theta = -1 the proxy is -1/2, and the objective 1.
    let with = |margin: &str| {
        let point = "\"margin_point\": [-1.0], \"margin_objective\": [1.0, 1.0]";
        let refusal = replaced("\"given\": { ", &format!("\"given\": {{ \"margin\": {margin}, {point}, ")).unwrap_err();
        refusal.reason()
    };
    assert_eq!(with("0.75"), Some(Reason::Margin));
    assert_eq!(with("0.5"), Some(Reason::MissingClaim), "the point has the margin; its claims are not written here");
    // Without the proxy the function is a rate, which margins do not bound.
    let it = Run { proxies: false, ..by_hand() };
    let mut without = it.clone();
    without.rounds.iter_mut().for_each(|round| round.proxies.clear());
    let refusal = without.check().unwrap_err();
    assert!(refusal.to_string().contains("`half` has a positive multiplier and is a rate"), "{refusal}");
}

/// Every key that is renamed or lost, and every value of another kind, is malformed.
#[test]
fn no_field_is_optional_or_unread() {
    let fit = (0..1000).map(|seed| Fit::random(&mut Rng::new(seed))).find(|it| it.proxies.is_some()).unwrap();
    let run = by_hand();
    let (json, trace) = run.files();
    for (json, rows, trace) in [(fit.json(), &fit.data.csv, String::new()), (json, &run.data.csv, trace)] {
        let check = |text: &str| {
            let open = |name: &str| Ok(if name == "rows.csv" { rows.as_bytes() } else { trace.as_bytes() });
            check_bytes(text.as_bytes(), "file.json", open)
        };
        assert!(check(&json).is_ok(), "{json}");
        let mut keys = 0;
        for (at, _) in json.match_indices("\": ") {
            let start = json[..at].rfind('"').unwrap();
            let renamed = format!("{}\"{}_\"{}", &json[..start], &json[start + 1..at], &json[at + 1..]);
            let null = format!("{} null, \"x\": {}", &json[..at + 2], &json[at + 3..]);
            for changed in [renamed, null] {
                let refusal = check(&changed).expect_err(&changed);
                assert_eq!(refusal.exit_status(), 2, "{refusal}\n{changed}");
            }
            keys += 1;
        }
        assert!(keys > 20, "{keys}");
    }
}

/// The corpus on disk: written from here if `WRITE_CORPUS` is set.
#[test]
fn the_files_on_disk_are_these() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/accept");
    let run = by_hand();
    let (json, trace) = run.files();
    let mut fit =
        Fit { data: run.data.clone(), models: vec![vec![-1.0], vec![2.0]], classifiers: Vec::new(), proxies: None };
    fit.data.constraints.push(slow::Constraint {
        name: "at least 19/20 of all".into(),
        constant: slow::q("19/20"),
        terms: vec![(slow::q("-1"), vec![])],
    });
    // P is 0 and 1 at the two models, so 2/3 in the mean: the constraints are 1/6 and 17/60.
    let mixture = fit.truth("a mixture".into(), vec![(0, slow::q("1/3")), (1, slow::q("2/3"))]);
    assert_eq!(mixture.constraints, ["1/6", "17/60"].map(slow::q));
    assert_eq!((mixture.error.to_string().as_str(), mixture.feasible), ("1/2", false));
    let none = fit.truth("nobody".into(), vec![(0, slow::q("1"))]);
    assert_eq!(none.constraints, ["-1/2", "19/20"].map(slow::q));
    fit.classifiers = vec![mixture, none];
    // V(1/2, 1/2) = 1/2 (-1/2 - 1 + 19/20) + 2 min(1/2, 1/2) = 29/40.
    fit.proxies = Some(([slow::q("1/2"), slow::q("1/2")].to_vec(), slow::q("29/40")));
    for (name, text) in
        [("fit.json", fit.json()), ("certificate.json", json), ("trace.csv", trace), ("rows.csv", run.data.csv.clone())]
    {
        let path = folder.join(name);
        if std::env::var_os("WRITE_CORPUS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}: set WRITE_CORPUS to write it anew");
    }
    let accepted = proofs_check::check_file(&folder.join("fit.json"), None).unwrap();
    let wanted = "exact counts on the 2 rows of rows.csv:
  a mixture (2 models mixed): error 1/2 (0.5); infeasible, the largest constraint is 17/60 (about 0.283333333)
  nobody (one model): error 1/2 (0.5); infeasible, the largest constraint is 19/20 (0.95)
no score function satisfies the hinges of all constraints: some hinge is at least 29/40 (0.725), so a comparison with \
models that satisfy them is empty";
    assert_eq!(accepted.note(), Some(wanted));
    assert!(proofs_check::check_file(&folder.join("certificate.json"), None).is_ok());
    let rows = folder.join("rows.csv");
    let data = |file: &str| {
        proofs_check::check_file(
            &folder.join(file),
            Some(proofs_check::Files { data: Some(&rows), ..proofs_check::Files::default() }),
        )
    };
    assert!(data("fit.json").is_ok() && data("certificate.json").is_ok());
    let trace = folder.join("trace.csv");
    let refusal = proofs_check::check_file(
        &folder.join("fit.json"),
        Some(proofs_check::Files { trace: Some(&trace), ..proofs_check::Files::default() }),
    );
    assert!(refusal.unwrap_err().to_string().ends_with("is a fit, which has no trace: name its data with --data"));
    let mut wrong = fit.clone();
    wrong.classifiers[0].error = slow::q("1/7");
    let sentence = wrong.check().unwrap_err().to_string();
    assert!(sentence.contains("the error of classifier a mixture is recorded as 1/7 (about 0.142857143) and is 1/2"));
}

/// No bytes make it panic: the document or the data of the corpus, damaged.
#[test]
fn damaged_files_are_refused_quietly() {
    let fits: Vec<Fit> = (0..20).map(|seed| Fit::random(&mut Rng::new(seed))).collect();
    let run = by_hand();
    let (json, trace) = run.files();
    let mut rng = Rng::new(7);
    let mut answers = [0; 3];
    for round in 0..6000 {
        let fit = &fits[round % fits.len()];
        let is_fit = rng.chance(2);
        let mut document = if is_fit { fit.json() } else { json.clone() }.into_bytes();
        let mut rows = if is_fit { &fit.data.csv } else { &run.data.csv }.clone().into_bytes();
        let (damaged, follow) = if rng.chance(3) { (&mut rows, rng.chance(2)) } else { (&mut document, false) };
        let (at, byte) = (rng.below(damaged.len()), *rng.pick(b"\"{}[],.-+019e/\\ \n\r\t\x00\xff"));
        match rng.below(3) {
            0 => damaged[at] = byte,
            1 => damaged.insert(at, byte),
            _ => drop(damaged.drain(at..(at + 1 + rng.below(8)).min(damaged.len()))),
        }
        if follow {
            // The digest follows, so that the damage is read.
            let text = String::from_utf8(document).unwrap();
            let old = if is_fit { &fit.data.sha256 } else { &run.data.sha256 };
            document = text.replace(old.as_str(), &digest_of(&rows)).into_bytes();
        }
        let open = |name: &str| Ok(if name == "trace.csv" { trace.as_bytes() } else { rows.as_slice() });
        match check_bytes(&document, "damaged.json", open) {
            Ok(accepted) => answers[0] += usize::from(!accepted.to_string().is_empty()),
            Err(refusal) => {
                assert!(!refusal.to_string().contains('\n'), "a refusal is one line: {refusal}");
                answers[usize::from(refusal.exit_status())] += 1;
            }
        }
    }
    assert!(answers.iter().all(|count| *count > 100), "accepted, rejected, malformed: {answers:?}");
}

fn digest_of(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
