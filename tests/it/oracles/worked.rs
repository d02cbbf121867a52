//! Minima known in closed form.

use crate::oracles::checker::{objective, proves};
use referee::domain::Domain as _;
use referee::game::Side;
use referee::numerics::Enclosure;
use referee::oracle::{BranchAndBound, CuttingPlane, Enumeration, Minimum, Options, Oracle, Vertices, choose};
use referee::problem::{ExpressionProblem, Problem as _};

const SIDE: Side = Side::Constraints;

pub(crate) fn problem(text: &str) -> ExpressionProblem {
    ExpressionProblem::from_toml(text, "worked").unwrap()
}

/// The triangle of the paper's Figure 1.
pub(crate) const TRIANGLE: &str = r#"
    minimize = "-0.5 * ((x - 0.2)^2 + (y - 0.1)^2)"
    variables = { x = [-1, 1], y = [-1, 1] }
    constraint = [
        { name = "low", expression = "-y - 0.5" },
        { name = "right", expression = "1.1 * x + 0.5 * y - 0.3" },
        { name = "left", expression = "-1.1 * x + 0.5 * y - 0.3" },
    ]
"#;

fn points(weights: &[f64]) -> Vec<Enclosure> {
    weights.iter().map(|&weight| Enclosure::point(weight)).collect()
}

fn minimize(problem: &ExpressionProblem, oracle: &mut dyn Oracle, weights: &[f64]) -> (Minimum, Vec<f64>) {
    let mut theta = vec![0.0; problem.domain().dim()];
    let minimum = oracle.minimize(&objective(problem, &points(weights)), &mut theta).unwrap();
    (minimum, theta)
}

/// The minimum lies between two decimals, and the certified interval meets them and is narrow.
fn assert_minimum(minimum: Minimum, between: (f64, f64), rho: f64) {
    assert!(minimum.lower_bound <= between.1 && between.0 <= minimum.value.hi(), "{minimum:?} misses {between:?}");
    assert!(minimum.rho() <= rho, "{minimum:?} has rho {}", minimum.rho());
}

#[test]
fn the_triangle_has_its_minimum_in_a_corner() {
    let problem = problem(TRIANGLE);
    let oracles: [Box<dyn Oracle>; 2] = [
        Box::new(Vertices::new(&problem, SIDE).unwrap()),
        Box::new(BranchAndBound::new(&problem, SIDE, Options::default()).unwrap()),
    ];
    for mut oracle in oracles {
        let (minimum, theta) = minimize(&problem, &mut *oracle, &[1.0, 0.0, 0.0, 0.0]);
        assert_eq!(theta, [-1.0, -1.0]);
        assert_minimum(minimum, (-1.325, -1.325), 1e-14);
        // At the multipliers of the mixed optimum: -1/2 (2 + |p|^2) + min over corners = -1.175, minus the constants.
        let (minimum, _) = minimize(&problem, &mut *oracle, &[1.0, 0.25, 0.25, 0.25]);
        let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        let value =
            |(x, y): (f64, f64)| -0.5 * ((x - 0.2).powi(2) + (y - 0.1).powi(2)) + 0.25 * ((-y - 0.5) + (y - 0.6));
        let least = corners.into_iter().map(value).fold(f64::INFINITY, f64::min);
        assert_minimum(minimum, (least - 1e-12, least + 1e-12), 1e-13);
    }
}

#[test]
fn styblinski_and_tang() {
    for dim in 1..=3 {
        let names: Vec<String> = (1..=dim).map(|j| format!("x{j}")).collect();
        let terms: Vec<String> = names.iter().map(|x| format!("0.5 * ({x}^4 - 16 * {x}^2 + 5 * {x})")).collect();
        let sides: Vec<String> = names.iter().map(|x| format!("{x} = [-5, 5]")).collect();
        let text = format!("minimize = \"{}\"\nvariables = {{ {} }}", terms.join(" + "), sides.join(", "));
        let problem = problem(&text);
        let mut oracle = BranchAndBound::new(&problem, SIDE, Options::default()).unwrap();
        let (minimum, theta) = minimize(&problem, &mut oracle, &[1.0]);
        let known = -39.166_165_703_771_4 * f64::from(dim);
        assert_minimum(minimum, (known - 1e-9, known + 1e-9), 1.001e-6 * known.abs());
        assert!(theta.iter().all(|x| (x + 2.903_534).abs() < 1e-4), "{theta:?}");
    }
}

#[test]
fn a_quadratic_with_its_minimum_on_a_face() {
    // 1/2 |theta - c|^2 over [-1, 1]^3 with c = (2, 0.5, -3): the minimum is at (1, 0.5, -1).
    let problem = problem(
        "minimize = \"0.5 * ((x - 2)^2 + (y - 0.5)^2 + (z + 3)^2)\"\n\
         variables = { x = [-1, 1], y = [-1, 1], z = [-1, 1] }",
    );
    let mut planes = CuttingPlane::new(&problem, SIDE, Options::default()).unwrap();
    let mut boxes = BranchAndBound::new(&problem, SIDE, Options::default()).unwrap();
    assert_minimum(minimize(&problem, &mut planes, &[1.0]).0, (2.5, 2.5), 1.001e-6 * 2.5);
    assert_minimum(minimize(&problem, &mut boxes, &[1.0]).0, (2.5, 2.5), 1.001e-6 * 2.5);
}

#[test]
fn a_distance_to_a_ball() {
    // |theta - (3, 4)|^2 over the ball of radius 1 is (5 - 1)^2 at (0.6, 0.8).
    let problem = problem("minimize = \"(x - 3)^2 + (y - 4)^2\"\nvariables = [\"x\", \"y\"]\ndomain = { ball = 1 }");
    let mut planes = CuttingPlane::new(&problem, SIDE, Options::default()).unwrap();
    let (minimum, theta) = minimize(&problem, &mut planes, &[1.0]);
    assert_minimum(minimum, (16.0, 16.0), 1.001e-6 * 16.0);
    assert!((theta[0] - 0.6).abs() < 1e-3, "{theta:?}");
    let mut boxes = BranchAndBound::new(&problem, SIDE, Options::default()).unwrap();
    assert_minimum(minimize(&problem, &mut boxes, &[1.0]).0, (16.0, 16.0), 1.001e-6 * 16.0);
}

#[test]
fn distances_of_kinks() {
    // A sum of distances to 1, 2, 4 is least at the median 2; the maximum is least in the middle of the ends.
    let problem = problem(
        "minimize = \"abs(x - 1) + abs(x - 2) + abs(x - 4)\"\nvariables = { x = [0, 5] }\n\
         constraint = [{ name = \"far\", expression = \"max(x - 1, 4 - x) - 2\" }]",
    );
    let mut planes = CuttingPlane::new(&problem, SIDE, Options::default()).unwrap();
    assert_minimum(minimize(&problem, &mut planes, &[1.0, 0.0]).0, (3.0, 3.0), 4e-6);
    assert_minimum(minimize(&problem, &mut planes, &[0.0, 1.0]).0, (-0.5, -0.5), 2e-6);
}

#[test]
fn a_sum_of_sigmoids() {
    // sigmoid(x - 1) + sigmoid(-x - 1) is even with its only critical point, a minimum, at 0: 2 sigmoid(-1).
    let problem = problem("minimize = \"sigmoid(x - 1) + sigmoid(-x - 1)\"\nvariables = { x = [-4, 4] }");
    let mut boxes = BranchAndBound::new(&problem, SIDE, Options::default()).unwrap();
    let (minimum, theta) = minimize(&problem, &mut boxes, &[1.0]);
    assert_minimum(minimum, (0.537_882_842_739_9, 0.537_882_842_740_1), 1.001e-6);
    assert!(theta[0].abs() < 2e-2, "{theta:?}");
}

#[test]
fn a_step_is_bounded_on_both_sides_of_its_jump() {
    // step jumps after 0.25, and its value there is 0: the minimum of x-decreasing plus jump is at the jump.
    let problem = problem("minimize = \"3 * step(x - 0.25) - x\"\nvariables = { x = [-1, 1] }");
    let mut boxes = BranchAndBound::new(&problem, SIDE, Options::default()).unwrap();
    let mut theta = [0.0];
    let weights = [Enclosure::ONE];
    let question = objective(&problem, &weights);
    let (minimum, evidence) = boxes.certify(&question, &mut theta).unwrap();
    assert_minimum(minimum, (-0.25, -0.25), 1e-5);
    assert_eq!(proves(&question, &evidence, minimum.lower_bound), Ok(()));
}

#[test]
fn a_finite_domain_is_enumerated() {
    let problem =
        problem("minimize = \"x * y\"\nvariables = [\"x\", \"y\"]\ndomain = { points = [[1, 1], [2, -3], [-4, 1]] }");
    let mut oracle = Enumeration::new(&problem, SIDE).unwrap();
    let (minimum, theta) = minimize(&problem, &mut oracle, &[2.0]);
    assert_eq!((minimum.value, minimum.lower_bound, theta), (Enclosure::point(-12.0), -12.0, vec![2.0, -3.0]));
}

#[test]
fn the_choice_says_why() {
    let reason = |text: &str| choose(&problem(text), SIDE, Options::default()).unwrap().reason;
    assert_eq!(reason(TRIANGLE), "vertices: every function is concave by composition rules, on a box [-1, 1]^2");
    assert_eq!(
        reason("minimize = \"x^2\"\nvariables = { x = [-1, 1] }"),
        "cutting planes: every function is convex by composition rules"
    );
    assert_eq!(
        reason("minimize = \"x\"\nvariables = [\"x\"]\ndomain = { points = [[0], [1]] }"),
        "enumeration: the domain is finite (2 points)"
    );
    let wild = reason("minimize = \"x * y\"\nvariables = { x = [-1, 1], y = [0, 1] }");
    assert!(wild.starts_with("branch and bound: the objective") && wild.contains("`x * y` (column 3)"), "{wild}");
}

#[test]
fn an_unbounded_slope_at_the_start_does_not_stop_the_planes() {
    // Convex with an infinite slope at 0, which is where the search begins.
    let root = problem("minimize = \"-sqrt(x)\"\n[variables]\nx = [0, 4]\n[[constraint]]\nexpression = \"x - 0.5\"\n");
    let mut oracle = CuttingPlane::new(&root, SIDE, Options::default()).unwrap();
    for (weights, least) in
        [([1.0, 0.0], -2.0), ([1.0, 1.0], -0.75), ([1.0, 8.0], -4.031_25), ([1.0, 1000.0], -500.000_25)]
    {
        let (minimum, _) = minimize(&root, &mut oracle, &weights);
        assert!(minimum.lower_bound <= least && least <= minimum.value.hi(), "{weights:?}: {minimum:?}");
        assert!(minimum.rho() <= 1e-3, "{weights:?}: {minimum:?}");
    }
}

#[test]
fn scales_that_the_linear_programs_cannot_hold_are_left_to_rho() {
    for text in [
        "minimize = \"1e150 * hinge(x)\"\n[variables]\nx = [-1e100, 0]\n",
        "minimize = \"sqrt(sigmoid(y)) + abs(z - 100)\"\n[variables]\nx = [5e7, 5e7]\ny = [-1e8, -1e8]\nz = [0.1, 2e8]\n",
    ] {
        let problem = problem(text);
        let Ok(mut oracle) = CuttingPlane::new(&problem, SIDE, Options::default()) else { continue };
        let (minimum, theta) = minimize(&problem, &mut oracle, &[1.0]);
        assert!(problem.domain().contains(&theta));
        assert!(minimum.lower_bound <= minimum.value.hi(), "{minimum:?}");
    }
}
