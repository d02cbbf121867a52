//! Derivatives as expressions, so that their own slopes say how a function bends.
//!
//! The backward loop of [`gradient`](super::gradient) with operations in the place of numbers.

use super::tape::{Literal, Op, Tape};
use super::{Expr, Function};

/// More nodes than this are not differentiated.
const MOST_NODES: usize = 10_000;

impl Expr {
    /// The derivative by each variable. `None` if a part that depends on a variable has a kink or a jump (`abs`, `max`,
    /// `min`, `step`, `hinge`) or a derivative that the language cannot say (`Phi`), or there are too many parts.
    ///
    /// Wherever all of them are defined on a box on which this is, they are its partial derivatives there.
    pub(crate) fn derivatives(&self) -> Option<Vec<Self>> {
        if self.nodes.len() > MOST_NODES {
            return None;
        }
        let mut writer = Writer { tape: Tape::of(&self.nodes), column: 1 };
        let one = writer.push(Op::Number(Literal(1.0)))?;
        let mut adjoints = vec![None; self.nodes.len()];
        let mut found = vec![writer.push(Op::Number(Literal(0.0)))?; self.variables.len()];
        *adjoints.last_mut()? = Some(one);
        for index in (0..self.nodes.len()).rev() {
            let node = self.nodes[index];
            let Some(adjoint) = adjoints[index].filter(|_| !node.constant) else { continue };
            writer.column = node.column as usize;
            if let Op::Variable(variable) = node.op {
                found[variable as usize] = adjoint;
            }
            for (operand, part) in
                writer.backward(node.op, u32::try_from(index).ok()?, adjoint, one)?.into_iter().flatten()
            {
                let slot = &mut adjoints[operand as usize];
                *slot = Some(slot.map_or(Some(part), |sum| writer.push(Op::Add(sum, part)))?);
            }
        }
        Some(found.into_iter().map(|root| self.extracted(&writer.tape, root)).collect())
    }

    /// What is needed for one node of a tape: that node is then the last.
    fn extracted(&self, tape: &Tape, root: u32) -> Self {
        let nodes = tape.nodes();
        let mut needed = vec![false; root as usize + 1];
        needed[root as usize] = true;
        let mut moved = vec![0; needed.len()];
        for index in (0..needed.len()).rev() {
            if needed[index] {
                nodes[index].op.operands().into_iter().flatten().for_each(|operand| needed[operand as usize] = true);
            }
        }
        let mut kept = Vec::new();
        for (index, _) in needed.iter().enumerate().filter(|(_, needed)| **needed) {
            let mut node = nodes[index];
            node.op = node.op.relocated(|operand| moved[operand as usize]);
            moved[index] = u32::try_from(kept.len()).expect("no more than on the tape");
            kept.push(node);
        }
        Self { nodes: kept.into(), variables: self.variables.clone() }
    }
}

/// Puts operations on a tape.
struct Writer {
    tape: Tape,
    column: usize,
}

/// The operands of an operation, each with its share of the adjoint.
type Parts = [Option<(u32, u32)>; 2];

impl Writer {
    fn push(&mut self, op: Op) -> Option<u32> {
        self.tape.push(op, self.column).ok()
    }

    fn number(&mut self, value: f64) -> Option<u32> {
        self.push(Op::Number(Literal(value)))
    }

    fn backward(&mut self, op: Op, this: u32, adjoint: u32, one: u32) -> Option<Parts> {
        let times = |writer: &mut Self, factor: u32| {
            if adjoint == one { Some(factor) } else { writer.push(Op::Multiply(adjoint, factor)) }
        };
        Some(match op {
            Op::Number(_) | Op::Variable(_) | Op::Power(_, 0) => [None, None],
            Op::Negate(a) => [Some((a, self.push(Op::Negate(adjoint))?)), None],
            Op::Add(a, b) => [Some((a, adjoint)), Some((b, adjoint))],
            Op::Subtract(a, b) => [Some((a, adjoint)), Some((b, self.push(Op::Negate(adjoint))?))],
            Op::Multiply(a, b) if a == b => return self.backward(Op::Power(a, 2), this, adjoint, one),
            Op::Multiply(a, b) => [Some((a, times(self, b)?)), Some((b, times(self, a)?))],
            Op::Divide(a, b) => {
                let (by_dividend, ratio) = (self.push(Op::Divide(adjoint, b))?, self.push(Op::Divide(this, b))?);
                let by_divisor = times(self, ratio)?;
                [Some((a, by_dividend)), Some((b, self.push(Op::Negate(by_divisor))?))]
            }
            Op::Power(a, 1) => [Some((a, adjoint)), None],
            Op::Power(a, n) => {
                let power = if n == 2 { a } else { self.push(Op::Power(a, n - 1))? };
                let size = self.number(f64::from(n.unsigned_abs()))?;
                let local = self.push(Op::Multiply(size, power))?;
                let part = times(self, local)?;
                [Some((a, if n < 0 { self.push(Op::Negate(part))? } else { part })), None]
            }
            Op::Call(function, a) => {
                let part = match function {
                    Function::Exp => times(self, this)?,
                    Function::Ln => self.push(Op::Divide(adjoint, a))?,
                    Function::Sqrt => {
                        let two = self.number(2.0)?;
                        let twice = self.push(Op::Multiply(two, this))?;
                        self.push(Op::Divide(adjoint, twice))?
                    }
                    Function::Sin => {
                        let local = self.push(Op::Call(Function::Cos, a))?;
                        times(self, local)?
                    }
                    Function::Cos => {
                        let local = self.push(Op::Call(Function::Sin, a))?;
                        let part = times(self, local)?;
                        self.push(Op::Negate(part))?
                    }
                    Function::Sigmoid => {
                        let rest = self.push(Op::Subtract(one, this))?;
                        let local = self.push(Op::Multiply(this, rest))?;
                        times(self, local)?
                    }
                    Function::Abs | Function::Step | Function::Hinge | Function::Phi => return None,
                };
                [Some((a, part)), None]
            }
            Op::Max(..) | Op::Min(..) => return None,
        })
    }
}
