//! Certify a run that was played elsewhere, from its numbers alone.
//!
//! `cargo run --release --example certify_trace`

use referee::certificate::{Given, LowerBound};
use referee::prelude::*;
use referee::theorems::{Statement as _, Theorem1};
use referee::trace::Trace;

/// Each row is a round: the loss, a constraint that should be at most 0, and its multiplier.
const RUN: &str = "objective,constraint_1,lambda_1
0,1,0
0,1,0.5
1,-1,1
0,1,0.5
1,-1,1
";

fn main() -> Result<()> {
    let trace = Trace::from_reader(RUN.as_bytes(), "run.csv")?; // or Trace::read("run.csv")
    let radius = Some(2.0);
    // At the mean multiplier 3/5 the two points cost 3/5 and 2/5, so 3/8 is a lower bound. It is our word: `declared`.
    let lower_bound = Some(LowerBound::declared(0.375));
    let certificate = Theorem1.certify_trace(&mut &trace, Given { radius, lower_bound, ..Given::default() })?;
    for claim in &certificate.claims {
        let (name, verdict, grade) = (claim.name, claim.verdict, claim.grade);
        println!("{name:<24} {} {} {}: {verdict}, {grade}", claim.lhs, claim.relation, claim.rhs);
    }
    let epsilon = certificate.measured("epsilon").expect("radius and lower bound are given");
    assert!(epsilon.contains(0.425)); // 2/5 + 2/5 - 3/8, worked out by hand
    assert!(certificate.violated().is_none());
    Ok(())
}
