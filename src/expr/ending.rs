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
mod tests {
    use super::*;
    use crate::expr::Workspace;

    fn ends(a: &str, b: &str) -> (f64, f64) {
        let parse = |text| Expr::parse(text, &["x"]).expect("well formed");
        let (a, b) = parse(a).without_common_ending(&parse(b));
        let at = |expr: Expr| expr.eval_f64(&[2.0], &mut Workspace::new()).expect("defined");
        (at(a), at(b))
    }

    #[test]
    fn equal_endings_are_taken_off_and_others_stay() {
        assert_eq!(ends("(x^2 + x) / 3 - 0.1", "x / 3 - 0.1"), (6.0, 2.0));
        assert_eq!(ends("(x + 5) * 4 + 1", "(x + 7) * 4 + 1"), (7.0, 9.0));
        assert_eq!(ends("x^2 - 1", "x - 2"), (3.0, 0.0));
        assert_eq!(ends("x^2 - 1", "x + 1"), (3.0, 3.0));
        assert_eq!(ends("x^2 * 2", "x / 2"), (8.0, 1.0));
        // A factor of 0 or a negative one does not keep the order.
        assert_eq!(ends("x^2 * 0", "x * 0"), (0.0, 0.0));
        assert_eq!(ends("x^2 * -3", "x * -3"), (-12.0, -6.0));
        assert_eq!(ends("1 - x^2", "1 - x"), (-3.0, -1.0));
    }
}
