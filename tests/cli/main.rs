//! The program's tests: what is printed and written, what is refused, with which status.

#![cfg(feature = "cli")]

mod bound;
mod calls;
mod certify;
mod check;
mod equilibrium;
mod first_user;
#[cfg(feature = "data")]
mod fit;
mod shrink;
mod solve;
mod traces;
mod training_run;
mod words;
