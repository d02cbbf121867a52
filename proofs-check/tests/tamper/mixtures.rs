//! Solutions and equilibria by hand, each wrong in one thing that nothing else shows: of every other number the
//! formulas hold, and where the wrong one were let pass a falsehood would be accepted.

use crate::recorded::digest;
use proofs_check::{Accepted, Reason, Refusal, check_bytes};

/// Checks a document whose candidates are these; in it ' stands for a quotation mark.
fn check(text: &str, csv: &str) -> Result<Accepted, Refusal> {
    let text = text.replace('\'', "\"").replace("DIGEST", &digest(csv));
    check_bytes(text.as_bytes(), "it.json", |_| Ok(csv.as_bytes()))
}

/// Checks a solution with `m` constraints on these rows, of which `rest` are the fields after the candidates.
fn solution(m: usize, rows: &[&str], rest: &str) -> Result<Accepted, Option<Reason>> {
    let names = (1..=m).fold("objective".to_owned(), |names, i| names + &format!(",constraint_{i}"));
    let csv = format!("{names}\n{}\n", rows.join("\n"));
    let candidates = format!("'file': 'c.csv', 'sha256': 'DIGEST', 'count': {}, 'constraints': {m}", rows.len());
    let text = format!("{{ 'format': 'referee-solution/1', 'candidates': {{ {candidates} }}, {rest} }}");
    check(&text, &csv).map_err(|refusal| refusal.reason())
}

const CLAIMS: &str = "'claims': ['feasible', 'optimal', 'vertex', 'support']";

/// An optimal one: the support with its weights, the means, the active constraints, duals and mass.
fn optimal(
    epsilon: &str,
    support: &[(usize, &str)],
    objective: &str,
    means: &str,
    active: &str,
    duals: &str,
) -> String {
    let item = |(candidate, weight): &(usize, &str)| format!("{{ 'candidate': {candidate}, 'weight': '{weight}' }}");
    let support = support.iter().map(item).collect::<Vec<_>>().join(", ");
    format!(
        "'status': 'optimal', 'epsilon': '{epsilon}', 'epsilon_is_minimal': true, 'support': [{support}], 'objective': \
         '{objective}', 'constraints': [{means}], 'active': [{active}], 'duals': {{ {duals} }}, {CLAIMS}"
    )
}

fn infeasible(epsilon: &str, farkas: &str) -> String {
    format!("'status': 'infeasible', 'epsilon': '{epsilon}', 'epsilon_is_minimal': false, 'farkas': [{farkas}]")
}

#[test]
fn every_weight_of_a_solution_is_positive() {
    let of = |weights: [&str; 3], means: &str| {
        let support: Vec<_> = (0..).zip(weights).filter(|(_, weight)| !weight.is_empty()).collect();
        let rest = optimal("0", &support, "0", means, "1, 2", "'constraints': ['0', '0'], 'mass': '0'");
        solution(2, &["0,1,0", "0,-1,0", "0,0,1"], &rest)
    };
    assert!(of(["1/2", "1/2", ""], "'0', '0'").is_ok());
    assert_eq!(of(["1/2", "1/2", "0"], "'0', '0'").unwrap_err(), Some(Reason::Support));
}

/// A mean that is not the recorded one is named.
#[test]
fn a_wrong_mean_is_named() {
    let csv = "objective,constraint_1\n1,-1\n";
    let candidates = "'file': 'c.csv', 'sha256': 'DIGEST', 'count': 1, 'constraints': 1";
    let said = |objective: &str, constraint: &str| {
        let duals = "'constraints': ['0'], 'mass': '1'";
        let rest = optimal("0", &[(0, "1")], objective, &format!("'{constraint}'"), "", duals);
        let text = format!("{{ 'format': 'referee-solution/1', 'candidates': {{ {candidates} }}, {rest} }}");
        check(&text, csv).map_or_else(|refusal| refusal.to_string(), |_| "accepted".to_owned())
    };
    assert_eq!(said("1", "-1"), "accepted");
    assert_eq!(said("2", "-1"), "rejected: objective: the mean is 1, but 2 is recorded");
    assert_eq!(said("1", "-2"), "rejected: constraints, entry 1: the mean is -1, but -2 is recorded");
}

/// The second candidate is called optimal by a negative dual, and the first one is better.
#[test]
fn a_negative_dual_bounds_nothing() {
    let of = |candidate: usize, objective: &str, duals: &str| {
        let rest = optimal("0", &[(candidate, "1")], objective, "'0'", "1", duals);
        solution(1, &["0,0", "1,0", "0,-1"], &rest)
    };
    assert!(of(0, "0", "'constraints': ['0'], 'mass': '0'").is_ok());
    assert_eq!(of(1, "1", "'constraints': ['0'], 'mass': '0'").unwrap_err(), Some(Reason::NotOptimal));
    let worse = optimal("0", &[(1, "1")], "1", "'0'", "1", "'constraints': ['-1'], 'mass': '1'");
    assert_eq!(solution(1, &["0,-1", "1,0"], &worse).unwrap_err(), Some(Reason::NotOptimal));
}

/// All of these programs are feasible.
#[test]
fn multipliers_that_show_infeasibility_are_a_mean_of_constraints_alone() {
    let farkas = |m: usize, row: &str, epsilon: &str, y: &str| solution(m, &[row], &infeasible(epsilon, y));
    assert!(farkas(2, "0,1,-1", "0", "'3/4', '1/4'").is_ok());
    for (m, row, epsilon, y, what) in [
        (2, "0,0,-1", "0", "'2', '-1'", "2 * 0 + 1 is positive by a negative multiplier"),
        (1, "0,0.5", "3/4", "'2'", "twice 1/2 is above 3/4, and 1/2 is not"),
        (1, "0,0.5", "0", "'0'", "multipliers of sum 0"),
        (1, "10,-1", "0", "'1'", "with the objective the sum would be 9"),
    ] {
        assert_eq!(farkas(m, row, epsilon, y).unwrap_err(), Some(Reason::Farkas), "{what}");
    }
}

/// The second candidate alone, at its constraint's value 2, is called the best at the least epsilon, which is 1.
#[test]
fn multipliers_that_show_the_least_epsilon_are_a_mean_of_constraints_alone() {
    let of = |rows: [&str; 2], (candidate, epsilon): (usize, &str), objective: &str, y: &str| {
        let duals = format!("'constraints': ['0'], 'mass': '{objective}'");
        let means = format!("'{epsilon}'");
        let rest = optimal(epsilon, &[(candidate, "1")], objective, &means, "1", &duals);
        solution(1, &rows, &format!("{rest}, 'epsilon_duals': ['{y}']"))
    };
    assert!(of(["0,1", "5,2"], (0, "1"), "0", "1").is_ok());
    assert_eq!(of(["5,1", "0,2"], (1, "2"), "0", "2").unwrap_err(), Some(Reason::Epsilon), "twice 1 is 2");
    assert_eq!(of(["1,1", "0,2"], (1, "2"), "0", "1").unwrap_err(), Some(Reason::Epsilon), "1 + 1 with the objective");
}

/// A constraint that the document does not know of is violated by everything.
#[test]
fn a_file_has_no_more_constraints_than_are_recorded() {
    let duals = "'constraints': ['0'], 'mass': '0'";
    let all = |extra: &str, row: &str| {
        let csv = format!("objective,constraint_1{extra}\n0,-1{row}\n");
        let candidates = "'file': 'c.csv', 'sha256': 'DIGEST', 'count': 1, 'constraints': 1";
        let rest = optimal("0", &[(0, "1")], "0", "'-1'", "", duals);
        let solution = format!("{{ 'format': 'referee-solution/1', 'candidates': {{ {candidates} }}, {rest} }}");
        let equilibrium = format!(
            "{{ 'format': 'referee-equilibrium/1', 'statement': 'lemma-2', 'game': 'lagrangian', 'radius': 1, \
             'candidates': {{ {candidates} }}, 'support': [ {{ 'candidate': 0, 'weight': '1' }} ], 'multipliers': \
             ['0'], 'objective': '0', 'constraints': ['-1'], 'theta_gap': '0', 'lambda_gap': '0' }}"
        );
        [solution, equilibrium].map(|text| check(&text, &csv).map_err(|refusal| refusal.reason()))
    };
    for answer in all("", "") {
        assert!(answer.is_ok(), "{answer:?}");
    }
    for answer in all(",constraint_2", ",5") {
        assert_eq!(answer.unwrap_err(), Some(Reason::Constraints));
    }
}

/// An equilibrium on two candidates where lambda has no choice, with these weights.
fn equilibrium(weights: &[(usize, &str)], objective: &str, theta_gap: &str) -> Result<Accepted, Option<Reason>> {
    let item = |(candidate, weight): &(usize, &str)| format!("{{ 'candidate': {candidate}, 'weight': '{weight}' }}");
    let support = weights.iter().map(item).collect::<Vec<_>>().join(", ");
    let text = format!(
        "{{ 'format': 'referee-equilibrium/1', 'statement': 'theorem-5', 'game': 'lagrangian', 'radius': 0, \
         'candidates': {{ 'file': 'c.csv', 'sha256': 'DIGEST', 'count': 2, 'constraints': 1 }}, 'support': \
         [{support}], 'multipliers': ['0'], 'objective': '{objective}', 'constraints': ['0'], 'theta_gap': \
         '{theta_gap}', 'lambda_gap': '0' }}"
    );
    check(&text, "objective,constraint_1\n1,0\n2,0\n").map_err(|refusal| refusal.reason())
}

/// With a negative weight the mixture would be better than every candidate.
#[test]
fn every_weight_of_an_equilibrium_is_positive() {
    assert!(equilibrium(&[(0, "1/2"), (1, "1/2")], "3/2", "1/2").is_ok());
    for (weights, objective, gap) in [(["2", "-1"], "0", "-1"), (["1", "0"], "1", "0"), (["-1", "2"], "3", "2")] {
        let answer = equilibrium(&[(0, weights[0]), (1, weights[1])], objective, gap);
        assert_eq!(answer.unwrap_err(), Some(Reason::Support), "{weights:?}");
    }
    for support in [[(0, "1/2"), (0, "1/2")], [(1, "1/2"), (0, "1/2")], [(0, "1/2"), (2, "1/2")]] {
        assert!(equilibrium(&support, "1", "0").is_err(), "{support:?}");
    }
}

/// One value of one candidate is enclosed; of what is not used nothing is said.
#[test]
fn upper_ends_are_said_to_stand_for_values() {
    let note = |accepted: Accepted| accepted.note().is_some_and(|note| note.contains("the upper ends"));
    let solution = |row: &str| {
        let csv = format!("objective,constraint_1.lo,constraint_1.hi\n1,-1,-1\n{row}\n2,-1,-1\n");
        let rest = optimal("0", &[(0, "1")], "1", "'-1'", "", "'constraints': ['0'], 'mass': '1'");
        let candidates = "'file': 'c.csv', 'sha256': 'DIGEST', 'count': 3, 'constraints': 1";
        let text = format!("{{ 'format': 'referee-solution/1', 'candidates': {{ {candidates} }}, {rest} }}");
        note(check(&text, &csv).unwrap())
    };
    assert_eq!([solution("1,-1,-1"), solution("1,-2,-1")], [false, true]);
    let equilibrium = |row: &str| {
        let names = "objective,constraint_1.lo,constraint_1.hi,proxy_1.lo,proxy_1.hi";
        let names = format!("{names},constraint_2,proxy_2");
        let csv = format!("{names}\n1,-1,-1,-1,-1,-1,-1\n{row},-1,-1\n2,-1,-1,-1,-1,-1,-1\n");
        let text = "{ 'format': 'referee-equilibrium/1', 'statement': 'lemma-5', 'game': 'proxy-lagrangian', \
                    'candidates': { 'file': 'c.csv', 'sha256': 'DIGEST', 'count': 3, 'constraints': 2 }, 'support': [ \
                    { 'candidate': 0, 'weight': '1' } ], 'multipliers': ['1', '0', '0'], 'objective': '1', \
                    'constraints': ['-1', '-1'], 'theta_gap': '0', 'lambda_gap': '0' }";
        note(check(text, &csv).unwrap())
    };
    let rows = ["1,-1,-1,-1,-1", "1,-2,-1,-1,-1", "1,-1,-1,-2,-1"];
    assert_eq!(rows.map(equilibrium), [false, true, true]);
}

/// One of three points: its constraint is 0, which only an enclosure shows, so that lambda may gain a little by what is
/// shown.
#[test]
fn a_gap_is_shown_by_its_upper_end() {
    let answer = |changes: &[(&str, &str)]| {
        let text = "{ 'format': 'referee-equilibrium/1', 'statement': 'theorem-5', 'game': 'lagrangian', 'radius': \
                    0.25, 'problem': { 'name': 'circle', 'variables': ['x'], 'domain': { 'kind': 'points', 'points': \
                    [[1], [2], [3]] }, 'objective': 'x', 'constraints': [ { 'name': 'one', 'expression': 'sin(x)^2 + \
                    cos(x)^2 - 1' } ] }, 'lower_bound': { 'value': 1, 'evidence': { 'kind': 'enumeration' } }, \
                    'support': [ { 'theta': [1], 'weight': '1' } ], 'multipliers': ['0'], 'objective': [1, 1], \
                    'constraints': [[-1e-12, 1e-12]], 'theta_gap': 0, 'lambda_gap': 1e-9 }";
        let text = changes.iter().fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        check(&text, "")
    };
    let accepted = answer(&[]).unwrap();
    let note = accepted.note().unwrap();
    assert!(note.starts_with("an approximate equilibrium") && note.ends_with("1e-9"), "{note}");
    let refusal = answer(&[("'lambda_gap': 1e-9", "'lambda_gap': 0")]).unwrap_err();
    assert_eq!(refusal.reason(), Some(Reason::Gap), "{refusal}");
    let means = "'constraints': [[-1e-12, 1e-12]]";
    for few in ["'constraints': []", "'constraints': [[-1e-12, 1e-12], [-1e-12, 1e-12]]"] {
        assert_eq!(answer(&[(means, few)]).unwrap_err().exit_status(), 2, "{few}");
    }
    for (from, to, field) in [
        ("'objective': [1, 1]", "'objective': [2, 2]", "objective"),
        (means, "'constraints': [[1e-12, 1e-11]]", "constraints, entry 1"),
    ] {
        let said = answer(&[(from, to)]).unwrap_err().to_string();
        assert!(said.starts_with(&format!("rejected: {field}: ")), "{said}");
    }
}

/// The least double is not 0.
#[test]
fn points_that_differ_by_the_least_double_are_two() {
    let answer = |other: &str| {
        let text = "{ 'format': 'referee-equilibrium/1', 'statement': 'theorem-5', 'game': 'lagrangian', 'radius': 2, \
                    'problem': { 'name': 'linear', 'variables': ['x'], 'domain': { 'kind': 'box', 'lower': [-1], \
                    'upper': [1] }, 'objective': 'x', 'constraints': [ { 'name': 'half', 'expression': '0.5 - x' } ] \
                    }, 'lower_bound': { 'value': 0.5, 'evidence': { 'kind': 'vertices' } }, 'support': [ { 'theta': \
                    [0.0], 'weight': '1/2' }, { 'theta': [OTHER], 'weight': '1/2' } ], 'multipliers': ['1'], \
                    'objective': [-5e-324, 5e-324], 'constraints': [[0.49999999999999994, 0.5000000000000001]], \
                    'theta_gap': 1e-9, 'lambda_gap': 0.6 }";
        check(&text.replace("OTHER", other), "").map_err(|refusal| refusal.reason())
    };
    for other in ["5e-324", "-5e-324", "1e-323"] {
        assert!(answer(other).is_ok(), "{other}: {:?}", answer(other));
    }
    for other in ["0", "-0.0"] {
        assert_eq!(answer(other).unwrap_err(), Some(Reason::Support), "{other}");
    }
}
