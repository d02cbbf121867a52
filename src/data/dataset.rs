//! Rows of binary features with labels.

use super::segments::Segments;
use std::sync::{Arc, OnceLock};

/// The rows of a data set: for each the features that are 1, increasing, and whether its label is `+`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dataset {
    /// Where the features of each row start in `active`; one more entry than there are rows.
    starts: Vec<usize>,
    active: Vec<u32>,
    labels: Vec<bool>,
    num_features: usize,
    most_active: usize,
    cut: Cut,
}

/// The rows in pieces, once somebody asked for them: nothing that a data set is.
#[derive(Clone, Debug, Default)]
struct Cut(OnceLock<Arc<Segments>>);

impl PartialEq for Cut {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cut {}

impl Dataset {
    /// An empty data set with so many features.
    pub fn new(num_features: usize) -> Self {
        Self { starts: vec![0], num_features, ..Self::default() }
    }

    /// The rows of all parts, each the features of its rows one after the other and how many each row has.
    pub(super) fn joined(num_features: usize, parts: &[(Vec<u32>, Vec<u32>)], labels: Vec<bool>) -> Self {
        let mut starts = Vec::with_capacity(labels.len() + 1);
        let mut end = 0;
        starts.push(end);
        starts.extend(parts.iter().flat_map(|(_, lengths)| lengths).map(|&length| {
            end += length as usize;
            end
        }));
        let most_active = parts.iter().flat_map(|(_, lengths)| lengths).max().map_or(0, |&most| most as usize);
        let mut active = Vec::with_capacity(end);
        for (features, _) in parts {
            active.extend_from_slice(features);
        }
        Self { starts, active, labels, num_features, most_active, cut: Cut::default() }
    }

    /// The rows in pieces of which the different ones are few.
    pub(super) fn segments(&self) -> &Segments {
        self.cut.0.get_or_init(|| Arc::new(Segments::new(self)))
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the features are not increasing or out of range.
    pub fn push(&mut self, active: &[u32], label: bool) {
        assert!(active.windows(2).all(|pair| pair[0] < pair[1]), "features increase");
        assert!(active.last().is_none_or(|&last| (last as usize) < self.num_features), "features exist");
        self.active.extend_from_slice(active);
        self.starts.push(self.active.len());
        self.labels.push(label);
        self.most_active = self.most_active.max(active.len());
        self.cut = Cut::default();
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The number of features, `d`.
    pub fn num_features(&self) -> usize {
        self.num_features
    }

    /// The features of a row that are 1.
    #[inline]
    pub fn active(&self, row: usize) -> &[u32] {
        &self.active[self.starts[row]..self.starts[row + 1]]
    }

    /// Whether each row is labelled `+`.
    pub fn labels(&self) -> &[bool] {
        &self.labels
    }

    /// The largest number of features that one row has.
    pub fn most_active(&self) -> usize {
        self.most_active
    }
}
