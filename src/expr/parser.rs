//! From tokens to the tape, by recursive descent.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = signed { ("*" | "/") signed }
//! signed  = { "-" } power
//! power   = atom [ "^" [ "-" ] whole ]
//! atom    = number | variable | function "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//!
//! So `-x^2` is `-(x^2)`, `a - b - c` is `(a - b) - c`, and `x^2^3` is refused rather than guessed. Only parentheses
//! recurse, and [`MAX_DEPTH`] bounds them, so no text can exhaust the stack. `max` and `min` of several arguments
//! become nested pairs from the left, which keeps every node the same small size.

use super::Expr;
use super::lexer::{Lexer, Token, TokenKind, quoted};
use super::names::{Callee, check_variables, listed, suggestion};
use super::tape::{Literal, Op, Tape};
use crate::error::{Error, Result};
use std::collections::HashMap;

/// The longest text that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The deepest nesting of parentheses that is read.
const MAX_DEPTH: usize = 128;
/// The largest exponent: enough for any use, and small enough that one below it is still an `i32`.
const MAX_EXPONENT: i32 = 1_000_000;

pub(super) fn parse(text: &str, variables: &[&str]) -> Result<Expr> {
    let places = check_variables(variables)?;
    if text.len() > MAX_BYTES {
        let message = format!("the expression has {} bytes, but at most {MAX_BYTES} are read", text.len());
        return Err(Error::new(message));
    }
    let mut lexer = Lexer::new(text);
    let token = lexer.read()?;
    let mut parser = Parser { lexer, token, variables, places, tape: Tape::default(), depth: 0 };
    parser.sum()?;
    if parser.token.kind != TokenKind::End {
        return Err(parser.unexpected("an operator or the end"));
    }
    let variables = variables.iter().map(|&name| name.to_owned()).collect();
    Ok(Expr { nodes: parser.tape.into_nodes().into(), variables })
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token that comes next.
    token: Token<'a>,
    variables: &'a [&'a str],
    places: HashMap<&'a str, usize>,
    tape: Tape,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// Takes the next token and reads on.
    fn advance(&mut self) -> Result<Token<'a>> {
        let following = self.lexer.read()?;
        Ok(std::mem::replace(&mut self.token, following))
    }

    fn at(&self, symbol: char) -> bool {
        self.token.kind == TokenKind::Symbol(symbol)
    }

    fn unexpected(&self, expected: &str) -> Error {
        Error::new(format!("expected {expected}, found {}", self.token)).at_column(self.token.column)
    }

    fn sum(&mut self) -> Result<u32> {
        let mut left = self.product()?;
        while self.at('+') || self.at('-') {
            let operator = self.advance()?;
            let right = self.product()?;
            let op = if operator.text == "+" { Op::Add(left, right) } else { Op::Subtract(left, right) };
            left = self.tape.push(op, operator.column)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<u32> {
        let mut left = self.signed()?;
        while self.at('*') || self.at('/') {
            let operator = self.advance()?;
            let right = self.signed()?;
            let op = if operator.text == "*" { Op::Multiply(left, right) } else { Op::Divide(left, right) };
            left = self.tape.push(op, operator.column)?;
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<u32> {
        // A row of minus signs is a list, not a recursion: it may be as long as the text.
        let mut signs = Vec::new();
        while self.at('-') {
            signs.push(self.advance()?.column);
        }
        let mut operand = self.power()?;
        for &column in signs.iter().rev() {
            operand = self.tape.push(Op::Negate(operand), column)?;
        }
        Ok(operand)
    }

    fn power(&mut self) -> Result<u32> {
        let base = self.atom()?;
        if !self.at('^') {
            return Ok(base);
        }
        let column = self.advance()?.column;
        let exponent = self.exponent()?;
        if self.at('^') {
            let message = "a power of a power needs parentheses, as in (x^2)^3";
            return Err(Error::new(message).at_column(self.token.column));
        }
        self.tape.push(Op::Power(base, exponent), column)
    }

    fn exponent(&mut self) -> Result<i32> {
        let negative = self.at('-');
        if negative {
            self.advance()?;
        }
        let digits =
            matches!(self.token.kind, TokenKind::Number(_)) && self.token.text.bytes().all(|b| b.is_ascii_digit());
        if !digits {
            return Err(self.unexpected("a whole number as the exponent"));
        }
        let exponent = self.token.text.parse().ok().filter(|&exponent: &i32| exponent <= MAX_EXPONENT);
        let Some(exponent) = exponent else {
            let message = format!("the exponent {} is above the limit of {MAX_EXPONENT}", quoted(self.token.text));
            return Err(Error::new(message).at_column(self.token.column));
        };
        self.advance()?;
        Ok(if negative { -exponent } else { exponent })
    }

    fn atom(&mut self) -> Result<u32> {
        match self.token.kind {
            TokenKind::Number(value) => {
                let column = self.advance()?.column;
                self.tape.push(Op::Number(Literal(value)), column)
            }
            TokenKind::Name(_) => {
                let name = self.advance()?;
                if self.at('(') { self.call(name) } else { self.variable(name) }
            }
            TokenKind::Symbol('(') => {
                let open = self.advance()?;
                self.enter(open.column)?;
                let inner = self.sum()?;
                if !self.at(')') {
                    return Err(self.unexpected("an operator or `)`"));
                }
                self.leave()?;
                Ok(inner)
            }
            _ => Err(self.unexpected("a number, a variable, a function or `(`")),
        }
    }

    fn variable(&mut self, name: Token<'_>) -> Result<u32> {
        if let Some(&index) = self.places.get(name.text) {
            let index = u32::try_from(index).map_err(|_| Error::new("there are too many variables"))?;
            return self.tape.push(Op::Variable(index), name.column);
        }
        let message = if Callee::find(name.text).is_some() {
            format!("{name} is a function: write its argument in parentheses after it")
        } else {
            let known = match self.variables {
                [] => "there are none".to_owned(),
                variables => format!("known are {}", listed(variables.iter().copied())),
            };
            format!("unknown variable {name}{}; {known}", suggestion(name.text, self.variables.iter().copied()))
        };
        Err(Error::new(message).at_column(name.column))
    }

    /// A function whose name has been read; `(` comes next.
    fn call(&mut self, name: Token<'_>) -> Result<u32> {
        let Some(callee) = Callee::find(name.text) else {
            let message = if self.places.contains_key(name.text) {
                format!("{name} is a variable, not a function; write `*` for a product")
            } else {
                let hint = suggestion(name.text, Callee::names());
                format!("unknown function {name}{hint}; known are {}", listed(Callee::names()))
            };
            return Err(Error::new(message).at_column(name.column));
        };
        let open = self.advance()?;
        self.enter(open.column)?;
        let mut result = self.sum()?;
        let mut count = 1_usize;
        while self.at(',') {
            self.advance()?;
            let argument = self.sum()?;
            count += 1;
            match callee {
                Callee::Max => result = self.tape.push(Op::Max(result, argument), name.column)?,
                Callee::Min => result = self.tape.push(Op::Min(result, argument), name.column)?,
                Callee::One(_) => {}
            }
        }
        if !self.at(')') {
            return Err(self.unexpected("an operator, `,` or `)`"));
        }
        self.leave()?;
        match callee {
            Callee::Max | Callee::Min if count >= 2 => Ok(result),
            Callee::One(function) if count == 1 => self.tape.push(Op::Call(function, result), name.column),
            _ => {
                let wanted = if matches!(callee, Callee::One(_)) { "1 argument" } else { "2 or more arguments" };
                Err(Error::new(format!("{name} takes {wanted}, found {count}")).at_column(name.column))
            }
        }
    }

    fn enter(&mut self, column: usize) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("parentheses are nested more than {MAX_DEPTH} deep");
            return Err(Error::new(message).at_column(column));
        }
        Ok(())
    }

    /// Takes the closing parenthesis that is known to come next.
    fn leave(&mut self) -> Result<()> {
        self.depth -= 1;
        self.advance()?;
        Ok(())
    }
}
