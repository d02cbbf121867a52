//! What an accepted file says it is about, and files that are about something else.

#![expect(clippy::unwrap_used, reason = "a test may stop where it likes")]

use proofs_check::{About, Files, Reason, Refusal, Wanted, check_file, check_files_about};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

fn corpus(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file)
}

fn about(file: &str) -> About {
    check_file(&corpus(file), None).unwrap().about().unwrap().clone()
}

/// The answer to a file that is asked for a problem.
fn asked(file: &str, problem: &str) -> Result<(), Refusal> {
    let wanted = Wanted::problem(problem.as_bytes(), "asked.json").unwrap();
    check_files_about(&corpus(file), Files::default(), &[wanted]).map(drop)
}

fn sentence(file: &str, problem: &str) -> String {
    let refusal = asked(file, problem).unwrap_err();
    assert_eq!((refusal.exit_status(), refusal.reason()), (1, Some(Reason::Problem)), "{refusal}");
    refusal.to_string()
}

/// Canonical texts written out by hand, and what Python's `hashlib.sha256(text.encode()).hexdigest()` says of them.
#[test]
fn the_digest_is_that_of_the_canonical_text() {
    let bound = concat!(
        r#"{"constraints":[{"expression":"1 - 3*x","name":"at least a third","proxy":"2 - 3*x"}],"#,
        r#""domain":{"kind":"box","lower":["bff0000000000000"],"upper":["3ff0000000000000"]},"#,
        r#""name":"thirds","objective":"x","variables":["x"]}"#
    );
    let fit = concat!(
        r#"{"constraints":[{"constant":"0","name":"tpr(sex=F) >= 0.95 * tpr()","terms":["#,
        r#"{"coefficient":"1/20","rows":[{"column":"paid","equals":["yes"]}]},"#,
        r#"{"coefficient":"-1","rows":[{"column":"paid","equals":["yes"]},{"column":"sex","equals":["F"]}]}]}],"#,
        r#""data":{"features":[[],[{"column":"sex","equals":["F"]}]],"file":"people.csv","#,
        r#""label":{"column":"paid","equals":["yes"]},"rows":"4010000000000000","#,
        r#""sha256":"302feec258adf095173a8e8d30aebd5c15925ed141f6905ff86bc90a56d3af0b"}}"#
    );
    for (file, text, digest) in [
        ("accept/bound-thirds.json", bound, "e21d7b76f67519f718da6f94b31b8805329ea0388f2a0c87a3adc69b4b9fcdfa"),
        (
            "reject/Problem/fit-another-coefficient.json",
            fit,
            "a500fffc4f0106e0df1ffae8b9f9188795bd5d94664b2f5a7166292fcb2af97c",
        ),
    ] {
        let hash =
            Sha256::digest(text.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        assert_eq!(hash, digest, "the text of this test");
        assert_eq!(about(file).problem_sha256.as_deref(), Some(digest), "{file}");
    }
}

#[test]
fn an_accepted_file_says_what_it_is_about() {
    let text = |file: &str| about(file).to_string();
    assert_eq!(
        text("accept/bound-thirds.json"),
        "about: the problem `thirds`, digest e21d7b76f67519f7\n  minimize x\n  over x in [-1, 1]\n  constraint 1: 1 - 3 * x \
         <= 0; proxy 2 - 3 * x (called `at least a third` in the file)\nlower bound: 0.3333333333333333, by the values at the \
         vertices of the domain\n"
    );
    let boxes = text("accept/bound-infeasible-boxes.json");
    assert!(boxes.ends_with("lower bound: 0.001, by 1 box that covers the domain\n"), "{boxes}");
    assert!(text("accept/bound-table.json").contains("\n  a table of 2 points with 1 constraint\n"));
    assert_eq!(text("accept/tv-l.json"), "lower bound: 2, declared\n");
    assert_eq!(check_file(&corpus("accept/tv-lp3.json"), None).unwrap().about(), None);
    let certificate = text("data/accept/certificate.json");
    for line in [
        "  data: rows.csv, 2 rows, 1 feature; + is y = yes",
        "  minimize the hinge loss",
        "  over the ball of radius 2",
        "  constraints: rates, with their hinges as proxies",
        "  constraint 1: -1/2 + P[all rows] <= 0 (called `half` in the file)",
        "lower bound: -0.3125, by margins of the hinges",
    ] {
        assert!(certificate.lines().any(|found| found == line), "{line} in\n{certificate}");
    }
    for (file, kind) in [
        ("accept/tv-l.json", "declared"),
        ("accept/bound-table.json", "enumeration"),
        ("accept/bound-thirds.json", "vertices"),
        ("accept/bound-infeasible-boxes.json", "boxes"),
        ("accept/eq-cuts.json", "cuts"),
        ("data/accept/certificate.json", "margins"),
        ("accept/ranges-theorem-1.json", "ranges"),
    ] {
        assert_eq!(about(file).lower_bound.unwrap().kind, kind, "{file}");
    }
    let whole = check_file(&corpus("accept/bound-thirds.json"), None).unwrap().to_string();
    assert!(whole.contains("domain\nlower_bound  holds      proved    bound\nevery mixture over "), "{whole}");
}

/// What a bound by ranges rests on is shown, and which constraints are one equality; of many, the first dozen.
#[test]
fn ranges_and_equalities_are_shown() {
    let text = |file: &str| about(file).to_string();
    let ranges = "by ranges: objective >= 0, proxy_1 in [-0.5, 1]";
    assert_eq!(text("accept/ranges-theorem-2.json"), format!("lower bound: -0.125, {ranges}\n"));
    let bound = about("accept/ranges-theorem-2.json").lower_bound.unwrap();
    assert_eq!((bound.kind, bound.evidence.as_str()), ("ranges", ranges));
    let pairs = "equalities: constraint_3 = -constraint_1, constraint_4 = -constraint_2\n";
    assert_eq!(text("accept/equal-two-pairs.json"), format!("{pairs}lower bound: -1, declared\n"));
    assert_eq!(about("accept/equal-two-pairs.json").equalities, [[1, 3], [2, 4]]);
    assert_eq!(text("accept/equal-solution.json"), "equalities: constraint_2 = -constraint_1\n");
    for (m, more) in [(24, ""), (26, " and 1 more"), (30, " and 3 more")] {
        let said = said_of_pairs(m);
        let end = format!(", constraint_24 = -constraint_23{more}\n");
        assert!(said.ends_with(&end) && said.lines().count() == 1, "{said}");
    }
}

/// What is said of a solution with so many constraints, two and two an equality.
fn said_of_pairs(m: usize) -> String {
    let names: Vec<String> = (1..=m).map(|i| format!("constraint_{i}")).collect();
    let csv = format!("objective,{}\n1{}\n", names.join(","), ",0".repeat(m));
    let zeros = vec!["\"0\""; m].join(", ");
    let pairs: Vec<String> = (1..m).step_by(2).map(|i| format!("[{i}, {}]", i.saturating_add(1))).collect();
    let sha256 = Sha256::digest(csv.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let solution = format!(
        r#"{{ "format": "referee-solution/1", "candidates": {{ "file": "c.csv", "sha256": "{sha256}", "count": 1,
            "constraints": {m} }}, "equalities": [{}], "status": "optimal", "epsilon": "0", "epsilon_is_minimal": true,
            "support": [{{ "candidate": 0, "weight": "1" }}], "objective": "1", "constraints": [{zeros}],
            "active": {:?}, "duals": {{ "constraints": [{zeros}], "mass": "1" }},
            "claims": ["feasible", "optimal", "vertex", "support"] }}"#,
        pairs.join(", "),
        (1..=m).collect::<Vec<_>>(),
    );
    let accepted = proofs_check::check_bytes(solution.as_bytes(), "c.json", |_| Ok(csv.as_bytes())).unwrap();
    accepted.about().unwrap().to_string()
}

/// The coefficient 19/20 became 1/20 under the same name: the terms are shown, and the name is called one.
#[test]
fn a_constraint_on_data_is_shown_by_its_terms() {
    let text = about("reject/Problem/fit-another-coefficient.json").to_string();
    let line = "  constraint 1: 1/20 P[paid = yes] - P[paid = yes and sex = F] <= 0 (called `tpr(sex=F) >= 0.95 * \
                tpr()` in the file)";
    assert!(text.lines().any(|found| found == line), "{text}");
    let problem = std::fs::read_to_string(corpus("reject/Problem/fit-another-coefficient.problem")).unwrap();
    let file = "reject/Problem/fit-another-coefficient.json";
    let said = "rejected: problem, constraint 1, coefficient of term 1: it is 1/20 in the file, but 19/20 in what was asked for";
    assert_eq!(sentence(file, &problem), said);
    assert!(asked(file, &problem.replace("19/20", "1/20")).is_ok(), "nothing else differs");
    let constraints = |text: &str| {
        let wanted = Wanted::constraints(text.as_bytes(), "asked.json").unwrap();
        check_files_about(&corpus(file), Files::default(), &[wanted]).map(drop).map_err(|refusal| refusal.to_string())
    };
    let all = problem.split("\"constraints\": ").nth(1).unwrap().trim_end().strip_suffix(" }").unwrap();
    assert_eq!(constraints(all), Err(said.to_owned()));
    let (right, renamed) = (all.replace("19/20", "1/20"), all.replace("19/20", "1/20").replace("0.95", "x"));
    assert_eq!((constraints(&right), constraints(&renamed)), (Ok(()), Ok(())));
    let none = "rejected: problem, number of constraints: it is 1 in the file, but 0 in what was asked for";
    assert_eq!(constraints("[]"), Err(none.to_owned()));
}

const THIRDS: &str = r#"{ "name": "other", "variables": ["z"], "domain": { "kind": "box", "lower": [-1], "upper": [1e0] },
    "objective": "(z)", "constraints": [ { "name": "other", "expression": "1-3.0*z", "proxy": "(2 - 3*z)" } ] }"#;

#[test]
fn the_first_difference_is_named_with_both_sides() {
    let file = "accept/bound-thirds.json";
    assert!(asked(file, THIRDS).is_ok(), "names, spaces, parentheses and spellings of numbers play no part");
    for (from, to, wanted) in [
        (r#"["z"]"#, r#"["z", "y"]"#, ""),
        (
            "[-1]",
            "[-1.0000000000000002]",
            "domain, lower end of variable 1: it is -1 in the file, but -1.0000000000000002 in",
        ),
        ("[1e0]", "[2]", "domain, upper end of variable 1: it is 1 in the file, but 2 in"),
        (
            r#""kind": "box", "lower": [-1], "upper": [1e0]"#,
            r#""kind": "ball", "radius": 1"#,
            "domain: it is a box in the file, but a ball in",
        ),
        (r#""(z)""#, r#""-z""#, "the objective: it is `x` in the file, but `-z` in"),
        (r#""(z)""#, r#""z + 0""#, "the objective: it is `x` in the file, but `z + 0` in"),
        (
            "1-3.0*z",
            "1-3.0000000000000004*z",
            "constraint 1: it is `1 - 3 * x` in the file, but `1 - 3.0000000000000004 * z` in",
        ),
        ("1-3.0*z", "1-z*3", "constraint 1: it is `1 - 3 * x` in the file, but `1 - z * 3` in"),
        ("(2 - 3*z)", "3 - 3*z", "the proxy of constraint 1: it is `2 - 3 * x` in the file, but `3 - 3 * z` in"),
        (r#", "proxy": "(2 - 3*z)""#, "", "the proxy of constraint 1: it is there in the file, but absent in"),
        (
            " } ] }",
            r#" }, { "name": "b", "expression": "z" } ] }"#,
            "number of constraints: it is 1 in the file, but 2 in",
        ),
    ] {
        let problem = THIRDS.replace(from, to);
        assert_ne!(problem, THIRDS);
        if wanted.is_empty() {
            let problem = problem.replace("[-1]", "[-1, 0]").replace("[1e0]", "[1, 0]");
            let said = "number of variables: it is 1 in the file, but 2 in";
            assert!(sentence(file, &problem).starts_with(&format!("rejected: problem, {said}")));
            continue;
        }
        let said = sentence(file, &problem);
        assert_eq!(said, format!("rejected: problem, {wanted} what was asked for"));
    }
    let table = r#"{ "name": "two", "table": { "constraints": [[1, -0.5], [-0.0, 1]] } }"#;
    assert!(asked("accept/bound-table.json", table).is_ok(), "-0 is the number 0");
    assert!(
        sentence("accept/bound-table.json", THIRDS)
            .contains("kind: it is a table in the file, but one of expressions in")
    );
    for (from, to, wanted) in [
        ("-0.5", "-0.25", "table, row 0 (from 0): it is (1, -0.5) in the file, but (1, -0.25) in"),
        ("[[1, -0.5], ", "[", "table, number of rows: it is 2 in the file, but 1 in"),
        ("1]]", "1]], \"proxies\": [[1], [1]]", "table, proxies: it is absent in the file, but there in"),
        (", 1]]", ", 1, 0]]", "number of constraints"),
    ] {
        let problem = table.replace(from, to).replace("[[1, -0.5], [-0.0, 1, 0]]", "[[1, -0.5, 0], [-0.0, 1, 0]]");
        let said = sentence("accept/bound-table.json", &problem);
        assert!(said.starts_with(&format!("rejected: problem, {wanted}")), "{said}");
    }
}

#[test]
fn every_part_of_a_problem_over_data_is_compared() {
    let file = "reject/Problem/fit-another-coefficient.json";
    let problem = std::fs::read_to_string(corpus("reject/Problem/fit-another-coefficient.problem")).unwrap();
    let problem = problem.replace("19/20", "1/20");
    assert!(asked(file, &problem.replace("people", "others").replace("0.95", "x")).is_ok(), "names play no part");
    for (from, to, wanted) in [
        ("302feec2", "402feec2", "data, digest"),
        ("\"rows\": 4", "\"rows\": 5", "data, rows"),
        (
            "\"label\": { \"column\": \"paid\", \"equals\": [\"yes\"]",
            "\"label\": { \"column\": \"paid\", \"equals\": [\"no\"]",
            "data, label: it is paid = yes",
        ),
        ("[ [], ", "[ [], [], ", "data, number of features"),
        (
            "[ [], [ { \"column\": \"sex\"",
            "[ [], [ { \"column\": \"paid\"",
            "data, feature 2: it is sex = F in the file, but paid = F in",
        ),
        ("\"constant\": \"0\"", "\"constant\": \"1/1000\"", "constraint 1, constant"),
        (
            "\"equals\": [\"F\"] } ] } ] } ]",
            "\"differs\": [\"F\"] } ] } ] } ]",
            "constraint 1, rows of term 2: it is paid = yes and sex = F in the file, but paid = yes and sex != F in",
        ),
        (
            "\"equals\": [\"F\"] } ] } ] } ]",
            "\"equals\": [\"F\"] } ] }, { \"coefficient\": \"1/2\", \"rows\": [] } ] } ]",
            "constraint 1, number of terms: it is 2 in the file, but 3 in",
        ),
    ] {
        let changed = problem.replacen(from, to, 1);
        assert_ne!(changed, problem, "{from}");
        let said = sentence(file, &changed);
        assert!(said.starts_with(&format!("rejected: problem, {wanted}")), "{said}");
    }
    let file = "data/accept/certificate.json";
    let text = std::fs::read_to_string(corpus(file)).unwrap();
    let start = text.find("\"problem\":").unwrap() + "\"problem\":".len();
    let end = text.find("\"given\"").unwrap();
    let own = text[start..end].trim().trim_end_matches(',');
    assert!(asked(file, own).is_ok());
    for (from, to, wanted) in [
        ("\"radius\": 2", "\"radius\": 3", "radius of the ball of models"),
        ("\"proxy\": \"hinge\",", "", "functions: it is rates, with their hinges as proxies in the file, but rates in"),
    ] {
        let changed = own.replacen(from, to, 1);
        assert_ne!(changed, own, "{from} in {own}");
        let said = sentence(file, &changed);
        assert!(said.starts_with(&format!("rejected: problem, {wanted}")), "{said}");
    }
}

#[test]
fn a_file_without_a_problem_cannot_be_asked() {
    for file in ["accept/tv-l.json", "accept/tv-lp3.json", "accept/eq-free.json"] {
        let refusal = asked(file, THIRDS).unwrap_err();
        assert!(
            matches!(refusal, Refusal::Unread { .. }) && refusal.to_string().contains("carries no problem"),
            "{refusal}"
        );
    }
    let wanted = Wanted::constraints(b"[]", "asked.json").unwrap();
    let refusal = check_files_about(&corpus("accept/bound-table.json"), Files::default(), &[wanted]).unwrap_err();
    assert_eq!((refusal.exit_status(), refusal.reason()), (2, None), "{refusal}");
    for wrong in ["", "{}", "[]", r#"{ "name": "a" }"#, &THIRDS.replace("3.0*z", "3.0*x")] {
        assert_eq!(Wanted::problem(wrong.as_bytes(), "asked.json").unwrap_err().exit_status(), 2, "{wrong}");
    }
}

/// However long a problem is, a dozen lines say what it is about.
#[test]
fn long_problems_are_cut_with_a_count() {
    let sides = vec!["-1"; 300].join(", ");
    let ones = vec!["1"; 300].join(", ");
    let variables: Vec<String> = (0..300).map(|i| format!("\"x{i}\"")).collect();
    let sum: Vec<String> = (0..300).map(|i| format!("x{i}")).collect();
    let constraint = |i: usize| format!(r#"{{ "name": "c{i}\n", "expression": "-1 - {i}" }}"#);
    let constraints: Vec<String> = (0..40).map(constraint).collect();
    let multipliers = vec!["\"0\""; 40].join(", ");
    let text = format!(
        r#"{{ "format": "referee-bound/1", "problem": {{ "name": "long", "variables": [{}],
            "domain": {{ "kind": "box", "lower": [{sides}], "upper": [{ones}] }}, "objective": "{}",
            "constraints": [{}] }}, "objective_weight": 1, "multipliers": [{multipliers}],
            "lower_bound": {{ "value": -300, "evidence": {{ "kind": "boxes", "leaves": [ {{ "sides": [{}],
            "form": "natural" }} ] }} }} }}"#,
        variables.join(", "),
        sum.join(" + "),
        constraints.join(", "),
        vec!["[-1, 1]"; 300].join(", "),
    );
    let accepted = proofs_check::check_bytes(text.as_bytes(), "long.json", |_| Ok(&b""[..])).unwrap();
    let about = accepted.about().unwrap();
    let (lines, said) = (about.to_string().lines().count(), about.to_string());
    assert!(lines <= 12 && said.lines().all(|line| line.chars().count() < 300), "{said}");
    assert!(said.contains("\n  and 35 more constraints\n") && said.contains(" more characters)\n"), "{said}");
    assert_eq!(about.objective.as_ref().unwrap(), &sum.join(" + "), "as data nothing is cut");
    assert_eq!((about.constraints.len(), about.variables.len()), (40, 300));
}
