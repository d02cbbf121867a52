//! What files are taken for.

use super::writer::{Style, doubles, zip};
use crate::trace::import::{Archive, Gunzip, Kind, advice_on_archive, sniff};
use flate2::{Compression, write::GzEncoder};
use std::io::{Read, Write};

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn files_are_told_apart() {
    assert_eq!(sniff(b""), Kind::Text);
    assert_eq!(sniff(b"step,loss\n0,1\n"), Kind::Text);
    assert_eq!(sniff(b"\xEF\xBB\xBFstep;loss\n"), Kind::Text);
    assert_eq!(sniff("\u{3b8},loss".as_bytes()), Kind::Text);
    assert_eq!(sniff(b"PAR1,loss\n"), Kind::Text);
    assert_eq!(sniff(&gzip(b"step")), Kind::Gzip);
    assert_eq!(sniff(&zip(Style::default(), &[])), Kind::Zip);
    // As tensorboardX and torch.utils.tensorboard start their files.
    let event = b"\x18\0\0\0\0\0\0\0\xa3\x7fK\"\t\0\0\xc0\x8f\x9a\xd5\xd9A\x1a\rbrain.Event:2\xec\xce\xa5\x6b";
    for (start, word) in [
        (&doubles("(1,)", &[1.0])[..], "numpy.savez"),
        (b"PAR1\x15\x04", "pandas.read_parquet(...).to_csv('run.csv', index=False)"),
        (b"ARROW1\0\0", "pandas.read_feather"),
        (b"FEA1\0", "pandas.read_feather"),
        (event, "TensorBoard"),
        (b"\x89HDF\r\n\x1A\n\0", "h5py"),
        (b"SQLite format 3\0\x10", "SQLite"),
        (b"\x80\x04\x95", "pickle"),
        (b"{\"step\": 0}\n", "JSON"),
        (b" \n[{\"step\": 0}]", "JSON"),
        (b"\xFF\xFEs\0t\0", "UTF-16"),
        (b"\xFE\xFF\0s", "UTF-16"),
        (b"s\0t\0e\0p\0", "is not text"),
        (b"\x28\xB5\x2F\xFD\x04", "zstd"),
    ] {
        match sniff(start) {
            Kind::Other(sentence) => assert!(sentence.contains(word), "{sentence}"),
            kind => panic!("{kind:?} instead of {word}"),
        }
    }
}

#[test]
fn archives_are_told_apart_by_their_entries() {
    let advice = |names: &[&str]| {
        let entries: Vec<_> = names.iter().map(|&name| (name.to_owned(), Vec::new())).collect();
        advice_on_archive(&Archive::from_bytes(&zip(Style::default(), &entries), "run").unwrap())
    };
    assert_eq!(advice(&["objective.npy", "notes.txt"]), None);
    assert!(advice(&["[Content_Types].xml", "xl/workbook.xml"]).unwrap().contains("Excel"));
    assert!(advice(&["archive/data.pkl", "archive/data/0"]).unwrap().contains("torch.load"));
    assert!(advice(&["run.csv"]).unwrap().contains("no arrays"));
    assert!(advice(&[]).unwrap().contains("no arrays"));
}

#[test]
fn gzip_in_one_member_and_in_several() {
    let read = |bytes: &[u8]| {
        let mut text = String::new();
        Gunzip::new(bytes).read_to_string(&mut text).map(|_| text)
    };
    let (one, two) = (gzip(b"step,loss\n"), gzip(b"0,1\n"));
    assert_eq!(read(&one).unwrap(), "step,loss\n");
    let both = [one.clone(), two].concat();
    assert_eq!(read(&both).unwrap(), "step,loss\n0,1\n");
    for cut in 1..one.len() {
        assert!(read(&one[..cut]).unwrap_err().to_string().contains("damaged or cut off"), "{cut}");
    }
    let mut changed = one.clone();
    changed[one.len() - 5] ^= 1; // the checksum
    assert!(read(&changed).unwrap_err().to_string().contains("damaged or cut off"));
    assert!(read(&[one, b"rubbish".to_vec()].concat()).is_err());
}
