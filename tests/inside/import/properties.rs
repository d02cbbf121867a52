//! Properties of the readers on any bytes.

use super::writer::{Style, doubles, npy, npz};
use super::{STYLES, read};
use crate::trace::import::fuzzing;
use crate::trace::import::{Archive, Kind, sniff};
use proptest::prelude::*;

fn style() -> impl Strategy<Value = Style> {
    prop::sample::select(STYLES.to_vec())
}

/// A good file: two arrays of numbers, one of names.
fn sample(style: Style, numbers: &[f64]) -> Vec<u8> {
    let reversed: Vec<u8> = numbers.iter().rev().flat_map(|number| number.to_le_bytes()).collect();
    npz(
        style,
        &[
            ("objective", doubles(&format!("({},)", numbers.len()), numbers)),
            ("constraints", npy("<f8", true, &format!("({}, 2)", numbers.len() / 2), &reversed)),
            ("names", npy("|S2", false, "(2,)", b"a\0bc")),
        ],
    )
}

fn numbers() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((-1e9..1e9f64, -1e9..1e9f64), 1..20)
        .prop_map(|pairs| pairs.into_iter().flat_map(|(x, y)| [x, y]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_written_is_read(style in style(), numbers in numbers()) {
        let archive = Archive::from_bytes(&sample(style, &numbers), "run.npz").unwrap();
        prop_assert_eq!(read(&archive, "objective").unwrap().concat(), &numbers[..]);
        let (first, second) = numbers.split_at(numbers.len() / 2);
        let rows: Vec<_> = second.iter().rev().zip(first.iter().rev()).map(|(&x, &y)| [x, y]).collect();
        prop_assert_eq!(read(&archive, "constraints").unwrap().concat(), rows.concat());
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let _ = fuzzing::npz(&bytes);
        let _ = fuzzing::csv(&bytes);
    }

    #[test]
    fn any_bytes_behind_a_start_are_answered(
        start in prop::sample::select(vec![&b"PK\x03\x04"[..], b"PK\x05\x06", b"\x1F\x8B\x08\0\0\0\0\0\0\x03", b"\x93NUMPY"]),
        bytes in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let _ = fuzzing::csv(&[start, &bytes].concat());
    }

    #[test]
    fn any_header_is_answered(header in "[{}()', :0-9a-z<|_]{0,80}", data in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = fuzzing::npz(&npz(Style::default(), &[("x", super::writer::with_header(&header, 1, &data))]));
    }

    #[test]
    fn a_changed_byte_never_changes_a_number(
        style in style(), numbers in numbers(), place in any::<prop::sample::Index>(), by in 1u8..,
    ) {
        let good = sample(style, &numbers);
        prop_assert!(fuzzing::npz(&good).is_ok());
        let mut file = good.clone();
        *place.get_mut(&mut file) ^= by;
        let expected = Archive::from_bytes(&good, "run.npz").unwrap();
        // It is noticed, or was in a place that says nothing of the numbers, such as a time.
        if let Ok(archive) = Archive::from_bytes(&file, "run.npz") {
            for name in ["objective", "constraints"] {
                if let Ok(found) = read(&archive, name) {
                    prop_assert_eq!(found, read(&expected, name).unwrap());
                }
            }
        }
        let _ = fuzzing::csv(&file);
    }

    #[test]
    fn a_changed_byte_in_array_data_is_noticed(
        numbers in numbers(), place in any::<prop::sample::Index>(), by in 1u8..,
    ) {
        // Stored: of deflated data, the last bits may be any, and mean nothing.
        let array = doubles(&format!("({},)", numbers.len()), &numbers);
        let mut file = npz(Style::default(), &[("x", array)]);
        let content = 30 + "x.npy".len() + 20; // local header, name, extra field
        let directory = file.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        let at = content + place.index(directory - content);
        file[at] ^= by;
        let archive = Archive::from_bytes(&file, "run.npz").unwrap();
        prop_assert!(read(&archive, "x").is_err());
    }

    #[test]
    fn a_cut_is_noticed(style in style(), numbers in numbers(), cut in any::<prop::sample::Index>()) {
        let file = sample(style, &numbers);
        prop_assert!(fuzzing::npz(&file[..cut.index(file.len())]).is_err());
    }

    #[test]
    fn digits_and_commas_are_text(text in "[a-z_]{1,9}(,[a-z_]{1,9}){0,3}\n([0-9.]{1,5},?){0,9}") {
        prop_assert_eq!(sniff(text.as_bytes()), Kind::Text);
    }
}
