//! What a form implies after `T` rounds, by Theorem 1 or by Theorem 2 with Lemma 7.

use super::form::{Form, Shape};
use super::inputs::Inputs;
use crate::numerics::Enclosure;

/// A bound that follows, rounded to its safe side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Implied {
    /// `objective_weight` (from below), `infeasibility`, `infeasibility_slater` or `suboptimality` (from above).
    pub name: &'static str,
    /// The bound; `None` if nothing follows, because a divisor is not positive or the bound is beyond doubles.
    pub bound: Option<f64>,
}

/// The bounds, as far as the constants that they need are there.
pub(super) fn implied(form: &Form, shape: Shape, inputs: &Inputs, rounds: u64) -> Vec<Implied> {
    let epsilon = form.epsilon(rounds);
    let margin = inputs.margin.map(Enclosure::point);
    let facts = margin.zip(inputs.objective_range.map(Enclosure::point));
    let upper = |name, bound: Option<Enclosure>| Implied {
        name,
        bound: bound.map(Enclosure::hi).filter(|bound| bound.is_finite()),
    };
    if inputs.is_free() && shape != Shape::Regret {
        let mut bounds = vec![upper("infeasibility", Some(Enclosure::ZERO)), upper("suboptimality", Some(epsilon))];
        if shape == Shape::Proxy {
            bounds.insert(0, Implied { name: "objective_weight", bound: Some(1.0) });
        }
        return bounds;
    }
    match shape {
        Shape::Regret => Vec::new(),
        Shape::Proxy => {
            let Some((margin, range)) = facts else { return Vec::new() };
            let (room, whole) = (margin - epsilon, margin + range);
            let lambda = form.lambda_regret(rounds).unwrap_or(Enclosure::ZERO);
            let weight = positive(room).and_then(|room| room.divide(whole).ok());
            vec![
                Implied { name: "objective_weight", bound: weight.map(Enclosure::lo) },
                upper("infeasibility", quotient(lambda * whole, room)),
                upper("suboptimality", quotient(epsilon * whole, room)),
            ]
        }
        Shape::Lagrangian => {
            let mut bounds = vec![upper("suboptimality", Some(epsilon))];
            let Some(((margin, range), radius)) = facts.zip(inputs.radius().ok().map(Enclosure::point)) else {
                return bounds;
            };
            let scaled = epsilon * margin;
            if form.uniform {
                bounds.push(upper("infeasibility", quotient(scaled, margin * radius - epsilon - range)));
            }
            bounds.push(upper("infeasibility_slater", quotient(scaled, margin * radius - range)));
            bounds
        }
    }
}

fn positive(divisor: Enclosure) -> Option<Enclosure> {
    (divisor.lo() > 0.0).then_some(divisor)
}

fn quotient(dividend: Enclosure, divisor: Enclosure) -> Option<Enclosure> {
    dividend.divide(positive(divisor)?).ok()
}
