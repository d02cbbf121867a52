//! Tests of `src/lines.rs`, as a module of it.

use super::*;

/// What is said of a text line by line: its rows, or its first flaw. A row `x` is a flaw.
fn said(text: &str) -> Result<usize, (usize, String)> {
    let (mut rows, mut empty) = (0_usize, None);
    for (number, line) in (1..).zip(text.split_terminator('\n')) {
        match (line.trim().is_empty(), empty) {
            (true, _) => empty = empty.or(Some(number)),
            (false, Some(first)) => return Err((first, EMPTY.to_owned())),
            (false, None) if line.contains('x') => return Err((number, line.to_owned())),
            (false, None) => rows = rows.saturating_add(1),
        }
    }
    Ok(rows)
}

/// Every short text of rows, flaws, spaces and ends of lines, in pieces of every size: read at once, or one after
/// another into the same piece.
#[test]
fn nothing_depends_on_where_a_text_is_cut() {
    let mut texts = vec![String::new()];
    for _ in 0..6 {
        let longer = texts.iter().flat_map(|text| ["a", "x", " ", "\n"].map(|letter| format!("{text}{letter}")));
        texts = longer.chain([String::new()]).collect();
        for text in &texts {
            for size in 0..4 {
                let pieces = cut(text.as_bytes(), size);
                assert_eq!(pieces.concat(), text.as_bytes());
                let read = |piece: &mut Piece<usize>, text: &[u8]| {
                    let text = std::str::from_utf8(text).unwrap().to_owned();
                    piece.found = 0;
                    piece.read(&text, str::trim, |rows, line| {
                        *rows = rows.saturating_add(1);
                        if line.contains('x') { Err(line.to_owned()) } else { Ok(()) }
                    });
                };
                let mut all: Vec<Piece<usize>> = pieces.iter().map(|_| Piece::default()).collect();
                all.iter_mut().zip(&pieces).for_each(|(piece, text)| read(piece, text));
                let at_once = Lines::default().add(&all).map(|()| all.iter().map(|piece| piece.rows).sum::<usize>());
                let (mut lines, mut piece) = (Lines::default(), Piece::default());
                let one_by_one = pieces.iter().try_fold(0_usize, |rows, text| {
                    read(&mut piece, text);
                    lines.add(std::slice::from_ref(&piece))?;
                    assert_eq!(piece.rows, piece.found);
                    Ok(rows.saturating_add(piece.rows))
                });
                let wanted = said(text);
                for found in [at_once, one_by_one] {
                    let found = found.map_err(|flaw: Flaw| (flaw.line.unwrap(), flaw.reason));
                    assert_eq!(found, wanted, "{text:?} {size}");
                }
            }
        }
    }
}
