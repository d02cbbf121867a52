//! Tests of `src/certificate/digest.rs` that need its private parts.

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
    let value: Value =
        serde_json::from_str(r#"{ "b": [1, -0.0, 0.1, true, null], "a\"\\\n\u001fé/": "x" }"#).expect("this is JSON");
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
