//! Problems around a point that is planted as their answer, convex or not.
//!
//! Choose a point `p` of the domain, a number `c` and multipliers `y >= 0`. Write `z = x - p`, and let each `l_i` be
//! linear in `z` and each `q`, `q_i`, `w_i` not negative and 0 at `z = 0`. The problem is
//!
//! - objective `c + q - sum_i y_i (l_i - w_i)`,
//! - constraints `g_i = l_i + q_i - w_i`, with proxies `h_i = l_i + q_i`, where `y_i > 0`,
//! - constraints `g_i = f_i - s_i` with any `f_i` and `s_i >= f_i(p)`, below proxies of the same kind, where `y_i = 0`.
//!
//! **Answer.** The least values over points, over mixtures and over points that satisfy the proxies are all `c`, at
//! `p`, and `y` proves it. *Proof.* At `p` the objective is `c`, and each proxy, hence each constraint, is at most 0.
//! Everywhere, `g_0 + sum_i y_i g_i = c + q + sum_i y_i q_i >= c`, so weak duality bounds points and mixtures. Since
//! `h_i >= g_i`, the sum with the proxies is at least `c` too. The multipliers and the `l_i` stand in the text of the
//! objective as they are in the constraints: no coefficient is computed, so this holds for the doubles as they are,
//! exactly.
//!
//! Where `p` lies on a side of the bounding box, a linear function that is 0 on that side and positive inside may be
//! part of `q`: then the domain holds the answer in its place, and no slope vanishes there.
//!
//! Without `w_i` and with convex `q`, `q_i`, `f_i` all of it is convex. Else `q` is one function that is certainly
//! not convex along a coordinate, and the rest of the objective, being affine or along other coordinates, cannot mend
//! that; on a box, `p` may be a vertex and `q` concave.
//!
//! One problem in ten is planted so that nothing is feasible: two constraints are `s + l` and `s - l`, whose larger
//! one is least, and equal to `s`, at `p`, where all others are at most 0.

use super::domain::inside;
use super::draft::{Draft, Row, value_at};
use super::formula::{Class, Formula, number_in, positive};
use super::problems::Kind;
use crate::domain::{AnyDomain, Domain as _};
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::problem::Facts;
use crate::problem::families::{Answers, Optimum, number};
use proptest::collection::vec;
use proptest::prelude::*;

/// Constraints with a multiplier, at most.
const ACTIVE: usize = 3;
/// The kinds of dents.
const DENTS: u8 = 6;

/// The numbers that a planted problem is made from.
#[derive(Clone, Debug)]
struct Seeds {
    value: f64,
    /// Of the constraints with multipliers: the multiplier, the slopes, and which terms are added.
    active: Vec<(f64, Vec<f64>, u8, u8)>,
    term: u8,
    slopes: Vec<f64>,
    coordinate: usize,
    scale: f64,
    slack: Vec<f64>,
    walls: bool,
    infeasible: bool,
}

fn seeds(dim: usize, m: usize) -> impl Strategy<Value = Seeds> {
    let slopes = || vec(number_in(-1, 1), dim);
    let active = vec((positive(), slopes(), any::<u8>(), any::<u8>()), 0..=m.min(ACTIVE));
    let slack = vec(prop_oneof![Just(0.0), positive()], m);
    let infeasible = proptest::bool::weighted(if m < 2 { 0.0 } else { 0.1 });
    (number_in(-2, 2), active, any::<u8>(), slopes(), 0..dim, positive(), slack, any::<bool>(), infeasible).prop_map(
        |(value, active, term, slopes, coordinate, scale, slack, walls, infeasible)| Seeds {
            value,
            active,
            term,
            slopes,
            coordinate,
            scale,
            slack,
            walls,
            infeasible,
        },
    )
}

/// A planted problem of a kind, around a point from a fraction per coordinate, with constraints that start out as
/// `rows`.
pub(super) fn planted(
    kind: Kind,
    game: Game,
    domain: AnyDomain,
    rows: Vec<Row>,
    fractions: BoxedStrategy<Vec<f64>>,
) -> BoxedStrategy<(Draft, Answers)> {
    (fractions, seeds(domain.dim(), rows.len()))
        .prop_map(move |(fractions, seeds)| plant(kind, game, &domain, rows.clone(), &fractions, &seeds))
        .boxed()
}

fn plant(
    kind: Kind,
    game: Game,
    domain: &AnyDomain,
    rows: Vec<Row>,
    fractions: &[f64],
    seeds: &Seeds,
) -> (Draft, Answers) {
    let p = match kind {
        Kind::Concave => {
            let vertex = |(range, fraction): (Enclosure, &f64)| if *fraction < 0.5 { range.lo() } else { range.hi() };
            domain.bounding_box().into_iter().zip(fractions).map(vertex).collect()
        }
        _ => inside(domain, fractions),
    };
    let around = Around { p: &p, bounds: &domain.bounding_box() };
    let settle = |(row, slack): (Row, &f64)| {
        let level = value_at(row.seen(), &p).hi() + slack;
        row.minus(level)
    };
    let mut rows: Vec<Row> = rows.into_iter().zip(&seeds.slack).map(settle).collect();
    let at_p = |value: f64| Optimum::at(Enclosure::point(value), p.iter().map(|&x| Enclosure::point(x)).collect());
    let mut objective = around.bump(kind, seeds).minus(-seeds.value);
    let answers = if seeds.infeasible {
        let line = around.linear(&seeds.slopes);
        let pair = [line.clone(), line.negated()].map(|line| Row::from(line.minus(-seeds.scale)));
        rows.splice(..2, pair);
        Answers { least_violation: Some(at_p(seeds.scale)), ..Answers::default() }
    } else {
        let mut multipliers = vec![Enclosure::ZERO; rows.len()];
        for (i, (y, slopes, term, less)) in seeds.active.iter().enumerate() {
            let line = around.linear(slopes);
            let seen = match kind {
                Kind::Concave => line.clone(),
                Kind::General => line.clone().plus(&around.dent(*term, seeds.coordinate)),
                Kind::Convex | Kind::Finite => line.clone().plus(&around.bowl(*term, slopes)),
            };
            objective = objective.plus(&line.times(-y));
            let may_be_less = kind == Kind::Finite || kind == Kind::Convex && game == Game::ProxyLagrangian;
            rows[i] = if may_be_less && less % 2 == 0 {
                let less = around.bowl(less / 2, &seeds.slopes);
                objective = objective.plus(&less.clone().times(*y));
                let function = seen.clone().plus(&less.negated());
                if game == Game::ProxyLagrangian { Row::below(seen, function) } else { function.into() }
            } else {
                seen.into()
            };
            multipliers[i] = Enclosure::point(*y);
        }
        Answers::all(at_p(seeds.value).proved_by(multipliers))
    };
    (Draft { domain: domain.clone(), objective, rows, facts: Facts::UNKNOWN }, answers)
}

/// Functions of `z = x - p`.
struct Around<'a> {
    p: &'a [f64],
    bounds: &'a [Enclosure],
}

impl Around<'_> {
    fn z(&self, j: usize) -> String {
        format!("(x{} - {})", j + 1, number(self.p[j]))
    }

    /// `<slopes, z>`.
    fn linear(&self, slopes: &[f64]) -> Formula {
        let terms: Vec<_> = slopes.iter().enumerate().map(|(j, &a)| format!("{} * {}", number(a), self.z(j))).collect();
        let bound = 4.0 * slopes.iter().map(|a| a.abs()).sum::<f64>();
        Formula::of(terms.join(" + "), Class::Affine, true, bound)
    }

    /// The `q` of a kind.
    fn bump(&self, kind: Kind, seeds: &Seeds) -> Formula {
        let q = match kind {
            Kind::Convex | Kind::Finite => self.bowl(seeds.term, &seeds.slopes),
            // A product of two coordinates stands alone; else every coordinate has its own dent.
            Kind::General if seeds.term.is_multiple_of(DENTS) => self.dent(0, seeds.coordinate),
            Kind::General => {
                let kinds = (1..DENTS).cycle().skip(usize::from(seeds.term % DENTS));
                let dents =
                    kinds.zip(0..self.p.len()).map(|(kind, k)| self.dent(kind, (seeds.coordinate + k) % self.p.len()));
                dents.reduce(|sum, dent| sum.plus(&dent)).expect("there is a coordinate")
            }
            Kind::Concave => {
                let arches = (0..self.p.len()).map(|k| self.arch(seeds.term, (seeds.coordinate + k) % self.p.len()));
                arches.reduce(|sum, arch| sum.plus(&arch)).expect("there is a coordinate")
            }
        };
        let mut q = q.times(seeds.scale);
        for (j, (&p, range)) in self.p.iter().zip(self.bounds).enumerate().filter(|_| seeds.walls) {
            if p == range.lo() {
                q = q.plus(&Formula::of(self.z(j), Class::Affine, true, 4.0));
            } else if p == range.hi() {
                q = q.plus(&Formula::of(format!("{} - x{}", number(p), j + 1), Class::Affine, true, 4.0));
            }
        }
        q
    }

    /// Convex, not negative, and 0 at `p`.
    fn bowl(&self, kind: u8, slopes: &[f64]) -> Formula {
        let u = self.linear(slopes).tamed(2.0);
        let (u, z) = (&u.text, self.z(0));
        let (text, smooth) = match kind % 8 {
            0 => (format!("({u})^2"), true),
            1 => (format!("abs({u})"), false),
            2 => (format!("max(0, {u})"), false),
            3 => (format!("exp({u}) - 1 - ({u})"), true),
            4 => (format!("({u})^4"), true),
            5 => (format!("hinge({u} - 1)"), false),
            6 => (format!("max(0, {u}, {z})"), false),
            _ => ((0..self.p.len()).map(|j| format!("{}^2", self.z(j))).collect::<Vec<_>>().join(" + "), true),
        };
        Formula::of(text, Class::Convex, smooth, 16.0 * self.p.len() as f64)
    }

    /// Not negative, 0 at `p`, and concave somewhere along a coordinate: that reaches from `p` to a distance at which
    /// the rate makes 4.
    fn dent(&self, kind: u8, j: usize) -> Formula {
        let (range, z, other) = (self.bounds[j], self.z(j), self.z((j + 1) % self.p.len()));
        let reach = (range.hi() - self.p[j]).max(self.p[j] - range.lo());
        let rate = (4.0 / reach).log2().ceil().exp2();
        let (text, smooth) = match kind % DENTS {
            0 if self.p.len() > 1 => (format!("abs({z}) * abs({other})"), false),
            1 => (format!("min(abs({z}), {:?})", reach / 2.0), false),
            2 => (format!("1 - cos({rate:?} * {z})"), true),
            3 => (format!("{z}^2 / (1 + ({rate:?} * {z})^2)"), true),
            4 => (format!("1 - exp(-(({rate:?} * {z})^2))"), true),
            _ => (format!("sin({rate:?} * {z})^2"), true),
        };
        Formula { recognised: false, ..Formula::of(text, Class::Neither, smooth, 16.0) }
    }

    /// Strictly concave along a coordinate, not negative on the box, and 0 at its vertex `p`.
    fn arch(&self, kind: u8, j: usize) -> Formula {
        let range = self.bounds[j];
        let z = if self.p[j] == range.lo() { self.z(j) } else { format!("({} - x{})", number(self.p[j]), j + 1) };
        let width = (range.hi() - range.lo()).next_up();
        let (text, smooth) = match kind % 4 {
            0 => (format!("{width:?} * {z} - {z}^2"), true),
            1 => (format!("sqrt(1 + {z}) - 1"), true),
            2 => (format!("ln(1 + {z})"), true),
            _ => (format!("min({z}, {:?})", width / 2.0), false),
        };
        Formula::of(text, Class::Concave, smooth, 16.0)
    }
}
