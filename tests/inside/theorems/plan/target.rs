//! Which ends of two enclosures decide an inequality.

use super::{Inequality, Verdict};
use crate::numerics::Enclosure;

/// Verdicts of `<=` and of `<` between two enclosures.
fn verdicts(lhs: (f64, f64), rhs: (f64, f64)) -> [Verdict; 2] {
    let (lhs, rhs) = (Enclosure::new(lhs.0, lhs.1), Enclosure::new(rhs.0, rhs.1));
    [Inequality::at_most(lhs, rhs).verdict(), Inequality::below(lhs, rhs).verdict()]
}

#[test]
fn enclosures_that_overlap_decide_nothing_and_those_that_touch_decide_one_relation() {
    use Verdict::{Fails, Holds, Open};
    assert_eq!(verdicts((0.0, 1.0), (2.0, 3.0)), [Holds, Holds]);
    assert_eq!(verdicts((0.0, 1.0), (1.0, 3.0)), [Holds, Open]);
    assert_eq!(verdicts((0.0, 2.0), (1.0, 3.0)), [Open, Open]);
    assert_eq!(verdicts((1.0, 2.0), (0.0, 3.0)), [Open, Open]);
    assert_eq!(verdicts((0.0, 3.0), (1.0, 2.0)), [Open, Open]);
    assert_eq!(verdicts((1.0, 3.0), (0.0, 2.0)), [Open, Open]);
    assert_eq!(verdicts((1.0, 3.0), (0.0, 1.0)), [Open, Fails]);
    assert_eq!(verdicts((2.0, 3.0), (0.0, 1.0)), [Fails, Fails]);
    assert_eq!(verdicts((1.0, 1.0), (1.0, 1.0)), [Holds, Fails]);
}
