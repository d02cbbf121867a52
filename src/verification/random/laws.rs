//! What the answers of Lemmas 2, 3 and 5 and of Theorem 5 must satisfy, computed in the plainest way from their
//! definitions. A law that is broken is returned as its words.

use super::minimax::eliminate;
use crate::domain::Domain as _;
use crate::equilibrium::{Approximate, Equilibrium};
use crate::game::{Evidence, Rules, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use crate::problem::{Problem, Workspace};
use crate::shrink::{Atom, Candidates, Farkas, Outcome, Solution};
use crate::strategies::Table;
use dashu_ratio::RBig;

type Law = Result<(), String>;

fn must(holds: bool, law: &str) -> Law {
    if holds { Ok(()) } else { Err(law.to_owned()) }
}

fn sum<'a>(numbers: impl IntoIterator<Item = &'a RBig>) -> RBig {
    numbers.into_iter().fold(RBig::ZERO, |sum, number| sum + number)
}

fn dot(weights: &[RBig], values: impl IntoIterator<Item = f64>) -> RBig {
    weights.iter().zip(values).fold(RBig::ZERO, |sum, (weight, value)| sum + weight * exact(value))
}

fn mixture(support: &[Atom], count: usize) -> Law {
    must(support.iter().all(|atom| atom.weight > RBig::ZERO), "weights are positive")?;
    must(sum(support.iter().map(|atom| &atom.weight)) == RBig::ONE, "weights sum to exactly 1")?;
    must(support.windows(2).all(|pair| pair[0].candidate < pair[1].candidate), "candidates increase")?;
    must(support.iter().all(|atom| atom.candidate < count), "candidates exist")
}

fn multipliers(rules: Rules, multipliers: &[RBig], m: usize) -> Law {
    must(multipliers.iter().all(|lambda| *lambda >= RBig::ZERO), "multipliers are not negative")?;
    let in_set = match rules {
        Rules::Lagrangian { radius } => multipliers.len() == m && sum(multipliers) <= exact(radius),
        Rules::ProxyLagrangian => multipliers.len() == m + 1 && sum(multipliers) == RBig::ONE,
    };
    must(in_set, "multipliers are in their set")
}

/// The laws of what [`shrink`](crate::shrink::shrink) answers about candidates.
///
/// # Errors
/// The law that is broken.
pub fn outcome(candidates: &Candidates, outcome: &Outcome) -> Law {
    match outcome {
        Outcome::Optimal(best) => solution(candidates, best),
        Outcome::Infeasible(Farkas { epsilon, weights, least }) => {
            must(is_distribution(weights, candidates.num_constraints()), "the weights of the constraints sum to 1")?;
            let proved = least_sum(candidates, false, weights);
            must(proved > *epsilon && proved == *least, "the weights prove infeasibility")
        }
    }
}

fn is_distribution(y: &[RBig], m: usize) -> bool {
    y.len() == m && y.iter().all(|y| *y >= RBig::ZERO) && sum(y) == RBig::ONE
}

fn least_sum(candidates: &Candidates, with_objective: bool, y: &[RBig]) -> RBig {
    let total = |t: usize| {
        let start = if with_objective { exact(candidates.objective(t)) } else { RBig::ZERO };
        start + dot(y, (0..y.len()).map(|i| candidates.constraint(t, i)))
    };
    (0..candidates.len()).map(total).min().unwrap_or(RBig::ZERO)
}

/// Feasible, optimal, a vertex, sparse.
fn solution(candidates: &Candidates, solution: &Solution) -> Law {
    let m = candidates.num_constraints();
    let Solution { epsilon, support, constraints, active, duals, .. } = solution;
    must(*epsilon >= RBig::ZERO, "epsilon is not negative")?;
    mixture(support, candidates.len())?;
    let weights: Vec<RBig> = support.iter().map(|atom| atom.weight.clone()).collect();
    let mean = |value: &dyn Fn(usize) -> f64| dot(&weights, support.iter().map(|atom| value(atom.candidate)));
    let means: Vec<RBig> = (0..m).map(|i| mean(&|t| candidates.constraint(t, i))).collect();
    let objective = mean(&|t| candidates.objective(t));
    must(objective == solution.objective && means == *constraints, "the means are those of the mixture")?;
    must(*active == (0..m).filter(|&i| constraints[i] == *epsilon).collect::<Vec<_>>(), "activity is exact")?;
    must(constraints.iter().all(|mean| mean <= epsilon), "feasible")?;
    must(duals.len() == m && duals.iter().all(|y| *y >= RBig::ZERO), "multipliers are not negative")?;
    must(solution.mass == least_sum(candidates, true, duals), "the mass is the least Lagrangian")?;
    must(solution.objective == &solution.mass - epsilon * sum(duals), "optimal")?;
    let column = |atom: &Atom| -> Vec<RBig> {
        let own = active.iter().map(|&i| exact(candidates.constraint(atom.candidate, i)));
        std::iter::once(RBig::ONE).chain(own).collect()
    };
    let mut columns: Vec<_> = support.iter().map(column).collect();
    must(eliminate(&mut columns, active.len() + 1) == support.len(), "vertex")?;
    let positive = solution.epsilon_is_minimal && *epsilon > RBig::ZERO;
    must(support.len() <= active.len() + usize::from(!positive), "support")?;
    must(solution.epsilon_duals.is_some() == positive, "epsilon has duals exactly if it is minimal and positive")?;
    let Some(y) = &solution.epsilon_duals else { return Ok(()) };
    must(is_distribution(y, m), "the duals of epsilon sum to 1")?;
    must(least_sum(candidates, false, y) == *epsilon, "epsilon is minimal")
}

/// What each player of a finite game gains by deviating, after the means were found to be the mixture's.
fn gaps(table: &Table, found: &Equilibrium) -> Result<[RBig; 2], String> {
    let m = table.m;
    mixture(&found.support, table.rows.len())?;
    multipliers(found.rules, &found.multipliers, m)?;
    let weights: Vec<RBig> = found.support.iter().map(|atom| atom.weight.clone()).collect();
    let mean = |k: usize| dot(&weights, found.support.iter().map(|atom| table.rows[atom.candidate][k]));
    must(found.objective == mean(0), "the objective is the mean")?;
    let constraints: Vec<RBig> = (1..=m).map(mean).collect();
    must(found.constraints == constraints, "the constraints are the means")?;
    let prices = found.rules.weights(&found.multipliers);
    let losses: Vec<RBig> = (0..table.rows.len()).map(|j| dot(&prices, table.seen(found.rules.game(), j))).collect();
    let paid = found.support.iter().fold(RBig::ZERO, |paid, atom| paid + &atom.weight * &losses[atom.candidate]);
    let theta_gap = losses.iter().min().map_or(RBig::ZERO, |least| paid - least);
    let worst = constraints.iter().fold(RBig::ZERO, |worst, c| worst.max(c.clone()));
    let own = &found.multipliers[found.multipliers.len() - m..];
    let got = own.iter().zip(&constraints).fold(RBig::ZERO, |got, (lambda, c)| got + lambda * c);
    Ok([theta_gap, found.rules.radius().map_or(RBig::ONE, exact) * worst - got])
}

/// The laws of what is said about any mixture and any multipliers of a finite game.
///
/// # Errors
/// The law that is broken.
pub fn measured(table: &Table, found: &Equilibrium) -> Law {
    let [theta_gap, lambda_gap] = gaps(table, found)?;
    must(found.theta_gap == theta_gap, "the theta-gap is what it is")?;
    must(found.lambda_gap == lambda_gap, "the lambda-gap is what it is")
}

/// The laws of an equilibrium of a finite game.
///
/// # Errors
/// The law that is broken.
pub fn equilibrium(table: &Table, found: &Equilibrium) -> Law {
    must(found.support.len() <= table.m + 1, "at most m + 1 candidates")?;
    let [theta_gap, lambda_gap] = gaps(table, found)?;
    must(theta_gap.is_zero(), "the theta-player gains nothing")?;
    must(found.theta_gap.is_zero(), "the theta-gap is what it is")?;
    must(lambda_gap.is_zero(), "the lambda-player gains nothing")?;
    must(found.lambda_gap.is_zero(), "the lambda-gap is what it is")
}

/// How many points of the domain try to refute a lower bound.
const POINTS: u32 = 200;

/// The laws of an equilibrium to a certified gap.
///
/// # Errors
/// The law that is broken.
pub fn approximate(problem: &dyn Problem, found: &Approximate) -> Law {
    let m = problem.num_constraints();
    must(found.support.len() <= m + 1 && !found.support.is_empty(), "at most m + 1 points")?;
    must(found.support.iter().all(|atom| atom.weight > RBig::ZERO), "weights are positive")?;
    must(sum(found.support.iter().map(|atom| &atom.weight)) == RBig::ONE, "weights sum to exactly 1")?;
    multipliers(found.rules, &found.multipliers, m)?;
    for (a, atom) in found.support.iter().enumerate() {
        must(problem.domain().contains(&atom.theta), "points are in the domain")?;
        must(found.support[..a].iter().all(|other| other.theta != atom.theta), "points differ")?;
    }
    must(found.lower_bound.evidence != Evidence::Declared, "there is evidence")?;
    must(found.theta_gap >= 0.0 && found.lambda_gap >= 0.0, "gaps are not negative")?;
    let theta_side = found.rules.game().side();
    let weights: Vec<Enclosure> = found.rules.weights(&found.multipliers).iter().map(enclose).collect();
    let mut values = vec![Enclosure::ZERO; m + 1];
    let mut work = Workspace::default();
    let mut at = |theta: &[f64], side: Side| -> Result<Vec<Enclosure>, String> {
        let point: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        problem.enclose(&point, side, &mut values, &mut work).map_err(|error| error.to_string())?;
        Ok(values.clone())
    };
    let weigh = |values: &[Enclosure]| weights.iter().zip(values).fold(Enclosure::ZERO, |sum, (&w, &x)| sum + w * x);
    // A grid of the bounding box, moved into the domain.
    let sides = problem.domain().bounding_box();
    for step in 0..POINTS {
        let share = |j: usize| (f64::from(step) * 0.618_034 * (1.0 + j as f64 * 0.754_877)).fract();
        let mut theta: Vec<f64> =
            sides.iter().enumerate().map(|(j, s)| s.lo() + share(j) * (s.hi() - s.lo())).collect();
        problem.domain().project(&mut theta);
        must(found.lower_bound.value <= weigh(&at(&theta, theta_side)?).hi(), "the lower bound is one")?;
    }
    let mut mean = vec![Enclosure::ZERO; m + 1];
    let mut loss = Enclosure::ZERO;
    for atom in &found.support {
        let weight = enclose(&atom.weight);
        loss = loss + weight * weigh(&at(&atom.theta, theta_side)?);
        for (mean, value) in mean.iter_mut().zip(at(&atom.theta, Side::Constraints)?) {
            *mean = *mean + weight * value;
        }
    }
    must(mean[0].intersection(found.objective).is_some(), "the objective is the mean")?;
    for (mean, own) in mean[1..].iter().zip(&found.constraints) {
        must(mean.intersection(*own).is_some(), "the constraints are the means")?;
    }
    let theta_gap = loss - Enclosure::point(found.lower_bound.value);
    must(theta_gap.lo() <= found.theta_gap, "the theta-gap is not too small")?;
    let worst = mean[1..].iter().fold(Enclosure::ZERO, |worst, &c| worst.max(c));
    let radius = Enclosure::point(found.rules.radius().unwrap_or(1.0));
    let own = found.rules.of_constraints(&found.multipliers);
    let got = own.iter().zip(&mean[1..]).fold(Enclosure::ZERO, |sum, (lambda, &c)| sum + enclose(lambda) * c);
    must((radius * worst - got).lo() <= found.lambda_gap, "the lambda-gap is not too small")
}
