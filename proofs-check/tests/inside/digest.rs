//! Tests of `src/digest.rs`, as a module of it.

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

#[test]
fn pairs_of_code_units_are_one_letter_and_halves_are_none() {
    for (escaped, letter) in
        [("\\ud83d\\ude00", "\u{1f600}"), ("\\ud800\\udc00", "\u{10000}"), ("\\udbff\\udfff", "\u{10ffff}")]
    {
        assert_eq!(text(&format!("\"{escaped}\"")), format!("\"{letter}\""));
    }
    assert_eq!(text(r#""\ud7ff\ue000""#), "\"\u{d7ff}\u{e000}\"");
    for half in [r"\ud83d", r"\ud83dx", r"\ud83d\n", r"\ude00", r"\udc00\udc00", r"\ud83d\ud83d", r"\ud83d\u0041"] {
        assert!(parse(format!("\"{half}\"").as_bytes()).is_err(), "{half}");
    }
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
