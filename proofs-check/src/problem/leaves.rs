//! Lower bounds on the boxes of a branch and bound.

use super::cover::{self, shown};
use super::domain::{Domain, intervals};
use super::interval::Interval;
use super::number::{Dyadic, Round::Up};
use super::slopes::Kinks;
use super::tape;
use super::weighted::{Room, Weighted};
use crate::decimal::as_in_the_file;
use crate::exact::Rational;

/// How a leaf was bounded. All but `Outside` are hints: the checker may use the best of the forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The lower end of the function evaluated over the box.
    Natural,
    /// The value at a point and the slopes over the box.
    MeanValue,
    /// The better of both on the face where the monotone coordinates are at their best end.
    Monotone,
    /// The value and the gradient at a point of that face, and how the gradient changes over it.
    SecondOrder,
    /// The box has no point of the ball.
    Outside,
}

/// A box that a branch and bound did not split further.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// The box, one side per variable.
    pub sides: Vec<(f64, f64)>,
    /// How it was bounded.
    pub form: Form,
    /// The point of the second-order form.
    pub at: Vec<f64>,
}

impl AsRef<cover::Sides> for Leaf {
    fn as_ref(&self) -> &cover::Sides {
        &self.sides
    }
}

/// Checks that the leaves cover the domain's bounding box and that `lower <= f` on each.
pub(crate) fn verify(
    f: &Weighted,
    domain: &Domain,
    sides: &cover::Sides,
    lower: &Rational,
    leaves: &[Leaf],
) -> Result<(), String> {
    for (number, leaf) in leaves.iter().enumerate() {
        let (found, wanted) = (leaf.sides.len(), sides.len());
        if found != wanted {
            return Err(format!("leaf {number} has {found} sides, but there are {wanted} variables"));
        }
    }
    cover::covers(leaves, sides)?;
    let goal = Dyadic::from_rational(lower, Up);
    let mut room = Room::default();
    let bends = leaves.iter().any(|leaf| leaf.form == Form::SecondOrder);
    let gradient = bends.then(|| f.gradient()).flatten().unwrap_or_default();
    for (number, leaf) in leaves.iter().enumerate() {
        let failed = |why: &str| format!("leaf {number}, {}: {why}", shown(&leaf.sides));
        let over = intervals(&leaf.sides).ok_or_else(|| failed("a side is not an interval of finite numbers"))?;
        if leaf.form == Form::Outside {
            if domain.is_outside(&leaf.sides) {
                continue;
            }
            return Err(failed("it is not outside the domain"));
        }
        let jointly = reaches(f, &gradient, &over, goal, leaf, Weighted::slopes, &mut room);
        let reached = match jointly {
            Ok(false) => reaches(f, &gradient, &over, goal, leaf, Weighted::slopes_apart, &mut room),
            decided => decided,
        };
        match reached {
            Ok(true) => {}
            Ok(false) => {
                let natural = f.evaluate(&over, &mut room).ok().and_then(|value| value.lo.to_rational());
                let natural = natural.map_or_else(|| "nothing".to_owned(), |lo| as_in_the_file(&lo));
                let lower = as_in_the_file(lower);
                return Err(failed(&format!(
                    "no form proves {lower} there; evaluated as it stands it is at least {natural}"
                )));
            }
            Err(why) => return Err(failed(why)),
        }
    }
    Ok(())
}

/// How the slopes of the sum are put together.
type Slopes = fn(&Weighted, Kinks, &mut Room) -> Vec<Interval>;

/// Whether one of the forms proves `f >= goal` on the box.
fn reaches(
    f: &Weighted,
    gradient: &[Weighted],
    over: &[Interval],
    goal: Dyadic,
    leaf: &Leaf,
    slopes_of: Slopes,
    room: &mut Room,
) -> Result<bool, &'static str> {
    if f.evaluate(over, room)?.lo >= goal {
        return Ok(true);
    }
    let slopes = slopes_of(f, Kinks::NARROW, room);
    let mean_value_first = leaf.form != Form::Monotone;
    if mean_value_first && mean_value(f, over, &slopes, room)? >= goal {
        return Ok(true);
    }
    let face = monotone_face(over, &slopes);
    let bends = leaf.form == Form::SecondOrder && gradient.len() == over.len();
    if bends && second_order(f, gradient, &face, &leaf.at, slopes_of, room).is_ok_and(|bound| bound >= goal) {
        return Ok(true);
    }
    if face != over {
        if f.evaluate(&face, room)?.lo >= goal {
            return Ok(true);
        }
        let slopes = slopes_of(f, Kinks::NARROW, room);
        if mean_value(f, &face, &slopes, room)? >= goal {
            return Ok(true);
        }
    }
    Ok(!mean_value_first && mean_value(f, over, &slopes, room)? >= goal)
}

/// The lower end of `f(c) + sum_j S_j (X_j - c_j)`, the better one with `c` the middle of the box and the middle
/// rounded to doubles.
///
/// Any `c` gives a bound. The second is where a prover that only has doubles stands; elsewhere its bound need not hold.
fn mean_value(f: &Weighted, over: &[Interval], slopes: &[Interval], room: &mut Room) -> Result<Dyadic, &'static str> {
    let middle: Vec<Dyadic> = over.iter().map(|side| side.middle()).collect();
    let rounded: Vec<Dyadic> =
        over.iter().zip(&middle).map(|(side, x)| x.nearest_double().clamp(side.lo, side.hi)).collect();
    let bound = mean_value_at(f, over, slopes, &middle, room)?;
    if rounded == middle { Ok(bound) } else { Ok(bound.max(mean_value_at(f, over, slopes, &rounded, room)?)) }
}

fn mean_value_at(
    f: &Weighted,
    over: &[Interval],
    slopes: &[Interval],
    centre: &[Dyadic],
    room: &mut Room,
) -> Result<Dyadic, &'static str> {
    let centre: Vec<Interval> = centre.iter().map(|&x| Interval::point(x)).collect();
    let mut bound = f.evaluate(&centre, room)?;
    for ((side, centre), slope) in over.iter().zip(&centre).zip(slopes) {
        bound = bound.plus(slope.times(side.minus(*centre)));
    }
    Ok(bound.lo)
}

/// The lower end of `f(c) + sum_j (g_j(c) Y_j + min(0, a_j) Y_j^2 / 2)` with `Y = X - c`, where `a_j` is at most
/// `H_jj - sum_{i != j} (|H_ij| + |H_ji|) / 2` for the slopes `H` of the gradient over `X`.
fn second_order(
    f: &Weighted,
    gradient: &[Weighted],
    over: &[Interval],
    at: &[f64],
    slopes_of: Slopes,
    room: &mut Room,
) -> Result<Dyadic, &'static str> {
    let inside = |(j, side): (usize, &Interval)| {
        let x = at.get(j).and_then(|&x| Dyadic::from_double(x)).unwrap_or(side.lo);
        Interval::point(x.clamp(side.lo, side.hi))
    };
    let centre: Vec<Interval> = over.iter().enumerate().map(inside).collect();
    let mut bends = Vec::with_capacity(gradient.len());
    for slope in gradient {
        slope.evaluate(over, room)?;
        bends.push(slopes_of(slope, Kinks::BOTH, room));
    }
    let bend = |i: usize, j: usize| bends.get(i).map_or(Interval::WHOLE, |row| tape::at(row, j));
    let mut bound = f.evaluate(&centre, room)?;
    for (j, slope) in gradient.iter().enumerate() {
        let y = tape::at(over, j).minus(tape::at(&centre, j));
        let others = (0..gradient.len()).filter(|&i| i != j);
        let twice = others.fold(bend(j, j).scaled(1), |sum, i| sum.minus(bend(i, j).abs()).minus(bend(j, i).abs()));
        let quarter = Interval::point(twice.lo.min(Dyadic::ZERO)).scaled(-2);
        bound = bound.plus(slope.evaluate(&centre, room)?.times(y)).plus(quarter.times(y.times(y)));
    }
    Ok(bound.lo)
}

/// The box with each monotone coordinate at the end where `f` is least.
fn monotone_face(over: &[Interval], slopes: &[Interval]) -> Vec<Interval> {
    let end = |(side, slope): (&Interval, &Interval)| {
        if slope.lo >= Dyadic::ZERO {
            Interval::point(side.lo)
        } else if slope.hi <= Dyadic::ZERO {
            Interval::point(side.hi)
        } else {
            *side
        }
    };
    over.iter().zip(slopes).map(end).collect()
}
