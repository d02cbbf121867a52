//! The problem language: parse, evaluate, enclose, differentiate, recognise convexity, print.
//!
//! An [`Expr`] is what stands in a problem file between the quotes:
//!
//! - numbers (`2`, `.5`, `1e-3`), each the IEEE double nearest to its decimal text;
//! - variables, by the names the caller gives;
//! - `+ - * /`, and `^n` with a whole literal `n` that may have a minus sign. `^` binds tightest, then the sign, then
//!   `* /`, then `+ -`; all group to the left, and a power of a power needs parentheses;
//! - `abs(u)`, `exp(u)`, `ln(u)`, `sqrt(u)`, `sin(u)`, `cos(u)`, `step(u)` (1 if `u > 0`, else 0), `hinge(u)` (that is
//!   `max(0, 1 + u)`), `sigmoid(u)` (that is `1 / (1 + exp(-u))`), `Phi(u)` (the normal distribution function), and
//!   `max`, `min` of two or more arguments.
//!
//! It denotes a real function, defined where no divisor is zero, no root is of a negative number and no logarithm of
//! a number that is not positive. `x^0` is 1, also at 0.
//!
//! # One tape, many arithmetics
//!
//! The expression is stored as a *tape*: a list of operations, each reading earlier entries, with equal
//! sub-expressions stored once. Every evaluation is one loop over it, in the arithmetic of its argument: doubles
//! ([`Expr::eval_f64`]), enclosures ([`Expr::enclose`]) or exact rationals ([`Expr::eval_exact`]). The values live in
//! a [`Workspace`] of the caller, so that a loop of evaluations allocates nothing. Since `u * u` finds both factors
//! at the same index, it is evaluated as a square, which is what makes its enclosure tight.
//!
//! ```
//! use referee::expr::{Curvature, Expr, Workspace};
//! use referee::numerics::Enclosure;
//!
//! let expr = Expr::parse("max(0, 1 - x)^2 + abs(y) / 2", &["x", "y"])?;
//! assert_eq!(expr.eval_f64(&[-1.0, 3.0], &mut Workspace::new()), Ok(5.5));
//!
//! let bounds = [Enclosure::new(-1.0, 1.0), Enclosure::new(-2.0, 4.0)];
//! assert_eq!(expr.enclose(&bounds, &mut Workspace::new()), Ok(Enclosure::new(0.0, 6.0)));
//! assert_eq!(expr.curvature(&bounds), Curvature::Convex);
//!
//! let mut gradient = [0.0; 2];
//! expr.gradient_f64(&[-1.0, 3.0], &mut gradient, &mut Workspace::new())?;
//! assert_eq!(gradient, [-4.0, 0.5]);
//!
//! let error = Expr::parse("x + z", &["x", "y"]).unwrap_err();
//! assert_eq!(error.to_string(), "column 5: unknown variable `z`; known are `x`, `y`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod curvature;
mod derivative;
mod ending;
mod eval;
mod exact;
pub mod gradient;
mod lexer;
mod linear;
mod names;
mod parser;
mod print;
mod scalar;
mod shape;
mod tape;

pub use curvature::{Curvature, Obstacle};
pub use eval::{Cause, EvalError, Workspace};
pub use linear::LinearForm;
pub use scalar::Scalar;
pub use tape::Function;

#[cfg(test)]
#[path = "../../tests/inside/derivative.rs"]
mod tests;

use crate::error::Result;
use std::sync::Arc;
use tape::{Node, Op};

/// A function of named variables, given by a formula.
///
/// Two expressions are equal if they are the same formula in the same variables; spaces, superfluous parentheses and
/// columns do not count.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Never empty; the last node is the value. Copies share it, and are known as equal by that.
    nodes: Arc<[Node]>,
    variables: Arc<[String]>,
}

impl Expr {
    /// Reads a formula in the given variables (see the [module](self) for the grammar).
    ///
    /// ```
    /// use referee::expr::Expr;
    /// let expr = Expr::parse("((x)*-2) - (1 - x^2)", &["x"]).unwrap();
    /// assert_eq!(expr.to_string(), "x * -2 - (1 - x^2)");
    /// ```
    ///
    /// # Errors
    /// One sentence with the column if the text is not a formula, names something unknown, holds a number too large
    /// for a double, or exceeds the limits (2^20 bytes, 100 000 different parts, parentheses 128 deep, exponents up
    /// to a million); without a column if a variable's name is not an identifier, is a function's name or is repeated.
    pub fn parse<S: AsRef<str>>(text: &str, variables: &[S]) -> Result<Self> {
        let names: Vec<&str> = variables.iter().map(AsRef::as_ref).collect();
        parser::parse(text, &names)
    }

    /// The names of the variables, in the order in which every evaluation takes their values.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Whether no variable occurs.
    pub fn is_constant(&self) -> bool {
        self.root().constant
    }

    /// Whether only `+ - * / ^ abs max min step hinge` occur, which take rationals to rationals: then
    /// [`Expr::eval_exact`] never answers [`Cause::NotRational`].
    pub fn is_rational(&self) -> bool {
        use Function::{Abs, Cos, Exp, Hinge, Ln, Phi, Sigmoid, Sin, Sqrt, Step};
        self.nodes.iter().all(|node| match node.op {
            Op::Call(function, _) => match function {
                Abs | Step | Hinge => true,
                Exp | Ln | Sqrt | Sin | Cos | Sigmoid | Phi => false,
            },
            _ => true,
        })
    }

    /// The number of different sub-expressions, which is the cost of one evaluation in operations.
    #[expect(clippy::len_without_is_empty, reason = "an expression is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn root(&self) -> Node {
        *self.nodes.last().expect("a parsed expression has at least one node")
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Self, b: &Self| a.nodes.iter().map(|node| node.op).eq(b.nodes.iter().map(|node| node.op));
        (Arc::ptr_eq(&self.variables, &other.variables) || self.variables == other.variables)
            && (Arc::ptr_eq(&self.nodes, &other.nodes) || same(self, other))
    }
}

impl Eq for Expr {}
