//! What the paper reports in its Table 2 (Adult), in percent, to compare with.

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperRow {
    /// The number of models.
    pub support: usize,
    /// The test error.
    pub test_error: f64,
    /// The ratios of female, male, black and white on the training rows.
    pub train_ratios: [f64; 4],
    /// On the test rows.
    pub test_ratios: [f64; 4],
}

/// The rows, in the order of [`super::ROWS`].
pub const ADULT: [PaperRow; 5] = [
    row(1, 14.2, [88.9, 102.0, 82.8, 101.0], [89.5, 102.0, 81.6, 101.0]),
    row(100, 16.3, [113.0, 97.8, 121.0, 99.7], [114.0, 97.5, 126.0, 99.8]),
    row(3, 15.5, [104.0, 99.4, 105.0, 101.0], [106.0, 99.0, 111.0, 101.0]),
    row(100, 14.4, [94.7, 101.0, 94.5, 100.0], [94.1, 101.0, 94.9, 100.0]),
    row(3, 14.2, [95.0, 101.0, 95.0, 100.0], [94.4, 101.0, 94.9, 100.0]),
];

const fn row(support: usize, test_error: f64, train_ratios: [f64; 4], test_ratios: [f64; 4]) -> PaperRow {
    PaperRow { support, test_error, train_ratios, test_ratios }
}
