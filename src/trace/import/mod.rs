//! Runs that other programs wrote: numpy's arrays, compressed text, and files that were handed over by mistake.
//!
//! An NPZ file is a ZIP archive of NPY files, one for each array. `zip` and `directory` find the entries, `entry`
//! streams one, `npy` turns it into rows of doubles, `header` and `item` say what these are, and `arrays` makes rounds of
//! them. A file may come from anybody: every length in it is a claim, which is compared with the bytes that are there
//! before anything is allocated. [`import`] writes whatever came as a canonical trace, to which certificates bind: the
//! checker knows no other format.

mod arrays;
mod bring;
mod directory;
mod entry;
mod header;
mod item;
mod npy;
mod sniff;
mod zip;

#[cfg(any(fuzzing, test))]
#[doc(hidden)]
pub mod fuzzing;

#[cfg(test)]
#[path = "../../../tests/inside/import/mod.rs"]
mod tests;

pub use bring::{Imported, Input, import};
pub(crate) use npy::{Array, names};
pub(crate) use sniff::{Gunzip, Kind, SNIFFED, advice_on_archive, sniff};
pub(crate) use zip::Archive;
