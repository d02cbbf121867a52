//! Tests of `src/data/file.rs`, as a module of it.

use super::*;
use crate::json::Form;

fn table(text: &str) -> Form<Vec<Vec<String>>> {
    let texts = |fields: Vec<Cow<'_, str>>| fields.iter().map(ToString::to_string).collect::<Vec<_>>();
    let see = |(): &(), rows: &mut Vec<_>, fields: Vec<Cow<'_, str>>| rows.push(texts(fields));
    let mut names = Vec::new();
    let first = |fields: Vec<Cow<'_, str>>| {
        names = texts(fields);
        Ok::<(), Flaw>(())
    };
    let found = lines(text.as_bytes(), NonZeroUsize::MIN, first, see)?;
    Ok([vec![names]].into_iter().chain(found.1).flatten().collect())
}

#[test]
fn fields_are_texts() {
    let text = "\u{feff}a , \"b,\"\"c\" ,\td\r\n 1 ,\"  x, y \",\r\n\"\", \"\"\"\" ,z z\n\n \n";
    let rows = table(text).unwrap();
    assert_eq!(rows, [["a", "b,\"c", "d"], ["1", "x, y", ""], ["", "\"", "z z"]]);
    assert_eq!(table("a\n\"\"\nb").unwrap(), [["a"], [""], ["b"]], "an empty text in quotation marks is a row");
}

#[test]
fn flaws_are_named_with_their_line() {
    for (text, line, reason) in [
        ("", None, "no row"),
        ("a,b\n", None, "no row"),
        ("a,a\n1,2\n", Some(1), "stands twice"),
        ("a,\n1,2\n", Some(1), "has no name"),
        ("a,b\n1\n", Some(2), "1 fields for 2"),
        ("a\n1\n\n2\n", Some(3), "is empty"),
        ("\na\n1\n", Some(1), "is empty"),
        ("a\n\"1\n", Some(2), "not closed"),
        ("a\n1\"\n", Some(2), "does not begin"),
        ("a\n\"1\"2\n", Some(2), "goes on"),
        ("a\n1\r2\n", Some(2), "carriage return"),
    ] {
        let flaw = table(text).unwrap_err();
        assert!(flaw.line == line && flaw.reason.contains(reason), "{text:?}: {flaw:?}");
    }
    let flaw = lines(b"a\n12\n\xff\n", NonZeroUsize::MIN, |_| Ok::<(), Flaw>(()), |(), (), _| ()).unwrap_err();
    assert_eq!(flaw.line, Some(3), "{flaw:?}");
}

#[test]
fn a_file_is_read_to_its_end_or_not_at_all() {
    assert_eq!(read(b"abc".as_slice(), 3).unwrap().0, b"abc");
    assert!(read(b"abcd".as_slice(), 3).unwrap_err().contains("is longer than"));
}
