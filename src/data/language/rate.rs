//! The rates of the language, each as multiples of fractions of rows that are predicted `+`.

use super::parsed_constraint::Meaning;
use crate::data::table::listed;
use crate::error::{Error, Result, hint};
use crate::game::{Atom, Condition, Term, Test};
use dashu_ratio::RBig;

/// What a rate measures over the rows of its group `G`; `+` and `-` are labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateKind {
    /// `positive_rate`, `coverage`: predicted `+`.
    Positive,
    /// `negative_rate`: predicted `-`.
    Negative,
    /// `tpr`, `recall`: predicted `+` among those labelled `+`.
    TruePositive,
    /// `fnr`: predicted `-` among those labelled `+`.
    FalseNegative,
    /// `fpr`: predicted `+` among those labelled `-`.
    FalsePositive,
    /// `tnr`: predicted `-` among those labelled `-`.
    TrueNegative,
    /// `error`: predicted another label than theirs.
    Error,
    /// `accuracy`: predicted their label.
    Accuracy,
    /// `churn`: predicted otherwise than the column of a reference model says.
    Churn,
    /// `tp`: in `G`, labelled and predicted `+`, as a fraction of all rows of the table; `fp`, `tn` and `fn` alike.
    SharePositiveRight,
    /// `fp`: labelled `-`, predicted `+`.
    SharePositiveWrong,
    /// `tn`: labelled and predicted `-`.
    ShareNegativeRight,
    /// `fn`: labelled `+`, predicted `-`.
    ShareNegativeWrong,
    /// `precision`: labelled `+` among those predicted `+`; only as the one rate of a constraint.
    Precision,
}

const NAMES: [(&str, RateKind); 16] = [
    ("positive_rate", RateKind::Positive),
    ("coverage", RateKind::Positive),
    ("negative_rate", RateKind::Negative),
    ("tpr", RateKind::TruePositive),
    ("recall", RateKind::TruePositive),
    ("fnr", RateKind::FalseNegative),
    ("fpr", RateKind::FalsePositive),
    ("tnr", RateKind::TrueNegative),
    ("error", RateKind::Error),
    ("accuracy", RateKind::Accuracy),
    ("churn", RateKind::Churn),
    ("precision", RateKind::Precision),
    ("tp", RateKind::SharePositiveRight),
    ("fp", RateKind::SharePositiveWrong),
    ("tn", RateKind::ShareNegativeRight),
    ("fn", RateKind::ShareNegativeWrong),
];

impl RateKind {
    /// The rate of this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
    }

    pub(super) fn names() -> [&'static str; 16] {
        NAMES.map(|(name, _)| name)
    }

    fn name(self) -> &'static str {
        NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A condition of a group, and where it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) atom: Atom,
    pub(super) column_at: usize,
    pub(super) text_at: usize,
}

/// A rate of a group.
#[derive(Clone, Debug)]
pub(super) struct Rate {
    pub(super) kind: RateKind,
    pub(super) group: Vec<Group>,
    pub(super) column: usize,
}

/// `constant + sum of terms`.
#[derive(Clone, Debug, Default)]
pub(super) struct Fractions {
    pub(super) constant: RBig,
    pub(super) terms: Vec<Term>,
}

impl Fractions {
    /// Adds `factor * other`; terms about the same rows are added up.
    pub(super) fn add(&mut self, factor: &RBig, other: Self) {
        self.constant += factor * other.constant;
        for term in other.terms {
            let coefficient = factor * term.coefficient;
            match self.terms.iter_mut().find(|mine| mine.rows == term.rows) {
                Some(mine) => mine.coefficient += coefficient,
                None => self.terms.push(Term { coefficient, rows: term.rows }),
            }
        }
    }

    /// `scale * (flipped ? 1 - P : P)` with `P` the fraction of these rows that is predicted `+`.
    fn one(scale: RBig, flipped: bool, rows: Test) -> Self {
        if scale == RBig::ZERO {
            return Self::default(); // a share of nothing: there may be no such row
        }
        if flipped {
            Self { constant: scale.clone(), terms: vec![Term { coefficient: -scale, rows }] }
        } else {
            Self { constant: RBig::ZERO, terms: vec![Term { coefficient: scale, rows }] }
        }
    }
}

impl Rate {
    /// Whether it is the same rate, wherever it stands.
    pub(super) fn same(&self, other: &Self) -> bool {
        let atoms = |rate: &Self| rate.group.iter().map(|group| group.atom.clone()).collect::<Test>();
        self.kind == other.kind && atoms(self) == atoms(other)
    }

    /// The rate over the rows of a table.
    pub(super) fn fractions(&self, meaning: &Meaning<'_>) -> Result<Fractions> {
        let table = meaning.table;
        self.check_values(meaning)?;
        let group: Test = self.group.iter().map(|group| group.atom.clone()).collect();
        let with = |atom: Atom| -> Test { std::iter::once(atom).chain(group.iter().cloned()).collect() };
        let (positive, negative) = (with(meaning.label.clone()), with(opposite(meaning.label)));
        let fraction = |rows: Test, flipped: bool, of: &str| -> Result<Fractions> {
            if table.count(&rows)? == 0 {
                return Err(self.empty(of, meaning));
            }
            Ok(Fractions::one(RBig::ONE, flipped, rows))
        };
        let all = RBig::from(table.len());
        let share = |rows: &Test, of: &RBig| -> Result<RBig> { Ok(RBig::from(table.count(rows)?) / of) };
        // A disagreement with something that says + or -: the sum of two shares.
        let disagreement = |plus: Test, minus: Test| -> Result<Fractions> {
            let size = table.count(&group)?;
            if size == 0 {
                return Err(self.empty("", meaning));
            }
            let size = RBig::from(size);
            let mut total = Fractions::one(share(&plus, &size)?, true, plus);
            total.add(&RBig::ONE, Fractions::one(share(&minus, &size)?, false, minus));
            Ok(total)
        };
        match self.kind {
            RateKind::Positive => fraction(group, false, ""),
            RateKind::Negative => fraction(group, true, ""),
            RateKind::TruePositive => fraction(positive, false, " that is labelled +"),
            RateKind::FalseNegative => fraction(positive, true, " that is labelled +"),
            RateKind::FalsePositive => fraction(negative, false, " that is labelled -"),
            RateKind::TrueNegative => fraction(negative, true, " that is labelled -"),
            RateKind::Error => disagreement(positive, negative),
            RateKind::Accuracy => {
                let mut total = Fractions { constant: RBig::ONE, terms: Vec::new() };
                total.add(&RBig::from(-1), disagreement(positive, negative)?);
                Ok(total)
            }
            RateKind::Churn => {
                let Some(reference) = meaning.reference else {
                    let message = "churn needs the column of a reference model: name one";
                    return Err(Error::new(message).at_column(self.column));
                };
                disagreement(with(reference.clone()), with(opposite(reference)))
            }
            RateKind::SharePositiveRight => Ok(Fractions::one(share(&positive, &all)?, false, positive)),
            RateKind::SharePositiveWrong => Ok(Fractions::one(share(&negative, &all)?, false, negative)),
            RateKind::ShareNegativeRight => Ok(Fractions::one(share(&negative, &all)?, true, negative)),
            RateKind::ShareNegativeWrong => Ok(Fractions::one(share(&positive, &all)?, true, positive)),
            RateKind::Precision => Err(Error::new("precision stands alone only").at_column(self.column)),
        }
    }

    /// Refuses conditions that no row of the table can be meant by.
    fn check_values(&self, meaning: &Meaning<'_>) -> Result<()> {
        for Group { atom, column_at, text_at } in &self.group {
            let column = meaning.table.column(&atom.column).map_err(|error| {
                Error::new(error.message().to_owned()).at_column(*column_at) // the constraint is the place to look at
            })?;
            if let Condition::Equals(texts) | Condition::Differs(texts) = &atom.condition {
                let values = meaning.table.values(column);
                if let Some(text) = texts.iter().find(|text| !values.iter().any(|(value, _)| value == text)) {
                    let values = || values.iter().map(|(value, _)| *value);
                    let (known, near) = (listed(values()), hint(text, values()));
                    let name = &atom.column;
                    let message = format!("`{text}` never occurs in the column `{name}`{near}, which has {known}");
                    return Err(Error::new(message).at_column(*text_at));
                }
            }
        }
        Ok(())
    }

    fn empty(&self, of: &str, meaning: &Meaning<'_>) -> Error {
        let columns: Vec<String> = self
            .group
            .iter()
            .filter_map(|group| {
                let column = meaning.table.column(&group.atom.column).ok()?;
                let values = meaning.table.values(column);
                Some(format!("`{}` has {}", group.atom.column, listed(values.iter().map(|(value, _)| *value))))
            })
            .collect();
        let group =
            if self.group.is_empty() { "the table".to_owned() } else { format!("the group `{}`", self.shown()) };
        let hint = if columns.is_empty() { String::new() } else { format!("; {}", columns.join(", ")) };
        let message = format!("{group} of `{}` has no row{of}{hint}", self.kind.name());
        Error::new(message).at_column(self.group.first().map_or(self.column, |group| group.column_at))
    }

    /// The group as it could be written.
    fn shown(&self) -> String {
        let one = |group: &Group| {
            let column = &group.atom.column;
            match &group.atom.condition {
                Condition::Equals(texts) => format!("{column}={}", texts.join("|")),
                Condition::Differs(texts) => format!("{column}!={}", texts.join("|")),
                Condition::Within { above, at_most } => {
                    // Whichever the user wrote: the double beside a short number is a long one.
                    let either = |end: f64, next: f64, plain: &str, other: &str| {
                        let (end, next) = (end.to_string(), (next + 0.0).to_string()); // not -0
                        if next.len() < end.len() {
                            format!("{column}{other}{next}")
                        } else {
                            format!("{column}{plain}{end}")
                        }
                    };
                    let above = above.map(|end| either(end, end.next_up(), ">", ">="));
                    let at_most = at_most.map(|end| either(end, end.next_up(), "<=", "<"));
                    above.into_iter().chain(at_most).collect::<Vec<_>>().join(" & ")
                }
            }
        };
        self.group.iter().map(one).collect::<Vec<_>>().join(" & ")
    }
}

/// What holds where an atom of texts does not.
pub(super) fn opposite(atom: &Atom) -> Atom {
    let condition = match &atom.condition {
        Condition::Equals(texts) => Condition::Differs(texts.clone()),
        Condition::Differs(texts) => Condition::Equals(texts.clone()),
        Condition::Within { .. } => unreachable!("labels and references are texts"),
    };
    Atom { column: atom.column.clone(), condition }
}
