//! What is said of runs and certificates, for programs that show it elsewhere than on a terminal.
//!
//! The sentences name flags (`--radius`), as those on a terminal do.

use super::certify::{closing, describe, singles};
use super::numbers::{at_least, at_most};
use super::shrink::print::{roughly, surely};
use crate::certificate::{Certificate, Claim, Role};
use crate::numerics::Enclosure;
use crate::regret::Single;
use crate::theorems::Certification;
use crate::trace::Labels;
use dashu_ratio::RBig;

pub use super::page::RunPage;

/// The closing sentences of a certificate ("Certified: ..", "If ..", "Not certified: .."), the most important first.
pub fn sentences(certification: &Certification, labels: &Labels) -> Vec<String> {
    closing(certification, Some(labels), false)
}

/// What a claim bounds, and whose claim it is: the quantity, and the statement of which it is a hypothesis or a conclusion.
pub fn claim(claim: &Claim, certificate: &Certificate) -> (&'static str, String) {
    let (quantity, statement) = describe(claim, certificate);
    let statement = match claim.role {
        Role::Hypothesis => format!("hypothesis of {statement}"),
        Role::Conclusion => statement.to_owned(),
    };
    (quantity, statement)
}

/// The two ends of an enclosure in nine digits, each rounded to its safe side.
pub fn ends(x: Enclosure) -> [String; 2] {
    [at_least(x.lo()), at_most(x.hi())]
}

/// A decimal, with the fraction behind it where that is short and the decimal is not all of it.
pub fn fraction(x: &RBig) -> String {
    roughly(x)
}

/// The same, rounded down: for what no mixture keeps.
pub fn fraction_at_least(x: &RBig) -> String {
    surely(x)
}

/// Which file to ship, and what its model does by the recorded values, of which the upper ends of enclosures were taken if
/// they are `rounded_up`.
pub fn ship(best: &Single, file: &str, rounded_up: bool) -> String {
    singles::ship(best, Some(file), singles::by(true, rounded_up))
}
