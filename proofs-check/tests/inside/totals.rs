//! Tests of `src/totals.rs`, as a module of it.

use super::*;
use crate::csv::Accepts;
use crate::table::Table;

/// The numbers of a round: `g_1` with its ends, `g_2`, and the multipliers from `lambda_0` on.
type Round = ((f64, f64), f64, [f64; 3]);

/// Numbers of all sizes; of the three multipliers of a round each may be the largest.
const ROUNDS: [Round; 5] = [
    ((-0.5, 0.25), 3.0, [0.5, 0.25, 0.25]),
    ((2.0, 2.0), -1.5, [0.0, 1e300, 0.0]),
    ((-5e-324, 5e-324), 0.0, [1.0, 5e-324, 3.0]),
    ((-1e-30, 1e300), 0.1, [5e-324, 0.0, 0.75]),
    ((7.0, 9.0), 1e-7, [0.1, 0.2, 0.7]),
];

/// The trace, with its columns in no order.
fn table() -> Table<std::io::Cursor<String>> {
    let names = "constraint_2,lambda_1,constraint_1.hi,objective,lambda_0,constraint_1.lo,lambda_2\n".to_owned();
    let text = ROUNDS.iter().fold(names, |text, ((lo, hi), g, [zero, one, two])| {
        text + &format!("{g:?},{one:?},{hi:?},1.0,{zero:?},{lo:?},{two:?}\n")
    });
    let mut table = Table::open(std::io::Cursor::new(text), Accepts::Traces, NonZeroUsize::MIN).unwrap();
    assert!(table.next_block().unwrap());
    table
}

fn exact(x: f64) -> Rational {
    Rational::from_double(x).unwrap()
}

/// `max_j sum_i S_ij` of rounds that are played over and over, by rational numbers.
fn best(weights: Weights, rounds: usize, end: fn((f64, f64)) -> f64) -> Rational {
    let (mut sums, mut all) = ([Rational::zero(), Rational::zero()], Rational::zero());
    for (t, (first, second, lambda)) in (1..=rounds).zip(ROUNDS.iter().cycle()) {
        let weight = Rational::from_integer(weights.of(t));
        let mass = &lambda.iter().fold(Rational::zero(), |sum, x| &sum + &exact(*x)) * &weight;
        let [a, b] = &sums;
        sums = [a + &(&mass * &exact(end(*first))), b + &(&mass * &exact(*second))];
        all = &all + &weight;
    }
    sums.into_iter().fold(Rational::zero(), Rational::max).checked_div(&all).unwrap()
}

/// Many constraints are checked without the pairs of multipliers and constraints, which must not show.
#[test]
fn the_best_column_is_the_same_with_and_without_pairs() {
    for weights in [Weights::Uniform, Weights::Linear, Weights::Tail(2), Weights::Tail(7)] {
        for (threads, with_pairs) in [(1, true), (1, false), (3, true), (3, false)] {
            let (mut table, threads) = (table(), NonZeroUsize::new(threads).unwrap());
            let mut totals = ProxyTotals::new(&table.layout, weights, with_pairs);
            // The same rows once more, as those of the rounds that follow.
            for first in [0, ROUNDS.len()] {
                table.block.first = first;
                totals.add(&table.block, threads);
            }
            let found = totals.best_column();
            let wanted = [|ends: (f64, f64)| ends.0, |ends: (f64, f64)| ends.1].map(|end| best(weights, 10, end));
            assert_eq!([found.lo, found.hi], wanted, "{with_pairs}");
            assert_eq!(totals.swap_regret().is_some(), with_pairs);
        }
    }
}

/// A column of numbers is both ends of its values, and one of them only is summed.
#[test]
fn every_product_is_summed_once() {
    let layout = table().layout;
    for with_pairs in [true, false] {
        let totals = ProxyTotals::new(&layout, Weights::Uniform, with_pairs);
        let masses: Vec<usize> = totals.masses.iter().map(|(column, _)| *column).collect();
        assert_eq!(masses, if with_pairs { vec![] } else { vec![0, 2, 5] });
        assert!(totals.products.sums.is_sorted_by(|(a, _), (b, _)| a < b));
    }
}

#[test]
fn a_game_without_constraints_has_no_best_column() {
    let mut table = Table::open(b"objective,lambda_0\n3,1\n".as_slice(), Accepts::Traces, NonZeroUsize::MIN).unwrap();
    assert!(table.next_block().unwrap());
    for with_pairs in [true, false] {
        let mut totals = ProxyTotals::new(&table.layout, Weights::Uniform, with_pairs);
        totals.add(&table.block, NonZeroUsize::MIN);
        assert_eq!(totals.best_column(), Interval::zero());
    }
}

/// About four parts for each thread.
#[test]
fn sums_are_shared_in_equal_parts() {
    let lengths = |sums: usize, threads: usize| -> Vec<usize> {
        let threads = NonZeroUsize::new(threads).unwrap();
        parts(&mut vec![0; sums], threads).iter().map(|part| part.len()).collect()
    };
    assert_eq!(lengths(0, 2), [0_usize; 0]);
    assert_eq!(lengths(3, 2), [1, 1, 1]);
    assert_eq!(lengths(9, 2), [2, 2, 2, 2, 1]);
    assert_eq!(lengths(40, 1), [10, 10, 10, 10]);
}
