//! Walking through the text of a constraint, with the place of what was read.

use crate::error::{Error, Result};
use dashu_ratio::RBig;

/// A place in a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    /// Characters before `rest`, plus 1.
    column: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    pub(super) fn column(&self) -> usize {
        self.column
    }

    /// An error at this place.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error::new(message).at_column(self.column)
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.column += taken.chars().count();
        taken
    }

    /// The text from here to a later place.
    pub(super) fn until(&self, later: &Self) -> &'a str {
        &self.rest[..self.rest.len() - later.rest.len()]
    }

    /// The text from here on.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn skip_blanks(&mut self) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
    }

    /// The next character that is not blank.
    pub(super) fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest.chars().next()
    }

    /// Takes this symbol, if it is next.
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        self.skip_blanks();
        let found = self.rest.starts_with(symbol);
        if found {
            self.take(symbol.len());
        }
        found
    }

    /// Takes this symbol, or says what was expected.
    pub(super) fn expect(&mut self, symbol: &str, why: &str) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        let found = self.shown();
        Err(self.error(format!("expected `{symbol}` {why}, found {found}")))
    }

    /// What is next, for messages.
    pub(super) fn shown(&mut self) -> String {
        if self.peek().is_none() {
            return "the end".to_owned();
        }
        let word: String = self.rest.chars().take_while(|c| !c.is_whitespace()).take(20).collect();
        format!("`{word}`")
    }

    /// A name of letters, digits and underlines; empty if there is none.
    pub(super) fn name(&mut self) -> &'a str {
        self.skip_blanks();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Text up to one of the stops, without blanks at its ends; or text in quotation marks, where two stand for one.
    pub(super) fn words(&mut self, stops: &[char]) -> Result<String> {
        self.skip_blanks();
        if !self.rest.starts_with('"') {
            let end = self.rest.find(stops).unwrap_or(self.rest.len());
            return Ok(self.take(end).trim_end().to_owned());
        }
        let opening = self.clone();
        let mut inside = String::new();
        self.take(1);
        loop {
            let Some(end) = self.rest.find('"') else {
                return Err(opening.error("this quotation mark is not closed"));
            };
            inside.push_str(self.take(end));
            self.take(1);
            if !self.rest.starts_with('"') {
                return Ok(inside);
            }
            inside.push_str(self.take(1));
        }
    }

    /// A decimal number, exactly: 0.95 is 19/20.
    pub(super) fn number(&mut self) -> Result<RBig> {
        self.skip_blanks();
        let start = self.clone();
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        let text = self.take(end);
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        let goes_on = self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if digits.is_empty() || fraction.contains('.') || digits.len() > 30 || goes_on {
            let all: String = start.rest.chars().take_while(|c| c.is_alphanumeric() || "._".contains(*c)).collect();
            let advice = "write at most 30 digits with at most one point and no exponent, such as 0.95";
            return Err(start.error(format!("`{all}` is not a number here: {advice}")));
        }
        let numerator: u128 = digits.parse().expect("at most 30 digits fit in 128 bits");
        let places = u32::try_from(fraction.len()).expect("at most 30 digits");
        Ok(RBig::from(numerator) / RBig::from(10_u128.pow(places)))
    }
}
