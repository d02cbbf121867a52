//! An oracle that does not apply says which hypothesis fails.

use crate::oracles::checker::objective;
use crate::oracles::worked::{TRIANGLE, problem};
use referee::domain::AnyDomain;
use referee::error::Result;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, CuttingPlane, Enumeration, Options, Oracle as _, Vertices, choose};
use referee::problem::{Problem, Workspace};

const SIDE: Side = Side::Constraints;

fn message<T>(result: Result<T>) -> String {
    result.err().expect("it must not apply").to_string()
}

#[test]
fn the_obstacle_is_named() {
    let convex = problem("minimize = \"x + (x - y)^2\"\nvariables = { x = [-1, 1], y = [0, 1] }");
    assert_eq!(
        message(Vertices::new(&convex, SIDE)),
        "the objective of problem `worked` is not proved concave on its domain, but convex"
    );
    let triangle = problem(TRIANGLE);
    let refusal = message(CuttingPlane::new(&triangle, SIDE, Options::default()));
    assert_eq!(refusal, "the objective of problem `worked` is not proved convex on its domain, but concave");
    let wild =
        problem("minimize = \"x\"\nvariables = { x = [-1, 1] }\nconstraint = [{ name = \"c\", expression = \"x^3\" }]");
    for refusal in [message(Vertices::new(&wild, SIDE)), message(CuttingPlane::new(&wild, SIDE, Options::default()))] {
        assert!(refusal.contains("constraint `c`") && refusal.contains("`x^3` (column 2)"), "{refusal}");
    }
    assert!(message(Enumeration::new(&wild, SIDE)).contains("finite domain"));
}

#[test]
fn limits_and_shapes_are_named() {
    let names: Vec<String> = (1..=17).map(|j| format!("x{j} = [0, 1]")).collect();
    let large = problem(&format!("minimize = \"x1 - x17^2\"\nvariables = {{ {} }}", names.join(", ")));
    assert!(message(Vertices::new(&large, SIDE)).contains("17 variables, and vertices are enumerated up to 16"));
    let ball = problem("minimize = \"-x^2\"\nvariables = [\"x\"]\ndomain = { ball = 2 }");
    assert!(message(Vertices::new(&ball, SIDE)).contains("ball of radius 2"));
    let finite = problem("minimize = \"x\"\nvariables = [\"x\"]\ndomain = { points = [[0], [1]] }");
    assert!(message(CuttingPlane::new(&finite, SIDE, Options::default())).contains("convex domain"));
    assert!(message(BranchAndBound::new(&finite, SIDE, Options::default())).contains("enumerate"));
}

/// An oracle is not used for a problem whose convexity it never looked at.
#[test]
fn another_problem_is_refused() {
    let bowl = problem("minimize = \"x^2\"\nvariables = { x = [-1, 1] }");
    let hill = problem("minimize = \"-x^2\"\nvariables = { x = [-1, 1] }");
    let wider = problem("minimize = \"x^2\"\nvariables = { x = [-1, 2] }");
    let weights = [Enclosure::ONE];
    let mut oracle = CuttingPlane::new(&bowl, SIDE, Options::default()).unwrap();
    assert!(oracle.minimize(&objective(&bowl.clone(), &weights), &mut [0.0]).is_ok());
    for other in [&hill, &wider] {
        let refusal = message(oracle.minimize(&objective(other, &weights), &mut [0.0]));
        assert!(refusal.contains("cannot be used for another"), "{refusal}");
    }
    let mut corners = Vertices::new(&hill, SIDE).unwrap();
    assert!(corners.minimize(&objective(&bowl, &weights), &mut [0.0]).is_err());
}

#[test]
fn bad_weights_are_refused() {
    let bowl = problem("minimize = \"x^2\"\nvariables = { x = [-1, 1] }");
    let mut oracle = CuttingPlane::new(&bowl, SIDE, Options::default()).unwrap();
    let negative = [Enclosure::new(-1e-300, 1.0)];
    assert!(message(oracle.minimize(&objective(&bowl, &negative), &mut [0.0])).contains("not negative"));
    let two = [Enclosure::ONE, Enclosure::ONE];
    assert!(message(oracle.minimize(&objective(&bowl, &two), &mut [0.0])).contains("2 weights"));
}

/// A function that is undefined somewhere has no bound: the sentence says what is undefined.
#[test]
fn an_undefined_function_is_an_error() {
    let hole = problem("minimize = \"x / (x - 0.3)\"\nvariables = { x = [-1, 1] }");
    let mut boxes = BranchAndBound::new(&hole, SIDE, Options { boxes: 500, ..Options::default() }).unwrap();
    let weights = [Enclosure::ONE];
    assert!(message(boxes.minimize(&objective(&hole, &weights), &mut [0.0])).contains("division by zero"));
}

/// A problem that only gives doubles.
struct Opaque(AnyDomain);

impl Problem for Opaque {
    fn name(&self) -> &'static str {
        "opaque"
    }

    fn domain(&self) -> &AnyDomain {
        &self.0
    }

    fn num_constraints(&self) -> usize {
        0
    }

    fn values(&self, theta: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = theta[0];
        Ok(())
    }

    fn subgradient(&self, _: &[f64], _: Side, weights: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = weights[0];
        Ok(())
    }
}

#[test]
fn a_problem_without_expressions_says_so() {
    let opaque = Opaque(AnyDomain::Cuboid(referee::domain::Cuboid::cube(1, 0.0, 1.0).unwrap()));
    let refusal = message(choose(&opaque, SIDE, Options::default()));
    assert!(refusal.contains("`opaque` is not made of expressions"), "{refusal}");
}
