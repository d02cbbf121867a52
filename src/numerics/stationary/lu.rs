//! A factorisation of `M - I`, by faer: the fastest method for large matrices, and not trusted.
//!
//! The diagonal of `M - I` is minus the sum of the rest of its column, so that the system is consistent; its last
//! equation, which follows from the others, is replaced by `sum x = 1`. Partial pivoting subtracts, so small components
//! lose relative accuracy, and a chain with two recurrent classes has a singular system. The caller looks at the
//! residual of what came out and eliminates instead when it is not small. Its workspace is allocated once; faer's
//! product kernels keep a buffer per thread of their own. They are chosen by processor, so the last bits of this method
//! (alone in this module) may differ between machines.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor, solve};
use faer::{MatMut, MatRef, Par, Spec};

/// Workspace for one factorisation.
pub(super) struct Factorisation {
    permutation: Vec<usize>,
    inverse: Vec<usize>,
    scratch: MemBuffer,
}

impl Factorisation {
    pub(super) fn new(n: usize) -> Self {
        let factor = factor::lu_in_place_scratch::<usize, f64>(n, n, Par::Seq, Spec::default());
        let solve = solve::solve_in_place_scratch::<usize, f64>(n, 1, Par::Seq);
        Self { permutation: vec![0; n], inverse: vec![0; n], scratch: MemBuffer::new(factor.or(solve)) }
    }

    /// Solves for the stationary weights; overwrites `chain` (a copy of the matrix). False if no usable weights came
    /// out.
    pub(super) fn solve(&mut self, chain: &mut [f64], weights: &mut [f64]) -> bool {
        let n = weights.len();
        for (j, column) in chain.chunks_exact_mut(n).enumerate() {
            column[j] = 0.0;
            let leaving: f64 = column.iter().sum();
            column[j] = -leaving;
            column[n - 1] = 1.0;
        }
        weights.fill(0.0);
        weights[n - 1] = 1.0;
        let stack = MemStack::new(&mut self.scratch);
        let mut system = MatMut::from_column_major_slice_mut(chain, n, n);
        let (permutation, inverse) = (&mut self.permutation, &mut self.inverse);
        let (_, rows) = factor::lu_in_place(system.as_mut(), permutation, inverse, Par::Seq, stack, Spec::default());
        let factors: MatRef<'_, f64> = system.as_ref();
        let right = MatMut::from_column_major_slice_mut(weights, n, 1);
        solve::solve_in_place(factors, factors, rows, right, Par::Seq, stack);
        for w in weights.iter_mut() {
            *w = w.max(0.0);
        }
        let total: f64 = weights.iter().sum();
        total.is_finite() && total > 0.0
    }
}
