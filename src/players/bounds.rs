//! Step sizes and regret bounds as functions of the constants: what the theorems promise, in one place.
//!
//! A bound is rounded up; a step is a double near the formula, since every bound here holds for any step and is
//! evaluated at the step that is really used.
