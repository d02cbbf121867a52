//! Tests of `src/irrational.rs`, as a module of it.

use super::*;

fn q(text: &str) -> Rational {
    Rational::parse(text).unwrap()
}

fn is_narrow(x: &Interval) -> bool {
    (&x.hi - &x.lo) < &x.lo * &Rational::dyadic(BigInt::from(1), -100)
}

#[test]
fn rational_results_are_exact() {
    for (square, root) in [("0", "0"), ("1", "1"), ("25", "5"), ("9/16", "3/4"), ("50/2738", "5/37")] {
        let (n, d) = square.split_once('/').unwrap_or((square, "1"));
        // Not in lowest terms: that must not matter.
        let square = q(n).checked_div(&q(d)).unwrap();
        assert_eq!(sqrt(&Interval::point(square.clone())), Interval::point(q(root)), "{square}");
    }
    assert_eq!((ln(&q("1")), ln(&q("1/2"))), (Interval::zero(), Interval::zero()));
    assert_eq!(sqrt(&Interval::point(q("-1"))), Interval::zero());
}

#[test]
fn signs_with_roots_are_those_of_the_enclosures() {
    let numbers = ["0", "1/9", "1/4", "1", "2", "9/4", "3", "4", "8", "18", "1000001/1000000"];
    let (mut ties, mut seen) = (0, 0);
    for x in ["-3", "-2", "-1", "-1/3", "0", "1/6", "1", "3/2", "1000000/1414213", "-5"] {
        for plus in numbers {
            for minus in numbers {
                let (x, plus, minus) = (q(x), q(plus), q(minus));
                let [p, m] = [&plus, &minus].map(|y| sqrt(&Interval::point(y.clone())));
                let around = &(&Interval::point(x.clone()) + &p) - &m;
                let found = sign_with_roots(&x, &plus, &minus);
                // A sum of roots of small numbers is 0 or far from it.
                let wanted = if around.lo.sign() == around.hi.sign() { around.lo.sign() } else { Ordering::Equal };
                assert_eq!(found, wanted, "{x} + sqrt {plus} - sqrt {minus}");
                assert_eq!(sign_with_roots(&-&x, &minus, &plus), found.reverse());
                ties += i32::from(found == Ordering::Equal);
                seen += 1;
            }
        }
    }
    assert!(ties >= 20 && seen == 1210, "{ties} {seen}");
    // Ties that no enclosure of a fixed width would see: 1 + 2^-300 below and above the root of 2.
    let root = sqrt(&Interval::point(&q("2") * &Rational::dyadic(BigInt::from(1), 600)));
    let [below, above] = [&root.lo, &root.hi].map(|x| x * &Rational::dyadic(BigInt::from(1), -300));
    assert_eq!(sign_with_roots(&below, &q("0"), &q("2")), Ordering::Less);
    assert_eq!(sign_with_roots(&above, &q("0"), &q("2")), Ordering::Greater);
}

#[test]
fn irrational_roots_are_enclosed_narrowly() {
    let tiny = Rational::from_double(5e-324).unwrap();
    let huge = Rational::from_double(f64::MAX).unwrap();
    for x in [q("2"), q("1/3"), q("1000001/7"), tiny.clone(), huge.clone(), &tiny * &tiny, &huge * &q("3")] {
        let found = sqrt(&Interval::point(x.clone()));
        let exact = found.lo == found.hi;
        assert!(&found.lo * &found.lo <= x && x <= &found.hi * &found.hi, "{x}");
        assert!(exact || is_narrow(&found), "{x}: {found}");
    }
    for (x, k) in [(q("2"), 3), (q("1000001/7"), 5), (tiny, 9), (huge, 16)] {
        let found = root(&Interval::point(x.clone()), k);
        let power = |y: &Rational| (0..k).fold(Rational::one(), |power, _| &power * y);
        assert!(power(&found.lo) <= x && x <= power(&found.hi) && is_narrow(&found), "{x}: {found}");
    }
    assert_eq!(root(&Interval::point(q("27/8")), 3), Interval::point(q("3/2")));
    let both = sqrt(&Interval { lo: q("2"), hi: q("9") });
    assert_eq!((&both.lo, &both.hi), (&sqrt(&Interval::point(q("2"))).lo, &q("3")));
    let both = sqrt(&Interval { lo: q("2"), hi: q("3") });
    assert_eq!(both.hi, sqrt(&Interval::point(q("3"))).hi, "the upper end of the upper root");
    assert!(q("3") < &both.hi * &both.hi, "the root of 3 is irrational");
}

#[test]
fn logarithms_are_enclosed_narrowly() {
    // ln 2 = 0.693147180559945309417232121458176568075500134360255...
    let scale = Rational::new(1.into(), BigInt::from(10).pow(36)).unwrap();
    let digits = |digits: &str| &q(digits) * &scale;
    let (two, three, six) = (ln(&q("2")), ln(&q("3")), ln(&q("6")));
    assert!(digits("693147180559945309417232121458176568") < two.lo && is_narrow(&two), "{two}");
    assert!(two.hi < digits("693147180559945309417232121458176569"), "{two}");
    let sum = &two + &three;
    assert!(six.lo <= sum.hi && sum.lo <= six.hi, "{sum} {six}");
    let inverse = |x: f64| Rational::one().checked_div(&Rational::from_double(x).unwrap()).unwrap();
    for x in [0.5, 0.05, 5e-324, f64::from_bits(1.0_f64.to_bits() - 1), 1e-300] {
        assert!(is_narrow(&ln(&inverse(x))), "{x}");
    }
    assert!(is_narrow(&ln(&Rational::from_double(f64::from_bits(1.0_f64.to_bits() + 1)).unwrap())));
}

#[test]
fn a_root_has_128_bits_behind_the_point_and_a_logarithm_320() {
    let bits = |Interval { lo, hi }: Interval| [lo, hi].map(|end| end.denominator().bits().saturating_sub(1));
    assert_eq!(bits(sqrt(&Interval::point(q("2")))), [128; 2]);
    assert_eq!(bits(root(&Interval::point(q("5/4")), 3)), [130; 2], "4 beside 2^128");
    assert_eq!(bits(ln(&q("2"))), [320; 2]);
}
