//! The digest of a problem: the SHA-256 of its one canonical text, so that two programs name a problem alike.

use crate::json::{Node, Value};
use sha2::{Digest, Sha256};

/// The digest of a value, in 64 lowercase hex digits.
pub(crate) fn of(node: &Node) -> String {
    let mut hash = Sha256::new();
    canonical(node, &mut |text| hash.update(text.as_bytes()));
    hex(&hash.finalize())
}

/// The digest of an object with these fields, which come in the order of the bytes of their names.
pub(crate) fn of_fields(fields: &[(&str, &Node)]) -> String {
    let mut hash = Sha256::new();
    object(fields.iter().copied(), &mut |text| hash.update(text.as_bytes()));
    hex(&hash.finalize())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Says the canonical text, piece by piece: a long table would not fit twice.
fn canonical(node: &Node, say: &mut impl FnMut(&str)) {
    match &node.value {
        Value::Null => say("null"),
        Value::Bool(true) => say("true"),
        Value::Bool(false) => say("false"),
        Value::Number(x) => {
            // Both zeros are the number 0.
            let bits = if *x == 0.0 { 0 } else { x.to_bits() };
            say(&format!("\"{bits:016x}\""));
        }
        Value::Text(text) => quoted(text, say),
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                say(if i == 0 { "[" } else { "," });
                canonical(item, say);
            }
            say(if items.is_empty() { "[]" } else { "]" });
        }
        // A `BTreeMap` of strings is in the order of their bytes.
        Value::Object(map) => object(map.iter().map(|(name, node)| (name.as_str(), node)), say),
    }
}

fn object<'a>(fields: impl Iterator<Item = (&'a str, &'a Node)>, say: &mut impl FnMut(&str)) {
    say("{");
    for (i, (name, node)) in fields.enumerate() {
        if i > 0 {
            say(",");
        }
        quoted(name, say);
        say(":");
        canonical(node, say);
    }
    say("}");
}

fn quoted(text: &str, say: &mut impl FnMut(&str)) {
    say("\"");
    for character in text.chars() {
        match character {
            '"' => say("\\\""),
            '\\' => say("\\\\"),
            '\0'..='\u{1f}' => say(&format!("\\u{:04x}", u32::from(character))),
            other => say(other.encode_utf8(&mut [0; 4])),
        }
    }
    say("\"");
}

#[cfg(test)]
#[path = "../tests/inside/digest.rs"]
mod tests;
