//! # Theorem 5 (sparse equilibria exist)  `thm:sparse-equilibrium`
//!
//! ## Statement
//! *Repaired.* Let `Theta` be compact, `Lambda` a compact **convex** set of dimension `k`, and let the theta-player
//! minimise `a_0(theta) + <a(theta), lambda>` and the lambda-player maximise `c_0(theta) + <c(theta), lambda>`, with
//! continuous `a_0, a, c`. Then there are `lambda` in `Lambda` and at most `k + 1` points with weights such that every
//! point is a best reply to `lambda`, and `lambda` is a best reply to the mixture.
//!
//! *As printed it is false:* `Lambda` is only asked to be compact. With `Theta = {a, b}`, `g_0 = (0, 1)`,
//! `g_1 = (1, -1)` and `Lambda = {0, 1}` the Lagrangian game is matching pennies: at `lambda = 0` the best reply is
//! `a`, to which `1` is the best reply; at `lambda = 1` it is `b`, to which 0 is. With `Lambda = [0, 1]` there is the
//! equilibrium `lambda = 1/2`, half `a` and half `b`.
//!
//! *Proof.* Replacing theta by `(a_0, a, c)(theta)` we may take `Theta` in a Euclidean space. Let `V` be the span of
//! `Lambda - Lambda` and `P` the projection on it; which `lambda` maximises `<y, .>` depends on `P y` only. The set
//! `K(lambda)` of best replies is not empty, compact, and has a closed graph, so `F(lambda) = conv P c(K(lambda))` is
//! not empty, compact and convex, with a closed graph (write its points as mixtures of `k + 1` and pass to limits). By
//! Kakutani's theorem the map `(lambda, y) -> argmax_Lambda <y, .> x F(lambda)` has a fixed point, and Caratheodory's
//! theorem in `V` writes its `y` as a mixture of at most `k + 1` of the `P c(theta_j)`, `theta_j` in `K(lambda)`. QED.
//!
//! *Without continuity.* If `a_0, a, c` are merely bounded, there are such mixtures for which neither player gains
//! more than epsilon, for every `epsilon > 0`. *Proof.* Apply the theorem to the closure of the image, and replace
//! each of its points by one of the image within `tau` in every coordinate: the theta-player gains at most
//! `tau (1 + n)` and the lambda-player at most `2 tau n`, where `n` is the largest 1-norm in `Lambda`. QED. Epsilon
//! cannot be 0: see [Lemma 5](super::lem5_sparse_proxy_lagrangian).
//!
//! ## Bound
//! For a problem over any domain that an oracle can bound, [`search`] returns a mixture on at most `m + 1` points and
//! two numbers: `theta_gap` is at least the mixture's mean loss less the infimum of the loss over the domain,
//! `lambda_gap` at least what the best multipliers get from the mixture less what these get. Both are rounded up.
//!
//! How: solve the game on the points found so far exactly, ask the oracle for the theta-player's best reply to its
//! multipliers, add it, and go on until the gaps are small enough or the reply is known already. The bounds hold
//! wherever it stops. In the Lagrangian game the two gaps sum to the duality gap, so the best multipliers so far serve
//! as well as the last.
//!
//! ## Certificate
//! `referee-equilibrium/1` with the problem, the points, exact multipliers (those of the last game, or doubles near
//! them that are exactly in `Lambda`: the bound is asked at what is written), the oracle's lower bound with its
//! evidence, and both gaps. Nothing is taken on trust.
//!
//! ## Departures
//! Convexity of `Lambda` is added; "linear in lambda" is read as affine; points are taken from the best replies, not
//! from the closure of a hull. The paper proves existence; here equilibria are computed.
//!
//! ## Reference
//! Cotter, Jiang, Sridharan, *Two-Player Games for Efficient Non-Convex Constrained Optimization*, Appendix B.
//! Kakutani, *A generalization of Brouwer's fixed point theorem*, 1941.
//!
//! ## Example
//! The paper's Figure 1, where no pure equilibrium exists:
//! ```
//! use referee::game::Rules;
//! use referee::oracle::{self, choose};
//! use referee::game::Side;
//! use referee::registry::Registry;
//! use referee::theorems::thm5_sparse_equilibrium::{Options, search};
//! let triangle = Registry::ours().open("triangle")?;
//! let problem = &*triangle.problem;
//! let mut oracle = choose(problem, Side::Constraints, oracle::Options::default())?.oracle;
//! let rules = Rules::Lagrangian { radius: 5.0 };
//! let found = search(problem, rules, &mut *oracle, Options::default(), |_, _| {})?;
//! assert!(found.equilibrium.gap() <= 1e-6);
//! let points = found.equilibrium.support.len();
//! assert!(points > 1 && points <= 4);
//! # Ok::<(), referee::error::Error>(())
//! ```

use super::approximate::{Known, Points, tidy};
use super::statement::{About, Kind, Statement, instances};
use crate::certificate::LowerBound;
use crate::equilibrium::{Approximate, solve};
use crate::error::{Error, Result};
use crate::game::Rules;
use crate::numerics::Enclosure;
use crate::numerics::rational::enclose;
use crate::oracle::{Objective, Oracle};
use crate::problem::{Problem, record};
use dashu_ratio::RBig;

/// Theorem 5.
pub struct Theorem5;

impl Statement for Theorem5 {
    fn about(&self) -> &'static About {
        &About {
            name: "theorem-5",
            number: "Theorem 5",
            title: "sparse equilibria exist",
            label: "thm:sparse-equilibrium",
            path: module_path!(),
            kind: Kind::Existence,
            verdict: "false as stated",
            erratum: Some("Lambda must be convex: with Lambda = {0, 1} there is no equilibrium"),
            checked: "equilibrium to a certified gap, repaired",
        }
    }

    instances! {
        // Finite sets, and problems over continuous domains, convex or not; searches are cut short at random.
        let ask = Ask::of(ProxyLagrangian).noiseless();
        prop_oneof![searches(problems(ask)), searches(problems(ask.answered()))]
    }
}

/// When to stop: here both gaps count, and the oracle is asked at least once.
pub use super::beyond::column_generation::Options;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best equilibrium seen: its gaps hold, whatever was asked.
    pub equilibrium: Approximate,
    /// How often the oracle was asked.
    pub rounds: usize,
}

/// Searches for an equilibrium whose gaps are at most `options.gap`, and returns the best that it saw. After every
/// round `look` gets the number of rounds and the least gap so far.
///
/// # Errors
/// If the problem cannot be written down for a checker, the radius is not a finite number from 0 on, the oracle fails,
/// or a function has no finite value at a point.
pub fn search(
    problem: &dyn Problem,
    rules: Rules,
    oracle: &mut dyn Oracle,
    options: Options,
    mut look: impl FnMut(usize, f64),
) -> Result<Found> {
    let Some(record) = record(problem) else {
        return Err(Error::new(format!(
            "the problem `{}` is not made of expressions or of a table over a box, a ball or points, so no checker \
             could read its equilibrium",
            problem.name()
        )));
    };
    let mut points = Points::start(problem, rules)?;
    let mut theta = points.thetas[0].clone();
    let mut best: Option<Approximate> = None;
    let mut strongest: Option<(Vec<RBig>, LowerBound)> = None;
    let mut rounds = 0;
    loop {
        let solved = solve(&points.game, rules)?;
        let (support, multipliers) = tidy(&points.thetas, rules, &solved)?;
        let weights: Vec<Enclosure> = rules.weights(&multipliers).iter().map(enclose).collect();
        let asked = Objective { problem, side: rules.game().side(), weights: &weights };
        let (minimum, evidence) = oracle.certify(&asked, &mut theta)?;
        rounds += 1;
        let lower_bound = LowerBound { value: minimum.lower_bound, evidence };
        let means = points.means(&support)?;
        let mut consider = |multipliers: &[RBig], lower_bound: &LowerBound| {
            let gaps = means.gaps(rules, multipliers, lower_bound.value);
            let known = Known { rules, problem: &record, support: &support, means: &means };
            if best.as_ref().is_none_or(|best| gaps.0.max(gaps.1) < best.gap()) {
                best = Some(known.approximate(multipliers, lower_bound, gaps));
            }
        };
        consider(&multipliers, &lower_bound);
        if let Rules::Lagrangian { .. } = rules {
            if strongest.as_ref().is_none_or(|(_, strongest)| lower_bound.value > strongest.value) {
                strongest = Some((multipliers, lower_bound));
            } else if let Some((multipliers, lower_bound)) = &strongest {
                consider(multipliers, lower_bound);
            }
        }
        let gap = best.as_ref().map_or(f64::INFINITY, Approximate::gap);
        look(rounds, gap);
        if gap <= options.gap || rounds >= options.rounds || !points.add(&theta)? {
            let equilibrium = best.ok_or_else(|| {
                Error::new("the gaps are beyond the largest double: the functions are too large on this domain")
            })?;
            return Ok(Found { equilibrium, rounds });
        }
    }
}
