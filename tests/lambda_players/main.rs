//! The lambda-players: exact members, regrets below bounds on hard sequences, and twins that must be caught.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod broken;
mod measure;
mod properties;
