//! Malformed traces, and readers that would take one of them.

use super::Collection;
use referee::trace::{Trace, TraceReader};
use std::fs;
use std::path::PathBuf;

const TRACES: Collection = Collection {
    folder: "traces",
    extension: "csv",
    sentence: |path| Trace::read(path).err().map(|error| error.to_string()),
};

fn folder() -> PathBuf {
    TRACES.folder()
}

fn bytes(stem: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{stem}.csv"))).unwrap()
}

/// The sentence of a reader about some bytes, or nothing if it takes them.
fn sentence(stem: &str, bytes: &[u8]) -> Option<String> {
    Trace::from_reader(bytes, format!("{stem}.csv")).err().map(|error| error.to_string())
}

#[test]
fn every_bad_trace_is_refused_with_its_sentence() {
    TRACES.check();
}

#[test]
fn a_missing_file_and_a_folder_are_named() {
    let missing = folder().join("no-such-file.csv");
    let error = TraceReader::open(&missing).err().unwrap().to_string();
    assert!(error.starts_with(&format!("{}: cannot open this file", missing.display())), "{error}");
    let error = Trace::read(folder()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: cannot ", folder().display())), "{error}");
}

/// Readers that overlook one fault. Each is the real reader behind a repair of the text, and each takes a file that
/// the collection says must be refused: without that file, such a reader would pass.
mod lenient {
    use super::*;

    fn map_lines(bytes: &[u8], f: impl Fn(Vec<String>) -> Option<Vec<String>>) -> Vec<u8> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let fields = |line: &str| line.split(',').map(|field| field.trim().to_owned()).collect::<Vec<_>>();
        let lines = text.lines().filter_map(|line| f(fields(line))).map(|line| line.join(",") + "\n");
        lines.collect::<String>().into_bytes()
    }

    fn header(bytes: &[u8]) -> Vec<String> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        text.lines().next().unwrap().split(',').map(str::to_owned).collect()
    }

    fn keep_columns(bytes: &[u8], keep: impl Fn(usize, &[String]) -> bool) -> Vec<u8> {
        let names = header(bytes);
        map_lines(bytes, |line| {
            Some(line.into_iter().enumerate().filter(|(i, _)| keep(*i, &names)).map(|(_, x)| x).collect())
        })
    }

    fn overlooks(stem: &str, repair: impl Fn(&[u8]) -> Vec<u8>) {
        let original = bytes(stem);
        assert!(sentence(stem, &original).is_some(), "{stem} must be refused");
        let repaired = repair(&original);
        assert_eq!(sentence(stem, &repaired), None, "the fault must be the only one of {stem}");
    }

    #[test]
    fn overlooking_duplicate_columns_is_caught() {
        overlooks("duplicate-column", |b| keep_columns(b, |i, names| !names[..i].contains(&names[i])));
    }

    #[test]
    fn overlooking_unknown_columns_is_caught() {
        overlooks("unknown-column", |b| keep_columns(b, |i, names| names[i] != "accuracy"));
    }

    #[test]
    fn overlooking_the_sign_of_multipliers_is_caught() {
        overlooks("negative-multiplier", |b| map_lines(b, |l| Some(l.iter().map(|x| x.replace('-', "")).collect())));
    }

    #[test]
    fn overlooking_short_lines_is_caught() {
        for stem in ["short-row", "cut-off-last-line"] {
            let width = header(&bytes(stem)).len();
            overlooks(stem, |b| map_lines(b, |line| (line.len() == width).then_some(line)));
        }
    }

    #[test]
    fn overlooking_empty_lines_is_caught() {
        overlooks("empty-line-between-rounds", |b| map_lines(b, |line| (line != [""]).then_some(line)));
    }

    #[test]
    fn overlooking_disorder_of_the_ends_is_caught() {
        overlooks("ends-swapped", |b| {
            map_lines(b, |mut line| {
                if line[0].parse::<f64>().is_ok() {
                    line[..2].sort_by(|a, b| a.parse::<f64>().unwrap().total_cmp(&b.parse().unwrap()));
                }
                Some(line)
            })
        });
    }
}
