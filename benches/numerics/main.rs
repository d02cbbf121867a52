//! What rigour costs: certified products, exact sums and enclosures beside their plain counterparts.
//!
//! Run with `cargo bench --bench numerics`. The last lines compare the certified product with the plain ones, timed in
//! turns in this very run, so that a busy machine slows both alike.
//!
//! One module a group; a new group is a module here and a line in `main`.

mod data;
mod enclosures;
mod products;
mod stationary;
mod sums;

use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    products::group(&mut criterion);
    sums::group(&mut criterion);
    enclosures::group(&mut criterion);
    stationary::stationary(&mut criterion);
    criterion.final_summary();
    // `cargo test` runs benchmarks once, without this flag, to see that they work.
    if std::env::args().any(|argument| argument == "--bench") {
        products::print_ratios();
    }
}
