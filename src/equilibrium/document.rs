//! The file of an equilibrium: JSON, in the format that the checker's specification fixes (section 11).

use super::{Equilibrium, FiniteGame};
use crate::certificate::{LowerBound, lower_bound_json, problem_json};
use crate::error::{Error, Result};
use crate::files;
use crate::game::{Game, ProblemRecord, Rules};
use crate::numerics::Enclosure;
use crate::shrink::Atom;
use dashu_ratio::RBig;
use serde_json::{Map, Value, json};
use std::path::Path;

/// One point of a mixture.
#[derive(Clone, Debug, PartialEq)]
pub struct PointAtom {
    /// The point.
    pub theta: Vec<f64>,
    /// Its probability, above 0.
    pub weight: RBig,
}

/// A mixture of points of a problem's domain, multipliers, and bounds on what each player could gain.
#[derive(Clone, Debug, PartialEq)]
pub struct Approximate {
    /// The game.
    pub rules: Rules,
    /// The problem.
    pub problem: ProblemRecord,
    /// The mixture: different points of the domain, at most m + 1.
    pub support: Vec<PointAtom>,
    /// `lambda_1..m`, or `lambda_0..m` in the proxy game: exactly in the game's set.
    pub multipliers: Vec<RBig>,
    /// The mean objective of the mixture.
    pub objective: Enclosure,
    /// The mean of each constraint.
    pub constraints: Vec<Enclosure>,
    /// No larger than the theta-player's loss at these multipliers anywhere in the domain.
    pub lower_bound: LowerBound,
    /// At least the mixture's mean loss less the infimum of the loss.
    pub theta_gap: f64,
    /// At least what the best multipliers get from the mixture, less what these get.
    pub lambda_gap: f64,
}

impl Approximate {
    /// The larger of the two gaps: it is an epsilon-equilibrium for this epsilon.
    pub fn gap(&self) -> f64 {
        self.theta_gap.max(self.lambda_gap)
    }

    /// The JSON document.
    pub fn to_json(&self) -> Value {
        let mut document = head("theorem-5", self.rules);
        let mut add = |name: &str, value: Value| document.insert(name.to_owned(), value);
        add("problem", problem_json(&self.problem));
        let atom = |atom: &PointAtom| json!({ "theta": atom.theta, "weight": atom.weight.to_string() });
        add("support", self.support.iter().map(atom).collect());
        add("multipliers", strings(&self.multipliers));
        let pair = |value: &Enclosure| json!([value.lo(), value.hi()]);
        add("objective", pair(&self.objective));
        add("constraints", self.constraints.iter().map(pair).collect());
        add("lower_bound", lower_bound_json(&self.lower_bound));
        add("theta_gap", self.theta_gap.into());
        add("lambda_gap", self.lambda_gap.into());
        document.into()
    }

    /// Writes the document, which appears when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        files::write_document(path.as_ref(), Equilibrium::FORMAT, &self.to_json())
    }
}

impl Equilibrium {
    /// The value of `format`.
    pub const FORMAT: &str = "referee-equilibrium/1";

    /// The JSON document about the candidates of a file.
    ///
    /// # Errors
    /// If the candidates were not read from a file: the document names it.
    pub fn to_json(&self, game: &FiniteGame) -> Result<Value> {
        let source = game.candidates().source();
        let source = source.ok_or_else(|| Error::new("the candidates were not read from a file"))?;
        let statement = match (self.is_exact(), self.rules.game()) {
            (true, Game::Lagrangian) => "lemma-2",
            (true, Game::ProxyLagrangian) => "lemma-5",
            (false, _) => "theorem-5",
        };
        let mut document = head(statement, self.rules);
        let mut add = |name: &str, value: Value| document.insert(name.to_owned(), value);
        add(
            "candidates",
            json!({ "file": source.file, "sha256": source.sha256, "count": game.len(),
                "constraints": game.num_constraints() }),
        );
        let atom = |atom: &Atom| json!({ "candidate": atom.candidate, "weight": atom.weight.to_string() });
        add("support", self.support.iter().map(atom).collect());
        add("multipliers", strings(&self.multipliers));
        add("objective", self.objective.to_string().into());
        add("constraints", strings(&self.constraints));
        add("theta_gap", self.theta_gap.to_string().into());
        add("lambda_gap", self.lambda_gap.to_string().into());
        Ok(document.into())
    }

    /// Writes the document, which appears when it is whole.
    ///
    /// # Errors
    /// As [`Equilibrium::to_json`], and if the file cannot be written.
    pub fn write(&self, game: &FiniteGame, path: impl AsRef<Path>) -> Result<()> {
        files::write_document(path.as_ref(), Self::FORMAT, &self.to_json(game)?)
    }
}

fn head(statement: &str, rules: Rules) -> Map<String, Value> {
    let mut document = Map::new();
    document.insert("format".into(), Equilibrium::FORMAT.into());
    document.insert("statement".into(), statement.into());
    document.insert("game".into(), rules.game().to_string().into());
    if let Some(radius) = rules.radius() {
        document.insert("radius".into(), radius.into());
    }
    document
}

fn strings(numbers: &[RBig]) -> Value {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().into()
}
