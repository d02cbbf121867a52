//! Expressions as a list of operations, each on results before it, with equal sub-expressions shared.
//!
//! Sharing is not only shorter: slopes of a shared sub-expression are added before they are multiplied, which is never
//! wider than the other way round.

use super::elementary;
use super::interval::Interval;
use super::number::Dyadic;
use std::collections::{HashMap, HashSet};

/// A function of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Call {
    Abs,
    Exp,
    Ln,
    Sqrt,
    Sin,
    Cos,
    Step,
    Hinge,
    Sigmoid,
    Phi,
}

/// One operation; operands are places in the list, before this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Constant(Dyadic),
    Variable(usize),
    Sum(usize, usize),
    Difference(usize, usize),
    Product(usize, usize),
    Quotient(usize, usize),
    Negation(usize),
    Power(usize, i32),
    Maximum(usize, usize),
    Minimum(usize, usize),
    Call(Call, usize),
}

impl Node {
    /// The same operation with its operands at other places.
    pub(crate) fn relocated(self, place: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Constant(_) | Self::Variable(_) => self,
            Self::Sum(a, b) => Self::Sum(place(a), place(b)),
            Self::Difference(a, b) => Self::Difference(place(a), place(b)),
            Self::Product(a, b) => Self::Product(place(a), place(b)),
            Self::Quotient(a, b) => Self::Quotient(place(a), place(b)),
            Self::Negation(a) => Self::Negation(place(a)),
            Self::Power(a, n) => Self::Power(place(a), n),
            Self::Maximum(a, b) => Self::Maximum(place(a), place(b)),
            Self::Minimum(a, b) => Self::Minimum(place(a), place(b)),
            Self::Call(call, a) => Self::Call(call, place(a)),
        }
    }

    /// The places of the operands; one place twice for operations of one operand.
    pub(crate) fn operands(self) -> Option<(usize, usize)> {
        match self {
            Self::Constant(_) | Self::Variable(_) => None,
            Self::Negation(a) | Self::Power(a, _) | Self::Call(_, a) => Some((a, a)),
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Quotient(a, b)
            | Self::Maximum(a, b)
            | Self::Minimum(a, b) => Some((a, b)),
        }
    }
}

/// All expressions of a problem, while it is read.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    nodes: Vec<Node>,
    places: HashMap<Node, usize>,
    is_literal: bool,
}

impl Tape {
    /// A tape that has these operations already.
    pub(crate) fn of(nodes: &[Node]) -> Self {
        let places = nodes.iter().zip(0..).map(|(&node, place)| (node, place)).collect();
        Self { nodes: nodes.to_vec(), places, is_literal: false }
    }

    /// A tape that keeps every operation as it was written: on it, two places are one only if the parse trees are equal.
    pub(crate) fn literal() -> Self {
        Self { is_literal: true, ..Self::default() }
    }

    pub(crate) fn is_literal(&self) -> bool {
        self.is_literal
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The place of an operation, a new one if it is not there yet. Unless the tape is literal, a product `u u` is the
    /// square of `u`, and the larger or smaller of `u` and `u` is `u`.
    pub(crate) fn place(&mut self, node: Node) -> usize {
        let node = match node {
            literal if self.is_literal => literal,
            Node::Product(a, b) if a == b => Node::Power(a, 2),
            Node::Power(a, 1) => return a,
            Node::Maximum(a, b) | Node::Minimum(a, b) if a == b => return a,
            Node::Product(a, b) => Node::Product(a.min(b), a.max(b)),
            Node::Sum(a, b) => Node::Sum(a.min(b), a.max(b)),
            other => other,
        };
        let next = self.nodes.len();
        let place = *self.places.entry(node).or_insert(next);
        if place == next {
            self.nodes.push(node);
        }
        place
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is needed to compute the results at some places, and nothing else.
    pub(crate) fn program(&self, roots: &[usize]) -> Program {
        let (mut needed, mut waiting) = (HashSet::new(), roots.to_vec());
        while let Some(place) = waiting.pop() {
            if needed.insert(place) {
                let operands = self.nodes.get(place).and_then(|node| node.operands());
                waiting.extend(operands.map(|(a, b)| [a, b]).into_iter().flatten());
            }
        }
        let mut needed: Vec<usize> = needed.into_iter().collect();
        needed.sort_unstable();
        let moved = |old: usize| needed.binary_search(&old).unwrap_or(0);
        let nodes: Vec<Node> = needed.iter().filter_map(|&old| Some(self.nodes.get(old)?.relocated(moved))).collect();
        let roots = roots.iter().map(|&root| moved(root)).collect();
        let mut depends: Vec<bool> = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let on = |place: usize| depends.get(place).copied().unwrap_or(true);
            let here = matches!(node, Node::Variable(_)) || node.operands().is_some_and(|(a, b)| on(a) || on(b));
            depends.push(here);
        }
        Program { nodes, roots, depends }
    }
}

/// The operations of some functions, in order.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    /// Where the functions' results are.
    pub(crate) roots: Vec<usize>,
    /// Whether the result depends on a variable at all.
    pub(crate) depends: Vec<bool>,
}

/// The result at a place; all numbers, which contains any result, where there is none.
pub(crate) fn at(values: &[Interval], place: usize) -> Interval {
    values.get(place).copied().unwrap_or(Interval::WHOLE)
}

impl Program {
    /// Encloses all results over a box.
    ///
    /// # Errors
    /// If a function may have no value there: which one, as a phrase.
    pub(crate) fn evaluate(&self, point: &[Interval], values: &mut Vec<Interval>) -> Result<(), &'static str> {
        values.clear();
        for &node in &self.nodes {
            let of = |place| at(values, place);
            let value = match node {
                Node::Constant(x) => Interval::point(x),
                Node::Variable(i) => at(point, i),
                Node::Sum(a, b) => of(a).plus(of(b)),
                Node::Difference(a, b) => of(a).minus(of(b)),
                Node::Product(a, b) => of(a).times(of(b)),
                Node::Quotient(a, b) => of(a).over(of(b)).ok_or("a divisor may be 0")?,
                Node::Negation(a) => of(a).negated(),
                Node::Power(a, n) => of(a).power(n).ok_or("the base of a negative power may be 0")?,
                Node::Maximum(a, b) => of(a).max(of(b)),
                Node::Minimum(a, b) => of(a).min(of(b)),
                Node::Call(call, a) => apply(call, of(a))?,
            };
            values.push(value);
        }
        Ok(())
    }

    /// The results of the functions after [`Program::evaluate`].
    pub(crate) fn results<'a>(&'a self, values: &'a [Interval]) -> impl Iterator<Item = Interval> + 'a {
        self.roots.iter().map(|&root| at(values, root))
    }
}

fn apply(call: Call, u: Interval) -> Result<Interval, &'static str> {
    Ok(match call {
        Call::Abs => u.abs(),
        Call::Exp => elementary::exp(u),
        Call::Ln => elementary::ln(u).ok_or("the argument of ln may be 0 or negative")?,
        Call::Sqrt => u.sqrt().ok_or("the argument of sqrt may be negative")?,
        Call::Sin => elementary::sin(u),
        Call::Cos => elementary::cos(u),
        Call::Step => u.step(),
        Call::Hinge => u.hinge(),
        Call::Sigmoid => elementary::sigmoid(u),
        Call::Phi => elementary::normal_distribution(u),
    })
}
