//! Numbers and lists in sentences.

/// The shortest digits of a double: a decimal from 1e-4 to 1e15, scientific notation beyond.
pub(crate) fn decimal(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-4..=1e15).contains(&x.abs()) {
        x.to_string()
    } else {
        format!("{x:e}")
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_numbers_are_short_and_are_read_back() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e-4, "0.0001"),
            (9.9e-5, "9.9e-5"),
            (1e-300, "1e-300"),
            (1e15, "1000000000000000"),
            (1.5e15, "1.5e15"),
            (f64::MAX, "1.7976931348623157e308"),
        ] {
            assert_eq!(decimal(x), text);
            assert_eq!(text.parse(), Ok(x));
        }
    }

    #[test]
    fn worked_lists() {
        let list = |words: &[&str]| list(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            [list(&[]), list(&["a"]), list(&["a", "b"]), list(&["a", "b", "c"])],
            ["", "a", "a and b", "a, b and c"]
        );
    }
}
