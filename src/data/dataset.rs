//! Rows of binary features with labels.

/// The rows of a data set: for each the features that are 1, increasing, and whether its label is `+`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dataset {
    /// Where the features of each row start in `active`; one more entry than there are rows.
    starts: Vec<usize>,
    active: Vec<u32>,
    labels: Vec<bool>,
    num_features: usize,
}

impl Dataset {
    /// An empty data set with so many features.
    pub fn new(num_features: usize) -> Self {
        Self { starts: vec![0], active: Vec::new(), labels: Vec::new(), num_features }
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
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    }
}
