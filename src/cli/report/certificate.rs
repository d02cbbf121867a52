//! A certificate as its file says it, read back once the checker has accepted it: the sentences about it are then those
//! that `certify` prints.

use crate::certificate::{
    Certificate, Claim, Compared, Given, GivenMargin, GivenRange, GivenRate, LowerBound, Relation, Role, Verdict,
};
use crate::cli::recipes::{self, texts};
use crate::error::{Error, Result};
use crate::game::{
    ConstraintRecord, Cut, DomainRecord, Evidence, Form, Function, Game, Grade, Leaf, MirrorKind, ProblemRecord, Range,
};
use crate::numerics::{Enclosure, Norm};
use crate::regret::{Average, Averages};
use crate::theorems;
use crate::trace::Equalities;
use proofs_check::Accepted;
use serde_json::Value;

/// The names of what is measured.
const MEASURED: &str = "objective infeasibility infeasibility_norm multiplier_norm theta_regret lambda_regret epsilon \
    suboptimality objective_weight swap_regret external_regret deviation_to_constraints \
    deviation_to_objective domination_gap theta_regret_seen epsilon_seen largest_payoff \
    mean_square_payoff largest_multipliers mean_square_spread off_simplex";

/// The certificate of an accepted document.
pub(super) fn read(document: &Value, accepted: &Accepted) -> Result<Certificate> {
    let strange = |what: &str| Error::new(format!("`{what}` of this certificate is in a form unknown to the report"));
    let (trace, problem) = (&document["trace"], &document["problem"]);
    let statement = document["statement"].as_str().and_then(theorems::statement).ok_or_else(|| strange("statement"))?;
    let name = document["game"].as_str();
    let game = Game::ALL.into_iter().find(|game| name == Some(game.to_string().as_str()));
    let problem = if problem.is_null() { None } else { Some(record(problem).ok_or_else(|| strange("problem"))?) };
    let mut given = given(&document["given"]).ok_or_else(|| strange("given"))?;
    given.equalities = equalities(&document["equalities"]).ok_or_else(|| strange("equalities"))?;
    given.problem = problem;
    given.values = match trace["values"].as_str() {
        Some("verified") => Compared::Verified,
        Some(_) => Compared::Different,
        None => Compared::Not,
    };
    if let (Some(Evidence::Ranges(ranges)), None) = (given.lower_bound.as_ref().map(|b| &b.evidence), &given.problem) {
        given.ranges.clone_from(ranges);
    }
    let mut measured = Vec::new();
    for (name, value) in document["measured"].as_object().into_iter().flatten() {
        let known = MEASURED.split(' ').find(|known| known == name);
        measured.push(known.zip(pair(value)).ok_or_else(|| strange(name))?);
    }
    let claims = recipes::list(&document["claims"], "claims")?.iter().map(|value| claim(value, accepted));
    Ok(Certificate {
        statement: statement.name(),
        game: game.ok_or_else(|| strange("game"))?,
        rounds: trace["rounds"].as_u64().ok_or_else(|| strange("rounds"))?,
        constraints: count(&trace["constraints"]).ok_or_else(|| strange("constraints"))?,
        given,
        measured,
        claims: claims.collect::<Option<_>>().ok_or_else(|| strange("claims"))?,
    })
}

/// A claim; the checker has the names, and has compared verdict and grade with its own.
fn claim(value: &Value, accepted: &Accepted) -> Option<Claim> {
    let name = accepted.claims().iter().find(|claim| value["name"] == claim.name)?.name;
    let (role, relation, verdict, grade) = (
        [Role::Hypothesis, Role::Conclusion],
        [Relation::AtMost, Relation::Below],
        [Verdict::Holds, Verdict::Undecided, Verdict::Violated],
        [Grade::Sampled, Grade::Declared, Grade::Computed, Grade::Proved],
    );
    Some(Claim {
        name,
        role: word(&value["role"], &role)?,
        relation: word(&value["relation"], &relation)?,
        lhs: pair(&value["lhs"])?,
        rhs: pair(&value["rhs"])?,
        grade: word(&value["grade"], &grade)?,
        verdict: word(&value["verdict"], &verdict)?,
        identity: false,
        implied: false,
        optional: name == "slater_below_radius",
    })
}

fn word<T: Copy + ToString>(value: &Value, known: &[T]) -> Option<T> {
    known.iter().copied().find(|known| *value == known.to_string().as_str())
}

fn pair(value: &Value) -> Option<Enclosure> {
    Enclosure::try_new(value[0].as_f64()?, value[1].as_f64()?)
}

fn count(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

/// All items of a list; none if it is not there.
fn all<T>(value: &Value, of: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array().map_or(Some(Vec::new()), |items| items.iter().map(of).collect())
}

fn equalities(value: &Value) -> Option<Equalities> {
    let half = |value: &Value| count(value)?.checked_sub(1);
    Equalities::new(all(value, |pair| Some((half(&pair[0])?, half(&pair[1])?)))?).ok()
}

fn given(value: &Value) -> Option<Given> {
    let norm = match &value["norm"] {
        Value::Null => None,
        Value::String(text) => Some(Norm::parse(text).ok()?),
        number => Some(Norm::new(number.as_f64()?).ok()?),
    };
    let average = |name: &str| {
        value["weights"][name].as_str().map_or(Some(Average::Uniform), |a| {
            Average::parse(&a.replacen("tail:", "skip:", 1)).ok() // as certificates write it
        })
    };
    let margin = value["margin"].as_f64().map(|margin| GivenMargin {
        value: margin,
        point: numbers(&value["margin_point"]),
        objective: pair(&value["margin_objective"]),
    });
    let range = value["objective_range"]
        .as_f64()
        .map(|range| GivenRange { value: range, enclosed: value["objective_range_evidence"] == "enclosure" });
    let present = |value: &Value, read: fn(&Value) -> Option<LowerBound>| match value {
        Value::Null => Some(None),
        value => read(value).map(Some),
    };
    Some(Given {
        radius: value["radius"].as_f64(),
        norm,
        margin,
        objective_range: range,
        averages: Averages { theta: average("theta")?, lambda: average("lambda")? },
        lower_bound: present(&value["lower_bound"], lower_bound)?,
        rate: if value["rate"].is_null() { None } else { Some(rate(&value["rate"])?) },
        ..Given::default()
    })
}

fn rate(value: &Value) -> Option<GivenRate> {
    let mirror = match value["mirror"]["kind"].as_str() {
        None => None,
        Some("p-norm") => Some(MirrorKind::PNorm(value["mirror"]["p"].as_f64()?)),
        Some(kind) => Some(MirrorKind::parse(kind).ok()?),
    };
    let number = |name: &str| value[name].as_f64();
    Some(GivenRate {
        payoff_bound: number("payoff_bound")?,
        step: number("step"),
        rounding: number("rounding").unwrap_or(0.0),
        oracle_error: number("oracle_error"),
        domain_radius: number("domain_radius"),
        subgradient_bound: number("subgradient_bound"),
        largest_subgradient: number("largest_subgradient"),
        theta_step: number("theta_step"),
        confidence: number("confidence"),
        mirror,
    })
}

fn lower_bound(value: &Value) -> Option<LowerBound> {
    let evidence = &value["evidence"];
    let evidence = match evidence["kind"].as_str()? {
        "declared" => Evidence::Declared,
        "enumeration" => Evidence::Enumeration,
        "vertices" => Evidence::Vertices,
        "boxes" => Evidence::Boxes(all(&evidence["leaves"], leaf)?),
        "cuts" => {
            let cut = |cut: &Value| Some(Cut { theta: numbers(&cut["theta"])?, weight: cut["weight"].as_f64()? });
            Evidence::Cuts(all(&evidence["cuts"], cut)?)
        }
        "margins" => {
            Evidence::Margins { theta: numbers(&evidence["theta"])?, thresholds: numbers(&evidence["thresholds"])? }
        }
        "ranges" => Evidence::Ranges(all(&evidence["ranges"], range)?),
        _ => return None,
    };
    Some(LowerBound { value: value["value"].as_f64()?, evidence })
}

fn leaf(value: &Value) -> Option<Leaf> {
    let form = match value["form"].as_str()? {
        "natural" => Form::Natural,
        "mean-value" => Form::MeanValue,
        "monotone" => Form::Monotone,
        "second-order" => Form::SecondOrder,
        "outside" => Form::Outside,
        _ => return None,
    };
    let at = if form == Form::SecondOrder { numbers(&value["at"])? } else { Vec::new() };
    Some(Leaf { sides: all(&value["sides"], |side| Some((side[0].as_f64()?, side[1].as_f64()?)))?, form, at })
}

fn range(value: &Value) -> Option<Range> {
    let of = match value["column"].as_str()?.split_once('_') {
        None => Function::Objective,
        Some(("constraint", i)) => Function::Constraint(i.parse().ok()?),
        Some((_, i)) => Function::Proxy(i.parse().ok()?),
    };
    Some(Range { of, lo: value["lo"].as_f64()?, hi: value["hi"].as_f64() })
}

fn record(value: &Value) -> Option<ProblemRecord> {
    if !value["data"].is_null() {
        return recipes::rates(value).ok().map(|record| ProblemRecord::Rates(Box::new(record)));
    }
    let name = value["name"].as_str().unwrap_or_default().to_owned();
    let table = &value["table"];
    if !table.is_null() {
        let proxies = &table["proxies"];
        let proxies = if proxies.is_null() { None } else { Some(all(proxies, numbers)?) };
        return Some(ProblemRecord::Table { name, constraints: all(&table["constraints"], numbers)?, proxies });
    }
    let constraint = |value: &Value| {
        Some(ConstraintRecord {
            name: value["name"].as_str()?.to_owned(),
            expression: value["expression"].as_str()?.to_owned(),
            proxy: value["proxy"].as_str().map(str::to_owned),
        })
    };
    let domain = &value["domain"];
    let domain = match domain["kind"].as_str()? {
        "box" => DomainRecord::Box { lower: numbers(&domain["lower"])?, upper: numbers(&domain["upper"])? },
        "ball" => DomainRecord::Ball { radius: domain["radius"].as_f64()? },
        _ => DomainRecord::Points(all(&domain["points"], numbers)?),
    };
    Some(ProblemRecord::Expressions {
        name,
        variables: texts(&value["variables"])?,
        domain,
        objective: value["objective"].as_str()?.to_owned(),
        constraints: all(&value["constraints"], constraint)?,
    })
}

#[cfg(test)]
#[path = "../../../tests/inside/cli/report/certificate.rs"]
mod tests;
