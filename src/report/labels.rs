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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(mut heights: Vec<f64>) -> Vec<f64> {
        heights.sort_by(f64::total_cmp);
        heights
    }

    /// The law: no two labels nearer than the gap. No tolerance: quarter pixels are exact.
    fn apart(heights: &[f64], gap: u32) -> bool {
        sorted(heights.to_vec()).windows(2).all(|pair| pair[1] - pair[0] >= f64::from(gap))
    }

    #[test]
    fn labels_with_room_stay() {
        assert_eq!(spread(&[100.0, 20.0, 60.0], 15, 0.0, 200.0), [100.0, 20.0, 60.0]);
    }

    #[test]
    fn a_heap_is_moved_apart_about_its_middle() {
        assert_eq!(spread(&[50.0, 50.0, 50.0], 10, 0.0, 100.0), [40.0, 50.0, 60.0]);
        assert_eq!(spread(&[0.0, 0.0], 10, 0.0, 100.0), [0.0, 10.0]);
        assert_eq!(spread(&[100.0, 100.0], 10, 0.0, 100.0), [90.0, 100.0]);
        assert!(spread(&[], 10, 0.0, 100.0).is_empty());
    }

    #[test]
    fn the_law_notices_labels_left_where_they_are() {
        assert!(!apart(&[50.0, 50.0], 10));
        assert!(!apart(&[50.0, 59.75], 10));
    }

    proptest! {
        #[test]
        fn labels_never_overlap_and_stay_in_order(wanted in prop::collection::vec(0.0..300.0_f64, 0..25), gap in 1_u32..20) {
            let heights = spread(&wanted, gap, 0.0, 480.0);
            prop_assert!(apart(&heights, gap), "{heights:?}");
            for (i, j) in (0..wanted.len()).flat_map(|i| (0..wanted.len()).map(move |j| (i, j))) {
                prop_assert!(wanted[i] >= wanted[j] || heights[i] < heights[j]);
            }
            prop_assert!(heights.iter().all(|height| (0.0..=480.0).contains(height)), "{heights:?}");
        }

        #[test]
        fn too_many_labels_run_over_the_bottom_rather_than_overlap(wanted in prop::collection::vec(0.0..50.0_f64, 10..25)) {
            let heights = spread(&wanted, 15, 0.0, 50.0);
            prop_assert!(apart(&heights, 15), "{heights:?}");
        }
    }
}
