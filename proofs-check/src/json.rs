//! A strict reader of JSON: RFC 8259 in UTF-8, no duplicate keys, at most 64 levels, every value with its line.

use crate::LONGEST_FILE;
use crate::exact::{Rational, double_parts};
use std::collections::BTreeMap;

/// How deep arrays and objects may nest.
const DEEPEST: usize = 64;

/// What is wrong with the form of a file, and where.
#[derive(Debug)]
pub(crate) struct Flaw {
    pub(crate) line: Option<usize>,
    pub(crate) reason: String,
}

impl Flaw {
    pub(crate) fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line: Some(line), reason: reason.into() }
    }
}

/// A result whose error is a flaw of form.
pub(crate) type Form<T> = Result<T, Flaw>;

/// A value and the line on which it begins.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) line: usize,
    pub(crate) value: Value,
}

/// A JSON value. Numbers are doubles because that is what a number of a file denotes.
#[derive(Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Object(BTreeMap<String, Node>),
}

impl Node {
    /// The field of an object.
    pub(crate) fn get(&self, field: &str) -> Option<&Self> {
        if let Value::Object(map) = &self.value { map.get(field) } else { None }
    }

    fn wrong(&self, field: &str, wanted: &str) -> Flaw {
        let found = match &self.value {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "an array",
            Value::Object(_) => "an object",
        };
        Flaw::at(self.line, format!("`{field}` must be {wanted}, not {found}"))
    }

    pub(crate) fn number(&self, field: &str) -> Form<f64> {
        if let Value::Number(x) = self.value { Ok(x) } else { Err(self.wrong(field, "a number")) }
    }

    pub(crate) fn bool(&self, field: &str) -> Form<bool> {
        if let Value::Bool(x) = self.value { Ok(x) } else { Err(self.wrong(field, "true or false")) }
    }

    pub(crate) fn text(&self, field: &str) -> Form<&str> {
        if let Value::Text(x) = &self.value { Ok(x) } else { Err(self.wrong(field, "a string")) }
    }

    pub(crate) fn list(self, field: &str) -> Form<Vec<Self>> {
        if let Value::List(items) = self.value { Ok(items) } else { Err(self.wrong(field, "an array")) }
    }

    pub(crate) fn object(self, field: &str) -> Form<Fields> {
        match self.value {
            Value::Object(map) => Ok(Fields { line: self.line, name: field.to_owned(), map }),
            _ => Err(self.wrong(field, "an object")),
        }
    }

    /// A number that is whole and not negative.
    pub(crate) fn whole(&self, field: &str) -> Form<usize> {
        let x = self.number(field)?;
        let whole = double_parts(x).and_then(|(mantissa, exponent)| {
            let (mantissa, size) = (u64::try_from(mantissa).ok()?, exponent.unsigned_abs());
            let result = if exponent >= 0 {
                mantissa.checked_mul(1_u64.checked_shl(size)?)?
            } else {
                let twos = if mantissa == 0 { u32::MAX } else { mantissa.trailing_zeros() };
                (twos >= size).then(|| mantissa.checked_shr(size).unwrap_or(0))?
            };
            usize::try_from(result).ok()
        });
        whole.ok_or_else(|| self.wrong(field, "a whole number that is not negative"))
    }

    /// `[lo, hi]` with `lo <= hi`.
    pub(crate) fn enclosure(self, field: &str) -> Form<(f64, f64)> {
        let line = self.line;
        let ends = self.numbers(field)?;
        match ends.as_slice() {
            &[lo, hi] if lo <= hi => Ok((lo, hi)),
            _ => Err(Flaw::at(line, format!("`{field}` must be two numbers [lo, hi] with lo <= hi"))),
        }
    }

    /// What `read` makes of each item of an array.
    pub(crate) fn each<T>(self, field: &str, read: impl FnMut(Self) -> Form<T>) -> Form<Vec<T>> {
        self.list(field)?.into_iter().map(read).collect()
    }

    pub(crate) fn numbers(self, field: &str) -> Form<Vec<f64>> {
        self.each(field, |item| item.number(field))
    }

    pub(crate) fn texts(self, field: &str) -> Form<Vec<String>> {
        self.each(field, |item| item.text(field).map(str::to_owned))
    }

    /// An exact rational: a string in its one spelling.
    pub(crate) fn rational(&self, field: &str) -> Form<Rational> {
        Rational::parse(self.text(field)?).ok_or_else(|| {
            let wanted =
                r#"a whole number or a fraction in lowest terms, like "-3" or "5/12", of at most 100,000 digits"#;
            Flaw::at(self.line, format!("`{field}` must be {wanted}"))
        })
    }

    pub(crate) fn rationals(self, field: &str) -> Form<Vec<Rational>> {
        self.each(field, |item| item.rational(field))
    }
}

/// The fields of an object; each is taken once, and what is left at the end is unknown.
pub(crate) struct Fields {
    pub(crate) line: usize,
    name: String,
    map: BTreeMap<String, Node>,
}

impl Fields {
    pub(crate) fn take(&mut self, field: &str) -> Option<Node> {
        self.map.remove(field)
    }

    /// What `read` makes of a field that may be absent.
    pub(crate) fn optional<T>(&mut self, field: &str, read: impl FnOnce(Node) -> Form<T>) -> Form<Option<T>> {
        self.take(field).map(read).transpose()
    }

    /// The field, which stays to be taken.
    pub(crate) fn peek(&self, field: &str) -> Option<&Node> {
        self.map.get(field)
    }

    pub(crate) fn need(&mut self, field: &str) -> Form<Node> {
        self.take(field).ok_or_else(|| self.flaw(format!("`{field}` is missing in {}", self.name)))
    }

    pub(crate) fn flaw(&self, reason: impl Into<String>) -> Flaw {
        Flaw::at(self.line, reason)
    }

    /// The fields by name, for objects whose keys are data.
    pub(crate) fn into_map(self) -> BTreeMap<String, Node> {
        self.map
    }

    pub(crate) fn finish(self) -> Form<()> {
        let Some((field, node)) = self.map.into_iter().next() else { return Ok(()) };
        let field = crate::report::shown(&field);
        let reason = format!("`{field}` has no place in {}: every field is read, so delete it", self.name);
        Err(Flaw::at(node.line, reason))
    }
}

/// The text of a file in UTF-8.
pub(crate) fn text(bytes: &[u8]) -> Form<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        Flaw::at(before.split(|&byte| byte == b'\n').count(), "the text is not UTF-8")
    })
}

/// Reads a text that is one JSON value.
pub(crate) fn parse(bytes: &[u8]) -> Form<Node> {
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LONGEST_FILE) {
        return Err(Flaw { line: None, reason: "the file is longer than 2^30 bytes".to_owned() });
    }
    let mut parser = Parser { text: text(bytes)?, at: 0, line: 1 };
    let node = parser.value(0)?;
    parser.skip_space();
    if parser.peek().is_some() {
        return Err(parser.flaw("something follows the end of the JSON value"));
    }
    Ok(node)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Parser<'_> {
    fn flaw(&self, reason: &str) -> Flaw {
        Flaw::at(self.line, format!("not JSON: {reason}"))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn advance(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn skip_space(&mut self) {
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.peek() {
            self.line = self.line.saturating_add(usize::from(byte == b'\n'));
            self.advance();
        }
    }

    fn expect(&mut self, byte: u8) -> Form<()> {
        self.skip_space();
        if self.peek() != Some(byte) {
            return Err(self.flaw(&format!("`{}` is missing", char::from(byte))));
        }
        self.advance();
        Ok(())
    }

    /// Reads what stands between two brackets, of which `end` is the second, with commas between the items.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Form<()>) -> Form<()> {
        self.advance();
        self.skip_space();
        if self.peek() == Some(end) {
            self.advance();
            return Ok(());
        }
        loop {
            item(self)?;
            self.skip_space();
            let byte = self.peek();
            if byte != Some(b',') && byte != Some(end) {
                return Err(self.flaw(&format!("`,` or `{}` is missing", char::from(end))));
            }
            self.advance();
            if byte == Some(end) {
                return Ok(());
            }
        }
    }

    fn value(&mut self, depth: usize) -> Form<Node> {
        self.skip_space();
        let line = self.line;
        if depth > DEEPEST {
            return Err(self.flaw("arrays and objects nest more than 64 deep"));
        }
        let deeper = depth.saturating_add(1);
        let value = match self.peek() {
            None => return Err(self.flaw("the text ends where a value belongs")),
            Some(b'{') => self.object(deeper)?,
            Some(b'[') => self.array(deeper)?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            Some(_) => self.number()?,
        };
        Ok(Node { line, value })
    }

    fn object(&mut self, depth: usize) -> Form<Value> {
        let mut map = BTreeMap::new();
        self.items(b'}', |parser| {
            parser.skip_space();
            let line = parser.line;
            let key = parser.string()?;
            parser.expect(b':')?;
            let node = parser.value(depth)?;
            let shown = crate::report::shown(&key);
            if map.insert(key, node).is_some() {
                return Err(Flaw::at(line, format!("`{shown}` stands twice in one object: keep one of the two")));
            }
            Ok(())
        })?;
        Ok(Value::Object(map))
    }

    fn array(&mut self, depth: usize) -> Form<Value> {
        let mut items = Vec::new();
        self.items(b']', |parser| {
            items.push(parser.value(depth)?);
            Ok(())
        })?;
        Ok(Value::List(items))
    }

    fn word(&mut self, word: &str, value: Value) -> Form<Value> {
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            return Err(self.flaw("a value is not a number, string, array, object, true, false or null"));
        }
        self.at = self.at.saturating_add(word.len());
        Ok(value)
    }

    fn digits(&mut self) -> Form<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.advance();
        }
        if self.at == start { Err(self.flaw("a digit is missing in a number, or this is no value")) } else { Ok(()) }
    }

    fn number(&mut self) -> Form<Value> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.advance();
        }
        if self.peek() == Some(b'0') {
            self.advance();
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.advance();
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.advance();
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.advance();
            }
            self.digits()?;
        }
        // `parse` rounds to the nearest double, ties to even, for every decimal text.
        let number = self.text.get(start..self.at).and_then(|text| text.parse::<f64>().ok());
        match number {
            Some(x) if x.is_finite() => Ok(Value::Number(x)),
            _ => Err(self.flaw("a number is beyond the largest double")),
        }
    }

    fn string(&mut self) -> Form<String> {
        if self.peek() != Some(b'"') {
            return Err(self.flaw("a string in quotation marks is missing"));
        }
        self.advance();
        let mut result = String::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let plain = rest.bytes().take_while(|&byte| byte != b'"' && byte != b'\\' && byte >= 0x20).count();
            result.push_str(rest.get(..plain).unwrap_or_default());
            self.at = self.at.saturating_add(plain);
            let byte = self.peek();
            self.advance();
            match byte {
                Some(b'"') => return Ok(result),
                Some(b'\\') => result.push(self.escape()?),
                _ => return Err(self.flaw("a string is not closed, or holds a control character")),
            }
        }
    }

    fn escape(&mut self) -> Form<char> {
        let byte = self.peek();
        self.advance();
        Ok(match byte {
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.code_unit()?;
                let mut units = vec![first];
                if (0xd800..0xdc00).contains(&first) {
                    self.word("\\u", Value::Null)?;
                    units.push(self.code_unit()?);
                }
                let mut decoded = char::decode_utf16(units);
                match (decoded.next(), decoded.next()) {
                    (Some(Ok(character)), None) => character,
                    _ => return Err(self.flaw("an escaped surrogate stands alone")),
                }
            }
            _ => return Err(self.flaw("an escape sequence is unknown")),
        })
    }

    fn code_unit(&mut self) -> Form<u16> {
        let end = self.at.saturating_add(4);
        let digits = self.text.get(self.at..end).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
        self.at = end;
        digits.and_then(|text| u16::from_str_radix(text, 16).ok()).ok_or_else(|| self.flaw("\\u needs four hex digits"))
    }
}

#[cfg(test)]
#[path = "../tests/inside/json.rs"]
mod tests;
