//! Formulas whose class is known by how they are built.
//!
//! A formula is text in the variables `x1..xd` and is meant for points of `[-2, 2]^d`, where it is defined. Half of its
//! numbers are eighths, so that ties and exact results occur; the others are any doubles.
//!
//! Each carries a bound on its size there. It is computed in doubles, and used only with room to spare: a divisor and the
//! argument of a logarithm or root are kept above 1, the argument of an exponential below 2.

use super::network::network;
use crate::problem::families::number;
use proptest::collection::vec;
use proptest::prelude::*;

/// What is known of a function by how it was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Affine.
    Affine,
    /// Convex.
    Convex,
    /// Concave.
    Concave,
    /// A convex function less a convex function.
    Difference,
    /// Nothing; most are neither convex nor concave.
    Neither,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Affine, Self::Convex, Self::Concave, Self::Difference, Self::Neither];
}

/// A function as text, with what is known of it.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The text.
    pub text: String,
    /// What it is.
    pub class: Class,
    /// Whether it was built by the rules of [curvature](mod@crate::expr::curvature), which then prove its class.
    pub recognised: bool,
    /// Whether it has derivatives of all orders.
    pub smooth: bool,
    /// At least its absolute value on `[-2, 2]^d`.
    pub bound: f64,
    /// Four formulas whose mean it is, where it was made as a mean; else none.
    pub rows: Vec<String>,
}

/// A number of the range, often an eighth.
pub(super) fn number_in(lo: i32, hi: i32) -> BoxedStrategy<f64> {
    prop_oneof![(8 * lo..=8 * hi).prop_map(|k| f64::from(k) / 8.0), f64::from(lo)..f64::from(hi)].boxed()
}

/// A positive number up to 2, often an eighth.
pub(super) fn positive() -> BoxedStrategy<f64> {
    prop_oneof![(1..=16).prop_map(|k| f64::from(k) / 8.0), 0.125..2.0].boxed()
}

impl Formula {
    /// `constant + sum_j a_j x_j`.
    pub(super) fn affine(constant: f64, a: &[f64]) -> Self {
        let mut text = number(constant);
        for (j, &a) in a.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            text += &format!(" + {} * x{}", number(a), j + 1);
        }
        let bound = constant.abs() + 2.0 * a.iter().map(|a| a.abs()).sum::<f64>();
        Self { text, class: Class::Affine, recognised: true, smooth: true, bound, rows: Vec::new() }
    }

    /// The same text with other words about it.
    pub(super) fn of(text: String, class: Class, smooth: bool, bound: f64) -> Self {
        Self { text, class, recognised: true, smooth, bound, rows: Vec::new() }
    }

    fn unrecognised(self) -> Self {
        Self { recognised: false, ..self }
    }

    fn each(&self, text: impl Fn(&str) -> String) -> (String, Vec<String>) {
        (text(&self.text), self.rows.iter().map(|row| text(row)).collect())
    }

    /// Less a number.
    pub(super) fn minus(self, level: f64) -> Self {
        let (text, rows) = self.each(|text| format!("{text} - {}", number(level)));
        Self { text, rows, bound: self.bound + level.abs(), ..self }
    }

    /// Times a number.
    pub(super) fn times(self, factor: f64) -> Self {
        let (text, rows) = self.each(|text| format!("{} * ({text})", number(factor)));
        let class = if factor < 0.0 { self.class.reversed() } else { self.class };
        Self { text, rows, class, bound: self.bound * factor.abs(), ..self }
    }

    /// The negative.
    pub(super) fn negated(self) -> Self {
        let (text, rows) = self.each(|text| format!("-({text})"));
        Self { text, rows, class: self.class.reversed(), ..self }
    }

    /// The sum.
    pub(super) fn plus(self, other: &Self) -> Self {
        let class = self.class.plus(other.class);
        Self {
            text: format!("{} + ({})", self.text, other.text),
            class,
            recognised: self.recognised && other.recognised && !matches!(class, Class::Difference | Class::Neither),
            smooth: self.smooth && other.smooth,
            bound: self.bound + other.bound,
            rows: Vec::new(),
        }
    }

    /// The larger one of functions that are convex.
    fn max(self, other: &Self) -> Self {
        let bound = self.bound.max(other.bound);
        let recognised = self.recognised && other.recognised;
        Self { recognised, ..Self::of(format!("max({}, {})", self.text, other.text), Class::Convex, false, bound) }
    }

    /// Scaled by a power of two until the bound is at most the given one.
    pub(super) fn tamed(self, most: f64) -> Self {
        let mut factor = 1.0;
        while factor * self.bound > most {
            factor /= 2.0;
        }
        if factor == 1.0 { self } else { self.times(factor) }
    }

    /// A call of a function.
    fn call(self, name: &str, class: Class, smooth: bool, bound: f64) -> Self {
        Self { recognised: self.recognised, ..Self::of(format!("{name}({})", self.text), class, smooth, bound) }
    }

    /// Moved up until it is at least 1 on `[-2, 2]^d`; or down, until it is at most -1.
    fn moved(self, sign: f64) -> Self {
        let level = sign * (self.bound.ceil() + 1.0);
        self.minus(-level)
    }
}

impl Class {
    /// The class of the negative.
    const fn reversed(self) -> Self {
        match self {
            Self::Convex => Self::Concave,
            Self::Concave => Self::Convex,
            other => other,
        }
    }

    /// The class of a sum.
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Neither, _) | (_, Self::Neither) => Self::Neither,
            (Self::Affine, class) | (class, Self::Affine) => class,
            (one, other) if one == other => one,
            _ => Self::Difference,
        }
    }
}

/// A formula of a class in the variables `x1..xdim`.
///
/// ```
/// use proptest::strategy::{Strategy as _, ValueTree as _};
/// use proptest::test_runner::TestRunner;
/// use referee::expr::Expr;
/// use referee::testing::strategies::{Class, formula};
/// let drawn = formula(Class::Convex, 2).new_tree(&mut TestRunner::deterministic()).unwrap().current();
/// assert!(Expr::parse(&drawn.text, &["x1", "x2"]).is_ok());
/// ```
pub fn formula(class: Class, dim: usize) -> BoxedStrategy<Formula> {
    match class {
        Class::Affine => affine(dim),
        Class::Convex => prop_oneof![4 => convex(dim), 1 => unrecognised(dim)].boxed(),
        Class::Concave => prop_oneof![2 => convex(dim).prop_map(Formula::negated), 1 => concave_atom(dim)].boxed(),
        Class::Difference => (convex(dim), convex(dim))
            .prop_map(|(f, g)| Formula { class: Class::Difference, recognised: false, ..f.plus(&g.negated()) })
            .boxed(),
        Class::Neither => prop_oneof![4 => neither(dim), 1 => network(dim)].boxed(),
    }
}

/// An affine formula; with many variables few occur.
pub(super) fn affine(dim: usize) -> BoxedStrategy<Formula> {
    let slope = prop_oneof![dim.saturating_sub(2) as u32 => Just(0.0), 2 => number_in(-1, 1)];
    (number_in(-1, 1), vec(slope, dim)).prop_map(|(constant, a)| Formula::affine(constant, &a)).boxed()
}

fn affines(dim: usize) -> impl Strategy<Value = [Formula; 3]> {
    [affine(dim), affine(dim), affine(dim)]
}

/// A convex formula whose convexity the rules of composition prove.
pub(super) fn convex(dim: usize) -> BoxedStrategy<Formula> {
    let grown = |inner: BoxedStrategy<Formula>| {
        (0..5_u8, inner.clone(), inner, positive()).prop_map(|(rule, f, g, weight)| match rule {
            0 => f.times(weight).plus(&g),
            1 => f.max(&g),
            2 => f.tamed(2.0).call("exp", Class::Convex, g.smooth, 8.0),
            3 => {
                let bound = f.bound + 1.0;
                f.call("hinge", Class::Convex, false, bound)
            }
            _ => {
                let f = f.tamed(2.0);
                Formula { text: format!("max(0, {})^2", f.text), smooth: false, bound: 4.0, ..f }
            }
        })
    };
    let tree = convex_atom(dim).prop_recursive(2, 4, 2, move |inner| grown(inner.boxed()));
    (tree, affine(dim)).prop_map(|(f, u)| f.plus(&u).tamed(4.0)).boxed()
}

/// One convex function of a few affine ones.
fn convex_atom(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w]): (u8, [Formula; 3])| {
        let bound = u.bound;
        let square = |u: &Formula| Formula::of(format!("({})^2", u.text), Class::Convex, true, u.bound * u.bound);
        match kind {
            0 => square(&u),
            1 => square(&u).plus(&square(&v)).plus(&square(&w)),
            2 => u.max(&v).max(&w),
            3 => u.call("abs", Class::Convex, false, bound),
            4 => u.call("hinge", Class::Convex, false, bound + 1.0),
            5 => u.tamed(2.0).call("exp", Class::Convex, true, 8.0),
            6 => Formula::of(format!("1 / ({})", u.moved(1.0).text), Class::Convex, true, 1.0),
            7 => u.moved(1.0).call("-ln", Class::Convex, true, 2.0 * bound + 3.0),
            8 => u.moved(1.0).call("-sqrt", Class::Convex, true, 2.0 * bound + 3.0),
            9 => u.moved(-1.0).call("sigmoid", Class::Convex, true, 1.0),
            10 => u.moved(-1.0).call("Phi", Class::Convex, true, 1.0),
            11 => u.tamed(1.0).call("-cos", Class::Convex, true, 1.0),
            12 => Formula::of(format!("({0}) * ({0})", u.text), Class::Convex, true, bound * bound),
            13 => {
                let u = u.tamed(2.0);
                Formula::of(format!("({})^4", u.text), Class::Convex, true, 16.0)
            }
            14 => {
                let u = u.moved(1.0).tamed(4.0);
                Formula::of(format!("({})^3", u.text), Class::Convex, true, 64.0)
            }
            // The mean of four losses, of which a minibatch sees some.
            _ => {
                let rows = [(1.0, &u), (-1.0, &v), (-1.0, &w), (1.0, &v)]
                    .map(|(sign, u)| format!("hinge({})", u.clone().times(sign).text));
                let bound = u.bound.max(v.bound).max(w.bound) + 1.0;
                mean(rows.to_vec(), Class::Convex, false, bound)
            }
        }
    };
    (0..16_u8, affines(dim)).prop_map(atom).boxed()
}

/// The mean of four formulas.
pub(super) fn mean(rows: Vec<String>, class: Class, smooth: bool, bound: f64) -> Formula {
    let text = format!("0.25 * ({})", rows.join(" + "));
    Formula { rows, ..Formula::of(text, class, smooth, bound) }
}

fn concave_atom(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w]): (u8, [Formula; 3])| {
        let bound = u.bound.max(v.bound).max(w.bound);
        match kind {
            0 => Formula::of(format!("min({}, {}, {})", u.text, v.text, w.text), Class::Concave, false, bound),
            1 => u.moved(1.0).call("sqrt", Class::Concave, true, 2.0 * bound + 3.0),
            2 => u.moved(1.0).call("ln", Class::Concave, true, 2.0 * bound + 3.0),
            3 => u.moved(1.0).call("sigmoid", Class::Concave, true, 1.0),
            4 => u.moved(1.0).call("Phi", Class::Concave, true, 1.0),
            _ => u.tamed(1.0).call("cos", Class::Concave, true, 1.0),
        }
    };
    (0..6_u8, affines(dim)).prop_map(atom).boxed()
}

/// Convex, but not by the rules of composition.
fn unrecognised(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, _], weight): (u8, [Formula; 3], f64)| {
        let (u, v) = (u.tamed(2.0), v.tamed(2.0));
        let (text, bound) = match kind {
            0 => (format!("ln(exp({}) + exp({}))", u.text, v.text), 3.0),
            1 => (format!("sqrt({} + ({})^2)", number(weight), u.text), 3.0),
            // u^2 + v^2 + 2 u v, and the square over the positive affine.
            2 => (format!("({0})^2 + ({1})^2 + 2 * ({0}) * ({1})", u.text, v.text), 16.0),
            3 => (format!("({})^2 / ({})", u.text, v.moved(1.0).text), 4.0),
            _ => (format!("exp({}) * exp({})", u.text, v.text), 64.0),
        };
        Formula::of(text, Class::Convex, true, bound).unrecognised()
    };
    (0..5_u8, affines(dim), positive()).prop_map(atom).boxed()
}

/// Waves, products, quotients, thresholds and compositions.
fn neither(dim: usize) -> BoxedStrategy<Formula> {
    let atom = |(kind, [u, v, w], rate): (u8, [Formula; 3], f64)| {
        let bound = u.bound.max(v.bound).max(w.bound);
        let rate = number(4.0 * rate);
        let (u, v, w) = (u.clone().text, v.clone().text, w.clone().text);
        let below = number(bound.ceil() + 1.0);
        let (text, smooth, bound) = match kind {
            0 => (format!("sin({rate} * ({u}))"), true, 1.0),
            1 => (format!("({v}) * cos({rate} * ({u}))"), true, bound),
            2 => (format!("({u}) * ({v})"), true, bound * bound),
            3 => (format!("sigmoid({rate} * ({u}))"), true, 1.0),
            4 => (format!("Phi({rate} * ({u})) - sigmoid({v})"), true, 1.0),
            5 => (format!("({u}) / ({v} + {below})"), true, bound),
            6 => (format!("({u})^3"), true, bound.powi(3)),
            7 => (format!("exp(-({u})^2)"), true, 1.0),
            8 => (format!("min(max({u}, {v}), {w})"), false, bound),
            9 => (format!("sigmoid({u}) * Phi({v}) + abs({w})"), false, bound + 1.0),
            10 => (format!("abs({u}) - abs({v})"), false, 2.0 * bound),
            11 => (format!("sqrt(1 + ({u})^2) - ({v})^2"), true, bound * bound + bound + 1.0),
            _ => (format!("sin({rate} * ({u})) * hinge({v})"), false, bound + 1.0),
        };
        Formula::of(text, Class::Neither, smooth, bound).unrecognised().tamed(4.0)
    };
    (0..13_u8, affines(dim), positive()).prop_map(atom).boxed()
}
