//! Cells and derandomised mixtures, worked out.

use dashu_ratio::RBig;
use referee::data::{Cells, Dataset, Derandomized};

#[test]
fn worked_rates_of_four_rows() {
    // Two rows labelled +, the first of a group: 19/20 tpr() - tpr(group).
    let coefficient = RBig::from(19) / RBig::from(20);
    let terms = vec![(coefficient, vec![true, true, false, false]), (RBig::from(-1), vec![true, false, false, false])];
    let cells = Cells::new(&[true, true, false, false], vec![(RBig::ZERO, terms)]);
    assert_eq!(cells.len(), 3);
    assert_eq!(cells.of_row(), [0, 1, 2, 2]);
    assert_eq!(cells.value(0, &[1, 0, 1]), RBig::from(19) / RBig::from(40) - RBig::from(1));
    assert_eq!(cells.error(&[1, 0, 1]), RBig::from(1) / RBig::from(2));
}

#[test]
fn shares_are_those_of_the_weights() {
    let third = RBig::ONE / RBig::from(3);
    let mixture = Derandomized::new(&[third.clone(), RBig::ZERO, RBig::ONE - third], "salt");
    assert_eq!((mixture.at(0), mixture.at(u64::MAX / 3), mixture.at(u64::MAX)), (0, 0, 2));
    assert_eq!(mixture.at(u64::MAX / 3 + 1), 2);
}

#[test]
fn equal_rows_have_equal_models_and_other_salts_other_draws() {
    let mut data = Dataset::new(10);
    for row in 0..512_u32 {
        let active: Vec<u32> = (0..9).filter(|bit| row >> bit & 1 == 1).collect();
        data.push(&active, false);
    }
    let half = RBig::ONE / RBig::from(2);
    let models = |salt| {
        let mixture = Derandomized::new(&[half.clone(), half.clone()], salt);
        (0..512).map(|row| mixture.model(&data, row)).collect::<Vec<_>>()
    };
    let (one, other) = (models("a"), models("b"));
    assert_eq!(one, models("a"));
    assert_ne!(one, other);
    let share = one.iter().sum::<usize>();
    assert!((200..312).contains(&share), "{share} of 512"); // six standard deviations are 68
}
