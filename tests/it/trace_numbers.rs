//! A number in a trace denotes the nearest double, judged in exact rational arithmetic.

use dashu_int::UBig;
use dashu_int::ops::Abs;
use dashu_ratio::RBig;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{TestError, TestRunner};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use referee::numerics::rational::exact;
use referee::trace::Trace;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() }
}

/// Decimal texts of up to 40 digits, some of them near or on the middle between two doubles.
fn decimal() -> impl Strategy<Value = (String, i32)> {
    let any_digits = (prop::collection::vec(select(b"0123456789".to_vec()), 1..40), -360_i32..260)
        .prop_map(|(digits, exponent)| (String::from_utf8(digits).unwrap(), exponent));
    // 2^53 + 2k + 1 lies in the middle between two doubles; digits behind it, if any, decide.
    let middle = (0_u64..1 << 51, select(vec!["", "0", "000", "0000000000001"]))
        .prop_map(|(k, tail)| (format!("{}{tail}", (1_u64 << 53) + 2 * k + 1), -i32::try_from(tail.len()).unwrap()));
    prop_oneof![any_digits, middle]
}

/// The law: `x` is the double nearest to `digits * 10^exponent`, and the even one of two.
fn is_nearest(digits: &str, exponent: i32, x: f64) -> Result<(), TestCaseError> {
    let ten = RBig::from(10_u8);
    let power = (0..exponent.unsigned_abs()).fold(RBig::ONE, |power, _| power * &ten);
    let digits = RBig::from(digits.parse::<UBig>().unwrap());
    let value = if exponent < 0 { digits / power } else { digits * power };
    let distance = |x: f64| (exact(x) - &value).abs();
    for neighbour in [x.next_down(), x.next_up()].into_iter().filter(|x| x.is_finite()) {
        let (here, there) = (distance(x), distance(neighbour));
        prop_assert!(
            here < there || here == there && x.to_bits().is_multiple_of(2),
            "{:?} is as near as {:?}",
            neighbour,
            x
        );
    }
    Ok(())
}

fn read_number(digits: &str, exponent: i32) -> f64 {
    let text = format!("objective\n{digits}e{exponent}\n");
    Trace::from_reader(text.as_bytes(), "trace.csv").unwrap().objective().lo()[0]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_number_denotes_the_nearest_double((digits, exponent) in decimal()) {
        is_nearest(&digits, exponent, read_number(&digits, exponent))?;
    }
}

/// The 53 bits of a double.
fn whole_of(x: f64) -> u64 {
    x.to_bits() & ((1 << 52) - 1) | 1 << 52
}

/// Bit by bit what the standard library reads, for doubles of all sizes, middles between two, and odd spellings.
#[test]
fn a_number_is_what_the_standard_library_reads() {
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    let mut texts: Vec<String> =
        ["+1.5", ".5", "5.", "-.5e-3", "1E5", "1e+5", "0e999", "-0", "00012.50", "5e-324", "2e-324"]
            .map(str::to_owned)
            .to_vec();
    texts.extend([2, 3, 4].map(|last| format!("2.225073858507201{last}e-308")));
    texts.push(format!("0.{}1e400", "0".repeat(400)));
    for _ in 0..40_000 {
        let x = f64::from_bits(generator.random());
        if x.is_finite() {
            texts.extend([format!("{x:?}"), format!("{x:e}"), format!("{x:.17e}"), format!("{x:.30e}")]);
            // All digits of a middle between two doubles, which are 2^53 and 2^54 in size.
            texts.push(format!("{}e-{}", (whole_of(x) << 1) + 1, generator.random_range(0..2)));
        }
        let whole: u64 = generator.random();
        let places = generator.random_range(0..30);
        texts.extend([format!("{whole}e-{places}"), format!("0.{whole}"), format!("{}.{whole:020}", whole % 1000)]);
    }
    let read = Trace::from_reader(("objective\n".to_owned() + &texts.join("\n")).as_bytes(), "trace.csv").unwrap();
    for (text, x) in texts.iter().zip(read.objective().lo()) {
        assert_eq!(x.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
    }
}

#[test]
fn a_reader_that_rounds_twice_or_keeps_17_digits_is_caught() {
    let fails = |read: fn(&str, i32) -> f64| {
        let mut runner = TestRunner::new(config());
        let law = |(digits, exponent): (String, i32)| is_nearest(&digits, exponent, read(&digits, exponent));
        matches!(runner.run(&decimal(), law), Err(TestError::Fail(..)))
    };
    assert!(!fails(read_number));
    assert!(fails(|digits, exponent| digits.parse::<f64>().unwrap() * 10_f64.powi(exponent)), "rounds twice");
    let keeps_17 = |digits: &str, exponent: i32| {
        let kept = digits.len().min(17);
        read_number(&digits[..kept], exponent + i32::try_from(digits.len() - kept).unwrap())
    };
    assert!(fails(keeps_17), "keeps 17 digits");
}
