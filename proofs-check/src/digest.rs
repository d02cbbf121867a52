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

fn hex(bytes: &[u8]) -> String {
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
mod tests {
    use super::*;
    use crate::json::parse;

    fn text(json: &str) -> String {
        let mut text = String::new();
        canonical(&parse(json.as_bytes()).unwrap(), &mut |piece| text.push_str(piece));
        text
    }

    #[test]
    fn the_canonical_text_is_that_of_the_specification() {
        assert_eq!(
            text(r#" { "b" : [ ], "a" : { } , "é": [ true, null , false ] } "#),
            r#"{"a":{},"b":[],"é":[true,null,false]}"#
        );
        assert_eq!(
            text("[1, -0.0, 0, -2.5e0, 5e-324]"),
            r#"["3ff0000000000000","0000000000000000","0000000000000000","c004000000000000","0000000000000001"]"#
        );
        assert_eq!(text(r#""\u0041\n\u001F\"\\\/\u007f""#), "\"A\\u000a\\u001f\\\"\\\\/\u{7f}\"");
    }

    // By Python's hashlib, of `{"a":["3ff0000000000000"],"b":"x"}`.
    #[test]
    fn the_digest_is_the_sha_256_of_the_canonical_text() {
        let node = parse(br#"{ "b": "x", "a": [1] }"#).unwrap();
        let wanted = "100f5e646f23d4fe3aa185e314ed3eec4cf1bcc090308797baf616c23e62706e";
        assert_eq!(of(&node), wanted);
        let Value::Object(map) = &node.value else { panic!("an object") };
        let fields: Vec<(&str, &Node)> = map.iter().map(|(name, node)| (name.as_str(), node)).collect();
        assert_eq!(of_fields(&fields), wanted);
    }
}
