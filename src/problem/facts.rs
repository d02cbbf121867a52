//! What the author of a problem knows about it, and how well it is known.

use crate::game::Grade;

/// A number that somebody stated, with the grade that checking it earned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// The number.
    pub value: f64,
    /// `Proved` if this crate proved it, `Declared` if it could only fail to refute it.
    pub grade: Grade,
}

impl Fact {
    /// A fact that rests on the word of whoever states it.
    pub fn declared(value: f64) -> Self {
        Self { value, grade: Grade::Declared }
    }

    /// A fact that was proved.
    pub fn proved(value: f64) -> Self {
        Self { value, grade: Grade::Proved }
    }
}

/// A margin: at `point` every proxy (every constraint, without proxies) is at most `-value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// How far below zero.
    pub value: f64,
    /// Where; a margin that is stated without a point cannot be checked.
    pub point: Option<Vec<f64>>,
    /// Whether the enclosures at the point prove it.
    pub grade: Grade,
}

/// Everything stated about a problem; nothing here is needed to play, all of it sharpens a certificate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The least objective over single feasible points.
    pub optimum: Option<Fact>,
    /// The least mean objective over distributions that are feasible on average.
    pub mixed_optimum: Option<Fact>,
    /// The least objective over single points that are feasible for the proxies.
    pub proxy_optimum: Option<Fact>,
    /// A strictly feasible point.
    pub margin: Option<Margin>,
    /// Any number that is at least `sup g_0 - inf g_0`.
    pub objective_range: Option<Fact>,
    /// Half-width of the uniform noise on each coordinate of a stochastic subgradient.
    pub noise: f64,
}

impl Facts {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        optimum: None,
        mixed_optimum: None,
        proxy_optimum: None,
        margin: None,
        objective_range: None,
        noise: 0.0,
    };
}
