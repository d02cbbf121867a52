//! How large the payoffs were and where the multipliers lay: what a rate asks of a run, and what sharpens it.
//!
//! Taken beside the averages, in the same pass. Membership in a set of multipliers is decided by exact sums, so that
//! multipliers on the simplex are off it by `[0, 0]` and not by a rounding.

use crate::game::{Game, MirrorKind};
use crate::numerics::simplex::is_on_simplex;
use crate::numerics::{Enclosure, ExactInterval, ExactSum, Norm, Number};
use crate::trace::{Layout, Trace};

/// What [`Sizes`] found, enclosed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaySizes {
    /// The largest payoff of a round: its Euclidean norm (Lagrangian game), or its largest entry (proxy game).
    pub largest_payoff: Enclosure,
    /// The mean of the squared norms, or of `r^2 sum_i lambda_i^2` with `r` the range of the payoffs and 0.
    pub mean_square: Enclosure,
    /// The largest sum of the multipliers of a round, or the largest distance of such a sum from 1.
    pub membership: Enclosure,
}

impl PlaySizes {
    /// The three by the names of certificates.
    pub fn entries(&self, game: Game) -> [(&'static str, Enclosure); 3] {
        let (square, membership) = match game {
            Game::Lagrangian => ("mean_square_payoff", "largest_multipliers"),
            Game::ProxyLagrangian => ("mean_square_spread", "off_simplex"),
        };
        [("largest_payoff", self.largest_payoff), (square, self.mean_square), (membership, self.membership)]
    }
}

/// Looks at the blocks of a trace, one after the other.
///
/// ```
/// use referee::regret::Sizes;
/// use referee::trace::Trace;
/// let text = "objective,constraint_1,constraint_2,lambda_1,lambda_2\n0,3,4,0,0\n0,-1,0,0.5,1\n";
/// let trace = Trace::from_reader(text.as_bytes(), "run.csv")?;
/// let mut sizes = Sizes::new(trace.layout());
/// sizes.look(&trace);
/// let found = sizes.finish();
/// assert_eq!([found.largest_payoff, found.mean_square, found.membership].map(|x| x.lo()), [5.0, 13.0, 1.5]);
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sizes {
    game: Game,
    mirror: MirrorKind,
    rounds: u64,
    largest_payoff: Enclosure,
    squares: [ExactSum; 2],
    membership: Enclosure,
    overflowed: bool,
    magnitudes: [Vec<f64>; 2],
}

impl Sizes {
    /// Nothing yet.
    pub fn new(layout: &Layout) -> Self {
        Self {
            game: layout.game(),
            mirror: MirrorKind::Euclidean,
            rounds: 0,
            largest_payoff: Enclosure::ZERO,
            squares: [ExactSum::new(), ExactSum::new()],
            membership: Enclosure::ZERO,
            overflowed: false,
            magnitudes: [Vec::new(), Vec::new()],
        }
    }

    /// The payoffs of the Lagrangian game in the dual norm of a mirror.
    #[must_use]
    pub fn in_dual_norm_of(self, mirror: MirrorKind) -> Self {
        Self { mirror, ..self }
    }

    /// Takes in the rounds of a block.
    pub fn look(&mut self, block: &Trace) {
        let values = block.constraints();
        for t in 0..block.rounds() {
            let (lo, hi) = (values.row_lo(t), values.row_hi(t));
            self.measure_magnitudes(lo, hi);
            match self.game {
                Game::Lagrangian => self.look_at_lagrangian(lo, hi, block.lambda(t)),
                Game::ProxyLagrangian => self.look_at_proxy(lo, hi, block.lambda(t)),
            }
            self.rounds += 1;
        }
    }

    /// The smallest and the largest absolute values of the payoffs of a round.
    fn measure_magnitudes(&mut self, lo: &[f64], hi: &[f64]) {
        let [least, most] = &mut self.magnitudes;
        least.clear();
        most.clear();
        for (&lo, &hi) in lo.iter().zip(hi) {
            let magnitude = Enclosure::new(lo, hi).abs();
            least.push(magnitude.lo());
            most.push(magnitude.hi());
        }
    }

    fn look_at_lagrangian(&mut self, lo: &[f64], hi: &[f64], lambda: &[f64]) {
        match self.mirror {
            MirrorKind::Euclidean => self.measure_euclidean(),
            MirrorKind::Entropic => self.measure_half_range(lo, hi),
            MirrorKind::PNorm(p) => self.measure_dual(p),
        }
        if may_exceed(lambda.iter().sum(), lambda.len(), self.membership.lo()) {
            self.membership = self.membership.max(ExactSum::of(lambda).enclose());
        }
    }

    fn measure_euclidean(&mut self) {
        let [least, most] = &self.magnitudes;
        if may_exceed(most.iter().map(|x| x * x).sum(), most.len(), self.largest_payoff.lo().powi(2)) {
            let norm = Enclosure::new(euclidean(least).lo(), euclidean(most).hi());
            self.largest_payoff = self.largest_payoff.max(norm);
        }
        for (sum, entries) in self.squares.iter_mut().zip(&self.magnitudes) {
            entries.iter().filter(|x| **x != 0.0).for_each(|&x| sum.add_product(x, x));
        }
    }

    /// Half the length of the smallest interval that contains 0 and the payoffs; its square is exact.
    fn measure_half_range(&mut self, lo: &[f64], hi: &[f64]) {
        let top = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let bottom = |values: &[f64]| values.iter().copied().fold(0.0, f64::min);
        let half = |top: f64, bottom: f64| (Enclosure::point(top) - Enclosure::point(bottom)) * Enclosure::point(0.5);
        let ends = [(top(lo), bottom(hi)), (top(hi), bottom(lo))];
        let [least, most] = ends.map(|(top, bottom)| half(top, bottom));
        self.largest_payoff = self.largest_payoff.max(Enclosure::new(least.lo(), most.hi()));
        for (sum, (top, bottom)) in self.squares.iter_mut().zip(ends) {
            let (top, bottom) = (0.5 * top, 0.5 * bottom);
            for (x, y) in [(top, top), (-2.0 * top, bottom), (bottom, bottom)] {
                sum.add_product(x, y);
            }
        }
    }

    fn measure_dual(&mut self, p: f64) {
        let dual = Norm::new(p).unwrap_or(Norm::Two).dual();
        let [least, most] = self.magnitudes.each_ref().map(|entries| dual.norm(entries));
        // A power is enclosed by everybody in his own way: a recorded side has room for the checker's.
        let low = if least.is_point() { least.lo() } else { least.lo().next_down().max(0.0) };
        let norm = Enclosure::new(low, if most.is_point() { most.hi() } else { most.hi().next_up() });
        self.largest_payoff = self.largest_payoff.max(norm);
        let square = norm.square();
        if square.is_finite() {
            self.squares[0].add(square.lo());
            self.squares[1].add(square.hi());
        } else {
            self.overflowed = true;
        }
    }

    fn look_at_proxy(&mut self, lo: &[f64], hi: &[f64], lambda: &[f64]) {
        let largest = |entries: &[f64]| entries.iter().copied().fold(0.0, f64::max);
        let [least, most] = &self.magnitudes;
        self.largest_payoff = self.largest_payoff.max(Enclosure::new(largest(least), largest(most)));
        let smallest = |entries: &[f64]| entries.iter().copied().fold(0.0, f64::min);
        let top = Enclosure::new(largest(lo), largest(hi));
        let range = top - Enclosure::new(smallest(lo), smallest(hi));
        let squares = lambda.iter().fold(Enclosure::ZERO, |sum, &x| sum + Enclosure::point(x).square());
        let term = range.square() * squares;
        self.membership = self.membership.max(off_simplex(lambda));
        if term.is_finite() {
            self.squares[0].add(term.lo());
            self.squares[1].add(term.hi());
        } else {
            self.overflowed = true;
        }
    }

    /// What was found.
    ///
    /// # Panics
    /// If no round was seen.
    pub fn finish(self) -> PlaySizes {
        let [lo, hi] = self.squares.map(|sum| ExactInterval::point(sum.to_rational()));
        let mean = lo.join(hi).over(ExactInterval::whole(self.rounds)).expect("a trace has a round");
        let mean_square = if self.overflowed { Enclosure::EVERYTHING } else { mean.enclosure() };
        PlaySizes { largest_payoff: self.largest_payoff, mean_square, membership: self.membership }
    }
}

/// Whether a sum of non-negative numbers, computed in doubles, may be at least this large: the exact one need not be
/// taken otherwise.
fn may_exceed(computed: f64, terms: usize, least: f64) -> bool {
    let slop = 1.0 + (terms as f64 + 8.0) * (4.0 * f64::EPSILON);
    let surely_below = (computed + f64::MIN_POSITIVE) * slop < least;
    !surely_below
}

/// The Euclidean norm; one entry is its own norm.
fn euclidean(entries: &[f64]) -> Enclosure {
    let mut others = entries.iter().filter(|x| **x != 0.0);
    match (others.next(), others.next()) {
        (None, _) => Enclosure::ZERO,
        (Some(&only), None) => Enclosure::point(only),
        _ => ExactSum::dot(entries, entries).enclose().sqrt().expect("squares are not negative"),
    }
}

/// How far the sum is from 1.
fn off_simplex(lambda: &[f64]) -> Enclosure {
    if is_on_simplex(lambda) {
        return Enclosure::ZERO;
    }
    let mut sum = ExactSum::of(lambda);
    sum.add(-1.0);
    sum.enclose().abs()
}
