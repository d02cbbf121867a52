//! A problem as plain text and numbers: what a certificate carries so that its evidence can be checked without the
//! program that made it.

use super::rates_record::RatesRecord;

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
