//! Tests of `src/cli/sweep/slurm.rs` that need its private parts.

use super::*;

#[test]
fn tasks_are_written_as_slurm_reads_them() {
    assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
    assert_eq!(ranges(&[3]), "3");
    let sparse: Vec<usize> = (0..5000).map(|task| 2 * task).collect();
    assert_eq!(ranges(&sparse), "0-9998");
    assert_eq!(array_size("X = 1\nMaxArraySize            = 4001\nMaxDBDMsgs = 2\n"), 4001);
    assert_eq!(array_size("nothing"), USUAL_TASKS);
}
