//! What it means that the kit has teeth: a broken twin breaks the law that is named, and every law is broken by one.

use referee::testing::conformance::{Law, broken};
use std::collections::BTreeSet;

/// The laws that twins broke so far, for one kind of subject.
pub(crate) struct Teeth<S: 'static> {
    laws: &'static [Law<S>],
    bitten: BTreeSet<&'static str>,
}

impl<S> Teeth<S> {
    pub(crate) fn new(laws: &'static [Law<S>]) -> Self {
        Self { laws, bitten: BTreeSet::new() }
    }

    /// The sound one breaks nothing.
    pub(crate) fn spare(&self, who: &str, subject: &S) {
        assert_eq!(broken(self.laws, subject), [], "{who} is sound");
    }

    /// The twin breaks the law.
    pub(crate) fn bite(&mut self, who: &str, law: &'static str, subject: &S) {
        let broken = broken(self.laws, subject);
        assert!(broken.iter().any(|(name, _)| *name == law), "{who} breaks {broken:?}, but not `{law}`");
        self.bitten.insert(law);
    }

    /// The twin breaks the law, which alone is asked: for twins that take long.
    pub(crate) fn bite_only(&mut self, who: &str, law: &'static str, subject: &S) {
        let asked = self.laws.iter().find(|asked| asked.name == law).expect("there is such a law");
        assert!((asked.check)(subject).is_err(), "{who} does not break `{law}`");
        self.bitten.insert(law);
    }

    /// The law is the same function as one whose twins are elsewhere.
    pub(crate) fn elsewhere(&mut self, law: &'static str) {
        self.bitten.insert(law);
    }

    /// No law is left that no twin breaks.
    pub(crate) fn all_bite(&self) {
        let idle: Vec<&str> = self.laws.iter().map(|law| law.name).filter(|name| !self.bitten.contains(name)).collect();
        assert!(idle.is_empty(), "no broken twin fails {idle:?}");
    }
}
