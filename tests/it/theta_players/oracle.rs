//! The oracle player on finite domains, where the external regret is known without rounding.

use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::domain::{AnyDomain, FiniteSet};
use referee::error::Result;
use referee::game::{Evidence, Side};
use referee::numerics::Enclosure;
use referee::numerics::rational::exact;
use referee::oracle::{Minimum, Objective, Oracle};
use referee::players::{Loss, OraclePlayer, ThetaPlayer, ThetaSettings};
use referee::problem::{Problem, Workspace};
use referee::registry::Registry;

/// Point `k` is the number `k`; its values are row `k`.
struct Table {
    domain: AnyDomain,
    rows: Vec<Vec<f64>>,
}

impl Table {
    fn new(rows: Vec<Vec<f64>>) -> Self {
        let points: Vec<Vec<f64>> = (0..rows.len()).map(|k| vec![k as f64]).collect();
        Self { domain: FiniteSet::new(&points).unwrap().into(), rows }
    }

    fn random(generator: &mut ChaCha8Rng) -> Self {
        let mut row = |_| (0..3).map(|_| 4.0 * generator.random::<f64>() - 2.0).collect();
        Self::new((0..6).map(&mut row).collect())
    }

    fn row(&self, theta: &[f64]) -> &[f64] {
        &self.rows[self.rows.iter().enumerate().position(|(k, _)| k as f64 == theta[0]).unwrap()]
    }
}

impl Problem for Table {
    fn name(&self) -> &'static str {
        "table"
    }
    fn domain(&self) -> &AnyDomain {
        &self.domain
    }
    fn num_constraints(&self) -> usize {
        self.rows[0].len() - 1
    }
    fn values(&self, theta: &[f64], _: Side, out: &mut [f64], _: &mut Workspace) -> Result<()> {
        out.copy_from_slice(self.row(theta));
        Ok(())
    }
    fn subgradient(&self, _: &[f64], _: Side, _: &[f64], _: &mut [f64], _: &mut Workspace) -> Result<()> {
        unreachable!("an oracle asks for no slopes")
    }
}

/// Enumerates; returns the point of the given rank among the best, and a lower bound moved up by `lie`.
struct Enumerate {
    rank: usize,
    lie: f64,
    shift: f64,
}

impl Oracle for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }
    fn minimize(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<Minimum> {
        let AnyDomain::FiniteSet(set) = objective.problem.domain() else { unreachable!("a table has a finite domain") };
        let mut values = vec![0.0; objective.weights.len()];
        let mut all = Vec::new();
        for point in set.points() {
            objective.problem.values(point, objective.side, &mut values, &mut Workspace::default())?;
            let terms = objective.weights.iter().zip(&values).map(|(&w, &v)| w * Enclosure::point(v));
            all.push((terms.fold(Enclosure::ZERO, |sum, term| sum + term), point[0]));
        }
        let lower_bound = all.iter().map(|(value, _)| value.lo()).fold(f64::INFINITY, f64::min) + self.lie;
        all.sort_by(|a, b| a.0.lo().total_cmp(&b.0.lo()));
        theta[0] = all[self.rank].1 + self.shift;
        Ok(Minimum { value: all[self.rank].0, lower_bound })
    }
    fn certify(&mut self, objective: &Objective<'_>, theta: &mut [f64]) -> Result<(Minimum, Evidence)> {
        Ok((self.minimize(objective, theta)?, Evidence::Enumeration))
    }
}

/// Plays random weights; says whether the exact sum of external regrets is within the bound of the run.
fn regret_is_within(oracle: Enumerate, table: &Table, rounds: usize, generator: &mut ChaCha8Rng) -> Result<bool> {
    let mut player = OraclePlayer::new(Box::new(oracle), table);
    let mut work = Workspace::default();
    let mut played = RBig::ZERO;
    let mut fixed = vec![RBig::ZERO; table.rows.len()];
    for sample in 0..rounds as u64 {
        let weights: Vec<f64> = (0..3).map(|_| generator.random::<f64>()).collect();
        let loss = Loss { problem: table, side: Side::Constraints, weights: &weights, sample };
        let mut theta = [f64::NAN];
        player.play(&loss, &mut theta)?;
        player.observe(&loss, &theta, &mut work)?;
        let value =
            |row: &[f64]| weights.iter().zip(row).map(|(&w, &v)| exact(w) * exact(v)).fold(RBig::ZERO, |a, b| a + b);
        played += value(table.row(&theta));
        fixed.iter_mut().zip(&table.rows).for_each(|(sum, row)| *sum += value(row));
    }
    let bound = exact(player.runtime_bound().unwrap());
    Ok(played - fixed.into_iter().min().unwrap() <= bound * RBig::from(rounds))
}

#[test]
fn the_external_regret_is_at_most_the_mean_rho() -> Result<()> {
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    for _ in 0..60 {
        let table = Table::random(&mut generator);
        for rank in [0, 1, 5] {
            let sound = Enumerate { rank, lie: 0.0, shift: 0.0 };
            assert!(regret_is_within(sound, &table, 16, &mut generator)?);
        }
    }
    Ok(())
}

#[test]
fn an_oracle_that_lies_about_its_error_is_caught() -> Result<()> {
    let mut generator = ChaCha8Rng::seed_from_u64(12);
    let mut caught = 0;
    for _ in 0..60 {
        let table = Table::random(&mut generator);
        let liar = Enumerate { rank: 5, lie: 1.5, shift: 0.0 };
        caught += u32::from(!regret_is_within(liar, &table, 16, &mut generator)?);
    }
    assert!(caught > 30, "only {caught} of 60 lies were caught");
    Ok(())
}

/// Dyadic values over four rounds: `rho` is 1/2, 1/2, 3/4 and 3/4, so the bound of the run is 5/8 exactly.
#[test]
fn worked_mean_of_rho() -> Result<()> {
    let table = Table::new(vec![vec![0.0, 1.0], vec![0.5, 1.25]]);
    let oracle = || Some(Box::new(Enumerate { rank: 1, lie: 0.0, shift: 0.0 }) as Box<dyn Oracle>);
    let mut player = OraclePlayer::new(oracle().unwrap(), &table);
    assert_eq!((player.bound(), player.runtime_bound()), (None, None));
    for weights in [[1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0]] {
        let loss = Loss { problem: &table, side: Side::Constraints, weights: &weights, sample: 0 };
        let mut theta = [f64::NAN];
        player.play(&loss, &mut theta)?;
        assert_eq!(theta, [1.0]);
    }
    assert_eq!((player.bound(), player.runtime_bound()), (None, Some(0.625)));
    let settings = |oracle| ThetaSettings {
        problem: &table,
        horizon: 4,
        bound_subgradient: 0.0,
        convex: false,
        step: None,
        oracle,
    };
    assert_eq!(Registry::ours().theta_player("oracle", settings(oracle()))?.name(), "oracle");
    assert!(Registry::ours().theta_player("oracle", settings(None)).is_err());
    Ok(())
}

#[test]
fn answers_that_break_the_contract_are_refused() {
    let table = Table::new(vec![vec![0.0, 1.0], vec![0.5, 1.25]]);
    for (lie, shift, message) in [
        (f64::NAN, 0.0, "the oracle `enumerate` returned a lower bound that is not a number"),
        (0.0, 0.5, "the oracle `enumerate` returned a point outside the domain"),
    ] {
        let mut player = OraclePlayer::new(Box::new(Enumerate { rank: 0, lie, shift }), &table);
        let loss = Loss { problem: &table, side: Side::Constraints, weights: &[1.0, 0.0], sample: 0 };
        assert_eq!(player.play(&loss, &mut [0.0]).unwrap_err().to_string(), message);
    }
    // No lower bound at all is an answer, but not one that proves anything.
    let mut player = OraclePlayer::new(Box::new(Enumerate { rank: 0, lie: f64::NEG_INFINITY, shift: 0.0 }), &table);
    let loss = Loss { problem: &table, side: Side::Constraints, weights: &[1.0, 0.0], sample: 0 };
    player.play(&loss, &mut [0.0]).unwrap();
    assert_eq!(player.runtime_bound(), None);
}
