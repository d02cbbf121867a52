//! What an equilibrium must satisfy, computed in the slowest and plainest way from the numbers of the game.

use super::instances::Game;
use dashu_ratio::RBig;
use referee::equilibrium::Equilibrium;
use referee::game::Rules;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("finite")
}

fn require(condition: bool, law: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(law.to_owned()) }
}

/// Checks every field.
pub(crate) fn check(game: &Game, found: &Equilibrium) -> Result<(), String> {
    let (m, count) = (game.m, game.rows.len());
    let mut weights = vec![RBig::ZERO; count];
    let mut last = None;
    for atom in &found.support {
        require(last.is_none_or(|last| last < atom.candidate) && atom.candidate < count, "candidates increase")?;
        require(atom.weight > RBig::ZERO, "weights are positive")?;
        weights[atom.candidate].clone_from(&atom.weight);
        last = Some(atom.candidate);
    }
    let total = |numbers: &[RBig]| numbers.iter().fold(RBig::ZERO, |sum, x| sum + x);
    require(total(&weights) == RBig::ONE, "weights sum to exactly 1")?;
    require(found.support.len() <= m + 1, "at most m + 1 candidates")?;

    require(found.multipliers.iter().all(|lambda| *lambda >= RBig::ZERO), "multipliers are not negative")?;
    let (radius, in_set, count_of) = match found.rules {
        Rules::Lagrangian { radius } => (exact(radius), total(&found.multipliers) <= exact(radius), m),
        Rules::ProxyLagrangian => (RBig::ONE, total(&found.multipliers) == RBig::ONE, m + 1),
    };
    require(in_set && found.multipliers.len() == count_of, "multipliers are in their set")?;

    let mean = |k: usize| weights.iter().zip(&game.rows).fold(RBig::ZERO, |sum, (w, row)| sum + w * exact(row[k]));
    require(found.objective == mean(0), "the objective is the mean")?;
    let constraints: Vec<RBig> = (1..=m).map(mean).collect();
    require(found.constraints == constraints, "the constraints are the means")?;

    let loss = |j: usize| match found.rules {
        Rules::Lagrangian { .. } => {
            let terms = found.multipliers.iter().zip(&game.rows[j][1..=m]);
            terms.fold(exact(game.rows[j][0]), |sum, (lambda, &g)| sum + lambda * exact(g))
        }
        Rules::ProxyLagrangian => found
            .multipliers
            .iter()
            .enumerate()
            .fold(RBig::ZERO, |sum, (i, lambda)| sum + lambda * exact(game.cost(i, j))),
    };
    let losses: Vec<RBig> = (0..count).map(loss).collect();
    let paid = weights.iter().zip(&losses).fold(RBig::ZERO, |sum, (w, loss)| sum + w * loss);
    let theta_gap = paid - losses.iter().min().expect("candidates");
    require(theta_gap.is_zero(), "the theta-player gains nothing")?;
    require(found.theta_gap == theta_gap, "the theta-gap is what it is")?;

    let worst = constraints.iter().fold(RBig::ZERO, |worst, c| worst.max(c.clone()));
    let own = &found.multipliers[found.multipliers.len() - m..];
    let got = own.iter().zip(&constraints).fold(RBig::ZERO, |sum, (lambda, c)| sum + lambda * c);
    let lambda_gap = radius * worst - got;
    require(lambda_gap.is_zero(), "the lambda-player gains nothing")?;
    require(found.lambda_gap == lambda_gap, "the lambda-gap is what it is")
}
