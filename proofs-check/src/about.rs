//! What an accepted file is about, written from what was parsed: a name in a file says nothing.

use crate::csv::Column;
use crate::data::OverData;
use crate::decimal::{double, plain, tuple};
use crate::digest;
use crate::exact::Rational;
use crate::json::{Fields, Node, Value};
use crate::problem::{Domain, Evidence, Function, Subject, Table, Trees};
use crate::report::shown;
use std::fmt;

/// The problem that a file carries and the lower bound that it rests on. What is not there is `None` or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the problem; nothing else is known of it than that it stands in the file.
    pub name: Option<String>,
    /// The digest of the problem, in 64 hex digits.
    pub problem_sha256: Option<String>,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// Where the variables live, or the models of a problem over data.
    pub domain: Option<String>,
    /// What is minimised.
    pub objective: Option<String>,
    /// The constraints of a problem of expressions or over data.
    pub constraints: Vec<AboutConstraint>,
    /// What the constraints over data are: rates, say, with their hinges as proxies.
    pub functions: Option<&'static str>,
    /// The size of a problem that is a table.
    pub table: Option<AboutTable>,
    /// The data of a problem over data or a fit.
    pub data: Option<AboutData>,
    /// The lower bound.
    pub lower_bound: Option<AboutBound>,
    /// Pairs of constraints, counted from 1, that are each other's opposite: equalities.
    pub equalities: Vec<[usize; 2]>,
}

/// A constraint: its function must be at most 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutConstraint {
    /// Its name in the file, which is only a name.
    pub name: String,
    /// The function, printed from what was parsed. `P[..]` is the fraction of these rows that is predicted `+`.
    pub function: String,
    /// Its proxy, if it has one of its own.
    pub proxy: Option<String>,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AboutTable {
    /// How many points it has.
    pub points: usize,
    /// How many constraints it has.
    pub constraints: usize,
    /// Whether it has proxies.
    pub has_proxies: bool,
}

/// Which data a file is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutData {
    /// The name of the data file.
    pub file: String,
    /// Its digest.
    pub sha256: String,
    /// The number of its rows.
    pub rows: usize,
    /// Which rows are labelled `+`.
    pub label: String,
    /// The number of features.
    pub features: usize,
}

/// A lower bound and the kind of its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AboutBound {
    value: Rational,
    /// The kind of the evidence, as the file calls it.
    pub kind: &'static str,
    /// The evidence in words, such as `by 17 boxes that cover the domain`.
    pub evidence: String,
}

impl AboutBound {
    /// The bound.
    #[must_use]
    pub fn value(&self) -> f64 {
        double(&self.value, false)
    }
}

/// What only the text of a file says of its problem: the digest and the names.
#[derive(Default)]
pub(crate) struct Written {
    sha256: Option<String>,
    name: Option<String>,
    constraints: Vec<String>,
}

impl Written {
    /// Of the file with these fields, none of which was taken.
    pub(crate) fn of(fields: &Fields) -> Self {
        let name = |node: &Node| Some(node.get("name")?.text("name").ok()?.to_owned());
        match (fields.peek("problem"), fields.peek("constraints"), fields.peek("data")) {
            (Some(problem), ..) => {
                let list = problem.get("constraints").map(|node| &node.value);
                let items = if let Some(Value::List(items)) = list { items.as_slice() } else { &[] };
                Self {
                    sha256: Some(digest::of(problem)),
                    name: name(problem),
                    constraints: items.iter().map(|node| name(node).unwrap_or_default()).collect(),
                }
            }
            (None, Some(constraints), Some(data)) => {
                let sha256 = Some(digest::of_fields(&[("constraints", constraints), ("data", data)]));
                Self { sha256, ..Self::default() }
            }
            _ => Self::default(),
        }
    }

    /// What the file is about; the evidence is `None` if the bound is declared.
    pub(crate) fn about(
        self,
        subject: Option<&Subject<'_>>,
        lower: Option<(&Rational, Option<&Evidence>)>,
        equalities: &[[usize; 2]],
    ) -> Option<About> {
        let bound = |(value, evidence): (&Rational, Option<&Evidence>)| {
            let (kind, evidence) = in_words(evidence);
            AboutBound { value: value.clone(), kind, evidence }
        };
        let mut about = About { lower_bound: lower.map(bound), equalities: equalities.to_vec(), ..About::default() };
        let Some(subject) = subject else { return Some(about).filter(|about| *about != About::default()) };
        (about.name, about.problem_sha256) = (self.name, self.sha256);
        match subject {
            Subject::Expressions(trees, domain) => about.add_expressions(trees, domain, self.constraints),
            Subject::Table(table) => about.add_table(table),
            Subject::Data(data) => about.add_data(data),
        }
        Some(about)
    }
}

impl About {
    fn add_expressions(&mut self, trees: &Trees, domain: &Domain, names: Vec<String>) {
        self.variables.clone_from(&trees.variables);
        self.domain = Some(region(&self.variables, domain));
        self.objective = trees.text(Function::Objective);
        let names = names.into_iter().chain(std::iter::repeat(String::new()));
        for (i, name) in names.take(trees.constraints.len()).enumerate() {
            let function = trees.text(Function::Constraint(i)).unwrap_or_default();
            self.constraints.push(AboutConstraint { name, function, proxy: trees.text(Function::Proxy(i)) });
        }
    }

    fn add_table(&mut self, table: &Table) {
        let (points, constraints) = (table.rows.len(), table.num_constraints());
        self.table = Some(AboutTable { points, constraints, has_proxies: table.has_proxies() });
    }

    fn add_data(&mut self, data: &OverData<'_>) {
        let recipe = data.recipe;
        if let Some(models) = data.models {
            self.domain = Some(format!("the ball of radius {}", plain(models.radius)));
            self.objective = Some("the hinge loss".to_owned());
            self.functions = Some(models.functions());
        }
        self.data = Some(AboutData {
            file: recipe.file.clone(),
            sha256: recipe.sha256.clone(),
            rows: recipe.rows,
            label: recipe.label(),
            features: recipe.num_features(),
        });
        for (name, function) in data.constraints.in_words() {
            self.constraints.push(AboutConstraint { name: name.to_owned(), function, proxy: None });
        }
    }
}

fn region(variables: &[String], domain: &Domain) -> String {
    match domain {
        Domain::Box { lower, upper } => {
            let side =
                |((name, lo), hi): ((&String, &f64), &f64)| format!("{name} in [{}, {}]", plain(*lo), plain(*hi));
            variables.iter().zip(lower).zip(upper).map(side).collect::<Vec<_>>().join(", ")
        }
        Domain::Ball { radius } => format!("({}) in the ball of radius {}", variables.join(", "), plain(*radius)),
        Domain::Points(points) => {
            let all = points.iter().map(|point| tuple(point)).collect::<Vec<_>>().join(", ");
            format!("({}) in {} points: {all}", variables.join(", "), points.len())
        }
    }
}

/// The kind of evidence, and the evidence in words.
fn in_words(evidence: Option<&Evidence>) -> (&'static str, String) {
    let by = |n: usize, one: &str, many: &str| if n == 1 { format!("by 1 {one}") } else { format!("by {n} {many}") };
    match evidence {
        None => ("declared", "declared".to_owned()),
        Some(Evidence::Enumeration) => ("enumeration", "by the values at all points of the domain".to_owned()),
        Some(Evidence::Vertices) => ("vertices", "by the values at the vertices of the domain".to_owned()),
        Some(Evidence::Boxes(leaves)) => {
            ("boxes", by(leaves.len(), "box that covers the domain", "boxes that cover the domain"))
        }
        Some(Evidence::Cuts(cuts)) => ("cuts", by(cuts.len(), "tangent", "tangents, mixed")),
        Some(Evidence::Margins(_)) => ("margins", "by margins of the hinges".to_owned()),
        Some(Evidence::Ranges(ranges)) => ("ranges", format!("by ranges: {ranges}")),
    }
}

/// The longest line, in characters, and the most constraints that are shown.
const LONGEST: usize = 240;
const MOST_CONSTRAINTS: usize = 5;

/// The first dozen of these, and how many more there are.
pub(crate) fn dozen(items: impl ExactSizeIterator<Item = String>) -> String {
    let more = items.len().saturating_sub(12);
    let text = items.take(12).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{text} and {more} more") } else { text }
}

pub(crate) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn cut(text: &str) -> String {
    let more = text.chars().count().saturating_sub(LONGEST);
    if more == 0 {
        return text.to_owned();
    }
    format!("{} ... ({more} more characters)", text.chars().take(LONGEST).collect::<String>())
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digest) = &self.problem_sha256 {
            let name = |name: &String| format!("the problem `{}`, ", shown(name));
            let name = self.name.as_ref().map_or_else(String::new, name);
            writeln!(f, "about: {name}digest {}", digest.get(..16).unwrap_or(digest))?;
        }
        if let Some(AboutTable { points, constraints, has_proxies }) = self.table {
            let proxies = if has_proxies { " and their proxies" } else { "" };
            let (points, constraints) = (counted(points, "point"), counted(constraints, "constraint"));
            writeln!(f, "  a table of {points} with {constraints}{proxies}")?;
        }
        if let Some(data) = &self.data {
            let (file, rows) = (shown(&data.file), counted(data.rows, "row"));
            let text = format!("{file}, {rows}, {}; + is {}", counted(data.features, "feature"), data.label);
            writeln!(f, "  data: {}", cut(&text))?;
        }
        if let (Some(objective), Some(domain)) = (&self.objective, &self.domain) {
            writeln!(f, "  minimize {}\n  over {}", cut(objective), cut(domain))?;
        }
        if let (Some(functions), false) = (self.functions, self.constraints.is_empty()) {
            writeln!(f, "  constraints: {functions}")?;
        }
        for (i, AboutConstraint { name, function, proxy }) in (1..).zip(&self.constraints).take(MOST_CONSTRAINTS) {
            write!(f, "  constraint {i}: {} <= 0", cut(function))?;
            if let Some(proxy) = proxy {
                write!(f, "; proxy {}", cut(proxy))?;
            }
            writeln!(f, " (called `{}` in the file)", shown(name))?;
        }
        let more = self.constraints.len().saturating_sub(MOST_CONSTRAINTS);
        if more > 0 {
            writeln!(f, "  and {}", counted(more, "more constraint"))?;
        }
        if self.data.is_some() && !self.constraints.is_empty() {
            writeln!(f, "  where P[..] is the fraction of these rows that is predicted +")?;
        }
        if !self.equalities.is_empty() {
            let pair = |pair: &[usize; 2]| {
                let [i, j] = pair.map(Column::Value);
                format!("{j} = -{i}")
            };
            writeln!(f, "equalities: {}", dozen(self.equalities.iter().map(pair)))?;
        }
        match &self.lower_bound {
            Some(bound) => writeln!(f, "lower bound: {}, {}", plain(bound.value()), bound.evidence),
            None => Ok(()),
        }
    }
}
