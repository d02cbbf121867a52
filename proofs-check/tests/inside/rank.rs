//! Tests of `src/rank.rs`, as a module of it.

#![expect(clippy::arithmetic_side_effects, reason = "determinants of small numbers")]

use super::independent;

#[test]
fn dependence_is_found_exactly() {
    let rows = |rows: &[&[f64]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    assert!(independent(&rows(&[&[0.0, 1.0, 0.0], &[0.0, -2.0, 1.0], &[0.0, 0.0, -2.0]]), &[1, 2]));
    assert!(!independent(&rows(&[&[0.0, 1.0, 2.0], &[0.0, 3.0, 6.0], &[0.0, 2.0, 4.0]]), &[1, 2]));
    assert!(!independent(&rows(&[&[0.0, 1.0], &[0.0, 2.0]]), &[]), "two candidates, no active constraint");
    assert!(!independent(&rows(&[&[0.0, 0.1], &[0.0, 0.1]]), &[1]), "the same candidate twice");
    let next = f64::from_bits(0.1_f64.to_bits() + 1);
    assert!(independent(&rows(&[&[0.0, 0.1], &[0.0, next]]), &[1]), "almost the same is not the same");
    assert!(independent(&rows(&[&[0.0, 5.0, 1.0], &[0.0, 5.0, 2.0]]), &[1, 2]), "a column may repeat");
    assert!(independent(&[], &[]));
}

/// The determinant of a square of whole numbers, by its first row.
fn determinant(rows: &[Vec<i64>]) -> i64 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let without = |column: usize| -> Vec<Vec<i64>> {
        let kept = |row: &Vec<i64>| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| *x).collect();
        rest.iter().map(kept).collect()
    };
    first.iter().enumerate().map(|(i, x)| (if i % 2 == 0 { *x } else { -x }) * determinant(&without(i))).sum()
}

/// Up to three points with quarters as values of two constraints: they are independent if a square of their vectors has
/// a determinant that is not 0.
#[test]
fn independence_is_that_of_determinants() {
    let quarters = [0_i32, 1, -2, 4, -6, 12];
    let pairs: Vec<[i32; 2]> = quarters.iter().flat_map(|&a| quarters.map(|b| [a, b])).collect();
    let columns = |active: &[usize], count: usize| -> Vec<Vec<usize>> {
        let all: Vec<usize> = std::iter::once(0).chain(active.iter().copied()).collect();
        let subset = |bits: u32| all.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, c)| *c).collect();
        (0..1_u32 << all.len()).map(subset).filter(|subset: &Vec<usize>| subset.len() == count).collect()
    };
    let check = |points: &[[i32; 2]]| {
        let rows: Vec<Vec<f64>> =
            points.iter().map(|[a, b]| vec![0.0, f64::from(*a) / 4.0, f64::from(*b) / 4.0]).collect();
        for active in [&[][..], &[1], &[2], &[1, 2]] {
            let square = |columns: &Vec<usize>| {
                let row = |[a, b]: &[i32; 2]| columns.iter().map(|&c| i64::from([4, *a, *b][c])).collect();
                determinant(&points.iter().map(row).collect::<Vec<_>>()) != 0
            };
            let wanted = columns(active, points.len()).iter().any(square);
            assert_eq!(independent(&rows, active), wanted, "{points:?} {active:?}");
        }
    };
    for a in &pairs {
        check(&[*a]);
        for b in &pairs {
            check(&[*a, *b]);
            for c in pairs.iter().step_by(5) {
                check(&[*a, *b, *c]);
            }
        }
    }
}

/// Without the division numbers become twice as long with each point, and no computer would see the end of it.
#[test]
fn many_points_are_soon_decided() {
    let mut state = 5_u32;
    let mut value = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / 65_536.0
    };
    let mut points: Vec<Vec<f64>> = (0..24).map(|_| (0..24).map(|_| value()).collect()).collect();
    let active: Vec<usize> = (1..24).collect();
    assert!(independent(&points, &active));
    points[23] = points[0].iter().zip(&points[1]).map(|(x, y)| x / 4.0 + y * 0.75).collect();
    assert!(!independent(&points, &active));
}
