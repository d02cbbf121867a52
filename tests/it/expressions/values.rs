//! Values: exact, enclosed and in doubles; and printing.

use crate::expressions::config;
use crate::expressions::tree::{Language, Tree, VARIABLES, boxes, points, rationals, trees};
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use referee::expr::{Cause, EvalError, Expr, Function, Scalar, Workspace};
use referee::numerics::{Enclosure, Undefined, rational};

type Boxed = (Vec<Enclosure>, Vec<Vec<f64>>);

/// An enclosure over a box contains the exact value at every point of it, and is refused where one is undefined.
fn law_enclosure_contains_values(
    tree: &Tree,
    (bounds, inside): &Boxed,
    enclose: impl Fn(&Expr, &[Enclosure]) -> Result<Enclosure, EvalError>,
) -> Result<(), TestCaseError> {
    let expr = tree.parse();
    for point in inside {
        for region in [bounds, &points(point)] {
            let value = tree.value(&rationals(point));
            if let Ok(enclosure) = enclose(&expr, region) {
                prop_assert!(value.is_some(), "{expr} is undefined at {point:?}");
                let value = value.expect("just checked");
                prop_assert!(rational::contains(enclosure, &value), "{value} at {point:?} is outside {enclosure}");
            }
        }
    }
    Ok(())
}

fn enclose(expr: &Expr, bounds: &[Enclosure]) -> Result<Enclosure, EvalError> {
    expr.enclose(bounds, &mut Workspace::new())
}

/// Interval arithmetic with the rounding left to chance: what outward rounding is there to prevent.
#[derive(Clone, Copy)]
struct RoundedToNearest(Enclosure);

impl Scalar for RoundedToNearest {
    fn number(value: f64) -> Self {
        Self(Enclosure::point(value))
    }
    fn negate(&self) -> Self {
        Self(-self.0)
    }
    fn add(&self, other: &Self) -> Result<Self, Cause> {
        Ok(Self(Enclosure::new(self.0.lo() + other.0.lo(), self.0.hi() + other.0.hi())))
    }
    fn subtract(&self, other: &Self) -> Result<Self, Cause> {
        self.add(&other.negate())
    }
    fn multiply(&self, other: &Self) -> Result<Self, Cause> {
        Scalar::multiply(&self.0, &other.0).map(Self)
    }
    fn divide(&self, divisor: &Self) -> Result<Self, Cause> {
        Scalar::divide(&self.0, &divisor.0).map(Self)
    }
    fn power(&self, exponent: i32) -> Result<Self, Cause> {
        self.0.power(exponent).map(Self)
    }
    fn larger(&self, other: &Self) -> Self {
        Self(self.0.larger(&other.0))
    }
    fn smaller(&self, other: &Self) -> Self {
        Self(self.0.smaller(&other.0))
    }
    fn call(&self, function: Function) -> Result<Self, Cause> {
        self.0.call(function).map(Self)
    }
}

/// A square taken as a product with itself at the two ends only: wrong where the sign changes.
fn enclose_at_corners(expr: &Expr, bounds: &[Enclosure]) -> Result<Enclosure, EvalError> {
    let corner = |end: fn(Enclosure) -> f64| -> Vec<Enclosure> {
        bounds.iter().map(|&bound| Enclosure::point(end(bound))).collect()
    };
    Ok(enclose(expr, &corner(Enclosure::lo))?.hull(enclose(expr, &corner(Enclosure::hi))?))
}

#[test]
fn wrong_enclosures_are_caught() {
    let cases = &(trees(Language::Rational), boxes(3));
    let nearest = TestRunner::new(config(20_000)).run(cases, |(tree, region)| {
        law_enclosure_contains_values(&tree, &region, |expr, bounds| {
            let bounds: Vec<_> = bounds.iter().copied().map(RoundedToNearest).collect();
            expr.evaluate(&bounds, &mut Workspace::new()).map(|value| value.0)
        })
    });
    assert!(nearest.is_err(), "rounding to nearest went unnoticed");
    let corners = TestRunner::new(config(20_000))
        .run(cases, |(tree, region)| law_enclosure_contains_values(&tree, &region, enclose_at_corners));
    assert!(corners.is_err(), "evaluating at two corners went unnoticed");
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn enclosures_contain_exact_values(tree in trees(Language::Rational), region in boxes(4)) {
        law_enclosure_contains_values(&tree, &region, enclose)?;
    }

    #[test]
    fn exact_values_are_those_of_the_tree(tree in trees(Language::Rational), (_, inside) in boxes(2)) {
        let expr = tree.parse();
        prop_assert!(expr.is_rational());
        for point in &inside {
            match (tree.value(&rationals(point)), expr.eval_exact(&rationals(point), &mut Workspace::new())) {
                (Some(expected), Ok(value)) => prop_assert_eq!(expected, value),
                (None, Err(error)) => prop_assert_eq!(error.cause, Cause::Undefined(Undefined::DivisionByZero)),
                (_, Err(EvalError { cause: Cause::TooLong, .. })) => {}
                (expected, found) => prop_assert!(false, "{expr}: {expected:?} but {found:?}"),
            }
        }
    }

    /// Rounding is monotone and every operation is done in the same order, so the double never leaves the enclosure.
    #[test]
    fn doubles_lie_in_the_enclosure(tree in trees(Language::Rational), (bounds, inside) in boxes(3)) {
        let expr = tree.parse();
        for point in &inside {
            if let Ok(value) = expr.eval_f64(point, &mut Workspace::new()) {
                prop_assert!(value.is_finite());
                for region in [&bounds, &points(point)] {
                    if let Ok(enclosure) = enclose(&expr, region) {
                        prop_assert!(enclosure.contains(value), "{value} is outside {enclosure}");
                    }
                }
            }
        }
    }

    /// On a dyadic grid nothing underflows, so every operation is the tightest and inclusion is isotonic.
    #[test]
    fn a_smaller_box_has_a_smaller_enclosure(tree in trees(Language::Dyadic), (bounds, inside) in boxes(2)) {
        let expr = tree.parse();
        let inner: Vec<_> = inside[0].iter().zip(&inside[1]).map(|(&a, &b)| Enclosure::new(a.min(b), a.max(b))).collect();
        let outer = enclose(&expr, &bounds).expect("polynomials are defined everywhere");
        let inner = enclose(&expr, &inner).expect("polynomials are defined everywhere");
        prop_assert!(outer.contains_enclosure(inner), "{inner} is not inside {outer}");
    }

    #[test]
    fn any_formula_evaluates_without_panic(tree in trees(Language::Full), (bounds, inside) in boxes(1)) {
        let expr = tree.parse();
        let value = expr.eval_f64(&inside[0], &mut Workspace::new());
        prop_assert!(value.is_err() || value.is_ok_and(f64::is_finite));
        let _ = expr.eval_exact(&rationals(&inside[0]), &mut Workspace::new());
        let whole = enclose(&expr, &bounds);
        let unbounded = enclose(&expr, &[Enclosure::EVERYTHING; 2]);
        if let (Ok(_), Ok(at_point)) = (whole, enclose(&expr, &points(&inside[0]))) {
            prop_assert!(at_point.lo() <= at_point.hi());
        }
        prop_assert!(unbounded.is_err() || whole.is_ok());
    }

    #[test]
    fn printing_reads_back(tree in trees(Language::Full)) {
        let expr = tree.parse();
        let printed = expr.to_string();
        let again = Expr::parse(&printed, &VARIABLES).expect("what is printed is a formula");
        prop_assert!(again == expr, "`{}` was printed as `{printed}`", tree.text());
        prop_assert_eq!(again.to_string(), printed);
    }

    /// Removing any one pair of parentheses changes the meaning, or does not parse.
    #[test]
    fn printed_parentheses_are_needed(tree in trees(Language::Full)) {
        let expr = tree.parse();
        let printed = expr.to_string();
        for (open, close) in parentheses(&printed) {
            let mut fewer = printed.clone();
            fewer.remove(close);
            fewer.remove(open);
            let same = Expr::parse(&fewer, &VARIABLES).is_ok_and(|fewer| fewer == expr);
            prop_assert!(!same, "`{printed}` has superfluous parentheses at {open}");
        }
    }

    #[test]
    fn literals_denote_the_nearest_double(bits in any::<u64>()) {
        let value = f64::from_bits(bits).abs();
        prop_assume!(value.is_finite());
        let expr = Expr::parse(&format!("{value:e}"), &VARIABLES).expect("a finite literal");
        prop_assert_eq!(expr.eval_f64(&[0.0, 0.0], &mut Workspace::new()), Ok(value));
        prop_assert!(Expr::parse(&expr.to_string(), &VARIABLES).expect("a literal") == expr);
    }
}

/// The positions of matching parentheses.
fn parentheses(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut pairs = Vec::new();
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(position),
            b')' => pairs.push((open.pop().expect("printed parentheses match"), position)),
            _ => {}
        }
    }
    pairs
}

#[test]
fn precedence_is_as_written_by_hand() {
    for (text, printed, value) in [
        ("-x^2", "-x^2", -9.0),
        ("(-x)^2", "(-x)^2", 9.0),
        ("1-2-x", "1 - 2 - x", -4.0),
        ("1-(2-x)", "1 - (2 - x)", 2.0),
        ("12/x/2", "12 / x / 2", 2.0),
        ("12/(x/2)", "12 / (x / 2)", 8.0),
        ("2*-x", "2 * -x", -6.0),
        ("--x", "--x", 3.0),
        ("x^-2*9", "x^-2 * 9", 1.0),
        ("(x^2)^2", "(x^2)^2", 81.0),
        ("max(max(1,x),y)", "max(1, x, y)", 3.0),
        ("max(1,max(x,y))", "max(1, max(x, y))", 3.0),
        (" 1e2 + .5 + 5. ", "100 + 0.5 + 5", 105.5),
        ("2.5E-1", "0.25", 0.25),
        ("hinge(-x) + step(x) + step(0)", "hinge(-x) + step(x) + step(0)", 1.0),
        ("x^0 + 0^0", "x^0 + 0^0", 2.0),
    ] {
        let expr = Expr::parse(text, &VARIABLES).expect("a formula");
        assert_eq!(expr.to_string(), printed);
        assert_eq!(expr.eval_f64(&[3.0, 2.0], &mut Workspace::new()), Ok(value), "{text}");
    }
}

#[test]
fn undefined_values_name_the_column() {
    use Undefined::{DivisionByZero, LnOfNonPositive, SqrtOfNegative};
    let zero = [0.0, 0.0];
    for (text, cause, column) in [
        ("1 + 1 / x", Cause::Undefined(DivisionByZero), 7),
        ("1 + x^-1", Cause::Undefined(DivisionByZero), 6),
        ("2 * ln(x)", Cause::Undefined(LnOfNonPositive), 5),
        ("sqrt(x - 1)", Cause::Undefined(SqrtOfNegative), 1),
        ("1e308 * (1 + 9 + x)", Cause::LeftFiniteRange, 7),
        ("(1e-200)^-2", Cause::LeftFiniteRange, 9),
    ] {
        let expr = Expr::parse(text, &VARIABLES).expect("a formula");
        assert_eq!(expr.eval_f64(&zero, &mut Workspace::new()), Err(EvalError { cause, column }), "{text}");
        if let Cause::Undefined(_) = cause {
            assert_eq!(enclose(&expr, &points(&zero)), Err(EvalError { cause, column }), "{text}");
            let exact = expr.eval_exact(&rationals(&zero), &mut Workspace::new());
            assert_eq!(exact, Err(EvalError { cause, column }), "{text}");
        } else {
            assert_eq!(enclose(&expr, &points(&zero)).map(Enclosure::hi), Ok(f64::INFINITY), "{text}");
        }
    }
    let expr = Expr::parse("x", &VARIABLES).expect("a formula");
    let left = Err(EvalError { cause: Cause::LeftFiniteRange, column: 1 });
    assert_eq!(expr.eval_f64(&[f64::NAN, 0.0], &mut Workspace::new()), left);
}

#[test]
fn exact_values_of_functions_are_recognised() {
    let at = |text: &str| {
        let expr = Expr::parse(text, &VARIABLES).expect("a formula");
        expr.eval_exact(&rationals(&[0.0, 2.25]), &mut Workspace::new()).map_err(|error| error.cause)
    };
    assert_eq!(at("sqrt(y)"), Ok(rational::exact(1.5)));
    assert_eq!(at("sqrt(4 / 9)"), Ok(RBig::from(2) / RBig::from(3)));
    assert_eq!(at("sqrt(y + 1)"), Err(Cause::NotRational));
    assert_eq!(at("exp(x) + cos(x) + sin(x) + ln(1) + sigmoid(x) + Phi(x)"), Ok(RBig::from(3)));
    assert_eq!(at("exp(1)"), Err(Cause::NotRational));
    assert_eq!(at("((y^1000)^1000)^1000"), Err(Cause::TooLong));
    assert_eq!(at("2^1000 / 2^999"), Ok(RBig::from(2)));
}

#[test]
fn equal_parts_are_stored_once_and_products_with_themselves_are_squares() {
    let expr = Expr::parse("(x - y) * (x - y) + (x - y)", &VARIABLES).expect("a formula");
    assert_eq!(expr.len(), 5);
    let square = Expr::parse("(x - y) * (x - y)", &VARIABLES).expect("a formula");
    let unit = Enclosure::new(0.0, 1.0);
    assert_eq!(enclose(&square, &[unit, unit]), Ok(Enclosure::new(0.0, 1.0)));
}

#[test]
fn properties_of_the_formula_are_told() {
    let of = |text: &str| Expr::parse(text, &VARIABLES).expect("a formula");
    assert!(of("2 * exp(1)").is_constant() && !of("0 * x").is_constant());
    assert!(of("step(x) / hinge(abs(y))").is_rational() && !of("sqrt(4)").is_rational());
    let unit = [Enclosure::new(0.0, 1.0); 2];
    assert!(of("step(x + 1) + step(-x)").is_continuous(&unit));
    assert!(of("x * step(0.1 + 0.2 - 0.3 - 1e-17)").is_continuous(&unit));
    assert!(!of("step(x)").is_continuous(&unit) && !of("1 / x").is_continuous(&unit));
}
