//! What a whole round costs. The steps of the players alone are timed by `regret_rates`.
//!
//! Run with `cargo bench --bench players`. One module a group; a new group is a module here and a line in `main`.

mod round;

use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    round::group(&mut criterion);
    criterion.final_summary();
}
