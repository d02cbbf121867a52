//! A problem of your own: lend to those who repay, but refuse at most half of a group.
//!
//! `cargo run --release --features testing --example my_problem` plays it and certifies the outcome;
//! `cargo test --features testing --example my_problem` asks every law of it. `docs/adding-a-problem.md` explains it.

use referee::domain::{AnyDomain, Cuboid, Domain as _};
use referee::prelude::*;
use referee::problem::Margin;

/// Applicant `k` gets a loan if `theta_0 x_k + theta_1 > 0`: her income, whether she repays (1 or -1), her group.
const APPLICANTS: [(f64, f64, bool); 8] = [
    (0.9, 1.0, false),
    (0.8, 1.0, false),
    (0.7, -1.0, false),
    (0.6, 1.0, false),
    (0.5, 1.0, true),
    (0.3, -1.0, true),
    (0.2, -1.0, true),
    (0.1, -1.0, true),
];

/// Minimise the mean hinge loss; refuse at most half of the group (a step, whose proxy is a hinge).
struct Loans(AnyDomain);

impl Problem for Loans {
    fn name(&self) -> &'static str {
        "loans"
    }
    fn domain(&self) -> &AnyDomain {
        &self.0
    }
    fn num_constraints(&self) -> usize {
        1
    }
    fn has_proxies(&self) -> bool {
        true
    }
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        (out[0], out[1]) = (0.0, -0.5);
        for (x, repays, group) in APPLICANTS {
            let score = theta[0] * x + theta[1];
            let refused = if side == Side::Proxies { (1.0 - score).max(0.0) } else { f64::from(score <= 0.0) };
            out[0] += 0.125 * (1.0 - repays * score).max(0.0);
            out[1] += if group { 0.25 * refused } else { 0.0 };
        }
        Ok(())
    }
    fn subgradient(&self, theta: &[f64], side: Side, w: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.fill(0.0);
        for (x, repays, group) in APPLICANTS {
            let score = theta[0] * x + theta[1];
            let lost = if repays * score < 1.0 { -0.125 * w[0] * repays } else { 0.0 };
            let refused = if group && side == Side::Proxies && score < 1.0 { -0.25 * w[1] } else { 0.0 };
            out[0] += (lost + refused) * x;
            out[1] += lost + refused;
        }
        Ok(())
    }
}

/// Minimise `x^2` subject to `1/4 - x <= 0`, with the proxy `1/2 - x`, for all real numbers of an interval.
struct Parabola(AnyDomain);

impl Parabola {
    fn shift(side: Side) -> f64 {
        if side == Side::Proxies { 0.5 } else { 0.25 }
    }
}

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
    fn has_proxies(&self) -> bool {
        true
    }
    fn values(&self, theta: &[f64], side: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = theta[0] * theta[0];
        out[1] = Self::shift(side) - theta[0];
        Ok(())
    }
    fn subgradient(&self, theta: &[f64], _: Side, w: &[f64], out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out[0] = 2.0 * w[0] * theta[0] - w[1];
        Ok(())
    }
    fn gives_enclosures(&self) -> bool {
        true
    }
    fn enclose(&self, over: &[Enclosure], side: Side, out: &mut [Enclosure], _: &mut Workspace) -> Result<()> {
        out[0] = over[0].square();
        out[1] = Enclosure::point(Self::shift(side)) - over[0];
        Ok(())
    }
}

fn parabola() -> Result<Parabola> {
    Ok(Parabola(Cuboid::cube(1, -1.0, 1.0)?.into()))
}

fn loans() -> Result<Loans> {
    Ok(Loans(Cuboid::cube(2, -4.0, 4.0)?.into()))
}

referee::conformance!(convex_problem: laws_of_loans, [loans().expect("a cube")]);
referee::conformance!(convex_problem: laws_of_parabola, [parabola().expect("an interval")]);

fn main() -> Result<()> {
    let loans = loans()?;
    let bounds = Constants {
        bound_constraints: 0.5,
        bound_payoff_2: 0.5,
        bound_subgradient: Some(1.5), // |(x, 1)| is at most 1.35, and the weights sum to 1
        margin: Some(Margin { value: 0.5, point: Some(vec![0.0, 4.0]), grade: Grade::Declared }),
        objective_range: 8.6, // scores are at most 7.6 in size
        radius: loans.domain().radius(),
    };
    let problem = Subject::of(&loans).with_bounds(bounds).convex();
    let run = Plan::fitting(&problem)?.theta_player("subgradient").lambda_player("deviation-hedge").play()?;
    for claim in &run.certification.certificate.claims {
        println!("{:<28} {} {} {}: {}", claim.name, claim.lhs, claim.relation, claim.rhs, claim.verdict);
    }
    if let Some(reason) = &run.certification.no_lower_bound {
        println!("no claim about optimality: {reason}");
    }
    if let Some(second) = &run.second {
        let best = &second.solution;
        println!("best mixture: loss {:.6}, refused - 1/2 = {}", best.objective.to_f64().value(), best.constraints[0]);
        for (atom, theta) in best.support.iter().zip(&second.points) {
            println!("  {} of theta = {theta:?}", atom.weight);
            assert!(loans.domain().contains(theta));
        }
    }
    let (parabola, mut enclosed) = (parabola()?, [Enclosure::EVERYTHING; 2]);
    let domain = parabola.domain().bounding_box();
    parabola.enclose(&domain, Side::Constraints, &mut enclosed, &mut Workspace::default())?;
    println!("the parabola over its domain: objective in {}, constraint in {}", enclosed[0], enclosed[1]);
    Ok(())
}
