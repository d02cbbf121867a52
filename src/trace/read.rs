//! Reading a trace round by round.

use super::header::{Header, shown};
use super::record::{Pages, Records};
use super::{Foreign, Layout, Round, Trace};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::numerics::Enclosure;
use std::fs::File;
use std::io::{BufRead, BufReader, Empty};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the rounds of a CSV file one at a time; only what its buffer holds is in memory.
///
/// ```
/// use referee::trace::{Round, TraceReader};
/// let text = "objective,constraint_1,lambda_1\n1,0.5,0\n0,-0.5,-2\n";
/// let mut reader = TraceReader::from_reader(text.as_bytes(), "run.csv").unwrap();
/// let mut round = Round::new(reader.layout());
/// assert!(reader.read_round(&mut round).unwrap());
/// assert_eq!(round.constraints[0].lo(), 0.5);
/// let error = reader.read_round(&mut round).unwrap_err().to_string();
/// assert!(error.starts_with("run.csv, line 3: `lambda_1` is `-2`"));
/// ```
pub struct TraceReader<R> {
    records: Records<R>,
    header: Arc<Header>,
    /// The numbers of a line, see [`Header::places`].
    row: Vec<f64>,
    rounds: usize,
}

impl TraceReader<BufReader<File>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read or its header is not that of a trace.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|e| Error::io("open", path, e))?;
        Self::from_reader(BufReader::with_capacity(1 << 16, file), path)
    }
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the header of CSV text from anywhere; `name` stands for the file in error messages.
    ///
    /// # Errors
    /// If the text cannot be read or its header is not that of a trace.
    pub fn from_reader(reader: R, name: impl Into<PathBuf>) -> Result<Self> {
        Self::with_header(reader, name, false, None)
    }

    /// The same; a file of mere `candidates` may go without multipliers, which then are 0 in every round.
    pub(super) fn with_header(
        reader: R,
        name: impl Into<PathBuf>,
        candidates: bool,
        foreign: Option<&Foreign>,
    ) -> Result<Self> {
        let mut records = Records::new(reader, name.into());
        if !records.advance()? {
            let line = if candidates { "candidate" } else { "round" };
            let message =
                format!("the file is empty: write a line with the names of the columns, then one line per {line}");
            return Err(Error::new(message).at_line(1).in_file(records.name()));
        }
        let fields = (0..records.len()).map(|i| records.field(i));
        let header = Header::parse(fields, candidates, foreign).map_err(|message| records.error(message))?;
        Ok(Self { records, row: header.row(), header: Arc::new(header), rounds: 0 })
    }

    /// The columns of the file, apart from their order.
    pub fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// The game whose multipliers the file has, if it has any.
    pub(super) fn multipliers(&self) -> Option<Game> {
        (!self.header.plain && self.layout().num_multipliers() > 0).then(|| self.layout().game())
    }

    /// The names of the multipliers' columns in the file, and what was left out of it.
    #[cfg_attr(not(feature = "import"), expect(dead_code, reason = "only who brings in a table asks"))]
    pub(super) fn multipliers_and_rest(&self) -> (&[String], &[String]) {
        (&self.header.multipliers, &self.header.left_out)
    }

    /// The names that the file has for the value columns, and the constraints that are equalities.
    #[cfg_attr(not(feature = "import"), expect(dead_code, reason = "only who brings in a table asks"))]
    pub(super) fn names_and_equalities(&self) -> (&[String], &[usize]) {
        (&self.header.labels, &self.header.equalities)
    }

    /// The number of rounds read so far.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Reads the next round into `round`, which must have been made for this layout; `false` after the last one.
    ///
    /// # Errors
    /// If the file cannot be read, the line is not a round, or the file has no rounds; `round` then means nothing.
    ///
    /// # Panics
    /// If `round` was made for another layout.
    pub fn read_round(&mut self, round: &mut Round) -> Result<bool> {
        if !self.next_row()? {
            return self.end().map(|()| false);
        }
        let layout = &self.header.layout;
        let (m, values) = (layout.num_constraints(), layout.num_values());
        let (ends, rest) = self.row.split_at(2 * values);
        let enclosure = |value: usize| Enclosure::new(ends[value], ends[values + value]);
        assert_eq!((round.constraints.len(), round.proxies.len()), (m, layout.num_proxies()), "another layout's round");
        round.objective = enclosure(0);
        for (x, value) in round.constraints.iter_mut().chain(&mut round.proxies).zip(1..) {
            *x = enclosure(value);
        }
        let (lambda, theta) = rest.split_at(layout.num_multipliers());
        round.lambda.copy_from_slice(lambda);
        round.theta.copy_from_slice(theta);
        Ok(true)
    }

    /// Adds up to `limit` rounds to `block` and returns how many; 0 after the last one.
    ///
    /// With [`Trace::clear`] between the calls, a file is worked through in blocks of rows.
    ///
    /// # Errors
    /// As [`TraceReader::read_round`].
    ///
    /// # Panics
    /// If `block` has another layout.
    pub fn read_block(&mut self, block: &mut Trace, limit: usize) -> Result<usize> {
        assert_eq!(block.layout(), self.layout(), "the block was made for another layout");
        let mut count = 0;
        while count < limit && self.next_row()? {
            block.append_row(&self.row);
            count += 1;
        }
        if count == 0 {
            self.end()?;
        }
        Ok(count)
    }

    /// Goes to the next round and its numbers.
    fn next_row(&mut self) -> Result<bool> {
        let (header, row) = (&self.header, &mut self.row);
        if !self.records.pass_plain(|text| header.parse_plain(text, row)) {
            if !self.records.advance()? {
                return Ok(false);
            }
            self.fill_row()?;
        }
        self.rounds += 1;
        Ok(true)
    }

    /// Nothing, or what is wrong with a file that ends here.
    pub(super) fn end(&self) -> Result<()> {
        if self.rounds > 0 {
            return Ok(());
        }
        let line = self.line();
        Err(self.records.error(format!("the file ends without a {line}: write one line per {line} below the names")))
    }

    /// The pages below the names, for others to read, and a reader that goes on with what they could not.
    pub(super) fn detach(self) -> (Pages<R>, TraceReader<Empty>) {
        let Self { records, header, row, rounds } = self;
        let (pages, records) = records.detach();
        (pages, TraceReader { records, header, row, rounds })
    }

    pub(super) fn header(&self) -> Arc<Header> {
        Arc::clone(&self.header)
    }

    /// What a line holds, for messages.
    fn line(&self) -> &'static str {
        if self.header.plain { "candidate" } else { "round" }
    }

    /// Turns the fields of the current line into numbers.
    fn fill_row(&mut self) -> Result<()> {
        let header = &self.header;
        if self.records.len() != header.names.len() {
            return Err(self.ragged());
        }
        for &(field, place) in &header.places {
            let text = self.records.field(field);
            // `parse` rounds to the nearest double, ties to even, for every decimal text.
            let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
            match number {
                Some(x)
                    if x.is_finite()
                        && (x >= 0.0 || !header.multipliers_at().contains(&place) || self.is_signed(place)) =>
                {
                    self.row[place] = x;
                }
                _ => return Err(self.bad_cell(field, number)),
            }
        }
        match header.complete(&mut self.row) {
            Some(value) => Err(self.disorder(value)),
            None => Ok(()),
        }
    }

    /// Whether a place is that of an equality's multiplier.
    #[cold]
    fn is_signed(&self, place: usize) -> bool {
        self.header.signed.contains(&place)
    }

    #[cold]
    fn ragged(&self) -> Error {
        let names = &self.header.names;
        let (found, wanted) = (self.records.len(), names.len());
        if self.records.field(0).starts_with(b"#") {
            let line = self.line();
            return self
                .records
                .error(format!("the line is a comment, but every line below the names is a {line}: delete it"));
        }
        let count = format!("the line has {found} field{} for {wanted} columns", if found == 1 { "" } else { "s" });
        self.records.error(match names.get(found) {
            Some(missing) => {
                let row = if self.header.plain { "row" } else { "round" };
                format!("{count}, so `{missing}` has no value: give every column a number in every {row}")
            }
            None => format!("{count}: end it after `{}`, and write decimal points, not commas", names[wanted - 1]),
        })
    }

    #[cold]
    fn bad_cell(&self, field: usize, number: Option<f64>) -> Error {
        let text = self.records.field(field);
        let name = &self.header.names[field];
        if text.is_empty() {
            let row = if self.header.plain { "row" } else { "round" };
            return self.records.error(format!("`{name}` is empty: give every column a number in every {row}"));
        }
        let shown = shown(&String::from_utf8_lossy(text));
        self.records.error(match number {
            None => format!("`{name}` is `{shown}`, which is not a number: write it like -0.5 or 1.25e-3"),
            Some(x) if x.is_finite() => format!(
                "`{name}` is `{shown}`, but a multiplier must not be negative: constraints ask for g <= 0, so check the sign"
            ),
            Some(_) if text.iter().any(u8::is_ascii_digit) => {
                format!("`{name}` is `{shown}`, which is beyond the largest double: rescale the column")
            }
            Some(_) => {
                let cure = if self.header.plain { "leave the row out" } else { "end the trace before the run diverged" };
                format!("`{name}` is `{shown}`, which is not a finite number: {cure}")
            }
        })
    }

    #[cold]
    fn disorder(&self, value: usize) -> Error {
        let layout = self.layout();
        let name = layout.value_name(value);
        let (lo, hi) = (self.row[value], self.row[layout.num_values() + value]);
        self.records.error(format!(
            "`{name}.lo` is {lo:?}, but `{name}.hi` is {hi:?}, so the enclosure is empty: swap or correct the two"
        ))
    }
}

impl TraceReader<Empty> {
    /// Goes on with a page, which follows all that was read: `block` holds its rounds if it is `plain`, and does so
    /// afterwards in any case.
    pub(super) fn read_page(&mut self, page: &[u8], plain: bool, block: &mut Trace) -> Result<()> {
        if plain && self.records.pass_lines(block.rounds()) {
            self.rounds += block.rounds();
            return Ok(());
        }
        block.clear();
        self.records.give(page);
        while self.next_row()? {
            block.append_row(&self.row);
        }
        Ok(())
    }
}
