//! What the tests of several statements share: traces as text, verdicts, rationals.

#[cfg(feature = "cli")]
pub(crate) mod existence;
#[cfg(feature = "cli")]
mod misses;
#[cfg(feature = "cli")]
pub(crate) mod random;
#[cfg(feature = "cli")]
pub(crate) mod rates;

use dashu_ratio::RBig;
use referee::certificate::{Certificate, GivenMargin, GivenRange, Verdict};
use referee::numerics::Enclosure;
use referee::numerics::rational::enclose;
use referee::trace::Trace;

pub(crate) fn trace(text: &str) -> Trace {
    Trace::from_reader(text.as_bytes(), "run.csv").expect("the trace is right")
}

pub(crate) fn verdict(certificate: &Certificate, name: &str) -> Option<Verdict> {
    certificate.claim(name).map(|claim| claim.verdict)
}

pub(crate) fn ratio(numerator: i64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

/// The enclosure must be the tightest one of the number.
pub(crate) fn is(found: Option<Enclosure>, numerator: i64, denominator: u64) {
    let number = ratio(numerator, denominator);
    assert_eq!(found, Some(enclose(&number)), "{number}");
}

pub(crate) fn margin(value: f64, objective: f64) -> GivenMargin {
    GivenMargin { value, point: None, objective: Some(Enclosure::point(objective)) }
}

pub(crate) fn range(value: f64) -> GivenRange {
    GivenRange { value, enclosed: false }
}
