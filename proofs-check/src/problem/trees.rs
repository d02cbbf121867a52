//! The parse trees of a problem's expressions: to be shown and compared, never computed with.

use super::Function;
use super::expression::{self, call_name};
use super::tape::{Node, Tape};
use crate::decimal::{double, plain};

/// How tightly an operation binds: an operand that binds less stands in parentheses.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGNED: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

fn level(node: Node) -> u8 {
    match node {
        Node::Sum(..) | Node::Difference(..) => SUM,
        Node::Product(..) | Node::Quotient(..) => PRODUCT,
        Node::Negation(_) => SIGNED,
        Node::Power(..) => POWER,
        Node::Constant(_) | Node::Variable(_) | Node::Maximum(..) | Node::Minimum(..) | Node::Call(..) => ATOM,
    }
}

/// What is yet to be written.
enum Piece {
    Text(&'static str),
    Exponent(i32),
    /// An operation, in parentheses if it binds less than this.
    Tree(usize, u8),
}

#[derive(Debug)]
pub(crate) struct Trees {
    tape: Tape,
    pub(crate) variables: Vec<String>,
    objective: usize,
    /// Each constraint and its proxy.
    pub(crate) constraints: Vec<(usize, Option<usize>)>,
}

impl Trees {
    pub(super) fn read(
        variables: &[String],
        objective: &str,
        constraints: &[(String, Option<String>)],
    ) -> Result<Self, String> {
        let mut tape = Tape::literal();
        let mut read = |text: &str| expression::read(text, variables, &mut tape);
        let objective = read(objective)?;
        let mut roots = Vec::with_capacity(constraints.len());
        for (text, proxy) in constraints {
            roots.push((read(text)?, proxy.as_ref().map(|text| read(text)).transpose()?));
        }
        Ok(Self { tape, variables: variables.to_vec(), objective, constraints: roots })
    }

    fn root(&self, function: Function) -> Option<usize> {
        match function {
            Function::Objective => Some(self.objective),
            Function::Constraint(i) => self.constraints.get(i).map(|(constraint, _)| *constraint),
            Function::Proxy(i) => self.constraints.get(i).and_then(|(_, proxy)| *proxy),
        }
    }

    /// A function as text; `None` if there is none. A proxy is one of its own only.
    pub(crate) fn text(&self, function: Function) -> Option<String> {
        self.root(function).map(|root| self.written(root))
    }

    /// The first of the functions that has another parse tree in the other problem, with variables counted.
    pub(crate) fn first_difference(
        &self,
        other: &Self,
        functions: impl IntoIterator<Item = Function>,
    ) -> Option<Function> {
        let mut common = Tape::literal();
        let (ours, theirs) = (self.onto(&mut common), other.onto(&mut common));
        let place = |places: &[usize], root: Option<usize>| root.and_then(|root| places.get(root).copied());
        let differs = |function: &Function| place(&ours, self.root(*function)) != place(&theirs, other.root(*function));
        functions.into_iter().find(differs)
    }

    /// The places of all operations on a tape that both problems are brought to.
    fn onto(&self, common: &mut Tape) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::with_capacity(self.tape.len());
        for node in self.tape.nodes() {
            let moved = node.relocated(|place| places.get(place).copied().unwrap_or_default());
            places.push(common.place(moved));
        }
        places
    }

    /// The tree as text that is read as the same tree. Sums may be as deep as they are long, so nothing recurses.
    fn written(&self, root: usize) -> String {
        let (mut text, mut waiting) = (String::new(), vec![Piece::Tree(root, SUM)]);
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Exponent(n) => text.extend(["^", &n.to_string()]),
                Piece::Tree(place, least) => match self.tape.nodes().get(place) {
                    Some(&node) if level(node) < least => {
                        waiting.extend([Piece::Text(")"), Piece::Tree(place, SUM), Piece::Text("(")]);
                    }
                    Some(&node) => self.open(node, &mut text, &mut waiting),
                    None => {}
                },
            }
        }
        text
    }

    /// Writes what comes first of an operation, and leaves the rest waiting, the last piece first.
    fn open(&self, node: Node, text: &mut String, waiting: &mut Vec<Piece>) {
        let mut infix = |a, sign, b| {
            let (left, right) = if level(node) == SUM { (SUM, PRODUCT) } else { (PRODUCT, SIGNED) };
            waiting.extend([Piece::Tree(b, right), Piece::Text(sign), Piece::Tree(a, left)]);
        };
        match node {
            Node::Constant(x) => {
                text.push_str(&x.to_rational().map_or_else(String::new, |x| plain(double(&x, false))));
            }
            Node::Variable(i) => text.push_str(self.variables.get(i).map_or("", String::as_str)),
            Node::Sum(a, b) => infix(a, " + ", b),
            Node::Difference(a, b) => infix(a, " - ", b),
            Node::Product(a, b) => infix(a, " * ", b),
            Node::Quotient(a, b) => infix(a, " / ", b),
            Node::Negation(a) => {
                text.push('-');
                waiting.push(Piece::Tree(a, POWER));
            }
            Node::Power(a, n) => waiting.extend([Piece::Exponent(n), Piece::Tree(a, ATOM)]),
            Node::Maximum(a, b) | Node::Minimum(a, b) => {
                let is_maximum = matches!(node, Node::Maximum(..));
                text.push_str(if is_maximum { "max(" } else { "min(" });
                waiting.extend([Piece::Text(")"), Piece::Tree(b, SUM)]);
                let mut first = a;
                // `max(a, b, c)` is read as `max(max(a, b), c)`.
                while let Some((a, b)) = self.tape.nodes().get(first).and_then(|node| match node {
                    Node::Maximum(a, b) if is_maximum => Some((*a, *b)),
                    Node::Minimum(a, b) if !is_maximum => Some((*a, *b)),
                    _ => None,
                }) {
                    waiting.extend([Piece::Text(", "), Piece::Tree(b, SUM)]);
                    first = a;
                }
                waiting.extend([Piece::Text(", "), Piece::Tree(first, SUM)]);
            }
            Node::Call(call, a) => {
                text.push_str(call_name(call));
                text.push('(');
                waiting.extend([Piece::Text(")"), Piece::Tree(a, SUM)]);
            }
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/problem/trees.rs"]
mod tests;
