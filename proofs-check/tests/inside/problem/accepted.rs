//! What is accepted is true, and what a coarser honest prover finds is accepted.

use super::super::interval::Interval;
use super::super::number::{Dyadic, Round, Round::Down, Round::Up};
use super::super::tape::{Node, Program, at};
use super::super::{Cut, Domain, Evidence, Form, Leaf, Problem, Side};
use super::random::Tree;
use super::{Draws, compile};
use crate::exact::Rational;

/// Ends of sides that meet the kinks of random expressions often.
const ENDS: [f64; 13] = [-2.0, -1.5, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.625, 1.0, 1.5, 2.0];

fn random_sides(draws: &mut Draws) -> Vec<(f64, f64)> {
    let mut side = || {
        let mut end = || ENDS[usize::try_from(draws.below(13)).unwrap()];
        let (a, b) = (end(), end());
        (a.min(b), a.max(b))
    };
    vec![side(), side()]
}

/// The highest multiple of 1/4 between -64 and 64 that is accepted as a lower bound, by trying.
fn highest(problem: &Problem, evidence: &Evidence) -> Option<Rational> {
    let quarter = |n: i64| Rational::new(n.into(), 4.into()).unwrap();
    let accepted =
        |n: i64| problem.verify_lower_bound(Side::Constraints, &[Rational::one()], &quarter(n), evidence).is_ok();
    if !accepted(-256) {
        return None;
    }
    let (mut low, mut high) = (-256, 256);
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        if accepted(middle) { low = middle } else { high = middle }
    }
    Some(quarter(low))
}

/// Points of the box at the ninths and the ends of its sides.
fn samples(sides: &[(f64, f64)]) -> Vec<Vec<Rational>> {
    let along = |&(lo, hi): &(f64, f64)| {
        let (lo, hi) = (Rational::from_double(lo).unwrap(), Rational::from_double(hi).unwrap());
        (0..=8).map(move |k| &lo + &(&(&hi - &lo) * &Rational::new(k.into(), 8.into()).unwrap())).collect::<Vec<_>>()
    };
    let (xs, ys) = (along(&sides[0]), along(&sides[1]));
    xs.iter().flat_map(|x| ys.iter().map(move |y| vec![x.clone(), y.clone()])).collect()
}

#[test]
fn no_accepted_bound_is_above_a_value() {
    let mut draws = Draws(10);
    let mut accepted = [0; 3];
    for _ in 0..6000 {
        let tree = Tree::draw(&mut draws, 3);
        let sides = random_sides(&mut draws);
        let names = super::NAMES.map(ToString::to_string);
        let domain = Domain::Box {
            lower: sides.iter().map(|side| side.0).collect(),
            upper: sides.iter().map(|side| side.1).collect(),
        };
        let problem = Problem::from_expressions(&names, domain, &tree.text(), &[]).unwrap();
        let inside = |draws: &mut Draws| -> Vec<f64> {
            let pick = |side: &(f64, f64)| match draws.below(3) {
                0 => side.0,
                1 => side.1,
                _ => side.0.midpoint(side.1),
            };
            sides.iter().map(pick).collect()
        };
        let cuts =
            vec![Cut { theta: inside(&mut draws), weight: 0.75 }, Cut { theta: inside(&mut draws), weight: 0.25 }];
        let middle = sides[0].0.midpoint(sides[0].1);
        let form = [Form::Natural, Form::MeanValue, Form::Monotone][usize::try_from(draws.below(3)).unwrap()];
        let half = |x: (f64, f64)| Leaf { sides: vec![x, sides[1]], form, at: vec![] };
        let leaves = vec![half((sides[0].0, middle)), half((middle, sides[0].1))];
        let all = [Evidence::Cuts(cuts), Evidence::Boxes(leaves), Evidence::Vertices];
        for (evidence, accepted) in all.iter().zip(&mut accepted) {
            let Some(bound) = highest(&problem, evidence) else { continue };
            *accepted += 1;
            for point in samples(&sides) {
                let value = tree.value(&point).unwrap();
                assert!(bound <= value, "{} over {sides:?}: {bound} from {evidence:?}", tree.text());
            }
        }
    }
    assert!(accepted.iter().all(|&n| n > 800), "{accepted:?} bounds were accepted");
}

/// The number rounded to 53 bits, as a prover with doubles has it (with exponents without limit).
fn coarse(x: Dyadic, round: Round) -> Dyadic {
    if !x.is_finite() {
        return x;
    }
    let (magnitude, exponent) = x.parts();
    let mut kept = Dyadic::from_big(&(num_bigint::BigInt::from(magnitude >> 75) << 75), exponent, Down);
    let away = (x >= Dyadic::ZERO) == (round == Up);
    if away && magnitude << 53 != 0 {
        let unit = Dyadic::from_big(&num_bigint::BigInt::from(1_u128 << 75), exponent, Down);
        kept = kept.plus(unit, Up);
    }
    if x < Dyadic::ZERO { kept.negated() } else { kept }
}

fn widened(u: Interval) -> Interval {
    Interval { lo: coarse(u.lo, Down), hi: coarse(u.hi, Up) }
}

#[test]
fn enclosures_are_never_wider_than_those_of_doubles() {
    let mut draws = Draws(11);
    let mut texts: Vec<String> = (0..600).map(|_| Tree::draw(&mut draws, 4).text()).collect();
    let smooth =
        ["exp(x*y/3)", "sin(x + y/7)*cos(x*y)", "sigmoid(3*x - y)", "Phi(x - 2*y) - Phi(x/3)", "ln(0.1 + x^2)"];
    texts.extend(smooth.iter().map(ToString::to_string));
    texts.extend(smooth.iter().map(|text| format!("sqrt(abs({text} - x/9)) * exp(sin(y)/({text})^2)")));
    let mut compared = 0;
    for text in texts {
        let program = compile(&text).unwrap();
        for _ in 0..20 {
            let sides: Vec<Interval> =
                random_sides(&mut draws).iter().map(|&(lo, hi)| Interval::from_doubles(lo, hi).unwrap()).collect();
            let mut fine = Vec::new();
            let mut rough: Vec<Interval> = Vec::new();
            let mut defined = true;
            for &node in &program.nodes {
                let inputs = node.operands().map(|(a, b)| [at(&rough, a), at(&rough, b)]);
                let alone = match (node, inputs) {
                    (Node::Variable(i), _) => Ok(sides[i]),
                    (_, None) => single(node, &sides),
                    (_, Some(inputs)) => single(on_first_places(node), &inputs),
                };
                match alone {
                    Ok(value) => rough.push(widened(value)),
                    Err(_) => defined = false,
                }
                if !defined {
                    break;
                }
            }
            if defined {
                program.evaluate(&sides, &mut fine).unwrap_or_else(|why| panic!("{text} is refused: {why}"));
                assert!(fine.iter().zip(&rough).all(|(fine, rough)| fine.lies_in(*rough)), "{text} over {sides:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

/// The same operation on the first two places, in order.
fn on_first_places(node: Node) -> Node {
    let first = node.operands().map_or(0, |(a, _)| a);
    node.relocated(|place| usize::from(place != first))
}

/// One operation on two inputs.
fn single(node: Node, inputs: &[Interval]) -> Result<Interval, &'static str> {
    let nodes = vec![Node::Variable(0), Node::Variable(1), node];
    let program = Program { nodes, roots: vec![2], depends: vec![true; 3] };
    let mut values = Vec::new();
    program.evaluate(inputs, &mut values)?;
    Ok(at(&values, 2))
}
