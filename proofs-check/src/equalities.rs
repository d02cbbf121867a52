//! Equalities (section 3 of the specification): a constraint `h = 0` as two inequalities, `h <= 0` and `-h <= 0`.

use crate::csv::{Column, Row, is_wide};
use crate::exact::{Rational, double_parts};
use crate::json::{Fields, Flaw, Form, Node};
use crate::report::{Reason, Refusal};
use std::collections::BTreeSet;

/// The pairs of constraints, counted from 1.
#[derive(Default)]
pub(crate) struct Equalities(pub(crate) Vec<[usize; 2]>);

impl Equalities {
    /// Takes the field, which may be absent.
    pub(crate) fn read(fields: &mut Fields, constraints: usize) -> Form<Self> {
        let Some(node) = fields.take("equalities") else { return Ok(Self::default()) };
        let line = node.line;
        let pair = |node: Node| -> Form<Option<[usize; 2]>> {
            let members: Option<[usize; 2]> = node.each("equalities", |i| i.whole("equalities"))?.try_into().ok();
            Ok(members.filter(|[i, j]| 0 < *i && i < j && *j <= constraints))
        };
        let pairs = node.list("equalities")?.into_iter().map(pair).collect::<Form<Option<Vec<[usize; 2]>>>>()?;
        let mut members = BTreeSet::new();
        let proper = |pairs: &Vec<[usize; 2]>| {
            !pairs.is_empty()
                && pairs.is_sorted_by(|a, b| a[0] < b[0])
                && pairs.iter().flatten().all(|i| members.insert(*i))
        };
        pairs.filter(proper).map(Self).ok_or_else(|| {
            let wanted = "one or more pairs [i, j] of constraints, counted from 1, with i < j";
            let order = "in the order of their first members, and no constraint in two of them";
            Flaw::at(line, format!("`equalities` must have {wanted}, {order}"))
        })
    }

    /// Checks a round of a trace, counted from 0: both values of a pair are exact and opposite, and both proxies, if there
    /// are any. Two enclosures would not say that what they enclose is opposite.
    pub(crate) fn check_round(&self, round: usize, row: &Row) -> Result<(), Refusal> {
        let place = || format!("trace, round {round} (from 0)");
        self.check(place, Column::Value, |column| row.value(column))?;
        if row.proxies.is_empty() { Ok(()) } else { self.check(place, Column::Proxy, |column| row.value(column)) }
    }

    /// Checks a candidate, counted from 0, with these values: those that are used.
    pub(crate) fn check_candidate(&self, candidate: usize, values: &[f64]) -> Result<(), Refusal> {
        let value = |column| if let Column::Value(i) = column { values.get(i).map(|x| (*x, *x)) } else { None };
        self.check(|| format!("candidates, candidate {candidate} (from 0)"), Column::Value, value)
    }

    fn check(
        &self,
        place: impl Fn() -> String,
        of: fn(usize) -> Column,
        value: impl Fn(Column) -> Option<(f64, f64)>,
    ) -> Result<(), Refusal> {
        for columns in self.0.iter().map(|pair| pair.map(of)) {
            let ends = columns.map(|column| value(column).unwrap_or_default());
            if !are_opposite(ends) {
                let [a, b] =
                    ends.map(|(lo, hi)| if lo < hi { format!("in [{lo:?}, {hi:?}]") } else { format!("{lo:?}") });
                let [i, j] = columns;
                let detail =
                    format!("`equalities` needs exact values that are opposite, but `{i}` is {a} and `{j}` is {b}");
                return Err(Refusal::rejected(place(), Reason::Equalities, detail));
            }
        }
        Ok(())
    }

    /// `mu'`: the multipliers, that of the objective first, without what the halves of an equality have in common.
    pub(crate) fn apart(&self, weights: &[Rational]) -> Vec<Rational> {
        let mut apart = weights.to_vec();
        for &[i, j] in &self.0 {
            let (Some(a), Some(b)) = (weights.get(i), weights.get(j)) else { continue };
            for (place, own) in [(i, a), (j, b)] {
                apart.get_mut(place).into_iter().for_each(|weight| *weight = own - a.min(b));
            }
        }
        apart
    }

    /// How many pairs have both members among these.
    pub(crate) fn whole_among(&self, constraints: &[usize]) -> usize {
        let constraints: BTreeSet<usize> = constraints.iter().copied().collect();
        self.0.iter().filter(|pair| pair.iter().all(|i| constraints.contains(i))).count()
    }
}

/// Whether two values are numbers that sum to 0, whatever the sign of a 0.
fn are_opposite(ends: [(f64, f64); 2]) -> bool {
    let [a, b] = ends.map(|(lo, _)| double_parts(lo));
    let sum = a.zip(b).and_then(|((a, e), (b, f))| a.checked_add(b).filter(|_| e == f));
    !ends.iter().any(is_wide) && sum == Some(0)
}
