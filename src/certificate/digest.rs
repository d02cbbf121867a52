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
mod tests {
    use super::{canonical, digest, problem_sha256};
    use crate::game::{ConstraintRecord, DomainRecord, ProblemRecord};
    use serde_json::{Value, json};

    fn text(value: &Value) -> String {
        let mut text = String::new();
        canonical(value, &mut text);
        text
    }

    #[test]
    fn the_canonical_text_has_one_form() {
        let value: Value = serde_json::from_str(r#"{ "b": [1, -0.0, 0.1, true, null], "a\"\\\n\u001fé/": "x" }"#)
            .expect("this is JSON");
        let expected =
            r#"{"a\"\\\u000a\u001fé/":"x","b":["3ff0000000000000","0000000000000000","3fb999999999999a",true,null]}"#;
        assert_eq!(text(&value), expected);
        // A whole number is its double, also where no double is as long.
        assert_eq!(text(&json!(1)), text(&json!(1.0)));
        assert_eq!(text(&json!(9_007_199_254_740_993_u64)), text(&json!(9_007_199_254_740_992.0)));
        assert_eq!(text(&json!(-3)), text(&json!(-3.0)));
        // Names are sorted by their bytes: capitals first, what is not ASCII last.
        assert_eq!(text(&json!({ "é": "", "b": "", "B": "" })), r#"{"B":"","b":"","é":""}"#);
    }

    /// The digests were found by Python's `hashlib` from texts written by hand.
    #[test]
    fn worked_digests() {
        let domain = DomainRecord::Box { lower: vec![-1.0], upper: vec![1.0] };
        let constraint = ConstraintRecord {
            name: "rate".into(),
            expression: "step(-x) - 0.5".into(),
            proxy: Some("max(0, 1 - x) - 0.5".into()),
        };
        let late = ProblemRecord::Expressions {
            name: "late".into(),
            variables: vec!["x".into()],
            domain,
            objective: "x".into(),
            constraints: vec![constraint],
        };
        assert_eq!(problem_sha256(&late), "6045341f2fb1537ce78faac00c9c0fe0a1a27a29ca2a1eae90b9c00607cde38d");
        let rows = vec![vec![1.0, -0.5], vec![0.0, 1.0]];
        let proxies = Some(vec![vec![0.0], vec![1.5]]);
        let table = ProblemRecord::Table { name: "two".into(), constraints: rows, proxies };
        assert_eq!(problem_sha256(&table), "7134275903a5e092b1e6b2996ed4141fbd1f756f22155b2c67705ce13b0cd915");
        assert_eq!(digest(&json!({})), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
