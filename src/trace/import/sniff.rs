//! What a file is, by its first bytes; and what to do with one that is not a run.

use super::zip::Archive;
use flate2::read::MultiGzDecoder;
use std::io::{Error, ErrorKind, Read, Result};

/// How many first bytes tell files apart.
pub(crate) const SNIFFED: usize = 512;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Text, which may be CSV.
    Text,
    /// Something that gzip packed.
    Gzip,
    /// A ZIP archive, which an NPZ file is too.
    Zip,
    /// Another format: what it is, and how to write the run instead.
    Other(&'static str),
}

/// Formats by the bytes that start them.
const STARTS: [(&[u8], Kind); 20] = [
    (b"\x1F\x8B", Kind::Gzip),
    (b"PK\x03\x04", Kind::Zip),
    (b"PK\x05\x06", Kind::Zip), // an archive without entries
    (b"\x93NUMPY", Kind::Other("this is one array (.npy): write all arrays of the run into one file with numpy.savez")),
    (
        b"PAR1\x15", // a column may be called PAR1
        Kind::Other(
            "this is a Parquet file: write it as CSV with pandas.read_parquet(...).to_csv('run.csv', index=False)",
        ),
    ),
    (b"ARROW1\0", Kind::Other(FEATHER)),
    (b"FEA1\0", Kind::Other(FEATHER)),
    (
        b"\x89HDF\r\n\x1A\n",
        Kind::Other("this is an HDF5 file: read its arrays with h5py and write them with numpy.savez"),
    ),
    (
        b"SQLite format 3\0",
        Kind::Other(
            "this is an SQLite database: write its table as CSV with pandas.read_sql(...).to_csv('run.csv', index=False)",
        ),
    ),
    (b"\x80\x02", Kind::Other(PICKLE)),
    (b"\x80\x03", Kind::Other(PICKLE)),
    (b"\x80\x04", Kind::Other(PICKLE)),
    (b"\x80\x05", Kind::Other(PICKLE)),
    (b"\xFF\xFE", Kind::Other(UTF_16)),
    (b"\xFE\xFF", Kind::Other(UTF_16)),
    (b"MATLAB 5.0 MAT-file", Kind::Other("this is a MATLAB file: write its arrays with numpy.savez, or as CSV")),
    (b"\xD0\xCF\x11\xE0", Kind::Other("this is an Excel workbook: save its sheet as CSV")),
    (b"\x28\xB5\x2F\xFD", Kind::Other("this file is packed with zstd: unpack it, or pack it with gzip")),
    (b"BZh91AY&SY", Kind::Other("this file is packed with bzip2: unpack it, or pack it with gzip")),
    (b"\xFD7zXZ\0", Kind::Other("this file is packed with xz: unpack it, or pack it with gzip")),
];

const FEATHER: &str =
    "this is an Arrow or Feather file: write it as CSV with pandas.read_feather(...).to_csv('run.csv', index=False)";
const PICKLE: &str = "this is a pickle, which only Python can read and which may run any code: \
    load it where you trust it and write its arrays with numpy.savez";
const UTF_16: &str = "this is text in UTF-16: save it in UTF-8";
const TENSORBOARD: &str = "this is a TensorBoard event file: it keeps float32 values and its loader samples them, \
    so write the run's own numbers with numpy.savez";
const JSON: &str = "this is JSON: write it as CSV with pandas.read_json(...).to_csv('run.csv', index=False), \
    and with lines=True if each line is a round";
const BINARY: &str =
    "this is not text, and not in a format that is known here: write the run as CSV or with numpy.savez";

/// Tells what a file is by its first bytes: [`SNIFFED`] of them, or all if there are fewer.
pub(crate) fn sniff(first_bytes: &[u8]) -> Kind {
    if let Some(&(_, kind)) = STARTS.iter().find(|(start, _)| first_bytes.starts_with(start)) {
        return kind;
    }
    if is_events(first_bytes) {
        return Kind::Other(TENSORBOARD);
    }
    let text = first_bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first_bytes);
    match text.trim_ascii_start().first() {
        Some(b'{' | b'[') => Kind::Other(JSON),
        _ if text.contains(&0) => Kind::Other(BINARY),
        _ => Kind::Text,
    }
}

/// Event files are records: a length, its checksum, the content, its checksum. The first one names the version.
fn is_events(first_bytes: &[u8]) -> bool {
    let Some((length, rest)) = first_bytes.split_first_chunk() else { return false };
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    let record = rest.get(4..).unwrap_or_default();
    let version = b"brain.Event";
    record[..record.len().min(length)].windows(version.len()).any(|window| window == version)
}

/// What to do with an archive that is not an NPZ file; `None` if it is one, or holds arrays at least.
pub(crate) fn advice_on_archive(archive: &Archive) -> Option<&'static str> {
    let has = |test: fn(&str) -> bool| archive.names().any(test);
    if has(|name| name == "xl/workbook.xml") {
        Some("this is an Excel workbook: save its sheet as CSV")
    } else if has(|name| name == "data.pkl" || name.ends_with("/data.pkl")) {
        Some(
            "this is a file of torch.save: load it with torch.load, and write its tensors with numpy.savez \
             after .double().numpy()",
        )
    } else if archive.arrays().next().is_some() {
        None
    } else {
        Some("this ZIP archive holds no arrays: write them with numpy.savez, or unpack the CSV file that it holds")
    }
}

/// Reads text that gzip packed, in one member or in several that were written one after the other.
pub(crate) struct Gunzip<R>(MultiGzDecoder<R>);

impl<R: Read> Gunzip<R> {
    /// Unpacks the bytes of `reader`.
    pub(crate) fn new(reader: R) -> Self {
        Self(MultiGzDecoder::new(reader))
    }
}

impl<R: Read> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            // What the decoder says of bytes that it does not understand.
            ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                Error::new(ErrorKind::InvalidData, "its gzip data are damaged or cut off, so copy or pack it again")
            }
            _ => error,
        })
    }
}
