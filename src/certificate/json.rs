//! The certificate as JSON, in the format that the checker's specification fixes.

use super::given::{Compared, Given, LowerBound};
use super::{Certificate, Claim, GivenRate, TraceReference};
use crate::error::Result;
use crate::game::{
    Atom, Condition, ConstraintRecord, DataRecord, DomainRecord, Evidence, Form, Game, Leaf, MirrorKind, ProblemRecord,
    Range, RateConstraint, RatesRecord,
};
use crate::numerics::{Enclosure, Norm};
use crate::regret::{Average, Averages};
use crate::trace::Equalities;
use serde_json::{Map, Value, json};
use std::path::Path;

impl Certificate {
    /// The format and its version, which is not the version of this crate.
    pub const FORMAT: &str = "referee-certificate/1";

    /// The certificate as JSON text. A double is printed in the shortest digits that read back as itself.
    pub fn to_json(&self, trace: &TraceReference) -> Value {
        let mut document = Map::new();
        document.insert("format".into(), Self::FORMAT.into());
        document.insert("statement".into(), self.statement.into());
        document.insert("game".into(), self.game.to_string().into());
        let mut reference = json!({ "file": trace.file, "sha256": trace.sha256, "rounds": self.rounds,
            "constraints": self.constraints });
        match self.given.values {
            Compared::Not => {}
            Compared::Verified => reference["values"] = "verified".into(),
            Compared::Different => reference["values"] = "different".into(),
        }
        document.insert("trace".into(), reference);
        document.insert("given".into(), given(&self.given, self.game));
        if let Some(record) = &self.given.problem {
            document.insert("problem".into(), problem_json(record));
        }
        if !self.given.equalities.is_empty() {
            document.insert("equalities".into(), equalities_json(&self.given.equalities));
        }
        let measured: Map<String, Value> =
            self.measured.iter().map(|(name, value)| ((*name).to_owned(), pair(*value))).collect();
        document.insert("measured".into(), measured.into());
        document.insert("claims".into(), self.claims.iter().map(claim).collect::<Vec<_>>().into());
        document.into()
    }

    /// Writes the certificate; an older file is replaced in one step.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, trace: &TraceReference) -> Result<()> {
        crate::files::write_document(path, Self::FORMAT, &self.to_json(trace))
    }
}

fn pair(value: Enclosure) -> Value {
    json!([value.lo(), value.hi()])
}

fn claim(claim: &Claim) -> Value {
    json!({ "name": claim.name, "role": claim.role.to_string(), "relation": claim.relation.to_string(),
        "lhs": pair(claim.lhs), "rhs": pair(claim.rhs), "grade": claim.grade.to_string(),
        "verdict": claim.verdict.to_string() })
}

fn given(given: &Given, game: Game) -> Value {
    let mut fields = Map::new();
    let mut add = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), value);
        }
    };
    if game == Game::Lagrangian {
        add("radius", given.radius.map(Value::from));
        let norm = given.norm().exponent();
        let norm = if norm.is_finite() { Value::from(norm) } else { Value::from("inf") };
        add("norm", (given.norm() != Norm::One).then_some(norm));
    }
    add("weights", (given.averages != Averages::default()).then(|| weights(given.averages)));
    let margin = given.margin.as_ref();
    add("margin", margin.map(|margin| margin.value.into()));
    add("margin_point", margin.and_then(|margin| margin.point.clone()).map(Value::from));
    add("margin_objective", margin.and_then(|margin| margin.objective).map(pair));
    add("objective_range", given.objective_range.map(|range| range.value.into()));
    add("objective_range_evidence", given.objective_range.filter(|range| range.enclosed).map(|_| "enclosure".into()));
    add("rate", given.rate.as_ref().map(rate));
    add("lower_bound", given.lower_bound.as_ref().map(lower_bound_json));
    fields.into()
}

fn rate(rate: &GivenRate) -> Value {
    let present = rate.fields().into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    let mirror = rate.mirror.map(|mirror| match mirror {
        MirrorKind::PNorm(p) => json!({ "kind": "p-norm", "p": p }),
        other => json!({ "kind": other.to_string() }),
    });
    Value::Object(present.chain(mirror.map(|mirror| ("mirror".to_owned(), mirror))).collect())
}

fn weights(averages: Averages) -> Value {
    let text = |average: Average| average.to_string();
    json!({ "theta": text(averages.theta), "lambda": text(averages.lambda) })
}

/// The pairs of equalities, counted from 1, as every format writes them.
pub(crate) fn equalities_json(equalities: &Equalities) -> Value {
    equalities.pairs().iter().map(|(i, j)| json!([i + 1, j + 1])).collect()
}

fn range(range: &Range) -> Value {
    let mut value = json!({ "column": range.of.to_string(), "lo": range.lo });
    if let Some(hi) = range.hi {
        value["hi"] = hi.into();
    }
    value
}

/// A lower bound with its evidence, as every format writes it.
pub(crate) fn lower_bound_json(bound: &LowerBound) -> Value {
    let form = |form: Form| match form {
        Form::Natural => "natural",
        Form::MeanValue => "mean-value",
        Form::Monotone => "monotone",
        Form::SecondOrder => "second-order",
        Form::Outside => "outside",
    };
    let evidence = match &bound.evidence {
        Evidence::Declared => json!({ "kind": "declared" }),
        Evidence::Ranges(ranges) => {
            let ranges: Vec<_> = ranges.iter().map(range).collect();
            json!({ "kind": "ranges", "ranges": ranges })
        }
        Evidence::Enumeration => json!({ "kind": "enumeration" }),
        Evidence::Vertices => json!({ "kind": "vertices" }),
        Evidence::Boxes(leaves) => {
            let leaf = |leaf: &Leaf| match leaf.form {
                Form::SecondOrder => json!({ "sides": leaf.sides, "form": form(leaf.form), "at": leaf.at }),
                _ => json!({ "sides": leaf.sides, "form": form(leaf.form) }),
            };
            let leaves: Vec<_> = leaves.iter().map(leaf).collect();
            json!({ "kind": "boxes", "leaves": leaves })
        }
        Evidence::Cuts(cuts) => {
            let cuts: Vec<_> = cuts.iter().map(|cut| json!({ "theta": cut.theta, "weight": cut.weight })).collect();
            json!({ "kind": "cuts", "cuts": cuts })
        }
        Evidence::Margins { theta, thresholds } => {
            json!({ "kind": "margins", "theta": theta, "thresholds": thresholds })
        }
    };
    json!({ "value": bound.value, "evidence": evidence })
}

/// A problem, as every format writes it.
pub(crate) fn problem_json(record: &ProblemRecord) -> Value {
    match record {
        ProblemRecord::Expressions { name, variables, domain, objective, constraints } => {
            let constraints: Vec<_> = constraints.iter().map(constraint).collect();
            json!({ "name": name, "variables": variables, "domain": region(domain), "objective": objective,
                "constraints": constraints })
        }
        ProblemRecord::Table { name, constraints, proxies } => {
            let mut table = json!({ "constraints": constraints });
            if let Some(proxies) = proxies {
                table["proxies"] = json!(proxies);
            }
            json!({ "name": name, "table": table })
        }
        ProblemRecord::Rates(record) => rates_problem_json(record),
    }
}

fn constraint(record: &ConstraintRecord) -> Value {
    let mut value = json!({ "name": record.name, "expression": record.expression });
    if let Some(proxy) = &record.proxy {
        value["proxy"] = proxy.clone().into();
    }
    value
}

fn region(domain: &DomainRecord) -> Value {
    match domain {
        DomainRecord::Box { lower, upper } => json!({ "kind": "box", "lower": lower, "upper": upper }),
        DomainRecord::Ball { radius } => json!({ "kind": "ball", "radius": radius }),
        DomainRecord::Points(points) => json!({ "kind": "points", "points": points }),
    }
}

/// The problem of a certificate.
fn rates_problem_json(record: &RatesRecord) -> Value {
    let constraints: Vec<_> = record.constraints.iter().map(rate_constraint_json).collect();
    let mut value = json!({ "name": record.name, "data": data_json(&record.data),
        "domain": { "kind": "ball", "radius": record.radius }, "objective": "hinge" });
    if record.hinges_are_proxies {
        value["constraint"] = "rate".into();
        value["proxy"] = "hinge".into();
    } else {
        value["constraint"] = "hinge".into();
    }
    value["constraints"] = constraints.into();
    value
}

/// The data file and how it is read.
pub(crate) fn data_json(data: &DataRecord) -> Value {
    let features: Vec<_> = data.recipe.features.iter().map(|test| test_json(test)).collect();
    json!({ "file": data.file, "sha256": data.sha256, "rows": data.rows, "label": atom(&data.recipe.label),
        "features": features })
}

/// One constraint on rates.
pub(crate) fn rate_constraint_json(constraint: &RateConstraint) -> Value {
    let term = |term: &crate::game::Term| json!({ "coefficient": term.coefficient.to_string(), "rows": test_json(&term.rows) });
    let terms: Vec<_> = constraint.terms.iter().map(term).collect();
    json!({ "name": constraint.name, "constant": constraint.constant.to_string(), "terms": terms })
}

fn test_json(test: &[Atom]) -> Value {
    test.iter().map(atom).collect::<Vec<_>>().into()
}

fn atom(atom: &Atom) -> Value {
    let mut fields = Map::new();
    fields.insert("column".into(), atom.column.clone().into());
    match &atom.condition {
        Condition::Equals(texts) => drop(fields.insert("equals".into(), texts.clone().into())),
        Condition::Differs(texts) => drop(fields.insert("differs".into(), texts.clone().into())),
        Condition::Within { above, at_most } => {
            for (name, end) in [("above", above), ("at_most", at_most)] {
                if let Some(end) = end {
                    fields.insert(name.into(), (*end).into());
                }
            }
        }
    }
    fields.into()
}
