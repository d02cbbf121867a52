//! Plain rationals and tables for `meaning`: no speed, and nothing of the checker.

use dashu_int::{IBig, UBig};
pub use dashu_ratio::RBig;
use serde_json::Value;

/// The rational number that a double is.
pub fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

pub fn number(value: &Value) -> RBig {
    exact(value.as_f64().expect("an accepted number"))
}

/// `"p/q"`, or a plain number.
pub fn fraction(value: &Value) -> RBig {
    let Some(text) = value.as_str() else { return number(value) };
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    RBig::from_parts(top.parse::<IBig>().expect("a numerator"), bottom.parse::<UBig>().expect("a denominator"))
}

pub fn fractions(value: &Value) -> Vec<RBig> {
    list(value).iter().map(fraction).collect()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn max(values: impl IntoIterator<Item = RBig>) -> RBig {
    values.into_iter().max().expect("there is a value")
}

pub fn dot<'a>(a: impl IntoIterator<Item = &'a RBig>, b: impl IntoIterator<Item = &'a RBig>) -> RBig {
    a.into_iter().zip(b).fold(RBig::ZERO, |sum, (a, b)| sum + a * b)
}

/// The texts of a CSV file that was accepted, by lines.
pub fn texts(file: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(file);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    text.lines().filter(|line| !line.trim().is_empty()).map(fields).collect()
}

fn fields(line: &str) -> Vec<String> {
    let blank: &[char] = &[' ', '\t', '\r', '\u{c}'];
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field).trim_matches(blank).to_owned()),
            _ => field.push(letter),
        }
    }
    fields.push(field.trim_matches(blank).to_owned());
    fields
}

/// The numbers of a trace or of candidates.
pub struct Numbers {
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Numbers {
    pub fn read(file: &[u8]) -> Self {
        let mut lines = texts(file).into_iter();
        let names = lines.next().expect("a line of names");
        let row = |line: Vec<String>| line.iter().map(|text| text.parse().expect("a number")).collect();
        Self { names, rows: lines.map(row).collect() }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name || own.strip_suffix(".lo") == Some(name))
    }

    /// A value of a round; of an enclosure the upper end, or else the lower one.
    pub fn get(&self, name: &str, round: usize, upper: bool) -> RBig {
        let end = format!("{name}{}", if upper { ".hi" } else { ".lo" });
        let place = self.names.iter().position(|own| own == name || *own == end).expect("a column");
        exact(self.rows[round][place])
    }

    /// The names of the objective and the constraints.
    pub fn values(&self) -> Vec<String> {
        let constraints = (1..).map(|i| format!("constraint_{i}")).take_while(|name| self.has(name));
        std::iter::once("objective".to_owned()).chain(constraints).collect()
    }
}
