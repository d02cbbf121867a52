//! Certificates of Theorems 1-4 and Lemmas 6-7: the laws on random games with independently known answers, traces of
//! every shape, and broken twins that the laws must catch. The statements' own tests are in `theorems`.

mod blocks;
mod broken;
mod evidence;
pub(crate) mod exact;
mod expressions;
pub(crate) mod games;
pub(crate) mod laws;
mod shapes;
mod tightness;
mod undefined;
