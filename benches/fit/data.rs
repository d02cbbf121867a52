//! Rows of Adult's shape: 26,049 of them, 13 columns with one feature each and an intercept, four groups.

use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use referee::data::{Cells, Dataset};

/// Rows of Adult after the split.
pub(crate) const ROWS: usize = 26_049;
/// How many features each column becomes.
const COLUMNS: [u32; 13] = [8, 16, 7, 14, 6, 5, 2, 41, 5, 4, 4, 4, 4];

/// The rows and their cells; about a quarter is labelled `+`.
pub(crate) fn adult() -> (Dataset, Cells) {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let features = 1 + COLUMNS.iter().sum::<u32>();
    let mut weights = vec![-0.5];
    weights.extend((1..features).map(|_| generator.random::<f64>() - 0.6));
    let mut data = Dataset::new(features as usize);
    let mut groups: [Vec<bool>; 4] = Default::default();
    for _ in 0..ROWS {
        let mut active = vec![0];
        let mut first = 1;
        for column in COLUMNS {
            // The first categories of a column are the frequent ones.
            let place = (f64::from(column) * generator.random::<f64>().powi(3)) as u32;
            active.push(first + place.min(column - 1));
            first += column;
        }
        let score: f64 = active.iter().map(|&j| weights[j as usize]).sum();
        let label = score + 3.0 * generator.random::<f64>() > 0.9;
        let female = generator.random_bool(0.3);
        let black = generator.random_bool(0.1);
        for (group, member) in groups.iter_mut().zip([female, !female, black, !black]) {
            group.push(label && member);
        }
        data.push(&active, label);
    }
    let constraint = |group: Vec<bool>| {
        let ratio = RBig::from(19) / RBig::from(20);
        (RBig::ZERO, vec![(ratio, data.labels().to_vec()), (RBig::from(-1), group)])
    };
    let cells = Cells::new(data.labels(), groups.map(constraint).into());
    (data, cells)
}
