//! Where the names at the ends of the lines go: as near to the ends as they can without overlapping.
//!
//! The heights `y_1 <= y_2 <= ...` nearest to the wanted ones in the sum of squares, with `y_(i+1) - y_i >= gap`, are
//! an isotonic regression of `wanted_i - i gap`, which pooling adjacent violators solves exactly (Ayer and others,
//! "An empirical distribution function for sampling with incomplete information", 1955). A floor and a ceiling clamp
//! the regression. Rounding down to quarter pixels keeps the order, so the gaps hold in floating point as well.

/// Moves the wanted heights apart to at least `gap` (whole pixels) and into `[top, bottom]`, and keeps their order;
/// equal heights keep the order of the list. Where the labels do not all fit, they go below `bottom` rather than
/// overlap.
pub(super) fn spread(wanted: &[f64], gap: u32, top: f64, bottom: f64) -> Vec<f64> {
    let gap = f64::from(gap);
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&i, &j| wanted[i].total_cmp(&wanted[j]));
    // Blocks of labels that touch: the mean of what they want, and how many they are.
    let mut blocks: Vec<(f64, usize)> = Vec::with_capacity(wanted.len());
    for (rank, &index) in order.iter().enumerate() {
        let mut block = (wanted[index] - rank as f64 * gap, 1);
        while let Some(&(mean, count)) = blocks.last() {
            if mean <= block.0 {
                break;
            }
            let both = count + block.1;
            block = ((mean * count as f64 + block.0 * block.1 as f64) / both as f64, both);
            blocks.pop();
        }
        blocks.push(block);
    }
    let last = bottom - wanted.len().saturating_sub(1) as f64 * gap;
    let shifts = blocks.iter().flat_map(|&(mean, count)| std::iter::repeat_n(mean.min(last).max(top), count));
    let mut heights = vec![0.0; wanted.len()];
    for ((rank, &index), shift) in order.iter().enumerate().zip(shifts) {
        heights[index] = (shift * 4.0).floor() / 4.0 + rank as f64 * gap;
    }
    heights
}

#[cfg(test)]
#[path = "../../tests/inside/report/labels.rs"]
mod tests;
