//! The search over random instances: what refutes a statement is found, shrunk, saved and drawn again.

#![cfg(feature = "cli")]

use proptest::strategy::BoxedStrategy;
use referee::arena::Seats;
use referee::certificate::{Certificate, Given, LowerBound};
use referee::error::Result;
use referee::game::Game;
use referee::strategies::{Instance, any_rounds};
use referee::theorems::{About, Lemma8, Lemma9, Measured, Statement, Theorem1};
use referee::trace::Rounds;
use referee::verification::random::{instances, search, seeds};
use std::num::NonZeroUsize;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Theorem 1 with a lower bound that is too good.
struct Lying;

impl Statement for Lying {
    fn about(&self) -> &'static About {
        Theorem1.about()
    }

    fn algorithm(&self) -> Option<Seats> {
        Theorem1.algorithm()
    }

    fn instances(&self) -> Option<BoxedStrategy<Instance>> {
        Some(any_rounds(Game::Lagrangian))
    }

    fn check(&self, given: &Given) -> Result<()> {
        Theorem1.check(given)
    }

    fn certify(&self, measured: &Measured, rounds: &mut dyn Rounds, given: Given) -> Result<Certificate> {
        let lower_bound = given.lower().map(|lower| LowerBound::declared(lower + 0.5));
        Theorem1.certify(measured, rounds, Given { lower_bound, ..given })
    }
}

fn size(instance: &Instance) -> usize {
    let Instance::Rounds(drawn) = instance else { panic!("it draws rounds") };
    drawn.rounds.len() * (1 + drawn.constraints()) + drawn.points.len()
}

#[test]
fn a_false_statement_is_refuted_and_its_instance_shrunk_and_drawn_again() {
    let all = seeds(3, 96);
    let found = search(&Lying, &all, ONE, &mut |_| ()).expect("it draws instances");
    assert!(found.counterexamples.len() > 3, "{}", found.tally);
    for example in &found.counterexamples {
        assert!(all.contains(&example.seed) && !example.judged.wrong.is_empty());
        let drawn = instances(&Lying, &[example.seed]).expect("it is drawn again");
        assert!(size(&example.instance) <= size(&drawn[0]), "shrinking makes nothing larger");
        let again = search(&Lying, &seeds(example.seed, 1), ONE, &mut |_| ()).expect("it draws instances");
        assert_eq!(again.counterexamples.len(), 1, "the seed of an instance is that of a search of one");
        assert_eq!(again.counterexamples[0].judged.wrong, example.judged.wrong);
        let folder = tempfile::tempdir().expect("a folder");
        example.judged.files.as_ref().expect("its files").write(folder.path()).expect("they are written");
        assert!(folder.path().join("trace.csv").exists() && folder.path().join("document.json").exists());
    }
    let least = found.counterexamples.iter().map(|example| size(&example.instance)).min();
    assert!(least <= Some(6), "a few rounds and points refute it: {least:?}");
}

#[test]
fn a_search_does_not_depend_on_threads_and_seeds_differ() {
    let all = seeds(11, 24);
    assert_eq!(all[0], 11);
    let two = NonZeroUsize::new(2).expect("two");
    let [one, other] = [ONE, two].map(|threads| search(&Lemma9, &all, threads, &mut |_| ()).expect("instances").tally);
    let untimed =
        |tally: &referee::verification::random::Tally| format!("{tally} {:?} {}", tally.tightest, tally.convex);
    assert_eq!(untimed(&one), untimed(&other));
    let texts: std::collections::BTreeSet<String> =
        instances(&Lemma8, &all).expect("instances").iter().map(|instance| format!("{instance:?}")).collect();
    assert_eq!(texts.len(), all.len(), "each seed draws another instance");
}
