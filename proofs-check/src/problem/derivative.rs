//! Derivatives as operations, so that their slopes say how a function bends.

use super::number::Dyadic;
use super::tape::{Call, Node, Tape};
use super::weighted::Weighted;
use std::collections::BTreeMap;

impl Weighted {
    /// The derivatives by each variable, wherever these have values; `None` if a part that depends on a variable has a
    /// kink or a jump (`abs, max, min, step, hinge`), or is `Phi`.
    pub(crate) fn gradient(&self) -> Option<Vec<Self>> {
        let mut tape = Tape::of(&self.program.nodes);
        let found: Option<Vec<_>> = self.program.roots.iter().map(|&root| self.derivatives(&mut tape, root)).collect();
        let found = found?;
        let by = |i: usize| found.iter().map(|places| places.get(i).copied()).collect::<Option<Vec<_>>>();
        (0..self.variables).map(|i| Some(self.with_program(tape.program(&by(i)?)))).collect()
    }

    /// The places of the derivatives of one root, by the chain rule backwards.
    fn derivatives(&self, tape: &mut Tape, root: usize) -> Option<Vec<usize>> {
        let whole = |n: i64| Node::Constant(Dyadic::from_integer(n));
        let [minus, zero, one, two] = [-1, 0, 1, 2].map(|n| tape.place(whole(n)));
        let mut found = vec![zero; self.variables];
        // What is still to be visited. Operands stand before operations, so the coefficient of the last is complete.
        let mut waiting = BTreeMap::from([(root, one)]);
        while let Some((place, outer)) = waiting.pop_last() {
            if !self.program.depends.get(place).copied().unwrap_or(true) {
                continue;
            }
            let mut put = |node: Node| tape.place(node);
            // The operands with their local derivatives.
            let (first, second) = match *self.program.nodes.get(place)? {
                Node::Constant(_) | Node::Power(_, 0) => continue,
                Node::Variable(i) => {
                    *found.get_mut(i)? = outer;
                    continue;
                }
                Node::Sum(a, b) => ((a, one), Some((b, one))),
                Node::Difference(a, b) => ((a, one), Some((b, minus))),
                Node::Product(a, b) => ((a, b), Some((b, a))),
                Node::Quotient(a, b) => {
                    let ratio = put(Node::Quotient(place, b));
                    ((a, put(Node::Quotient(one, b))), Some((b, put(Node::Negation(ratio)))))
                }
                Node::Negation(a) => ((a, minus), None),
                Node::Power(a, n) => {
                    let (count, power) = (put(whole(i64::from(n))), put(Node::Power(a, n.saturating_sub(1))));
                    ((a, put(Node::Product(count, power))), None)
                }
                Node::Call(Call::Exp, a) => ((a, place), None),
                Node::Call(Call::Ln, a) => ((a, put(Node::Quotient(one, a))), None),
                Node::Call(Call::Sqrt, a) => {
                    let twice = put(Node::Product(two, place));
                    ((a, put(Node::Quotient(one, twice))), None)
                }
                Node::Call(Call::Sin, a) => ((a, put(Node::Call(Call::Cos, a))), None),
                Node::Call(Call::Cos, a) => {
                    let sine = put(Node::Call(Call::Sin, a));
                    ((a, put(Node::Negation(sine))), None)
                }
                Node::Call(Call::Sigmoid, a) => {
                    let rest = put(Node::Difference(one, place));
                    ((a, put(Node::Product(place, rest))), None)
                }
                Node::Maximum(..) | Node::Minimum(..) | Node::Call(..) => return None,
            };
            for (operand, local) in [Some(first), second].into_iter().flatten() {
                let part = match (outer == one, local == one) {
                    (true, _) => local,
                    (_, true) => outer,
                    _ => put(Node::Product(outer, local)),
                };
                let sum = waiting.get(&operand).map_or(part, |&before| put(Node::Sum(before, part)));
                waiting.insert(operand, sum);
            }
        }
        Some(found)
    }
}
