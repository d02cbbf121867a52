//! Tests of `src/gcd.rs`, as a module of it.

use super::*;

fn euclid(a: &BigInt, b: &BigInt) -> BigInt {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b.sign() != Sign::NoSign {
        (a, b) = (b.clone(), a % b);
    }
    BigInt::from(a.magnitude().clone())
}

#[test]
fn it_is_what_euclid_finds() {
    let mut state = 5_u64;
    let mut random = |limbs: usize| {
        (0..limbs).fold(BigInt::from(0), |number, _| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Now and then a limb of ones or zeros, where leading bits mislead.
            let limb = match state % 5 {
                0 => u64::MAX,
                1 => 0,
                _ => state,
            };
            (number << 64_u32) + BigInt::from(limb)
        })
    };
    for round in 0..2_000 {
        let (a, b, common) = (random(round % 9), random(round % 7), random(round % 4));
        let (a, b) = (&a * &common, -(&b * &common));
        assert_eq!(gcd(&a, &b), euclid(&a, &b), "{a} {b}");
        assert_eq!(gcd(&b, &a), euclid(&a, &b), "{a} {b}");
    }
    let (mut a, mut b) = (BigInt::from(1), BigInt::from(1));
    for _ in 0..2_000 {
        (a, b) = (b.clone(), a + b); // Fibonacci: every quotient is 1
    }
    assert_eq!(gcd(&a, &b), BigInt::from(1));
    assert_eq!(gcd(&BigInt::from(0), &BigInt::from(0)), BigInt::from(0));
    assert_eq!(gcd(&BigInt::from(0), &BigInt::from(-7)), BigInt::from(7));
}
