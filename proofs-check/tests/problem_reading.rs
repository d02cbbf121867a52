//! Which problems are read, and that hostile ones end in a sentence, soon.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use proofs_check::exact::Rational;
use proofs_check::problem::{Domain, Evidence, Form, Function, Leaf, Problem, Side};

fn read(text: &str) -> Result<Problem, String> {
    let names = ["x".to_owned(), "rate_2".to_owned()];
    let domain = Domain::Box { lower: vec![-1.0, -1.0], upper: vec![1.0, 1.0] };
    Problem::from_expressions(&names, domain, text, &[])
}

/// The value at `x = 3/4, rate_2 = -1/2` is exactly this.
fn is(text: &str, value: f64) {
    let problem = read(text).unwrap();
    assert!(problem.value_lies_in(Function::Objective, &[0.75, -0.5], value, value).unwrap(), "{text} is not {value}");
    let other = if value > 0.0 { -1.0 } else { 1e-9 };
    assert!(!problem.value_lies_in(Function::Objective, &[0.75, -0.5], other, other).unwrap(), "{text}");
}

#[test]
fn the_grammar_is_that_of_the_specification() {
    is("-x^2", -0.5625);
    is("(-x)^2", 0.5625);
    is("--x", 0.75);
    is("2 - -x", 2.75);
    is("2*-x", -1.5);
    is("1 - 2 - 3", -4.0);
    is("8/4/2", 1.0);
    is("2^-2", 0.25);
    is("x^ - 1 * 0.75", 1.0);
    is("(x - 0.75)^0", 1.0);
    is(" 1.5e1\t+ 2E-1*0 +\n0 ", 15.0);
    is("max(x, rate_2, 0.5)", 0.75);
    is("min(x, rate_2, 0)", -0.5);
    is("abs(rate_2) + step(x) + step(rate_2) + hinge(rate_2) + hinge(-2)", 2.0);
    is("step(0) + sqrt(0.25)", 0.5);
    is("exp(0) + ln(1) + sin(0) + cos(0) + sigmoid(0) + Phi(0)", 3.0);
}

#[test]
fn malformed_expressions_are_refused_with_the_place() {
    for text in [
        "",
        " ",
        "x +",
        "* x",
        "x x",
        "2x",
        "x^2^3",
        "x^",
        "x^y",
        "x^1.5",
        "x^(2)",
        "x^1000001",
        "x^--1",
        ".5",
        "1.",
        "1..2",
        "1e999",
        "1e",
        "(x",
        "x)",
        "()",
        "y",
        "X",
        "sin x",
        "sin()",
        "sin(x, x)",
        "max(x)",
        "max()",
        "max(x,)",
        "phi(x)",
        "x & 1",
        "+x",
        "x + + x",
        "0x10",
        "1_000",
        "\u{e9}",
        "x\u{a0}+ 1",
        "inf",
        "nan",
        "exp",
        "pow(x, 2)",
    ] {
        let why = read(text).unwrap_err();
        assert!(why.starts_with("the objective: ") && why.contains("byte"), "{text}: {why}");
    }
    for (text, word) in [("x^1.5", "whole number"), ("x^2e1", "whole number"), ("x^2^3", "needs parentheses")] {
        assert!(read(text).unwrap_err().contains(word), "{text}");
    }
}

#[test]
fn variables_and_domains_are_checked() {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let boxed = |lower: &[f64], upper: &[f64]| Domain::Box { lower: lower.to_vec(), upper: upper.to_vec() };
    let make = |variables: &[&str], domain| Problem::from_expressions(&names(variables), domain, "1", &[]).map(|_| ());
    make(&["x", "_y"], boxed(&[0.0, 0.0], &[0.0, 1.0])).unwrap();
    make(&["x"], Domain::Ball { radius: 0.0 }).unwrap();
    for variables in [&["x", "x"][..], &[], &["max"], &["Phi"], &["1x"], &[""], &["a b"], &["\u{e9}"]] {
        make(variables, Domain::Ball { radius: 1.0 }).unwrap_err();
    }
    for domain in [
        boxed(&[0.0], &[-1.0]),
        boxed(&[0.0, 0.0], &[1.0]),
        boxed(&[0.0], &[f64::INFINITY]),
        boxed(&[f64::NAN], &[1.0]),
        Domain::Ball { radius: -1.0 },
        Domain::Ball { radius: f64::NAN },
        Domain::Points(Vec::new()),
        Domain::Points(vec![vec![1.0], vec![1.0, 2.0]]),
        Domain::Points(vec![vec![f64::INFINITY]]),
    ] {
        make(&["x"], domain).unwrap_err();
    }
    let bad = Problem::from_expressions(
        &names(&["x"]),
        Domain::Ball { radius: 1.0 },
        "x",
        &[("x".to_owned(), None), ("x".to_owned(), Some("x +".to_owned()))],
    );
    assert!(bad.unwrap_err().starts_with("the proxy of constraint 2: "));
    for (rows, proxies) in [
        (vec![], None),
        (vec![vec![]], None),
        (vec![vec![1.0, 2.0], vec![1.0]], None),
        (vec![vec![f64::NAN]], None),
        (vec![vec![1.0, 2.0]], Some(vec![])),
        (vec![vec![1.0, 2.0]], Some(vec![vec![]])),
        (vec![vec![1.0, 2.0]], Some(vec![vec![f64::INFINITY]])),
    ] {
        Problem::from_table(rows, proxies).unwrap_err();
    }
}

#[test]
fn limits_hold_at_their_ends() {
    let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    read(&nested(128)).unwrap();
    assert!(read(&nested(129)).unwrap_err().contains("128"));
    assert!(read(&nested(200_000)).unwrap_err().contains("128"));
    let calls = |depth: usize| format!("{}x{}", "exp(".repeat(depth), ")".repeat(depth));
    read(&calls(128)).unwrap();
    read(&calls(129)).unwrap_err();
    read(&vec!["(x)"; 200].join("+")).unwrap();
    read(&format!("{}x", "-".repeat((1 << 20) - 1))).unwrap();
    assert!(read(&"x".repeat((1 << 20) + 1)).unwrap_err().contains("bytes"));
}

#[test]
fn operations_are_counted_to_their_limit() {
    let sum = |terms: usize| (0..terms).map(|k| k.to_string()).collect::<Vec<_>>().join("+");
    read(&format!("-({})", sum(50_000))).unwrap();
    assert!(read(&sum(50_001)).unwrap_err().contains("100000"));
    // 120,000 as they are written, of which 24,000 are equal.
    let twice: Vec<String> = (0..24_000).map(|k| format!("(x + {k}) + ({k} + x)")).collect();
    read(&twice.join("+")).unwrap();
}

#[test]
fn hostile_values_end() {
    let leaf = |form| Evidence::Boxes(vec![Leaf { sides: vec![(-1.0, 1.0); 2], form, at: vec![] }]);
    for text in [
        "x^1000000",
        "(1e308*(x + 2))^1000000",
        "((1e308^1000000)^1000000)^1000000 * x",
        "exp(exp(exp(exp(exp(x + 9)))))",
        "exp(1e308*x) + sin(1e308*x) + cos(exp(1000*x)) + sigmoid(1e300*x) + Phi(1e300*x)",
        "Phi(-exp(exp(9 + x)))",
        "ln(exp(exp(x + 50)) + 1)",
        "sin((1e308*(x + 2))^1000)",
        "1/(2 + x)^1000000",
    ] {
        let problem = read(text).unwrap();
        for form in [Form::Natural, Form::MeanValue, Form::Monotone] {
            let lower = Rational::from_double(f64::MAX).unwrap();
            let _ = problem.verify_lower_bound(Side::Constraints, &[Rational::one()], &lower, &leaf(form));
        }
        let _ = problem.value_lies_in(Function::Objective, &[0.3, 0.1], 0.0, 0.0);
        assert!(
            !problem.at_most(Function::Objective, &[0.3, 0.1], &Rational::from_double(-2.5).unwrap()).unwrap(),
            "{text}"
        );
    }
    // Exact values that double their length at every step are given up in time.
    let mut doubling = "(x/3 + 1e-300)".to_owned();
    for _ in 0..18 {
        doubling = format!("({doubling})^2");
    }
    assert!(!read(&doubling).unwrap().value_lies_in(Function::Objective, &[0.3, 0.1], 0.25, 0.25).unwrap());
}
