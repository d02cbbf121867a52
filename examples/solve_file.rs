//! Solve a problem file: plan, play, certify, shrink, write.
//!
//! `cargo run --release --example solve_file`

use referee::prelude::*;

fn main() -> Result<()> {
    let problem = referee::open("examples/late.toml")?; // or the name of a built-in problem, such as "triangle"
    let run = Plan::fitting(&problem)?.rounds(4096).seed(1).play()?;
    print!("{}", run.summary());
    // trace.csv, certificate.json and solution.json: `referee check` reads the last two.
    let written = run.write("target/examples/solve_file")?;
    for file in &written.files {
        println!("written: {}", file.display());
    }
    assert!(run.certification.certificate.claims.iter().all(|claim| claim.verdict == Verdict::Holds));
    Ok(())
}
