//! The stationary distribution `fix(M)` of a left-stochastic matrix, exactly on the simplex, with a rigorous residual.
//!
//! `M` has non-negative entries and columns that sum to 1; `M[i][j]` is the probability of moving from `j` to `i`, and
//! `lambda = fix(M)` solves `M lambda = lambda`. Matrices are stored by column: `matrix[j * n + i]` is `M[i][j]`, so
//! that the transitions out of one state are contiguous. Columns of doubles sum to 1 only nearly; nothing below assumes
//! more.
//!
//! [`Stationary::solve`] returns a dyadic point of the simplex (see [`simplex`](super::simplex)) and an upper bound on
//! `||M lambda - lambda||_1` for that very point and that very matrix, proved in [`residual`]. So no
//! method has to be trusted, and the choice is one of speed:
//!
//! - up to [`ELIMINATION_MAX`] states, [`gth`]: elimination without subtraction, accurate in every component;
//! - above, power iteration from the given `lambda`, which for a player's slowly changing matrix takes a few products,
//!   kept only if its residual bound is at most [`accepted_residual`];
//! - where that is slow, [`gth`] again, which works for every matrix, reducible and periodic ones included.
//!
//! Each has one order of operations: the point is the same on every processor.
//!
//! A matrix with several recurrent classes has many stationary distributions; elimination picks the class of its base
//! (see [`gth`]), power iteration one near its start.

pub mod gth;
mod power;
pub mod residual;

use super::lanes::wide;
use super::simplex::{MAX_LENGTH, round_valid};

/// Elimination is the first choice up to this many states (measured).
pub const ELIMINATION_MAX: usize = 100;

/// The residual bound up to which an answer of power iteration is kept: `8 n 2^-53`.
///
/// The bounds of elimination, which come from rounding to the grid and from the bound's own second term
/// `(n + 1) 2^-53`, were between 3 and 5 times `n 2^-53` in every measurement: nothing is gained by asking for less.
pub fn accepted_residual(n: usize) -> f64 {
    8.0 * n as f64 * (0.5 * f64::EPSILON)
}

/// How to compute a stationary distribution; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Elimination without subtraction.
    Elimination,
    /// Power iteration from the given point, at most 50 products.
    Power,
}

/// A solver for matrices of one size, with its workspace.
///
/// ```
/// use referee::numerics::Stationary;
/// // From state 0 stay or leave with probability 1/2; from state 1 leave with probability 1/4.
/// let matrix = [0.5, 0.5, 0.25, 0.75];
/// let mut lambda = [0.5, 0.5];
/// let residual = Stationary::new(2).solve(&matrix, &mut lambda);
/// assert!((lambda[0] - 1.0 / 3.0).abs() < 1e-15 && residual < 1e-15);
/// assert_eq!(lambda[0] + lambda[1], 1.0);
/// ```
pub struct Stationary {
    chain: Vec<f64>,
    pivots: Vec<f64>,
    image: Vec<f64>,
    start: Vec<f64>,
}

impl Stationary {
    /// A solver for `n` states.
    ///
    /// # Panics
    /// If `n` is 0 or above 2^24.
    pub fn new(n: usize) -> Self {
        assert!((1..=MAX_LENGTH).contains(&n), "a chain has between 1 and {MAX_LENGTH} states, not {n}");
        Self { chain: vec![0.0; n * n], pivots: vec![0.0; n], image: vec![0.0; n], start: vec![0.0; n] }
    }

    /// Solves `M lambda = lambda` and returns an upper bound on `||M lambda - lambda||_1`.
    ///
    /// On entry `lambda` is where power iteration starts (any weights; a useless start only costs time), on exit a
    /// dyadic point of the simplex.
    ///
    /// # Panics
    /// If the lengths are not `n * n` and `n`, or an entry of the matrix is not in `[0, 2)` (columns of doubles may sum
    /// to a little more than 1).
    #[inline]
    pub fn solve(&mut self, matrix: &[f64], lambda: &mut [f64]) -> f64 {
        self.check(matrix, lambda);
        let n = lambda.len();
        if n > ELIMINATION_MAX
            && let Some(bound) = self.attempt(Method::Power, matrix, lambda)
            && bound <= accepted_residual(n)
        {
            return bound;
        }
        self.eliminate(matrix, lambda)
    }

    /// Solves by one method, whatever its residual. `None` if power iteration does not converge in 50 products; `lambda` is
    /// then unchanged.
    ///
    /// # Panics
    /// As [`Stationary::solve`].
    pub fn solve_by(&mut self, method: Method, matrix: &[f64], lambda: &mut [f64]) -> Option<f64> {
        self.check(matrix, lambda);
        self.attempt(method, matrix, lambda)
    }

    fn check(&self, matrix: &[f64], lambda: &[f64]) {
        assert!(
            matrix.len() == self.chain.len() && lambda.len() == self.image.len(),
            "a solver for {} states was given a matrix of {} and a point of {} numbers",
            self.image.len(),
            matrix.len(),
            lambda.len()
        );
        assert!(residual::entries_in_range(matrix), "an entry of the matrix is negative, or 2 or more");
    }

    fn attempt(&mut self, method: Method, matrix: &[f64], lambda: &mut [f64]) -> Option<f64> {
        let solved = match method {
            Method::Elimination => return Some(self.eliminate(matrix, lambda)),
            Method::Power => {
                self.start.copy_from_slice(lambda);
                let target = lambda.len() as f64 * f64::EPSILON;
                let usable = lambda.iter().all(|weight| (0.0..=f64::MAX).contains(weight));
                usable && power::iterate(matrix, &mut self.start, &mut self.image, target)
            }
        };
        solved.then(|| {
            lambda.copy_from_slice(&self.start);
            self.finish(matrix, lambda)
        })
    }

    /// Elimination, compiled once more for each of the smallest sizes, where loop control would cost as much as
    /// arithmetic.
    fn eliminate(&mut self, matrix: &[f64], lambda: &mut [f64]) -> f64 {
        match lambda.len() {
            2 => self.eliminate_sized(2, matrix, lambda),
            3 => self.eliminate_sized(3, matrix, lambda),
            4 => self.eliminate_sized(4, matrix, lambda),
            5 => self.eliminate_sized(5, matrix, lambda),
            _ => eliminate_many(self, matrix, lambda),
        }
    }

    #[inline(always)]
    fn eliminate_sized(&mut self, n: usize, matrix: &[f64], lambda: &mut [f64]) -> f64 {
        let (matrix, lambda) = (&matrix[..n * n], &mut lambda[..n]);
        let chain = &mut self.chain[..n * n];
        chain.copy_from_slice(matrix);
        gth::weights(chain, &mut self.pivots[..n], lambda);
        round_valid(lambda);
        residual::bound(matrix, lambda, &mut self.image[..n])
    }

    #[inline]
    fn finish(&mut self, matrix: &[f64], lambda: &mut [f64]) -> f64 {
        round_valid(lambda);
        residual::bound(matrix, lambda, &mut self.image)
    }
}

wide! {
    /// An elimination of many states.
    fn eliminate_many<'a>(solver: &'a mut Stationary, matrix: &'a [f64], lambda: &'a mut [f64]) -> f64 {
        solver.eliminate_sized(lambda.len(), matrix, lambda)
    }
}
