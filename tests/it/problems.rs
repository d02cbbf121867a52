//! Problems from files: what is proved, refuted and left open, and that no text brings the reader down.

use proptest::prelude::*;
use referee::domain::Domain;
use referee::error::Result;
use referee::game::{Grade, Side};
use referee::numerics::Enclosure;
use referee::problem::{Domination, ExpressionProblem, Problem, Workspace};

fn read(text: &str) -> Result<ExpressionProblem> {
    ExpressionProblem::from_toml(text, "test")
}

/// A problem in one variable with one constraint and a proxy for it.
fn with_proxy(domain: &str, expression: &str, proxy: &str) -> Result<ExpressionProblem> {
    read(&format!("minimize = \"x\"\n{domain}\n[[constraint]]\nexpression = \"{expression}\"\nproxy = \"{proxy}\"\n"))
}

const BOX: &str = "[variables]\nx = [-1, 1]";
const BALL: &str = "variables = [\"x\", \"y\"]\n[domain]\nball = 1.0";
const POINTS: &str = "variables = [\"x\"]\n[domain]\npoints = [[-0.5], [0], [0.3]]";

#[test]
fn domination_is_proved_where_enclosures_can() {
    for (domain, expression, proxy) in [
        (BOX, "step(-x) - 0.5", "max(0, 1 - x) - 0.5"),
        (BOX, "step(0.3 - x)", "max(0, 1 - (x - 0.3) / 0.7)"), // the jump is off every bisection
        (BOX, "step(x - 0.1) + step(x - 0.2)", "hinge(x - 0.1) + hinge(x - 0.2)"),
        (BOX, "sin(x)", "sin(x) + 0.001"),
        (BOX, "x^2 - 1", "x^2 - 1"),
        (BALL, "x * y", "0.75"),
        (POINTS, "abs(x) - 1", "x^2 - 0.25"), // false between the points, true on them
    ] {
        let problem = with_proxy(domain, expression, proxy).unwrap_or_else(|error| panic!("{proxy}: {error}"));
        assert_eq!(problem.constraints()[0].domination, Domination::Proved, "{proxy} >= {expression} on {domain}");
    }
}

#[test]
fn domination_stays_open_where_the_functions_touch() {
    // exp(x) >= 1 + x touches at 0: true, but no enclosure of finite width shows it there.
    let problem = with_proxy(BOX, "1 + x", "exp(x)").expect("not refuted");
    assert_eq!(problem.constraints()[0].domination, Domination::Undecided);
}

#[test]
fn a_proxy_below_its_constraint_is_refused_with_the_point() {
    for (domain, expression, proxy) in [
        (BOX, "step(-x)", "max(0, -x)"),
        (BOX, "x", "x - 0.0000001"),
        (BOX, "step(x - 0.9375)", "0.5"), // only near one corner
        (BALL, "x + y", "1.4"),           // only near (1, 1) / sqrt 2
        (POINTS, "0.3", "abs(x) * 0.9999999999999999 + 0.00000000000000001"),
    ] {
        let error = with_proxy(domain, expression, proxy).expect_err(proxy).to_string();
        assert!(error.contains("must be at least the expression everywhere, but at x = "), "{proxy}: {error}");
    }
}

#[test]
fn a_refuting_point_refutes() {
    // The sentence ends with the two values; read them back and compare.
    let error = with_proxy(BALL, "x^2 + y", "0.9").expect_err("refuted").to_string();
    let numbers: Vec<f64> = error.split(' ').filter_map(|word| word.trim_end_matches(',').parse().ok()).collect();
    let [.., x, y, proxy, expression] = numbers[..] else { panic!("{error}") };
    assert!(proxy < expression, "{error}");
    assert!(x * x + y <= expression + 1.0 && expression == x * x + y, "{error}");
}

#[test]
fn facts_are_graded_by_what_was_shown() {
    let text = |facts: &str| {
        format!("minimize = \"exp(x)\"\n{BOX}\n[[constraint]]\nexpression = \"x - 0.5\"\n[facts]\n{facts}\n")
    };
    let facts = |facts: &str| read(&text(facts)).unwrap_or_else(|error| panic!("{error}")).facts().clone();
    let margin = |line: &str| facts(line).margin.expect("stated").grade;
    assert_eq!(margin("margin = 0.25\nmargin_point = [0.25]"), Grade::Proved);
    assert_eq!(margin("margin = 0.25"), Grade::Declared);
    assert_eq!(facts("objective_range = 2.4").objective_range.expect("stated").grade, Grade::Proved);
    assert_eq!(facts("optimum = 0.36787944117144233").optimum.expect("stated").grade, Grade::Declared);
    assert!(read(&text("objective_range = 2.3")).is_err(), "e - 1/e is 2.3504");
    assert!(read(&text("optimum = 0.4")).is_err(), "1/e is 0.3679");
    assert!(read(&text("optimum = 0.3")).is_err(), "1/e is 0.3679, and no point is better");
}

#[test]
fn noise_is_exactly_centred_and_repeats_with_its_sample() {
    let text = format!("minimize = \"0 * x\"\n{BOX}\n[facts]\nnoise = 0.5\n");
    let problem = read(&text).expect("a problem");
    let mut work = Workspace::default();
    let mut draw = |sample: u64| {
        let mut slope = [0.0];
        problem
            .stochastic_subgradient(sample, &[0.0], Side::Constraints, &[1.0], &mut slope, &mut work)
            .expect("the problem is defined");
        slope[0]
    };
    let draws: Vec<f64> = (0..2000).map(&mut draw).collect();
    assert_eq!(draws, (0..2000).map(draw).collect::<Vec<_>>());
    assert!(draws.iter().all(|x| x.abs() < 0.5));
    // Every draw is an odd multiple of 2^-54: the grid is symmetric about 0, so the mean is exactly 0.
    assert!(draws.iter().all(|x| (x * 2_f64.powi(54)) % 2.0 != 0.0));
    // A fair sign: P[Bin(2000, 1/2) outside 1000 +- 160] < 1e-12 by Hoeffding.
    let positive = draws.iter().filter(|x| **x > 0.0).count();
    assert!((840..=1160).contains(&positive), "{positive} of 2000 are positive");
}

#[test]
fn a_weighted_subgradient_is_the_weighted_sum() {
    let problem = with_proxy(BOX, "x^2 - 1", "2 * abs(x) - 0.5").expect("a problem");
    let mut work = Workspace::default();
    let mut slope = [0.0];
    for (side, expected) in [(Side::Constraints, 1.0 + 3.0), (Side::Proxies, 1.0 + 3.0 * 2.0)] {
        problem.subgradient(&[0.5], side, &[1.0, 3.0], &mut slope, &mut work).expect("defined");
        assert_eq!(slope, [expected], "{side:?}");
    }
}

#[test]
fn an_undefined_value_names_the_function_and_the_point() {
    // Undefined on a slit that no probe hits; the player that lands there gets the sentence.
    let text = format!("minimize = \"x\"\n{BOX}\n[[constraint]]\nname = \"pole\"\nexpression = \"1 / (x - 0.123)\"\n");
    let problem = read(&text).expect("no probe refutes it");
    let (mut values, mut work) = ([0.0; 2], Workspace::default());
    let error = problem.values(&[0.123], Side::Constraints, &mut values, &mut work).expect_err("a pole").to_string();
    assert_eq!(error, "constraint `pole` of problem `test`, at x = 0.123: column 3: division by zero");
    let mut enclosed = [Enclosure::ZERO; 2];
    let whole = problem.domain().bounding_box();
    let error = problem.enclose(&whole, Side::Constraints, &mut enclosed, &mut work).expect_err("a pole").to_string();
    assert!(error.contains("over x in [-1.0, 1.0]: column 3: division by zero"), "{error}");
}

#[test]
fn identical_powers_do_not_stall_the_reader() {
    // Equal everywhere, but not as formulas: every enclosure overlaps, and exact values have 60,000 digits in base 2.
    let problem = with_proxy(BOX, "x^1200", "max(x^600 * x^600, x^599 * x^601)").expect("not refuted");
    assert_eq!(problem.constraints()[0].domination, Domination::Undecided);
}

#[test]
fn long_lists_of_points_are_read_in_one_pass() {
    let points: Vec<String> = (0..20_000).map(|x| format!("[{x}]")).collect();
    let text = format!("minimize = \"x\"\nvariables = [\"x\"]\n[domain]\npoints = [{}]\n", points.join(",\n"));
    assert_eq!(read(&text).expect("a problem").domain().radius(), 19_999.0);
    let names: Vec<String> = (0..300).map(|i| format!("\"x{i}\"")).collect();
    let text = format!("minimize = \"x0\"\nvariables = [{}]\n[domain]\nball = 1\n", names.join(", "));
    assert_eq!(read(&text).expect("a problem").domain().dim(), 300);
    let twice = text.replace("\"x7\"", "\"x6\"");
    assert!(read(&twice).expect_err("twice").to_string().contains("`x6`"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,200}") {
        let _ = read(&text);
    }

    #[test]
    fn no_damage_to_a_file_brings_the_reader_down(position in 0_usize..400, byte in 32_u8..127, drop in any::<bool>()) {
        let mut bytes = include_bytes!("../../examples/late.toml").to_vec();
        let position = position % bytes.len();
        if drop { bytes.remove(position); } else { bytes[position] = byte; }
        let text = String::from_utf8(bytes).expect("ASCII stays ASCII");
        if let Err(error) = read(&text) {
            prop_assert!(error.line().is_some(), "no line: {error}");
            prop_assert!(!error.to_string().contains('\n'), "more than a sentence: {error}");
        }
    }

    #[test]
    fn values_and_enclosures_agree(x in -1.0_f64..1.0) {
        let problem = with_proxy(BOX, "step(0.3 - x) * x^3 - sin(x)", "2.5").expect("a problem");
        let (mut values, mut enclosed, mut work) = ([0.0; 2], [Enclosure::ZERO; 2], Workspace::default());
        let point = [Enclosure::point(x)];
        for side in [Side::Constraints, Side::Proxies] {
            problem.values(&[x], side, &mut values, &mut work).expect("defined");
            problem.enclose(&point, side, &mut enclosed, &mut work).expect("defined");
            for (value, enclosure) in values.iter().zip(enclosed) {
                // Values are rounded, so they lie near the enclosure of the real number, not always inside.
                let near = Enclosure::new(enclosure.lo().next_down().next_down(), enclosure.hi().next_up().next_up());
                prop_assert!(near.contains(*value), "{value} is far from {enclosure}");
            }
        }
    }
}
