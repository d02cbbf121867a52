//! The second phase of `referee solve` in words: the shrunk mixture, single models, and the refined mixture.

mod gap;
mod print;

pub(super) use print::{add_to, text};
