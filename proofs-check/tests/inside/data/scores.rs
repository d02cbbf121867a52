//! Tests of `src/data/scores.rs`, as a module of it.

use super::*;

fn compare(theta: &[f64], to: i8) -> Ordering {
    let (model, all) = (Model::new(theta).unwrap(), (0..theta.len()).collect::<Vec<_>>());
    model.compare(&all, model.floor(&all), to)
}

#[test]
fn a_score_is_compared_exactly() {
    use Ordering::{Equal, Greater, Less};
    let tiny = 5e-324;
    // 0.1 + 0.2 is above the double 0.3, which sums of doubles and a real 0.3 would hide.
    assert_eq!(compare(&[0.1, 0.2, -0.3], 0), Greater);
    assert_eq!(compare(&[0.5, 0.5], 1), Equal);
    assert_eq!(compare(&[0.5, 0.5, tiny], 1), Greater);
    assert_eq!(compare(&[0.5, 0.5, -tiny], 1), Less);
    assert_eq!(compare(&[-0.5, -0.5, tiny], -1), Greater);
    assert_eq!(compare(&[-0.5, -0.5, -tiny], -1), Less);
    assert_eq!(compare(&[1e300, -1e300, tiny], 0), Greater);
    assert_eq!(compare(&[1e300, -1e300, 1.0], 1), Equal);
    assert_eq!(compare(&[1e300, -1e300, -1.0], -1), Equal);
    assert_eq!(compare(&[1e300, -1e300, -1.0, -tiny], -1), Less);
    assert_eq!(compare(&[f64::MAX, f64::MAX, f64::MIN, f64::MIN], 0), Equal);
    assert_eq!((compare(&[], 0), compare(&[0.0, -0.0], 0), compare(&[], 1)), (Equal, Equal, Less));
    assert_eq!((compare(&[tiny], 0), compare(&[-tiny], 0)), (Greater, Less));
    assert_eq!((compare(&[1e300], 1), compare(&[-1e300], -1)), (Greater, Less));
    assert!(Model::new(&[f64::NAN]).is_none() && Model::new(&[f64::INFINITY]).is_none());
}

/// The filter alone, on sums that it cannot decide, must not answer.
#[test]
fn the_filter_never_answers_wrongly() {
    let scale = [1.0, 5e-324, 1e-30, 1e30, 1e150, 2.0_f64.powi(-100), 2.0_f64.powi(-99)];
    for a in scale {
        for b in scale {
            for (s, t) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                let theta = [a * s, b * t, 0.5];
                let model = Model::new(&theta).unwrap();
                let exact: BigInt = model.numbers.iter().sum();
                for to in [-1_i8, 0, 1] {
                    let wanted = exact.cmp(&(BigInt::from(to) << model.unit));
                    assert_eq!(compare(&theta, to), wanted, "{theta:?} {to}");
                }
            }
        }
    }
}
