//! The library's tests: one program, one module for each part of the house.

mod architecture;
mod bad_files;
mod beyond;
mod certificates;
mod column_generation;
mod common;
mod conformance;
mod csv_interchange;
#[cfg(feature = "data")]
mod data;
mod dependencies;
mod digests;
mod directed;
mod domains;
mod elementary;
mod enclosure;
#[cfg(feature = "cli")]
mod equilibrium;
mod exact_sum;
#[cfg(feature = "data")]
mod experiment;
mod expressions;
mod families;
#[cfg(feature = "data")]
mod fit;
#[cfg(feature = "import")]
mod foreign_runs;
mod foundations;
mod guides;
mod lambda_players;
mod league;
mod many_constraints;
#[cfg(feature = "data")]
mod mnist_data;
#[cfg(feature = "data")]
mod mnist_network;
#[cfg(feature = "data")]
mod mnist_robust;
mod mutants;
mod norms;
mod number;
mod oracles;
#[cfg(feature = "cli")]
mod parallel;
mod plan;
mod play;
mod problems;
mod product;
mod promises;
mod random_search;
mod rates;
mod readme;
mod registry;
mod report;
#[cfg(feature = "cli")]
mod rounds;
mod roundtrip;
mod runs;
#[cfg(feature = "cli")]
mod shrink;
mod simplex;
mod singles;
mod statements;
mod stationary;
mod stochastic;
mod strategies;
mod theorems;
mod theta_players;
mod trace_files;
mod trace_numbers;
mod traces;
mod verification;

/// The program, to be called with so many columns; as in a pipe where none are said. Sentences that a test looks for are
/// in one line where there is room.
#[cfg(feature = "cli")]
pub(crate) fn program(columns: Option<usize>) -> std::process::Command {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
    match columns {
        Some(columns) => program.env("COLUMNS", columns.to_string()),
        None => program.env_remove("COLUMNS"),
    };
    program
}
