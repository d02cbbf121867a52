//! What the fuzzer calls: the readers on any bytes. Whatever these are, each answers or fails with one sentence.

use super::{Archive, Array, Gunzip, Kind, advice_on_archive, names, sniff};
use crate::error::Result;
use crate::trace::{Round, TraceReader};
use std::io::{BufRead, BufReader};

/// Reads all arrays of an NPZ file, and returns how many numbers and names they hold.
///
/// # Errors
/// If one of the arrays cannot be read.
pub fn npz(bytes: &[u8]) -> Result<usize> {
    let archive = Archive::from_bytes(bytes, "run.npz")?;
    let _ = advice_on_archive(&archive);
    let mut count = 0;
    for name in archive.arrays() {
        if let Ok(names) = names(&archive, name) {
            count += names.len();
            continue;
        }
        let mut array = Array::open(&archive, name)?;
        let mut row = vec![0.0; array.width()];
        if array.width() == 0 {
            continue; // then it may claim any number of rows
        }
        for _ in 0..array.rows() {
            array.read_row(&mut row)?;
            count += row.len();
        }
        array.finish()?;
    }
    Ok(count)
}

/// Reads a table, plain or packed, and returns how many rounds it holds.
///
/// # Errors
/// If it is not a table.
pub fn csv(bytes: &[u8]) -> Result<usize> {
    match sniff(bytes) {
        Kind::Text => table(bytes),
        Kind::Gzip => table(BufReader::new(Gunzip::new(bytes))),
        Kind::Zip => npz(bytes),
        Kind::Other(_) => Ok(0),
    }
}

fn table(text: impl BufRead) -> Result<usize> {
    let mut reader = TraceReader::from_reader(text, "run.csv")?;
    let mut round = Round::new(reader.layout());
    while reader.read_round(&mut round)? {}
    Ok(reader.rounds())
}
