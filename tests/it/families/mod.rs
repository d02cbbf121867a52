//! The families' closed forms against independent judges: sampled points, dual bounds, exact linear programs.
//!
//! A law fails only on a certain violation: enclosures that overlap prove nothing and are let through. So each law is
//! also given answers that are a little wrong, and must notice.

mod broken;
mod direct;
mod exact;
mod members;
mod spec;
mod table;
mod worked;

use referee::testing::laws_family as laws;
