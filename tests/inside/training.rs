//! What the lambda-player sees on minibatches has the right mean.

use super::lanes::LANES;
use super::{Settings, Trainer, check_memory};
use crate::data::grid::truncate;
use crate::data::{Cells, Dataset, evaluate};
use crate::game::Game;
use dashu_ratio::RBig;
use std::num::NonZeroUsize;

/// 60 rows with a small group among those labelled `+`.
fn rows() -> (Dataset, Cells) {
    let mut data = Dataset::new(3);
    let (mut positive, mut group) = (Vec::new(), Vec::new());
    for row in 0..60_u32 {
        let label = row % 3 != 0;
        let active: &[u32] = match row % 4 {
            0 => &[0],
            1 => &[0, 1],
            2 => &[0, 2],
            _ => &[0, 1, 2],
        };
        data.push(active, label);
        positive.push(label);
        group.push(label && row % 10 == 7);
    }
    let ratio = RBig::from(19) / RBig::from(20);
    let cells = Cells::new(data.labels(), vec![(RBig::ZERO, vec![(ratio, positive), (RBig::from(-1), group)])]);
    (data, cells)
}

/// The mean over an epoch of what the lambda-player sees, with models that stand still.
fn mean_seen(game: Option<Game>, theta: &[f64]) -> f64 {
    let (data, cells) = rows();
    let settings = Settings { batch: 6, ..Settings::paper(game, 5) };
    let mut trainer = Trainer::new(&data, &cells, &settings, &[0.0]);
    for (lanes, &x) in trainer.models.theta.iter_mut().zip(theta) {
        *lanes = [x; LANES];
    }
    let mut sum = 0.0;
    for round in 0..10 {
        trainer.round(round);
        sum += trainer.values[0][0];
    }
    sum / 10.0
}

#[test]
fn minibatch_values_are_unbiased() {
    let (data, cells) = rows();
    let mut theta = vec![-0.3, 0.7, 0.1];
    truncate(&mut theta);
    let tally = evaluate(&data, &cells, &[&theta], NonZeroUsize::MIN).unwrap().remove(0);
    let rate = tally.constraint(&cells, 0).to_f64().value();
    let hinge = tally.hinges(&cells)[0].to_f64().value();
    // Sums of 60 doubles: what is compared is the estimator, not the rounding.
    assert!((mean_seen(Some(Game::ProxyLagrangian), &theta) - rate).abs() < 1e-12, "{rate}");
    assert!((mean_seen(Some(Game::Lagrangian), &theta) - hinge).abs() < 1e-12, "{hinge}");
}

#[test]
fn rates_within_minibatches_are_caught() {
    // The broken twin: quotients of counts within each minibatch, of an epoch of the same batches.
    let (data, cells) = rows();
    let mut theta = vec![-0.3, 0.7, 0.1];
    truncate(&mut theta);
    let score = |row: usize| -> f64 { data.active(row).iter().map(|&j| theta[j as usize]).sum() };
    let mut batches = super::minibatches::Minibatches::new(data.len(), 5);
    let mut batch = [0; 6];
    let mut mean = 0.0;
    for _ in 0..10 {
        batches.next(&mut batch);
        let rate = |term: usize| {
            let members = &cells.constraints()[0].terms[term].cells;
            let of = |row: &&u32| members.contains(&cells.of_row()[**row as usize]);
            let all = batch.iter().filter(of).count();
            let yes = batch.iter().filter(of).filter(|row| score(**row as usize) > 0.0).count();
            if all == 0 { 0.0 } else { yes as f64 / all as f64 }
        };
        mean += (0.95 * rate(0) - rate(1)) / 10.0;
    }
    let right =
        evaluate(&data, &cells, &[&theta], NonZeroUsize::MIN).unwrap()[0].constraint(&cells, 0).to_f64().value();
    assert!((mean - right).abs() > 0.05, "{mean} against {right}: the test could not tell them apart");
}

#[test]
fn what_does_not_fit_in_memory_is_refused() {
    let refused = |features, constraints, rounds| {
        let settings = Settings { rounds, every: 1, ..Settings::paper(Some(Game::ProxyLagrangian), 0) };
        check_memory(features, constraints, &settings).err().map(|error| error.to_string())
    };
    assert_eq!(refused(100, 10, 5000), None);
    assert_eq!(refused(100, 5000, 100), None);
    assert!(refused(100, 10, 1_000_000).is_some_and(|why| why.contains("take fewer snapshots")));
    assert!(refused(100, 10, usize::MAX).is_some_and(|why| why.contains("take fewer snapshots")));
    assert!(refused(100, 6000, 100).is_some_and(|why| why.contains("take fewer constraints")));
}
