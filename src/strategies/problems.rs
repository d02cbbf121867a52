//! Random problems: what a statement or a test asks for, and the strategy that makes it.

use super::DrawnProblem;
use super::domain::{convex_domain, cuboid, dimension, finite_domain, fractions};
use super::draft::{Draft, Row, draws};
use super::finite::table;
use super::formula::{Class, Formula};
use super::jumps::jumps;
use super::planted::planted;
use super::rows::{dent, dome, row};
use super::shapes::{affine, convex, formula};
use super::situation::arrangement;
use crate::domain::{AnyDomain, Ball, Domain as _};
use crate::game::Game;
use crate::problem::families::Answers;
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
    game: Game,
    convex: Option<bool>,
    noisy: Option<bool>,
    answered: bool,
    pub(super) dominated: bool,
    pub(super) with_margin: bool,
    least: usize,
    most: usize,
}

impl Ask {
    /// A problem for a game. In the proxy game some constraints have proxies, in the Lagrangian game none has.
    pub const fn of(game: Game) -> Self {
        let (convex, noisy, answered, dominated, with_margin) = (None, None, false, false, false);
        Self { game, convex, noisy, answered, dominated, with_margin, least: 0, most: 12 }
    }

    /// The functions that the theta-player of the game sees are proved convex on a convex domain, with bounded
    /// slopes.
    #[must_use]
    pub const fn convex(self) -> Self {
        Self { convex: Some(true), ..self }
    }

    /// A function that the theta-player of the game sees is not convex, or the domain is not; an oracle is
    /// affordable.
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
        if ask.noisy == Some(true) || ask.with_margin {
            return kinds.boxed(); // a table has neither draws nor a margin that was planned
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
    pub(super) fn objective(self, domain: &AnyDomain) -> BoxedStrategy<Formula> {
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
    (drafted(ask, kind), draws(ask.noisy))
        .prop_map(|((draft, answers), draws)| DrawnProblem { problem: draft.problem(&draws), answers })
        .boxed()
}

fn drafted(ask: Ask, kind: Kind) -> BoxedStrategy<(Draft, Answers)> {
    (kind.dimension(), ask.count())
        .prop_flat_map(move |(dim, m)| (kind.domain(dim), vec(kind.row(ask.game, dim), m)))
        .prop_flat_map(move |(domain, rows)| {
            if ask.answered { answered(ask, kind, domain, rows) } else { arrangement(ask, kind, domain, rows) }
        })
        .boxed()
}

fn answered(ask: Ask, kind: Kind, domain: AnyDomain, rows: Vec<Row>) -> BoxedStrategy<(Draft, Answers)> {
    // A jump is not convex in the Lagrangian game, and has a convex proxy in the proxy game.
    let with_jumps = match ask.game {
        Game::Lagrangian => kind == Kind::General,
        Game::ProxyLagrangian => kind == Kind::Convex,
    };
    let dim = domain.dim();
    let jumps = (with_jumps && !rows.is_empty()).then(|| jumps(ask.game, dim, rows.clone()));
    let planted = planted(kind, ask.game, domain, rows, fractions(dim).boxed());
    match jumps {
        Some(jumps) => prop_oneof![3 => planted, 1 => jumps].boxed(),
        None => planted,
    }
}

#[cfg(test)]
#[path = "../../tests/inside/strategies/problems.rs"]
mod tests;
