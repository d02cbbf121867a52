//! What a family knows in closed form against what a certificate says.
//!
//! Each comparison is an inequality that the theorems imply and that the trace alone does not: an independent fact
//! stands on one side. It fails only if it is certainly false, with every number at the end that favours it.

use crate::certificate::Certificate;
use crate::numerics::Enclosure;
use crate::problem::families::{Known, Optimum};
use crate::trace::GameKind;

/// What one comparison found: `None` if it is not certainly false.
type Refutation = Option<String>;

/// Every comparison that applies, by name; `Some` with one sentence where the certificate is certainly wrong.
pub fn confront(certificate: &Certificate, known: &Known) -> Vec<(&'static str, Refutation)> {
    let mut found = Vec::new();
    let optimum = match certificate.game {
        GameKind::Lagrangian => known.mixed_optimum.as_ref().or(known.optimum.as_ref()),
        GameKind::ProxyLagrangian => known.proxy_optimum.as_ref(),
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

fn refuted(holds: bool, sentence: impl FnOnce() -> String) -> Refutation {
    (!holds).then(sentence)
}

/// The mixture costs at most the optimum plus the certified gap, in each form of the claim.
fn suboptimality(certificate: &Certificate, optimum: &Optimum) -> Vec<(&'static str, Refutation)> {
    let Some(objective) = certificate.measured("objective") else { return Vec::new() };
    let names = ["suboptimality", "suboptimality_deviation"];
    let claims = names.iter().filter_map(|name| certificate.claim(name).map(|claim| (*name, claim.rhs)));
    let direct = certificate.measured("suboptimality").map(|gap| ("suboptimality_direct", gap));
    let judged = claims.chain(direct).map(|(name, gap)| {
        let most = optimum.value + gap;
        let sentence = || format!("{name}: the objective {objective} is above the optimum plus the bound, {most}");
        (name, refuted(objective.lo() <= most.hi(), sentence))
    });
    judged.collect()
}

/// The theta-player's loss at the mean multipliers is at most that of the optimal mixture, whose constraints are at
/// most 0 on average: so the lower bound is at most the optimum (times the objective's weight, in the proxy game).
fn lower_bound(certificate: &Certificate, optimum: &Optimum) -> Option<(&'static str, Refutation)> {
    let lower = certificate.given.lower()?;
    let weight = match certificate.game {
        GameKind::Lagrangian => Enclosure::ONE,
        GameKind::ProxyLagrangian => certificate.measured("objective_weight")?,
    };
    let most = weight * optimum.value;
    let sentence = || format!("the lower bound {lower} is above {most}, which the optimum reaches");
    Some(("lower_bound", refuted(lower <= most.hi(), sentence)))
}

/// Where the mixture is surely feasible, it costs at least the best feasible mixture.
fn better_than_any(certificate: &Certificate, mixed: &Optimum) -> Option<(&'static str, Refutation)> {
    let (objective, infeasibility) = (certificate.measured("objective")?, certificate.measured("infeasibility")?);
    if infeasibility.hi() > 0.0 {
        return None;
    }
    let sentence = || format!("a feasible mixture costs {objective}, less than the optimum {}", mixed.value);
    Some(("optimum", refuted(mixed.value.lo() <= objective.hi(), sentence)))
}
