//! Certified products and sums against exact ones.

use crate::common::{Outcome, any_double, catches, holds, moderate_double};
use dashu_ratio::RBig;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use proptest::collection::vec;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use referee::numerics::product::BLOCK;
use referee::numerics::rational::contains;
use referee::numerics::{EnclosedSum, Enclosure, ExactSum, ProductAccumulator, enclose_dot, enclose_transpose_product};

/// Two matrices stored by rounds.
#[derive(Clone, Debug)]
struct Instance {
    rows: usize,
    cols: usize,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl Instance {
    fn rounds(&self) -> usize {
        self.left.len() / self.rows
    }

    fn exact_entry(&self, i: usize, j: usize) -> ExactSum {
        let mut sum = ExactSum::new();
        for (left, right) in self.left.chunks(self.rows).zip(self.right.chunks(self.cols)) {
            sum.add_product(left[i], right[j]);
        }
        sum
    }

    fn random(seed: u64, rounds: usize, rows: usize, cols: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let left = (0..rounds * rows).map(|_| rng.random_range(0.0..1.0)).collect();
        let right = (0..rounds * cols).map(|_| rng.random_range(-3.0..5.0)).collect();
        Self { rows, cols, left, right }
    }
}

fn instances<S: Strategy<Value = f64>>(double: fn() -> S, most_rounds: usize) -> impl Strategy<Value = Instance> {
    (1_usize..5, 1_usize..5, 0..=most_rounds).prop_flat_map(move |(rows, cols, rounds)| {
        (vec(double(), rounds * rows), vec(double(), rounds * cols)).prop_map(move |(left, right)| Instance {
            rows,
            cols,
            left,
            right,
        })
    })
}

/// Products that mostly underflow: every factor is between 2^-1074 and 2^-500, or a whole number now and then.
fn tiny_double() -> impl Strategy<Value = f64> {
    prop_oneof![
        2 => (1_u64..(523 << 52)).prop_map(f64::from_bits),
        1 => (1_u64..1 << 52).prop_map(|bits| -f64::from_bits(bits)),
        1 => (-9_i32..10).prop_map(f64::from),
        1 => (1_u32..1 << 20).prop_map(|x| f64::from(x) / f64::from(1 << 20)),
    ]
}

/// The law: every entry contains the exact one.
fn encloses(product: impl Fn(&Instance) -> Vec<Enclosure>, instance: &Instance) -> Outcome {
    let entries = product(instance);
    prop_assert_eq!(entries.len(), instance.rows * instance.cols);
    for i in 0..instance.rows {
        for j in 0..instance.cols {
            let entry = entries[i * instance.cols + j];
            let exact: RBig = instance.exact_entry(i, j).to_rational();
            prop_assert!(contains(entry, &exact), "entry ({}, {}) is not in {}", i, j, entry);
        }
    }
    Ok(())
}

fn certified(instance: &Instance) -> Vec<Enclosure> {
    enclose_transpose_product(&instance.left, instance.rows, &instance.right, instance.cols).entries().to_vec()
}

/// The plain product, one call.
fn plain(instance: &Instance) -> Vec<f64> {
    let Instance { rows, cols, left, right } = instance;
    let mut product = vec![0.0; rows * cols];
    matmul(
        MatMut::from_row_major_slice_mut(&mut product, *rows, *cols),
        Accum::Replace,
        MatRef::from_row_major_slice(left, instance.rounds(), *rows).transpose(),
        MatRef::from_row_major_slice(right, instance.rounds(), *cols),
        1.0,
        Par::Seq,
    );
    product
}

/// The plain product with a radius of `factor` times `gamma_T S_i M_j`.
fn plain_within(factor: f64, instance: &Instance) -> Vec<Enclosure> {
    let columns = |values: &[f64], n: usize, j: usize| values.iter().skip(j).step_by(n).map(|x| x.abs()).collect();
    let mut entries = Vec::new();
    for (position, &value) in plain(instance).iter().enumerate() {
        let left: Vec<f64> = columns(&instance.left, instance.rows, position / instance.cols);
        let right: Vec<f64> = columns(&instance.right, instance.cols, position % instance.cols);
        let gamma = instance.rounds() as f64 * f64::EPSILON / 2.0;
        let radius = factor * gamma * left.iter().sum::<f64>() * right.into_iter().fold(0.0, f64::max);
        entries.push(Enclosure::try_new(value - radius, value + radius).unwrap_or(Enclosure::EVERYTHING));
    }
    entries
}

#[test]
fn wild_magnitudes_are_enclosed() {
    holds(600, &instances(any_double, 12), |instance| encloses(certified, &instance));
}

#[test]
fn several_blocks_are_enclosed() {
    holds(64, &instances(moderate_double, 3 * BLOCK), |instance| encloses(certified, &instance));
}

#[test]
fn underflow_is_enclosed() {
    holds(500, &instances(tiny_double, 40), |instance| encloses(certified, &instance));
}

#[test]
fn a_product_without_a_bound_is_caught() {
    catches(24, &instances(moderate_double, 3 * BLOCK), |instance| {
        encloses(|instance| plain_within(0.0, instance), &instance)
    });
}

#[test]
fn a_bound_without_underflow_is_caught() {
    catches(128, &instances(tiny_double, 40), |instance| encloses(|instance| plain_within(1.0, instance), &instance));
}

/// Where a bound 1000 times too small fails: 1 first, then terms that are each rounded away against it.
///
/// A conventional product adds the rounds in some order; whatever lanes it uses, all rounds of the tail are alike, and
/// the partial sums that hold the 1 lose most of the tail.
#[test]
fn a_bound_much_too_small_is_caught() {
    let rounds = BLOCK;
    let mut left = vec![f64::EPSILON * 0.4999; rounds];
    left[0] = 1.0;
    let instance = Instance { rows: 1, cols: 1, left, right: vec![1.0; rounds] };
    assert!(encloses(certified, &instance).is_ok());
    assert!(encloses(|instance| plain_within(1e-3, instance), &instance).is_err());
}

#[test]
fn chunks_are_enclosed() {
    let cuts = vec(0_usize..400, 0..6);
    holds(64, &(instances(moderate_double, 3 * BLOCK), cuts), |(instance, cuts)| {
        let Instance { rows, cols, left, right } = &instance;
        let mut whole = ProductAccumulator::new(*rows, *cols);
        let mut one_by_one = ProductAccumulator::new(*rows, *cols);
        let mut start = 0;
        for cut in cuts.into_iter().chain([instance.rounds()]) {
            let end = (start + cut).min(instance.rounds());
            let (left, right) = (&left[start * rows..end * rows], &right[start * cols..end * cols]);
            whole.push_block(left, right);
            left.chunks(*rows).zip(right.chunks(*cols)).for_each(|(left, right)| one_by_one.push_block(left, right));
            start = end;
        }
        for accumulator in [&mut whole, &mut one_by_one] {
            let entries = accumulator.enclosures().entries().to_vec();
            encloses(|_| entries.clone(), &instance)?;
        }
        // However the rounds come, the blocks are the same.
        prop_assert_eq!(whole.enclosures(), one_by_one.enclosures());
        prop_assert_eq!(whole.enclosures(), enclose_transpose_product(left, *rows, right, *cols));
        Ok(())
    });
}

#[test]
fn enclosures_may_be_read_on_the_way() {
    let instance = Instance::random(5, 700, 3, 2);
    let Instance { rows, cols, left, right } = &instance;
    let mut product = ProductAccumulator::new(*rows, *cols);
    for (left, right) in left.chunks(rows * 100).zip(right.chunks(cols * 100)) {
        product.push_block(left, right);
        product.enclosures();
    }
    let entries = product.enclosures().entries().to_vec();
    encloses(|_| entries.clone(), &instance).unwrap();
}

/// The width promised by the module's text, at T = 20,000: 1.2e-13 of `T max |r|` where the left is at most 1.
#[test]
fn long_products_are_enclosed_and_narrow() {
    let instance = Instance::random(7, 20_000, 7, 3);
    encloses(certified, &instance).unwrap();
    let scale = instance.rounds() as f64 * instance.right.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    for entry in certified(&instance) {
        assert!(entry.width() <= 1.2e-13 * scale, "{entry} is too wide");
        assert!(entry.width() > 0.0);
    }
}

/// Every product is lost to underflow, always to the same side: the loss grows with the number of rounds.
#[test]
fn losses_to_underflow_add_up() {
    let (x, y) = (0.9 * 2f64.powi(-537), 2f64.powi(-538));
    assert_eq!(x * y, 0.0);
    let instance = Instance { rows: 2, cols: 1, left: vec![x; 2 * 700], right: vec![y; 700] };
    encloses(certified, &instance).unwrap();
    let exact = ExactSum::dot(&instance.left, &[y; 2 * 700]).to_rational();
    assert!(contains(enclose_dot(&instance.left, &[y; 2 * 700]), &exact));
    assert!(encloses(|instance| plain_within(1.0, instance), &instance).is_err());
}

/// One huge round, then rounds that do not change the head: the tail alone carries them.
#[test]
fn the_tail_carries_what_the_head_cannot() {
    let mut left = vec![0.9; 600];
    left[0] = 2f64.powi(53);
    let instance = Instance { rows: 1, cols: 1, left, right: vec![1.0; 600] };
    let mut product = ProductAccumulator::new(1, 1);
    for &x in &instance.left {
        product.push_block(&[x], &[1.0]);
        product.enclosures(); // every round is a block of its own
    }
    let entries = product.enclosures().entries().to_vec();
    // 599 rounds of 0.9 are more than the radius, gamma_512 2^53 = 512: without the tail this would fail.
    assert!(entries[0].lo() > 2f64.powi(53));
    encloses(|_| entries.clone(), &instance).unwrap();
}

#[test]
fn zero_columns_are_points() {
    let product = enclose_transpose_product(&[0.1, 0.0, 0.7, 0.0], 2, &[1.0, 0.0, 3.0, 0.0], 2);
    assert!(!product[(0, 0)].is_point());
    assert_eq!([product[(0, 1)], product[(1, 0)], product[(1, 1)]], [Enclosure::ZERO; 3]);
    assert_eq!(product.row(1).len(), 2);
    assert_eq!(ProductAccumulator::new(1, 2).enclosures().entries(), [Enclosure::ZERO; 2]);
}

#[test]
fn overflow_gives_the_whole_line() {
    // The exact sum, 0, is a double, but the partial sums are not; the neighbour that is fine stays finite.
    let left = [f64::MAX, 1.0, f64::MAX, 1.0, -f64::MAX, 1.0, -f64::MAX, 1.0];
    let product = enclose_transpose_product(&left, 2, &[1.0; 4], 1);
    assert_eq!(product[(0, 0)], Enclosure::EVERYTHING);
    assert!(product[(1, 0)].is_finite() && product[(1, 0)].contains(4.0));
    // Later blocks do not hide it.
    let mut late = ProductAccumulator::new(1, 1);
    late.push_block(&[f64::MAX; 2 * BLOCK], &[f64::MAX; 2 * BLOCK]);
    late.push_block(&[1.0; 2 * BLOCK], &[-1.0; 2 * BLOCK]);
    assert_eq!(late.enclosures()[(0, 0)], Enclosure::EVERYTHING);
    // Outside the contract, but never silently wrong.
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(enclose_transpose_product(&[bad], 1, &[0.0], 1)[(0, 0)], Enclosure::EVERYTHING);
    }
}

#[test]
fn dots_are_enclosed() {
    let law = |dot: fn(&[f64], &[f64]) -> Enclosure, pairs: Vec<(f64, f64)>| -> Outcome {
        let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        prop_assert!(contains(dot(&a, &b), &ExactSum::dot(&a, &b).to_rational()));
        Ok(())
    };
    // A dot product whose products are taken as exact.
    let forgetful = |a: &[f64], b: &[f64]| {
        let products: Vec<f64> = a.iter().zip(b).map(|(x, y)| x * y).collect();
        if products.iter().all(|x| x.is_finite()) { ExactSum::of(&products).enclose() } else { Enclosure::EVERYTHING }
    };
    holds(500, &vec((any_double(), any_double()), 0..20), |pairs| law(enclose_dot, pairs));
    holds(500, &vec((tiny_double(), tiny_double()), 0..20), |pairs| law(enclose_dot, pairs));
    holds(100, &vec((moderate_double(), moderate_double()), 0..1200), |pairs| law(enclose_dot, pairs));
    catches(32, &vec((moderate_double(), moderate_double()), 0..1200), |pairs| law(forgetful, pairs));
}

/// A sum in pieces, with whole factors, against the exact one.
#[test]
fn multiples_are_enclosed() {
    let law = |enclose: fn(&[(u64, f64, f64)]) -> Enclosure, terms: &[(u64, f64, f64)]| -> Outcome {
        let mut exact = ExactSum::new();
        for &(k, x, y) in terms {
            exact.add_multiple(k, x, y);
        }
        prop_assert!(contains(enclose(terms), &exact.to_rational()));
        Ok(())
    };
    let enclose = |terms: &[(u64, f64, f64)]| {
        let mut sum = EnclosedSum::new();
        for &(k, x, y) in terms {
            sum.add_multiple(k, &[x], &[y]);
        }
        sum.enclose()
    };
    // A twin that forgets the rounding of the multiple.
    let forgetful = |terms: &[(u64, f64, f64)]| {
        let scaled: Vec<f64> = terms.iter().map(|&(k, x, _)| k as f64 * x).collect();
        let factors: Vec<f64> = terms.iter().map(|term| term.2).collect();
        ExactSum::dot(&scaled, &factors).enclose()
    };
    let terms = |double: fn() -> BoxedStrategy<f64>| vec((0_u64..1 << 53, double(), double()), 0..300);
    holds(200, &terms(|| any_double().boxed()), |terms| law(enclose, &terms));
    holds(200, &terms(|| tiny_double().boxed()), |terms| law(enclose, &terms));
    holds(100, &terms(|| moderate_double().boxed()), |terms| law(enclose, &terms));
    catches(100, &terms(|| moderate_double().boxed()), |terms| law(forgetful, &terms));
}

/// The width promised by the module's text: 9e-15 of the sum of the absolute values.
#[test]
fn dots_are_narrow() {
    let Instance { left, right, .. } = Instance::random(11, 100_000, 1, 1);
    let absolute: f64 = left.iter().zip(&right).map(|(x, y)| (x * y).abs()).sum();
    assert!(enclose_dot(&left, &right).contains_enclosure(ExactSum::dot(&left, &right).enclose()));
    assert!(enclose_dot(&left, &right).width() <= 9e-15 * absolute);
}

#[test]
#[should_panic(expected = "are not rounds of")]
fn ragged_rounds_are_refused() {
    enclose_transpose_product(&[1.0, 2.0], 2, &[1.0, 2.0], 1);
}

/// The sums of the left columns come with the product, whatever the block and the width.
#[test]
fn left_sums_are_enclosed_and_narrow() {
    for (rows, rounds) in [(1, 3), (5, 511), (5, 20_000), (51, 1_025), (201, 2_000)] {
        let Instance { left, right, .. } = Instance::random(7, rounds, rows, 2);
        let mut product = ProductAccumulator::new(rows, 2);
        product.push_block(&left, &right);
        for (i, sum) in product.left_sums().into_iter().enumerate() {
            let column: Vec<f64> = left.iter().skip(i).step_by(rows).map(|x| x.abs()).collect();
            let exact = ExactSum::of(&column);
            assert!(contains(sum, &exact.to_rational()), "column {i} of {rows}");
            assert!(sum.width() <= 4e-14 * sum.hi(), "{} of {}", sum.width(), sum.hi());
        }
    }
    let mut zero = ProductAccumulator::new(2, 1);
    zero.push_block(&[0.0, 0.5], &[1.0]);
    assert_eq!(zero.left_sums()[0], Enclosure::ZERO);
}
