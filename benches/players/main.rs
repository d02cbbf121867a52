//! What a round costs each player.
//!
//! Run with `cargo bench --bench players`. The last lines compare the lambda-players with the paper's, timed in turns in
//! this very run, so that a busy machine slows all alike.
//!
//! One module a group; a new group is a module here and a line in `main`.

mod lambda;
mod round;

use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    lambda::group(&mut criterion);
    round::group(&mut criterion);
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        lambda::print_ratios();
    }
}
