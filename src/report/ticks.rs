//! Round numbers on an axis. Their names are made from whole numbers, so that no tick is called 0.30000000000000004.

use std::f64::consts::LOG10_2;

/// A tick; one without a name only divides.
#[derive(Clone, Debug)]
pub(super) struct Tick {
    /// Where: the value, or its logarithm to base ten on a logarithmic axis.
    pub(super) unit: f64,
    pub(super) text: String,
    /// The exponent of the name, if it has one.
    pub(super) above: String,
}

impl Tick {
    pub(super) fn words(unit: f64, text: &str) -> Self {
        Self { unit, text: text.to_owned(), above: String::new() }
    }

    fn power(unit: f64, text: &str, exponent: i64) -> Self {
        Self { unit, text: text.to_owned(), above: signed(&exponent.to_string()) }
    }
}

/// The most ticks with a name on one axis.
const MOST: f64 = 8.0;

/// Powers of ten between two logarithms; on a short axis also 2 and 5 times these, else 2 to 9 times without names.
pub(super) fn powers_of_ten(low: f64, high: f64) -> Vec<Tick> {
    let (first, last) = (whole(low.ceil()), whole(high.floor()));
    let short = last - first < 2;
    let step = step_of_powers(high - low);
    let mut ticks = Vec::new();
    for exponent in first - 1..=last + 1 {
        if exponent.rem_euclid(step) == 0 {
            let tick = Tick::power(exponent as f64, "10", exponent);
            ticks.push(if short { decimal(tick.unit, 1, exponent) } else { tick });
        }
        // The logarithms of 2 to 9.
        let between = [LOG10_2, 0.477_121, 0.602_060, 0.698_970, 0.778_151, 0.845_098, 0.903_090, 0.954_243];
        for (digit, &part) in (2..).zip(&between) {
            let unit = exponent as f64 + part;
            if short && (digit == 2 || digit == 5) {
                ticks.push(decimal(unit, digit, exponent));
            } else if step == 1 && high - low <= 5.0 {
                ticks.push(Tick::words(unit, ""));
            }
        }
    }
    ticks.retain(|tick| is_within(tick.unit, low, high));
    ticks
}

/// Powers of two between two logarithms to base ten.
pub(super) fn powers_of_two(low: f64, high: f64) -> Vec<Tick> {
    let two = LOG10_2;
    let step = step_of_powers((high - low) / two);
    let exponents = whole((low / two).floor())..=whole((high / two).ceil());
    exponents
        .filter(|exponent| exponent.rem_euclid(step) == 0)
        .map(|exponent| Tick::power(exponent as f64 * two, "2", exponent))
        .filter(|tick| is_within(tick.unit, low, high))
        .collect()
}

/// Whether a logarithm is on the axis: a power at the very end must not be lost to rounding.
fn is_within(unit: f64, low: f64, high: f64) -> bool {
    (low - 1e-9..=high + 1e-9).contains(&unit)
}

/// Every how many powers there is a tick.
fn step_of_powers(powers: f64) -> i64 {
    let steps = [1, 2, 4, 8, 16, 32, 64, 128];
    steps.into_iter().find(|&step| powers / step as f64 <= MOST - 1.0).unwrap_or(256)
}

/// Multiples of 1, 2 or 5 times a power of ten.
pub(super) fn linear(low: f64, high: f64) -> Vec<Tick> {
    let raw = (high / 2.0 - low / 2.0) / 3.0;
    let (digit, exponent) = round_up(raw);
    let step = value(digit, exponent);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    if !(step > 0.0 && step.is_finite() && first.abs().max(last.abs()) < 1e12) {
        // The axis is a tiny piece of its distance from zero: its ends say more than round numbers.
        return [low, high].map(|end| Tick::words(end, &signed(&format!("{end:e}")))).to_vec();
    }
    (whole(first) - 1..=whole(last) + 1) // a quotient may be rounded over a whole number
        .map(|count| decimal(value(count * digit, exponent), count * digit, exponent))
        .filter(|tick| (low..=high).contains(&tick.unit))
        .collect()
}

/// The least `digit 10^exponent` that is not below `x`, with the digit 1, 2 or 5.
fn round_up(x: f64) -> (i64, i64) {
    let text = format!("{x:e}");
    let exponent: i64 = text.split_once('e').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0);
    let found = [1, 2, 5].into_iter().find(|&digit| value(digit, exponent) >= x);
    found.map_or((1, exponent + 1), |digit| (digit, exponent))
}

/// `whole 10^exponent`, correctly rounded.
fn value(whole: i64, exponent: i64) -> f64 {
    format!("{whole}e{exponent}").parse().expect("digits, a letter and digits are a number")
}

/// A tick called `whole 10^exponent` in decimals, or with a power of ten where that would be long.
fn decimal(unit: f64, whole: i64, exponent: i64) -> Tick {
    let digits = whole.unsigned_abs().to_string();
    let sign = if whole < 0 { "\u{2212}" } else { "" };
    if whole == 0 && !(-6..0).contains(&exponent) {
        return Tick::words(unit, "0");
    }
    let length = i64::try_from(digits.len()).expect("few digits") + exponent;
    if length > 6 || exponent < -6 {
        let digits = digits.trim_end_matches('0');
        let exponent = length - i64::try_from(digits.len()).expect("few digits");
        let factor = if digits == "1" { String::new() } else { format!("{digits}\u{b7}") };
        return Tick::power(unit, &format!("{sign}{factor}10"), exponent);
    }
    let places = usize::try_from(-exponent).unwrap_or(0);
    let zeros = usize::try_from(exponent).unwrap_or(0);
    let padded = format!("{digits:0>width$}{:0<zeros$}", "", width = places + 1);
    let (before, after) = padded.split_at(padded.len() - places);
    let point = if after.is_empty() { "" } else { "." };
    Tick::words(unit, &format!("{sign}{before}{point}{after}"))
}

/// With a real minus sign.
fn signed(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

#[allow(clippy::cast_possible_truncation, reason = "rounded numbers below 1e12")]
fn whole(x: f64) -> i64 {
    x as i64
}

#[cfg(test)]
#[path = "../../tests/inside/report/ticks.rs"]
mod tests;
