//! A statement of your own: a corollary of Theorem 1, certified on a trace in enclosures and, where needed, exactly.
//!
//! **Statement.** With `||lambda_bar||_1 < R` the mean of all constraints together is at most
//! `epsilon / (R - ||lambda_bar||_1)`. *Proof.* A mean is at most the maximum, which Theorem 1 bounds.
//! `cargo run --release --example own_statement`

use referee::arena::Seats;
use referee::certificate::{Given, Inequality, Ledger, LowerBound, RestsOn, Slack};
use referee::numerics::{Norm, Number};
use referee::prelude::*;
use referee::regret::{LagrangianAverages, LagrangianRegret, lagrangian, lagrangian_exact};
use referee::theorems::{About, Measured, Statement, Theorem1};
use referee::trace::{Rounds, Trace};

struct MeanConstraint;

impl Statement for MeanConstraint {
    fn about(&self) -> &'static About {
        Theorem1.about() // whose corollary it is; one that is listed has its own
    }
    fn name(&self) -> &'static str {
        "mean-constraint"
    }
    fn algorithm(&self) -> Option<Seats> {
        Theorem1.algorithm()
    }
    fn certify(&self, _: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        let fast = lagrangian(rounds, given.averages, &mut |_| Ok(()))?;
        let (size, noted, known) = ((fast.rounds, fast.constraints.len()), note(&fast, &given), given.clone());
        let exact = || Ok(note(&lagrangian_exact(rounds, known.averages)?, &known));
        Certificate::new(self.name(), Game::Lagrangian, size, given, &noted, exact)
    }
}

/// The claim, once for both kinds of numbers.
fn note<N: Number>(averages: &LagrangianAverages<N>, given: &Given) -> Ledger<N> {
    let mut ledger = Ledger::default();
    let regret = LagrangianRegret::new(averages, Norm::One, given.radius, given.lower());
    let mean = N::sum(averages.constraints.iter().cloned()).over(N::whole(averages.constraints.len() as u64));
    if let (Some(mean), Some(epsilon), Some(radius)) = (mean, regret.epsilon, given.radius.map(N::double)) {
        let bound = ledger.quotient_by_room(epsilon, &radius, &regret.multiplier_norm);
        let rests_on = RestsOn { lower_bound: true, ..RestsOn::default() };
        ledger.claims_if(bound, |bound| {
            let slack = Slack::Is(bound.clone() - mean.clone());
            Inequality::conclusion("mean_constraint", mean, bound, slack, rests_on)
        });
    }
    ledger
}

fn main() -> Result<()> {
    let run = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,1,0,0,0\n1,-1,0.5,1,0\n";
    let trace = Trace::from_reader(run.as_bytes(), "run.csv")?;
    let given = Given { radius: Some(2.0), lower_bound: Some(LowerBound::declared(0.25)), ..Given::default() };
    let certificate = MeanConstraint.certify_trace(&mut &trace, given)?;
    let claim = certificate.claim("mean_constraint").expect("radius and lower bound are given");
    println!("{} <= {}: {} ({})", claim.lhs, claim.rhs, claim.verdict, claim.grade);
    assert_eq!(claim.lhs, Enclosure::point(0.125)); // ((1 - 1) / 2 + (0 + 1/2) / 2) / 2
    Ok(())
}
