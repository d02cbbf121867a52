//! Purification: the same constraints, no worse objective, at most m + 1 candidates.

use super::instances::{candidates, rows};
use crate::common::{catches, holds};
use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::error::Result;
use referee::shrink::{Atom, Candidates, purify};

type Purifier = fn(&Candidates, &[Atom]) -> Result<Vec<Atom>>;

fn mixtures() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<u32>)> {
    rows(14).prop_flat_map(|rows| {
        let weights = prop::collection::vec(0_u32..9, rows.len());
        (Just(rows), weights)
    })
}

fn law(purifier: Purifier, rows: &[Vec<f64>], parts: &[u32]) -> crate::common::Outcome {
    let candidates = candidates(rows);
    let total: u32 = parts.iter().sum();
    if total == 0 {
        return Ok(());
    }
    let atom = |(candidate, &part): (usize, &u32)| Atom { candidate, weight: RBig::from(part) / RBig::from(total) };
    let mixture: Vec<Atom> = parts.iter().enumerate().map(atom).collect();
    let pure = purifier(&candidates, &mixture).expect("a mixture");
    let means = |atoms: &[Atom]| candidates.means(atoms.iter().map(|atom| (atom.candidate, &atom.weight)));
    let (before, after) = (means(&mixture), means(&pure));
    prop_assert!(pure.len() <= candidates.num_constraints() + 1, "{} candidates", pure.len());
    prop_assert!(pure.iter().all(|atom| atom.weight > RBig::ZERO));
    prop_assert_eq!(pure.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight), RBig::ONE);
    prop_assert_eq!(&before[1..], &after[1..]);
    prop_assert!(after[0] <= before[0]);
    // Nobody joins who was not there.
    prop_assert!(pure.iter().all(|atom| parts[atom.candidate] > 0));
    Ok(())
}

#[test]
fn any_mixture_is_purified() {
    holds(400, &mixtures(), |(rows, parts)| law(purify, &rows, &parts));
}

#[test]
fn broken_purifiers_are_noticed() {
    let lazy: Purifier = |_, mixture| Ok(mixture.iter().filter(|atom| !atom.weight.is_zero()).cloned().collect());
    let greedy: Purifier = |_, mixture| {
        let heaviest = mixture.iter().max_by(|a, b| a.weight.cmp(&b.weight)).expect("a mixture");
        Ok(vec![Atom { weight: RBig::ONE, ..heaviest.clone() }])
    };
    // Goes up instead of down: the right steps for the negated objective.
    let backwards: Purifier = |candidates, mixture| {
        let mut negated = Candidates::new(candidates.num_constraints());
        for t in 0..candidates.len() {
            let constraints: Vec<f64> =
                (0..candidates.num_constraints()).map(|i| candidates.constraint(t, i)).collect();
            negated.push(-candidates.objective(t), &constraints)?;
        }
        purify(&negated, mixture)
    };
    for broken in [lazy, greedy, backwards] {
        catches(400, &mixtures(), |(rows, parts)| law(broken, &rows, &parts));
    }
}

#[test]
fn what_is_no_mixture_is_refused() {
    let candidates = candidates(&[vec![0.0, 1.0], vec![1.0, 0.0]]);
    let atom = |candidate, weight| Atom { candidate, weight };
    let half = RBig::ONE / RBig::from(2);
    for (mixture, words) in [
        (vec![atom(0, half.clone())], "sum to 1/2, not to 1"),
        (vec![atom(0, RBig::from(2)), atom(1, -RBig::ONE)], "candidate 1 is -1, but must not be negative"),
        (vec![atom(2, RBig::ONE)], "there is no candidate 2: they are counted from 0 to 1"),
    ] {
        let error = purify(&candidates, &mixture).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
