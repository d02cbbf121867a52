//! Archives that lie, were cut, or are beyond this reader: each ends in one sentence.

use super::writer::{Style, doubles, npz, zip};
use super::{STYLES, read};
use crate::error::Result;
use crate::trace::import::Archive;
use std::io::Read;

const DEFLATED: Style = Style { deflated: true, large: false };

fn sample(style: Style) -> Vec<u8> {
    npz(style, &[("a", doubles("(2,)", &[1.0, 2.0])), ("b", doubles("(2,)", &[3.0, 4.0]))])
}

fn read_all(bytes: &[u8]) -> Result<()> {
    let archive = Archive::from_bytes(bytes, "run.npz")?;
    ["a", "b"].iter().try_for_each(|name| read(&archive, name).map(drop))
}

/// The sentence about a sample in which the `number`-th occurrence of a signature has `bytes` at `offset`.
fn changed(style: Style, signature: &[u8], number: usize, offset: usize, bytes: &[u8]) -> String {
    let mut file = sample(style);
    let places = file.windows(4).enumerate().filter(|(_, window)| *window == signature);
    let at = places.map(|(at, _)| at).nth(number).unwrap() + offset;
    file[at..at + bytes.len()].copy_from_slice(bytes);
    read_all(&file).expect_err("a lie is noticed").to_string()
}

const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";

#[test]
fn lies_of_the_directory_are_noticed() {
    let plain = Style::default();
    let large = Style { deflated: false, large: true };
    let damaged = |what: &str| format!("run.npz: this ZIP archive is damaged ({what}): copy or save it again");
    let overlap = damaged("its entries overlap, or reach into the directory");
    let senseless = damaged("an entry of its directory makes no sense");
    // Both entries at the same place, or one at the end of the world.
    assert_eq!(changed(plain, ENTRY, 1, 42, &[0; 4]), overlap);
    assert_eq!(changed(plain, ENTRY, 1, 42, &[0xFE, 0xFF, 0xFF, 0xFF]), overlap);
    assert_eq!(changed(plain, ENTRY, 0, 20, &[0xFE, 0xFF, 0xFF, 0xFF]), overlap);
    assert_eq!(changed(large, ENTRY, 0, 46 + 5 + 4 + 8, &[0xFF; 8]), overlap);
    // A 64-bit number that is announced and missing; a name that reaches beyond the directory.
    assert_eq!(changed(plain, ENTRY, 0, 20, &[0xFF; 4]), senseless);
    assert_eq!(changed(plain, ENTRY, 1, 28, &[0xFF, 0xFF]), senseless);
    assert_eq!(changed(plain, ENTRY, 0, 34, &[1, 0]), senseless);
    // Sizes.
    assert_eq!(changed(plain, ENTRY, 0, 24, &[1, 0, 0, 0]), damaged("a stored entry has two sizes"));
    let ratio = damaged("an entry claims to be larger than its bytes can make it");
    assert_eq!(changed(DEFLATED, ENTRY, 0, 24, &[0, 0, 0, 0x70]), ratio);
    // End records.
    let place = damaged("its directory does not end where its end record starts");
    assert_eq!(changed(plain, END, 0, 16, &[0; 4]), place);
    assert_eq!(changed(plain, END, 0, 12, &[0xFF; 4]), place);
    let end = damaged("its end record makes no sense, or it has a second volume");
    assert_eq!(changed(plain, END, 0, 4, &[1, 0]), end);
    assert_eq!(changed(large, END_64, 0, 4, &[45]), end);
    assert_eq!(
        changed(large, b"PK\x06\x07", 0, 8, &[0xFF; 8]),
        damaged("its 64-bit end record is not where it should be")
    );
    assert_eq!(changed(plain, END, 0, 8, &[3, 0, 3, 0]), senseless);
    assert_eq!(changed(plain, END, 0, 8, &[1, 0, 1, 0]), damaged("its directory holds more than its entries"));
    assert!(changed(plain, END, 0, 8, &[0x11, 0x27, 0x11, 0x27]).contains("more than 10000 entries"));
}

#[test]
fn headers_must_agree_with_the_directory() {
    let sentence = "run.npz: this ZIP archive is damaged (the header of an entry disagrees with the directory): \
                    copy or save it again";
    let changed = |offset: usize, bytes: &[u8]| changed(Style::default(), LOCAL, 0, offset, bytes);
    assert_eq!(changed(0, b"pk"), sentence);
    assert_eq!(changed(6, &[1]), sentence);
    assert_eq!(changed(8, &[8]), sentence);
    assert_eq!(changed(26, &[4]), sentence);
    assert_eq!(changed(28, &[0xFF, 0xFF]), sentence);
    assert_eq!(changed(30, b"c"), sentence);
}

#[test]
fn what_is_beyond_this_reader_is_refused() {
    let encrypted = changed(Style::default(), ENTRY, 0, 8, &[1]);
    assert_eq!(encrypted, "run.npz: `a.npy` is encrypted: save it without a password");
    let method = changed(Style::default(), ENTRY, 0, 10, &[14]);
    assert_eq!(method, "run.npz: `a.npy` is compressed by method 14: save it with numpy.savez_compressed");
    let twins = npz(DEFLATED, &[("a", Vec::new()), ("a", Vec::new())]);
    let sentence = read_all(&twins).unwrap_err().to_string();
    assert_eq!(sentence, "run.npz: two entries are called `a.npy`: save the file again");
}

#[test]
fn content_must_be_what_the_directory_promises() {
    let damaged = |what: &str| format!("run.npz: `a.npy` is damaged ({what}): copy or save the file again");
    let size = sample_size();
    for style in [Style::default(), DEFLATED] {
        assert_eq!(changed(style, ENTRY, 0, 16, &[0; 4]), damaged("its checksum is wrong"));
    }
    assert_eq!(changed(DEFLATED, ENTRY, 0, 24, &[size + 8]), shape());
    let mut reader = entry(&with_size(size + 8));
    let mut content = Vec::new();
    let error = reader.read_to_end(&mut content).unwrap_err();
    assert!(error.to_string().contains("shorter than the archive says"));
    assert_eq!(content.len(), usize::from(size));
    assert!(reader.read(&mut [0]).is_err(), "it stays wrong");
    let mut reader = entry(&with_size(size - 8));
    let error = reader.read_to_end(&mut content).unwrap_err();
    assert!(error.to_string().contains("longer than the archive says"));
    assert!(reader.read(&mut [0]).is_err(), "it stays wrong");
}

fn shape() -> String {
    "run.npz: `a` does not have the length that its shape asks for: save the file again".to_owned()
}

fn sample_size() -> u8 {
    u8::try_from(doubles("(2,)", &[1.0, 2.0]).len()).unwrap()
}

fn with_size(size: u8) -> Vec<u8> {
    let mut file = sample(DEFLATED);
    let at = file.windows(4).position(|window| window == ENTRY).unwrap() + 24;
    file[at] = size;
    file
}

fn entry(bytes: &[u8]) -> impl Read + use<> {
    Archive::from_bytes(bytes, "run.npz").unwrap().entry("a.npy").unwrap()
}

#[test]
fn a_comment_may_end_an_archive_and_nothing_else_may() {
    let mut file = sample(Style::default());
    let length = file.len();
    file.extend(b"a comment");
    assert!(read_all(&file).is_err());
    file[length - 2] = 9;
    read_all(&file).unwrap();
    file.insert(0, b'#'); // tolerant readers would accept it
    assert!(read_all(&file).is_err());
}

#[test]
fn every_cut_is_noticed() {
    for style in STYLES {
        let file = sample(style);
        read_all(&file).unwrap();
        for length in 0..file.len() {
            assert!(read_all(&file[..length]).is_err(), "{length} bytes of {style:?}");
        }
    }
}

#[test]
fn a_bomb_stays_packed() {
    // Sixteen million zeros in some kilobytes: the header is read, and nothing else.
    let bomb = npz(DEFLATED, &[("a", doubles("(2097152,)", &vec![0.0; 1 << 21]))]);
    assert!(bomb.len() < 1 << 15);
    let archive = Archive::from_bytes(&bomb, "run.npz").unwrap();
    assert_eq!(read(&archive, "a").unwrap().len(), 1 << 21);
    let names = crate::trace::import::names;
    let text = super::writer::npy("|S1", false, "(2097152,)", &vec![0; 1 << 21]);
    let archive = Archive::from_bytes(&npz(DEFLATED, &[("n", text)]), "run.npz").unwrap();
    assert!(names(&archive, "n").unwrap_err().message().contains("too much text"));
}

#[test]
fn files_are_read_like_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.npz");
    std::fs::write(&path, sample(DEFLATED)).unwrap();
    let archive = Archive::open(&path).unwrap();
    assert_eq!(archive.path(), path);
    assert_eq!(archive.names().collect::<Vec<_>>(), ["a.npy", "b.npy"]);
    assert_eq!(read(&archive, "b").unwrap(), [[3.0], [4.0]]);
    assert!(archive.entry("c.npy").is_err_and(|error| error.message() == "the archive has no entry `c.npy`"));
    assert!(Archive::open(folder.path()).is_err());
    assert!(Archive::open(folder.path().join("none")).is_err_and(|error| error.message().contains("cannot open")));
    let empty = zip(Style::default(), &[]);
    assert_eq!(Archive::from_bytes(&empty, "run.npz").unwrap().names().count(), 0);
}
