//! Random programs: the answer is that of the enumeration, obeys every law, and beats what it came from.

use super::enumeration::{least_epsilon, least_objective};
use super::instances::{candidates, rows};
use crate::common::{Outcome as Law, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::shrink::{Candidates, Epsilon, Outcome, bisect, shrink};
use referee::verification::random::outcome as check;

/// The law of a shrinker: what it answers is what the enumeration finds.
pub(crate) fn agrees_with_enumeration(
    candidates: &Candidates,
    epsilon: &Epsilon,
    shrinker: impl Fn(&Candidates, &Epsilon) -> Outcome,
) -> Law {
    let answer = shrinker(candidates, epsilon);
    check(candidates, &answer).map_err(|law| TestCaseError::fail(format!("{law}: {answer:?}")))?;
    let (bound, minimal) = match epsilon {
        Epsilon::Minimal => (least_epsilon(candidates), true),
        Epsilon::Given(bound) => (bound.clone(), false),
    };
    match (answer, least_objective(candidates, &bound)) {
        (Outcome::Optimal(solution), Some(least)) => {
            prop_assert_eq!(solution.epsilon_is_minimal, minimal);
            prop_assert_eq!(solution.epsilon, bound);
            prop_assert_eq!(solution.objective, least);
        }
        (Outcome::Infeasible(farkas), None) => {
            prop_assert_eq!(farkas.epsilon, bound);
            prop_assert_eq!(farkas.least, least_epsilon(candidates));
        }
        (answer, least) => prop_assert!(false, "{answer:?}, but the enumeration says {least:?}"),
    }
    Ok(())
}

pub(crate) fn real(candidates: &Candidates, epsilon: &Epsilon) -> Outcome {
    shrink(candidates, epsilon).expect("candidates, and an epsilon that is not negative")
}

#[test]
fn the_answer_is_never_worse_than_the_average() {
    holds(300, &rows(12), |rows| {
        let candidates = candidates(&rows);
        let share = RBig::ONE / RBig::from(rows.len());
        let means = candidates.means((0..rows.len()).map(|t| (t, &share)));
        let worst = means[1..].iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()));
        let Outcome::Optimal(best) = real(&candidates, &Epsilon::Given(worst.clone())) else {
            return Err(TestCaseError::fail("the average itself is feasible"));
        };
        prop_assert!(best.objective <= means[0]);
        let Outcome::Optimal(best) = real(&candidates, &Epsilon::Minimal) else {
            return Err(TestCaseError::fail("a least epsilon exists"));
        };
        prop_assert!(best.epsilon <= worst);
        Ok(())
    });
}

#[test]
fn bisection_closes_in_on_the_least_epsilon() {
    holds(150, &rows(6), |rows| {
        let candidates = candidates(&rows);
        let least = least_epsilon(&candidates);
        let (below, above) = bisect(&candidates, 12).expect("candidates");
        prop_assert!(above >= least, "{above} is infeasible");
        match below {
            Some(below) => prop_assert!(below < least, "{below} is feasible"),
            None => prop_assert!(least.is_zero() && above.is_zero()),
        }
        Ok(())
    });
}

#[test]
fn wrong_calls_are_refused() {
    let none = Candidates::new(1);
    assert_eq!(shrink(&none, &Epsilon::Minimal).unwrap_err().to_string(), "there are no candidates to mix");
    let one = candidates(&[vec![0.0, 0.0]]);
    let error = shrink(&one, &Epsilon::Given(-RBig::ONE / RBig::from(3))).unwrap_err().to_string();
    assert_eq!(error, "epsilon is -1/3, but it must not be negative");
}
