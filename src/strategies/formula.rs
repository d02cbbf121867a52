//! Formulas whose class is known by how they are built.
//!
//! A formula is text in the variables `x1..xd` and is meant for points of `[-2, 2]^d`, where it is defined. Half of
//! its numbers are eighths, so that ties and exact results occur; the others are any doubles.
//!
//! Each carries a bound on its size there. It is computed in doubles, and used only with room to spare: a divisor and
//! the argument of a logarithm or root are kept above 1, the argument of an exponential below 2.

use crate::problem::families::number;
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

/// A number of the range, which has 0 inside: often an eighth, seldom tiny.
pub(super) fn number_in(lo: i32, hi: i32) -> BoxedStrategy<f64> {
    let eighth = (8 * lo..=8 * hi).prop_map(|k| f64::from(k) / 8.0);
    let tiny = (-1.0..1.0).prop_map(|x: f64| x.powi(63));
    prop_oneof![10 => eighth, 9 => f64::from(lo)..f64::from(hi), 1 => tiny].boxed()
}

/// A positive number up to 2, often an eighth.
pub(super) fn positive() -> BoxedStrategy<f64> {
    prop_oneof![(1..=16).prop_map(|k| f64::from(k) / 8.0), 0.125..2.0].boxed()
}

impl Formula {
    /// `constant + sum_j a_j x_j`.
    pub(super) fn affine(constant: f64, a: &[f64]) -> Self {
        let slopes = a.iter().enumerate().filter(|(_, a)| **a != 0.0);
        let terms = slopes.map(|(j, &a)| format!("{} * x{}", number(a), j + 1));
        let text = std::iter::once(number(constant)).chain(terms).collect::<Vec<_>>().join(" + ");
        let bound = constant.abs() + 2.0 * a.iter().map(|a| a.abs()).sum::<f64>();
        Self { text, class: Class::Affine, recognised: true, smooth: true, bound, rows: Vec::new() }
    }

    /// The same text with other words about it.
    pub(super) fn of(text: String, class: Class, smooth: bool, bound: f64) -> Self {
        Self { text, class, recognised: true, smooth, bound, rows: Vec::new() }
    }

    pub(super) fn unrecognised(self) -> Self {
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
        let (text, rows) = self.each(|text| format!("{text} + ({})", other.text));
        Self {
            text,
            class,
            recognised: self.recognised && other.recognised && !matches!(class, Class::Difference | Class::Neither),
            smooth: self.smooth && other.smooth,
            bound: self.bound + other.bound,
            rows,
        }
    }

    /// The larger one of functions that are convex.
    pub(super) fn max(self, other: &Self) -> Self {
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
    pub(super) fn call(self, name: &str, class: Class, smooth: bool, bound: f64) -> Self {
        Self { recognised: self.recognised, ..Self::of(format!("{name}({})", self.text), class, smooth, bound) }
    }

    /// Moved up until it is at least 1 on `[-2, 2]^d`; or down, until it is at most -1.
    pub(super) fn moved(self, sign: f64) -> Self {
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

/// The mean of four formulas.
pub(super) fn mean(rows: Vec<String>, class: Class, smooth: bool, bound: f64) -> Formula {
    let text = format!("0.25 * ({})", rows.join(" + "));
    Formula { rows, ..Formula::of(text, class, smooth, bound) }
}
