//! Tests of `src/report/ticks.rs` that need its private parts.

use super::*;

fn names(ticks: &[Tick]) -> Vec<String> {
    let name = |tick: &Tick| {
        if tick.above.is_empty() { tick.text.clone() } else { format!("{}^{}", tick.text, tick.above) }
    };
    ticks.iter().map(name).filter(|name| !name.is_empty()).collect()
}

#[test]
fn linear_ticks_have_short_names() {
    assert_eq!(names(&linear(0.0, 0.35)), ["0.0", "0.1", "0.2", "0.3"]);
    assert_eq!(names(&linear(-3.0, 11.0)), ["0", "5", "10"]);
    assert_eq!(names(&linear(0.0, 1.3)), ["0.0", "0.5", "1.0"]);
    assert_eq!(names(&linear(0.0, 7e9)), ["0", "2\u{b7}10^9", "4\u{b7}10^9", "6\u{b7}10^9"]);
    assert_eq!(names(&linear(0.0, 1.1e6)), ["0", "200000", "400000", "600000", "800000", "10^6"]);
    assert_eq!(
        names(&linear(0.0, 2.1e-8)),
        ["0", "5\u{b7}10^\u{2212}9", "10^\u{2212}8", "15\u{b7}10^\u{2212}9", "2\u{b7}10^\u{2212}8"]
    );
    assert_eq!(names(&linear(0.0, 70_000.0)), ["0", "20000", "40000", "60000"]);
}

#[test]
fn a_short_logarithmic_axis_has_twos_and_fives() {
    assert_eq!(names(&powers_of_ten(-1.1, 0.1)), ["0.1", "0.2", "0.5", "1"]);
    assert_eq!(names(&powers_of_ten(2.5, 3.5)), ["500", "1000", "2000"]);
}

#[test]
fn a_long_axis_skips_powers() {
    assert_eq!(names(&powers_of_ten(-0.5, 20.5)).len(), 6);
    assert_eq!(names(&powers_of_two(0.0, 9.7)), ["2^0", "2^8", "2^16", "2^24", "2^32"]);
}

#[test]
fn an_axis_too_short_for_round_numbers_names_its_ends() {
    assert_eq!(linear(1e16, 1e16 + 8.0).len(), 2);
}
