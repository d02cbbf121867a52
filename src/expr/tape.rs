//! The tape: nodes in topological order, equal sub-expressions stored once.

use crate::error::{Error, Result};
use std::collections::HashMap;

/// The most nodes that one expression may have; far above any problem written by hand.
const MAX_NODES: usize = 100_000;

/// A non-negative finite double of the source text. Bits are compared: no literal is NaN or minus zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal(pub(super) f64);

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Literal {}

impl std::hash::Hash for Literal {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

/// The functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The absolute value.
    Abs,
    /// The exponential function.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The square root.
    Sqrt,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// 1 where the argument is positive, else 0.
    Step,
    /// `max(0, 1 + u)`.
    Hinge,
    /// `1 / (1 + exp(-u))`.
    Sigmoid,
    /// The distribution function of the standard normal law.
    Phi,
}

impl Function {
    /// Every function of one argument.
    pub const ALL: [Self; 10] = [
        Self::Abs,
        Self::Exp,
        Self::Ln,
        Self::Sqrt,
        Self::Sin,
        Self::Cos,
        Self::Step,
        Self::Hinge,
        Self::Sigmoid,
        Self::Phi,
    ];

    /// The name in the problem language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abs => "abs",
            Self::Exp => "exp",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Sin => "sin",
            Self::Cos => "cos",
            Self::Step => "step",
            Self::Hinge => "hinge",
            Self::Sigmoid => "sigmoid",
            Self::Phi => "Phi",
        }
    }
}

/// One operation; the numbers are indices of earlier nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Number(Literal),
    Variable(u32),
    Negate(u32),
    Add(u32, u32),
    Subtract(u32, u32),
    Multiply(u32, u32),
    Divide(u32, u32),
    Power(u32, i32),
    Max(u32, u32),
    Min(u32, u32),
    Call(Function, u32),
}

impl Op {
    /// The same operation with its operands elsewhere.
    pub(super) fn relocated(self, to: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Number(_) | Self::Variable(_) => self,
            Self::Negate(a) => Self::Negate(to(a)),
            Self::Add(a, b) => Self::Add(to(a), to(b)),
            Self::Subtract(a, b) => Self::Subtract(to(a), to(b)),
            Self::Multiply(a, b) => Self::Multiply(to(a), to(b)),
            Self::Divide(a, b) => Self::Divide(to(a), to(b)),
            Self::Power(a, n) => Self::Power(to(a), n),
            Self::Max(a, b) => Self::Max(to(a), to(b)),
            Self::Min(a, b) => Self::Min(to(a), to(b)),
            Self::Call(function, a) => Self::Call(function, to(a)),
        }
    }

    /// The nodes it reads: none, one or two.
    pub(super) fn operands(self) -> [Option<u32>; 2] {
        match self {
            Self::Number(_) | Self::Variable(_) => [None, None],
            Self::Negate(a) | Self::Power(a, _) | Self::Call(_, a) => [Some(a), None],
            Self::Add(a, b)
            | Self::Subtract(a, b)
            | Self::Multiply(a, b)
            | Self::Divide(a, b)
            | Self::Max(a, b)
            | Self::Min(a, b) => [Some(a), Some(b)],
        }
    }
}

/// An operation, where it stands in the source, and whether no variable occurs below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) column: u32,
    pub(super) constant: bool,
}

/// Builds a tape, one node for each different sub-expression.
///
/// The last node is the root: the root's text is strictly longer than that of every sub-expression, so it is never
/// found among the nodes that are already there.
#[derive(Default)]
pub(super) struct Tape {
    nodes: Vec<Node>,
    known: HashMap<Op, u32>,
}

impl Tape {
    /// A tape that has these nodes already.
    pub(super) fn of(nodes: &[Node]) -> Self {
        let known = (0..).zip(nodes).map(|(index, node)| (node.op, index)).collect();
        Self { nodes: nodes.to_vec(), known }
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The index of this operation, new or met before (then the column of its first place stays).
    pub(super) fn push(&mut self, op: Op, column: usize) -> Result<u32> {
        if let Some(&index) = self.known.get(&op) {
            return Ok(index);
        }
        if self.nodes.len() == MAX_NODES {
            let message = format!("the expression has more than {MAX_NODES} different parts; split it");
            return Err(Error::new(message).at_column(column));
        }
        let constant = match op {
            Op::Number(_) => true,
            Op::Variable(_) => false,
            _ => op.operands().iter().flatten().all(|&operand| self.nodes[operand as usize].constant),
        };
        let index = u32::try_from(self.nodes.len()).expect("at most MAX_NODES nodes");
        let column = u32::try_from(column).expect("the length of the text is limited");
        self.nodes.push(Node { op, column, constant });
        self.known.insert(op, index);
        Ok(index)
    }

    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }
}
