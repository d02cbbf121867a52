//! Tests of `src/numerics/length.rs` that need its private parts.

use super::*;
use crate::numerics::rational::exact;

fn q(text: &str) -> RBig {
    text.parse().unwrap()
}

fn vector(entries: &[&str]) -> Vec<ExactInterval> {
    entries.iter().map(|x| ExactInterval::point(q(x))).collect()
}

fn power(x: &RBig, n: usize) -> RBig {
    (0..n).fold(RBig::ONE, |product, _| product * x)
}

fn is_narrow(x: &ExactInterval) -> bool {
    x.hi() - x.lo() < x.lo() * RBig::from_parts(1.into(), dashu_int::UBig::ONE << 118)
}

/// `||x||_p^n` is `sum^k` for `p = n / k`: only rationals are compared.
#[test]
fn norms_are_those_of_the_definition_and_narrow() {
    for (p, dual, entries, n, sum) in [
        (3.0, false, ["1", "2", "5"], 3, "134"),
        (1.5, false, ["1", "4", "9"], 3, "1296"),
        (3.0, true, ["1", "4", "9"], 3, "1296"),
        (1.5, true, ["1", "2", "5"], 3, "134"),
        (2.0, false, ["3", "4", "12"], 2, "169"),
        (2.0, true, ["3/1000001", "4/1000001", "0"], 2, "25/1000002000001"),
    ] {
        let found = norm(Norm::new(p).unwrap(), dual, &vector(&entries)).value;
        assert!(is_narrow(&found), "{p} {entries:?}");
        assert!(power(found.lo(), n) < q(sum) && q(sum) < power(found.hi(), n), "{p} {entries:?}");
    }
}

#[test]
fn exponents_and_entries_of_any_size_are_enclosed_narrowly() {
    let (tiny, huge) = (exact(5e-324), exact(f64::MAX));
    for p in [1.0 + f64::EPSILON, 1.1, 7.3, 1e17, f64::MAX] {
        let p = Norm::new(p).unwrap();
        for (x, y) in [(&tiny, &huge), (&huge, &huge), (&tiny, &tiny)] {
            let entries = [ExactInterval::point(x.clone()), ExactInterval::point(y.clone())];
            for dual in [false, true] {
                let found = norm(p, dual, &entries).value;
                assert!(is_narrow(&found), "{p:?}");
                assert!(y <= found.hi() && *found.lo() <= x + y, "{p:?}");
            }
        }
        let one = [ExactInterval::zero(), ExactInterval::point(tiny.clone())];
        assert_eq!(norm(p, false, &one).value, ExactInterval::point(tiny.clone()), "one entry is its own norm");
    }
}

/// Against signs of whole numbers: `x + sqrt(a^2) - sqrt(b^2)`, and a little more or less than that.
#[test]
fn signs_with_roots_are_exact() {
    for x in -6_i32..7 {
        for (a, b) in (0_i32..7).flat_map(|a| (0_i32..7).map(move |b| (a, b))) {
            let of = |x: RBig| compare_roots(&x, &RBig::from(a * a), &RBig::from(b * b));
            assert_eq!(of(x.into()), (x + a - b).cmp(&0), "{x} + {a} - {b}");
            let little = RBig::from_parts(1.into(), dashu_int::UBig::ONE << 1000);
            for (moved, zero) in
                [(&RBig::from(x) + &little, Ordering::Greater), (RBig::from(x) - little, Ordering::Less)]
            {
                let expected = (x + a - b).cmp(&0).then(zero);
                assert_eq!(of(moved), expected, "{x} + {a} - {b}, moved");
            }
        }
    }
    assert_eq!(compare_roots(&q("-1"), &q("8"), &q("3")), Ordering::Greater); // sqrt 8 - sqrt 3 = 1.096..
    assert_eq!(compare_roots(&q("-11/10"), &q("8"), &q("3")), Ordering::Less);
}
