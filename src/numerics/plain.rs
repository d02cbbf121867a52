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
