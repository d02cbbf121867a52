//! Derivatives as expressions are the derivatives that the backward loop computes.

use super::{Expr, Workspace};
use crate::numerics::Enclosure;

#[test]
fn derivatives_are_those_of_the_backward_loop() {
    let texts = [
        "x * y + x * x - -y",
        "(x - 2 * y)^3 / (1 + x^2) + x^-3 + y^1 + x^0",
        "exp(x * y) + ln(x + y) * sqrt(x) - sin(3 * x) * cos(y / x)",
        "sigmoid(x - y)^2 * sigmoid(x - y) + abs(2) * max(1, 3) * y + 7",
        "x",
        "3",
    ];
    for text in texts {
        let expr = Expr::parse(text, &["x", "y"]).unwrap();
        let derivatives = expr.derivatives().unwrap();
        for point in [[0.5, 1.25], [2.0, 0.3], [1.0, 1.0]] {
            let point = point.map(Enclosure::point);
            let mut slopes = [Enclosure::ZERO; 2];
            expr.enclose_gradient(&point, &mut slopes, &mut Workspace::new()).unwrap();
            for (slope, derivative) in slopes.iter().zip(&derivatives) {
                let own = derivative.enclose(&point, &mut Workspace::new()).unwrap();
                assert!(own.lo() <= slope.hi() && slope.lo() <= own.hi(), "{text}: {own} and {slope}");
                assert!(own.hi() - own.lo() <= 1e-11, "{text}: {own}");
            }
        }
    }
}

#[test]
fn what_has_a_kink_or_a_jump_has_no_derivatives() {
    for text in ["abs(x)", "max(x, y)", "1 + min(x, 0)", "step(x) * y", "hinge(y)", "Phi(x)"] {
        assert!(Expr::parse(text, &["x", "y"]).unwrap().derivatives().is_none(), "{text}");
    }
}
