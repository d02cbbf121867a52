//! The documents of the checker. An input is a document and the files that it names, each after a zero byte; the target
//! puts their digests into the document, so that changes get past them. What is accepted must be true by `meaning`.

use crate::json_mutator::SEPARATOR;
use crate::{meaning, meaning_certificate, meaning_fit};
use proofs_check::{Accepted, Refusal};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The objects of a document that name a file, with the place of its bytes among what follows the document.
fn references(document: &mut Value) -> Vec<&mut Value> {
    let Value::Object(fields) = document else { return Vec::new() };
    let mut found: [Option<&mut Value>; 2] = [None, None];
    for (name, field) in fields {
        match name.as_str() {
            "trace" | "candidates" | "data" => found[0] = Some(field),
            "problem" => found[1] = field.get_mut("data"),
            _ => {}
        }
    }
    found.into_iter().flatten().collect()
}

/// The document with the digests and the names of the files that came with it.
fn repaired(bytes: &[u8], files: &[&[u8]]) -> Option<Value> {
    let mut document: Value = serde_json::from_slice(bytes).ok()?;
    for (number, reference) in references(&mut document).into_iter().enumerate() {
        let Some(reference) = reference.as_object_mut() else { continue };
        let file = files.get(number).copied().unwrap_or_default();
        reference.insert("sha256".to_owned(), sha256(file).into());
        reference.insert("file".to_owned(), number.to_string().into());
    }
    Some(document)
}

/// The checker's answer, on one thread.
fn check_alone<'a>(document: &[u8], open: impl FnMut(&str) -> std::io::Result<&'a [u8]>) -> Result<Accepted, Refusal> {
    proofs_check::check_together(&[document], "document.json", open).remove(0)
}

fn check(input: &[u8], is_true: fn(&Value, &[&[u8]])) {
    let mut parts = input.split(|&byte| byte == SEPARATOR);
    let document = parts.next().unwrap_or_default();
    let files: Vec<&[u8]> = parts.collect();
    let open = |name: &str| {
        let file = name.parse::<usize>().ok().and_then(|number| files.get(number).copied());
        Ok(file.unwrap_or_default())
    };
    let Some(repaired) = repaired(document, &files) else {
        // No JSON, by the other reader: the checker says so too.
        let answer = check_alone(document, open);
        assert!(answer.is_err(), "what is no JSON is accepted");
        return;
    };
    // What is accepted as it was written is accepted with spaces, and the other way round.
    let text = repaired.to_string();
    match check_alone(text.as_bytes(), open) {
        Ok(accepted) => {
            assert!(!accepted.statement().is_empty());
            let again = check_alone(format!("{repaired:#}").as_bytes(), open);
            assert_eq!(Some(accepted), again.ok(), "spaces count");
            is_true(&repaired, &files);
        }
        Err(refusal) => {
            let sentence = refusal.to_string();
            assert!(!sentence.is_empty() && !sentence.contains('\n'), "not one sentence: {sentence:?}");
        }
    }
}

pub fn certificate(input: &[u8]) {
    check(input, meaning_certificate::certificate);
}

pub fn solution(input: &[u8]) {
    check(input, meaning::solution);
}

pub fn equilibrium(input: &[u8]) {
    check(input, meaning::equilibrium);
}

pub fn fit(input: &[u8]) {
    check(input, meaning_fit::fit);
}

pub fn bound(input: &[u8]) {
    check(input, meaning::bound);
}

/// Any bytes, as they are: the checker answers, and its reader of JSON takes no more than another one.
pub fn text(bytes: &[u8]) {
    let open = |_: &str| Ok(&b"objective\n1\n"[..]);
    let answer = check_alone(bytes, open);
    let json = proofs_check::fuzzing::json_digest(bytes);
    assert!(json.is_ok() || answer.is_err(), "what is no JSON is accepted");
    assert!(json.is_err() || serde_json::from_slice::<Value>(bytes).is_ok(), "the checker took what is no JSON");
    let _ = proofs_check::fuzzing::table(bytes, false);
    let _ = proofs_check::fuzzing::data(bytes);
}
