//! The PNG file format, as much of it as a picture needs: three chunks, eight bits a colour, no interlacing.
//!
//! Reference: W3C, "Portable Network Graphics (PNG) Specification", third edition. The rows are not filtered: charts
//! are flat areas, which deflate packs best as they are.

use miniz_oxide::deflate::compress_to_vec_zlib;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
/// How hard deflate tries, from 0 to 10.
const EFFORT: u8 = 8;

/// A picture of red, green and blue bytes, row by row from the top.
pub(super) fn encode(width: u32, height: u32, rgb: &[u8]) -> Vec<u8> {
    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]); // bits a sample, RGB, deflate, adaptive filters, not interlaced
    let row = 3 * width as usize;
    let mut rows = Vec::with_capacity(rgb.len() + height as usize);
    for line in rgb.chunks_exact(row) {
        rows.push(0); // not filtered
        rows.extend_from_slice(line);
    }
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&rows, EFFORT));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).expect("a picture within the largest size packs into less than 4 GiB");
    file.extend(length.to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend_from_slice(data);
    let check = crc(&file[start..]);
    file.extend(check.to_be_bytes());
}

/// The cyclic redundancy check of the specification's annex D, bit by bit: the files are small.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_the_specified_one() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926); // the published check value of CRC-32
        assert_eq!(crc(b"IEND"), 0xae42_6082); // the last four bytes of every PNG file
    }
}
