//! A problem over data as plain text and numbers: which rows count, which features a model sees, which rates are asked.
//!
//! The checker's specification (its section on data) says what each of these means; nothing here computes.

use dashu_ratio::RBig;

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
