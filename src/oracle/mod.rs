//! Definition 3: oracles that minimise `<weights, (g_0, h)>` over the domain, and prove how well they did.
//!
//! The paper asks an oracle for a point within `rho` of the infimum. Ours returns a point, a rigorous lower bound of
//! the infimum, and so the `rho` it really achieved: the difference, rounded up. There is no trust in the search, only
//! in the bound, and the bound comes with [`Evidence`] that somebody else can check.
//!
//! Weights are enclosures, because the bound that certifies a run must hold at the exact mean multipliers, which are
//! rationals and in general not doubles.

mod branch_bound;
mod choose;
mod cover;
mod cuts;
mod cutting_plane;
mod descent;
mod enumeration;
mod hypothesis;
mod leaf;
mod master;
mod options;
mod second_order;
mod vertices;
mod weighted;

pub use branch_bound::BranchAndBound;
pub use choose::{Choice, choose, is_slow};
pub use cutting_plane::CuttingPlane;
pub use enumeration::Enumeration;
pub use leaf::leaf_bound;
pub use options::Options;
pub use vertices::{MOST_VARIABLES, Vertices};

use weighted::Weighted;

use crate::error::Result;
use crate::game::{Evidence, Side};
use crate::numerics::Enclosure;
use crate::problem::Problem;

/// The function `<weights, (g_0, h)>` of the theta-player, to be minimised over the problem's domain.
#[derive(Clone, Copy)]
pub struct Objective<'a> {
    /// Whose functions.
    pub problem: &'a dyn Problem,
    /// The constraints or their proxies.
    pub side: Side,
    /// The weights of `(g_0, h_1, .., h_m)`: non-negative.
    pub weights: &'a [Enclosure],
}

/// What an oracle found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minimum {
    /// The function at the point found.
    pub value: Enclosure,
    /// No larger than the infimum over the domain, whatever the weights inside their enclosures are.
    pub lower_bound: f64,
}

impl Minimum {
    /// The certified error of the oracle at this call: the paper's `rho`.
    pub fn rho(&self) -> f64 {
        crate::numerics::directed::sub_up(self.value.hi(), self.lower_bound).max(0.0)
    }
}

/// A minimiser that proves a lower bound.
pub trait Oracle: Send {
    /// A short name, for tables.
    fn name(&self) -> &'static str;

    /// Writes a good point into `theta` (its old content may be used as a first guess).
    ///
    /// # Errors
    /// If the oracle does not apply to the problem (it says which hypothesis fails), or a function is undefined.
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum>;

    /// The same, with evidence for the lower bound.
    ///
    /// # Errors
    /// As [`Oracle::minimize`].
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)>;
}
