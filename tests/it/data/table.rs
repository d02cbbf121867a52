//! Data files: what is read, what is refused and with which words, and that what is written is read back.

use crate::data::instances::people;
use referee::data::Table;
use referee::game::{Atom, Condition};

fn refused(text: &str) -> String {
    Table::parse(text, "d.csv").expect_err(text).to_string()
}

#[test]
fn byte_order_marks_windows_lines_and_quotes_are_read() {
    let table = Table::parse("\u{feff}a , b\r\n 1, \"x, \"\"y\"\"\" \r\n2,\r\n\r\n", "d.csv").expect("a table");
    assert_eq!(table.columns().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((table.cell(0, 1), table.cell(1, 1)), ("x, \"y\"", ""));
    assert_eq!(table.len(), 2);
}

#[test]
fn a_line_break_in_a_cell_is_a_space() {
    let table = Table::parse("a,\"the\nsecond\"\r\n\"x\r\n\"\"y\"\"\", 2\n3,4\n", "d.csv").expect("a table");
    assert_eq!(table.columns().collect::<Vec<_>>(), ["a", "the second"]);
    assert_eq!((table.cell(0, 0), table.cell(1, 0)), ("x \"y\"", "3"));
    assert_eq!((table.line(0), table.line(1)), (3, 5));
    // What is written has one line per row, as the checker asks for.
    assert_eq!(table.to_csv(), "a,the second\n\"x \"\"y\"\"\",2\n3,4\n");
}

#[test]
fn what_is_refused_names_the_line() {
    assert_eq!(
        refused(""),
        "d.csv: the file is empty: write a line with the names of the columns, then one line per row"
    );
    assert!(refused("a,b\n").contains("no rows"));
    assert_eq!(refused("a,b\n1,2\n3\n"), "d.csv, line 3: the row has 1 field, but the first line names 2 columns");
    assert!(refused("a,b\n1,2,3\n").starts_with("d.csv, line 2: the row has 3 fields"));
    assert!(refused("a,a\n1,2\n").contains("`a` names both column 1 and column 2"));
    assert!(refused("a,\n1,2\n").contains("column 2 has no name"));
    assert!(refused("a\n1\n\n2\n").starts_with("d.csv, line 3: the line is empty"));
    assert!(refused("a\n\"1\n2\n").starts_with("d.csv, line 2: the quotation mark that opens field 1 is not closed"));
    // Lines are those of an editor, also after a line break in a cell.
    assert!(refused("a,b\n\"1\n2\",3\n4\n").starts_with("d.csv, line 4: the row has 1 field"));
    assert!(refused("a,b\n\"1\n2\",3\n4,x\"y\n").starts_with("d.csv, line 4: field 2 has a quotation mark"));
    assert!(refused("a\n1\r2\n").contains("carriage return"));
}

#[test]
fn tables_are_written_and_read_back_by_us_and_by_a_general_reader() {
    for table in [people(40, 1), Table::parse("only\n\"\"\nx\n", "one.csv").expect("a table")] {
        let text = table.to_csv();
        let again = Table::parse(&text, "again.csv").expect("our own file");
        assert_eq!(again.to_csv(), text);
        let mut general = csv::Reader::from_reader(text.as_bytes());
        for (row, record) in general.records().enumerate() {
            let record = record.expect("a record");
            for (column, cell) in record.iter().enumerate() {
                assert_eq!(cell, table.cell(row, column));
                assert_eq!(cell, again.cell(row, column));
            }
        }
    }
}

#[test]
fn atoms_hold_as_the_specification_says() {
    let table = Table::parse("x\n3\n3.0\nthree\n\n", "d.csv").expect("a table");
    let rows = |condition| table.satisfied(&[Atom { column: "x".into(), condition }]).expect("a column");
    assert_eq!(rows(Condition::Equals(vec!["3".into()])), [true, false, false]);
    assert_eq!(rows(Condition::Differs(vec!["3".into()])), [false, true, true]);
    assert_eq!(rows(Condition::Within { above: Some(2.0), at_most: Some(3.0) }), [true, true, false]);
    assert_eq!(rows(Condition::Within { above: Some(3.0), at_most: None }), [false, false, false]);
    assert_eq!(table.satisfied(&[]).expect("no column is needed"), [true; 3]);
}

#[test]
fn subsets_keep_the_lines_of_their_rows() {
    let table = people(10, 2).subset(&[7, 3]);
    assert_eq!((table.len(), table.line(0), table.line(1)), (2, 9, 5));
}
