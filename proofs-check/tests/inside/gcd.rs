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

/// All pairs of numbers with these leading bits: a step that they decide is one of Euclid's algorithm for each of them.
#[test]
fn leading_bits_decide_only_what_is_sure() {
    const REST: i128 = 8;
    let mut steps = 0;
    for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
        let found = cofactors(x, y);
        steps += i32::from(found != IDENTITY);
        for (a, b) in (x * REST..(x + 1) * REST).flat_map(|a| (y * REST..(y + 1) * REST).map(move |b| (a, b))) {
            let wanted = found.map(|[p, q]| p * a + q * b);
            let (mut pair, mut matrix) = ([a, b], IDENTITY);
            while matrix != found {
                assert!(pair[1] > 0, "{a} and {b}: {found:?} is no step of Euclid's algorithm");
                let quotient = pair[0] / pair[1];
                let [top, bottom] = matrix;
                (pair, matrix) = (
                    [pair[1], pair[0] - quotient * pair[1]],
                    [bottom, [top[0] - quotient * bottom[0], top[1] - quotient * bottom[1]]],
                );
            }
            assert_eq!(pair, wanted, "{a} and {b}");
        }
    }
    assert!(steps > 700, "{steps}");
}
