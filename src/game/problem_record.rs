//! A problem as plain text and numbers: what a certificate carries so that its evidence can be checked without the
//! program that made it.

use dashu_ratio::RBig;

/// Everything that defines the functions and the domain of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemRecord {
    /// Functions given by formulas.
    Expressions {
        /// Its name.
        name: String,
        /// The names of the variables.
        variables: Vec<String>,
        /// Where the variables live.
        domain: DomainRecord,
        /// The objective.
        objective: String,
        /// The constraints.
        constraints: Vec<ConstraintRecord>,
    },
    /// Finitely many points, each with its values.
    Table {
        /// Its name.
        name: String,
        /// `(g_0, g_1, .., g_m)` of every point.
        constraints: Vec<Vec<f64>>,
        /// The proxies of every point, if there are any.
        proxies: Option<Vec<Vec<f64>>>,
    },
    /// Rates over a data file.
    Rates(Box<RatesRecord>),
}

impl ProblemRecord {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Expressions { name, .. } | Self::Table { name, .. } => name,
            Self::Rates(record) => &record.name,
        }
    }
}

/// A domain that certificates can name.
#[derive(Clone, Debug, PartialEq)]
pub enum DomainRecord {
    /// A box.
    Box {
        /// The lower ends.
        lower: Vec<f64>,
        /// The upper ends.
        upper: Vec<f64>,
    },
    /// The closed Euclidean ball around 0.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// These points only.
    Points(Vec<Vec<f64>>),
}

/// A constraint and its proxy.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintRecord {
    /// Its name.
    pub name: String,
    /// The formula that must be at most 0.
    pub expression: String,
    /// What stands in for it, if anything does.
    pub proxy: Option<String>,
}

/// A condition on one cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Atom {
    /// The name of the column.
    pub column: String,
    /// What its cell must be.
    pub condition: Condition,
}

/// What a cell must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// One of these texts.
    Equals(Vec<String>),
    /// None of these texts.
    Differs(Vec<String>),
    /// A number above the one and at most the other; at least one of them is there.
    Within {
        /// The number is above this.
        above: Option<f64>,
        /// The number is at most this.
        at_most: Option<f64>,
    },
}

impl Atom {
    /// The cell of `column` is `text`.
    pub fn equals(column: impl Into<String>, text: impl Into<String>) -> Self {
        Self { column: column.into(), condition: Condition::Equals(vec![text.into()]) }
    }
}

/// Conditions that a row must satisfy together; the empty test is satisfied by every row.
pub type Test = Vec<Atom>;

/// How a row of a data file becomes a label and features that are 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// A row that satisfies it is labelled `+`; its condition is [`Condition::Equals`].
    pub label: Atom,
    /// Feature `j` is 1 where this test is satisfied. The intercept is the empty test.
    pub features: Vec<Test>,
}

/// A data file and how it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct DataRecord {
    /// Its name, beside the document that carries the record.
    pub file: String,
    /// The digest of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// The number of rows.
    pub rows: usize,
    /// What the rows mean.
    pub recipe: Recipe,
}

/// A multiple of a rate: of the fraction of some rows that are predicted `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// What the rate is multiplied by.
    pub coefficient: RBig,
    /// The rows it is about.
    pub rows: Test,
}

/// `constant + sum of coefficient * rate`, which must be at most 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RateConstraint {
    /// Its name: as the user wrote it.
    pub name: String,
    /// The constant.
    pub constant: RBig,
    /// The rates; at least one.
    pub terms: Vec<Term>,
}

/// A problem over data whose objective is the hinge loss over a ball of models.
#[derive(Clone, Debug, PartialEq)]
pub struct RatesRecord {
    /// Its name.
    pub name: String,
    /// The data.
    pub data: DataRecord,
    /// The radius of the ball of models.
    pub radius: f64,
    /// Whether the constraints are the rates, with their hinges as proxies; else they are the hinges themselves.
    pub hinges_are_proxies: bool,
    /// The constraints.
    pub constraints: Vec<RateConstraint>,
}
