//! Random formulas as trees, with their own exact value and derivative: independent of the tape.

use dashu_ratio::RBig;
use proptest::prelude::*;
use referee::expr::Expr;
use referee::numerics::{Enclosure, rational::exact};

pub(crate) const VARIABLES: [&str; 2] = ["x", "y"];

#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Number(f64),
    Variable(usize),
    Negate(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
    Power(Box<Tree>, i32),
    Many(&'static str, Vec<Tree>),
    Call(&'static str, Box<Tree>),
}

/// Which operations a random formula may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// `+ - * ^n`, `abs max min hinge`, numbers on a dyadic grid: nothing is rounded far down.
    Dyadic,
    /// The same with more powers, whose exponents are 2 and 3 only.
    Curved,
    /// `+ - * / ^n`.
    Smooth,
    /// With `abs max min hinge`.
    Continuous,
    /// With `step`.
    Rational,
    /// Everything.
    Full,
}

pub(crate) fn trees(language: Language) -> impl Strategy<Value = Tree> {
    use Language::{Continuous, Curved, Dyadic, Full, Rational, Smooth};
    let grid = (0_i32..64).prop_map(|k| Tree::Number(f64::from(k) / 16.0));
    let any = prop_oneof![Just(0.1), Just(1e-3), Just(7.3e5), 0.0..10.0].prop_map(Tree::Number);
    let variable = (0_usize..VARIABLES.len()).prop_map(Tree::Variable);
    let leaf = match language {
        Dyadic | Curved => prop_oneof![2 => grid, 3 => variable].boxed(),
        _ => prop_oneof![2 => grid, 1 => any, 5 => variable].boxed(),
    };
    leaf.prop_recursive(3, 16, 3, move |inner| {
        let polynomial = matches!(language, Dyadic | Curved);
        let operators = if polynomial { "+-*" } else { "+-*/" };
        let operator = prop::sample::select(operators.chars().collect::<Vec<_>>());
        let exponents = match language {
            Dyadic => 0..=3,
            Curved => 2..=3,
            _ => -3..=4,
        };
        let binary = (operator, inner.clone(), inner.clone())
            .prop_map(|(operator, a, b)| Tree::Binary(operator, Box::new(a), Box::new(b)));
        let power = (inner.clone(), exponents).prop_map(|(a, n)| Tree::Power(Box::new(a), n));
        let negate = inner.clone().prop_map(|a| Tree::Negate(Box::new(a)));
        let powers = if language == Curved { 6 } else { 2 };
        let algebra = prop_oneof![6 => binary, powers => power, 1 => negate].boxed();
        let functions: &[&str] = match language {
            Smooth => return algebra,
            Dyadic | Curved | Continuous => &["abs", "hinge"],
            Rational => &["abs", "hinge", "step"],
            Full => &["abs", "hinge", "step", "exp", "ln", "sqrt", "sin", "cos", "sigmoid", "Phi"],
        };
        let call = (prop::sample::select(functions), inner.clone()).prop_map(|(f, a)| Tree::Call(f, Box::new(a)));
        let many = (prop::sample::select(vec!["max", "min"]), prop::collection::vec(inner, 2..4))
            .prop_map(|(f, arguments)| Tree::Many(f, arguments));
        prop_oneof![5 => algebra, 2 => call, 1 => many].boxed()
    })
}

impl Tree {
    /// The formula with a pair of parentheses round everything.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(value) => format!("{value:e}"),
            Self::Variable(index) => VARIABLES[*index].to_owned(),
            Self::Negate(a) => format!("(-{})", a.text()),
            Self::Binary(operator, a, b) => format!("({}{operator}{})", a.text(), b.text()),
            Self::Power(a, n) => format!("(({})^{n})", a.text()),
            Self::Many(name, arguments) => {
                format!("{name}({})", arguments.iter().map(Self::text).collect::<Vec<_>>().join(","))
            }
            Self::Call(name, a) => format!("{name}({})", a.text()),
        }
    }

    pub(crate) fn parse(&self) -> Expr {
        Expr::parse(&self.text(), &VARIABLES).unwrap_or_else(|error| panic!("{}: {error}", self.text()))
    }

    /// The exact value and derivative by variable `by`; `None` where undefined or not rational. At a kink the
    /// derivative is that of the last of the tied branches, which is one that the chain rule allows.
    pub(crate) fn dual(&self, point: &[RBig], by: usize) -> Option<(RBig, RBig)> {
        let (zero, one) = (RBig::ZERO, RBig::ONE);
        match self {
            Self::Number(value) => Some((exact(*value), zero)),
            Self::Variable(index) => Some((point[*index].clone(), if *index == by { one } else { zero })),
            Self::Negate(a) => a.dual(point, by).map(|(v, d)| (-v, -d)),
            Self::Binary(operator, a, b) => {
                let ((u, du), (v, dv)) = (a.dual(point, by)?, b.dual(point, by)?);
                match operator {
                    '+' => Some((u + v, du + dv)),
                    '-' => Some((u - v, du - dv)),
                    '*' => Some((&u * &v, du * v + u * dv)),
                    _ if v.is_zero() => None,
                    _ => Some((&u / &v, (du * &v - u * dv) / (&v * &v))),
                }
            }
            Self::Power(a, n) => {
                let (u, du) = a.dual(point, by)?;
                // A product of factors, not a call of the library's power: x^n by its definition.
                let repeated = |count: u32| (0..count).fold(RBig::ONE, |product, _| product * &u);
                if *n == 0 {
                    return Some((one, zero));
                }
                if *n > 0 {
                    let below = repeated(n.unsigned_abs() - 1);
                    return Some((&below * &u, RBig::from(*n) * below * du));
                }
                if u.is_zero() {
                    return None;
                }
                let inverse = RBig::ONE / repeated(n.unsigned_abs());
                Some((inverse.clone(), RBig::from(*n) * inverse / u * du))
            }
            Self::Many(name, arguments) => {
                let duals: Option<Vec<_>> = arguments.iter().map(|argument| argument.dual(point, by)).collect();
                duals?.into_iter().reduce(|best, next| {
                    let better = if *name == "max" { next.0 >= best.0 } else { next.0 <= best.0 };
                    if better { next } else { best }
                })
            }
            Self::Call(name, a) => {
                let (u, du) = a.dual(point, by)?;
                match *name {
                    "abs" => Some(if u < zero { (-u, -du) } else { (u, du) }),
                    "hinge" => Some(if u < -&one { (zero, RBig::ZERO) } else { (u + one, du) }),
                    "step" => Some((if u > zero { one } else { zero }, RBig::ZERO)),
                    _ => None,
                }
            }
        }
    }

    pub(crate) fn value(&self, point: &[RBig]) -> Option<RBig> {
        self.dual(point, 0).map(|(value, _)| value)
    }
}

/// A box, and a number of points in it, all on a dyadic grid and often on the boundary or at the same place.
pub(crate) fn boxes(points: usize) -> impl Strategy<Value = (Vec<Enclosure>, Vec<Vec<f64>>)> {
    let side = (-64_i32..=64, prop_oneof![1 => Just(0_i32), 4 => 0_i32..=64, 2 => Just(64_i32)]);
    let sides = prop::collection::vec(side, VARIABLES.len());
    let places = prop::collection::vec(prop::collection::vec(0_i32..=16, VARIABLES.len()), points);
    (sides, places).prop_map(|(sides, places)| {
        // Corners are multiples of 1/32 and points of 1/512, so each point is exact and exactly inside.
        let corner = |k: i32| f64::from(k) / 32.0;
        let bounds = sides.iter().map(|&(lo, width)| Enclosure::new(corner(lo), corner(lo + width))).collect();
        let inside = |&(lo, width): &(i32, i32), &k: &i32| corner(lo) + corner(width) * (f64::from(k) / 16.0);
        let points = places.iter().map(|place| sides.iter().zip(place).map(|(s, k)| inside(s, k)).collect()).collect();
        (bounds, points)
    })
}

pub(crate) fn rationals(point: &[f64]) -> Vec<RBig> {
    point.iter().map(|&x| exact(x)).collect()
}

pub(crate) fn points(point: &[f64]) -> Vec<Enclosure> {
    point.iter().map(|&x| Enclosure::point(x)).collect()
}
