//! The lambda-players: exact members, regrets below bounds on hard sequences, the formulas of the bounds, and optimism.

mod bounds;
mod by_hand;
mod formulas;
mod learners;
mod measure;
mod mirrors;
mod optimism;
mod properties;
mod self_play;
mod tree;
