//! Reads expressions onto a tape.
//!
//! One function a rule of the grammar. The recursion is bounded by the depth of parentheses, which is at most 128.

use super::number::Dyadic;
use super::tape::{Call, Node, Tape};

const MAX_BYTES: usize = 1 << 20;
const MAX_NODES: usize = 100_000;
const MAX_DEPTH: u32 = 128;
const MAX_EXPONENT: i32 = 1_000_000;

/// Whether a name cannot be a variable because it is a function's.
pub(crate) fn is_function(name: &str) -> bool {
    call(name).is_some() || matches!(name, "max" | "min")
}

/// Whether a name is letters, digits and underscores and does not start with a digit.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
}

/// The functions of one argument.
const CALLS: [(&str, Call); 10] = [
    ("abs", Call::Abs),
    ("exp", Call::Exp),
    ("ln", Call::Ln),
    ("sqrt", Call::Sqrt),
    ("sin", Call::Sin),
    ("cos", Call::Cos),
    ("step", Call::Step),
    ("hinge", Call::Hinge),
    ("sigmoid", Call::Sigmoid),
    ("Phi", Call::Phi),
];

fn call(name: &str) -> Option<Call> {
    CALLS.iter().find(|(known, _)| *known == name).map(|(_, call)| *call)
}

/// The name of a function of one argument.
pub(crate) fn call_name(call: Call) -> &'static str {
    CALLS.iter().find(|(_, known)| *known == call).map_or("", |(name, _)| name)
}

/// Reads one expression; the answer is the place of its value.
///
/// # Errors
/// What is wrong, and at which byte.
pub(crate) fn read(text: &str, variables: &[String], tape: &mut Tape) -> Result<usize, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("the expression has {} bytes, more than {MAX_BYTES}", text.len()));
    }
    // What is shared on the other tape need not be on a literal one; there the text is the limit.
    let limit = tape.len().saturating_add(if tape.is_literal() { MAX_BYTES } else { MAX_NODES });
    let mut reader = Reader { text, position: 0, variables, tape, depth: 0, limit };
    let root = reader.sum()?;
    match reader.peek() {
        None => Ok(root),
        Some(byte) => Err(reader.wrong(&format!("an operator is missing before '{}'", byte.escape_ascii()))),
    }
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
    variables: &'a [String],
    tape: &'a mut Tape,
    depth: u32,
    limit: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, what: &str) -> String {
        format!("{what} (at byte {} of the expression)", self.position.saturating_add(1))
    }

    /// The next byte that is not white space; it is not taken.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.position)?;
            if !byte.is_ascii_whitespace() {
                return Some(byte);
            }
            self.position = self.position.saturating_add(1);
        }
    }

    /// Takes the next byte if it is this one.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.position = self.position.saturating_add(1);
        }
        found
    }

    /// Takes the bytes at the position, without skipping spaces, as long as they are of a kind.
    fn take_while(&mut self, kind: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.text.get(self.position..).unwrap_or("");
        let length = rest.bytes().take_while(|&byte| kind(byte)).count();
        self.position = self.position.saturating_add(length);
        rest.get(..length).unwrap_or("")
    }

    fn place(&mut self, node: Node) -> Result<usize, String> {
        let place = self.tape.place(node);
        if self.tape.len() > self.limit {
            return Err(format!("the expression has more than {MAX_NODES} operations"));
        }
        Ok(place)
    }

    fn sum(&mut self) -> Result<usize, String> {
        let mut left = self.product()?;
        loop {
            left = if self.take(b'+') {
                let right = self.product()?;
                self.place(Node::Sum(left, right))?
            } else if self.take(b'-') {
                let right = self.product()?;
                self.place(Node::Difference(left, right))?
            } else {
                return Ok(left);
            };
        }
    }

    fn product(&mut self) -> Result<usize, String> {
        let mut left = self.signed()?;
        loop {
            left = if self.take(b'*') {
                let right = self.signed()?;
                self.place(Node::Product(left, right))?
            } else if self.take(b'/') {
                let right = self.signed()?;
                self.place(Node::Quotient(left, right))?
            } else {
                return Ok(left);
            };
        }
    }

    fn signed(&mut self) -> Result<usize, String> {
        let mut negative = false;
        while self.take(b'-') {
            negative = !negative;
        }
        let power = self.power()?;
        if negative { self.place(Node::Negation(power)) } else { Ok(power) }
    }

    fn power(&mut self) -> Result<usize, String> {
        let base = self.atom()?;
        if !self.take(b'^') {
            return Ok(base);
        }
        let negative = self.take(b'-');
        self.peek();
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        let size = digits.parse::<i32>().ok().filter(|&n| n <= MAX_EXPONENT);
        let Some(size) = size else {
            return Err(self.wrong(&format!("an exponent must be a whole number of at most {MAX_EXPONENT}")));
        };
        if self.text.as_bytes().get(self.position).is_some_and(|&byte| byte == b'.' || byte.is_ascii_alphabetic()) {
            return Err(self.wrong("an exponent must be a whole number"));
        }
        if self.peek() == Some(b'^') {
            return Err(self.wrong("a power of a power needs parentheses"));
        }
        self.place(Node::Power(base, if negative { size.saturating_neg() } else { size }))
    }

    fn atom(&mut self) -> Result<usize, String> {
        match self.peek() {
            Some(byte) if byte.is_ascii_digit() => self.number(),
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => self.named(),
            Some(b'(') => {
                self.open()?;
                let inside = self.sum()?;
                self.close()?;
                Ok(inside)
            }
            Some(byte) => {
                Err(self.wrong(&format!("a number, a name or '(' is missing before '{}'", byte.escape_ascii())))
            }
            None => Err(self.wrong("the expression ends too early")),
        }
    }

    fn open(&mut self) -> Result<(), String> {
        if !self.take(b'(') {
            return Err(self.wrong("'(' is missing"));
        }
        self.depth = self.depth.saturating_add(1);
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(&format!("parentheses nest more than {MAX_DEPTH} deep")));
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        self.depth = self.depth.saturating_sub(1);
        if self.take(b')') { Ok(()) } else { Err(self.wrong("')' is missing")) }
    }

    fn number(&mut self) -> Result<usize, String> {
        let start = self.position;
        let digits = |byte: u8| byte.is_ascii_digit();
        let next = |reader: &Self, ahead: usize| {
            reader.text.as_bytes().get(reader.position.saturating_add(ahead)).copied().unwrap_or(b' ')
        };
        self.take_while(digits);
        if next(self, 0) == b'.' {
            self.position = self.position.saturating_add(1);
            if self.take_while(digits).is_empty() {
                return Err(self.wrong("digits must follow the point of a number"));
            }
        }
        let sign = usize::from(matches!(next(self, 1), b'+' | b'-'));
        if matches!(next(self, 0), b'e' | b'E') && next(self, sign.saturating_add(1)).is_ascii_digit() {
            self.position = self.position.saturating_add(sign).saturating_add(1);
            self.take_while(digits);
        }
        let text = self.text.get(start..self.position).unwrap_or("");
        let number = text.parse().ok().and_then(Dyadic::from_double);
        let number = number.ok_or_else(|| self.wrong("the number is beyond the largest double"))?;
        self.place(Node::Constant(number))
    }

    fn named(&mut self) -> Result<usize, String> {
        let name = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if let Some(call) = call(name) {
            self.open()?;
            let inside = self.sum()?;
            self.close()?;
            return self.place(Node::Call(call, inside));
        }
        if let "max" | "min" = name {
            self.open()?;
            let mut best = self.sum()?;
            if self.peek() != Some(b',') {
                return Err(self.wrong(&format!("{name} needs two or more arguments")));
            }
            while self.take(b',') {
                let next = self.sum()?;
                let node = if name == "max" { Node::Maximum(best, next) } else { Node::Minimum(best, next) };
                best = self.place(node)?;
            }
            self.close()?;
            return Ok(best);
        }
        match self.variables.iter().position(|variable| variable == name) {
            Some(index) => self.place(Node::Variable(index)),
            None => Err(self.wrong(&format!("'{}' is neither a variable nor a function", name.escape_default()))),
        }
    }
}
