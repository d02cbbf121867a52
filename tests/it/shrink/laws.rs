//! Section 9 of the checker's specification, written down once more: what an answer must satisfy.

use super::enumeration::{solve, subsets};
use dashu_ratio::RBig;
use referee::numerics::rational::exact;
use referee::shrink::{Candidates, Farkas, Outcome, Solution};

/// Why an answer breaks a law.
pub(crate) type Verdict = Result<(), String>;

fn must(holds: bool, law: &str) -> Verdict {
    if holds { Ok(()) } else { Err(law.to_owned()) }
}

fn least_sum(candidates: &Candidates, with_objective: bool, y: &[RBig]) -> RBig {
    let sum = |t: usize| {
        let start = if with_objective { exact(candidates.objective(t)) } else { RBig::ZERO };
        (0..y.len()).fold(start, |sum, i| sum + &y[i] * exact(candidates.constraint(t, i)))
    };
    (0..candidates.len()).map(sum).min().expect("candidates")
}

fn sum<'a>(numbers: impl IntoIterator<Item = &'a RBig>) -> RBig {
    numbers.into_iter().fold(RBig::ZERO, |sum, number| sum + number)
}

/// Weights of the constraints that sum to 1.
fn is_distribution(y: &[RBig], m: usize) -> bool {
    y.len() == m && y.iter().all(|y| *y >= RBig::ZERO) && sum(y) == RBig::ONE
}

fn is_independent(vectors: &[Vec<RBig>]) -> bool {
    let (count, length) = (vectors.len(), vectors[0].len());
    count <= length
        && subsets(length, count).into_iter().any(|rows| {
            let square = rows.iter().map(|&i| vectors.iter().map(|v| v[i].clone()).chain([RBig::ZERO]).collect());
            solve(square.collect()).is_some()
        })
}

/// Every law of an answer.
pub(crate) fn check(candidates: &Candidates, outcome: &Outcome) -> Verdict {
    match outcome {
        Outcome::Optimal(solution) => check_solution(candidates, solution),
        Outcome::Infeasible(farkas) => check_farkas(candidates, farkas),
    }
}

fn check_farkas(candidates: &Candidates, farkas: &Farkas) -> Verdict {
    must(is_distribution(&farkas.weights, candidates.num_constraints()), "the weights of the constraints sum to 1")?;
    let least = least_sum(candidates, false, &farkas.weights);
    must(least > farkas.epsilon && least == farkas.least, "the weights prove infeasibility")
}

/// The laws of a mixture: feasible, optimal, a vertex, sparse.
pub(crate) fn check_solution(candidates: &Candidates, solution: &Solution) -> Verdict {
    let m = candidates.num_constraints();
    let Solution { epsilon, support, constraints, active, duals, .. } = solution;
    must(*epsilon >= RBig::ZERO, "epsilon is not negative")?;
    must(support.iter().all(|atom| atom.weight > RBig::ZERO), "weights are positive")?;
    must(sum(support.iter().map(|atom| &atom.weight)) == RBig::ONE, "weights sum to exactly 1")?;
    must(support.windows(2).all(|pair| pair[0].candidate < pair[1].candidate), "candidates increase")?;
    must(support.iter().all(|atom| atom.candidate < candidates.len()), "candidates exist")?;
    let means = candidates.means(solution.mixture());
    must(means[0] == solution.objective && means[1..] == constraints[..], "the means are those of the mixture")?;
    must(*active == (0..m).filter(|&i| constraints[i] == *epsilon).collect::<Vec<_>>(), "activity is exact")?;
    must(constraints.iter().all(|mean| mean <= epsilon), "feasible")?;
    must(duals.len() == m && duals.iter().all(|y| *y >= RBig::ZERO), "multipliers are not negative")?;
    must(solution.mass == least_sum(candidates, true, duals), "the mass is the least Lagrangian")?;
    must(solution.objective == &solution.mass - epsilon * sum(duals), "optimal")?;
    let column = |t: usize| -> Vec<RBig> {
        std::iter::once(RBig::ONE).chain(active.iter().map(|&i| exact(candidates.constraint(t, i)))).collect()
    };
    must(is_independent(&support.iter().map(|atom| column(atom.candidate)).collect::<Vec<_>>()), "vertex")?;
    let positive = solution.epsilon_is_minimal && *epsilon > RBig::ZERO;
    must(support.len() <= active.len() + usize::from(!positive), "support")?;
    must(solution.epsilon_duals.is_some() == positive, "epsilon has duals exactly if it is minimal and positive")?;
    match &solution.epsilon_duals {
        None => Ok(()),
        Some(y) => {
            must(is_distribution(y, m), "the duals of epsilon sum to 1")?;
            must(least_sum(candidates, false, y) == *epsilon, "epsilon is minimal")
        }
    }
}
