//! The constants of a problem cover what its draws show, not only its values.

use super::problems::{median, rate};
use dashu_ratio::RBig;
use referee::game::Side;
use referee::numerics::rational::exact;
use referee::problem::{Constants, ExpressionProblem, Noise, Noisy, Problem as _, Shape, Workspace, constants};

/// Whether every draw at the ends of `[-1, 1]` is within the bounds on payoffs.
fn covers(bounds: &Constants, problem: &Noisy) -> bool {
    let mut values = vec![f64::NAN; problem.num_constraints() + 1];
    let mut work = Workspace::default();
    (0..64).flat_map(|sample| [(sample, -1.0), (sample, 1.0)]).all(|(sample, theta)| {
        problem.stochastic_values(sample, &[theta], &mut values, &mut work).expect("defined everywhere");
        let squares = values[1..].iter().fold(RBig::ZERO, |sum, &g| sum + exact(g) * exact(g));
        let (largest, length) = (exact(bounds.bound_constraints), exact(bounds.bound_payoff_2));
        values[1..].iter().all(|g| exact(g.abs()) <= largest) && squares <= &length * &length
    })
}

#[test]
fn implication_draws_are_within_the_constants() {
    let text = "minimize = \"x\"\nvariables = { x = [-1, 1] }\n".to_owned()
        + &"[[constraint]]\nexpression = \"x\"\n".repeat(3);
    for shape in Shape::ALL {
        let noise = Noise::Added { shape, slopes: 0.0, values: 0.25 };
        let whole = ExpressionProblem::from_toml(&text, "three").expect("a problem");
        let problem = Noisy::new(whole, noise).expect("noise");
        let bounds = constants(&problem, Side::Constraints).expect("bounded");
        assert!(covers(&bounds, &problem), "{shape:?}: {bounds:?}");
        if shape == Shape::Sign {
            // Draws reach both bounds, so that a smaller one is too small.
            let low = Constants { bound_constraints: bounds.bound_constraints - 0.125, ..bounds.clone() };
            let short = Constants { bound_payoff_2: bounds.bound_payoff_2 - 0.125, ..bounds };
            assert!(!covers(&low, &problem) && !covers(&short, &problem));
        }
    }
    for problem in [median(), rate()] {
        assert!(covers(&constants(&problem, Side::Constraints).expect("bounded"), &problem));
    }
}
