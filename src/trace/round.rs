//! One row of a trace.

use super::Layout;
use crate::error::{Error, Result};
use crate::numerics::Enclosure;
use std::fmt::Display;

/// What happened in one round. Made once and refilled for each round, so that a run allocates nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The objective.
    pub objective: Enclosure,
    /// The constraints: `constraints[i - 1]` is the file's `constraint_i`.
    pub constraints: Vec<Enclosure>,
    /// The recorded proxies, or nothing if the constraints are their own; see [`Round::proxy_constraints`].
    pub proxies: Vec<Enclosure>,
    /// The multipliers. In the Lagrangian game `lambda[i - 1]` weighs `constraint_i`; in the proxy game `lambda[i]`
    /// does, and `lambda[0]` weighs the objective.
    pub lambda: Vec<f64>,
    /// The point, or nothing if it was not recorded.
    pub theta: Vec<f64>,
}

impl Round {
    /// A round of zeros.
    pub fn new(layout: &Layout) -> Self {
        Self {
            objective: Enclosure::ZERO,
            constraints: vec![Enclosure::ZERO; layout.num_constraints()],
            proxies: vec![Enclosure::ZERO; layout.num_proxies()],
            lambda: vec![0.0; layout.num_multipliers()],
            theta: vec![0.0; layout.num_thetas()],
        }
    }

    /// The constraints as the theta-player of the proxy game sees them: the proxies, or the constraints themselves.
    pub fn proxy_constraints(&self) -> &[Enclosure] {
        if self.proxies.is_empty() { &self.constraints } else { &self.proxies }
    }

    /// The value columns in the order of [`Layout`].
    pub(super) fn values(&self) -> impl Iterator<Item = Enclosure> + '_ {
        std::iter::once(self.objective).chain(self.constraints.iter().copied()).chain(self.proxies.iter().copied())
    }

    /// Whether the round may stand in a trace with this layout.
    ///
    /// # Errors
    /// If a count differs from the layout's, a number is not finite, a multiplier is negative, or a value that the
    /// layout calls exact is not a point.
    pub fn check(&self, layout: &Layout) -> Result<()> {
        let counts = [
            ("constraints", self.constraints.len(), layout.num_constraints()),
            ("proxies", self.proxies.len(), layout.num_proxies()),
            ("multipliers", self.lambda.len(), layout.num_multipliers()),
            ("coordinates of theta", self.theta.len(), layout.num_thetas()),
        ];
        for (what, found, wanted) in counts {
            if found != wanted {
                return Err(Error::new(format!("the round has {found} {what}, but its trace has {wanted}")));
            }
        }
        for (value, x) in self.values().enumerate() {
            if !x.is_finite() {
                return Err(not_finite(&layout.value_name(value), x));
            }
            // By bits: a column that is called exact stores one end, and -0.0 is not the double 0.0.
            if x.lo().to_bits() != x.hi().to_bits() && !layout.is_enclosed(value) {
                let name = layout.value_name(value);
                return Err(Error::new(format!("`{name}` is {x}, but the layout calls this column exact: enclose it")));
            }
        }
        for (i, &x) in self.lambda.iter().enumerate() {
            if !x.is_finite() {
                return Err(not_finite(&layout.multiplier_name(i), x));
            }
            if x < 0.0 {
                let name = layout.multiplier_name(i);
                return Err(Error::new(format!("`{name}` is {x:?}, but a multiplier must not be negative")));
            }
        }
        match self.theta.iter().position(|x| !x.is_finite()) {
            Some(i) => Err(not_finite(&format!("theta_{}", i + 1), self.theta[i])),
            None => Ok(()),
        }
    }
}

fn not_finite(name: &str, x: impl Display) -> Error {
    Error::new(format!("`{name}` is {x}, but a trace holds finite numbers only: stop the run before it diverges"))
}
