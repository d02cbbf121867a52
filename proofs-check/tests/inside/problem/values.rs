//! Values at points, and operations that are one.

use super::super::tape::Tape;
use super::super::{Domain, Function, Problem, expression};
use super::{NAMES, compile, exact};
use crate::interval::Interval;

fn value(text: &str, x: f64) -> Interval {
    let names = NAMES.map(ToString::to_string);
    let domain = Domain::Box { lower: vec![-1.0; 2], upper: vec![1.0; 2] };
    let problem = Problem::from_expressions(&names, domain, text, &[]).unwrap();
    problem.value(Function::Objective, &[x, 0.0]).unwrap()
}

#[test]
fn a_value_is_exact_where_it_is_a_short_fraction() {
    let third = crate::exact::Rational::parse("1/3").unwrap();
    assert_eq!(value("x/3", 1.0), Interval::point(third));
    // An irrational value, and fractions that are long above or below the line, have both ends of their enclosure.
    for text in ["exp(x)", "-exp(x)", "1/3^324", "-(1/3^324)", "3^324 + x/8"] {
        let program = compile(text).unwrap();
        let half = super::Interval::from_doubles(0.5, 0.5).unwrap();
        let enclosed = super::expressions::value_over(&program, &[half, super::Interval::ZERO]).unwrap();
        let found = value(text, 0.5);
        assert_eq!((&found.lo, &found.hi), (&exact(enclosed.lo), &exact(enclosed.hi)), "{text}");
        assert!(found.lo < found.hi, "{text} is no number of 128 bits");
    }
    // 3^323 has 512 bits.
    for text in ["1/3^323", "3^323", "-(1/3^300)"] {
        let found = value(text, 0.5);
        assert_eq!(found.lo, found.hi, "{text}");
    }
}

#[test]
fn operations_that_are_equal_are_one() {
    for (text, count) in [
        ("x*y - y*x", 4),
        ("x + y - (y + x)", 4),
        ("(x + y)*(y + x)", 4),
        ("x*x", 2),
        ("x^1", 1),
        ("max(x, x)", 1),
        ("min(x, x, x)", 1),
        ("max(x, y) + max(x, y)", 4),
        ("x - y + (y - x)", 5),
        ("x/y + y/x", 5),
    ] {
        assert_eq!(compile(text).unwrap().nodes.len(), count, "{text}");
    }
}

/// The limit is one of each expression, whatever stood on the tape before; on a literal tape the text is the limit.
#[test]
fn operations_are_counted_expression_by_expression() {
    let names = NAMES.map(ToString::to_string);
    // A variable and the sums, none of which is another.
    let sum = |variable: &str, operations: usize| vec![variable; operations].join("+");
    let mut tape = Tape::default();
    for variable in ["x", "y"] {
        expression::read(&sum(variable, 100_000), &names, &mut tape).unwrap();
    }
    assert_eq!(tape.len(), 200_000);
    for (mut tape, is_read) in [(Tape::default(), false), (Tape::literal(), true)] {
        assert_eq!(expression::read(&sum("x", 100_001), &names, &mut tape).is_ok(), is_read);
    }
}
