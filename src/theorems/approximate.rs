//! What an epsilon-equilibrium over a domain is worth: means of enclosures, and gaps rounded up.

use crate::certificate::LowerBound;
use crate::domain::Domain as _;
use crate::equilibrium::{Approximate, Equilibrium, FiniteGame, PointAtom};
use crate::error::{Error, Result};
use crate::game::{Game, ProblemRecord, Rules, Side};
use crate::numerics::rational::{enclose, exact};
use crate::numerics::simplex::round_to_simplex;
use crate::numerics::{Enclosure, ExactInterval};
use crate::problem::{Problem, Workspace};
use dashu_ratio::RBig;

/// Rationals with longer texts are replaced by doubles near them.
const LONGEST: usize = 40;

/// The points found so far, and the game on them. Its numbers are upper ends: they guide, and bound nothing.
pub(super) struct Points<'a> {
    problem: &'a dyn Problem,
    proxies: bool,
    pub(super) thetas: Vec<Vec<f64>>,
    pub(super) game: FiniteGame,
    work: Workspace,
}

impl<'a> Points<'a> {
    /// The point where play starts.
    pub(super) fn start(problem: &'a dyn Problem, rules: Rules) -> Result<Self> {
        let m = problem.num_constraints();
        let proxies = rules.game() == Game::ProxyLagrangian && problem.has_proxies();
        let game = if proxies { FiniteGame::with_proxies(m) } else { FiniteGame::new(m) };
        let mut points = Self { problem, proxies, thetas: Vec::new(), game, work: Workspace::default() };
        let mut theta = vec![0.0; problem.domain().dim()];
        problem.domain().start(&mut theta);
        points.add(&theta)?;
        Ok(points)
    }

    /// Adds a point; `false` if it is there already.
    pub(super) fn add(&mut self, theta: &[f64]) -> Result<bool> {
        if self.thetas.iter().any(|known| known == theta) {
            return Ok(false);
        }
        let constraints = self.values(theta, Side::Constraints)?;
        let upper = |values: &[Enclosure]| values.iter().map(|value| value.hi()).collect::<Vec<_>>();
        let own = upper(&constraints);
        if self.proxies {
            let proxies = upper(&self.values(theta, Side::Proxies)?);
            self.game.push_with_proxies(own[0], &own[1..], &proxies[1..])?;
        } else {
            self.game.push(own[0], &own[1..])?;
        }
        self.thetas.push(theta.to_vec());
        Ok(true)
    }

    fn values(&mut self, theta: &[f64], side: Side) -> Result<Vec<Enclosure>> {
        let at: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
        let mut values = vec![Enclosure::ZERO; self.problem.num_constraints() + 1];
        self.problem.enclose(&at, side, &mut values, &mut self.work)?;
        if values.iter().any(|value| !value.is_finite()) {
            return Err(Error::new(format!("a function of `{}` is not finite at {theta:?}", self.problem.name())));
        }
        Ok(values)
    }

    /// The means of the constraints and of the functions that the theta-player sees.
    pub(super) fn means(&mut self, support: &[PointAtom]) -> Result<MixtureMeans> {
        let theta_side = if self.proxies { Game::ProxyLagrangian.side() } else { Side::Constraints };
        let mut mean = |side: Side| -> Result<Vec<ExactInterval>> {
            let zero = ExactInterval::point(RBig::ZERO);
            let mut means = vec![zero; self.problem.num_constraints() + 1];
            for PointAtom { theta, weight } in support {
                for (mean, value) in means.iter_mut().zip(self.values(theta, side)?) {
                    let value = ExactInterval::new(exact(value.lo()), exact(value.hi()));
                    *mean = mean.clone() + ExactInterval::point(weight.clone()) * value;
                }
            }
            Ok(means)
        };
        let constraints = mean(Side::Constraints)?;
        let theta = if theta_side == Side::Constraints { constraints.clone() } else { mean(theta_side)? };
        Ok(MixtureMeans { constraints, theta })
    }
}

/// The means of a mixture, objective first.
pub(super) struct MixtureMeans {
    constraints: Vec<ExactInterval>,
    theta: Vec<ExactInterval>,
}

impl MixtureMeans {
    /// Upper bounds of what the theta-player and the lambda-player could gain.
    pub(super) fn gaps(&self, rules: Rules, multipliers: &[RBig], lower_bound: f64) -> (f64, f64) {
        let weigh = |weights: &[RBig], values: &[ExactInterval]| {
            let zero = ExactInterval::point(RBig::ZERO);
            let terms = weights.iter().zip(values);
            terms.fold(zero, |sum, (weight, value)| sum + ExactInterval::point(weight.clone()) * value.clone())
        };
        let loss = weigh(&rules.weights(multipliers), &self.theta);
        let worst = self.constraints[1..].iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.hi().clone()));
        let got = weigh(rules.of_constraints(multipliers), &self.constraints[1..]);
        let radius = rules.radius().map_or(RBig::ONE, exact);
        let up = |x: RBig| enclose(&x).hi();
        (up(loss.hi() - exact(lower_bound)), up(radius * worst - got.lo()))
    }
}

/// What stays the same for several multipliers.
pub(super) struct Known<'a> {
    pub(super) rules: Rules,
    pub(super) problem: &'a ProblemRecord,
    pub(super) support: &'a [PointAtom],
    pub(super) means: &'a MixtureMeans,
}

impl Known<'_> {
    pub(super) fn approximate(&self, multipliers: &[RBig], lower_bound: &LowerBound, gaps: (f64, f64)) -> Approximate {
        let outward = |mean: &ExactInterval| Enclosure::new(enclose(mean.lo()).lo(), enclose(mean.hi()).hi());
        Approximate {
            rules: self.rules,
            problem: self.problem.clone(),
            support: self.support.to_vec(),
            multipliers: multipliers.to_vec(),
            objective: outward(&self.means.constraints[0]),
            constraints: self.means.constraints[1..].iter().map(outward).collect(),
            lower_bound: lower_bound.clone(),
            theta_gap: gaps.0,
            lambda_gap: gaps.1,
        }
    }
}

/// The mixture and the multipliers as they will be written: as they are if that is short, else doubles near them that
/// are exactly in their sets. What follows is computed from these.
pub(super) fn tidy(thetas: &[Vec<f64>], rules: Rules, solved: &Equilibrium) -> Result<(Vec<PointAtom>, Vec<RBig>)> {
    let long = |numbers: &[RBig]| numbers.iter().any(|x| x.to_string().len() > LONGEST);
    let on_simplex = |numbers: &[RBig]| -> Result<Vec<RBig>> {
        let mut near: Vec<f64> = numbers.iter().map(|x| x.to_f64().value()).collect();
        round_to_simplex(&mut near)?;
        Ok(near.into_iter().map(exact).collect())
    };
    let mut weights: Vec<RBig> = solved.support.iter().map(|atom| atom.weight.clone()).collect();
    if long(&weights) {
        weights = on_simplex(&weights)?;
    }
    let atoms = solved.support.iter().zip(weights).filter(|(_, weight)| !weight.is_zero());
    let support = atoms.map(|(atom, weight)| PointAtom { theta: thetas[atom.candidate].clone(), weight }).collect();
    let multipliers = match rules {
        _ if !long(&solved.multipliers) => solved.multipliers.clone(),
        Rules::ProxyLagrangian => on_simplex(&solved.multipliers)?,
        // Rounded down they stay below the radius together.
        Rules::Lagrangian { .. } => solved.multipliers.iter().map(|lambda| exact(enclose(lambda).lo())).collect(),
    };
    Ok((support, multipliers))
}
