//! Random rational expressions: values and slopes against exact arithmetic of another making.

use super::super::curvature::{Sides, shapes};
use super::super::exact_value;
use super::super::interval::Interval;
use super::super::number::Dyadic;
use super::super::slopes::{Kinks, slopes};
use super::{Draws, compile, exact, holds};
use crate::exact::Rational;

/// An expression as a tree, with its own text and its own exact value.
pub(super) enum Tree {
    Number(i64),
    Variable(usize),
    Two(&'static str, Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
    One(&'static str, Box<Tree>),
}

impl Tree {
    pub(super) fn draw(draws: &mut Draws, depth: u32) -> Self {
        let inner = |draws: &mut Draws| Box::new(Self::draw(draws, depth.saturating_sub(1)));
        match if depth == 0 { draws.below(2) } else { draws.below(14) } {
            0 => Self::Number(i64::try_from(draws.below(17)).unwrap() - 8),
            1 => Self::Variable(usize::try_from(draws.below(2)).unwrap()),
            2 | 3 => Self::Two("+", inner(draws), inner(draws)),
            4 => Self::Two("-", inner(draws), inner(draws)),
            5 | 6 => Self::Two("*", inner(draws), inner(draws)),
            7 => Self::Two("/", inner(draws), inner(draws)),
            8 => Self::Power(inner(draws), i32::try_from(draws.below(6)).unwrap() - 2),
            9 => Self::Two("max", inner(draws), inner(draws)),
            10 => Self::Two("min", inner(draws), inner(draws)),
            11 => Self::One("abs", inner(draws)),
            12 => Self::One(if draws.below(3) == 0 { "step" } else { "hinge" }, inner(draws)),
            _ => Self::One("-", inner(draws)),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(n) => format!("({})", format!("{n} / 4").replace('-', "0 - ")),
            Self::Variable(i) => super::NAMES[*i].to_owned(),
            Self::Two(name @ ("max" | "min"), a, b) => format!("{name}({}, {})", a.text(), b.text()),
            Self::Two(sign, a, b) => format!("({} {sign} {})", a.text(), b.text()),
            Self::Power(a, n) => format!("({})^{n}", a.text()),
            Self::One(name, a) => format!("({name}({}))", a.text()),
        }
    }

    pub(super) fn value(&self, point: &[Rational]) -> Option<Rational> {
        let one = Rational::one();
        Some(
            match self {
                Self::Number(n) => Rational::new((*n).into(), 4.into())?,
                Self::Variable(i) => point[*i].clone(),
                Self::Two(name, a, b) => {
                    let (a, b) = (a.value(point)?, b.value(point)?);
                    match *name {
                        "+" => &a + &b,
                        "-" => &a - &b,
                        "*" => &a * &b,
                        "/" => a.checked_div(&b)?,
                        "max" => a.max(b),
                        _ => a.min(b),
                    }
                }
                Self::Power(a, n) => {
                    let base = a.value(point)?;
                    let power = (0..n.unsigned_abs()).fold(one.clone(), |product, _| &product * &base);
                    if *n < 0 { one.checked_div(&power)? } else { power }
                }
                Self::One(name, a) => {
                    let a = a.value(point)?;
                    match *name {
                        "abs" => a.clone().max(-&a),
                        "step" => {
                            if a > Rational::zero() {
                                one
                            } else {
                                Rational::zero()
                            }
                        }
                        "hinge" => (&a + &one).max(Rational::zero()),
                        _ => -&a,
                    }
                }
            }
            .reduced(),
        )
    }
}

fn random_box(draws: &mut Draws) -> Vec<Interval> {
    let mut side = || {
        let (a, b) = (draws.eighth(), draws.eighth());
        Interval { lo: a.min(b), hi: a.max(b) }
    };
    vec![side(), side()]
}

/// A point of the box: a mixture of its ends with eighths.
fn member(draws: &mut Draws, sides: &[Interval]) -> Vec<Rational> {
    sides
        .iter()
        .map(|side| {
            let part = Rational::new(draws.below(9).into(), 8.into()).unwrap();
            &exact(side.lo) + &(&part * &(&exact(side.hi) - &exact(side.lo)))
        })
        .collect()
}

#[test]
fn enclosures_hold_all_values_and_slopes_all_differences() {
    let mut draws = Draws(6);
    let (mut tried, mut narrow) = (0, 0);
    for _ in 0..6000 {
        let tree = Tree::draw(&mut draws, 4);
        let text = tree.text();
        let program = compile(&text).unwrap();
        let sides = random_box(&mut draws);
        let (mut values, mut adjoints) = (Vec::new(), Vec::new());
        if program.evaluate(&sides, &mut values).is_err() {
            continue;
        }
        let range = program.results(&values).next().unwrap();
        let all: Vec<Vec<Interval>> = Kinks::all()
            .map(|kinks| {
                let mut into = vec![Interval::ZERO; 2];
                slopes(&program, &values, &[Interval::ONE], kinks, &mut adjoints, &mut into);
                into
            })
            .collect();
        for one in &all {
            assert!(one.iter().zip(&all[0]).all(|(one, both)| one.lies_in(*both)), "{text}");
        }
        for _ in 0..8 {
            let (a, b) = (member(&mut draws, &sides), member(&mut draws, &sides));
            let (Some(at_a), Some(at_b)) = (tree.value(&a), tree.value(&b)) else {
                panic!("{text} has no value at a point of a box where it was enclosed");
            };
            assert!(holds(range, &at_a) && holds(range, &at_b), "{text} leaves its enclosure");
            tried += 1;
            for slopes in &all {
                let change = slopes.iter().zip(a.iter().zip(&b)).fold(Interval::ZERO, |sum, (slope, (a, b))| {
                    sum.plus(slope.times(Interval::from_rational(&(b - a))))
                });
                assert!(holds(change, &(&at_b - &at_a)), "{text}: the slopes {slopes:?} miss a difference");
                narrow += usize::from(change.lo.is_finite() && change.lo > Dyadic::from_integer(-50));
            }
        }
    }
    assert!(tried > 20_000 && narrow > 10_000, "{tried} points, {narrow} with slopes that say something");
}

#[test]
fn exact_values_are_those_of_the_tree() {
    let mut draws = Draws(7);
    let mut tried = 0;
    for _ in 0..4000 {
        let tree = Tree::draw(&mut draws, 4);
        let point = [draws.eighth(), draws.eighth()];
        let expected = tree.value(&[exact(point[0]), exact(point[1])]);
        let found = exact_value::at_point(&compile(&tree.text()).unwrap(), &point);
        assert_eq!(found.map(|values| values[0].clone()), expected, "{}", tree.text());
        tried += usize::from(expected.is_some());
    }
    assert!(tried > 2000);
}

#[test]
fn what_is_called_convex_or_concave_is() {
    let mut draws = Draws(8);
    let (mut convex, mut concave) = (0, 0);
    let half = Rational::new(1.into(), 2.into()).unwrap();
    for _ in 0..20_000 {
        let tree = Tree::draw(&mut draws, 3);
        let text = tree.text();
        let program = compile(&text).unwrap();
        let sides = random_box(&mut draws);
        let mut values = Vec::new();
        if program.evaluate(&sides, &mut values).is_err() || !program.depends[program.roots[0]] {
            continue;
        }
        let shape = |kind| shapes(&program, &values, kind)[program.roots[0]];
        let (loose, strict) = (shape(Sides::Touching), shape(Sides::Apart));
        assert!((loose.convex || !strict.convex) && (loose.concave || !strict.concave), "{text}");
        convex += usize::from(loose.convex);
        concave += usize::from(loose.concave);
        for _ in 0..6 {
            let (a, b) = (member(&mut draws, &sides), member(&mut draws, &sides));
            let middle: Vec<Rational> = a.iter().zip(&b).map(|(a, b)| &(a + b) * &half).collect();
            let value = |point: &[Rational]| tree.value(point).unwrap();
            let chord = &(&value(&a) + &value(&b)) * &half;
            assert!(!loose.convex || value(&middle) <= chord, "{text} is not convex over {sides:?}");
            assert!(!loose.concave || value(&middle) >= chord, "{text} is not concave over {sides:?}");
        }
    }
    assert!(convex > 4000 && concave > 4000, "{convex} convex, {concave} concave");
}
