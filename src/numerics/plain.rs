//! Doubles in sentences.

/// The shortest digits of a double, as a decimal where that is short: what was given, as it was given.
pub fn plain(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-4..1e10).contains(&x.abs()) {
        x.to_string()
    } else {
        format!("{x:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn worked_numbers_are_short_and_are_read_back() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e-4, "0.0001"),
            (9.9e-5, "9.9e-5"),
            (1e-300, "1e-300"),
            (9_999_999_999.0, "9999999999"),
            (1e15, "1e15"),
            (1.5e15, "1.5e15"),
            (f64::MAX, "1.7976931348623157e308"),
        ] {
            assert_eq!(plain(x), text);
            assert_eq!(text.parse(), Ok(x));
        }
    }
}
