//! The one loop that evaluates a tape, in any arithmetic, and how it fails.

use super::scalar::Scalar;
use super::tape::Op;
use super::{Expr, Function};
use crate::numerics::{Enclosure, Undefined};
use dashu_ratio::RBig;
use std::fmt;

/// Why an evaluation has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The function is not defined at the point, or not surely defined on the whole box.
    Undefined(Undefined),
    /// A double overflowed, or an argument was infinite or NaN.
    LeftFiniteRange,
    /// The exact value is not known to be rational.
    NotRational,
    /// The exact value has too many digits to be worth computing.
    TooLong,
    /// A step may jump inside the box, so no derivative bounds the change of the function.
    NotContinuous,
    /// The derivative of a square root at zero.
    UnboundedDerivative,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Undefined(undefined) => return undefined.fmt(f),
            Self::LeftFiniteRange => "the value left the finite range of doubles",
            Self::NotRational => "the exact value is not known to be rational",
            Self::TooLong => "the exact value has too many digits",
            Self::NotContinuous => "the step may jump here",
            Self::UnboundedDerivative => "the derivative of a square root at zero is unbounded",
        })
    }
}

/// Why an evaluation has no answer, and the column of the operation at fault.
///
/// A sub-expression that occurs several times is reported where it occurs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalError {
    /// What happened.
    pub cause: Cause,
    /// The column of the operator or function in the text, counted from 1 in characters.
    pub column: usize,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.cause)
    }
}

impl std::error::Error for EvalError {}

impl From<EvalError> for crate::error::Error {
    fn from(error: EvalError) -> Self {
        Self::new(error.cause.to_string()).at_column(error.column)
    }
}

/// Room for the values on the tape; keep one and pass it to every evaluation, of any expression.
#[derive(Clone, Debug)]
pub struct Workspace<S> {
    pub(super) values: Vec<S>,
    pub(super) adjoints: Vec<S>,
}

impl<S> Default for Workspace<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Workspace<S> {
    /// An empty workspace: the first evaluation makes it as large as it needs.
    pub const fn new() -> Self {
        Self { values: Vec::new(), adjoints: Vec::new() }
    }

    /// Room for whatever: what it holds between two calls means nothing.
    pub(crate) const fn room(&mut self) -> &mut Vec<S> {
        &mut self.values
    }
}

impl Expr {
    /// The value in doubles, each operation rounded to nearest.
    ///
    /// `exp`, `ln`, `sin`, `cos`, `sigmoid` and `Phi` are the middles of this crate's own enclosures, so that a result
    /// is the same on every platform. Nothing infinite or NaN is ever returned.
    ///
    /// # Errors
    /// If the function is undefined at the point or an intermediate value overflows.
    ///
    /// # Panics
    /// If `point` has not one value for each variable.
    pub fn eval_f64(&self, point: &[f64], workspace: &mut Workspace<f64>) -> Result<f64, EvalError> {
        self.evaluate(point, workspace)
    }

    /// An enclosure of every value of the function on a box (or at a point, if the bounds are points).
    ///
    /// # Errors
    /// If an operation is not surely defined on the whole box. Bounds of intermediate values are not always attained,
    /// so this does not prove that the function is undefined somewhere; at a point where all is exact it does.
    ///
    /// # Panics
    /// If `bounds` has not one enclosure for each variable.
    pub fn enclose(&self, bounds: &[Enclosure], workspace: &mut Workspace<Enclosure>) -> Result<Enclosure, EvalError> {
        self.evaluate(bounds, workspace)
    }

    /// The exact value at a rational point.
    ///
    /// A square root of the square of a rational is exact, and so are `exp(0)`, `ln(1)`, `sin(0)`, `cos(0)`,
    /// `sigmoid(0)` and `Phi(0)`.
    ///
    /// # Errors
    /// If the function is undefined at the point, an intermediate value is not known to be rational, or it has more
    /// than 2^17 bits.
    ///
    /// # Panics
    /// If `point` has not one value for each variable.
    pub fn eval_exact(&self, point: &[RBig], workspace: &mut Workspace<RBig>) -> Result<RBig, EvalError> {
        self.evaluate(point, workspace)
    }

    /// The value in the arithmetic of `S`.
    ///
    /// # Errors
    /// The first failure of an operation, in the order of the tape.
    ///
    /// # Panics
    /// If `point` has not one value for each variable.
    pub fn evaluate<S: Scalar>(&self, point: &[S], workspace: &mut Workspace<S>) -> Result<S, EvalError> {
        self.fill(point, &mut workspace.values)?;
        Ok(workspace.values.last().expect("the tape is never empty").clone())
    }

    /// The arguments of the step functions at a point, in doubles and in the order of the tape: where one of them
    /// changes sign, the function may jump.
    ///
    /// # Errors
    /// As [`Expr::eval_f64`].
    ///
    /// # Panics
    /// If `point` has not one value for each variable.
    pub fn step_arguments(&self, point: &[f64], workspace: &mut Workspace<f64>) -> Result<Vec<f64>, EvalError> {
        self.fill(point, &mut workspace.values)?;
        let argument =
            |op| if let Op::Call(Function::Step, u) = op { Some(workspace.values[u as usize]) } else { None };
        Ok(self.nodes.iter().filter_map(|node| argument(node.op)).collect())
    }

    /// Whether the function is surely defined and continuous on the box: every step in it has an argument that
    /// is constant or stays on one side of the jump.
    ///
    /// # Panics
    /// If `bounds` has not one enclosure for each variable.
    pub fn is_continuous(&self, bounds: &[Enclosure]) -> bool {
        let mut values = Vec::new();
        self.fill(bounds, &mut values).is_ok()
            && self.nodes.iter().all(|node| match node.op {
                Op::Call(Function::Step, argument) => node.constant || !may_jump(values[argument as usize]),
                _ => true,
            })
    }

    /// Computes every value on the tape.
    #[inline]
    pub(super) fn fill<S: Scalar>(&self, point: &[S], values: &mut Vec<S>) -> Result<(), EvalError> {
        assert_eq!(point.len(), self.variables.len(), "one value is needed for each variable");
        values.clear();
        values.reserve(self.nodes.len());
        for node in &*self.nodes {
            let value = |index: u32| &values[index as usize];
            let result = match node.op {
                Op::Number(literal) => Ok(S::number(literal.0)),
                Op::Variable(index) => point[index as usize].input(),
                Op::Negate(a) => Ok(value(a).negate()),
                Op::Add(a, b) => value(a).add(value(b)),
                Op::Subtract(a, b) => value(a).subtract(value(b)),
                Op::Multiply(a, b) if a == b => value(a).power(2),
                Op::Multiply(a, b) => value(a).multiply(value(b)),
                Op::Divide(a, b) => value(a).divide(value(b)),
                Op::Power(a, exponent) => value(a).power(exponent),
                Op::Max(a, b) => Ok(value(a).larger(value(b))),
                Op::Min(a, b) => Ok(value(a).smaller(value(b))),
                Op::Call(function, a) => value(a).call(function),
            };
            match result {
                Ok(value) => values.push(value),
                Err(cause) => return Err(EvalError { cause, column: node.column as usize }),
            }
        }
        Ok(())
    }
}

/// Whether the step function takes both its values on the interval.
pub(super) fn may_jump(argument: Enclosure) -> bool {
    argument.lo() <= 0.0 && argument.hi() > 0.0
}
