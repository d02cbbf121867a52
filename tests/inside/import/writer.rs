//! Writes NPZ files as numpy does, byte for byte up to times and versions. The fuzzer takes its seeds from here too.

use flate2::{Compression, Crc, write::DeflateEncoder};
use std::io::Write;

/// How an archive is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// As `numpy.savez_compressed`, not as `numpy.savez`.
    pub(super) deflated: bool,
    /// With 64-bit fields everywhere, as if the archive had more than 4 GiB.
    pub(super) large: bool,
}

/// The bytes of a `.npy` file.
pub(super) fn npy(descr: &str, fortran: bool, shape: &str, data: &[u8]) -> Vec<u8> {
    let fortran = if fortran { "True" } else { "False" };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
    header.push_str(&" ".repeat(63 - (10 + header.len()) % 64));
    with_header(&(header + "\n"), 1, data)
}

/// The bytes of a `.npy` file with any header, in a version of the format.
pub(super) fn with_header(header: &str, version: u8, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(header.len()).expect("a short header").to_le_bytes();
    let length = &length[..if version == 1 { 2 } else { 4 }];
    [b"\x93NUMPY", &[version, 0][..], length, header.as_bytes(), data].concat()
}

/// The bytes of a `.npy` file of doubles.
pub(super) fn doubles(shape: &str, numbers: &[f64]) -> Vec<u8> {
    npy("<f8", false, shape, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}

/// The bytes of an NPZ file, from the names of its arrays and the bytes of their files.
pub(super) fn npz(style: Style, arrays: &[(&str, Vec<u8>)]) -> Vec<u8> {
    zip(style, &arrays.iter().map(|(name, bytes)| (format!("{name}.npy"), bytes.clone())).collect::<Vec<_>>())
}

/// The bytes of a ZIP archive.
pub(super) fn zip(style: Style, entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let mut crc = Crc::new();
        crc.update(content);
        let packed = if style.deflated { deflate(content) } else { content.clone() };
        let start = archive.len() as u64;
        let (size, packed_size) = (content.len() as u64, packed.len() as u64);
        let method = if style.deflated { 8u16 } else { 0 };
        let common = |sizes: [u32; 2], extra: usize| {
            let mut bytes = [45u16, 0, method, 0, 0x21].map(u16::to_le_bytes).concat();
            bytes.extend([crc.sum(), sizes[0], sizes[1]].map(u32::to_le_bytes).concat());
            bytes
                .extend([name.len(), extra].map(|length| u16::try_from(length).expect("short").to_le_bytes()).concat());
            bytes
        };
        // Local headers always leave their sizes to the extra field, as numpy's do.
        archive.extend([b"PK\x03\x04", &common([u32::MAX; 2], 20)[..], name.as_bytes(), &[1, 0, 16, 0]].concat());
        archive.extend([size, packed_size].map(u64::to_le_bytes).concat());
        archive.extend(packed);

        let numbers = [size, packed_size, start].map(u64::to_le_bytes).concat();
        let extra = if style.large { [&[1, 0, 24, 0], &numbers[..]].concat() } else { Vec::new() };
        let short = |number: u64| if style.large { u32::MAX } else { u32::try_from(number).expect("a small file") };
        directory.extend([b"PK\x01\x02".as_slice(), &45u16.to_le_bytes()].concat());
        directory.extend(common([short(packed_size), short(size)], extra.len()));
        directory.extend([0; 10]); // comment, volume, attributes
        directory.extend([&short(start).to_le_bytes(), name.as_bytes(), &extra].concat());
    }
    let (start, length, count) = (archive.len() as u64, directory.len() as u64, entries.len() as u64);
    archive.extend(directory);
    if style.large {
        let end = archive.len() as u64;
        archive
            .extend([b"PK\x06\x06".as_slice(), &44u64.to_le_bytes(), &[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]].concat());
        archive.extend([count, count, length, start].map(u64::to_le_bytes).concat());
        archive.extend([b"PK\x06\x07\0\0\0\0".as_slice(), &end.to_le_bytes(), &1u32.to_le_bytes()].concat());
    }
    let short = |number: u64| if style.large { u32::MAX } else { u32::try_from(number).expect("a small file") };
    let count = if style.large { u16::MAX } else { u16::try_from(count).expect("few entries") }.to_le_bytes();
    let place = [short(length), short(start)].map(u32::to_le_bytes).concat();
    archive.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &place, &[0, 0]].concat());
    archive
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("memory takes everything");
    encoder.finish().expect("memory takes everything")
}
