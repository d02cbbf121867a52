//! From text to tokens, one at a time, with the column of each counted in characters from 1.

use crate::error::{Error, Result};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    Number(f64),
    Name(&'a str),
    /// One of `+ - * / ^ ( ) ,`.
    Symbol(char),
    End,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) text: &'a str,
    pub(super) column: usize,
}

/// How an error message shows a token.
impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TokenKind::End => f.write_str("the end"),
            _ => f.write_str(&quoted(self.text)),
        }
    }
}

/// A piece of the user's text between backquotes, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// Reads tokens from the front of the text.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, column: 1 }
    }

    /// The next token; `End` for ever once the text is used up.
    pub(super) fn read(&mut self) -> Result<Token<'a>> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        let column = self.column;
        let Some(first) = self.rest.chars().next() else {
            return Ok(Token { kind: TokenKind::End, text: "", column });
        };
        let second_is_digit = self.rest[first.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        if first.is_ascii_digit() || (first == '.' && second_is_digit) {
            let text = self.take(number_length(self.rest.as_bytes()));
            // The form was checked, so only the size can be wrong; `parse` rounds to the nearest double.
            let value: f64 = text.parse().unwrap_or(f64::INFINITY);
            if value.is_infinite() {
                let message = format!("{} is too large: the largest double is about 1.8e308", quoted(text));
                return Err(Error::new(message).at_column(column));
            }
            return Ok(Token { kind: TokenKind::Number(value), text, column });
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
            let text = self.take(end);
            return Ok(Token { kind: TokenKind::Name(text), text, column });
        }
        if "<>=".contains(first) {
            let message =
                format!("`{first}` has no place in an expression: write a difference; a constraint asks for at most 0");
            return Err(Error::new(message).at_column(column));
        }
        if self.rest.starts_with("**") {
            return Err(Error::new("`**` is no operator: a power is written as in x^2").at_column(column));
        }
        if "+-*/^(),".contains(first) {
            return Ok(Token { kind: TokenKind::Symbol(first), text: self.take(1), column });
        }
        let shown = first.escape_debug();
        Err(Error::new(format!("the character `{shown}` has no meaning in an expression")).at_column(column))
    }

    /// Splits off the first `bytes` bytes, counting characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.column += taken.chars().count();
        taken
    }
}

/// The length of the number at the front: digits, optional fraction, and an exponent if it has digits.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if text.get(end) == Some(&b'.') {
        end += 1;
        end += digits(end);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = text.get(end + 1 + sign..).map_or(0, |_| digits(end + 1 + sign));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}
