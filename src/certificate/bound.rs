//! The file of a lower bound of all feasible mixtures, or of the proof that there is none: JSON, in the format that the
//! checker's specification fixes (section 13).

use super::{LowerBound, lower_bound_json, problem_json};
use crate::error::Result;
use crate::files;
use crate::game::ProblemRecord;
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::path::Path;

/// A number that `g_0 + sum_i y_i g_i` (or, with the objective left out, `sum_i y_i g_i`) is nowhere below.
///
/// With the objective no mixture that keeps the constraints on average has a smaller mean objective. Without it the
/// number is above 0, and no mixture keeps the constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The problem: expressions or a table.
    pub problem: ProblemRecord,
    /// Whether the objective has a part in it.
    pub with_objective: bool,
    /// `y`, one for each constraint and not negative; without the objective they sum to exactly 1.
    pub multipliers: Vec<RBig>,
    /// The number, and why.
    pub lower_bound: LowerBound,
}

impl Bound {
    /// The format and its version, which is not the version of this crate.
    pub const FORMAT: &str = "referee-bound/1";

    /// The JSON document.
    pub fn to_json(&self) -> Value {
        json!({ "format": Self::FORMAT, "problem": problem_json(&self.problem),
            "objective_weight": u8::from(self.with_objective),
            "multipliers": self.multipliers.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "lower_bound": lower_bound_json(&self.lower_bound) })
    }

    /// Writes the document, which appears when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        files::write_document(path.as_ref(), Self::FORMAT, &self.to_json())
    }
}
