//! Text that was compressed with gzip.

use flate2::read::MultiGzDecoder;
use std::io::{Error, ErrorKind, Read, Result};

/// Reads what gzip packed, in one member or in several that were written one after the other.
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
