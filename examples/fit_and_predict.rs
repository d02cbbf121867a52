//! Fit models under a constraint on a rate, mix the best of them exactly, and predict.
//!
//! `cargo run --release --example fit_and_predict`; `referee fit` does this with files, certificates and test rows.

use referee::data::{
    Meaning, Performance, RateOptions, RateProblem, RecipeOptions, Settings, Table, automatic, choose_step_size,
    evaluate, parse, predictions, shrunk, train,
};
use referee::game::DataRecord;
use referee::prelude::*;
use std::num::NonZeroUsize;

fn main() -> Result<()> {
    let one = NonZeroUsize::MIN;
    let table = Table::read("examples/loans.csv", one)?;
    let recipe = automatic(&table, &RecipeOptions::new("repaid", "yes"))?.recipe;
    let meaning = Meaning { table: &table, label: &recipe.label, reference: None };
    let constraint = parse("fpr() <= 0.2", &table)?[0].on(&meaning)?;
    let source = DataRecord { file: "loans.csv".into(), sha256: table.sha256(one), rows: table.len(), recipe };
    let problem = RateProblem::new("loans", &table, source, vec![constraint], RateOptions::default())?;
    let (data, cells) = (problem.data(), problem.cells());

    // 13 step sizes at once; the snapshots of each run are counted exactly, and the best mixture is found.
    let runs = train(data, cells, &Settings { rounds: 1000, ..Settings::paper(Some(Game::ProxyLagrangian), 0) })?;
    let mut mixtures = Vec::new();
    for run in &runs {
        let models: Vec<&[f64]> = run.snapshots.iter().map(|snapshot| &snapshot.theta[..]).collect();
        let tallies = evaluate(data, cells, &models, one)?;
        let mixture = shrunk(&tallies, cells)?;
        mixtures.push((Performance::of(&mixture, &tallies, cells), mixture));
    }
    let performances: Vec<Performance> = mixtures.iter().map(|(performance, _)| performance.clone()).collect();
    let chosen = choose_step_size(&performances)?.ok_or_else(|| Error::new("there are step sizes"))?;
    let (performance, mixture) = &mixtures[chosen];
    println!("step size {}: error about {:.4}", runs[chosen].rate, performance.error.to_f64().value());
    assert!(performance.is_feasible()); // decided by the exact fraction, not by this decimal

    for atom in mixture {
        let answers = predictions(data, &runs[chosen].snapshots[atom.candidate].theta);
        let positive = answers.iter().filter(|answer| **answer).count();
        let weight = atom.weight.to_f64().value();
        println!("with probability about {weight:.4}: a model that lends to {positive} of {}", answers.len());
    }
    Ok(())
}
