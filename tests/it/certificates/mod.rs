//! Certificates of Theorems 1-4 and Lemmas 6-7: implications on random games with independently known answers, the
//! need for each hypothesis, numbers computed by hand, and broken twins that the laws must catch.

mod broken;
mod exact;
mod expressions;
mod games;
mod implication;
mod necessity;
mod shapes;
mod tightness;
mod undefined;
mod worked;
