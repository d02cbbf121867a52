//! From a mixture to one model: worked by hand.

use super::instances::candidates;
use dashu_ratio::RBig;
use referee::shrink::{Atom, average_parameters, best_model};

fn support(weights: &[(usize, u32, u32)]) -> Vec<Atom> {
    let atom = |&(candidate, top, bottom): &(usize, u32, u32)| Atom {
        candidate,
        weight: RBig::from(top) / RBig::from(bottom),
    };
    weights.iter().map(atom).collect()
}

#[test]
fn worked_parameters_are_averaged_by_weight() {
    let thetas = [vec![0.0, 4.0], vec![9.0, 9.0], vec![4.0, -4.0]];
    let average = average_parameters(&support(&[(0, 1, 4), (2, 3, 4)]), |t| thetas[t].as_slice());
    assert_eq!(average, [3.0, -2.0]);
}

#[test]
fn worked_the_best_model_has_the_least_worst_rank() {
    // Ranks by objective: 0, 1, 2, 3; by the violation, which is 0 for both negative ones: 3, 2, 0, 0.
    let rows = [[0.0, 3.0], [1.0, 2.0], [2.0, -5.0], [3.0, -1.0]].map(|row| row.to_vec());
    // Worst: 3, 2, 2, 3. The objective breaks the tie.
    assert_eq!(best_model(&candidates(&rows)), Some(1));
    let equal = [[1.0, 0.0], [1.0, -0.0], [1.0, -2.0]].map(|row| row.to_vec());
    assert_eq!(best_model(&candidates(&equal)), Some(0), "all tie, so the first");
    assert_eq!(best_model(&referee::shrink::Candidates::new(2)), None);
}
