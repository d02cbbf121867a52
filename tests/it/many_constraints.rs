//! Thousands of linear constraints: one matrix in place of formulas, and certificates without a trace.

use crate::common::{catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::arena::{Algorithm, Live, Setup};
use referee::domain::Cuboid;
use referee::expr::{Expr, Workspace as Room};
use referee::game::{Grade, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::{contains, exact};
use referee::oracle::Options;
use referee::problem::{Constraint, ExpressionProblem, Facts, Problem, Workspace};
use referee::registry::Registry;
use referee::theorems;

const MANY: usize = 64;

/// Coefficients of many sizes and signs, printed so that they read back as themselves.
fn coefficient() -> impl Strategy<Value = f64> {
    (-20_i32..20, -1.0..1.0_f64, any::<bool>())
        .prop_map(|(e, x, zero)| if zero { 0.0 } else { x * f64::from(e).exp2() })
}

fn rows() -> impl Strategy<Value = (Vec<[f64; 3]>, [f64; 2])> {
    let row = [coefficient(), coefficient(), coefficient()];
    (prop::collection::vec(row, MANY..MANY + 4), [-1.0..1.0_f64, -1.0..1.0_f64])
}

fn problem(rows: &[[f64; 3]]) -> ExpressionProblem {
    let names = ["x".to_owned(), "y".to_owned()];
    let constraint = |(i, [a, b, c]): (usize, &[f64; 3])| {
        let text = format!("{a:e} * x - {:e} * y + {c:e}", -b).replace("- -", "+ ").replace("+ -", "- ");
        Constraint::new(format!("row_{i}"), Expr::parse(&text, &names).expect("a formula"))
    };
    let objective = Expr::parse("x", &names).expect("a formula");
    let domain = Cuboid::new(vec![-1.0; 2], vec![1.0; 2]).expect("a box");
    let constraints = rows.iter().enumerate().map(constraint).collect();
    ExpressionProblem::new("rows", names.to_vec(), domain, objective, constraints, Facts::UNKNOWN).expect("a problem")
}

/// Whether enclosures, widened by nothing, contain the exact values, and the values in doubles lie in them.
fn encloses(rows: &[[f64; 3]], at: [f64; 2], shrink: f64) -> Result<(), TestCaseError> {
    let problem = problem(rows);
    let mut work = Workspace::default();
    let mut enclosed = vec![Enclosure::ZERO; rows.len() + 1];
    let mut values = vec![0.0; rows.len() + 1];
    problem.enclose(&at.map(Enclosure::point), Side::Constraints, &mut enclosed, &mut work).expect("defined");
    problem.values(&at, Side::Constraints, &mut values, &mut work).expect("defined");
    let point: Vec<RBig> = at.iter().map(|&x| exact(x)).collect();
    for (i, constraint) in problem.constraints().iter().enumerate() {
        let value = constraint.expression.eval_exact(&point, &mut Room::new()).expect("rational");
        let (enclosure, middle) = (enclosed[i + 1], values[i + 1]);
        let (lo, hi) = (enclosure.lo(), enclosure.hi());
        let tight = Enclosure::new(middle + (lo - middle) * shrink, middle + (hi - middle) * shrink);
        prop_assert!(contains(tight, &value), "row {i}: {value} is not in {tight}");
        prop_assert!(enclosure.contains(middle), "row {i}: {middle} is not in {enclosure}");
    }
    Ok(())
}

#[test]
fn matrix_encloses_what_the_formulas_say() {
    holds(64, &rows(), |(rows, at)| encloses(&rows, at, 1.0));
}

#[test]
fn law_catches_a_matrix_without_error_bound() {
    catches(64, &rows(), |(rows, at)| encloses(&rows, at, 0.0));
}

#[test]
fn matrix_and_formulas_have_the_same_slopes() {
    holds(32, &rows(), |(rows, at)| {
        let problem = problem(&rows);
        // One weight at a time: then nothing is added up, and both are the coefficients.
        for i in 0..rows.len() {
            let mut weights = vec![0.0; rows.len() + 1];
            weights[i + 1] = 2.0;
            let mut slopes = [0.0; 2];
            let mut work = Workspace::default();
            problem.subgradient(&at, Side::Constraints, &weights, &mut slopes, &mut work).expect("defined");
            prop_assert_eq!(slopes, [2.0 * rows[i][0], 2.0 * rows[i][1]]);
        }
        Ok(())
    });
}

#[test]
fn worked_linear_forms() {
    let form = |text: &str| Expr::parse(text, &["x", "y"]).expect("a formula").linear_form();
    let known = form("-(x - 0.1) * 2 + y / 4").expect("linear");
    assert_eq!((known.coefficients, known.constant), (vec![-2.0, 0.25], 0.2));
    // 0.1 + 0.2 is no double, and neither is 0.1 * 0.3 or 1 / 3.
    for text in ["0.1 * x + 0.2 * x", "0.1 * (0.3 * x)", "x / 3", "x^2", "max(x, y)", "x * y"] {
        assert!(form(text).is_none(), "{text}");
    }
}

/// A run that is certified as it is played says what its trace says, number by number.
#[test]
fn live_certificates_are_those_of_the_trace() {
    for (spec, player) in [("polygon:m=600", "deviation-rm-plus"), ("polygon:m=8", "matrix"), ("step-hinge", "matrix")]
    {
        let instance = Registry::ours().open(spec).expect("a family");
        let problem: &dyn Problem = &*instance.problem;
        let algorithm = Algorithm::StochasticProxyLagrangian;
        let set_up = || {
            let mut setup = Setup::new(problem, &instance.known.constants, 50, 1.0);
            setup.lambda_player = Some(player);
            algorithm.set_up(setup)
        };
        let given = || theorems::facts(problem, &instance.known.constants, algorithm.game());
        let trace = set_up().expect("seated").trace(50, 7).expect("played");
        let of_trace = theorems::certify(&mut &trace, Some(problem), given(), Options::default()).expect("certified");
        let mut live = Live::new(set_up, 50, 7).expect("seated");
        let as_played = theorems::certify_live(&mut live, problem, given(), Options::default()).expect("certified");
        assert_eq!(of_trace.disagreement, None);
        let mut expected = of_trace.certificate;
        expected.given.no_trace = true;
        for claim in &mut expected.claims {
            claim.grade = claim.grade.min(Grade::Computed); // nobody can check it again
        }
        assert_eq!(as_played.certificate, expected, "{spec}");
        assert!(live.into_players().is_some());
    }
}
