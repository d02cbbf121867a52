//! What a step of every lambda-player costs, and what its regret comes to for that.
//!
//! Run with `cargo bench --bench regret_rates`. Criterion times one step of each player at several numbers of
//! constraints; then every player meets the same payoffs for longer and longer, and the regret that was measured stands
//! beside the time that it took: a slow player must learn faster to be worth it. `matrix`, the paper's player, and
//! `gradient`, its player in the Lagrangian game, are the baselines of the ratios, timed in the same run.

mod reached;
mod steps;

use criterion::Criterion;
use std::time::Duration;

fn main() {
    // A hundred benchmarks, and steps of nanoseconds: short ones say enough.
    let (warm, measured) = (Duration::from_millis(200), Duration::from_millis(500));
    let criterion = Criterion::default().warm_up_time(warm).measurement_time(measured).sample_size(20);
    let mut criterion = criterion.configure_from_args();
    steps::group(&mut criterion);
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        steps::print_ratios();
        reached::print();
    }
}
