//! A problem in code that encloses its own functions, so that what is certified is about real numbers.
//!
//! `cargo run --release --example own_problem`; `my_problem.rs` is the long version, with the kit.

use referee::domain::{AnyDomain, Cuboid};
use referee::prelude::*;
use referee::problem::constants;

/// Minimise `x^2` subject to `1/4 - x <= 0`, for `x` between -1 and 1.
struct Parabola(AnyDomain);

impl Problem for Parabola {
    fn name(&self) -> &'static str {
        "parabola"
    }
    fn domain(&self) -> &AnyDomain {
        &self.0
    }
    fn num_constraints(&self) -> usize {
        1
    }
    fn values(&self, theta: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        (out[0], out[1]) = (theta[0] * theta[0], 0.25 - theta[0]);
        Ok(())
    }
    fn subgradient(&self, theta: &[f64], _: Side, w: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = 2.0 * w[0] * theta[0] - w[1];
        Ok(())
    }
    fn gives_enclosures(&self) -> bool {
        true
    }
    fn enclose(&self, over: &[Enclosure], _: Side, out: &mut [Enclosure], _: &mut Workspace) -> Result<()> {
        (out[0], out[1]) = (over[0].square(), Enclosure::point(0.25) - over[0]);
        Ok(())
    }
}

fn main() -> Result<()> {
    let parabola = Parabola(Cuboid::cube(1, -1.0, 1.0)?.into());
    let (bounds, slope) = (constants(&parabola, Side::Constraints)?, Some(2.0)); // |2 x w_0 - w_1|, weights sum to 1
    let problem = Subject::of(&parabola).convex().with_bounds(Constants { bound_subgradient: slope, ..bounds });
    let run = Plan::fitting(&problem)?.theta_player("subgradient").rounds(4096).radius(2.0).play()?;
    print!("{}", run.summary());
    // Nobody else can enclose these functions, so no oracle proves a lower bound, and the program says so.
    println!("no claim about optimality: {}", run.certification.no_lower_bound.as_deref().unwrap_or("there is one"));
    assert!(run.means.infeasibility().hi() < 0.1);
    Ok(())
}
