//! Tests of `src/json.rs`, as a module of it.

use super::*;

/// A value without its lines: what the text says.
fn said(node: &Node) -> String {
    let list = |items: Vec<String>| items.join(",");
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(x) => x.to_string(),
        Value::Number(x) => format!("{x:?}"),
        Value::Text(text) => format!("{text:?}"),
        Value::List(items) => format!("[{}]", list(items.iter().map(said).collect())),
        Value::Object(map) => {
            format!("{{{}}}", list(map.iter().map(|(key, node)| format!("{key:?}:{}", said(node))).collect()))
        }
    }
}

#[test]
fn what_is_json_is_read_as_what_it_says() {
    for (text, wanted) in [
        (" null ", "null"),
        ("true", "true"),
        ("\tfalse\r\n", "false"),
        ("-0", "-0.0"),
        ("0.5", "0.5"),
        ("-12.25e+2", "-1225.0"),
        ("1E-1", "0.1"),
        ("10e0", "10.0"),
        ("[ ]", "[]"),
        ("[1,[2 , 3],{}]", "[1.0,[2.0,3.0],{}]"),
        ("{ }", "{}"),
        (r#"{"b":1 , "a" : [null]}"#, r#"{"a":[null],"b":1.0}"#),
        (r#""""#, r#""""#),
        (r#""\"\\\/\b\f\n\r\t""#, r#""\"\\/\u{8}\u{c}\n\r\t""#),
        (r#""\u00e9\u20AC\uD83D\uDe00é€""#, r#""é€😀é€""#),
    ] {
        assert_eq!(parse(text.as_bytes()).map(|node| said(&node)).ok().as_deref(), Some(wanted), "{text}");
    }
}

/// One thing too many, too few or in another's place, between tildes.
const REFUSED: &str = concat!(
    "~ ~nul~nulL~nullx~null null~null,~tru~fals~True~falsy~/**/1~1//~-~+1~01~00~-01~.5~1.~1.e1~1e~1e+~1e1.5~0x1~1_0~",
    "NaN~Infinity~1 2~1e309~-1e999~[~]~[1~[1,~[1,]~[,1]~[1 2]~[1;2]~[1}~[1:2]~[,]~[1,,2]~{~}~{1:2}~{a:1}~{'a':1}~",
    r#"{"a"}~{"a":}~{"a" 1}~{"a",1}~{"a":1~{"a":1,~{"a":1,}~{,"a":1}~{"a":1]~{"a":1 "b":2}~{"a":1;"b":2}~{"a"=1}~"#,
    r#"{"a"::1}~{"a":1,,"b":2}~{"a":1,b":2}~{"a":1,"a":1}~"~"a~"\~"\"~"a" "b"~"a"b~"\a"~"\B"~"\N"~"\x41"~"\0"~"\ "~"#,
    r#""\'"~"\u"~"\u1"~"\u12"~"\u123"~"\u123g"~"\u+123"~"\u-123"~"\u 123"~"\ug123"~"\u12é"~"\U0041""#,
);

#[test]
fn what_is_not_json_is_refused() {
    for text in REFUSED.split('~').chain(["\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1f}\"", "\u{a0}1", "\u{feff}1"]) {
        assert!(parse(text.as_bytes()).is_err(), "{text:?} was read as {}", said(&parse(text.as_bytes()).unwrap()));
    }
    for (bytes, line) in [
        (&b"\xff"[..], 1),
        (b"\"\xc0\xaf\"", 1),
        (b"[\"\xed\xa0\x80\"]", 1),
        (b"[\n1,\n\xff]", 3),
        (b" [\n1,\r\n\t x]", 3),
    ] {
        assert_eq!(parse(bytes).unwrap_err().line, Some(line), "{bytes:?}");
    }
    for text in ["", " ", "[", "[1,", "{\"a\":"] {
        let reason = parse(text.as_bytes()).unwrap_err().reason;
        assert_eq!(reason, "not JSON: the text ends where a value belongs", "{text:?}");
    }
}

/// Every text of up to five of these pieces is read exactly if a grammar of one line says so.
#[test]
fn lists_and_objects_are_those_of_the_grammar() {
    fn value(text: &str) -> Vec<&str> {
        let mut ends: Vec<&str> = text.strip_prefix('1').map(|rest| rest.trim_start_matches('1')).into_iter().collect();
        for (open, close, key) in [("[", "]", ""), ("{", "}", "\"a\":"), ("{", "}", "\"b\":")] {
            let Some(rest) = text.strip_prefix(open) else { continue };
            ends.extend(rest.strip_prefix(close));
            let first = rest.strip_prefix(key).map(value).unwrap_or_default();
            ends.extend(first.iter().filter_map(|rest| rest.strip_prefix(close)));
            for rest in first.iter().filter_map(|rest| rest.strip_prefix(',')) {
                let other = if key.contains('a') { "\"b\":" } else { "\"a\":" };
                let second = rest.strip_prefix(if key.is_empty() { "" } else { other }).map(value).unwrap_or_default();
                ends.extend(second.iter().filter_map(|rest| rest.strip_prefix(close)));
            }
        }
        ends
    }
    let pieces = ["1", "[", "]", "{", "}", ",", "\"a\":", "\"b\":"];
    let (mut texts, mut read) = (vec![String::new()], 0);
    for _ in 0..5 {
        texts = texts.iter().flat_map(|text| pieces.map(|piece| format!("{text}{piece}"))).collect();
        for text in &texts {
            let wanted = value(text).contains(&"");
            assert_eq!(parse(text.as_bytes()).is_ok(), wanted, "{text}");
            read += i32::from(wanted);
        }
    }
    assert!(read > 20, "{read}");
}
