//! The best mixture of a few models, exactly: at most m + 1 of them.
//!
//! `cargo run --release --example shrink_candidates`

use referee::prelude::*;
use referee::shrink::{Candidates, Epsilon, Outcome, shrink};

fn main() -> Result<()> {
    let mut candidates = Candidates::new(2);
    // Five models: the loss, and two constraints that should be at most 0.
    for (loss, constraints) in
        [(0.25, [0.5, -0.5]), (0.75, [-0.5, 0.25]), (1.0, [-0.25, -0.25]), (0.5, [0.25, 0.25]), (0.875, [-0.5, -0.5])]
    {
        candidates.push(loss, &constraints)?;
    }
    let Outcome::Optimal(best) = shrink(&candidates, &Epsilon::Minimal)? else {
        return Err(Error::new("the minimal epsilon is always kept by some mixture"));
    };
    for atom in &best.support {
        println!("model {} with probability {}", atom.candidate, atom.weight);
    }
    println!("mean loss {}, largest mean violation {}", best.objective, best.infeasibility());
    // Multipliers that prove it: no mixture has a smaller value of loss + <multipliers, constraints>.
    let multipliers: Vec<_> = best.duals.iter().map(ToString::to_string).collect();
    println!("multipliers {}, least value {}", multipliers.join(" and "), best.mass);
    assert!(best.support.len() <= 3);
    assert_eq!(best.objective, best.mass); // weak duality is tight: this is optimality
    Ok(())
}
