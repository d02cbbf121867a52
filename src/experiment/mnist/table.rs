//! The rows of the paper's table on MNIST, what the paper reports in them, and why ours differ.

use super::corruptions::SETS;
use super::settings::Settings;
use super::train::Training;
use crate::experiment::Classifier;

/// A row of the paper's table, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperRow {
    /// The training and the kind.
    pub row: (Training, Classifier),
    /// Its name here.
    pub name: &'static str,
    /// How many networks are mixed.
    pub support: usize,
    /// The errors on the test sets.
    pub test: [f64; SETS],
    /// On the training sets.
    pub training: [f64; SETS],
}

/// The paper's table.
pub const PAPER: [PaperRow; 4] = [
    PaperRow {
        row: (Training::Baseline, Classifier::Average),
        name: "baseline, average",
        support: 100,
        test: [2.58, 2.66, 2.01, 2.52],
        training: [1.06, 1.45, 0.43, 1.10],
    },
    PaperRow {
        row: (Training::Baseline, Classifier::Last),
        name: "baseline, last",
        support: 1,
        test: [1.77, 1.92, 1.77, 1.75],
        training: [0.04, 0.40, 0.01, 0.08],
    },
    PaperRow {
        row: (Training::Lagrangian, Classifier::Average),
        name: "Lagrangian, average",
        support: 100,
        test: [2.04, 2.15, 1.96, 2.04],
        training: [0.42, 0.70, 0.30, 0.49],
    },
    PaperRow {
        row: (Training::Lagrangian, Classifier::Shrunk),
        name: "Lagrangian, shrunk",
        support: 1,
        test: [1.66, 1.67, 1.63, 1.62],
        training: [0.00, 0.01, 0.00, 0.00],
    },
];

/// Rows that the paper compares, by their places in [`PAPER`]: the first has the lower worst test error there.
const CLAIMS: [(usize, usize); 3] = [(2, 0), (3, 1), (3, 2)];

/// What the paper's table shows and whether ours does, given the worst test error of each row in percent.
pub fn comparison(worst: &[f64; PAPER.len()]) -> Vec<String> {
    let largest = |errors: &[f64]| errors.iter().fold(0.0_f64, |largest, &error| largest.max(error));
    let sentence = |(first, second): (usize, usize)| {
        let (better, other) = (&PAPER[first], &PAPER[second]);
        let verdict = if worst[first] < worst[second] { "as in the paper" } else { "unlike in the paper" };
        format!(
            "{} against {}, worst of the four test errors: {:.2} against {:.2} %, {verdict} ({:.2} against {:.2} %).",
            better.name,
            other.name,
            worst[first],
            worst[second],
            largest(&better.test),
            largest(&other.test)
        )
    };
    CLAIMS.into_iter().map(sentence).collect()
}

/// What to know before the two tables are compared, a sentence each.
pub fn differences(settings: &Settings) -> Vec<String> {
    let full = Settings::full(settings.family);
    let mut words = Vec::new();
    if *settings != full {
        words.push(format!(
            "Other than the paper's experiment: {} hidden units (1024), {} training images (up to 60,000), {} steps \
             (50,000) of {} images (100), {} snapshots (100), {} test images (10,000): where these are fewer, higher \
             errors are expected, and only the order of the rows can be compared.",
            settings.hidden,
            settings.training,
            settings.steps,
            settings.batch,
            settings.snapshots(),
            settings.test
        ));
    }
    words.push(
        "The paper does not say what its four sets are; here they are the four corruptions of one family. In a separate \
         reproduction only another reading had the order and the levels of the paper's table: each set is the union of \
         four corruptions (the backgrounds, the shrinkings, the noises, and a mixed set). That reading is not offered \
         here, so columns must not be compared one by one."
            .to_owned(),
    );
    words.push(format!(
        "A step sees {} images over all four sets, here and in the baseline. The paper's 100 may be of each set: its \
         Lagrangian rows beat its baseline on the training images of every set, which four times the data would \
         explain.",
        settings.batch
    ));
    words.push(
        "Not in the paper, our choice: the split, the initial weights (uniform, scaled by the layer's size), the \
         interval [0, 2.5] of the slack, the step sizes tried, and that the step size of each row is the one with the \
         least worst validation error."
            .to_owned(),
    );
    words.push(
        "The linear program minimises the worst expected training error over mixtures of snapshots, and then the mean \
         error: in whole counts of mistakes, not in losses, as the slack of a snapshot says nothing about its errors."
            .to_owned(),
    );
    words
}
