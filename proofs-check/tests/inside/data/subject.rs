//! Tests of `src/data/subject.rs`, as a module of it.

use super::*;
use crate::json::parse;

/// The terms of one constraint, in words.
fn words(constant: &str, terms: &[(&str, &str)]) -> String {
    let term = |(c, rows): &(&str, &str)| format!("{{ \"coefficient\": \"{c}\", \"rows\": [{rows}] }}");
    let terms: Vec<String> = terms.iter().map(term).collect();
    let text = format!("[{{ \"name\": \"it\", \"constant\": \"{constant}\", \"terms\": [{}] }}]", terms.join(", "));
    let forms = Forms::read(parse(text.as_bytes()).unwrap()).unwrap();
    let said = forms.in_words().map(|(name, text)| format!("{name}: {text}")).collect::<Vec<_>>();
    said.join("\n")
}

#[test]
fn a_constraint_is_said_by_its_terms() {
    let female = r#"{ "column": "sex", "equals": ["F"] }"#;
    assert_eq!(words("0", &[("-1", ""), ("1/2", female)]), "it: -P[all rows] + 1/2 P[sex = F]");
    assert_eq!(words("-1/2", &[("1", ""), ("-2", female)]), "it: -1/2 + P[all rows] - 2 P[sex = F]");
    let odd = r#"{ "column": "a b", "differs": ["", "x-1.0_y", "x y"] }, { "column": "é", "equals": ["<="] }"#;
    assert_eq!(words("0", &[("1", odd)]), r#"it: P["a b" not in {"", x-1.0_y, "x y"} and "é" = "<="]"#);
}

#[test]
fn a_fraction_is_said_as_it_is_up_to_200_bits() {
    let power = |bits: u32| num_bigint::BigInt::from(1) << bits;
    let over = |p: u32, q: u32| Rational::new(power(p), power(q) - 1).unwrap();
    for (p, q, is_short) in [(199, 200, true), (0, 200, true), (199, 2, true), (200, 2, false), (0, 201, false)] {
        let (x, said) = (over(p, q), fraction(&over(p, q)));
        assert_eq!(said == x.to_string(), is_short, "{p} {q}: {said}");
    }
}
