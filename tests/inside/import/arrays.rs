//! Arrays of all kinds, and the sentences about those that are refused.

use super::writer::{Style, doubles, npy, npz, with_header};
use super::{STYLES, read, read_one, refusal};
use crate::trace::import::header::Header;
use crate::trace::import::item::half;
use crate::trace::import::{Archive, Array, names};

#[test]
fn all_shapes_in_all_styles() {
    for style in STYLES {
        let file = npz(
            style,
            &[
                ("number", doubles("()", &[7.0])),
                ("objective", doubles("(3,)", &[1.0, 2.0, -0.0])),
                ("constraints", doubles("(3, 2)", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
                ("nothing", doubles("(3, 0)", &[])),
                ("no_rounds", doubles("(0, 2)", &[])),
            ],
        );
        let archive = Archive::from_bytes(&file, "run.npz").unwrap();
        assert_eq!(read(&archive, "number").unwrap(), [[7.0]]);
        assert_eq!(read(&archive, "objective").unwrap(), [[1.0], [2.0], [0.0]]);
        assert_eq!(read(&archive, "constraints").unwrap(), [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
        assert_eq!(read(&archive, "nothing").unwrap(), [[0.0; 0]; 3]);
        assert!(read(&archive, "no_rounds").unwrap().is_empty());
        let array = Array::open(&archive, "constraints").unwrap();
        assert_eq!((array.rows(), array.width()), (3, 2));
        let missing = read(&archive, "lambda").unwrap_err().to_string();
        let known = "`number`, `objective`, `constraints`, `nothing` and `no_rounds`";
        assert_eq!(missing, format!("run.npz: there is no array `lambda`: the file holds {known}"));
    }
}

#[test]
fn arrays_are_read_in_turns() {
    let numbers: Vec<f64> = (0..60_000).map(f64::from).collect();
    let backwards: Vec<f64> = numbers.iter().rev().copied().collect();
    for style in STYLES {
        let arrays = [("a", doubles("(20000, 3)", &numbers)), ("b", doubles("(20000, 3)", &backwards))];
        let archive = Archive::from_bytes(&npz(style, &arrays), "run.npz").unwrap();
        let [mut a, mut b] = ["a", "b"].map(|name| Array::open(&archive, name).unwrap());
        let mut row = [0.0; 3];
        for (ours, theirs) in numbers.chunks(3).zip(backwards.chunks(3)) {
            a.read_row(&mut row).unwrap();
            assert_eq!(row, ours);
            b.read_row(&mut row).unwrap();
            assert_eq!(row, theirs);
        }
        assert!(a.read_row(&mut row).unwrap_err().to_string().contains("`a` has only 20000 rows"));
        a.finish().unwrap();
        b.finish().unwrap();
    }
}

#[test]
fn rows_that_nobody_asked_for_are_noticed() {
    let archive = Archive::from_bytes(&npz(Style::default(), &[("x", doubles("(2,)", &[1.0, 2.0]))]), "x").unwrap();
    let error = Array::open(&archive, "x").unwrap().finish().unwrap_err();
    assert_eq!(error.message(), "`x` has 2 rows, but only 0 were asked for");
}

#[test]
fn columns_of_fortran_become_rows() {
    // More numbers than are decoded at once.
    let bytes: Vec<u8> = (0..2 * 700).flat_map(|i| f64::from(i).to_le_bytes()).collect();
    for style in STYLES {
        let rows = read_one(style, npy("<f8", true, "(700, 2)", &bytes)).unwrap();
        assert!(rows.iter().zip(0..).all(|(row, i)| *row == [f64::from(i), f64::from(i + 700)]));
        let column = read_one(style, npy("<f8", true, "(1400, 1)", &bytes)).unwrap();
        assert_eq!(column[1399], [1399.0]);
    }
}

#[test]
fn shorter_numbers_are_widened_exactly() {
    let singles = [0.1f32, -3.5, f32::MIN_POSITIVE, f32::MAX];
    let bytes: Vec<u8> = singles.iter().flat_map(|number| number.to_le_bytes()).collect();
    let read = read_one(Style::default(), npy("<f4", false, "(4,)", &bytes)).unwrap();
    assert_eq!(read.concat(), singles.map(f64::from));
    let bytes = [0x3C00u16, 0xC100, 0x0001, 0x7BFF, 0x0400, 0x3555].map(u16::to_le_bytes).concat();
    let read = read_one(Style::default(), npy("<f2", false, "(6,)", &bytes)).unwrap();
    let third = 0.333_251_953_125;
    assert_eq!(read.concat(), [1.0, -2.5, 2f64.powi(-24), 65504.0, 2f64.powi(-14), third]);
    assert_eq!(half(0xFC00), f64::NEG_INFINITY);
    assert!(half(0x7C01).is_nan());
}

#[test]
fn names_in_both_kinds_of_text() {
    let unicode: Vec<u8> =
        "loss\0fair\u{df}".chars().flat_map(|character| u32::from(character).to_le_bytes()).collect();
    let file = npz(
        Style { deflated: true, large: false },
        &[
            ("u", npy("<U5", false, "(2,)", &unicode)),
            ("s", npy("|S4", false, "(3,)", b"losscap\0x\0\0\0")),
            ("bad", npy("|S1", false, "(1,)", b"\xFF")),
            ("surrogate", npy("<U1", false, "(1,)", &[0, 0xD8, 0, 0])),
            ("grid", npy("|S1", false, "(1, 1)", b"x")),
            ("numbers", doubles("(1,)", &[1.0])),
            ("objects", npy("|O", false, "(1,)", b"\x80\x04N.")),
        ],
    );
    let archive = Archive::from_bytes(&file, "run.npz").unwrap();
    assert_eq!(names(&archive, "s").unwrap(), ["loss", "cap", "x"]);
    assert_eq!(names(&archive, "u").unwrap(), ["loss", "fair\u{df}"]);
    let refusal = |name: &str| names(&archive, name).unwrap_err().message().to_owned();
    assert_eq!(refusal("bad"), "`bad` has no valid text at place 0 (counted from 0)");
    assert_eq!(refusal("surrogate"), "`surrogate` has no valid text at place 0 (counted from 0)");
    assert_eq!(refusal("grid"), "`grid` must have one dimension, with a name for each column");
    let cast = "convert it with numpy.asarray(..., dtype=str)";
    assert_eq!(refusal("numbers"), format!("`numbers` does not hold text (<f8): {cast}"));
    assert_eq!(refusal("objects"), format!("`objects` does not hold text (|O): {cast}"));
}

#[test]
fn other_items_are_refused_with_the_cast() {
    for (descr, sentence) in [
        ("<i8", "`x` holds integers (<i8): save it with .astype(float)"),
        ("|u1", "`x` holds integers (|u1): save it with .astype(float)"),
        ("|b1", "`x` holds booleans (|b1): save it with .astype(float)"),
        (">f8", "`x` holds big-endian numbers (>f8): save it with .astype('<f8')"),
        ("<f16", "`x` holds long doubles (<f16): save it with .astype(float), which rounds them"),
        ("<c16", "`x` holds complex numbers (<c16): save its real part, .real"),
        ("|O", "`x` holds Python objects, which are pickled (|O): convert it with numpy.asarray(..., dtype=float)"),
        ("<U4", "`x` holds text (<U4): save numbers, with .astype(float)"),
        ("|V2", "`x` holds raw bytes, perhaps bfloat16 (|V2): convert it to numpy.float32 first"),
        ("", "`x` holds items of an unknown kind (): save it with .astype(float)"),
    ] {
        assert_eq!(refusal(npy(descr, false, "(1,)", &[0; 16])), format!("run.npz: {sentence}"));
    }
    let fields = with_header("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", 1, &[0; 8]);
    assert!(refusal(fields).ends_with("`x` has named fields: save each field as an array of its own"));
    let deep = refusal(doubles("(1, 1, 1)", &[1.0]));
    assert!(deep.ends_with("`x` has 3 dimensions: a row is a round, so save it with .reshape(len(...), -1)"));
    let wide = npy("<f2", false, "(1, 5000000)", &vec![0; 10_000_000]);
    assert!(refusal(wide).ends_with("`x` has 5000000 columns: if these are rounds, save it with .T"));
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let end = "end the run before it diverged";
    let sentence = refusal(doubles("(2, 2)", &[1.0, 2.0, 3.0, f64::NAN]));
    assert_eq!(sentence, format!("run.npz: `x` is NaN in round 1, column 1 (both counted from 0): {end}"));
    let sentence = refusal(doubles("(2,)", &[1.0, f64::NEG_INFINITY]));
    assert_eq!(sentence, format!("run.npz: `x` is -inf in round 1 (counted from 0): {end}"));
    assert_eq!(refusal(doubles("()", &[f64::INFINITY])), format!("run.npz: `x` is inf: {end}"));
}

#[test]
fn headers_are_read_strictly() {
    let good = |text: &str| Header::parse(text).unwrap();
    let header = good("{\"shape\":(3,2),'fortran_order' : True,'descr':\"<f8\"}\n");
    assert_eq!((header.descr.as_str(), header.fortran, header.shape.as_slice()), ("<f8", true, &[3, 2][..]));
    assert_eq!(good("{'descr': '<f8', 'fortran_order': False, 'shape': ( 3 , 2 , ), }").shape, [3, 2]);
    assert_eq!(good("{'descr': '<f8', 'fortran_order': False, 'shape': ()}").shape, [0; 0]);
    for bad in [
        "",
        "{}",
        "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 3}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} x",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,)",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f8\", 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '\\x3cf8', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'more': 1}",
    ] {
        assert!(Header::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn all_versions_of_the_format() {
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n";
    for version in [1, 2, 3] {
        assert_eq!(read_one(Style::default(), with_header(header, version, &1f64.to_le_bytes())).unwrap(), [[1.0]]);
    }
    let sentence = "run.npz: `x` does not start with a header of numpy's: save it with numpy.savez";
    assert_eq!(refusal(with_header(header, 4, &[0; 8])), sentence);
    assert_eq!(refusal(b"1,2,3".to_vec()), sentence);
    assert_eq!(refusal(b"\x93NUMPY\x02\0\0\0".to_vec()), sentence);
    assert_eq!(refusal(b"\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{".to_vec()), sentence);
    assert_eq!(refusal(with_header(&" ".repeat(1 << 17), 2, &[])), sentence);
}

#[test]
fn a_shape_must_fit_the_bytes() {
    let sentence = "run.npz: `x` does not have the length that its shape asks for: save the file again";
    for shape in ["(2,)", "(4,)", "(3, 2)", "(4611686018427387904, 2)", "(18446744073709551615, 18446744073709551615)"]
    {
        assert_eq!(refusal(doubles(shape, &[1.0; 3])), sentence);
    }
}
