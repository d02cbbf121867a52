//! The header of an NPY file: a Python dictionary that says what the array holds.

use std::io::Read;

/// The longest header that is read. Those of plain arrays have about a hundred characters; numpy stops at 10,000.
const LONGEST: u32 = 1 << 16;

const NOT_NUMPYS: &str = "does not start with a header of numpy's: save it with numpy.savez";

/// What an array holds, in which order, and its dimensions.
#[derive(Debug, PartialEq)]
pub(super) struct Header {
    pub(super) descr: String,
    pub(super) fortran: bool,
    pub(super) shape: Vec<usize>,
    /// The length of everything before the first item.
    pub(super) length: u64,
}

/// Why an array is refused, to be put behind its name; or why its bytes could not be read.
pub(super) enum Fault {
    Io(std::io::Error),
    Refused(String),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Self {
        Self::Refused(message.to_owned())
    }
}

impl Header {
    /// Reads the header that starts a file of `size` bytes.
    pub(super) fn read(reader: &mut impl Read, size: u64) -> Result<Self, Fault> {
        let mut start = [0; 8];
        if size < 10 {
            return Err(NOT_NUMPYS.into());
        }
        reader.read_exact(&mut start)?;
        let (text_length, before) = match start {
            [0x93, b'N', b'U', b'M', b'P', b'Y', 1, 0] => {
                let mut length = [0; 2];
                reader.read_exact(&mut length)?;
                (u16::from_le_bytes(length).into(), 10)
            }
            [0x93, b'N', b'U', b'M', b'P', b'Y', 2 | 3, 0] if size >= 12 => {
                let mut length = [0; 4];
                reader.read_exact(&mut length)?;
                (u32::from_le_bytes(length), 12)
            }
            _ => return Err(NOT_NUMPYS.into()),
        };
        let length = before + u64::from(text_length);
        if text_length > LONGEST || length > size {
            return Err(NOT_NUMPYS.into());
        }
        let mut text = Vec::new();
        reader.take(text_length.into()).read_to_end(&mut text)?;
        // A structured array is the only one whose header may hold other characters, in the names of its fields.
        let text = String::from_utf8_lossy(&text);
        let mut header = Self::parse(&text)?;
        header.length = length;
        Ok(header)
    }

    /// Parses `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }`, with the keys in any order.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        let mut text = Text(text);
        let expect = |found: bool| if found { Ok(()) } else { Err(NOT_NUMPYS) };
        expect(text.eat("{"))?;
        while !text.eat("}") {
            let key = text.string().ok_or(NOT_NUMPYS)?;
            expect(text.eat(":"))?;
            let known = match key {
                "descr" if text.eat("[") || text.eat("(") => {
                    return Err("has named fields: save each field as an array of its own");
                }
                "descr" => descr.replace(text.string().ok_or(NOT_NUMPYS)?.to_owned()).is_some(),
                "fortran_order" => fortran.replace(text.boolean().ok_or(NOT_NUMPYS)?).is_some(),
                "shape" => shape.replace(text.tuple().ok_or(NOT_NUMPYS)?).is_some(),
                _ => return Err(NOT_NUMPYS),
            };
            expect(!known)?;
            if !text.eat(",") {
                expect(text.eat("}"))?;
                break;
            }
        }
        expect(text.0.trim_ascii().is_empty())?;
        match (descr, fortran, shape) {
            (Some(descr), Some(fortran), Some(shape)) => Ok(Self { descr, fortran, shape, length: 0 }),
            _ => Err(NOT_NUMPYS),
        }
    }
}

/// The rest of a Python literal.
struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    /// Goes over white space and then `token`, if it comes next.
    fn eat(&mut self, token: &str) -> bool {
        self.0 = self.0.trim_ascii_start();
        self.0.strip_prefix(token).map(|rest| self.0 = rest).is_some()
    }

    fn string(&mut self) -> Option<&'a str> {
        let quote = ["'", "\""].into_iter().find(|quote| self.eat(quote))?;
        let (string, rest) = self.0.split_once(quote)?;
        self.0 = rest;
        (!string.contains('\\')).then_some(string)
    }

    fn boolean(&mut self) -> Option<bool> {
        if self.eat("True") { Some(true) } else { self.eat("False").then_some(false) }
    }

    fn number(&mut self) -> Option<usize> {
        self.0 = self.0.trim_ascii_start();
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at(digits);
        self.0 = rest;
        number.parse().ok()
    }

    /// A tuple of numbers: one number alone needs its comma.
    fn tuple(&mut self) -> Option<Vec<usize>> {
        let mut numbers = Vec::new();
        if !self.eat("(") {
            return None;
        }
        while !self.eat(")") {
            numbers.push(self.number()?);
            if !self.eat(",") {
                return (numbers.len() > 1 && self.eat(")")).then_some(numbers);
            }
        }
        Some(numbers)
    }
}
