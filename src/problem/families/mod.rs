//! Problem families, most with answers in closed form: what the players, oracles and certificates are tried on.
//!
//! [`Registry::open`](crate::registry::Registry::open) takes a text such as `polygon`, `polygon:m=128` or
//! `qp-box:c=0.75/0.5,b=0.25` (a list is separated by `/`) and returns an [`Instance`]: the problem and what is
//! [`Known`] of it. The documentation of each family states the problem, the least values of the objective over points,
//! over mixtures and over points that satisfy the proxies, and proves them; the code evaluates the same formulas in enclosures, with the parameters as the doubles they are. So
//! the enclosures contain the answers to the problem as it is posed to the players, not to one with nicer numbers.
//!
//! ```
//! use referee::problem::families;
//! use referee::registry::Registry;
//! let instance = Registry::ours().open("step-hinge:kappa=0.25")?;
//! let value = |optimum: Option<families::Optimum>| optimum.unwrap().value.to_string();
//! assert_eq!(value(instance.known.optimum), "0.0");         // best single point
//! assert_eq!(value(instance.known.mixed_optimum), "-0.25"); // best mixture
//! assert_eq!(value(instance.known.proxy_optimum), "0.75");  // best point for the hinge in place of the step
//! # Ok::<(), referee::error::Error>(())
//! ```
//!
//! The lower bounds come from multipliers: if `g_0 + sum_i y_i g_i >= v` everywhere with `y >= 0`, then taking means
//! shows `E[g_0] >= v` for every mixture with `E[g_i] <= 0`, and for every feasible point, which is a mixture too. The
//! families call this *weak duality*.
//!
//! | family | what it is for |
//! |---|---|
//! | [`qp-box`](qp_box), [`qp-half`](qp_half) | convex, smooth |
//! | [`knapsack`], [`robust`] | linear programs in effect |
//! | [`bilinear`] | players that circle |
//! | [`triangle`] | no pure equilibrium: mixing is needed |
//! | [`step-hinge`](step_hinge), [`step-sample`](step_sample) | constraints with no gradient, proxies with one |
//! | [`extremal`], `extremal-duplicated` | finite; the shrunk mixture cannot be smaller |
//! | [`neyman-pearson`](neyman_pearson) | not convex, but mixing does not help |
//! | [`polygon`] | many constraints |
//! | `qp-box-tied`, `qp-box-scaled` | multipliers that are not unique, units |
//! | [`noisy`], [`minibatch`], `minibatch-rate` | players that see draws |
//! | [`network`] | learning: not convex, and no closed form |
//! | [`zero-pair`](zero_pair), [`zero-no-kkt`](zero_no_kkt), [`infeasible`], [`no-constraints`](no_constraints) | where a hypothesis of a theorem fails |

pub mod bilinear;
mod build;
pub mod extremal;
pub mod infeasible;
pub mod knapsack;
mod known;
pub mod minibatch;
pub mod network;
pub mod neyman_pearson;
pub mod no_constraints;
pub mod noisy;
pub mod polygon;
pub mod qp_box;
pub mod qp_half;
pub mod random;
pub mod robust;
mod spec;
pub mod step_hinge;
pub mod step_sample;
pub mod triangle;
pub mod zero_no_kkt;
pub mod zero_pair;

pub use build::Answers;
#[cfg(any(feature = "testing", feature = "cli"))]
pub(crate) use build::{coordinates, number};
pub use known::{Atom, Known, Optimum};
pub use random::Random;
pub use spec::Arguments;

use super::{Fact, Problem, constants, not_convex};
use crate::error::Result;
use crate::game::Side;
use crate::numerics::Enclosure;

/// A parameter of a family.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value where none is given.
    pub default: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A family of problems.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The problem in one line.
    pub summary: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    /// Makes the member with these parameters, named by this text.
    pub build: fn(&Arguments<'_>, &str) -> Result<Instance>,
    /// Parameters of a random member, for what is tried on many; `None` if there is one member only.
    pub random: Option<Random>,
}

impl Family {
    /// The member that a text names: `family`, or `family:parameter=value,..`.
    ///
    /// # Errors
    /// One sentence if a parameter or a value is not one that exists.
    pub fn open(&self, spec: &str) -> Result<Instance> {
        (self.build)(&Arguments::parse(self, spec)?, spec.trim())
    }
}

/// A member of a family, or a problem of none.
pub struct Instance {
    /// The problem, named by the text that chose it.
    pub problem: Box<dyn Problem>,
    /// The answers.
    pub known: Known,
    /// Whether the objective and the proxies (the constraints, without proxies) are convex, so that the theta-player
    /// may follow subgradients.
    pub convex: bool,
}

impl Instance {
    /// A problem of no family: what it states is taken for known, and its bounds come from enclosures.
    ///
    /// # Errors
    /// If a function has no finite bound on the domain.
    pub fn stated(problem: Box<dyn Problem>) -> Result<Self> {
        let facts = problem.facts();
        let optimum = |fact: &Option<Fact>| fact.map(|fact| Optimum::at(Enclosure::point(fact.value), Vec::new()));
        let mut bounds = constants(&*problem, Side::Proxies)?;
        // A proxy may be flatter than its constraint, which a theta-player of the Lagrangian game follows.
        if problem.has_proxies() && not_convex(&*problem, Side::Constraints).is_none() {
            let steepest = constants(&*problem, Side::Constraints)?.bound_subgradient;
            bounds.bound_subgradient = bounds.bound_subgradient.zip(steepest).map(|(a, b)| a.max(b));
        }
        let known = Known {
            feasible: true,
            optimum: optimum(&facts.optimum),
            mixed_optimum: optimum(&facts.mixed_optimum),
            proxy_optimum: optimum(&facts.proxy_optimum),
            least_violation: None,
            constants: bounds,
        };
        let convex = not_convex(&*problem, Side::Proxies).is_none();
        Ok(Self { problem, known, convex })
    }
}

/// Ours, in the order of the tables.
pub(crate) const OURS: &[Family] = &[
    qp_box::QP_BOX,
    qp_half::QP_HALF,
    knapsack::KNAPSACK,
    bilinear::BILINEAR,
    triangle::TRIANGLE,
    step_hinge::STEP_HINGE,
    step_sample::STEP_SAMPLE,
    robust::ROBUST,
    extremal::EXTREMAL,
    neyman_pearson::NEYMAN_PEARSON,
    polygon::POLYGON,
    qp_box::QP_BOX_TIED,
    extremal::EXTREMAL_DUPLICATED,
    qp_box::QP_BOX_SCALED,
    zero_pair::ZERO_PAIR,
    zero_no_kkt::ZERO_NO_KKT,
    infeasible::INFEASIBLE,
    no_constraints::NO_CONSTRAINTS,
    noisy::NOISY,
    minibatch::MINIBATCH,
    minibatch::MINIBATCH_RATE,
    network::NETWORK,
];

/// Dimensions and constraints beyond this are refused, lest a slip of the keyboard fill the memory.
const MOST: usize = 1_000_000;
