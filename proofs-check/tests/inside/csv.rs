//! Tests of `src/csv.rs`, as a module of it.

use super::*;

/// Whether names of columns are accepted: in a trace, and in a file of candidates.
fn accepted(names: &str) -> [bool; 2] {
    [Accepts::Traces, Accepts::Candidates].map(|accepts| Layout::read(names, accepts).is_ok())
}

#[test]
fn columns_stand_in_any_order() {
    let names = "theta_2,lambda_1,constraint_1.hi, \"objective\" ,proxy_1,lambda_0,constraint_1.lo,theta_1";
    let layout = Layout::read(names, Accepts::Traces).unwrap();
    assert_eq!((layout.game, layout.width()), (Game::Proxy, 8));
    assert_eq!((layout.values, layout.proxies), (vec![(3, 3), (6, 2)], vec![(4, 4)]));
    assert_eq!((layout.lambda, layout.theta), (vec![5, 1], vec![7, 0]));
    for names in ["objective", "objective,lambda_0", "objective,constraint_1,lambda_1", "lambda_0,objective,theta_1"] {
        assert_eq!(accepted(names), [true, true], "{names}");
    }
}

#[test]
fn columns_that_do_not_fit_together_are_refused() {
    for names in
        ["objective,constraint_1", "objective,constraint_1,proxy_1", "constraint_1.hi,constraint_1.lo,objective"]
    {
        assert_eq!(accepted(names), [false, true], "only candidates have no multipliers: {names}");
    }
    for names in [
        "objective,constraint_1,proxy_1,proxy_2,lambda_1",
        "objective,constraint_1,constraint_2,proxy_1,lambda_1,lambda_2",
        "objective,proxy_1",
        "objective,constraint_1,lambda_1,lambda_2",
        "objective,constraint_1,constraint_2,lambda_1",
        "objective,constraint_1,lambda_0",
        "objective,lambda_1",
        "constraint_1,lambda_1",
        "objective,objective",
        "objective.lo",
        "objective,objective.lo,objective.hi",
        "objective.lo,objective.lo,objective.hi",
        "objective,constraint_2,lambda_1",
        "objective,theta_1,theta_3",
    ] {
        assert_eq!(accepted(names), [false, false], "{names}");
    }
}

#[test]
fn a_column_that_nobody_knows_is_named() {
    for name in [
        "constraint_0",
        "proxy_0",
        "theta_0",
        "constraint_01",
        "constraint_+1",
        "constraint_",
        "theta_1.lo",
        "theta_1.hi",
        "lambda_0.lo",
        "lambda_0.hi",
        "objective_1",
        "Objective",
        "objective.mid",
        "",
        "gamma_1",
    ] {
        for rest in ["objective,", "constraint_1,objective,lambda_1,proxy_1,"] {
            let Err(reason) = Layout::read(&format!("{rest}{name}"), Accepts::Traces) else { panic!("{name}") };
            assert_eq!(reason, format!("`{name}` is not a column of a trace"));
        }
    }
    assert!(Layout::read("objective,theta_1.lo,theta_1.hi", Accepts::Traces).is_err());
    assert!(Layout::read("constraint_0,constraint_1,lambda_1", Accepts::Traces).is_err());
}

/// Fields with and without quotation marks are the same texts.
#[test]
fn fields_stand_between_commas() {
    let texts = |line: &str| {
        let mut fields = Vec::new();
        split(line, &mut fields).map(|()| fields.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    for (line, wanted) in [
        ("", &[""][..]),
        (" 1 ,2\t", &["1", "2"]),
        (",", &["", ""]),
        ("a,,b,", &["a", "", "b", ""]),
        ("\"1\", \" 2 \" ,3", &["1", "2", "3"]),
        ("\"a,b\",\"\"", &["a,b", ""]),
    ] {
        assert_eq!(texts(line).unwrap(), wanted, "{line}");
    }
    for line in ["\"1", "1,\"2", "\"1\"2,3", "\"1\"\"2\""] {
        assert!(texts(line).is_err(), "{line}");
    }
}
