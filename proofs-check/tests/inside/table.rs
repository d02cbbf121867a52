//! Tests of `src/table.rs`, as a module of it.

use super::*;

/// Gives a few bytes at once and then, if it is broken, an error.
struct Few<'a> {
    text: &'a [u8],
    most: usize,
    is_broken: bool,
}

impl Read for Few<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let room = bytes.len().min(self.most);
        match self.text.read(bytes.get_mut(..room).unwrap_or_default())? {
            0 if self.is_broken && room > 0 => Err(std::io::ErrorKind::TimedOut.into()),
            length => Ok(length),
        }
    }
}

/// What is read of a file at once, one after another, and why there is no more.
fn blocks(reader: Few<'_>, block: usize, longest: usize) -> (Vec<Vec<u8>>, Option<String>) {
    let most = reader.text.len();
    let mut ahead = Ahead { reader, bytes: Vec::new(), whole: 0, block, longest, has_ended: false, error: None };
    let mut blocks = Vec::new();
    loop {
        ahead.read();
        if ahead.whole == 0 {
            return (blocks, ahead.error);
        }
        blocks.push(ahead.bytes.drain(..ahead.whole).collect());
        assert!(blocks.len() <= most, "{blocks:?}");
    }
}

/// Every short text of letters and ends of lines.
#[test]
fn a_file_is_read_in_whole_lines_to_its_end() {
    let mut texts = vec![String::new()];
    for _ in 0..7 {
        texts = texts
            .iter()
            .flat_map(|text| ["a", "\n"].map(|end| format!("{text}{end}")))
            .chain([String::new()])
            .collect();
        for text in &texts {
            for (block, most) in [(1, 1), (2, 1), (2, 3), (3, 2), (4, 9), (9, 9)] {
                let (read, error) = blocks(Few { text: text.as_bytes(), most, is_broken: false }, block, 99);
                let lines: Vec<&[u8]> = text.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
                assert_eq!((read.concat(), error), (text.as_bytes().to_vec(), None), "{text:?} {block}");
                let all_but_last = read.split_last().map_or(&[][..], |(_, before)| before);
                assert!(all_but_last.iter().all(|block| block.ends_with(b"\n")), "{text:?} {block}: {read:?}");
                assert!(block > 1 || read == lines, "{text:?}: {read:?}");
                // Of what breaks off the whole lines come, and then the error.
                let (read, error) = blocks(Few { text: text.as_bytes(), most, is_broken: true }, block, 99);
                let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
                assert_eq!(read.concat(), whole.as_bytes(), "{text:?} {block}");
                assert!(error.is_some_and(|error| error.starts_with("cannot be read")), "{text:?} {block}");
                // A line of more than three bytes, its end with them, is refused, and nothing behind it is read.
                let (read, error) = blocks(Few { text: text.as_bytes(), most, is_broken: false }, block, 3);
                let is_long = |line: &&[u8]| line.len() > 3 || line.len() == 3 && !line.ends_with(b"\n");
                let short = lines.iter().position(is_long).unwrap_or(lines.len());
                assert_eq!(read.concat(), lines[..short].concat(), "{text:?} {block}");
                assert_eq!(error.is_some(), short < lines.len(), "{text:?} {block}: {error:?}");
            }
        }
    }
}

#[test]
fn a_file_without_names_or_without_lines_is_refused() {
    for (text, line, reason) in [
        ("", 1, "the file is empty"),
        ("\n", 1, "the file is empty"),
        ("\u{feff}", 1, "the file is empty"),
        ("\u{feff} \r\n\n \n", 1, "the file is empty"),
        ("\nobjective\n", 1, "the line is empty, but more"),
        ("objective", 2, "the file has no line below"),
        ("objective\n \n\n", 4, "the file has no line below"),
        ("objective\n \n1\n", 2, "the line is empty, but more"),
    ] {
        let table = Table::open(text.as_bytes(), Accepts::Traces, NonZeroUsize::MIN);
        let flaw = table.and_then(|mut table| table.next()).unwrap_err();
        assert!(flaw.line == Some(line) && flaw.reason.starts_with(reason), "{text:?}: {flaw:?}");
    }
}

/// A line so long that only the names come with what is read first.
#[test]
fn a_long_line_follows_the_names() {
    for mark in ["", "\u{feff}"] {
        let text = format!("{mark}objective\n{}1\n2\n", " ".repeat(BLOCK.0));
        let mut table = Table::open(text.as_bytes(), Accepts::Candidates, NonZeroUsize::MIN).unwrap();
        let mut values = Vec::new();
        while table.next().unwrap() {
            values.extend_from_slice(&table.row.values);
        }
        assert_eq!((values, table.rounds), (vec![(1.0, 1.0), (2.0, 2.0)], 2));
    }
}

/// Several blocks of many pieces: every line is read once, in its order, and all bytes are in the digest.
#[test]
fn a_long_file_is_read_line_by_line() {
    let lines = 400_000_usize;
    let text = (0..lines).fold("objective,lambda_0\n".to_owned(), |text, i| text + &format!("{i},1\n"));
    assert!(text.len() > 3 * BLOCK.0);
    let digest = Sha256::digest(text.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    for threads in [1, 3] {
        let mut table = Table::open(text.as_bytes(), Accepts::Traces, NonZeroUsize::new(threads).unwrap()).unwrap();
        for i in 0..lines {
            assert!(table.next().unwrap(), "{i}");
            let whole = f64::from(u32::try_from(i).unwrap());
            assert_eq!((table.row.values.as_slice(), table.rounds), (&[(whole, whole)][..], i.saturating_add(1)));
        }
        // However often it is asked for more.
        for _ in 0..3 {
            assert!(!table.next().unwrap() && table.rounds == lines);
        }
        assert_eq!(table.digest(), digest);
        let mut table = Table::open(text.as_bytes(), Accepts::Traces, NonZeroUsize::new(threads).unwrap()).unwrap();
        let mut rounds = 0_usize;
        while table.next_block().unwrap() {
            assert_eq!(table.block.first, rounds);
            for row in table.block.rows() {
                assert_eq!(row, [f64::from(u32::try_from(rounds).unwrap()), 1.0]);
                rounds = rounds.saturating_add(1);
            }
        }
        assert_eq!((rounds, table.rounds), (lines, lines));
    }
    let broken = text.replacen("\n350000,1\n", "\n350000,x\n", 1);
    let mut table = Table::open(broken.as_bytes(), Accepts::Traces, NonZeroUsize::MIN).unwrap();
    let flaw = loop {
        if let Err(flaw) = table.next_block() {
            break flaw;
        }
    };
    assert_eq!(flaw.line, Some(350_002), "{flaw:?}");
}

/// Lines so long that a few of them are all that is read at once: none is passed over where a block begins.
#[test]
fn long_lines_come_in_several_blocks() {
    let (lines, blank) = (300_usize, " ".repeat(1 << 13));
    let text = (0..lines).fold("objective,lambda_0\n".to_owned(), |text, i| text + &format!("{blank}{i},1\n"));
    assert!(text.len() > 2 * BLOCK.0);
    let mut table = Table::open(text.as_bytes(), Accepts::Traces, NonZeroUsize::MIN).unwrap();
    for i in 0..lines {
        assert!(table.next().unwrap(), "{i}");
        let whole = f64::from(u32::try_from(i).unwrap());
        assert_eq!((table.row.values.as_slice(), table.rounds), (&[(whole, whole)][..], i.saturating_add(1)));
    }
    assert!(!table.next().unwrap() && table.rounds == lines);
}

#[test]
fn what_is_read_at_once_grows_with_the_names() {
    for (length, block) in [(100, BLOCK.0), (10_000, 1_280_000), (100_000, BLOCK.1)] {
        let text = format!("objective{}\n1\n", " ".repeat(length - "objective\n".len()));
        let table = Table::open(text.as_bytes(), Accepts::Candidates, NonZeroUsize::MIN).unwrap();
        assert_eq!(table.ahead.block, block);
    }
}
