//! Tables of the terminal on a page.

use crate::cli::page::MOST_ROWS;
use crate::cli::table;
use crate::report::page::{Block, Table};

/// The table, of which the first rows are shown if there are many, and how many are left out.
pub(in crate::cli) fn grid(caption: &str, table: &table::Table) -> Vec<Block> {
    let (head, rows) = (table.head().to_vec(), table.rows().to_vec());
    shortened(Table { caption: caption.to_owned(), numbers: numbers(&head, &rows), head, rows })
}

/// The columns of numbers: those in which nothing else stands.
fn numbers(head: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c));
    let of = |column: &usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(*column)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(is_number)
    };
    (0..head.len()).filter(of).collect()
}

/// A table whose most important rows come first, cut where it is long.
pub(super) fn shortened(mut table: Table) -> Vec<Block> {
    let more = table.rows.len().saturating_sub(MOST_ROWS);
    table.rows.truncate(MOST_ROWS);
    [Block::Table(table)].into_iter().chain(left_out(more)).collect()
}

/// What is said of rows that are not shown.
pub(super) fn left_out(more: usize) -> Option<Block> {
    Some(Block::Paragraph(match more {
        0 => return None,
        1 => "1 more row is left out.".to_owned(),
        more => format!("{more} more rows are left out."),
    }))
}
