//! The file of a solution: JSON, in which every rational is written exactly.

use super::{Atom, Farkas, Outcome, Record, Solution, Source};
use crate::certificate::equalities_json;
use crate::error::{Error, Result};
use crate::files;
use crate::trace::Equalities;
use dashu_ratio::RBig;
use serde_json::{Map, Value, json};
use std::path::Path;

const CLAIMS: [&str; 4] = ["feasible", "optimal", "vertex", "support"];

impl Record {
    /// The value of `format`.
    pub const FORMAT: &str = "referee-solution/1";

    /// The JSON document.
    pub fn to_json(&self) -> Value {
        let strings = |numbers: &[RBig]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut document = json!({
            "format": Self::FORMAT,
            "candidates": {
                "file": self.source.file, "sha256": self.source.sha256,
                "count": self.count, "constraints": self.constraints,
            },
        });
        if !self.equalities.is_empty() {
            document["equalities"] = equalities_json(&self.equalities);
        }
        match &self.outcome {
            Outcome::Optimal(solution) => {
                document["status"] = "optimal".into();
                document["epsilon"] = solution.epsilon.to_string().into();
                document["epsilon_is_minimal"] = solution.epsilon_is_minimal.into();
                let atom = |atom: &Atom| json!({ "candidate": atom.candidate, "weight": atom.weight.to_string() });
                document["support"] = solution.support.iter().map(atom).collect();
                document["objective"] = solution.objective.to_string().into();
                document["constraints"] = strings(&solution.constraints).into();
                document["active"] = solution.active.iter().map(|i| i + 1).collect();
                document["duals"] = json!({
                    "constraints": strings(&solution.duals), "mass": solution.mass.to_string(),
                });
                if let Some(duals) = &solution.epsilon_duals {
                    document["epsilon_duals"] = strings(duals).into();
                }
                document["claims"] = CLAIMS.as_slice().into();
            }
            Outcome::Infeasible(farkas) => {
                document["status"] = "infeasible".into();
                document["epsilon"] = farkas.epsilon.to_string().into();
                document["epsilon_is_minimal"] = false.into();
                document["farkas"] = strings(&farkas.weights).into();
            }
        }
        document
    }

    /// Writes the document, which appears when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        files::write_document(path.as_ref(), Self::FORMAT, &self.to_json())
    }

    /// Reads a document that [`Record::write`] wrote. Its form is checked, its truth is not: that is the checker's job.
    ///
    /// # Errors
    /// If the file cannot be read or is no solution.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Error::new(format!("this is not JSON: {error}")).at_line(error.line()).in_file(path))?;
        Self::from_json(&value).map_err(|error| error.in_file(path))
    }

    /// Understands a document.
    ///
    /// # Errors
    /// If a field is missing or not of its kind.
    pub fn from_json(value: &Value) -> Result<Self> {
        let document = Fields(value.as_object().ok_or_else(|| Error::new("a solution is one JSON object"))?);
        if document.text("format")? != Self::FORMAT {
            return Err(Error::new(format!("`format` is not `{}`: is this a solution?", Self::FORMAT)));
        }
        let about = Fields(document.object("candidates")?);
        let source = Source { file: about.text("file")?.to_owned(), sha256: about.text("sha256")?.to_owned() };
        let epsilon = document.rational("epsilon")?;
        let outcome = match document.text("status")? {
            "optimal" => Outcome::Optimal(document.solution(epsilon)?),
            "infeasible" => {
                let weights = document.rationals("farkas")?;
                // The least epsilon is not in the file: it is what the weights prove, given the candidates.
                Outcome::Infeasible(Farkas { least: epsilon.clone(), epsilon, weights })
            }
            other => return Err(Error::new(format!("`status` is `{other}`, but must be `optimal` or `infeasible`"))),
        };
        let (count, constraints) = (about.count("count")?, about.count("constraints")?);
        Ok(Self { source, count, constraints, equalities: document.equalities()?, outcome })
    }
}

/// The fields of an object.
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Result<&'a Value> {
        self.0.get(name).ok_or_else(|| Error::new(format!("`{name}` is missing")))
    }

    fn kind<T>(&self, name: &str, kind: &str, of: impl Fn(&'a Value) -> Option<T>) -> Result<T> {
        of(self.get(name)?).ok_or_else(|| Error::new(format!("`{name}` is not {kind}")))
    }

    fn text(&self, name: &str) -> Result<&'a str> {
        self.kind(name, "a text", Value::as_str)
    }

    fn object(&self, name: &str) -> Result<&'a Map<String, Value>> {
        self.kind(name, "an object", Value::as_object)
    }

    fn count(&self, name: &str) -> Result<usize> {
        self.kind(name, "a count", |value| value.as_u64()?.try_into().ok())
    }

    fn rational(&self, name: &str) -> Result<RBig> {
        self.kind(name, "a rational such as \"-1/3\" in lowest terms", rational)
    }

    fn rationals(&self, name: &str) -> Result<Vec<RBig>> {
        self.kind(name, "a list of rationals in lowest terms", |value| value.as_array()?.iter().map(rational).collect())
    }

    fn equalities(&self) -> Result<Equalities> {
        if !self.0.contains_key("equalities") {
            return Ok(Equalities::default());
        }
        let constraint = |value: &Value| usize::try_from(value.as_u64()?.checked_sub(1)?).ok();
        let pair = |value: &Value| match value.as_array()?.as_slice() {
            [i, j] => Some((constraint(i)?, constraint(j)?)),
            _ => None,
        };
        let pairs = |value: &Value| value.as_array()?.iter().map(pair).collect();
        Equalities::new(self.kind("equalities", "a list of pairs of constraints counted from 1", pairs)?)
    }

    fn solution(&self, epsilon: RBig) -> Result<Solution> {
        let duals = Fields(self.object("duals")?);
        let atom = |value: &Value| {
            let candidate = value.get("candidate")?.as_u64()?.try_into().ok()?;
            Some(Atom { candidate, weight: rational(value.get("weight")?)? })
        };
        let active = |value: &Value| usize::try_from(value.as_u64()?.checked_sub(1)?).ok();
        Ok(Solution {
            epsilon_is_minimal: self.kind("epsilon_is_minimal", "true or false", Value::as_bool)?,
            support: self.kind("support", "a list of candidates with weights", |value| {
                value.as_array()?.iter().map(atom).collect()
            })?,
            objective: self.rational("objective")?,
            constraints: self.rationals("constraints")?,
            active: self.kind("active", "a list of constraints counted from 1", |value| {
                value.as_array()?.iter().map(active).collect()
            })?,
            duals: duals.rationals("constraints")?,
            mass: duals.rational("mass")?,
            epsilon_duals: self.0.get("epsilon_duals").map(|_| self.rationals("epsilon_duals")).transpose()?,
            epsilon,
        })
    }
}

/// A rational in its only spelling.
fn rational(value: &Value) -> Option<RBig> {
    let text = value.as_str()?;
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    let number = RBig::from_parts(top.parse().ok()?, bottom.parse().ok().filter(|q: &dashu_int::UBig| !q.is_zero())?);
    (number.to_string() == text).then_some(number)
}
