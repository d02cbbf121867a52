//! Check a certificate from Rust, with the independent checker, and watch it refuse a changed one.
//!
//! `cargo run --release --example check_document`

use proofs_check::{Grade as Checked, check_file};
use referee::prelude::*;
use std::path::Path;

fn main() -> Result<()> {
    let folder = Path::new("target/examples/check_document");
    let problem = referee::open("examples/late.toml")?;
    Plan::fitting(&problem)?.rounds(256).play()?.write(folder)?;
    let file = folder.join("certificate.json");
    let accepted = check_file(&file, None).map_err(|refusal| Error::new(refusal.to_string()))?;
    for claim in accepted.claims() {
        println!("{:<28} {:?} {:?}", claim.name, claim.verdict, claim.grade);
    }
    println!("{}", accepted.last_line("certificate.json"));
    assert!(accepted.claims().iter().any(|claim| claim.grade == Checked::Proved));

    // A smaller regret than was measured: it does not follow from the trace.
    let text = std::fs::read_to_string(&file).map_err(|error| Error::new(error.to_string()))?;
    let place = text.find("\"swap_regret\"").and_then(|at| Some(at + text[at..].find("0.")?)).expect("it is measured");
    let changed = text.replace(&text[place..place + 7], "0.00001");
    assert_ne!(text, changed);
    let file = folder.join("changed.json");
    std::fs::write(&file, changed).map_err(|error| Error::new(error.to_string()))?;
    let refusal = check_file(&file, None).expect_err("a changed certificate is refused");
    println!("changed: {refusal}");
    Ok(())
}
