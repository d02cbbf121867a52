//! Broken shrinkers and answers that are almost right: the laws notice each of them.

use super::instances::{candidates, epsilon, rows};
use super::properties::{agrees_with_enumeration, real};
use crate::common::catches;
use dashu_ratio::RBig;
use referee::shrink::{Atom, Candidates, Epsilon, Outcome, Solution, shrink};
use referee::verification::random::outcome as check;

/// Asserts that the law about the enumeration notices a shrinker that spoils its solutions.
fn caught(spoil: impl Fn(&Candidates, Solution) -> Solution) {
    catches(400, &(rows(7), epsilon()), |(rows, epsilon)| {
        agrees_with_enumeration(&candidates(&rows), &epsilon, |candidates, epsilon| match real(candidates, epsilon) {
            Outcome::Optimal(solution) => Outcome::Optimal(spoil(candidates, solution)),
            infeasible @ Outcome::Infeasible(_) => infeasible,
        })
    });
}

/// The means of a mixture, written over the old ones.
fn with_means(candidates: &Candidates, mut solution: Solution) -> Solution {
    let mut means = candidates.means(solution.mixture());
    solution.constraints = means.split_off(1);
    solution.objective = means.remove(0);
    solution.active =
        (0..solution.constraints.len()).filter(|&i| solution.constraints[i] == solution.epsilon).collect();
    solution
}

#[test]
fn weights_rounded_to_doubles_are_noticed() {
    caught(|candidates, mut solution| {
        for atom in &mut solution.support {
            atom.weight = RBig::try_from(atom.weight.to_f64().value()).expect("finite");
        }
        with_means(candidates, solution)
    });
}

#[test]
fn a_vertex_that_is_not_optimal_is_noticed() {
    caught(|candidates, mut solution| {
        let last = candidates.len() - 1;
        solution.support = vec![Atom { candidate: last, weight: RBig::ONE }];
        with_means(candidates, solution)
    });
}

#[test]
fn an_epsilon_that_is_not_minimal_is_noticed() {
    catches(400, &rows(7), |rows| {
        agrees_with_enumeration(&candidates(&rows), &Epsilon::Minimal, |candidates, _| {
            match real(candidates, &Epsilon::Given(RBig::ONE)) {
                Outcome::Optimal(solution) => Outcome::Optimal(Solution { epsilon_is_minimal: true, ..solution }),
                Outcome::Infeasible(_) => real(candidates, &Epsilon::Minimal),
            }
        })
    });
}

#[test]
fn an_infeasible_answer_to_a_feasible_question_is_noticed() {
    catches(400, &rows(7), |rows| {
        agrees_with_enumeration(&candidates(&rows), &Epsilon::Given(RBig::ONE), |candidates, epsilon| {
            match real(candidates, &Epsilon::Given(RBig::ZERO)) {
                Outcome::Infeasible(farkas) => Outcome::Infeasible(farkas),
                Outcome::Optimal(_) => real(candidates, epsilon),
            }
        })
    });
}

/// One constraint, and an optimal mixture whose every part matters: (1/3, 2/3) on the first two candidates.
fn example() -> (Candidates, Solution) {
    let rows = [[0.0, 1.0], [1.0, -0.5], [1.0, -0.5], [0.5, 0.25]].map(|row| row.to_vec());
    let candidates = candidates(&rows);
    let Outcome::Optimal(solution) = shrink(&candidates, &Epsilon::Minimal).expect("candidates") else {
        panic!("it is feasible")
    };
    assert_eq!(check(&candidates, &Outcome::Optimal(solution.clone())), Ok(()));
    (candidates, solution)
}

#[test]
fn each_law_notices_its_own_violation() {
    type Spoil = fn(&mut Solution);
    let spoils: [(Spoil, &str); 9] = [
        (|s| s.epsilon = -RBig::ONE, "epsilon is not negative"),
        (|s| s.support[0].weight -= RBig::ONE / RBig::from(1_000_000_000), "weights sum to exactly 1"),
        (|s| s.support.reverse(), "candidates increase"),
        (|s| s.objective += RBig::ONE, "the means are those of the mixture"),
        (|s| s.active.clear(), "activity is exact"),
        (|s| s.duals[0] = -s.duals[0].clone(), "multipliers are not negative"),
        (|s| s.mass -= RBig::ONE, "the mass is the least Lagrangian"),
        (|s| s.duals[0] += RBig::ONE, "the mass is the least Lagrangian"),
        (|s| s.epsilon_duals = Some(vec![RBig::ONE]), "epsilon has duals exactly if it is minimal and positive"),
    ];
    for (spoil, law) in spoils {
        let (candidates, mut solution) = example();
        spoil(&mut solution);
        assert_eq!(check(&candidates, &Outcome::Optimal(solution)), Err(law.to_owned()));
    }
}

#[test]
fn a_support_of_m_plus_two_is_noticed() {
    // The second candidate's weight is shared with its copy: as good, but no vertex and one candidate too many.
    let (candidates, mut solution) = example();
    let second = solution.support.pop().expect("two candidates");
    let half = second.weight / RBig::from(2);
    solution.support.extend([1, 2].map(|candidate| Atom { candidate, weight: half.clone() }));
    assert_eq!(check(&candidates, &Outcome::Optimal(solution)), Err("vertex".to_owned()));
}
