//! The items of an array: which are read, and how the others become readable.

/// A kind of number, all of which are doubles: widening them changes nothing.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Double,
    Single,
    Half,
}

impl Number {
    /// The numbers that numpy calls `descr`.
    pub(super) fn of(descr: &str) -> Result<Self, String> {
        match descr {
            "<f8" => Ok(Self::Double),
            "<f4" => Ok(Self::Single),
            "<f2" => Ok(Self::Half),
            _ => Err(refusal(descr)),
        }
    }

    pub(super) fn size(self) -> usize {
        match self {
            Self::Double => 8,
            Self::Single => 4,
            Self::Half => 2,
        }
    }

    /// Turns bytes into as many numbers as there are.
    pub(super) fn decode(self, bytes: &[u8], numbers: &mut [f64]) {
        match self {
            Self::Double => fill(bytes, numbers, f64::from_le_bytes),
            Self::Single => fill(bytes, numbers, |bytes| f32::from_le_bytes(bytes).into()),
            Self::Half => fill(bytes, numbers, |bytes| half(u16::from_le_bytes(bytes))),
        }
    }
}

fn fill<const N: usize>(bytes: &[u8], numbers: &mut [f64], decode: impl Fn([u8; N]) -> f64) {
    let (items, _) = bytes.as_chunks();
    for (number, &item) in numbers.iter_mut().zip(items) {
        *number = decode(item);
    }
}

/// The value of a half-precision number: a sign, five bits of exponent, ten of fraction.
pub(super) fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25), // exact: 11 bits, times a power of two
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// A kind of text, with the length of an item in bytes.
#[derive(Clone, Copy)]
pub(super) enum Text {
    /// Four bytes for each character.
    Unicode(usize),
    /// One byte for each character: here UTF-8, of which ASCII is a part.
    Bytes(usize),
}

impl Text {
    /// The text that numpy calls `descr`.
    pub(super) fn of(descr: &str) -> Result<Self, String> {
        let length = |digits: &str| digits.parse().ok().filter(|&length| length > 0 && length <= 1 << 20);
        let unicode = descr.strip_prefix("<U").and_then(length).map(|length| Self::Unicode(4 * length));
        let bytes = || descr.strip_prefix("|S").and_then(length).map(Self::Bytes);
        unicode.or_else(bytes).ok_or_else(|| match descr.as_bytes() {
            [_, b'U' | b'S', ..] => {
                format!("holds a kind of text that cannot be read ({descr}): save it with .astype('U')")
            }
            _ => format!("does not hold text ({descr}): convert it with numpy.asarray(..., dtype=str)"),
        })
    }

    pub(super) fn size(self) -> usize {
        match self {
            Self::Unicode(size) | Self::Bytes(size) => size,
        }
    }

    /// The text of an item, without the zeros that fill it; `None` if it is none.
    pub(super) fn decode(self, item: &[u8]) -> Option<String> {
        let text = match self {
            Self::Unicode(_) => {
                let (characters, _) = item.as_chunks();
                characters.iter().map(|&bytes| char::from_u32(u32::from_le_bytes(bytes))).collect::<Option<String>>()?
            }
            Self::Bytes(_) => std::str::from_utf8(item).ok()?.to_owned(),
        };
        Some(text.trim_end_matches('\0').to_owned())
    }
}

/// Why items called `descr` are no numbers, and the cast that makes them some.
fn refusal(descr: &str) -> String {
    let what = |what: &str, cure: &str| format!("holds {what} ({descr}): {cure}");
    match descr.as_bytes() {
        [_, b'i' | b'u', ..] => what("integers", "save it with .astype(float)"),
        [_, b'b', ..] => what("booleans", "save it with .astype(float)"),
        b">f2" | b">f4" | b">f8" => what("big-endian numbers", "save it with .astype('<f8')"),
        [_, b'f', ..] => what("long doubles", "save it with .astype(float), which rounds them"),
        [_, b'c', ..] => what("complex numbers", "save its real part, .real"),
        [_, b'O', ..] => what("Python objects, which are pickled", "convert it with numpy.asarray(..., dtype=float)"),
        [_, b'U' | b'S', ..] => what("text", "save numbers, with .astype(float)"),
        [_, b'M' | b'm', ..] => what("dates or times", "save numbers, with .astype(float)"),
        [_, b'V', ..] => what("raw bytes, perhaps bfloat16", "convert it to numpy.float32 first"),
        _ => what("items of an unknown kind", "save it with .astype(float)"),
    }
}
