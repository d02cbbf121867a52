//! Packed files from which the fuzzer starts, written by the tests' own writer.

#[path = "../../tests/inside/import/writer.rs"]
mod writer;

use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use writer::Style;

/// NPZ files of all styles, with arrays of all kinds; and these arrays.
pub fn npz() -> Vec<Vec<u8>> {
    let matrix: Vec<u8> = (0..6).flat_map(|i| f64::from(i).to_le_bytes()).collect();
    let arrays = [
        ("objective", writer::doubles("(3,)", &[1.0, 0.5, 0.25])),
        ("constraints", writer::npy("<f8", true, "(3, 2)", &matrix)),
        ("half", writer::npy("<f2", false, "(2, 3)", &matrix[..12])),
        ("names", writer::npy("|S2", false, "(2,)", b"a\0bc")),
        ("text", writer::npy("<U1", false, "(2,)", b"a\0\0\0b\0\0\0")),
        ("old", writer::with_header("{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 2, &[0; 4])),
    ];
    let styles = [(false, false), (true, false), (false, true), (true, true)];
    let archives = styles.map(|(deflated, large)| writer::npz(Style { deflated, large }, &arrays));
    archives.into_iter().chain(arrays.into_iter().map(|(_, array)| array)).collect()
}

/// An archive whose only array is stored in these bytes.
pub fn around(array: &[u8]) -> Vec<u8> {
    writer::npz(Style::default(), &[("x", array.to_vec())])
}

/// Traces, plain and packed, and starts of other files.
pub fn csv() -> Vec<Vec<u8>> {
    let plain = b"objective,constraint_1,lambda_1\n1,0.5,0\n-2.5e-3,\"-0.5\",2\n".to_vec();
    let proxy = b"\xEF\xBB\xBFobjective.lo,objective.hi,constraint_1,proxy_1,lambda_0,lambda_1,theta_1\r\n0,1,2,3,0.5,0.5,4\r\n\r\n";
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&plain).expect("memory takes everything");
    let packed = packed.finish().expect("memory takes everything");
    let events = b"\x18\0\0\0\0\0\0\0\0\0\0\0\t\0\0\0\0\0\0\0\0\x1a\rbrain.Event:2".to_vec();
    vec![[packed.clone(), packed.clone()].concat(), packed, plain, proxy.to_vec(), events, npz().swap_remove(1)]
}
