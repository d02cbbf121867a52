//! From snapshots to classifiers: the last one, their average, the best mixture of a few; and which step size to take.

use super::{Cells, Dataset, Snapshot, Tally};
use crate::error::Result;
use crate::game::Game;
use crate::numerics::rational::{enclose, exact};
use crate::shrink::{Atom, Candidates, best_model, minimal};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sha2::{Digest as _, Sha256};

/// What a classifier does on some rows, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performance {
    /// The expected error.
    pub error: RBig,
    /// The expected value of each constraint.
    pub constraints: Vec<RBig>,
}

impl Performance {
    /// Of a mixture of models, given what each does.
    pub fn of(mixture: &[Atom], tallies: &[Tally], cells: &Cells) -> Self {
        let mean = |value: &dyn Fn(&Tally) -> RBig| {
            mixture.iter().fold(RBig::ZERO, |sum, atom| sum + &atom.weight * value(&tallies[atom.candidate]))
        };
        Self {
            error: mean(&|tally| tally.error(cells)),
            constraints: (0..cells.constraints().len()).map(|i| mean(&|tally| tally.constraint(cells, i))).collect(),
        }
    }

    /// The same with the hinges in place of the constraints: what the Lagrangian game knows of them.
    pub fn of_hinges(mixture: &[Atom], tallies: &[Tally], cells: &Cells) -> Self {
        let mut of = Self::of(mixture, tallies, cells);
        of.constraints.fill(RBig::ZERO);
        for atom in mixture {
            for (sum, hinge) in of.constraints.iter_mut().zip(tallies[atom.candidate].hinges(cells)) {
                *sum += &atom.weight * hinge;
            }
        }
        of
    }

    /// Whether every constraint is at most 0.
    pub fn is_feasible(&self) -> bool {
        self.constraints.iter().all(|value| *value <= RBig::ZERO)
    }
}

/// One snapshot alone.
pub fn single(snapshot: usize) -> Vec<Atom> {
    vec![Atom { candidate: snapshot, weight: RBig::from(1) }]
}

/// The paper's average: each snapshot with a probability proportional to the objective's weight in the proxy game, else
/// with equal ones.
pub fn average(game: Option<Game>, snapshots: &[Snapshot]) -> Vec<Atom> {
    let weight = |snapshot: &Snapshot| {
        if game == Some(Game::ProxyLagrangian) { exact(snapshot.lambda[0]) } else { RBig::from(1) }
    };
    let total = snapshots.iter().fold(RBig::ZERO, |sum, snapshot| sum + weight(snapshot));
    let atom = |(candidate, snapshot)| Atom { candidate, weight: weight(snapshot) / &total };
    snapshots.iter().enumerate().map(atom).filter(|atom| !atom.weight.is_zero()).collect()
}

/// The mixture of the fewest violations, and of the least error among those, on at most m + 1 snapshots: the linear
/// program of [Lemma 3](crate::shrink) on these rows, with values rounded up to doubles.
///
/// # Errors
/// If there is no snapshot.
pub fn shrunk(tallies: &[Tally], cells: &Cells) -> Result<Vec<Atom>> {
    mixed(tallies, cells, |tally| tally.constraints(cells))
}

/// The same with the hinges in place of the constraints: what the Lagrangian game knows of them.
///
/// # Errors
/// As [`shrunk`].
pub fn shrunk_by_hinges(tallies: &[Tally], cells: &Cells) -> Result<Vec<Atom>> {
    mixed(tallies, cells, |tally| tally.hinges(cells))
}

fn mixed(tallies: &[Tally], cells: &Cells, values: impl Fn(&Tally) -> Vec<RBig>) -> Result<Vec<Atom>> {
    let mut candidates = Candidates::new(cells.constraints().len());
    for tally in tallies {
        push_rounded_up(&mut candidates, &tally.error(cells), &values(tally))?;
    }
    Ok(minimal(&candidates)?.support)
}

/// The paper's choice among classifiers on validation data: the least worst rank among the error and the violations.
/// `None` if there are none.
///
/// # Errors
/// If two of them have different numbers of constraints.
pub fn choose_step_size(classifiers: &[Performance]) -> Result<Option<usize>> {
    let mut candidates = Candidates::new(classifiers.first().map_or(0, |first| first.constraints.len()));
    for classifier in classifiers {
        push_rounded_up(&mut candidates, &classifier.error, &classifier.constraints)?;
    }
    Ok(best_model(&candidates))
}

pub(crate) fn push_rounded_up(candidates: &mut Candidates, error: &RBig, constraints: &[RBig]) -> Result<()> {
    let up: Vec<f64> = constraints.iter().map(|value| enclose(value).hi()).collect();
    candidates.push(enclose(error).hi(), &up)
}

/// Which model of a mixture answers for a row, so that equal rows get equal answers.
///
/// A mixture draws a model for every row. Here the draw is a hash of the row's features: the same row always gets the
/// same model, nobody has to keep a seed, and counts are whole numbers. Over many different rows the shares of the
/// models are those of the mixture; over few different rows they need not be, and no guarantee of the mixture carries
/// over.
#[derive(Clone, Debug)]
pub struct Derandomized {
    salt: Vec<u8>,
    /// For each model the least whole number above its share and those before it, in units of 2^-64.
    ends: Vec<u128>,
}

impl Derandomized {
    /// For weights that are not negative and sum to 1; `salt` makes it another draw.
    ///
    /// # Panics
    /// If the weights do not sum to 1.
    pub fn new(weights: &[RBig], salt: &str) -> Self {
        let mut total = RBig::ZERO;
        let unit = RBig::from_parts(IBig::ONE << 64, UBig::ONE);
        let end = |weight: &RBig| {
            total += weight;
            u128::try_from((&total * &unit).ceil()).expect("a share of at most 1 of 2^64")
        };
        let ends = weights.iter().map(end).collect();
        assert!(total == RBig::ONE, "probabilities sum to 1");
        Self { salt: salt.as_bytes().to_vec(), ends }
    }

    /// The place of the model that answers for a row: exactly the first whose share reaches beyond the hash.
    pub fn model(&self, data: &Dataset, row: usize) -> usize {
        let mut digest = Sha256::new();
        digest.update((self.salt.len() as u64).to_le_bytes());
        digest.update(&self.salt);
        for feature in data.active(row) {
            digest.update(feature.to_le_bytes());
        }
        let bytes = digest.finalize();
        let hash = u64::from_be_bytes(bytes[..8].try_into().expect("a digest has 32 bytes"));
        self.at(hash)
    }

    /// The model of a number that is uniform on `0..2^64`: exact up to 2^-64.
    pub fn at(&self, uniform: u64) -> usize {
        let last = self.ends.len() - 1;
        self.ends.iter().position(|&end| u128::from(uniform) < end).unwrap_or(last)
    }
}
