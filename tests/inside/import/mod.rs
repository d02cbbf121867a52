//! The readers against files as numpy writes them, files of numpy itself, and files that lie.

mod arrays;
mod hostile;
mod kinds;
mod numpy;
mod properties;
mod writer;

use super::{Archive, Array};
use crate::error::Result;
use writer::Style;

/// All styles of archives.
const STYLES: [Style; 4] = [
    Style { deflated: false, large: false },
    Style { deflated: true, large: false },
    Style { deflated: false, large: true },
    Style { deflated: true, large: true },
];

/// All numbers of an array, row by row.
fn read(archive: &Archive, name: &str) -> Result<Vec<Vec<f64>>> {
    let mut array = Array::open(archive, name)?;
    let mut rows = vec![vec![0.0; array.width()]; array.rows()];
    for row in &mut rows {
        array.read_row(row)?;
    }
    array.finish()?;
    Ok(rows)
}

/// The same, of the only array of an archive.
fn read_one(style: Style, array: Vec<u8>) -> Result<Vec<Vec<f64>>> {
    read(&Archive::from_bytes(&writer::npz(style, &[("x", array)]), "run.npz")?, "x")
}

/// Why that array is refused.
fn refusal(array: Vec<u8>) -> String {
    read_one(Style::default(), array).expect_err("the array is refused").to_string()
}
