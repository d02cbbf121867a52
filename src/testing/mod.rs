//! The conformance kit: laws that every domain, ours or yours, must obey (feature `testing`).
//!
//! A law is a function of plain data that returns `Err` with one sentence when the law is broken. It decides with
//! exact rationals or outward enclosures, so a failure is a certain one. Feed it from any generator of test cases.

pub mod laws_domain;
