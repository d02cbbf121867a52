//! Strategies of [proptest](mod@proptest) for small data sets with constraints on rates, and what these constraints mean.

use dashu_ratio::RBig;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use referee::data::{Meaning, RateOptions, RateProblem, RecipeOptions, Table, automatic, parse, sha256};
use referee::error::Result;
use referee::game::{Atom, DataRecord};
use std::fmt;

/// The rows that a rate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// All.
    All,
    /// Those whose group is this one.
    Is(&'static str),
    /// Those whose first feature is at most this.
    UpTo(i32),
    /// Those of both kinds.
    Both(&'static str, i32),
}

impl Group {
    /// Whether a row is one of them.
    pub(super) fn has(self, row: &[String]) -> bool {
        let is = |name: &str| row[GROUP] == name;
        let up_to = |most: i32| row[FIRST].parse::<i32>().is_ok_and(|x| x <= most);
        match self {
            Self::All => true,
            Self::Is(name) => is(name),
            Self::UpTo(most) => up_to(most),
            Self::Both(name, most) => is(name) && up_to(most),
        }
    }
}

/// Prints the group as the language of constraints has it.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Is(name) => write!(f, "group={name}"),
            Self::UpTo(most) => write!(f, "x1<={most}"),
            Self::Both(name, most) => write!(f, "group={name} & x1<={most}"),
        }
    }
}

/// `constant + sum of coefficient * rate <= 0`: what a constraint means.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Linear {
    /// The constant.
    pub(super) constant: RBig,
    /// Coefficients, names of rates and their groups.
    pub(super) terms: Vec<(RBig, &'static str, Group)>,
}

/// A constraint as people write it, with what it means: several things, if it is a form.
#[derive(Clone, Debug)]
pub(super) struct DrawnConstraint {
    /// The text.
    pub(super) text: String,
    /// What it stands for, in this order.
    pub(super) meant: Vec<Linear>,
}

/// The places of the columns: the group, the label, what a reference model says, and the first feature.
pub(super) const GROUP: usize = 0;
/// As [`GROUP`].
pub(super) const LABEL: usize = 1;
/// As [`GROUP`].
pub(super) const REFERENCE: usize = 2;
/// As [`GROUP`].
pub(super) const FIRST: usize = 3;

const GROUPS: [&str; 2] = ["a", "b"];
const LABELS: [&str; 2] = ["yes", "no"];
/// Of the first feature, which is a number.
const LARGEST: i32 = 20;

/// A data set with constraints.
#[derive(Clone, Debug)]
pub(super) struct DrawnData {
    /// The cells. Every group has rows of both labels whose first feature is 0, so no rate is about no row.
    pub(super) rows: Vec<Vec<String>>,
    /// The constraints.
    pub(super) constraints: Vec<DrawnConstraint>,
    /// The number of rows of a minibatch.
    pub(super) batch: usize,
    /// Of the training.
    pub(super) seed: u64,
}

impl DrawnData {
    /// The rows as a table.
    ///
    /// # Errors
    /// If a row has another length than the first.
    pub(super) fn table(&self) -> Result<Table> {
        let features = (FIRST..self.rows[0].len()).map(|j| format!("x{}", j + 1 - FIRST));
        let names: Vec<String> =
            ["group", "label", "reference"].map(str::to_owned).into_iter().chain(features).collect();
        Table::from_rows("drawn.csv", &names.iter().map(String::as_str).collect::<Vec<_>>(), &self.rows)
    }

    /// The problem over a table of these columns.
    ///
    /// # Errors
    /// If a constraint is about no row.
    pub(super) fn problem(&self, table: &Table) -> Result<RateProblem> {
        let options = RecipeOptions { ignored: vec!["reference".into()], ..RecipeOptions::new("label", LABELS[0]) };
        let recipe = automatic(table, &options)?.recipe;
        let reference = Atom::equals("reference", LABELS[0]);
        let meaning = Meaning { table, label: &recipe.label, reference: Some(&reference) };
        let mut constraints = Vec::new();
        for constraint in &self.constraints {
            for parsed in parse(&constraint.text, table)? {
                constraints.push(parsed.on(&meaning)?);
            }
        }
        let sha256 = sha256(table.to_csv().as_bytes());
        let source = DataRecord { file: "drawn.csv".into(), sha256, rows: table.len(), recipe };
        let options = RateOptions { radius: 4.0, batch: self.batch, ..RateOptions::default() };
        RateProblem::new("drawn", table, source, constraints, options)
    }
}

const RATES: [&str; 15] = [
    "positive_rate",
    "coverage",
    "negative_rate",
    "tpr",
    "recall",
    "fnr",
    "fpr",
    "tnr",
    "error",
    "accuracy",
    "churn",
    "tp",
    "fp",
    "tn",
    "fn",
];

fn group() -> impl Strategy<Value = Group> {
    let name = || select(GROUPS.to_vec());
    prop_oneof![
        Just(Group::All),
        name().prop_map(Group::Is),
        (0..LARGEST).prop_map(Group::UpTo),
        (name(), 0..LARGEST).prop_map(|(name, most)| Group::Both(name, most)),
    ]
}

/// A constraint: a bound, a ratio, a difference between the groups, or a form.
fn constraint() -> impl Strategy<Value = DrawnConstraint> {
    let eighth = |k: u8| RBig::from(k) / RBig::from(8_u8);
    let one = move |text: String, constant: RBig, terms: Vec<(RBig, &'static str, Group)>| DrawnConstraint {
        text,
        meant: vec![Linear { constant, terms }],
    };
    let rate = || select(RATES.to_vec());
    let bound = (rate(), group(), any::<bool>(), 1_u8..8).prop_map(move |(rate, group, at_least, k)| {
        let (sign, words) = if at_least { (-RBig::ONE, ">=") } else { (RBig::ONE, "<=") };
        let text = format!("{rate}({group}) {words} {}", f64::from(k) / 8.0);
        one(text, -&sign * eighth(k), vec![(sign, rate, group)])
    });
    let ratio = (rate(), group(), group(), 1_u8..8).prop_map(move |(rate, group, other, k)| {
        let text = format!("{rate}({group}) >= {} * {rate}({other})", f64::from(k) / 8.0);
        one(text, RBig::ZERO, vec![(eighth(k), rate, other), (-RBig::ONE, rate, group)])
    });
    let difference = (rate(), any::<bool>(), 0_u8..8).prop_map(move |(rate, swapped, k)| {
        let [more, less] = if swapped { ["b", "a"] } else { GROUPS };
        let text = format!("{rate}(group={more}) - {rate}(group={less}) <= {} / 8", f64::from(k));
        one(text, -eighth(k), vec![(RBig::ONE, rate, Group::Is(more)), (-RBig::ONE, rate, Group::Is(less))])
    });
    let form = (select(vec!["equal_opportunity", "demographic_parity"]), 1_u8..9).prop_map(move |(form, k)| {
        let rate = if form == "equal_opportunity" { "tpr" } else { "positive_rate" };
        let meant = |name| Linear {
            constant: RBig::ZERO,
            terms: vec![(eighth(k), rate, Group::All), (-RBig::ONE, rate, Group::Is(name))],
        };
        DrawnConstraint { text: format!("{form}(group) >= {}", f64::from(k) / 8.0), meant: GROUPS.map(meant).to_vec() }
    });
    prop_oneof![3 => bound, 2 => ratio, 2 => difference, 1 => form]
}

/// Without those that were stated before, alone or in a form.
fn distinct(constraints: Vec<DrawnConstraint>) -> Vec<DrawnConstraint> {
    let mut kept: Vec<DrawnConstraint> = Vec::new();
    for one in constraints {
        let stated = |other: &DrawnConstraint| {
            other.text == one.text || other.meant.iter().any(|meant| one.meant.contains(meant))
        };
        if !kept.iter().any(stated) {
            kept.push(one);
        }
    }
    kept
}

/// Whether a feature is a number, else one of a few texts or missing.
fn cell(numeric: bool) -> BoxedStrategy<String> {
    if numeric {
        (0..=LARGEST).prop_map(|x| x.to_string()).boxed()
    } else {
        select(vec!["red", "green, dark", "blue", "?"]).prop_map(str::to_owned).boxed()
    }
}

/// The first four rows have every group with every label.
fn rows(columns: &[bool], more: std::ops::Range<usize>) -> BoxedStrategy<Vec<Vec<String>>> {
    let features: Vec<_> = std::iter::once(true).chain(columns.iter().copied()).map(cell).collect();
    let row = (select(GROUPS.to_vec()), select(LABELS.to_vec()), select(LABELS.to_vec()), features);
    (vec(row.clone(), 4), vec(row, more))
        .prop_map(|(mut all, more)| {
            for (place, row) in all.iter_mut().enumerate() {
                (row.0, row.1) = (GROUPS[place % 2], LABELS[place / 2]);
                "0".clone_into(&mut row.3[0]);
            }
            all.extend(more);
            let whole = |(group, label, reference, features): (&str, &str, &str, Vec<String>)| -> Vec<String> {
                [group, label, reference].map(str::to_owned).into_iter().chain(features).collect()
            };
            all.into_iter().map(whole).collect()
        })
        .boxed()
}

/// Data sets of 5 to 60 rows with 1 to 4 features and up to 3 constraints.
pub(super) fn data_sets() -> BoxedStrategy<DrawnData> {
    let rows = vec(any::<bool>(), 0..4).prop_flat_map(|columns| rows(&columns, 1..57));
    (rows, vec(constraint(), 0..4), 1_usize..9, any::<u64>())
        .prop_map(|(rows, constraints, batch, seed)| DrawnData {
            rows,
            constraints: distinct(constraints),
            batch,
            seed,
        })
        .boxed()
}

/// Data sets of 8, 16 or 32 rows in which every group has as many rows of each label, and constraints about the groups:
/// every count that a rate divides by is a power of two, so that doubles are exact.
pub(super) fn balanced_data_sets() -> BoxedStrategy<DrawnData> {
    let texts = select(vec![
        "tpr(group=a) >= 0.75 * tpr()",
        "error() + positive_rate(group=b) <= 1.25",
        "fpr(group=a) - fpr(group=b) <= 0.125",
        "demographic_parity(group) >= 0.5",
    ]);
    let constraint = texts.prop_map(|text| DrawnConstraint { text: text.to_owned(), meant: Vec::new() });
    let rows = select(vec![4_usize, 12, 28]).prop_flat_map(|more| rows(&[true, false], more..more + 1));
    (rows, vec(constraint, 1..4), 1_usize..3, any::<u64>())
        .prop_map(|(mut rows, constraints, batch, seed)| {
            for (place, row) in rows.iter_mut().enumerate() {
                GROUPS[place % 2].clone_into(&mut row[GROUP]);
                LABELS[place / 2 % 2].clone_into(&mut row[LABEL]);
            }
            DrawnData { rows, constraints: distinct(constraints), batch, seed }
        })
        .boxed()
}
