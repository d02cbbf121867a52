//! What regret every lambda-player reaches, beside what it reached before; and what its steps cost.
//!
//! Run with `cargo bench --bench regret_rates`. First the regrets, which are the same on every machine and are compared
//! exactly with `baseline.csv`: the benchmark fails if one of them grew. `-- --regrets` does that alone, and `-- --accept`
//! makes what was measured the baseline. Then criterion times one step of each player at several numbers of
//! constraints, and every player meets the same payoffs for longer and longer, its regret beside the time that it took:
//! a slow player must learn faster to be worth it. `matrix`, the paper's player, and `gradient`, its player in the
//! Lagrangian game, are the baselines of the ratios, timed in the same run.

mod reached;
mod regrets;
mod steps;

use criterion::Criterion;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
    if asked("--regrets") || asked("--accept") {
        return regrets::compare(asked("--accept"));
    }
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    let verdict = if asked("--bench") { regrets::compare(false) } else { ExitCode::SUCCESS };
    // A hundred benchmarks, and steps of nanoseconds: short ones say enough.
    let (warm, measured) = (Duration::from_millis(200), Duration::from_millis(500));
    let criterion = Criterion::default().warm_up_time(warm).measurement_time(measured).sample_size(20);
    let mut criterion = criterion.configure_from_args();
    steps::group(&mut criterion);
    criterion.final_summary();
    if asked("--bench") {
        steps::print_ratios();
        reached::print();
    }
    verdict
}
