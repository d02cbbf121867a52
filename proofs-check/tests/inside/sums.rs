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
        sum.add_product(1, x, y);
        weighted.add_product(count, x, y);
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
fn pieces_and_sums_add_up_to_the_sum() {
    let (mut sum, mut again) = (Sum::default(), Sum::default());
    for x in numbers() {
        for _ in 0..5 {
            sum.add_product(1, 1.0, x.abs());
        }
    }
    let pieces = sum.pieces();
    assert!(pieces.iter().all(|(piece, _)| (0..1 << 64).contains(piece)));
    for (piece, exponent) in pieces {
        again.add_multiple(1, piece, exponent);
    }
    assert_eq!(again.total(), sum.total());
    again.add_sum(&sum);
    assert_eq!(again.total(), &sum.total() * &Rational::from_integer(2));
}

/// Columns with exponents of any distance, of strips that are full and not, with weights of all kinds.
#[test]
fn strips_are_as_exact_as_single_products() {
    let numbers = numbers();
    let near = |k: usize| f64::from_bits(numbers[k % 60].to_bits() & 0x800f_ffff_ffff_ffff | 0x3f00_0000_0000_0000);
    let columns = [
        (0..STRIP).map(|k| near(k) / [1.0, 2.0, 128.0, 256.0][k % 4]).collect::<Vec<f64>>(),
        (0..STRIP).map(|k| near(k + 7)).collect(),
        (0..STRIP).map(|k| numbers[(k * k) % 60]).collect(),
        vec![f64::from_bits(0x3fff_ffff_ffff_ffff); STRIP],
        vec![-f64::MAX; STRIP],
        vec![5e-324; 3],
        vec![],
    ];
    // Weights that begin within a strip, also in its second or its last round.
    let weights: [fn(usize) -> u64; 6] = [
        |_| 1,
        |t| u64::try_from(t).unwrap() << 40,
        |t| u64::from(t > 9),
        |t| u64::from(t > 0),
        |t| u64::from(t > 126),
        |_| 0,
    ];
    for x in &columns {
        for y in &columns {
            for weight in weights {
                let (mut sum, mut wanted) = (Sum::default(), Sum::default());
                Strip::new(x).add_products(&Strip::new(y), weight, &mut sum);
                x.iter().zip(y).enumerate().for_each(|(t, (x, y))| wanted.add_product(weight(t), *x, *y));
                assert_eq!(sum.total(), wanted.total());
            }
        }
    }
    let singly = |column: &[f64]| Strip::new(column).small.count_ones();
    assert_eq!([0, 1, 3, 4, 5, 6].map(|k| singly(&columns[k])), [32, 0, 0, 0, 0, 0], "the others go together");
    assert!(singly(&columns[2]) > 64);
}

/// A sum is as long as its numbers need, wherever the first of them lies.
#[test]
fn a_sum_takes_no_more_room_than_it_needs() {
    for (x, cells) in [(0.0, 0), (1.0, 3), (5e-324, 3), (f64::MAX, 3)] {
        let mut sum = Sum::default();
        sum.add_product(1, x, x);
        assert_eq!(sum.cells.len(), cells, "{x}");
        sum.add_product(1, 0.0, 1.0);
        sum.add_product(1, x, x);
        assert_eq!(sum.cells.len(), cells, "{x}");
    }
}

/// The weights of the first and the last round are the same, and so all are.
#[test]
fn rounds_of_one_weight_are_added_together() {
    let asked = |column: &[f64], from: usize| {
        let (mut sum, asked) = (Sum::default(), std::cell::Cell::new(0_usize));
        let weight = |t: usize| {
            asked.set(asked.get().wrapping_add(1));
            u64::from(t >= from)
        };
        Strip::new(column).add_products(&Strip::new(column), weight, &mut sum);
        asked.get()
    };
    assert_eq!([0, 128, 129].map(|from| asked(&[1.0; STRIP], from)), [2; 3]);
    assert_eq!([1, 64, 127].map(|from| asked(&[1.0; STRIP], from)), [130; 3]);
    // The smallest number of all is a whole multiple of itself.
    assert_eq!([Strip::new(&[5e-324; STRIP]).small, Strip::new(&[0.0; STRIP]).small], [0; 2]);
}
