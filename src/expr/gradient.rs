//! Derivatives by one backward loop over the tape.
//!
//! # In doubles
//!
//! [`Expr::gradient_f64`] is the chain rule with a fixed choice at kinks: the first branch among equals in `max` and
//! `min`, slope 0 for `abs` at 0, for `hinge` at -1 and for `step` everywhere.
//!
//! # Enclosed
//!
//! [`Expr::enclose_gradient`] returns a box `G` of vectors with three properties. Let `f` be the function and `B` the
//! box of the variables.
//!
//! 1. *Mean value.* For all points `a`, `b` of `B` some `g` in `G` has `f(b) - f(a) = <g, b - a>`.
//! 2. *Chain rule.* `G` contains every vector that the chain rule gives at a point of `B`, with any weights in `[0, 1]`
//!    that sum to 1 on the tied branches of `max` and `min`, any slope in `[-1, 1]` for `abs` at 0, any slope in
//!    `[0, 1]` for `hinge` at -1, and slope 0 for `step`, as long as no root of 0 is differentiated. So it contains
//!    the gradient wherever `f` is differentiable and the chain rule applies, every one-sided choice at a kink, and
//!    the exact counterpart of the choice made in doubles.
//! 3. *Cuts.* If `f` is proved convex on a box by [`Expr::curvature`], then `G` at a point `x` of that box contains a
//!    subgradient for the box: some `g` in `G` has `f(y) >= f(x) + <g, y - x>` for all `y` of the box. (So the least
//!    value of the right side over `G` is a lower bound. The choice made in doubles need not be such a `g`: `-abs(x)`
//!    is affine on `x >= 0`, but its chosen slope at 0 is 0.)
//!
//! The proof of 1: every operation `h` satisfies `h(u) - h(v) = sum_j s_j (u_j - v_j)` with slopes `s_j` in the local
//! enclosures used below, where `U_j` encloses the operand:
//!
//! - `+ -` and the sign: slopes 1 and -1. Product: `u1 u2 - v1 v2 = u2 (u1 - v1) + v1 (u2 - v2)`. Quotient:
//!   `u1/u2 - v1/v2 = (u1 - v1)/u2 - (v1/v2)/u2 (u2 - v2)`, slopes in `1/U2` and `-(U1/U2)/U2`.
//! - Powers, `exp ln sin cos sigmoid Phi` are smooth where defined: by the mean value theorem the slope is a
//!   derivative at a point between, and `U` is convex. The derivatives of `sigmoid`, `s(u) s(-u)`, and of `Phi`, the
//!   normal density, are even and decrease in `|u|`, so their extremes are at the least and the largest `|u|`.
//! - `sqrt`: `(u - v) / (sqrt(u) + sqrt(v))`, slope at least `1 / (2 sqrt(hi))` and without upper bound if `U` touches
//!   0; if both are 0 any slope serves.
//! - `abs` and `hinge` change by at most the change of `u`; where `U` is strictly on one side of the kink they are
//!   affine.
//! - `max(u1, u2) - max(v1, v2)` lies between the smaller and the larger of the two changes, so it is
//!   `w (u1 - v1) + (1 - w)(u2 - v2)` for some `w` in `[0, 1]`; where one operand is surely larger `w` is known.
//! - `step` does not change where `U` is on one side of the jump; elsewhere there is no slope: the outcome is
//!   [`Cause::NotContinuous`].
//!
//! Writing the change of the root as a combination of the changes of its operands, and so on down to the variables,
//! gives one real coefficient a variable: the sum over all paths of products of slopes, whatever the order of
//! summation. The backward loop encloses that sum. A node whose coefficient is exactly 0 needs no slopes at all.
//!
//! Property 2 is the same sum with derivatives as slopes. Property 3 picks the derivatives by induction: each rule of
//! curvature gives a subgradient of the whole from subgradients (of convex operands) or supergradients (of concave
//! ones) times a slope of the outer function whose sign the rule fixes; where a rule used the range on the box (one
//! side of `abs`, `hinge` or `step`, one operand of `max`), the branch it kept is active at `x`, so its slope is in
//! `G` also when another branch is tied with it.
//!
//! When neither operand of `max` is surely larger, the two weights are enclosed separately, so `G` is wider than the
//! hull of the two branches unless one of them is constant.

use super::eval::{Cause, EvalError, Workspace, may_jump};
use super::scalar::{Scalar, near};
use super::tape::Op;
use super::{Expr, Function};
use crate::numerics::{Enclosure, elementary};
use std::ops::{Add, Mul, Neg};

impl Expr {
    /// The value and, in `gradient`, a derivative for each variable (see the [module](self) for the choice at kinks).
    ///
    /// # Errors
    /// If the value has none, a derivative overflows, or a square root of 0 is differentiated.
    ///
    /// # Panics
    /// If `point` or `gradient` has not one entry for each variable.
    pub fn gradient_f64(
        &self,
        point: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace<f64>,
    ) -> Result<f64, EvalError> {
        self.differentiate(point, gradient, workspace)
    }

    /// The enclosure of the values and, in `gradient`, an enclosure of the slopes of the function on a box:
    /// `f(b) - f(a)` lies in the sum of `gradient[i] * (b[i] - a[i])` for all points `a`, `b` of the box, and every
    /// result of the chain rule at a point of the box lies in `gradient` (exactly stated and proved in the
    /// [module](self)).
    ///
    /// # Errors
    /// If the function is not surely defined on the box; [`Cause::NotContinuous`] if a step may jump in it;
    /// [`Cause::UnboundedDerivative`] if a root of exactly 0 is differentiated (a root of numbers from 0 upwards has
    /// slopes with the upper bound infinity).
    ///
    /// # Panics
    /// If `bounds` or `gradient` has not one entry for each variable.
    pub fn enclose_gradient(
        &self,
        bounds: &[Enclosure],
        gradient: &mut [Enclosure],
        workspace: &mut Workspace<Enclosure>,
    ) -> Result<Enclosure, EvalError> {
        self.differentiate(bounds, gradient, workspace)
    }

    fn differentiate<S: Slope>(
        &self,
        point: &[S],
        gradient: &mut [S],
        workspace: &mut Workspace<S>,
    ) -> Result<S, EvalError> {
        assert_eq!(gradient.len(), self.variables.len(), "one derivative is needed for each variable");
        let Workspace { values, adjoints } = workspace;
        self.fill(point, values)?;
        gradient.fill(S::ZERO);
        adjoints.clear();
        adjoints.resize(self.nodes.len(), S::ZERO);
        let root = self.nodes.len() - 1;
        adjoints[root] = S::ONE;
        for index in (0..=root).rev() {
            let node = self.nodes[index];
            // All uses of a node come after it on the tape, so its adjoint is complete here.
            let adjoint = adjoints[index];
            if node.constant || adjoint == S::ZERO {
                continue;
            }
            if let Op::Variable(variable) = node.op {
                gradient[variable as usize] = adjoint;
            }
            let mut pass = |operand: u32, amount: S| {
                let slot = &mut adjoints[operand as usize];
                *slot = *slot + amount;
            };
            let result = backward(node.op, adjoint, values[index], |operand| values[operand as usize], &mut pass);
            let result = if adjoint.is_admissible() { result } else { Err(Cause::LeftFiniteRange) };
            result.map_err(|cause| EvalError { cause, column: node.column as usize })?;
        }
        Ok(values[root])
    }
}

/// Passes an adjoint on to the operands, each times its slope.
#[inline]
fn backward<S: Slope>(
    op: Op,
    adjoint: S,
    value: S,
    operand: impl Fn(u32) -> S,
    pass: &mut impl FnMut(u32, S),
) -> Result<(), Cause> {
    match op {
        Op::Number(_) | Op::Variable(_) | Op::Power(_, 0) => {}
        Op::Negate(a) => pass(a, -adjoint),
        Op::Add(a, b) => {
            pass(a, adjoint);
            pass(b, adjoint);
        }
        Op::Subtract(a, b) => {
            pass(a, adjoint);
            pass(b, -adjoint);
        }
        Op::Multiply(a, b) => {
            pass(a, adjoint * operand(b));
            pass(b, adjoint * operand(a));
        }
        Op::Divide(a, b) => {
            let by_dividend = S::ONE.divide(&operand(b))?;
            pass(a, adjoint * by_dividend);
            pass(b, -(adjoint * (value * by_dividend)));
        }
        Op::Power(a, exponent) => {
            let factor = S::number(f64::from(exponent.unsigned_abs())) * operand(a).power(exponent - 1)?;
            pass(a, adjoint * if exponent < 0 { -factor } else { factor });
        }
        Op::Max(a, b) | Op::Min(a, b) if a == b => pass(a, adjoint),
        Op::Max(a, b) => {
            let (weight_a, weight_b) = S::weights_of_larger(operand(a), operand(b));
            pass(a, adjoint * weight_a);
            pass(b, adjoint * weight_b);
        }
        Op::Min(a, b) => {
            let (weight_a, weight_b) = S::weights_of_larger(-operand(a), -operand(b));
            pass(a, adjoint * weight_a);
            pass(b, adjoint * weight_b);
        }
        Op::Call(function, a) => pass(a, adjoint * S::slope(function, operand(a), value)?),
    }
    Ok(())
}

/// What the backward loop needs of an arithmetic.
trait Slope: Scalar + Copy + PartialEq + Add<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
    /// Whether an adjoint is a number at all.
    fn is_admissible(self) -> bool;
    /// The weights of `a` and `b` in a slope of `max(a, b)`.
    fn weights_of_larger(a: Self, b: Self) -> (Self, Self);
    /// A slope of `function` at `argument`, where its value is `value`.
    fn slope(function: Function, argument: Self, value: Self) -> Result<Self, Cause>;
}

impl Slope for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn is_admissible(self) -> bool {
        self.is_finite()
    }

    #[inline]
    fn weights_of_larger(a: Self, b: Self) -> (Self, Self) {
        if a >= b { (1.0, 0.0) } else { (0.0, 1.0) }
    }

    #[inline]
    fn slope(function: Function, argument: Self, value: Self) -> Result<Self, Cause> {
        Ok(match function {
            Function::Abs if argument == 0.0 => 0.0,
            Function::Abs => argument.signum(),
            Function::Exp => value,
            Function::Ln => 1.0 / argument,
            Function::Sqrt if value == 0.0 => return Err(Cause::UnboundedDerivative),
            Function::Sqrt => 0.5 / value,
            Function::Sin => argument.call(Function::Cos)?,
            Function::Cos => -argument.call(Function::Sin)?,
            Function::Step => 0.0,
            Function::Hinge => f64::from(1.0 + argument > 0.0),
            Function::Sigmoid => value * (-argument).call(Function::Sigmoid)?,
            Function::Phi => near(elementary::normal_pdf(argument)),
        })
    }
}

impl Slope for Enclosure {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    #[inline]
    fn is_admissible(self) -> bool {
        true
    }

    #[inline]
    fn weights_of_larger(a: Self, b: Self) -> (Self, Self) {
        if a.lo() > b.hi() {
            (Self::ONE, Self::ZERO)
        } else if b.lo() > a.hi() {
            (Self::ZERO, Self::ONE)
        } else {
            (unit(), unit())
        }
    }

    #[inline]
    fn slope(function: Function, argument: Self, value: Self) -> Result<Self, Cause> {
        Ok(match function {
            Function::Abs if argument.lo() > 0.0 => Self::ONE,
            Function::Abs if argument.hi() < 0.0 => -Self::ONE,
            Function::Abs => Self::new(-1.0, 1.0),
            Function::Exp => value,
            Function::Ln => Scalar::divide(&Self::ONE, &argument)?,
            Function::Sqrt => slope_of_sqrt(value)?,
            Function::Sin => argument.cos(),
            Function::Cos => -argument.sin(),
            Function::Step if may_jump(argument) => return Err(Cause::NotContinuous),
            Function::Step => Self::ZERO,
            Function::Hinge if argument.lo() > -1.0 => Self::ONE,
            Function::Hinge if argument.hi() < -1.0 => Self::ZERO,
            Function::Hinge => unit(),
            Function::Sigmoid => even_and_falling(argument, |u| elementary::sigmoid(u) * elementary::sigmoid(-u)),
            Function::Phi => even_and_falling(argument, elementary::normal_pdf),
        })
    }
}

fn unit() -> Enclosure {
    Enclosure::new(0.0, 1.0)
}

/// `1 / (2 sqrt(u))` from an enclosure of `sqrt(u)`, with no upper bound if it touches 0.
fn slope_of_sqrt(root: Enclosure) -> Result<Enclosure, Cause> {
    let half = Enclosure::point(0.5);
    if root.lo() > 0.0 {
        return Scalar::divide(&half, &root);
    }
    if root.hi() == 0.0 {
        return Err(Cause::UnboundedDerivative);
    }
    let least = if root.hi().is_finite() { Scalar::divide(&half, &Enclosure::point(root.hi()))?.lo() } else { 0.0 };
    Ok(Enclosure::new(least, f64::INFINITY))
}

/// The range of a positive even function that decreases in `|u|`.
fn even_and_falling(argument: Enclosure, f: impl Fn(f64) -> Enclosure) -> Enclosure {
    let size = argument.abs();
    let least = if size.hi().is_finite() { f(size.hi()).lo().max(0.0) } else { 0.0 };
    Enclosure::new(least, f(size.lo()).hi())
}
