//! The tables of the program: Markdown, with numbers to the right.

use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};

/// The widest line of a narrow table.
const WIDTH: u16 = 104;

/// A table with these headings, whose columns of these numbers stand to the right.
pub(super) fn table(head: impl Into<Row>, right: impl IntoIterator<Item = usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head);
    for number in right {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// The same without lines between the columns, for so many of them that lines would not leave room for what they hold.
pub(super) fn narrow(head: impl Into<Row>, right: impl IntoIterator<Item = usize>) -> Table {
    let mut table = table(head, right);
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table
}
