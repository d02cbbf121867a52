//! What the fuzzer calls: the readers on any bytes. Whatever these are, each answers or fails with one sentence.

use super::arrays::ArrayRounds;
use super::{Archive, Array, Gunzip, Kind, advice_on_archive, names, sniff};
use crate::error::Result;
use crate::trace::split::Split;
use crate::trace::{Foreign, Round, TraceReader};
use std::io::{BufRead, BufReader};

/// Reads all arrays of an NPZ file, alone and as rounds, and returns how many numbers and names they hold.
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
    let _ = rounds(&archive, &foreign(bytes));
    Ok(count)
}

/// Reads the rounds of a run, if the arrays are one.
fn rounds(archive: &Archive, foreign: &Foreign) -> Result<()> {
    let mut rounds = ArrayRounds::open(archive, foreign, true)?;
    let split = Split::new(&rounds.layout, &rounds.equalities);
    let (mut round, mut canonical) = (Round::new(&rounds.layout), Round::new(split.layout()));
    while rounds.read_round(&mut round)? {
        split.fill(&round, &mut canonical);
    }
    rounds.finish()
}

/// Names of somebody else's, for half of all files.
fn foreign(bytes: &[u8]) -> Foreign {
    let pair = |role: &str, theirs: &str| (role.to_owned(), theirs.to_owned());
    match bytes.len() % 2 {
        0 => Foreign::default(),
        _ => Foreign {
            columns: vec![pair("objective", "loss"), pair("constraint_1", "gap"), pair("lambda_1", "mu")],
            ignore: vec!["step".to_owned()],
            equalities: vec!["gap".to_owned()],
        },
    }
}

/// Reads a table, plain or packed, and returns how many rounds it holds.
///
/// # Errors
/// If it is not a table.
pub fn csv(bytes: &[u8]) -> Result<usize> {
    match sniff(bytes) {
        Kind::Text => table(bytes, &foreign(bytes)),
        Kind::Gzip => table(BufReader::new(Gunzip::new(bytes)), &foreign(bytes)),
        Kind::Zip => npz(bytes),
        Kind::Other(_) => Ok(0),
    }
}

fn table(text: impl BufRead, foreign: &Foreign) -> Result<usize> {
    let foreign = Some(foreign).filter(|foreign| !foreign.is_empty());
    let mut reader = TraceReader::with_header(text, "run.csv", false, foreign)?;
    let split = Split::new(reader.layout(), reader.names_and_equalities().1);
    let (mut round, mut canonical) = (Round::new(reader.layout()), Round::new(split.layout()));
    while reader.read_round(&mut round)? {
        split.fill(&round, &mut canonical);
        canonical.check(split.layout()).expect("what a reader takes may stand in a trace");
    }
    Ok(reader.rounds())
}
