//! Comparing two formulas that end alike.
//!
//! `u / 3 - 0.1 >= v / 3 - 0.1` if and only if `u >= v`, but enclosures of the two sides overlap where `u = v`, because
//! one third is rounded down on one side and up on the other. So what the two have in common is taken off first.

use super::Expr;
use super::tape::Op;

impl Expr {
    /// The order of `self` and `other` at a point is that of the two expressions returned: equal last operations
    /// `+ c`, `- c`, and `* c`, `/ c` with `c > 0`, are taken off both.
    pub(crate) fn without_common_ending(&self, other: &Self) -> (Self, Self) {
        let (mut left, mut right) = (self.clone(), other.clone());
        while let (Some((a, ending)), Some((b, same))) = (left.last_step(), right.last_step())
            && ending == same
        {
            left.nodes = left.nodes[..=a].into();
            right.nodes = right.nodes[..=b].into();
        }
        (left, right)
    }

    /// The operand of the last operation, and that operation with its constant, if it is one that keeps the order.
    fn last_step(&self) -> Option<(usize, (u8, u64))> {
        let constant = |index: u32| match self.nodes[index as usize].op {
            Op::Number(literal) => Some(literal.0),
            _ => None,
        };
        let (operand, kind, c) = match self.root().op {
            Op::Add(a, b) => (a, 0, constant(b)?),
            Op::Subtract(a, b) => (a, 1, constant(b)?),
            Op::Multiply(a, b) => (a, 2, constant(b).filter(|&c| c > 0.0)?),
            Op::Divide(a, b) => (a, 3, constant(b).filter(|&c| c > 0.0)?),
            _ => return None,
        };
        Some((operand as usize, (kind, c.to_bits())))
    }
}

#[cfg(test)]
#[path = "../../tests/inside/expr/ending.rs"]
mod tests;
