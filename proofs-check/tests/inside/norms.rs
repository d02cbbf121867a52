//! Tests of `src/norms.rs`, as a module of it.

use super::*;

#[test]
fn fixed_point_operations_round_outward() {
    let (fixed, ends) = (Fixed::new(4), |lo: i32, hi: i32| (BigInt::from(lo), BigInt::from(hi)));
    assert_eq!(fixed.product(&ends(3, 3), &ends(3, 3)), ends(0, 1));
    assert_eq!(fixed.product(&ends(-3, 16), &ends(3, 5)), ends(-1, 5));
    assert_eq!(fixed.quotient(&BigInt::from(-1), &BigInt::from(3)), ends(-6, -5));
    assert_eq!(scaled(&ends(-5, 5), &Rational::parse("1/3").unwrap()), ends(-2, 2));
}

#[test]
fn coarse_enclosures_hold_fine_ones() {
    let (coarse, fine) = (Fixed::new(24), Fixed::new(200));
    let holds = |wide: &Ends, narrow: &Ends| (&wide.0 << 176_u32) <= narrow.0 && narrow.1 <= (&wide.1 << 176_u32);
    for n in 1_i32..400 {
        let x = Rational::new(BigInt::from(n * n), BigInt::from(7919)).unwrap();
        assert!(holds(&coarse.ln(&x), &fine.ln(&x)), "ln {x}");
        let y = |fixed: &Fixed| fixed.quotient(&BigInt::from(n - 300), &BigInt::from(37));
        assert!(holds(&coarse.exp(&y(&coarse)), &fine.exp(&y(&fine))), "exp {}/37", n - 300);
        let back = fine.ln(&fine.rational(fine.exp(&y(&fine)).0));
        assert!((&back.0 - &y(&fine).0).bits() < 40, "ln exp {}/37", n - 300);
    }
}

#[test]
fn what_is_below_the_last_place_is_between_its_ends() {
    let fixed = Fixed::new(24);
    let far = -(BigInt::from(25) << 24_u32);
    assert_eq!(fixed.exp(&(far.clone(), far)), (BigInt::from(0), BigInt::from(1)));
}
