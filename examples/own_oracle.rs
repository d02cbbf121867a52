//! An oracle of your own: any search will do, because only its lower bound is believed.
//!
//! `cargo run --release --example own_oracle`

use referee::arena::Setup;
use referee::game::Evidence;
use referee::oracle::{Minimum, Objective, Oracle};
use referee::prelude::*;

/// Looks at 65 points of an interval; a Lipschitz constant of the weighted function turns them into a lower bound.
struct Grid;

const POINTS: u32 = 65;
/// Of `x^2 - 2 x`, of `x - 1/2` and of every mean of the two, for `x` between 0 and 1.
const SLOPE: f64 = 2.0;

impl Oracle for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let (mut values, mut best) = ([Enclosure::ZERO; 2], Enclosure::EVERYTHING);
        let mut least = f64::INFINITY;
        for k in 0..POINTS {
            let x = f64::from(k) / f64::from(POINTS - 1);
            objective.problem.enclose(
                &[Enclosure::point(x)],
                objective.side,
                &mut values,
                &mut Workspace::default(),
            )?;
            let value = objective.weights[0] * values[0] + objective.weights[1] * values[1];
            least = least.min(value.lo());
            if value.hi() < best.hi() {
                (best, theta[0]) = (value, x);
            }
        }
        let reach = Enclosure::point(SLOPE) * Enclosure::point(0.5 / f64::from(POINTS - 1));
        Ok(Minimum { value: best, lower_bound: (Enclosure::point(least) - reach).lo() })
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Declared)) // no rule of the checker covers it
    }
}

fn main() -> Result<()> {
    let text = "minimize = \"x^2 - 2*x\"\nvariables = { x = [0, 1] }\nconstraint = [{ expression = \"x - 0.5\" }]";
    let problem = referee::problem::ExpressionProblem::from_toml(text, "half")?;
    let constants = referee::problem::constants(&problem, Side::Proxies)?;
    let setup = Setup { oracle: Some(Box::new(Grid)), ..Setup::new(&problem, &constants, 1000, 1.0) };
    let mut players = Algorithm::OracleProxyLagrangian.set_up(setup)?;
    let trace = players.trace(1000, 0)?;
    let proved = players.theta_player.runtime_bound().expect("it has played");
    println!("{} rounds; the theta-player's average regret is at most {proved}", trace.rounds());
    assert!(proved <= SLOPE / f64::from(POINTS - 1));
    Ok(())
}
