//! Tests of `src/sums.rs`, as a module of it.

use super::*;

fn numbers() -> Vec<f64> {
    let mut state = 7_u64;
    let mut numbers = vec![5e-324, f64::MAX, -f64::MAX, 1.0, -0.1, 0.0, f64::MIN_POSITIVE];
    while numbers.len() < 60 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        numbers.extend(Some(f64::from_bits(state)).filter(|x| x.is_finite()));
    }
    numbers
}

#[test]
fn sums_of_products_are_exact_for_all_exponents() {
    let numbers = numbers();
    let (mut sum, mut weighted) = (Sum::default(), Sum::default());
    let (mut wanted, mut wanted_weighted) = (Rational::zero(), Rational::zero());
    for (count, (&x, &y)) in (0_u64..).zip(numbers.iter().zip(numbers.iter().rev())) {
        // Of all lengths: more rounds than 2^32 have such weights.
        let count = count.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (7 * (count % 9));
        let product = &Rational::from_double(x).unwrap() * &Rational::from_double(y).unwrap();
        sum.add_product(Parts::of(x), Parts::of(y));
        weighted.add_multiple(count, Parts::of(x), Parts::of(y));
        wanted = &wanted + &product;
        wanted_weighted = &wanted_weighted + &(&product * &Rational::from_integer(count));
    }
    assert_eq!(sum.total(), wanted);
    assert_eq!(weighted.total(), wanted_weighted);
    assert!(sum.cells.len() < 75, "{}", sum.cells.len());
    sum.clear();
    assert_eq!(sum.total(), Rational::zero());
}

#[test]
fn pieces_add_up_to_the_sum() {
    let one = Parts::of(1.0);
    let (mut sum, mut again, mut pieces) = (Sum::default(), Sum::default(), Vec::new());
    for x in numbers() {
        for _ in 0..5 {
            sum.add_product(one, Parts::of(x.abs()));
        }
    }
    sum.pieces(&mut pieces);
    for &piece in &pieces {
        again.add_product(piece, one);
    }
    assert_eq!(again.total(), sum.total());
    assert!(pieces.iter().all(|piece| piece.mantissa > 0));
}

#[test]
fn the_upper_ends_part_where_the_first_interval_comes() {
    let (mut sum, half) = (IntervalSum::default(), Parts::of(0.5));
    sum.add(half, (Parts::of(3.0), None));
    assert_eq!(sum.total().to_string(), "3/2 (1.5)");
    sum.add(half, (Parts::of(-1.0), Some(Parts::of(1.0))));
    sum.add_multiple(3, half, (Parts::of(2.0), None));
    assert_eq!(sum.total().to_string(), "[4, 5]");
}
