//! # The mixed optimum by column generation
//!
//! ## Statement
//! Let `V` be the least mean objective of mixtures of some candidates that keep every constraint at 0, and `y >= 0` the
//! multipliers that prove it. With `d(y) = inf over theta of g_0(theta) + sum_i y_i g_i(theta)` over the whole domain,
//! `d(y) <= OPT_mix <= V`, where `OPT_mix` is the least mean objective of all mixtures over the domain that keep every
//! constraint. If `d(y) < V`, a point where the infimum is nearly attained is a candidate that the linear program lacks
//! (Dantzig and Wolfe).
//!
//! *Proof.* A mixture `q` that keeps the constraints has `E_q[g_0] >= E_q[g_0 + sum_i y_i g_i] >= d(y)`; and the
//! mixture found is one.
//!
//! ## Bound
//! The gap `V - d`, rounded up, where `d` is the oracle's lower bound of `d(y)`. Any `y >= 0` gives one, so those of the
//! linear program are rounded to doubles, which do not grow with every active constraint; the bound is proved for what
//! is returned, exactly. While no mixture of the candidates is feasible, the oracle minimises the weighted sum of
//! constraints that proves this (its weights rounded, then divided by their exact sum): a lower bound above 0 proves
//! that no mixture over the whole domain is feasible; otherwise its point is added.
//!
//! ## Certificate
//! [`Refinement::bound`] is the document of the lower bound, or of infeasibility, with the multipliers and the oracle's
//! evidence: whoever checks it needs nothing else. The solution is exact for its candidates, whose values are upper ends
//! of enclosures, so `V` bounds the true mean from above; no file shows that these are the problem's values, so the gap
//! is computed, not proved.
//!
//! ## Departures
//! Not in the paper, whose players find candidates; here the linear program asks for them.
//!
//! ## Reference
//! Dantzig and Wolfe, *Decomposition principle for linear programs*, Operations Research 8, 1960.
//!
//! ## Example
//! ```
//! use referee::oracle::{self, choose};
//! use referee::game::Side;
//! use referee::registry::Registry;
//! use referee::theorems::beyond::column_generation::{Options, Refinement, refine};
//! let triangle = Registry::ours().open("triangle")?; // the paper's Figure 1: the best mixture has -1.175
//! let problem = &*triangle.problem;
//! let mut oracle = choose(problem, Side::Constraints, oracle::Options::default())?.oracle;
//! let start = vec![vec![0.0, 0.0]];
//! let Refinement::Optimal(best) = refine(problem, Side::Constraints, &mut *oracle, start, Options::default())? else {
//!     panic!("the triangle is not empty")
//! };
//! assert!(best.gap <= 1e-6 && best.solution.support.len() <= 4);
//! assert!(best.lower_bound <= -1.175 + 1e-6 && best.lower_bound >= -1.175 - 2e-6);
//! # Ok::<(), referee::error::Error>(())
//! ```

use crate::certificate::{Bound, LowerBound};
use crate::error::{Error, Result};
use crate::files;
use crate::game::{Evidence, ProblemRecord, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use crate::oracle::{Minimum, Objective, Oracle};
use crate::problem::{Problem, Workspace, record};
use crate::shrink::{Candidates, Epsilon, Outcome, Solution, shrink};
use dashu_ratio::RBig;
use std::path::Path;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Stop when the gap is at most this.
    pub gap: f64,
    /// Ask the oracle at most this often.
    pub rounds: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { gap: 1e-6, rounds: 1000 }
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Refinement {
    /// A mixture and a lower bound of all mixtures.
    Optimal(Box<Refined>),
    /// No mixture over the whole domain keeps the constraints.
    Infeasible(Infeasible),
    /// The candidates have no feasible mixture, and it is not proved that the domain has none.
    Undecided {
        /// What the mixtures of the candidates can keep at best.
        least: RBig,
    },
}

/// A mixture of points, and how far from the best it can be.
#[derive(Clone, Debug, PartialEq)]
pub struct Refined {
    /// The values of the points.
    pub candidates: Candidates,
    /// The points, in the order of the candidates.
    pub thetas: Vec<Vec<f64>>,
    /// The best mixture of them at epsilon 0.
    pub solution: Solution,
    /// No mixture over the domain that keeps the constraints has a smaller mean objective.
    pub lower_bound: f64,
    /// The multipliers at which the lower bound holds: those of the round that gave it.
    pub duals: Vec<RBig>,
    /// Why it holds.
    pub evidence: Evidence,
    /// The mean objective of the mixture less the lower bound, rounded up.
    pub gap: f64,
    /// How often the oracle was asked.
    pub rounds: usize,
}

/// Why no mixture keeps the constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Infeasible {
    /// Weights of the constraints that sum to 1.
    pub weights: Vec<RBig>,
    /// Their weighted sum is at least this on the whole domain: above 0.
    pub lower_bound: f64,
    /// Why it holds.
    pub evidence: Evidence,
}

impl Refinement {
    /// The lower bound or the proof of infeasibility as a document for a checker. There is none if nothing is proved, the
    /// problem cannot be written down as expressions or a table, or the bound is about proxies.
    pub fn bound(&self, problem: &dyn Problem, side: Side) -> Option<Bound> {
        let (with_objective, multipliers, value, evidence) = match self {
            Self::Optimal(refined) => (true, &refined.duals, refined.lower_bound, &refined.evidence),
            Self::Infeasible(proof) => (false, &proof.weights, proof.lower_bound, &proof.evidence),
            Self::Undecided { .. } => return None,
        };
        let about_constraints = side == Side::Constraints || !problem.has_proxies();
        let problem = record(problem).filter(|record| !matches!(record, ProblemRecord::Rates(_)))?;
        let proved = about_constraints && value.is_finite() && *evidence != Evidence::Declared;
        let lower_bound = LowerBound { value, evidence: evidence.clone() };
        proved.then(|| Bound { problem, with_objective, multipliers: multipliers.clone(), lower_bound })
    }
}

impl Refined {
    /// Writes the points as CSV, `theta_1, .., theta_d`, one line per candidate in the order of the candidates.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_points(&self, path: impl AsRef<Path>) -> Result<()> {
        let dim = self.thetas.first().map_or(0, Vec::len);
        let mut text = (1..=dim).map(|j| format!("theta_{j}")).collect::<Vec<_>>().join(",") + "\n";
        for theta in &self.thetas {
            text += &theta.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        files::write(path.as_ref(), text.as_bytes())
    }
}

/// The points so far, with their values.
struct Points<'a> {
    problem: &'a dyn Problem,
    side: Side,
    thetas: Vec<Vec<f64>>,
    candidates: Candidates,
    work: Workspace,
}

impl Points<'_> {
    /// Adds a point, unless it is there already.
    fn add(&mut self, theta: &[f64]) -> Result<()> {
        if self.contains(theta) {
            return Ok(());
        }
        let mut values = vec![Enclosure::ZERO; self.problem.num_constraints() + 1];
        let at: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        self.problem.enclose(&at, self.side, &mut values, &mut self.work)?;
        let upper: Vec<f64> = values.iter().map(|value| value.hi()).collect();
        self.candidates.push(upper[0], &upper[1..])?;
        self.thetas.push(theta.to_vec());
        Ok(())
    }

    fn contains(&self, theta: &[f64]) -> bool {
        self.thetas.iter().any(|known| known == theta)
    }
}

/// The doubles nearest to multipliers: none is negative, and the largest are cut off.
fn rounded(multipliers: &[RBig]) -> Vec<RBig> {
    multipliers.iter().map(|y| exact(y.to_f64().value().clamp(0.0, f64::MAX))).collect()
}

/// Adds the oracle's answer at the multipliers of the linear program until the certified gap is small enough, nothing
/// new is found, or the rounds are used up. Starts from the given points, at least one.
///
/// # Errors
/// If there is no point to start from, the problem has no enclosures, or the oracle fails.
pub fn refine(
    problem: &dyn Problem,
    side: Side,
    oracle: &mut dyn Oracle,
    start: Vec<Vec<f64>>,
    options: Options,
) -> Result<Refinement> {
    let candidates = Candidates::new(problem.num_constraints());
    let mut points = Points { problem, side, thetas: Vec::new(), candidates, work: Workspace::default() };
    for theta in start {
        points.add(&theta)?;
    }
    let Some(mut theta) = points.thetas.first().cloned() else {
        return Err(Error::new("column generation needs a point to start from"));
    };
    let mut best: Option<(f64, Vec<RBig>, Evidence)> = None;
    let mut rounds = 0;
    loop {
        let outcome = shrink(&points.candidates, &Epsilon::Given(RBig::ZERO))?;
        let (objective_weight, multipliers) = match &outcome {
            Outcome::Optimal(solution) => (Enclosure::ONE, rounded(&solution.duals)),
            Outcome::Infeasible(farkas) => {
                let weights = rounded(&farkas.weights);
                let sum = weights.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
                (Enclosure::ZERO, weights.into_iter().map(|weight| weight / &sum).collect())
            }
        };
        let weights: Vec<Enclosure> =
            std::iter::once(objective_weight).chain(multipliers.iter().map(enclose)).collect();
        let mut found = false;
        // A feasible mixture gets its lower bound, even if the rounds are used up.
        let unbounded = best.is_none() && matches!(outcome, Outcome::Optimal(_));
        if rounds < options.rounds || unbounded {
            rounds += 1;
            let asked = Objective { problem, side, weights: &weights };
            let (Minimum { lower_bound, .. }, evidence) = oracle.certify(&asked, &mut theta)?;
            match &outcome {
                Outcome::Optimal(_) if best.as_ref().is_none_or(|(least, ..)| lower_bound > *least) => {
                    best = Some((lower_bound, multipliers, evidence));
                }
                Outcome::Infeasible(_) if lower_bound > 0.0 => {
                    let weights = multipliers;
                    return Ok(Refinement::Infeasible(Infeasible { weights, lower_bound, evidence }));
                }
                _ => {}
            }
            found = !points.contains(&theta);
        }
        match outcome {
            Outcome::Infeasible(farkas) if !found => return Ok(Refinement::Undecided { least: farkas.least }),
            Outcome::Infeasible(_) => {}
            Outcome::Optimal(solution) => {
                let (lower_bound, duals, evidence) = best.take().expect("a feasible mixture has a lower bound");
                let gap = if lower_bound.is_finite() {
                    enclose(&(&solution.objective - exact(lower_bound))).hi()
                } else {
                    f64::INFINITY
                };
                if gap <= options.gap || !found {
                    let Points { thetas, candidates, .. } = points;
                    let refined = Refined { candidates, thetas, solution, lower_bound, duals, evidence, gap, rounds };
                    return Ok(Refinement::Optimal(Box::new(refined)));
                }
                best = Some((lower_bound, duals, evidence));
            }
        }
        points.add(&theta)?;
    }
}
