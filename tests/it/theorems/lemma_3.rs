//! Lemma 3: a vertex of the linear program over the candidates has at most `m + 1` of them.
//!
//! Broken shrinkers: `shrink::broken`. Equilibria: Lemma 2.

use super::common::existence::caught;
use super::common::random::{Least, holds_on_random_instances};
use crate::common::holds;
use crate::equilibrium::large::random;
use crate::shrink::checked::{is_accepted, written};
use crate::shrink::instances::{candidates, epsilon, rows};
use crate::shrink::properties::{agrees_with_enumeration, real};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::game::Side;
use referee::registry::Registry;
use referee::shrink::{Atom, Candidates, Epsilon, Outcome, Solution, shrink};
use referee::strategies::{Instance, programs, tables};
use referee::theorems::Lemma3;
use referee::theorems::lem3_sparse_linear_program::most_candidates;
use referee::verification::random::existence::program_answer;
use referee::verification::random::outcome as check;

fn best(rows: &[Vec<f64>], epsilon: &Epsilon) -> Solution {
    let candidates = candidates(rows);
    let outcome = shrink(&candidates, epsilon).expect("candidates");
    check(&candidates, &outcome).expect("the laws hold");
    match outcome {
        Outcome::Optimal(solution) => solution,
        Outcome::Infeasible(farkas) => panic!("infeasible: {farkas:?}"),
    }
}

fn ratio(top: i32, bottom: u32) -> RBig {
    RBig::from(top) / RBig::from(bottom)
}

/// Weights by candidate, 0 where there is none.
fn weights(solution: &Solution, count: usize) -> Vec<RBig> {
    let of =
        |t| solution.support.iter().find(|atom| atom.candidate == t).map_or(RBig::ZERO, |atom| atom.weight.clone());
    (0..count).map(of).collect()
}

#[test]
fn worked_least_epsilon_is_positive_on_m_candidates() {
    // TV-LP1: the least epsilon is 3/2, at one mixture only.
    let solution = best(&[vec![0.0, 2.0, 0.0], vec![0.0, 1.0, 3.0], vec![0.0, 3.0, 3.0]], &Epsilon::Minimal);
    assert_eq!(solution.epsilon, ratio(3, 2));
    assert_eq!(weights(&solution, 3), [ratio(1, 2), ratio(1, 2), RBig::ZERO]);
    assert_eq!(solution.active, [0, 1]);
}

#[test]
fn worked_each_vertex_of_a_feasible_program_is_found() {
    // TV-LP2: at epsilon 0 the vertices are these three; the objective decides which.
    let rows = |objective: [f64; 3]| -> Vec<Vec<f64>> {
        [[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]].iter().zip(objective).map(|(g, c)| vec![c, g[0], g[1]]).collect()
    };
    let third = ratio(1, 3);
    let half = ratio(1, 2);
    for (objective, expected) in [
        ([0.0, 0.0, -1.0], [RBig::ZERO, RBig::ZERO, RBig::ONE]),
        ([-1.0, 0.0, 0.0], [third.clone(), third.clone(), third]),
        ([1.0, -1.0, 0.0], [RBig::ZERO, half.clone(), half]),
    ] {
        let solution = best(&rows(objective), &Epsilon::Minimal);
        assert!(solution.epsilon.is_zero());
        assert_eq!(weights(&solution, 3), expected);
    }
}

#[test]
fn worked_all_m_plus_one_candidates_are_needed() {
    // TV-LP3.
    let solution = best(&[vec![-9.0, 1.0, 0.0], vec![0.0, -2.0, 1.0], vec![0.0, 0.0, -2.0]], &Epsilon::Minimal);
    assert!(solution.epsilon.is_zero());
    assert_eq!(weights(&solution, 3), [ratio(4, 7), ratio(2, 7), ratio(1, 7)]);
    assert_eq!(solution.objective, ratio(-36, 7));
}

#[test]
fn worked_the_extremal_family_needs_every_candidate() {
    for (m, v, gamma) in [(1_u32, 1, 1.0), (4, 1, 0.5), (12, 3, 0.25)] {
        let name = format!("extremal:m={m},v={v},gamma={gamma}");
        let instance = Registry::ours().open(&name).expect("a family");
        let table = instance.problem.table().expect("a finite problem");
        let rows: Vec<Vec<f64>> = table.rows(Side::Constraints).map(<[f64]>::to_vec).collect();
        let solution = best(&rows, &Epsilon::Minimal);
        let gamma = RBig::try_from(gamma).expect("dyadic");
        assert_eq!(solution.objective, RBig::from(v) / (RBig::from(v) + RBig::from(m) * gamma));
        assert_eq!(solution.support.len(), m as usize + 1);
        assert_eq!(solution.active.len(), m as usize);
    }
}

#[test]
fn worked_no_constraints_the_cheapest_candidate() {
    let solution = best(&[vec![2.0], vec![-1.0], vec![0.5]], &Epsilon::Minimal);
    assert_eq!((solution.support.len(), solution.support[0].candidate), (1, 1));
    assert_eq!(solution.mass, -RBig::ONE);
}

#[test]
fn worked_infeasible_at_the_asked_epsilon_is_an_answer() {
    let candidates = candidates(&[vec![0.0, 2.0, 0.0], vec![0.0, 1.0, 3.0]]);
    let outcome = shrink(&candidates, &Epsilon::Given(ratio(1, 2))).expect("an answer");
    check(&candidates, &outcome).expect("the laws hold");
    let Outcome::Infeasible(farkas) = outcome else { panic!("no mixture keeps 1/2") };
    assert_eq!((farkas.epsilon, farkas.least), (ratio(1, 2), ratio(3, 2)));
}

#[test]
fn implication_every_vertex_enumerated_none_is_better() {
    holds(1500, &(rows(7), epsilon()), |(rows, epsilon)| agrees_with_enumeration(&candidates(&rows), &epsilon, real));
}

/// Programs of any size, the checker's opinion of each answer, and by enumeration of the dual what it must be.
#[test]
fn implication_on_random_instances() {
    holds_on_random_instances(&Lemma3, Least { known: 100, ..Least::default() });
}

/// Answers that are spoiled, one way each.
#[test]
fn implication_lemma_3_notices_wrong_answers() {
    type Spoil = fn(&Candidates, &Epsilon) -> referee::error::Result<Outcome>;
    let spoils: [Spoil; 3] = [
        // The best mixture of all candidates but the last.
        |candidates, epsilon| {
            let mut fewer = Candidates::new(candidates.num_constraints());
            for t in 0..candidates.len().saturating_sub(1).max(1) {
                let constraints: Vec<f64> =
                    (0..candidates.num_constraints()).map(|i| candidates.constraint(t, i)).collect();
                fewer.push(candidates.objective(t), &constraints)?;
            }
            shrink(&fewer, epsilon)
        },
        // An epsilon that is not the least.
        |candidates, _| {
            Ok(match shrink(candidates, &Epsilon::Given(ratio(1, 64)))? {
                Outcome::Optimal(solution) => Outcome::Optimal(Solution { epsilon_is_minimal: true, ..solution }),
                infeasible @ Outcome::Infeasible(_) => infeasible,
            })
        },
        // A mixture where there is none.
        |candidates, _| shrink(candidates, &Epsilon::Minimal),
    ];
    for spoil in spoils {
        caught(400, &programs(), |instance| match instance {
            Instance::Program(drawn) => {
                program_answer(drawn, &spoil(drawn.table.finite()?.candidates(), &drawn.epsilon)?)
            }
            other => panic!("{other:?}"),
        });
    }
}

/// At a positive least epsilon one candidate less is enough; above it, and at epsilon 0, it is not.
#[test]
fn implication_one_candidate_less_where_no_mixture_is_feasible() {
    let optimal = |candidates: &Candidates, epsilon: &Epsilon| match shrink(candidates, epsilon).expect("candidates") {
        Outcome::Optimal(best) => best,
        Outcome::Infeasible(farkas) => panic!("{farkas:?}"),
    };
    let (mut attained, mut lost) = (0, 0);
    for seed in 0..400 {
        let m = 1 + usize::try_from(seed % 3).expect("small");
        let game = random(seed, 7, m, false, |generator| f64::from(generator.random_range(-2..7_i32)));
        let candidates = game.finite().expect("finite numbers").candidates().clone();
        let best = optimal(&candidates, &Epsilon::Minimal);
        assert!(best.support.len() <= most_candidates(&best), "{best:?}");
        if best.epsilon.is_zero() {
            continue;
        }
        assert!(best.support.len() <= best.active.len() && best.support.len() <= m, "{best:?}");
        attained += usize::from(best.support.len() == m);
        let above = &best.epsilon + RBig::ONE / RBig::from(64);
        let loose = optimal(&candidates, &Epsilon::Given(above));
        assert!(loose.support.len() <= most_candidates(&loose), "{loose:?}");
        lost += usize::from(loose.support.len() == m + 1);
    }
    assert!(attained > 20, "the bound is attained only {attained} times");
    assert!(lost > 20, "an epsilon that is not least needs m + 1 candidates only {lost} times");
}

/// Best mixtures that are spread over copies of their candidates: as good, not vertices, and too large.
#[test]
fn necessity_of_a_vertex_on_random_programs() {
    holds(200, &tables(5, 0..=3, false), |mut table| {
        let (count, copies) = (table.rows.len(), table.m + 2);
        table.rows = std::iter::repeat_n(table.rows, copies).flatten().collect();
        let mut best = best(&table.rows, &Epsilon::Minimal);
        let share = |atom: &Atom| {
            let (first, weight) = (atom.candidate % count, &atom.weight / RBig::from(copies));
            (0..copies).map(move |copy| Atom { candidate: first + copy * count, weight: weight.clone() })
        };
        best.support = best.support.iter().flat_map(share).collect();
        best.support.sort_unstable_by_key(|atom| atom.candidate);
        prop_assert!(best.support.len() > best.active.len() + 1);
        let spread = Outcome::Optimal(best);
        prop_assert_eq!(check(&candidates(&table.rows), &spread), Err("vertex".to_owned()));
        let (document, bytes) = written(candidates(&table.rows), spread);
        prop_assert!(!is_accepted(&document, &bytes), "the checker takes it for a vertex");
        Ok(())
    });
}

/// An optimal mixture that is not a vertex may have as many candidates as there are: a weight shared among copies.
#[test]
fn necessity_of_a_vertex() {
    let rows = [[0.0, 1.0], [1.0, -0.5], [1.0, -0.5], [1.0, -0.5]].map(|row| row.to_vec());
    let vertex = best(&rows, &Epsilon::Minimal);
    assert_eq!(vertex.support.len(), 2);
    let share = |candidate| Atom { candidate, weight: if candidate == 0 { ratio(1, 3) } else { ratio(2, 9) } };
    let shared: Vec<Atom> = (0..4).map(share).collect();
    let means = candidates(&rows).means(shared.iter().map(|atom| (atom.candidate, &atom.weight)));
    assert_eq!(means, [vertex.objective.clone(), vertex.constraints[0].clone()], "as good, and feasible");
    let mixture = Solution { support: shared, ..vertex };
    assert_eq!(check(&candidates(&rows), &Outcome::Optimal(mixture)), Err("vertex".to_owned()));
}
