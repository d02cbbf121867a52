//! Tests of `src/report/labels.rs` that need its private parts.

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
