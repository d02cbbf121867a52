//! The claims (section 5 of the specification) as data: one row per claim.

use crate::certificate::{Claim, Relation, Role};
use crate::exact::Rational;
use crate::grades::Grades;
use crate::interval::Interval;
use crate::measured::{Facts, Lagrangian, Proxy, enclosed};
use crate::report::{self, CheckedClaim, Grade, Reason, Refusal, Verdict};
use crate::slack::Slack;
use std::collections::BTreeMap;

use Relation::{AtMost, Below};
use Role::{Conclusion, Hypothesis};

/// A claim of the tables. It is due if its sides are there: if all they need was given and every quotient is defined.
pub(crate) struct Row<Q: 'static> {
    name: &'static str,
    role: Role,
    relation: Relation,
    /// The statements that it belongs to.
    statements: &'static [&'static str],
    rests_on: Rests,
    sides: fn(&Q) -> Option<Sides>,
    /// Whether there are files that were written before it had to be there.
    is_new: bool,
    /// Whether a file whose claim is violated says something that nobody should publish unread.
    counts: bool,
}

impl<Q> Row<Q> {
    /// A row that older files do not have.
    pub(crate) const fn newer(mut self) -> Self {
        self.is_new = true;
        self
    }

    /// A row that only says whether another one is there.
    const fn not_counted(mut self) -> Self {
        self.counts = false;
        self
    }
}

/// Which facts a row names; its grade is the lowest of theirs.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "a set: each fact is in it or not")]
pub(crate) struct Rests {
    pub(crate) lower: bool,
    pub(crate) margin: bool,
    pub(crate) range: bool,
    /// What the players' rounding added, by their own account.
    pub(crate) rounding: bool,
    /// Something that no evidence can show.
    pub(crate) word: bool,
}

/// Both sides, and the slack that has the sign of their difference.
pub(crate) struct Sides {
    lhs: Interval,
    rhs: Interval,
    slack: Slack,
    /// Whether its divisor is so near to 0 that it may be left out.
    may_be_absent: bool,
}

impl Sides {
    fn new(lhs: Interval, rhs: Interval, slack: Slack) -> Self {
        Self { lhs, rhs, slack, may_be_absent: false }
    }
}

pub(crate) const NOTHING: Rests = Rests { lower: false, margin: false, range: false, rounding: false, word: false };
pub(crate) const LOWER: Rests = Rests { lower: true, ..NOTHING };
pub(crate) const ROUNDING: Rests = Rests { rounding: true, ..NOTHING };
pub(crate) const LOWER_ROUNDING: Rests = Rests { lower: true, rounding: true, ..NOTHING };
pub(crate) const WORD: Rests = Rests { word: true, ..NOTHING };
const MARGIN: Rests = Rests { margin: true, ..NOTHING };
const RANGE_MARGIN: Rests = Rests { margin: true, range: true, ..NOTHING };
const LOWER_MARGIN: Rests = Rests { lower: true, margin: true, ..NOTHING };
const ALL: Rests = Rests { lower: true, margin: true, range: true, ..NOTHING };

const THEOREMS: &[&str] = &["theorem-1", "theorem-3"];
const THEOREMS_AND_LEMMA_6: &[&str] = &["theorem-1", "theorem-3", "lemma-6"];
const THEOREMS_2_AND_4: &[&str] = &["theorem-2", "theorem-4"];
const THEOREM_2_AND_LEMMA_7: &[&str] = &["theorem-2", "lemma-7"];
const ALL_OF_PROXY: &[&str] = &["theorem-2", "theorem-4", "lemma-7"];

const fn row<Q>(
    name: &'static str,
    role: Role,
    relation: Relation,
    statements: &'static [&'static str],
    rests_on: Rests,
    sides: fn(&Q) -> Option<Sides>,
) -> Row<Q> {
    Row { name, role, relation, statements, rests_on, sides, is_new: false, counts: true }
}

/// A row of the tables of section 10, all of them `<=`.
pub(crate) const fn rate<Q>(
    name: &'static str,
    role: Role,
    statements: &'static [&'static str],
    rests_on: Rests,
    sides: fn(&Q) -> Option<Sides>,
) -> Row<Q> {
    row(name, role, AtMost, statements, rests_on, sides)
}

fn sides(lhs: Interval, rhs: Interval, slack: Interval) -> Sides {
    Sides::new(lhs, rhs, Slack::exact(slack))
}

/// `0 < x`.
fn positive(x: &Interval) -> Sides {
    sides(Interval::zero(), x.clone(), x.clone())
}

fn identity(lhs: Interval, rhs: Interval) -> Sides {
    Sides::new(lhs, rhs, Slack::Identity)
}

/// Sides in whose difference nothing cancels.
pub(crate) fn uncancelled(lhs: Interval, rhs: Interval) -> Sides {
    Sides::new(lhs, rhs, Slack::Sides)
}

/// `lower <= H`, the loss of what was played.
pub(crate) fn possible(lower: &Interval, played: &Interval) -> Sides {
    sides(lower.clone(), played.clone(), played - lower)
}

/// `D <= 0`: no value is surely outside its range.
pub(crate) fn within_ranges(facts: &Facts) -> Option<Sides> {
    let distance = facts.distance.clone()?;
    Some(sides(distance.clone(), Interval::zero(), -&distance))
}

/// The table of the Lagrangian game.
pub(crate) const LAGRANGIAN: [Row<Lagrangian>; 11] = [
    row("lower_bound_possible", Hypothesis, AtMost, THEOREMS_AND_LEMMA_6, LOWER, |q: &Lagrangian| {
        Some(possible(q.facts.lower()?, &q.played))
    })
    .newer(),
    row("ranges_possible", Hypothesis, AtMost, THEOREMS_AND_LEMMA_6, NOTHING, |q| within_ranges(&q.facts)),
    row("norm_below_radius", Hypothesis, Below, THEOREMS, NOTHING, |q| {
        let radius = q.radius()?;
        let slack = Slack::with_norms(q, radius, &Interval::zero(), &Interval::one());
        Some(Sides::new(q.n.clone(), radius.clone(), slack))
    }),
    row("margin_positive", Hypothesis, Below, THEOREMS_AND_LEMMA_6, MARGIN, |q| {
        Some(positive(q.facts.gamma.as_ref()?))
    }),
    row("slater_below_radius", Hypothesis, Below, THEOREMS, RANGE_MARGIN, |q: &Lagrangian| {
        let (radius, slater) = (q.radius()?, slater(q)?);
        Some(sides(slater.clone(), radius.clone(), radius - &slater))
    })
    .not_counted(),
    row("suboptimality", Conclusion, AtMost, THEOREMS, LOWER, |q| {
        Some(identity(&q.e0 - q.facts.lower()?, q.epsilon()?))
    }),
    row("infeasibility", Conclusion, AtMost, THEOREMS, LOWER, |q| {
        let (room, may_be_absent) = q.room()?;
        let slack = Slack::with_product(q, &(&q.e0 - q.facts.lower()?));
        Some(Sides { may_be_absent, ..Sides::new(q.u.clone(), q.epsilon()?.over(&room)?, slack) })
    }),
    row("infeasibility_slater", Conclusion, AtMost, THEOREMS, ALL, |q| {
        let slater = slater(q)?;
        let bound = q.epsilon()?.over(&(q.radius()? - &slater))?;
        let slack = Slack::with_norms(q, &(&q.e0 - q.facts.lower()?), &slater, &Interval::zero());
        Some(Sides::new(q.u.clone(), bound, slack))
    }),
    row("infeasibility_slater_data", Conclusion, AtMost, THEOREMS, LOWER_MARGIN, |q| {
        let gamma = q.facts.positive_gamma()?;
        // The margin is a point.
        let share = |v: &Rational| v.checked_div(&(v + &gamma.lo));
        let a = Interval { lo: share(&q.v.lo)?, hi: share(&q.v.hi)? };
        let moved = &a * &(q.facts.margin_objective.as_ref()? - &q.e0);
        let slack = &(&q.e0 + &moved) - q.facts.lower()?;
        Some(sides(q.radius()? * &q.u, &q.epsilon()? + &moved, slack))
    }),
    row("multiplier_norm", Conclusion, AtMost, THEOREMS_AND_LEMMA_6, ALL, |q| {
        let (gamma, range) = (q.facts.positive_gamma()?, q.facts.range.as_ref()?);
        let slack = Slack::with_norms(q, &(&(&q.e0 - q.facts.lower()?) + range), q.radius()?, gamma);
        Some(Sides::new(q.n.clone(), (&q.epsilon()? + range).over(gamma)?, slack))
    }),
    row("multiplier_norm_data", Conclusion, AtMost, THEOREMS_AND_LEMMA_6, LOWER_MARGIN, |q| {
        let (gamma, g) = (q.facts.positive_gamma()?, q.facts.margin_objective.as_ref()?);
        let bound = (&(&q.epsilon()? + g) - &q.e0).over(gamma)?;
        let slack = Slack::with_norms(q, &(g - q.facts.lower()?), q.radius()?, gamma);
        Some(Sides::new(q.n.clone(), bound, slack))
    }),
];

/// `B / gamma`, for a positive margin.
fn slater(q: &Lagrangian) -> Option<Interval> {
    q.facts.range.as_ref()?.over(q.facts.positive_gamma()?)
}

/// The table of the proxy game.
pub(crate) const PROXY: [Row<Proxy>; 12] = [
    row("objective_weight_positive", Hypothesis, Below, ALL_OF_PROXY, NOTHING, |q| Some(positive(&q.any_weight))),
    row("lower_bound_possible", Hypothesis, AtMost, ALL_OF_PROXY, LOWER, |q: &Proxy| {
        Some(possible(q.facts.lower()?, &q.played()?))
    })
    .newer(),
    row("ranges_possible", Hypothesis, AtMost, ALL_OF_PROXY, NOTHING, |q| within_ranges(&q.facts)),
    row("domination", Hypothesis, AtMost, ALL_OF_PROXY, NOTHING, |q| {
        Some(sides(q.kappa.clone(), Interval::zero(), -&q.kappa))
    }),
    row("margin_positive", Hypothesis, Below, THEOREM_2_AND_LEMMA_7, MARGIN, |q| {
        Some(positive(q.facts.gamma.as_ref()?))
    }),
    row("infeasibility", Conclusion, AtMost, THEOREMS_2_AND_4, NOTHING, |q| {
        Some(identity(q.v()?, q.swap.as_ref()?.over(q.weight.as_ref()?)?))
    }),
    row("infeasibility_deviation", Conclusion, AtMost, THEOREMS_2_AND_4, NOTHING, |q| {
        Some(identity(q.v()?, q.to_constraints.over(q.weight.as_ref()?)?))
    }),
    row("suboptimality", Conclusion, AtMost, THEOREMS_2_AND_4, LOWER, |q| {
        let top = &(&q.theta_regret()? + q.swap.as_ref()?) + &q.kappa.positive_part();
        Some(identity(q.suboptimality()?, top.over(q.weight.as_ref()?)?))
    }),
    row("suboptimality_deviation", Conclusion, AtMost, THEOREMS_2_AND_4, LOWER, |q| {
        let top = &(&q.theta_regret()? + &q.to_objective()) + &q.kappa.positive_part();
        Some(identity(q.suboptimality()?, top.over(q.weight.as_ref()?)?))
    }),
    row("objective_weight", Conclusion, AtMost, THEOREM_2_AND_LEMMA_7, ALL, |q| weight_bound(q, q.swap.as_ref()?)),
    row("objective_weight_deviation", Conclusion, AtMost, THEOREM_2_AND_LEMMA_7, ALL, |q| {
        weight_bound(q, &q.to_objective())
    }),
    row("objective_weight_data", Conclusion, AtMost, THEOREM_2_AND_LEMMA_7, LOWER_MARGIN, |q| {
        let (gamma, g) = (q.facts.positive_gamma()?, q.facts.margin_objective.as_ref()?);
        let (d, k) = (q.to_objective(), q.kappa.positive_part());
        let n = &(gamma * &q.mass) - &q.theta_regret()?;
        let bound = (&(&n - &d) - &k).over(&(&(gamma + g) - &q.e0()?))?;
        // In M the objective's part of the theta-player's payoff has cancelled.
        let m = &(&(&(gamma * &q.mass) - &(&q.payoff_of_proxies - q.facts.lower()?)) - &d) - &k;
        Some(sides(bound, q.any_weight.clone(), &(&q.any_weight * &(gamma + g)) - &m))
    }),
];

/// The sides of Lemma 7 with the objective's range, for a regret of the lambda-player.
fn weight_bound(q: &Proxy, regret: &Interval) -> Option<Sides> {
    let divisor = q.facts.positive_gamma()? + q.facts.range.as_ref()?;
    let n = &(q.facts.positive_gamma()? * &q.mass) - &q.theta_regret()?;
    let k = q.kappa.positive_part();
    let slack = &(&(&(&q.any_weight * &divisor) - &n) + regret) + &k;
    Some(sides((&(&n - regret) - &k).over(&divisor)?, q.any_weight.clone(), slack))
}

/// What is common to all claims of a certificate.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) statement: &'static str,
    /// Whether the conclusions hold with some probability only, over draws of which the trace shows one.
    pub(crate) is_sampled: bool,
    pub(crate) grades: Grades,
}

impl Common {
    fn grade<Q>(self, row: &Row<Q>) -> Grade {
        if self.is_sampled && row.role == Conclusion { Grade::Sampled } else { self.grades.of(row.rests_on) }
    }
}

/// Checks that the claims are those of the table and that each says what follows.
pub(crate) fn check<Q>(
    table: &[Row<Q>],
    q: &Q,
    common: Common,
    recorded: &BTreeMap<String, Claim>,
) -> Result<Vec<CheckedClaim>, Refusal> {
    let statement = common.statement;
    let mut checked = Vec::new();
    let due = |row: &&Row<Q>| row.statements.contains(&statement);
    for row in table.iter().filter(due) {
        let field = format!("claim {}", row.name);
        let rejected = |reason: Reason, detail: String| Err(Refusal::rejected(field.as_str(), reason, detail));
        let (sides, claim) = match ((row.sides)(q), recorded.get(row.name)) {
            (Some(sides), Some(claim)) => (sides, claim),
            (Some(sides), None) if !sides.may_be_absent => {
                let due = "what it needs is there, so it must be claimed";
                let old = if row.is_new { "; the file was written before this rule: certify again" } else { "" };
                return rejected(Reason::MissingClaim, format!("{due}{old}"));
            }
            (None, Some(_)) => {
                let detail = "what it needs is not there, or a side is not defined, so it must be absent";
                return rejected(Reason::UnexpectedClaim, detail.to_owned());
            }
            _ => continue,
        };
        if claim.role != row.role {
            return rejected(Reason::WrongRole, format!("its role is `{}`", row.role.name()));
        }
        if claim.relation != row.relation {
            return rejected(Reason::WrongRelation, format!("its relation is `{}`", row.relation.name()));
        }
        enclosed(&format!("{field}, lhs"), &sides.lhs, &claim.lhs)?;
        enclosed(&format!("{field}, rhs"), &sides.rhs, &claim.rhs)?;
        let (found, slack) = sides.slack.verdict(row.relation, [&sides.lhs, &sides.rhs], claim.verdict);
        let grade = common.grade(row);
        let found = match found {
            // One run refutes nothing that holds with some probability only.
            Verdict::Violated if grade == Grade::Sampled => Verdict::Undecided,
            found => found,
        };
        if found != claim.verdict {
            let slack = slack.map_or_else(|| "an identity".to_owned(), |slack| format!("the slack {slack}"));
            let detail = format!("the verdict is `{}` by {slack}, not `{}`", found.name(), claim.verdict.name());
            return rejected(Reason::WrongVerdict, detail);
        }
        if grade != claim.grade {
            let detail = format!("the grade is `{}`, not `{}`", grade.name(), claim.grade.name());
            return rejected(Reason::WrongGrade, detail);
        }
        let shown = report::Sides { lhs: sides.lhs, relation: row.relation.name(), rhs: sides.rhs };
        let counts = row.counts;
        checked.push(CheckedClaim { name: row.name, verdict: found, grade, counts, sides: Some(shown) });
    }
    match recorded.keys().find(|name| !table.iter().filter(due).any(|row| row.name == name.as_str())) {
        Some(name) => {
            let field = format!("claim {}", report::shown(name));
            Err(Refusal::rejected(field, Reason::UnexpectedClaim, format!("{statement} has no claim of this name")))
        }
        None => Ok(checked),
    }
}
