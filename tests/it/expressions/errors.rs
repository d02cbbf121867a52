//! What is refused, with which words, and that nothing makes the parser panic or hang.

use crate::expressions::config;
use crate::expressions::tree::VARIABLES;
use proptest::prelude::*;
use referee::expr::{Expr, Workspace};
use referee::numerics::Enclosure;

const ATOM: &str = "expected a number, a variable, a function or `(`, found";

#[test]
fn bad_formulas_are_refused_with_one_sentence_and_the_column() {
    let functions = "`abs`, `exp`, `ln`, `sqrt`, `sin`, `cos`, `step`, `hinge`, `sigmoid`, `Phi`, `max`, `min`";
    let table: &[(&str, &str, usize)] = &[
        ("", &format!("{ATOM} the end"), 1),
        ("   ", &format!("{ATOM} the end"), 4),
        ("x +", &format!("{ATOM} the end"), 4),
        ("+x", &format!("{ATOM} `+`"), 1),
        ("x * / y", &format!("{ATOM} `/`"), 5),
        ("()", &format!("{ATOM} `)`"), 2),
        ("(x", "expected an operator or `)`, found the end", 3),
        ("(x, y)", "expected an operator or `)`, found `,`", 3),
        ("x)", "expected an operator or the end, found `)`", 2),
        ("2x", "expected an operator or the end, found `x`", 2),
        ("x y", "expected an operator or the end, found `y`", 3),
        ("1.2.3", "expected an operator or the end, found `.3`", 4),
        ("1e", "expected an operator or the end, found `e`", 2),
        ("max(,)", &format!("{ATOM} `,`"), 5),
        ("max(x", "expected an operator, `,` or `)`, found the end", 6),
        ("max(x)", "`max` takes 2 or more arguments, found 1", 1),
        ("1 + exp(x, y)", "`exp` takes 1 argument, found 2", 5),
        ("exp + 1", "`exp` is a function: write its argument in parentheses after it", 1),
        ("x(y + 1)", "`x` is a variable, not a function; write `*` for a product", 1),
        ("x + z", "unknown variable `z`; known are `x`, `y`", 5),
        ("X", "unknown variable `X` (did you mean `x`?); known are `x`, `y`", 1),
        ("log(x)", &format!("unknown function `log` (did you mean `ln`?); known are {functions}"), 1),
        ("2 * phi(x)", &format!("unknown function `phi` (did you mean `Phi`?); known are {functions}"), 5),
        ("sqr(x)", &format!("unknown function `sqr` (did you mean `sqrt`?); known are {functions}"), 1),
        ("tan(x)", &format!("unknown function `tan`; known are {functions}"), 1),
        ("x^y", "expected a whole number as the exponent, found `y`", 3),
        ("x^2.0", "expected a whole number as the exponent, found `2.0`", 3),
        ("x^(2)", "expected a whole number as the exponent, found `(`", 3),
        ("x^^2", "expected a whole number as the exponent, found `^`", 3),
        ("x^-", "expected a whole number as the exponent, found the end", 4),
        ("x^2^3", "a power of a power needs parentheses, as in (x^2)^3", 4),
        ("x^1000001", "the exponent `1000001` is above the limit of 1000000", 3),
        ("x + 1e400", "`1e400` is too large: the largest double is about 1.8e308", 5),
        ("x $ y", "the character `$` has no meaning in an expression", 3),
        ("x - y <= 0.4", "`<` has no place in an expression: write a difference; a constraint asks for at most 0", 7),
        ("x = y", "`=` has no place in an expression: write a difference; a constraint asks for at most 0", 3),
        ("x**2", "`**` is no operator: a power is written as in x^2", 2),
        ("x \u{b7} y", "the character `\u{b7}` has no meaning in an expression", 3),
        ("\u{a0}\u{2003}\u{3bb}", "the character `\u{3bb}` has no meaning in an expression", 3),
        ("x\0", "the character `\\0` has no meaning in an expression", 2),
        (
            "a_very_long_name_that_goes_on_and_on_and_on_and_on",
            "unknown variable `a_very_long_name_that_goes_on_and_on_and...`; known are `x`, `y`",
            1,
        ),
    ];
    for &(text, message, column) in table {
        let error = Expr::parse(text, &VARIABLES).expect_err(text);
        assert_eq!((error.message(), error.column()), (message, Some(column)), "{text}");
    }
}

#[test]
fn bad_variables_are_refused() {
    let message = |names: &[&str]| Expr::parse("1", names).expect_err("bad names").to_string();
    let rule = "a name is letters, digits and underscores, and does not start with a digit";
    assert_eq!(message(&["x", "2x"]), format!("`2x` cannot name a variable: {rule}"));
    assert_eq!(message(&[""]), format!("`` cannot name a variable: {rule}"));
    assert_eq!(message(&["\u{3bb}"]), format!("`\u{3bb}` cannot name a variable: {rule}"));
    assert_eq!(message(&["max"]), "`max` cannot name a variable: it is a function");
    assert_eq!(message(&["x", "y", "x"]), "the variable `x` is named twice");
    let none: [&str; 0] = [];
    assert_eq!(Expr::parse("x", &none).expect_err("none").message(), "unknown variable `x`; there are none");
}

#[test]
fn limits_are_stated() {
    let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Expr::parse(&nested(128), &VARIABLES).is_ok());
    let error = Expr::parse(&nested(129), &VARIABLES).expect_err("too deep");
    assert_eq!(error.to_string(), "column 129: parentheses are nested more than 128 deep");
    for opening in ["(", "exp(", "-(", "max(x,", "1-("] {
        assert!(Expr::parse(&opening.repeat(100_000), &VARIABLES).is_err());
    }
    let error = Expr::parse(&"x".repeat((1 << 20) + 1), &VARIABLES).expect_err("too long");
    assert_eq!(error.to_string(), "the expression has 1048577 bytes, but at most 1048576 are read");
    let sum = (0..60_000).map(|k| format!("{k}*x")).collect::<Vec<_>>().join("+");
    let error = Expr::parse(&sum, &VARIABLES).expect_err("too many parts");
    assert_eq!(error.message(), "the expression has more than 100000 different parts; split it");
}

/// Long chains make deep tapes: nothing that walks one may recurse.
#[test]
fn deep_tapes_are_walked_without_recursion() {
    let minus = format!("{}x", "-".repeat(90_001));
    let chain = (0..30_000).map(|k| format!("x*{k}")).collect::<Vec<_>>().join("+");
    let arguments = format!("max({})", (0..30_000).map(|k| format!("x-{k}")).collect::<Vec<_>>().join(","));
    for text in [minus, chain, arguments] {
        let expr = Expr::parse(&text, &VARIABLES).expect("a formula");
        assert!(expr == Expr::parse(&expr.to_string(), &VARIABLES).expect("what is printed is a formula"));
        let bounds = [Enclosure::new(0.0, 1.0); 2];
        assert!(expr.curvature(&bounds).is_convex());
        let mut gradient = [Enclosure::ZERO; 2];
        assert!(expr.enclose_gradient(&bounds, &mut gradient, &mut Workspace::new()).is_ok());
    }
}

/// Whatever comes: an answer or a sentence with a column inside the text.
fn parses_or_explains(text: &str) -> Result<(), TestCaseError> {
    match Expr::parse(text, &VARIABLES) {
        Ok(expr) => {
            let again = Expr::parse(&expr.to_string(), &VARIABLES);
            prop_assert!(again.is_ok_and(|again| again == expr));
            let bounds = [Enclosure::new(-1.0, 2.0); 2];
            let _ = expr.curvature(&bounds).to_string();
            let _ = expr.enclose_gradient(&bounds, &mut [Enclosure::ZERO; 2], &mut Workspace::new());
        }
        Err(error) => {
            let column = error.column().expect("a place in the text");
            prop_assert!((1..=text.chars().count() + 1).contains(&column));
            prop_assert!(!error.message().is_empty() && !error.message().contains('\n'));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_text_parses_or_explains(text in any::<String>()) {
        parses_or_explains(&text)?;
    }

    #[test]
    fn any_row_of_tokens_parses_or_explains(tokens in prop::collection::vec(prop::sample::select(vec![
        "x", "y", "z", "1", "0.5", "1e3", ".", "e", "+", "-", "-", "*", "/", "^", "^2", "^-1", "(", "(", ")", ")", ",",
        "max(", "min(x,", "exp(", "ln(", "sqrt(", "step(", "Phi(", "abs", " ", "\t", "\u{e9}", "1e999", "^99999999999",
    ]), 0..24)) {
        parses_or_explains(&tokens.concat())?;
    }
}
