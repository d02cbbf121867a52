//! The files of the corpus with one wrong thing each, made from true ones.

use crate::corpus::{Files, folder};

/// Files with one wrong thing each: the reason, the name, the true file, what is changed and into what.
const WRONG: &[(&str, &str, &str, &str, &str)] = &[
    ("WrongGrade", "rate-sampled-called-proved", "rate-lemma-9", "\"grade\": \"sampled\"", "\"grade\": \"proved\""),
    (
        "WrongVerdict",
        "rate-one-run-refutes",
        "rate-lemma-10-beyond",
        "\"verdict\": \"undecided\"",
        "\"verdict\": \"violated\"",
    ),
    (
        "WrongVerdict",
        "rate-violated-called-undecided",
        "rate-corollary-1",
        "\"verdict\": \"violated\"",
        "\"verdict\": \"undecided\"",
    ),
    ("NotEnclosed", "rate-another-rounding", "rate-lemma-11", "\"rounding\": 1e-13", "\"rounding\": 2e-13"),
    ("NotEnclosed", "rate-a-better-promise", "rate-lemma-8", "\"payoff_bound\": 5.0", "\"payoff_bound\": 4.999"),
    ("NotEnclosed", "rate-another-confidence", "rate-lemma-10", "\"confidence\": 0.05", "\"confidence\": 0.06"),
    ("NotEnclosed", "rate-the-logarithm-of-one-player", "rate-lemma-4", "\"confidence\": 0.05", "\"confidence\": 0.1"),
    (
        "TooWide",
        "rate-that-says-little",
        "rate-theorem-6",
        "\"mean_square_payoff\": [8.0625, ",
        "\"mean_square_payoff\": [8.0, ",
    ),
    ("MissingEntry", "rate-no-largest-payoff", "rate-lemma-11", "\"largest_payoff\": [0.5, 0.5], ", ""),
    (
        "UnexpectedEntry",
        "rate-entry-of-the-other-game",
        "rate-lemma-11",
        "\"off_simplex\"",
        "\"largest_multipliers\": [0.0, 0.0], \"off_simplex\"",
    ),
    (
        "UnexpectedEntry",
        "rate-entry-of-no-rate",
        "tv-l",
        "\"measured\": {",
        "\"measured\": { \"largest_payoff\": [5.0, 5.0],",
    ),
    ("malformed", "rate-without-a-radius", "rate-lemma-1", "\"radius\": 4.0, ", ""),
    ("malformed", "rate-negative-radius", "rate-lemma-1", "\"radius\": 4.0", "\"radius\": -4.0"),
    ("malformed", "rate-radius-in-the-proxy-game", "rate-lemma-8", "\"given\": {", "\"given\": { \"radius\": 4.0,"),
    ("malformed", "rate-with-a-margin", "rate-lemma-1", "\"radius\": 4.0", "\"radius\": 4.0, \"margin\": 0.5"),
    (
        "malformed",
        "rate-with-weights",
        "rate-lemma-1",
        "\"radius\": 4.0",
        "\"radius\": 4.0, \"weights\": { \"theta\": \"uniform\", \"lambda\": \"uniform\" }",
    ),
    ("malformed", "rate-step-in-theorem-7", "rate-theorem-7", "\"payoff_bound\"", "\"step\": 0.5, \"payoff_bound\""),
    ("malformed", "rate-step-0", "rate-lemma-8", "\"step\": 0.125", "\"step\": 0.0"),
    ("malformed", "rate-without-a-confidence", "rate-lemma-9", "\"confidence\": 0.05, ", ""),
    ("malformed", "rate-confidence-0", "rate-lemma-9", "\"confidence\": 0.05", "\"confidence\": 0"),
    (
        "malformed",
        "rate-confidence-above-1",
        "rate-lemma-9",
        "\"confidence\": 0.05",
        "\"confidence\": 1.0000000000000002",
    ),
    (
        "malformed",
        "rate-oracle-error-in-lemma-8",
        "rate-lemma-8",
        "\"payoff_bound\"",
        "\"oracle_error\": 0, \"payoff_bound\"",
    ),
    (
        "malformed",
        "rate-theta-step-in-lemma-9",
        "rate-lemma-9",
        "\"payoff_bound\"",
        "\"theta_step\": 0.5, \"payoff_bound\"",
    ),
    (
        "malformed",
        "rate-theta-step-0",
        "rate-theorem-7-theta-step-one-over-t",
        "\"theta_step\": 0.25",
        "\"theta_step\": 0.0",
    ),
    ("malformed", "rate-negative-rounding", "rate-lemma-8", "\"rounding\": 1e-13", "\"rounding\": -1e-13"),
    ("malformed", "rate-of-the-other-game", "rate-lemma-1", "\"lemma-1\"", "\"lemma-11\""),
    ("malformed", "rate-in-theorem-1", "rate-lemma-1", "\"lemma-1\"", "\"theorem-1\""),
    ("malformed", "rate-that-is-none", "tv-l", "\"theorem-1\"", "\"corollary-1\""),
    ("malformed", "rate-evidence-without-a-problem", "rate-lemma-1", "\"declared\" }", "\"enumeration\" }"),
    ("Support", "eq-no-support", "eq-free", "{ \"candidate\": 1, \"weight\": \"1\" }", ""),
    (
        "Support",
        "eq-too-many",
        "eq-free",
        "{ \"candidate\": 1, \"weight\": \"1\" }",
        "{ \"candidate\": 0, \"weight\": \"1/2\" }, { \"candidate\": 1, \"weight\": \"1/2\" }",
    ),
    ("Support", "eq-no-such-candidate", "eq-free", "\"candidate\": 1", "\"candidate\": 2"),
    ("Support", "eq-weights-above-1", "eq-free", "\"weight\": \"1\"", "\"weight\": \"3/2\""),
    ("Support", "eq-a-weight-of-0", "eq-vertices", "\"1/3\"", "\"0\""),
    ("Support", "eq-outside-the-domain", "eq-vertices", "[0.625]", "[1.625]"),
    ("Support", "eq-twice-the-same", "eq-vertices", "[0.625]", "[0.25]"),
    ("Multipliers", "eq-negative", "eq-boxes-proxy", "[\"1/2\", \"1/2\"]", "[\"3/2\", \"-1/2\"]"),
    ("Multipliers", "eq-off-the-simplex", "eq-boxes-proxy", "[\"1/2\", \"1/2\"]", "[\"1/2\", \"1/3\"]"),
    ("Multipliers", "eq-above-the-radius", "eq-vertices", "\"multipliers\": [\"1\"]", "\"multipliers\": [\"3\"]"),
    ("Gap", "eq-theta-gains-more", "eq-cuts", "\"theta_gap\": 0.00001", "\"theta_gap\": 0.000005"),
    ("Gap", "eq-lambda-gains-more", "eq-points-thirds", "\"lambda_gap\": 0.375", "\"lambda_gap\": 0.37499999999999994"),
    ("Gap", "eq-another-gap", "eq-free", "\"theta_gap\": \"0\"", "\"theta_gap\": \"1\""),
    ("Mean", "eq-objective", "eq-free", "\"objective\": \"-3\"", "\"objective\": \"3\""),
    ("Rounds", "eq-one-more", "eq-free", "\"count\": 2", "\"count\": 3"),
    ("NotEnclosed", "eq-objective", "eq-cuts", "1.2840254166877416]", "1.2840254166877414]"),
    ("TooWide", "eq-constraint", "eq-cuts", "[[0.0, 0.0]]", "[[0.0, 0.001]]"),
    ("LowerBound", "eq-declared", "eq-vertices", "\"kind\": \"vertices\"", "\"kind\": \"declared\""),
    ("LowerBound", "eq-too-high", "eq-cuts", "\"value\": 1.28402", "\"value\": 1.284026"),
    ("LowerBound", "eq-of-another-multiplier", "eq-vertices", "\"multipliers\": [\"1\"]", "\"multipliers\": [\"1/2\"]"),
    ("Values", "eq-no-value", "eq-vertices", "\"objective\": \"x\"", "\"objective\": \"ln(x - 0.25)\""),
    ("malformed", "eq-lemma-2-on-a-problem", "eq-vertices", "\"theorem-5\"", "\"lemma-2\""),
    ("malformed", "eq-lemma-5-in-the-other-game", "eq-free", "\"lemma-2\"", "\"lemma-5\""),
    ("malformed", "eq-radius-in-the-proxy-game", "eq-boxes-proxy", "\"problem\"", "\"radius\": 1.0, \"problem\""),
    ("malformed", "eq-negative-radius", "eq-free", "\"radius\": 2", "\"radius\": -2"),
    ("malformed", "eq-no-radius", "eq-free", "\"radius\": 2,", ""),
    ("malformed", "eq-on-both", "eq-free", "\"support\"", "\"problem\": {}, \"support\""),
    ("malformed", "eq-on-nothing", "eq-vertices", "\"problem\"", "\"puzzle\""),
    ("malformed", "eq-one-multiplier-too-many", "eq-free", "\"multipliers\": []", "\"multipliers\": [\"0\"]"),
    ("malformed", "eq-a-double-for-a-fraction", "eq-free", "\"theta_gap\": \"0\"", "\"theta_gap\": 0"),
    ("malformed", "eq-a-fraction-for-a-double", "eq-vertices", "\"theta_gap\": 0.0", "\"theta_gap\": \"0\""),
    (
        "malformed",
        "eq-no-lower-bound",
        "eq-vertices",
        "\"lower_bound\": { \"value\": 0.5, \"evidence\": { \"kind\": \"vertices\" } },",
        "",
    ),
    ("malformed", "eq-a-point-of-two-numbers", "eq-vertices", "[0.625]", "[0.625, 0.0]"),
    ("malformed", "eq-upside-down", "eq-vertices", "[0.5, 0.5]", "[0.5, 0.25]"),
];

/// Adds all of them, with their data.
pub fn add(files: &mut Files) {
    let on_disk = |name: &str| std::fs::read_to_string(folder().join("accept").join(name)).unwrap();
    let text =
        |files: &Files, name: &str| files.get(&format!("accept/{name}")).cloned().unwrap_or_else(|| on_disk(name));
    for &(reason, name, base, from, to) in WRONG {
        let before = text(files, &format!("{base}.json"));
        let after = before.replacen(from, to, 1);
        assert!(before != after, "{name}: {from} is not in {base}");
        add_with_data(files, &format!("reject/{reason}"), name, after);
    }
    // What takes more than one replacement.
    for (name, base, claim) in [
        ("rate-dropped", "rate-lemma-1", "lambda_regret_step"),
        ("rate-step-one-over-t-unsaid", "rate-lemma-9-step-one-over-t", "step"),
        ("rate-theta-step-one-over-t-unsaid", "rate-theorem-7-theta-step-one-over-t", "theta_step"),
        ("rate-large-rounding-unsaid", "rate-lemma-1-large-rounding", "rounding_small"),
        ("rate-refuted-bound-unsaid", "rate-lemma-1-refuted", "lower_bound_possible"),
    ] {
        let before = text(files, &format!("{base}.json"));
        let claim = claim_of(&before, claim);
        let missing = before.replace(&format!("{claim},\n  "), "").replace(&format!(",\n  {claim}"), "");
        assert!(missing.len() < before.len(), "{name}");
        add_with_data(files, "reject/MissingClaim", name, missing);
    }
    for (name, base, copied, invented) in [
        ("rate-regret-of-a-refuted-bound", "rate-lemma-1-refuted", "lambda_regret_paper", "theta_regret_oracle"),
        ("rate-step-without-a-step", "rate-lemma-8-enclosed", "swap_regret_paper", "swap_regret_step"),
        ("rate-of-another-statement", "rate-corollary-2", "swap_regret_paper", "swap_regret_repaired"),
    ] {
        let before = text(files, &format!("{base}.json"));
        let copy = claim_of(&before, copied).replace(copied, invented);
        let after = before.replacen("\"claims\": [ ", &format!("\"claims\": [ {copy},\n  "), 1);
        add_with_data(files, "reject/UnexpectedClaim", name, after);
    }
    for (reason, name, base, claim, from, to) in [
        (
            "WrongGrade",
            "rate-subgradients-called-proved",
            "rate-theorem-7",
            "subgradients_bounded",
            "declared",
            "proved",
        ),
        ("WrongGrade", "rate-rounding-called-proved", "rate-corollary-1", "lambda_regret_paper", "declared", "proved"),
        ("WrongGrade", "rate-swap-rounding-called-proved", "rate-lemma-8", "swap_regret_data", "declared", "proved"),
        ("WrongGrade", "rate-step-called-proved", "rate-lemma-10", "step", "declared", "proved"),
        ("WrongGrade", "rate-theta-step-called-proved", "rate-lemma-4", "theta_step", "declared", "proved"),
        ("WrongVerdict", "rate-step-one-over-t", "rate-lemma-10-step-one-over-t", "step", "violated", "holds"),
        ("WrongVerdict", "rate-swap-step-one-over-t", "rate-lemma-9-step-one-over-t", "step", "violated", "holds"),
        (
            "WrongVerdict",
            "rate-theta-step-one-over-t",
            "rate-theorem-7-theta-step-one-over-t",
            "theta_step",
            "violated",
            "holds",
        ),
        ("WrongVerdict", "rate-large-rounding", "rate-lemma-8-large-rounding", "rounding_small", "violated", "holds"),
        (
            "WrongVerdict",
            "rate-large-rounding-of-lemma-4",
            "rate-lemma-4-large-rounding",
            "rounding_small",
            "violated",
            "undecided",
        ),
        ("WrongGrade", "rate-a-bound-called-proved", "rate-lemma-1", "epsilon_paper", "declared", "proved"),
        (
            "WrongRole",
            "rate-hypothesis-as-conclusion",
            "rate-lemma-8",
            "multipliers_in_set",
            "hypothesis",
            "conclusion",
        ),
        ("WrongRelation", "rate-strict", "rate-lemma-8", "payoffs_bounded", "<=", "<"),
    ] {
        let before = text(files, &format!("{base}.json"));
        let old = claim_of(&before, claim);
        let new = old.replacen(from, to, 1);
        assert!(old != new, "{name}");
        add_with_data(files, &format!("reject/{reason}"), name, before.replacen(&old, &new, 1));
    }
    let near_miss = text(files, "eq-theorem-5.json").replacen("\"theorem-5\"", "\"lemma-2\"", 1);
    add_with_data(files, "reject/NotEquilibrium", "eq-lemma-2-with-a-gap", near_miss);
    let near_miss = text(files, "eq-theorem-5-proxy.json").replacen("\"theorem-5\"", "\"lemma-5\"", 1);
    add_with_data(files, "reject/NotEquilibrium", "eq-lemma-5-with-a-gap", near_miss);
}

/// The text of a claim.
pub fn claim_of(text: &str, name: &str) -> String {
    let start = text.find(&format!("{{ \"name\": \"{name}\"")).unwrap();
    let length = text[start..].find('}').unwrap() + 1;
    text[start..start + length].to_owned()
}

/// Adds a file, and beside it the data that it names.
pub fn add_with_data(files: &mut Files, folder_name: &str, name: &str, text: String) {
    if let Some(rest) = text.split("\"file\": \"").nth(1) {
        let data = rest.split('"').next().unwrap().to_owned();
        let path = folder().join("accept").join(&data);
        let bytes =
            files.get(&format!("accept/{data}")).cloned().unwrap_or_else(|| std::fs::read_to_string(path).unwrap());
        files.insert(format!("{folder_name}/{data}"), bytes);
    }
    files.insert(format!("{folder_name}/{name}.json"), text);
}
