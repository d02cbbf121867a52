//! Problems made of expressions by code.

use referee::domain::{AnyDomain, Cuboid};
use referee::expr::Expr;
use referee::game::Side;
use referee::problem::{Constraint, Domination, ExpressionProblem, Facts, Problem as _};

fn domain() -> AnyDomain {
    Cuboid::cube(1, -1.0, 1.0).expect("well formed").into()
}

fn expr(text: &str, variables: &[&str]) -> Expr {
    Expr::parse(text, variables).expect("well formed")
}

fn make(variables: &[&str], objective: Expr, constraints: Vec<Constraint>) -> Result<ExpressionProblem, String> {
    let variables = variables.iter().map(ToString::to_string).collect();
    ExpressionProblem::new("p", variables, domain(), objective, constraints, Facts::UNKNOWN)
        .map_err(|error| error.to_string())
}

#[test]
fn a_proxy_is_decided_when_it_is_attached() {
    let step = || Constraint::new("rate", expr("step(-x) - 0.5", &["x"]));
    assert_eq!(step().domination, Domination::Proved);
    let above = step().with_proxy(expr("max(0, 1 - x) - 0.5", &["x"]), &domain());
    assert_eq!(above.domination, Domination::Proved);
    let below = step().with_proxy(expr("max(0, -x) - 0.5", &["x"]), &domain());
    assert!(matches!(below.domination, Domination::Refuted(_)));
    let problem = make(&["x"], expr("x", &["x"]), vec![above]).expect("well formed");
    assert_eq!(problem.function(1, Side::Proxies).to_string(), "max(0, 1 - x) - 0.5");
    assert!(problem.has_proxies());
}

#[test]
fn equal_values_at_a_jump_do_not_hide_behind_the_rounding_of_a_third() {
    let rate = Constraint::new("rate", expr("(step(-x) + step(0.5 - x)) / 3 - 0.1", &["x"]));
    let hinges = |first: &str| format!("(max(0, {first} - 4 * x) + max(0, 1 - 4 * (x - 0.5))) / 3 - 0.1");
    let proved = rate.clone().with_proxy(expr(&hinges("1"), &["x"]), &domain());
    assert_eq!(proved.domination, Domination::Proved);
    let refuted =
        rate.with_proxy(expr("(max(0, 1 - 4 * x) + max(0, 0.99 - 4 * (x - 0.5))) / 3 - 0.1", &["x"]), &domain());
    assert!(matches!(refuted.domination, Domination::Refuted(_)), "{:?}", refuted.domination);
}

#[test]
fn variables_that_do_not_fit_are_refused() {
    let two = make(&["x", "y"], expr("x", &["x", "y"]), Vec::new());
    assert_eq!(two.err().as_deref(), Some("the problem `p` has 2 variables, but its domain has 1"));
    let other = make(&["x"], expr("y", &["y"]), Vec::new());
    assert_eq!(other.err().as_deref(), Some("the objective of the problem `p` is not in the variables x"));
    let other = make(&["x"], expr("x", &["x"]), vec![Constraint::new("c", expr("y", &["y"]))]);
    assert_eq!(other.err().as_deref(), Some("constraint `c` of the problem `p` is not in the variables x"));
}
