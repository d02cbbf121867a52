//! The paper's proofs as programs.
//!
//! Every proof of the appendix, and every repaired or new one, is a list of named lines (equations and inequalities).
//! A line is said on many finite instances in exact rational arithmetic: random small games, degenerate ones, golden
//! vectors and counterexamples. This proves no theorem; it shows, line by line, that a proof does not lie, and
//! where the paper's does: a wrong line is declared to be wrong, and must be seen to fail.
//!
//! Numbers that are not rational (roots, exponentials, logarithms) come as rational enclosures, and a line between
//! enclosures counts only if they are apart. There is no tolerance anywhere.
//!
//! ```
//! use proofs_check::proofs::{Options, run};
//! let options = Options { proof: Some("thm4".to_owned()), instances: 20, ..Options::default() };
//! let report = run(&options).unwrap();
//! assert!(report.passed(), "{report}");
//! ```

pub mod enclosure;
pub mod linear;
pub mod number;
pub mod random;
pub mod recorder;
pub mod report;
pub mod vector;

mod catalogue;
mod deviation;
mod end_to_end;
mod game;
mod hindsight;
mod hinges;
mod lagrangian;
mod lemma6;
mod matrix_weights;
mod mirror;
mod more_strengthenings;
mod proxy;
mod proxy_game;
mod sparse_equilibrium;
mod sparse_program;
mod stochastic;
mod stochastic_swap;
mod strengthenings;
mod swap;
mod tree;
mod two_player;

#[cfg(test)]
mod necessity;

pub use catalogue::PROOFS;
pub use recorder::{Expect, Proof, Recorder, Step};
pub use report::{Report, Row};

use crate::output::{complain, print};
use random::Random;
use std::ffi::OsString;

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The seed of the random instances.
    pub seed: u64,
    /// Only the proof of this name.
    pub proof: Option<String>,
    /// Random instances for each proof; the slow proofs take a fixed share of them, at least one.
    pub instances: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, proof: None, instances: 1000 }
    }
}

/// Runs one proof on its fixed instances and on random ones.
#[must_use]
pub fn run_proof(proof: &Proof, seed: u64, instances: usize) -> Recorder {
    run_with(Recorder::new(), proof, seed, instances)
}

fn run_with(mut recorder: Recorder, proof: &Proof, seed: u64, instances: usize) -> Recorder {
    if (proof.fixed)(&mut recorder).is_none() {
        recorder.undefined();
    }
    let mut source = Random::new(seed, proof.name);
    for number in 1..=instances.checked_div(proof.cost).unwrap_or(instances).max(1) {
        recorder.instance(format!("{number} of seed {seed}"));
        if (proof.random)(&mut recorder, &mut source).is_none() {
            recorder.undefined();
        }
    }
    recorder
}

/// Runs the proofs.
///
/// # Errors
/// If no proof has the name that was asked for.
pub fn run(options: &Options) -> Result<Report, String> {
    let wanted = |proof: &&Proof| options.proof.as_ref().is_none_or(|name| name == proof.name);
    let rows: Vec<Row> = PROOFS
        .iter()
        .copied()
        .filter(wanted)
        .map(|proof| Row::new(proof, &run_proof(proof, options.seed, options.instances)))
        .collect();
    if rows.is_empty() {
        let names: Vec<&str> = PROOFS.iter().map(|proof| proof.name).collect();
        let asked = options.proof.as_deref().unwrap_or_default();
        return Err(format!("no proof is called '{asked}'; the proofs are {}", names.join(", ")));
    }
    Ok(Report { rows, with_steps: options.proof.is_some() })
}

/// The fewest instances that the command takes: a step with a hypothesis needs an instance on which it holds.
const LEAST: usize = 100;

/// How the command is called.
pub const USAGE: &str = "usage: proofs-check proofs [--seed N] [--proof NAME] [--instances N]
Says every line of the paper's proofs, and of the repaired ones, on finite instances in exact arithmetic.
With --proof NAME it prints the lines of that proof. Exit status: 0 every line came out as it must, 1 one did not,
2 a wrong call. N is at least 100 instances a proof (1000 if not given); slow proofs take a fixed share of them.";

fn options(arguments: &[OsString]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(flag) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{flag} needs a value"));
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{flag} {text}: not a whole number"));
        match flag.as_ref() {
            "--seed" => options.seed = number(&value()?)?,
            "--proof" => options.proof = Some(value()?.into_owned()),
            "--instances" => {
                options.instances = usize::try_from(number(&value()?)?).map_err(|_| format!("{flag}: too large"))?;
                if options.instances < LEAST {
                    return Err(format!("{flag}: take at least {LEAST}, or some step may meet no instance"));
                }
            }
            _ => return Err(format!("{flag}: this option is not known")),
        }
    }
    Ok(options)
}

/// The command `proofs-check proofs`; the arguments are those after the word `proofs`.
#[must_use]
pub fn command(arguments: &[OsString]) -> u8 {
    if arguments.iter().any(|word| word == "-h" || word == "--help") {
        return print(&format!("{USAGE}\n"), 0);
    }
    match options(arguments).and_then(|options| run(&options)) {
        Ok(report) => print(&format!("{report}\n"), u8::from(!report.passed())),
        Err(reason) => complain(&format!("proofs: {reason}: see proofs-check proofs --help"), 2),
    }
}
