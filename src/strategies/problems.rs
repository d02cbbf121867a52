//! Random problems: what a statement or a test asks for, and the strategy that makes it.

use super::DrawnProblem;
use super::domain::{convex_domain, cuboid, dimension, finite_domain, inside};
use super::draft::{Dominates, Draft, Draws, Row, draws, value_at};
use super::finite::table;
use super::formula::{Class, Formula, affine, convex, formula};
use super::planted::planted;
use super::rows::{dent, dome, row};
use crate::domain::{AnyDomain, Ball, Domain as _};
use crate::game::{Game, Grade};
use crate::problem::families::{Answers, number};
use crate::problem::{Facts, Margin};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;
use std::ops::RangeInclusive;

/// What is asked of a problem. What is not said may be either way.
///
/// ```
/// use proptest::prelude::*;
/// use referee::game::{Game, Side};
/// use referee::problem::not_convex;
/// use referee::testing::strategies::{Ask, problems};
/// let ask = Ask::of(Game::Lagrangian).convex().noisy().constraints(1..=2);
/// proptest!(ProptestConfig::with_cases(20), |(drawn in problems(ask))| {
///     prop_assert!(not_convex(&*drawn.problem, Side::Constraints).is_none());
///     prop_assert!(!drawn.problem.is_noiseless());
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub(super) game: Game,
    convex: Option<bool>,
    noisy: Option<bool>,
    answered: bool,
    dominated: bool,
    with_margin: bool,
    least: usize,
    most: usize,
}

impl Ask {
    /// A problem for a game. In the proxy game some constraints have proxies, in the Lagrangian game none has.
    pub const fn of(game: Game) -> Self {
        let (convex, noisy, answered, dominated, with_margin) = (None, None, false, false, false);
        Self { game, convex, noisy, answered, dominated, with_margin, least: 0, most: 12 }
    }

    /// The functions that the theta-player of the game sees are proved convex on a convex domain, with bounded slopes.
    #[must_use]
    pub const fn convex(self) -> Self {
        Self { convex: Some(true), ..self }
    }

    /// A function that the theta-player of the game sees is not convex, or the domain is not; an oracle is affordable.
    #[must_use]
    pub const fn not_convex(self) -> Self {
        Self { convex: Some(false), ..self }
    }

    /// Players see draws.
    #[must_use]
    pub const fn noisy(self) -> Self {
        Self { noisy: Some(true), ..self }
    }

    /// Players see no draws.
    #[must_use]
    pub const fn noiseless(self) -> Self {
        Self { noisy: Some(false), ..self }
    }

    /// The least values are known.
    #[must_use]
    pub const fn answered(self) -> Self {
        Self { answered: true, ..self }
    }

    /// Every proxy is at least its constraint everywhere.
    #[must_use]
    pub const fn dominated(self) -> Self {
        Self { dominated: true, ..self }
    }

    /// A point with a margin is stated, unless there are no constraints; not for answered problems.
    #[must_use]
    pub const fn with_margin(self) -> Self {
        Self { with_margin: true, ..self }
    }

    /// The number of constraints.
    #[must_use]
    pub const fn constraints(self, range: RangeInclusive<usize>) -> Self {
        Self { least: *range.start(), most: *range.end(), ..self }
    }

    /// A number of constraints, mostly small.
    fn count(self) -> BoxedStrategy<usize> {
        let count = prop_oneof![1 => Just(0), 6 => 1..=2_usize, 4 => 3..=4_usize, 1 => 5..=12_usize];
        count.prop_map(move |count| count.clamp(self.least, self.most)).boxed()
    }
}

/// Problems as asked.
pub fn problems(ask: Ask) -> BoxedStrategy<DrawnProblem> {
    let convex = drawn(ask, Kind::Convex);
    let other = || {
        let kinds =
            prop_oneof![3 => drawn(ask, Kind::General), 2 => drawn(ask, Kind::Concave), 2 => drawn(ask, Kind::Finite)];
        if ask.noisy == Some(true) {
            return kinds.boxed(); // a table has no draws
        }
        let tables = ask.count().prop_flat_map(move |m| table(ask.game, m));
        prop_oneof![4 => kinds, 1 => tables].boxed()
    };
    match ask.convex {
        Some(true) => convex,
        Some(false) => other(),
        None => prop_oneof![convex, other()].boxed(),
    }
}

/// How a problem is made, and which oracle it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Proved convex: cutting planes.
    Convex,
    /// Concave on a box, of up to 8 variables: vertices.
    Concave,
    /// Anything in one or two variables, seldom three: branch and bound.
    General,
    /// Anything on a few points: enumeration.
    Finite,
}

impl Kind {
    fn dimension(self) -> BoxedStrategy<usize> {
        match self {
            Self::General => prop_oneof![10 => Just(1), 9 => Just(2), 1 => Just(3_usize)].boxed(),
            _ => dimension(),
        }
    }

    fn domain(self, dim: usize) -> BoxedStrategy<AnyDomain> {
        match self {
            Self::Convex => convex_domain(dim),
            Self::Concave => cuboid(dim),
            Self::General => {
                let ball = (2..=16).prop_map(move |k| Ball::new(dim, f64::from(k) / 8.0).expect("a radius").into());
                prop_oneof![3 => cuboid(dim), 1 => ball].boxed()
            }
            Self::Finite => finite_domain(dim),
        }
    }

    fn row(self, game: Game, dim: usize) -> BoxedStrategy<Row> {
        match self {
            Self::Convex => row(Class::Convex, game, dim),
            Self::Concave => row(Class::Concave, game, dim),
            Self::General | Self::Finite => {
                let row = |class| row(class, game, dim);
                prop_oneof![1 => row(Class::Convex), 1 => row(Class::Difference), 2 => row(Class::Neither)].boxed()
            }
        }
    }

    /// The objective; of the kinds that must not be convex, one that certainly is not.
    fn objective(self, domain: &AnyDomain) -> BoxedStrategy<Formula> {
        let dim = domain.dim();
        match self {
            Self::Convex => prop_oneof![4 => convex(dim), 1 => affine(dim)].boxed(),
            Self::Concave => dome(dim),
            Self::General => dent(domain),
            Self::Finite => Union::new(Class::ALL.map(|class| formula(class, dim))).boxed(),
        }
    }
}

fn drawn(ask: Ask, kind: Kind) -> BoxedStrategy<DrawnProblem> {
    (kind.dimension(), ask.count())
        .prop_flat_map(move |(dim, m)| (kind.domain(dim), vec(kind.row(ask.game, dim), m)))
        .prop_flat_map(move |(domain, rows)| {
            let (dim, objective) = (domain.dim(), kind.objective(&domain));
            let fractions = vec((0..=8_u8).prop_map(|k| f64::from(k) / 8.0), dim);
            let draft = if ask.answered {
                planted(kind, ask.game, domain, rows, fractions.boxed())
            } else {
                let arrange = (
                    Just(kind),
                    Just(domain),
                    objective,
                    Just(rows),
                    situation(ask),
                    fractions,
                    spoiling(ask),
                    affine(dim),
                );
                arrange.prop_map(|drawn| (arranged(drawn), Answers::default())).boxed()
            };
            (draft, draws(ask.noisy))
        })
        .prop_map(|((draft, answers), draws): ((Draft, Answers), Draws)| DrawnProblem {
            problem: draft.problem(&draws),
            answers,
        })
        .boxed()
}

/// How the constraints of a problem stand to each other.
#[derive(Clone, Copy, Debug)]
enum Situation {
    /// A point satisfies all of them, by so much.
    Margin(f64),
    /// One of them is at most 0 at one point only.
    Touching,
    /// One of them is above 0 everywhere.
    Infeasible,
    /// One of them is below 0 everywhere.
    Redundant,
    /// Two of them cannot hold at once, though each can.
    Contradictory,
    /// Two of them mirror each other.
    Equality,
}

fn situation(ask: Ask) -> BoxedStrategy<Situation> {
    use Situation::{Contradictory, Equality, Infeasible, Margin, Redundant, Touching};
    let margin = (1..=8).prop_map(|k| Margin(f64::from(k) / 16.0));
    if ask.with_margin {
        return margin.boxed();
    }
    let others = proptest::sample::select(vec![Redundant, Touching, Equality, Infeasible, Contradictory]);
    prop_oneof![1 => margin, 1 => others].boxed()
}

fn spoiling(ask: Ask) -> BoxedStrategy<Dominates> {
    if ask.dominated {
        return Just(Dominates::Everywhere).boxed();
    }
    prop_oneof![8 => Just(Dominates::Everywhere), 1 => Just(Dominates::OnAverage), 1 => Just(Dominates::Nowhere)]
        .boxed()
}

type Arrangement = (Kind, AnyDomain, Formula, Vec<Row>, Situation, Vec<f64>, Dominates, Formula);

/// Moves the constraints up or down so that the situation is as asked.
fn arranged((kind, domain, objective, mut rows, situation, fractions, dominates, line): Arrangement) -> Draft {
    let point = inside(&domain, &fractions);
    let margin = if let Situation::Margin(margin) = situation { margin } else { 0.125 };
    if let Some(first) = rows.first_mut() {
        *first = first.clone().spoiled(dominates, &domain);
    }
    for row in &mut rows {
        let level = value_at(row.seen(), &point).hi() + margin;
        *row = row.clone().minus(level);
    }
    let level = value_at(&line, &point).midpoint();
    let pair = |by: f64| [line.clone().minus(level - by).into(), line.clone().negated().minus(-level - by).into()];
    match (situation, &mut rows[..]) {
        (Situation::Infeasible, [first, ..]) => *first = lifted(first, 1.0),
        (Situation::Redundant, [first, ..]) => *first = lifted(first, -1.0),
        (Situation::Touching, [first, ..]) if kind != Kind::Concave => {
            let squares: Vec<_> =
                point.iter().enumerate().map(|(j, &x)| format!("(x{} - {})^2", j + 1, number(x))).collect();
            *first = Formula::of(squares.join(" + "), Class::Convex, true, 16.0 * point.len() as f64).into();
        }
        (Situation::Contradictory, [first, second, ..]) => [*first, *second] = pair(0.25),
        (Situation::Equality | Situation::Touching, [first, second, ..]) => [*first, *second] = pair(0.0),
        _ => {}
    }
    let margin = match situation {
        Situation::Margin(_) if !rows.is_empty() => {
            let highest = rows.iter().map(|row| value_at(row.seen(), &point).hi()).fold(f64::NEG_INFINITY, f64::max);
            (highest < 0.0).then(|| Margin { value: -highest, point: Some(point), grade: Grade::Proved })
        }
        _ => None,
    };
    Draft { domain, objective, rows, facts: Facts { margin, ..Facts::UNKNOWN } }
}

/// Moved to above 0, or below 0, on all of `[-2, 2]^d`.
fn lifted(row: &Row, sign: f64) -> Row {
    let bound = row.function.bound.max(row.seen().bound) + 0.25;
    row.clone().minus(-sign * bound)
}
