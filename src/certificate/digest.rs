//! The digest of a problem: a short name for what a file is about, which every program finds anew from the file alone.
//!
//! Section 3 of the checker's specification fixes the canonical text of a JSON value. Numbers go into it by the bits of
//! their doubles, so neither digits nor whole numbers that JSON may keep as integers play a part.

use super::json::problem_json;
use crate::files::sha256;
use crate::game::ProblemRecord;
use serde_json::Value;
use std::fmt::Write as _;

/// The digest of a problem, in 64 hexadecimal digits.
pub fn problem_sha256(problem: &ProblemRecord) -> String {
    digest(&problem_json(problem))
}

/// The SHA-256 of the canonical text of a JSON value.
pub(crate) fn digest(value: &Value) -> String {
    let mut text = String::new();
    canonical(value, &mut text);
    sha256(text.as_bytes())
}

fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(truth) => text.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => {
            let x = number.as_f64().unwrap_or(f64::NAN);
            let x = if x == 0.0 { 0.0 } else { x }; // -0 counts as 0
            let _ = write!(text, "\"{:016x}\"", x.to_bits());
        }
        Value::String(string) => quoted(string, text),
        Value::Array(items) => {
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                canonical(item, text);
            }
            text.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| name.as_bytes());
            text.push('{');
            for (i, (name, field)) in fields.into_iter().enumerate() {
                text.push_str(if i > 0 { "," } else { "" });
                quoted(name, text);
                text.push(':');
                canonical(field, text);
            }
            text.push('}');
        }
    }
}

fn quoted(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\0'..='\x1f' => drop(write!(text, "\\u{:04x}", u32::from(character))),
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
#[path = "../../tests/inside/certificate/digest.rs"]
mod tests;
