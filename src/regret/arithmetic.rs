//! The sums over rounds, in two arithmetics: [`Fast`] encloses them at the price of plain doubles, [`Exact`] rounds
//! nothing. The passes over a trace are written once, for both.

use crate::numerics::{EnclosedSum, Enclosure, ExactInterval, ExactSum, Number, ProductAccumulator};

/// How sums over rounds are taken.
pub(super) trait Arithmetic {
    /// What a sum is known as.
    type Number: Number;
    /// A running matrix product `Left^T Right`, rounds by rounds.
    type Product;
    /// A running sum of products.
    type Dot;

    /// The empty product of `rows x cols` entries.
    fn product(rows: usize, cols: usize) -> Self::Product;
    /// Adds a block of rounds, stored by rounds.
    fn push(product: &mut Self::Product, left: &[f64], right: &[f64]);
    /// The entries, row by row.
    fn entries(product: &mut Self::Product) -> Vec<Self::Number>;
    /// The sums of the columns of the left, which must not be negative.
    fn left_sums(product: &mut Self::Product) -> Vec<Self::Number>;
    /// The empty sum.
    fn dot() -> Self::Dot;
    /// Adds `k <a, b>`.
    fn add(dot: &mut Self::Dot, k: u64, a: &[f64], b: &[f64]);
    /// The sum.
    fn value(dot: &Self::Dot) -> Self::Number;
}

/// Enclosures from blocked matrix products.
pub(super) enum Fast {}

impl Arithmetic for Fast {
    type Number = Enclosure;
    type Product = ProductAccumulator;
    type Dot = EnclosedSum;

    fn product(rows: usize, cols: usize) -> ProductAccumulator {
        ProductAccumulator::new(rows, cols)
    }

    fn push(product: &mut ProductAccumulator, left: &[f64], right: &[f64]) {
        product.push_block(left, right);
    }

    fn entries(product: &mut ProductAccumulator) -> Vec<Enclosure> {
        product.enclosures().entries().to_vec()
    }

    fn left_sums(product: &mut ProductAccumulator) -> Vec<Enclosure> {
        product.left_sums()
    }

    fn dot() -> EnclosedSum {
        EnclosedSum::new()
    }

    fn add(dot: &mut EnclosedSum, k: u64, a: &[f64], b: &[f64]) {
        if k == 1 { dot.add_products(a, b) } else { dot.add_multiple(k, a, b) }
    }

    fn value(dot: &EnclosedSum) -> Enclosure {
        dot.enclose()
    }
}

/// Exact sums: a hundred times slower, for what enclosures leave open.
pub(super) enum Exact {}

/// A matrix of exact sums.
pub(super) struct ExactProduct {
    rows: usize,
    cols: usize,
    sums: Vec<ExactSum>,
    left_sums: Vec<ExactSum>,
}

impl Arithmetic for Exact {
    type Number = ExactInterval;
    type Product = ExactProduct;
    type Dot = ExactSum;

    fn product(rows: usize, cols: usize) -> ExactProduct {
        let zeros = |count: usize| vec![ExactSum::new(); count];
        ExactProduct { rows, cols, sums: zeros(rows * cols), left_sums: zeros(rows) }
    }

    fn push(product: &mut ExactProduct, left: &[f64], right: &[f64]) {
        let ExactProduct { rows, cols, sums, left_sums } = product;
        for (left, right) in left.chunks_exact(*rows).zip(right.chunks_exact(*cols)) {
            left_sums.iter_mut().zip(left).for_each(|(sum, &l)| sum.add(l));
            for (&l, sums) in left.iter().zip(sums.chunks_exact_mut(*cols)).filter(|(l, _)| **l != 0.0) {
                for (&r, sum) in right.iter().zip(sums) {
                    sum.add_product(l, r);
                }
            }
        }
    }

    fn entries(product: &mut ExactProduct) -> Vec<ExactInterval> {
        product.sums.iter().map(|sum| ExactInterval::point(sum.to_rational())).collect()
    }

    fn left_sums(product: &mut ExactProduct) -> Vec<ExactInterval> {
        product.left_sums.iter().map(|sum| ExactInterval::point(sum.to_rational())).collect()
    }

    fn dot() -> ExactSum {
        ExactSum::new()
    }

    fn add(dot: &mut ExactSum, k: u64, a: &[f64], b: &[f64]) {
        for (&x, &y) in a.iter().zip(b) {
            dot.add_multiple(k, x, y);
        }
    }

    fn value(dot: &ExactSum) -> ExactInterval {
        ExactInterval::point(dot.to_rational())
    }
}
