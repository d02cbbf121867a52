//! Linear forms: expressions that are `constant + sum_j coefficient_j x_j` with coefficients that doubles hold exactly.

use super::Expr;
use super::tape::Op;
use crate::numerics::directed::two_sum_error;

/// `constant + sum_j coefficients_j x_j`.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearForm {
    /// One for each variable.
    pub coefficients: Vec<f64>,
    /// The value at 0.
    pub constant: f64,
}

impl LinearForm {
    fn zip(&self, other: &Self, mut f: impl FnMut(f64, f64) -> Option<f64>) -> Option<Self> {
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        let coefficients = pairs.map(|(&a, &b)| f(a, b)).collect::<Option<_>>()?;
        Some(Self { coefficients, constant: f(self.constant, other.constant)? })
    }

    fn negated(mut self) -> Self {
        for coefficient in &mut self.coefficients {
            *coefficient = -*coefficient;
        }
        self.constant = -self.constant;
        self
    }

    fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|&coefficient| coefficient == 0.0)
    }

    fn times(mut self, factor: f64) -> Option<Self> {
        for number in self.coefficients.iter_mut().chain([&mut self.constant]) {
            *number = exact_product(*number, factor)?;
        }
        Some(self)
    }
}

/// The sum, if it is a double.
fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    (sum.is_finite() && two_sum_error(a, b, sum) == 0.0).then_some(sum)
}

/// The product, if it is surely a double: one factor is 0 or a small power of two, which are the cases that occur.
fn exact_product(a: f64, b: f64) -> Option<f64> {
    let plain = |x: f64| x == 0.0 || (0.25..=4.0).contains(&x.abs()) && x.to_bits().trailing_zeros() >= 52;
    let product = a * b;
    // Halving is exact unless the result is subnormal.
    let normal = product == 0.0 && (a == 0.0 || b == 0.0) || product.is_normal();
    ((plain(a) || plain(b)) && normal).then_some(product)
}

impl Expr {
    /// The expression as a linear form, if its operations say so and every coefficient is a double exactly.
    ///
    /// ```
    /// use referee::expr::Expr;
    /// let form = Expr::parse("0.3 * x - y / 2 - 0.1", &["x", "y"])?.linear_form().unwrap();
    /// assert_eq!((form.coefficients, form.constant), (vec![0.3, -0.5], -0.1));
    /// assert!(Expr::parse("x * y", &["x", "y"])?.linear_form().is_none());
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    pub fn linear_form(&self) -> Option<LinearForm> {
        let zero = || LinearForm { coefficients: vec![0.0; self.variables().len()], constant: 0.0 };
        let mut forms: Vec<LinearForm> = Vec::with_capacity(self.nodes.len());
        for node in &*self.nodes {
            let at = |index: u32| &forms[index as usize];
            let form = match node.op {
                Op::Number(number) => LinearForm { constant: number.0, ..zero() },
                Op::Variable(variable) => {
                    let mut form = zero();
                    form.coefficients[variable as usize] = 1.0;
                    form
                }
                Op::Negate(a) => at(a).clone().negated(),
                Op::Add(a, b) => at(a).zip(at(b), exact_sum)?,
                Op::Subtract(a, b) => at(a).zip(at(b), |a, b| exact_sum(a, -b))?,
                Op::Multiply(a, b) if at(a).is_constant() => at(b).clone().times(at(a).constant)?,
                Op::Multiply(a, b) if at(b).is_constant() => at(a).clone().times(at(b).constant)?,
                // Only by a power of two is a quotient a product with a double.
                Op::Divide(a, b) if at(b).is_constant() => {
                    let divisor = at(b).constant;
                    exact_product(divisor, 1.0 / divisor).filter(|&one| one == 1.0)?;
                    at(a).clone().times(1.0 / divisor)?
                }
                _ => return None,
            };
            forms.push(form);
        }
        forms.pop()
    }
}
