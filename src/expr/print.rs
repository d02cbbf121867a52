//! Printing with the fewest parentheses, so that what is printed parses to the same tape.
//!
//! Each operation has a strength; an operand is parenthesised where it is weaker than its place asks for. The right
//! operand of `+ - * /` must be stronger than the operator itself, because the parser groups to the left. A left
//! chain of `max` prints as one `max` of several arguments, which is how the parser builds it.

use super::Expr;
use super::tape::{Literal, Op};
use std::fmt::{self, Write};

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

/// What is still to be printed: the pending work is a list, because a tape can be deeper than the stack.
enum Item {
    Node(u32, u8),
    Text(&'static str),
    Exponent(i32),
}

impl Expr {
    /// Prints the sub-expression that ends at a node.
    fn print(&self, root: u32, out: &mut impl Write) -> fmt::Result {
        let mut pending = vec![Item::Node(root, SUM)];
        while let Some(item) = pending.pop() {
            match item {
                Item::Text(text) => out.write_str(text)?,
                Item::Exponent(exponent) => write!(out, "{exponent}")?,
                Item::Node(index, least) => {
                    let op = self.nodes[index as usize].op;
                    let parentheses = strength(op) < least;
                    if parentheses {
                        out.write_char('(')?;
                        pending.push(Item::Text(")"));
                    }
                    self.print_op(op, &mut pending, out)?;
                }
            }
        }
        Ok(())
    }

    /// Prints a leaf, or leaves the parts of an operation in `pending`, last part first.
    fn print_op(&self, op: Op, pending: &mut Vec<Item>, out: &mut impl Write) -> fmt::Result {
        let mut binary = |a, operator, b, strength| {
            pending.extend([Item::Node(b, strength + 1), Item::Text(operator), Item::Node(a, strength)]);
            Ok(())
        };
        match op {
            Op::Number(Literal(value)) => {
                let digits = format!("{value:?}");
                out.write_str(digits.strip_suffix(".0").unwrap_or(&digits))
            }
            Op::Variable(index) => out.write_str(&self.variables[index as usize]),
            Op::Add(a, b) => binary(a, " + ", b, SUM),
            Op::Subtract(a, b) => binary(a, " - ", b, SUM),
            Op::Multiply(a, b) => binary(a, " * ", b, PRODUCT),
            Op::Divide(a, b) => binary(a, " / ", b, PRODUCT),
            Op::Negate(a) => {
                pending.extend([Item::Node(a, SIGN), Item::Text("-")]);
                Ok(())
            }
            Op::Power(a, exponent) => {
                pending.extend([Item::Exponent(exponent), Item::Text("^"), Item::Node(a, ATOM)]);
                Ok(())
            }
            Op::Call(function, a) => {
                pending.extend([Item::Text(")"), Item::Node(a, SUM), Item::Text("(")]);
                out.write_str(function.name())
            }
            Op::Max(a, b) => {
                self.arguments(a, b, pending, |op| if let Op::Max(a, b) = op { Some((a, b)) } else { None });
                out.write_str("max(")
            }
            Op::Min(a, b) => {
                self.arguments(a, b, pending, |op| if let Op::Min(a, b) = op { Some((a, b)) } else { None });
                out.write_str("min(")
            }
        }
    }

    /// Leaves the arguments of a left chain of pairs in `pending`.
    fn arguments(&self, a: u32, b: u32, pending: &mut Vec<Item>, pair: impl Fn(Op) -> Option<(u32, u32)>) {
        pending.extend([Item::Text(")"), Item::Node(b, SUM)]);
        let mut first = a;
        while let Some((a, b)) = pair(self.nodes[first as usize].op) {
            pending.extend([Item::Text(", "), Item::Node(b, SUM)]);
            first = a;
        }
        pending.extend([Item::Text(", "), Item::Node(first, SUM)]);
    }

    /// The sub-expression that ends at a node, cut where it is long.
    pub(super) fn excerpt(&self, root: u32) -> String {
        let mut excerpt = Excerpt(String::new());
        match self.print(root, &mut excerpt) {
            Ok(()) => excerpt.0,
            Err(fmt::Error) => excerpt.0 + "...",
        }
    }
}

fn strength(op: Op) -> u8 {
    match op {
        Op::Add(..) | Op::Subtract(..) => SUM,
        Op::Multiply(..) | Op::Divide(..) => PRODUCT,
        Op::Negate(_) => SIGN,
        Op::Power(..) => POWER,
        Op::Number(_) | Op::Variable(_) | Op::Max(..) | Op::Min(..) | Op::Call(..) => ATOM,
    }
}

/// Takes about 60 characters, then stops the printing with an error.
struct Excerpt(String);

impl Write for Excerpt {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const SHOWN: usize = 60;
        // Everything that is printed is ASCII, so that bytes are characters.
        let room = SHOWN - self.0.len();
        self.0.push_str(&text[..text.len().min(room)]);
        if text.len() > room { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Prints the formula with the fewest parentheses and the shortest digits; parsing it gives an equal expression.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = u32::try_from(self.nodes.len() - 1).expect("the number of nodes is limited");
        self.print(root, f)
    }
}
