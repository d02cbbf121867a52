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
