//! Family 10: a threshold test between two normal laws, smooth and not convex.
//!
//! Minimise `Phi(x - mu)`, the chance to miss, over `[-4, 4]` subject to `1 - Phi(x) - alpha <= 0`, the chance of a false
//! alarm, with `0 < mu <= 4` and `0.0001 <= alpha <= 0.5` (so that the critical point is in the domain).
//!
//! **Optimum** `Phi(z - mu)` at the `z` with `Phi(-z) = alpha`, with multiplier `y = exp(mu z - mu^2 / 2)`. *Proof.* The
//! derivative of `Phi(x - mu) + y (1 - Phi(x) - alpha)` is `phi(x) (exp(mu x - mu^2 / 2) - y)`, negative before `z` and
//! positive after, so the Lagrangian is least at `z`, where it is the value; weak duality. (This is the lemma of Neyman
//! and Pearson.) So mixing does not help, although the problem is not convex; the proxy optimum is the same, as there are
//! no proxies.
//!
//! `z` is found by bisection over doubles: `Phi` decreases in `-x`, and its enclosures prove on which side of `z` a double
//! lies; where they cannot, the double stays inside the enclosure of `z`.
//!
//! **Constants.** The constraint lies between `Phi(-4) - alpha` and `Phi(4) - alpha`, and the latter is the larger in size as
//! `alpha <= 1/2`. A derivative is `w phi(x - mu) - (1 - w) phi(x)`, at most `phi(0) = 1 / sqrt(2 pi)` in size. The margin is
//! `alpha - Phi(-4)` at 4. The objective increases, so its range is `Phi(4 - mu) - Phi(-4 - mu)`.

use super::build::{Answers, Draft, Line, minus, over, point};
use super::random::between;
use super::spec::Arguments;
use super::{Family, Instance, Optimum, Parameter};
use crate::domain::Cuboid;
use crate::error::Result;
use crate::numerics::Enclosure;

pub(super) const NEYMAN_PEARSON: Family = Family {
    name: "neyman-pearson",
    summary: "Phi(x - mu) over [-4, 4] with 1 - Phi(x) <= alpha",
    parameters: &[
        Parameter { name: "mu", default: "1", meaning: "the distance of the two laws, above 0 and at most 4" },
        Parameter { name: "alpha", default: "0.1", meaning: "the chance of a false alarm, from 0.0001 to 0.5" },
    ],
    build,
    random: Some(|g, _| format!("mu={:?},alpha={:?}", between(g, 0.0, 4.0), between(g, 0.0, 0.5))),
};

fn build(arguments: &Arguments<'_>, name: &str) -> Result<Instance> {
    let mu = arguments.number("mu", "above 0 and at most 4", |mu| mu > 0.0 && mu <= 4.0)?;
    let alpha = arguments.number("alpha", "from 0.0001 to 0.5", |alpha| (0.0001..=0.5).contains(&alpha))?;
    let z = critical_point(alpha);
    let value = (z - point(mu)).phi();
    let multiplier = (point(mu) * z - point(0.5) * point(mu).square()).exp();
    // The double PI is below pi, and no other double is between.
    let two_pi = point(2.0) * Enclosure::new(std::f64::consts::PI, std::f64::consts::PI.next_up());
    let density = over(Enclosure::ONE, two_pi.sqrt().expect("2 pi is positive"));
    let bound = point(4.0).phi() - point(alpha);
    Draft {
        variables: vec!["x".into()],
        domain: Cuboid::cube(1, -4.0, 4.0)?.into(),
        objective: format!("Phi(x{})", minus(mu)),
        constraints: vec![Line::new("false_alarm", format!("1 - Phi(x){}", minus(alpha)))],
        answers: Answers::all(Optimum::at(value, vec![z]).proved_by(vec![multiplier])),
        bound_constraints: bound,
        bound_payoff_2: bound,
        bound_subgradient: density,
        objective_range: (point(4.0) - point(mu)).phi() - (point(-4.0) - point(mu)).phi(),
        margin_point: Some(vec![4.0]),
        convex: false,
    }
    .finish(name)
}

/// The `z` with `Phi(-z) = alpha`, for `alpha` between `Phi(-4)` and `Phi(4)`.
fn critical_point(alpha: f64) -> Enclosure {
    let (before, _) = turn(|x| point(-x).phi().lo() >= alpha);
    let (_, after) = turn(|x| point(-x).phi().hi() > alpha);
    Enclosure::new(before, after)
}

/// Two neighbouring doubles of `[-4, 4]`: `early` holds at the first and fails at the second, as it does at -4 and 4.
fn turn(early: impl Fn(f64) -> bool) -> (f64, f64) {
    let (mut yes, mut no) = (-4.0_f64, 4.0_f64);
    loop {
        let middle = 0.5 * (yes + no);
        if middle <= yes || middle >= no {
            return (yes, no);
        }
        if early(middle) {
            yes = middle;
        } else {
            no = middle;
        }
    }
}
