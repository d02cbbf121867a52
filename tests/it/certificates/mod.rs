//! Certificates of Theorems 1-4 and Lemmas 6-7: implications on random games with independently known answers, the
//! need for each hypothesis, numbers computed by hand, and broken twins that the laws must catch.

mod broken;
pub(crate) mod exact;
mod expressions;
pub(crate) mod games;
pub(crate) mod laws;
mod shapes;
mod tightness;
