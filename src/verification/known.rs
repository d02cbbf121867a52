//! What a family knows in closed form against what a certificate says.
//!
//! Each comparison is an inequality that the theorems imply and that the trace alone does not: an independent fact
//! stands on one side. It fails only if it is certainly false, with every number at the end that favours it.

use crate::certificate::Certificate;
use crate::game::Game;
use crate::numerics::Enclosure;
use crate::problem::families::{Known, Optimum};

/// An inequality between what a certificate says and what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Its name.
    pub name: &'static str,
    /// The left side, and the right side that it is at most.
    pub sides: [Enclosure; 2],
    /// Whether it follows from no other comparison of the same certificate.
    pub independent: bool,
    /// One sentence, where the certificate is certainly wrong.
    pub refutation: Option<String>,
}

/// Every comparison that applies.
pub fn confront(certificate: &Certificate, known: &Known) -> Vec<Comparison> {
    let mut found = Vec::new();
    let optimum = match certificate.game {
        Game::Lagrangian => known.mixed_optimum.as_ref().or(known.optimum.as_ref()),
        Game::ProxyLagrangian => known.proxy_optimum.as_ref(),
    };
    if let Some(optimum) = optimum {
        found.extend(suboptimality(certificate, optimum));
        found.extend(lower_bound(certificate, optimum));
    }
    if let Some(mixed) = &known.mixed_optimum {
        found.extend(better_than_any(certificate, mixed));
    }
    found
}

impl Comparison {
    fn new(name: &'static str, lhs: Enclosure, rhs: Enclosure, sentence: impl FnOnce() -> String) -> Self {
        let refutation = (lhs.lo() > rhs.hi()).then(sentence);
        Self { name, sides: [lhs, rhs], independent: true, refutation }
    }
}

/// The mixture costs at most the optimum plus the certified gap, in each form of the claim. With the gap that was
/// measured this is [`lower_bound`], with the objective added on both sides; the gaps that are claimed are larger.
fn suboptimality(certificate: &Certificate, optimum: &Optimum) -> Vec<Comparison> {
    let Some(objective) = certificate.measured("objective") else { return Vec::new() };
    let names = ["suboptimality", "suboptimality_deviation"];
    let claims = names.iter().filter_map(|name| certificate.claim(name).map(|claim| (*name, claim.rhs)));
    let direct = certificate.measured("suboptimality").map(|gap| ("suboptimality_direct", gap));
    let judged = claims.chain(direct).map(|(name, gap)| {
        let most = optimum.value + gap;
        let sentence = || format!("{name}: the objective {objective} is above the optimum plus the bound, {most}");
        Comparison { independent: false, ..Comparison::new(name, objective, most, sentence) }
    });
    judged.collect()
}

/// The theta-player's loss at the mean multipliers is at most that of the optimal mixture, whose constraints are at
/// most 0 on average: so the lower bound is at most the optimum (times the objective's weight, in the proxy game).
fn lower_bound(certificate: &Certificate, optimum: &Optimum) -> Option<Comparison> {
    let lower = certificate.given.lower()?;
    let weight = match certificate.game {
        Game::Lagrangian => Enclosure::ONE,
        Game::ProxyLagrangian => certificate.measured("objective_weight")?,
    };
    let most = weight * optimum.value;
    let sentence = || format!("the lower bound {lower} is above {most}, which the optimum reaches");
    Some(Comparison::new("lower_bound", Enclosure::point(lower), most, sentence))
}

/// Where the mixture is surely feasible, it costs at least the best feasible mixture.
fn better_than_any(certificate: &Certificate, mixed: &Optimum) -> Option<Comparison> {
    let (objective, infeasibility) = (certificate.measured("objective")?, certificate.measured("infeasibility")?);
    if infeasibility.hi() > 0.0 {
        return None;
    }
    let sentence = || format!("a feasible mixture costs {objective}, less than the optimum {}", mixed.value);
    Some(Comparison::new("optimum", mixed.value, objective, sentence))
}
