//! Play until the certificate proves what you need, or say what was reached.
//!
//! `cargo run --release --example play_until_certified`

use referee::prelude::*;

fn main() -> Result<()> {
    let problem = referee::open("triangle")?;
    let plan = Plan::fitting(&problem)?.until(0.01, 0.02).budget(Budget::Rounds(1 << 16));
    let run = plan.play()?;
    let pursuit = run.pursuit.as_ref().expect("a target was named");
    for stretch in &pursuit.stretches {
        let [infeasibility, suboptimality] = [stretch.infeasibility, stretch.suboptimality]
            .map(|bound| bound.map_or_else(|| "not known".to_owned(), |bound| format!("{bound:.6}")));
        let rounds = stretch.rounds;
        println!("{rounds:>6} rounds: violation at most {infeasibility}, excess cost at most {suboptimality}");
    }
    println!("target met: {}", pursuit.is_met());
    assert!(pursuit.is_met());
    Ok(())
}
