//! The form of a certificate (section 3 of the specification).

use crate::attached;
use crate::csv::Game;
use crate::equalities::Equalities;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Fields, Flaw, Form, Node, Value};
use crate::norms::Norm;
use crate::problem::{Evidence, Problem};
use crate::rates::{self, Rate};
use crate::report::{Grade, Values, Verdict, shown};
use crate::same_problem::compare;
use std::collections::BTreeMap;
use std::path::Path;

/// A certificate that has the right form.
pub(crate) struct Certificate {
    pub(crate) statement: &'static str,
    pub(crate) game: Game,
    pub(crate) trace: Data,
    pub(crate) values: Values,
    pub(crate) given: Given,
    pub(crate) problem: Option<Problem>,
    pub(crate) equalities: Equalities,
    pub(crate) measured: BTreeMap<String, Interval>,
    pub(crate) claims: BTreeMap<String, Claim>,
    /// Whether another one was accepted that [says the same](Self::repeats) of the trace and the problem.
    pub(crate) is_repeated: bool,
}

/// Which file a certificate or a solution is about.
pub(crate) struct Data {
    pub(crate) file: String,
    pub(crate) sha256: String,
    pub(crate) rounds: usize,
    pub(crate) constraints: usize,
}

/// What was given beside the trace.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) radius: Option<Rational>,
    pub(crate) norm: Norm,
    pub(crate) margin: Option<Rational>,
    pub(crate) margin_point: Option<Vec<f64>>,
    pub(crate) margin_objective: Option<(f64, f64)>,
    pub(crate) range: Option<Rational>,
    pub(crate) range_evidence: bool,
    pub(crate) theta_weights: Weights,
    pub(crate) lambda_weights: Weights,
    pub(crate) lower: Option<Rational>,
    pub(crate) evidence: Option<Evidence>,
    pub(crate) rate: Option<Rate>,
}

/// How the rounds are weighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Weights {
    #[default]
    Uniform,
    Linear,
    Tail(usize),
}

/// A claim as it is recorded.
pub(crate) struct Claim {
    pub(crate) role: Role,
    pub(crate) relation: Relation,
    pub(crate) lhs: Interval,
    pub(crate) rhs: Interval,
    pub(crate) grade: Grade,
    pub(crate) verdict: Verdict,
}

/// What a claim is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Hypothesis,
    Conclusion,
}

/// `<=` or `<`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtMost,
    Below,
}

impl Role {
    /// The word for it in a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hypothesis => "hypothesis",
            Self::Conclusion => "conclusion",
        }
    }
}

impl Relation {
    /// The sign for it in a file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AtMost => "<=",
            Self::Below => "<",
        }
    }
}

impl Certificate {
    /// Reads the fields of the file, of which `format` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let game = game(&mut fields)?;
        let (own, rates) = match game {
            Game::Lagrangian => (["theorem-1", "theorem-3", "lemma-6"], rates::LAGRANGIAN),
            Game::Proxy => (["theorem-2", "theorem-4", "lemma-7"], rates::PROXY),
        };
        let statements: Vec<(&str, &'static str)> = own.into_iter().chain(rates).map(|name| (name, name)).collect();
        let statement = choice(&fields.need("statement")?, "statement", &statements)?;
        let mut trace_fields = fields.need("trace")?.object("trace")?;
        let values = [("verified", Values::Verified), ("different", Values::Different)];
        let values = trace_fields.optional("values", |node| choice(&node, "trace.values", &values))?;
        let trace = Data::read(trace_fields, "rounds")?;
        let problem = fields.optional("problem", attached::problem_or_data)?;
        if problem.is_none() && values.is_some() {
            return Err(fields.flaw("`trace.values` is there, but there is no `problem` to compare them with"));
        }
        let values = values.unwrap_or(if problem.is_some() { Values::NotCompared } else { Values::Recorded });
        if problem.as_ref().is_some_and(|problem| problem.num_constraints() != trace.constraints) {
            return Err(fields.flaw("`problem` does not have as many constraints as the trace"));
        }
        let given = Given::read(fields.need("given")?, game, statement, trace.rounds, problem.as_ref())?;
        if let (Some(Evidence::Margins(margins)), Some(problem)) = (&given.evidence, &problem) {
            let (found, wanted) = (margins.num_variables(), problem.num_variables());
            if found != wanted {
                let reason = format!("`theta` of margins must have one number per variable: {wanted}, not {found}");
                return Err(fields.flaw(reason));
            }
        }
        if given.range_evidence && problem.as_ref().is_some_and(Problem::is_over_data) {
            return Err(fields.flaw("`given.objective_range_evidence` has no place beside a problem over data"));
        }
        if let Some(Evidence::Ranges(ranges)) = &given.evidence {
            ranges.fit(game, trace.constraints, problem.as_ref()).map_err(|reason| fields.flaw(reason))?;
        }
        let equalities = Equalities::read(&mut fields, trace.constraints)?;
        let has_place = ["theorem-1", "theorem-2", "theorem-3", "theorem-4"].contains(&statement);
        if !equalities.0.is_empty() && (!has_place || given.margin.is_some()) {
            return Err(
                fields.flaw("`equalities` has a place in theorem-1 to theorem-4 only, without a `given.margin`")
            );
        }
        let mut measured = BTreeMap::new();
        for (name, node) in fields.need("measured")?.object("measured")?.into_map() {
            if !crate::measured::is_name(&name) {
                return Err(Flaw::at(node.line, format!("`measured.{}` is not the name of a quantity", shown(&name))));
            }
            let enclosure = interval(node, &format!("measured.{name}"))?;
            measured.insert(name, enclosure);
        }
        let mut claims = BTreeMap::new();
        for node in fields.need("claims")?.list("claims")? {
            let line = node.line;
            let (name, claim) = Claim::read(node.object("claims")?)?;
            if claims.contains_key(&name) {
                return Err(Flaw::at(line, format!("the claim `{}` stands twice: keep one of the two", shown(&name))));
            }
            claims.insert(name, claim);
        }
        fields.finish()?;
        Ok(Self { statement, game, trace, values, given, problem, equalities, measured, claims, is_repeated: false })
    }

    /// Whether another one says the same of the values of the same rounds and of the same problem, at the same means.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        fn said(this: &Certificate) -> impl PartialEq {
            let Given { lower, evidence, margin, margin_point, range, .. } = &this.given;
            let given = (lower.clone(), evidence.clone(), margin.clone(), margin_point.clone(), range.clone());
            let more = (this.given.margin_objective, this.given.range_evidence);
            let means = (this.game, this.given.theta_weights, this.given.lambda_weights);
            (this.trace.sha256.to_ascii_lowercase(), this.values, means, given, more)
        }
        // Problems over data are not compared.
        let (Some(own), Some(others)) = (&self.problem, &other.problem) else { return false };
        let same = !own.is_over_data() && compare(&own.subject(), &others.subject()).is_ok();
        same && said(self) == said(other)
    }
}

impl Data {
    /// Reads the name, digest and size of a file; `count` is the field with the number of its lines.
    pub(crate) fn read(mut fields: Fields, count: &str) -> Form<Self> {
        let (file, sha256) = file_and_digest(&mut fields)?;
        let rounds = fields.need(count)?.whole(count)?;
        let constraints = fields.need("constraints")?.whole("constraints")?;
        fields.finish()?;
        Ok(Self { file, sha256, rounds, constraints })
    }
}

impl Given {
    fn read(node: Node, game: Game, statement: &str, rounds: usize, problem: Option<&Problem>) -> Form<Self> {
        let mut fields = node.object("given")?;
        if rates::is_statement(statement) {
            return Self::read_rate(fields, game, statement, problem.is_some());
        }
        let mut given = Self::default();
        if game == Game::Lagrangian {
            given.radius = number(&mut fields, "radius")?;
            if let Some(node) = fields.take("norm") {
                given.norm = read_norm(&node)?;
                if statement == "theorem-1" {
                    return Err(Flaw::at(node.line, "`given.norm` has no place in theorem-1: its norm is 1"));
                }
            }
        }
        if let Some(node) = fields.take("weights") {
            let line = node.line;
            let mut both = node.object("given.weights")?;
            given.theta_weights = Weights::read(&both.need("theta")?, rounds)?;
            given.lambda_weights = Weights::read(&both.need("lambda")?, rounds)?;
            both.finish()?;
            if game == Game::Proxy && given.theta_weights != given.lambda_weights {
                return Err(Flaw::at(line, "`given.weights` of the proxy game must be the same for both players"));
            }
        }
        given.margin = number(&mut fields, "margin")?;
        given.margin_point = fields.optional("margin_point", |node| node.numbers("given.margin_point"))?;
        given.margin_objective =
            fields.optional("margin_objective", |node| node.enclosure("given.margin_objective"))?;
        given.range = number(&mut fields, "objective_range")?;
        let enclosure = |node: Node| choice(&node, "given.objective_range_evidence", &[("enclosure", ())]);
        given.range_evidence = fields.optional("objective_range_evidence", enclosure)?.is_some();
        (given.lower, given.evidence) = lower_bound(&mut fields)?;
        let variables = problem.map(Problem::num_variables);
        let coordinates = given.margin_point.as_ref().map(Vec::len);
        for (present, field, needed, needs) in [
            (coordinates.is_some(), "margin_point", given.margin.is_some(), "a `margin`"),
            (given.margin_objective.is_some(), "margin_objective", given.margin.is_some(), "a `margin`"),
            (given.range_evidence, "objective_range_evidence", given.range.is_some(), "an `objective_range`"),
            (coordinates.is_some(), "margin_point", variables.is_some(), A_PROBLEM),
            (given.range_evidence, "objective_range_evidence", variables.is_some(), A_PROBLEM),
            (needs_problem(given.evidence.as_ref()), "lower_bound.evidence", variables.is_some(), A_PROBLEM),
            (coordinates.is_some(), "margin_point", coordinates == variables, "one number per variable"),
        ] {
            if present && !needed {
                return Err(fields.flaw(format!("`given.{field}` needs {needs}")));
            }
        }
        for (x, field) in [(&given.radius, "radius"), (&given.range, "objective_range")] {
            if x.as_ref().is_some_and(|x| *x < Rational::zero()) {
                return Err(fields.flaw(format!("`given.{field}` must not be negative")));
            }
        }
        fields.finish()?;
        Ok(given)
    }

    /// What is given in a certificate of a rate.
    fn read_rate(mut fields: Fields, game: Game, statement: &str, has_problem: bool) -> Form<Self> {
        let mut radius = None;
        if game == Game::Lagrangian {
            let node = fields.need("radius")?;
            radius = Rational::from_double(node.number("radius")?).filter(|x| *x >= Rational::zero());
            if radius.is_none() {
                return Err(Flaw::at(node.line, "`given.radius` must not be negative"));
            }
        }
        let rate = Rate::read(fields.need("rate")?, statement)?;
        let (lower, evidence) = lower_bound(&mut fields)?;
        if needs_problem(evidence.as_ref()) && !has_problem {
            return Err(fields.flaw(format!("`given.lower_bound.evidence` needs {A_PROBLEM}")));
        }
        fields.finish()?;
        Ok(Self { radius, lower, evidence, rate: Some(rate), ..Self::default() })
    }
}

/// Takes the name and the digest of a file.
pub(crate) fn file_and_digest(fields: &mut Fields) -> Form<(String, String)> {
    let node = fields.need("file")?;
    let file = node.text("file")?.to_owned();
    let plain = Path::new(&file).file_name().is_some_and(|name| name == file.as_str());
    if !plain || file.contains(['/', '\\', '\0']) {
        return Err(Flaw::at(node.line, "`file` must be the plain name of a file beside this one, without a folder"));
    }
    let node = fields.need("sha256")?;
    let sha256 = node.text("sha256")?.to_owned();
    if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Flaw::at(node.line, "`sha256` must be 64 hex digits"));
    }
    Ok((file, sha256))
}

const A_PROBLEM: &str = "a `problem`";

/// Whether the evidence is about the functions of a problem.
fn needs_problem(evidence: Option<&Evidence>) -> bool {
    evidence.is_some_and(|evidence| !matches!(evidence, Evidence::Ranges(_)))
}

/// Takes the lower bound and its evidence, which is `None` if the bound is declared.
fn lower_bound(fields: &mut Fields) -> Form<(Option<Rational>, Option<Evidence>)> {
    let bound = fields.optional("lower_bound", |node| attached::lower_bound(node, "given.lower_bound"))?;
    let (value, evidence) = bound.unzip();
    Ok((value, evidence.flatten()))
}

impl Weights {
    fn read(node: &Node, rounds: usize) -> Form<Self> {
        let text = node.text("given.weights")?;
        let tail = text.strip_prefix("tail:").and_then(|digits| {
            let skipped = digits.parse::<usize>().ok()?;
            (skipped < rounds && skipped.to_string() == digits).then_some(Self::Tail(skipped))
        });
        match text {
            "uniform" => Ok(Self::Uniform),
            "linear" => Ok(Self::Linear),
            _ => {
                let wanted = "`uniform`, `linear` or `tail:K` with K below the number of rounds";
                tail.ok_or_else(|| Flaw::at(node.line, format!("`given.weights` must be {wanted}")))
            }
        }
    }
}

impl Claim {
    fn read(mut fields: Fields) -> Form<(String, Self)> {
        let name = fields.need("name")?.text("name")?.to_owned();
        let roles = [Role::Hypothesis, Role::Conclusion].map(|role| (role.name(), role));
        let relations = [Relation::AtMost, Relation::Below].map(|relation| (relation.name(), relation));
        let verdicts = Verdict::ALL.map(|verdict| (verdict.name(), verdict));
        let claim = Self {
            role: choice(&fields.need("role")?, "role", &roles)?,
            relation: choice(&fields.need("relation")?, "relation", &relations)?,
            lhs: interval(fields.need("lhs")?, "lhs")?,
            rhs: interval(fields.need("rhs")?, "rhs")?,
            grade: choice(&fields.need("grade")?, "grade", &Grade::ALL.map(|grade| (grade.name(), grade)))?,
            verdict: choice(&fields.need("verdict")?, "verdict", &verdicts)?,
        };
        fields.finish()?;
        Ok((name, claim))
    }
}

/// Takes the game.
pub(crate) fn game(fields: &mut Fields) -> Form<Game> {
    let games = [("lagrangian", Game::Lagrangian), ("proxy-lagrangian", Game::Proxy)];
    choice(&fields.need("game")?, "game", &games)
}

/// One of the named values.
pub(crate) fn choice<T: Copy>(node: &Node, field: &str, choices: &[(&str, T)]) -> Form<T> {
    let text = node.text(field)?;
    let found = choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        Flaw::at(node.line, format!("`{field}` is `{}`, but must be one of: {}", shown(text), names.join(", ")))
    })
}

fn number(fields: &mut Fields, field: &str) -> Form<Option<Rational>> {
    let Some(node) = fields.take(field) else { return Ok(None) };
    Ok(Rational::from_double(node.number(field)?))
}

pub(crate) fn interval(node: Node, field: &str) -> Form<Interval> {
    let line = node.line;
    Interval::from_doubles(node.enclosure(field)?).ok_or_else(|| Flaw::at(line, format!("`{field}` must be finite")))
}

fn read_norm(node: &Node) -> Form<Norm> {
    let norm = match &node.value {
        Value::Text(text) if text == "inf" => Some(Norm::Max),
        _ => Rational::from_double(node.number("given.norm")?).and_then(Norm::new),
    };
    norm.ok_or_else(|| Flaw::at(node.line, "`given.norm` must be a number that is at least 1, or \"inf\""))
}
