//! Formulas over plain rationals, by recursive descent; functions that leave the rationals have no value here.

use crate::exact::RBig;

struct Reader<'a> {
    rest: &'a str,
    names: &'a [&'a str],
    point: &'a [RBig],
}

/// The value of an accepted formula at a point; `None` if it is undefined, not rational or long.
pub fn value(text: &str, names: &[&str], point: &[RBig]) -> Option<RBig> {
    let mut reader = Reader { rest: text, names, point };
    let value = reader.sum()?;
    assert!(reader.rest.trim().is_empty(), "the checker took a formula that goes on after its end: {text}");
    Some(value)
}

impl Reader<'_> {
    fn take(&mut self, symbol: &str) -> bool {
        let rest = self.rest.trim_ascii_start();
        let after = rest.strip_prefix(symbol);
        self.rest = after.unwrap_or(rest);
        after.is_some()
    }

    fn word(&mut self, kind: impl Fn(char) -> bool) -> String {
        let rest = self.rest.trim_ascii_start();
        let (word, rest) = rest.split_at(rest.find(|letter| !kind(letter)).unwrap_or(rest.len()));
        self.rest = rest;
        word.to_owned()
    }

    fn sum(&mut self) -> Option<RBig> {
        let mut sum = self.product()?;
        loop {
            if self.take("+") {
                sum += self.product()?;
            } else if self.take("-") {
                sum -= self.product()?;
            } else {
                return short(sum);
            }
        }
    }

    fn product(&mut self) -> Option<RBig> {
        let mut product = self.signed()?;
        loop {
            if self.take("*") {
                product = short(product * self.signed()?)?;
            } else if self.take("/") {
                let divisor = self.signed()?;
                product = short((divisor != RBig::ZERO).then(|| product / divisor)?)?;
            } else {
                return Some(product);
            }
        }
    }

    fn signed(&mut self) -> Option<RBig> {
        if self.take("-") {
            return Some(-self.signed()?);
        }
        if self.take("+") {
            return self.signed();
        }
        let base = self.atom()?;
        if !self.take("^") {
            return Some(base);
        }
        let negative = self.take("-");
        let exponent: u32 = self.word(|letter| letter.is_ascii_digit()).parse().ok()?;
        let mut power = RBig::ONE;
        for _ in 0..Some(exponent).filter(|exponent| *exponent < 64)? {
            power = short(power * &base)?;
        }
        if negative { (power != RBig::ZERO).then(|| RBig::ONE / power) } else { Some(power) }
    }

    fn atom(&mut self) -> Option<RBig> {
        if self.take("(") {
            let value = self.sum();
            return value.filter(|_| self.take(")"));
        }
        let start = self.rest.trim_ascii_start();
        if start.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
            return self.number();
        }
        let name = self.word(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !self.take("(") {
            let place = self.names.iter().position(|known| *known == name)?;
            return Some(self.point[place].clone());
        }
        let mut arguments = vec![self.sum()?];
        while self.take(",") {
            arguments.push(self.sum()?);
        }
        let first = arguments[0].clone();
        let is_positive = first > RBig::ZERO;
        let value = match name.as_str() {
            "abs" => {
                if is_positive {
                    first
                } else {
                    -first
                }
            }
            "step" => {
                if is_positive {
                    RBig::ONE
                } else {
                    RBig::ZERO
                }
            }
            "hinge" => (first + RBig::ONE).max(RBig::ZERO),
            "max" => arguments.into_iter().max()?,
            "min" => arguments.into_iter().min()?,
            _ => return None,
        };
        Some(value).filter(|_| self.take(")"))
    }

    /// A literal denotes its nearest double.
    fn number(&mut self) -> Option<RBig> {
        let start = self.rest.trim_ascii_start();
        let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let mut end = digits(start);
        if start[end..].starts_with('.') {
            end += 1 + digits(&start[end + 1..]);
        }
        if let Some(after) = start[end..].strip_prefix(['e', 'E']) {
            let sign = usize::from(after.starts_with(['+', '-']));
            let count = digits(&after[sign..]);
            end += if count > 0 { 1 + sign + count } else { 0 };
        }
        self.rest = &start[end..];
        RBig::try_from(start[..end].parse::<f64>().ok()?).ok()
    }
}

/// Longer numbers are given up.
fn short(x: RBig) -> Option<RBig> {
    let bits = |n: usize| n < 1 << 13;
    (bits(dashu_int::ops::BitTest::bit_len(x.numerator())) && bits(dashu_int::ops::BitTest::bit_len(x.denominator())))
        .then_some(x)
}
