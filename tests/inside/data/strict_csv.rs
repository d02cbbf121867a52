//! Tests of `src/data/strict_csv.rs` that need its private parts.

use super::*;

fn words(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    records(text, |_, cells| {
        found.push(cells.iter().map(|&cell| cell.to_owned()).collect());
        Ok(())
    })
    .expect("records");
    found
}

#[test]
fn worked_lines() {
    assert_eq!(words("a, b ,\t\"c, d\" ,"), [["a", "b", "c, d", ""]]);
    assert_eq!(words("\" x \",\"say \"\"hi\"\"\""), [["x", "say \"hi\""]]);
    assert_eq!(words("\"\""), [[""]]);
    assert_eq!(words("\"a\r\nb\" \r\n c,\n"), [vec!["a b"], vec!["c", ""]]);
}

#[test]
fn what_the_checker_refuses_is_refused() {
    for line in ["a\"b", "\"a", "\"a\"b", "x,\"a\" b,c", "\"a\"\"", "a,\"\"\"", "x,\"a\" \"b\""] {
        let error = records(&format!("x,\"y\nz\"\n{line}"), |_, _| Ok(())).expect_err(line);
        assert_eq!(error.line(), Some(3), "{error}");
    }
}

#[test]
fn fields_are_read_back() {
    let fields = ["", "a", "a,b", "\"", "a\"\"b,", "?"];
    assert_eq!(words(&crate::files::csv([fields])), [fields]);
}
