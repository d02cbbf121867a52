//! Tests of `src/theorems/plan/search.rs` that need its private parts.

use super::*;
use crate::numerics::Enclosure;

fn below(limit: u64) -> impl Fn(u64) -> Inequality {
    move |rounds| Inequality::at_most(Enclosure::point(limit as f64), Enclosure::point(rounds as f64))
}

#[test]
fn worked_the_search_finds_every_boundary() {
    for limit in (1..200).chain([1 << 20, (1 << 20) + 1, (1 << 52) - 1]) {
        assert_eq!(least(below(limit)), Some(Least { rounds: limit, not_below: limit }));
    }
    assert_eq!(least(below(0)), Some(Least { rounds: 1, not_below: 1 }));
    let never = |_: u64| Inequality::below(Enclosure::ONE, Enclosure::ONE);
    assert_eq!(least(never), None);
}

#[test]
fn worked_a_boundary_inside_the_rounding_has_two_ends() {
    let vague = |rounds: u64| {
        let near = rounds as f64;
        Inequality::at_most(Enclosure::point(10.0), Enclosure::new(near - 1.0, near + 1.0))
    };
    assert_eq!(least(vague), Some(Least { rounds: 11, not_below: 9 }));
}
