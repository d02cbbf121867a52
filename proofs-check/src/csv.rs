//! Traces and candidates (section 2 of the specification), one line at a time, with the digest of the file.

use crate::json::{Flaw, Form};
use crate::report::shown;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is read. A file may have any length: no more memory is taken for more lines.
const LONGEST_LINE: u64 = 1 << 26;

/// Which files are read: traces only, or tables of candidates without multipliers too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepts {
    Traces,
    Candidates,
}

/// The two games, told apart by the column `lambda_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Lagrangian,
    Proxy,
}

impl Game {
    /// What it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lagrangian => "Lagrangian",
            Self::Proxy => "proxy",
        }
    }
}

/// What a column holds; constraints, proxies and thetas are counted from 1, multipliers as they are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// The objective, which is 0, or a constraint.
    Value(usize),
    Proxy(usize),
    Lambda(usize),
    Theta(usize),
}

/// Whether an enclosure is more than a number.
pub(crate) fn is_wide((lo, hi): &(f64, f64)) -> bool {
    lo < hi
}

/// The numbers of one line. Values are the objective and the constraints.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) values: Vec<(f64, f64)>,
    pub(crate) proxies: Vec<(f64, f64)>,
    pub(crate) lambda: Vec<f64>,
    pub(crate) theta: Vec<f64>,
}

impl Row {
    /// What stands in a column of values, if there is one.
    pub(crate) fn value(&self, column: Column) -> Option<(f64, f64)> {
        match column {
            Column::Value(i) => self.values.get(i).copied(),
            Column::Proxy(i) => self.proxies.get(i.checked_sub(1)?).copied(),
            Column::Lambda(_) | Column::Theta(_) => None,
        }
    }
}

/// A file that is being read; the row is that of the current line.
pub(crate) struct Table<R: Read> {
    reader: BufReader<Hashing<R>>,
    line: Vec<u8>,
    line_number: usize,
    columns: Vec<(Column, Part)>,
    names: Vec<String>,
    pub(crate) game: Game,
    pub(crate) row: Row,
    pub(crate) rounds: usize,
}

/// What is said where the upper ends of enclosures stood for the values of candidates.
pub(crate) const BY_UPPER_ENDS: &str = "values: the upper ends, where the candidates enclose theirs";

/// Which end of a value a column holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Both,
    Lo,
    Hi,
}

struct Hashing<R> {
    reader: R,
    digest: Sha256,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.digest.update(buffer.get(..length).unwrap_or_default());
        Ok(length)
    }
}

impl<R: Read> Table<R> {
    /// Reads the names of the columns.
    pub(crate) fn open(reader: R, accepts: Accepts) -> Form<Self> {
        let hashing = Hashing { reader, digest: Sha256::new() };
        let mut table = Self {
            reader: BufReader::with_capacity(1 << 16, hashing),
            line: Vec::new(),
            line_number: 0,
            columns: Vec::new(),
            names: Vec::new(),
            game: Game::Lagrangian,
            row: Row::default(),
            rounds: 0,
        };
        if !table.advance()? {
            return Err(Flaw::at(1, "the file is empty: the first line must name the columns"));
        }
        let fields = split(&table.line).map_err(|reason| table.flaw(reason))?;
        table.names = fields.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect();
        table.layout(accepts).map_err(|reason| table.flaw(reason))?;
        Ok(table)
    }

    fn flaw(&self, reason: impl Into<String>) -> Flaw {
        Flaw::at(self.line_number, reason)
    }

    /// Reads the next line into `row`; false after the last one.
    pub(crate) fn next(&mut self) -> Form<bool> {
        if !self.advance()? {
            return if self.rounds > 0 { Ok(false) } else { Err(self.flaw("the file has no line below the names")) };
        }
        let fields = split(&self.line).map_err(|reason| self.flaw(reason))?;
        if fields.len() != self.columns.len() {
            let (found, wanted) = (fields.len(), self.columns.len());
            return Err(self.flaw(format!("the line has {found} fields for {wanted} columns")));
        }
        for ((&(column, part), field), name) in self.columns.iter().zip(fields).zip(&self.names) {
            // `parse` rounds to the nearest double, ties to even, for every decimal text.
            let number = std::str::from_utf8(field).ok().and_then(|text| text.parse::<f64>().ok());
            let wrong = |what: &str| {
                Flaw::at(self.line_number, format!("`{name}` is `{}`, {what}", shown(&String::from_utf8_lossy(field))))
            };
            let Some(x) = number.filter(|x| x.is_finite()) else { return Err(wrong("which is not a finite number")) };
            let row = &mut self.row;
            let (place, negative) = match column {
                Column::Value(i) => (row.values.get_mut(i).map(|ends| (ends, part)), false),
                Column::Proxy(i) => (row.proxies.get_mut(i.wrapping_sub(1)).map(|ends| (ends, part)), false),
                Column::Lambda(i) => {
                    let first = usize::from(self.game == Game::Lagrangian);
                    row.lambda.get_mut(i.wrapping_sub(first)).into_iter().for_each(|place| *place = x);
                    (None, x < 0.0)
                }
                Column::Theta(i) => {
                    row.theta.get_mut(i.wrapping_sub(1)).into_iter().for_each(|place| *place = x);
                    (None, false)
                }
            };
            if negative {
                return Err(wrong("but a multiplier must not be negative"));
            }
            match place {
                Some((ends, Part::Both)) => *ends = (x, x),
                Some((ends, Part::Lo)) => ends.0 = x,
                Some((ends, Part::Hi)) => ends.1 = x,
                None => {}
            }
        }
        if self.row.values.iter().chain(&self.row.proxies).any(|(lo, hi)| lo > hi) {
            return Err(self.flaw("the `.lo` of an enclosure is above its `.hi`"));
        }
        self.rounds = self.rounds.checked_add(1).ok_or_else(|| self.flaw("the file has too many lines to count"))?;
        Ok(true)
    }

    /// The digest of the file, after the last line.
    pub(crate) fn digest(self) -> String {
        let digest = self.reader.into_inner().digest.finalize();
        digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// Goes to the next line; false at the end. Empty lines may stand at the end only.
    fn advance(&mut self) -> Form<bool> {
        let mut empty = None;
        while self.read_line()? {
            if self.line.trim_ascii().is_empty() {
                empty.get_or_insert(self.line_number);
            } else if let Some(line) = empty {
                return Err(Flaw::at(line, "the line is empty, but more lines follow"));
            } else {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read_line(&mut self) -> Form<bool> {
        self.line.clear();
        self.line_number = self.line_number.saturating_add(1);
        let mut limited = self.reader.by_ref().take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut self.line);
        let length = read.map_err(|error| Flaw::at(self.line_number, format!("cannot be read: {error}")))?;
        let terminated = self.line.last() == Some(&b'\n');
        if !terminated && u64::try_from(length).is_ok_and(|length| length == LONGEST_LINE) {
            return Err(self.flaw("the line is longer than 2^26 bytes"));
        }
        if self.line_number == 1 && self.line.starts_with(b"\xEF\xBB\xBF") {
            self.line.drain(..3);
        }
        Ok(length > 0)
    }

    /// Understands the names of the columns.
    fn layout(&mut self, accepts: Accepts) -> Result<(), String> {
        let mut parts: BTreeMap<Column, Vec<Part>> = BTreeMap::new();
        for name in &self.names {
            let unknown = || format!("`{}` is not a column of a trace", shown(name));
            let (column, part) = column(name).ok_or_else(unknown)?;
            parts.entry(column).or_default().push(part);
            self.columns.push((column, part));
        }
        for (&column, found) in &mut parts {
            found.sort_unstable();
            if !matches!(found.as_slice(), [Part::Both] | [Part::Lo, Part::Hi]) {
                return Err(format!("`{column}` must be given once, as one column or as a pair `.lo`, `.hi`"));
            }
        }
        let count = |wanted: fn(&Column) -> Option<usize>, first: usize| {
            let numbers: Vec<usize> = parts.keys().filter_map(wanted).collect();
            let whole = numbers.iter().copied().eq((first..).take(numbers.len()));
            whole.then_some(numbers.len())
        };
        let game = if parts.contains_key(&Column::Lambda(0)) { Game::Proxy } else { Game::Lagrangian };
        let of = |what: &str, count: Option<usize>| {
            count.ok_or_else(|| format!("the columns `{what}` must be counted from their first number without gaps"))
        };
        let values =
            of("objective, constraint_*", count(|c| if let Column::Value(i) = c { Some(*i) } else { None }, 0))?;
        let proxies = of("proxy_*", count(|c| if let Column::Proxy(i) = c { Some(*i) } else { None }, 1))?;
        let first = usize::from(game == Game::Lagrangian);
        let lambda = of("lambda_*", count(|c| if let Column::Lambda(i) = c { Some(*i) } else { None }, first))?;
        let theta = of("theta_*", count(|c| if let Column::Theta(i) = c { Some(*i) } else { None }, 1))?;
        let Some(constraints) = values.checked_sub(1) else { return Err("`objective` is missing".to_owned()) };
        if proxies != 0 && proxies != constraints {
            return Err("some constraints have a `proxy_*` and others have none, or there are too many".to_owned());
        }
        let multipliers = values.wrapping_sub(first);
        let candidates = accepts == Accepts::Candidates && lambda == 0;
        if lambda != multipliers && !candidates {
            return Err(format!("there are {lambda} multipliers for {constraints} constraints"));
        }
        self.game = game;
        self.row = Row {
            values: vec![(0.0, 0.0); values],
            proxies: vec![(0.0, 0.0); proxies],
            lambda: vec![0.0; lambda],
            theta: vec![0.0; theta],
        };
        Ok(())
    }
}

impl Column {
    /// The column of exact values with this name.
    pub(crate) fn of_values(name: &str) -> Option<Self> {
        match column(name)? {
            (column @ (Self::Value(_) | Self::Proxy(_)), Part::Both) => Some(column),
            _ => None,
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(0) => f.write_str("objective"),
            Self::Value(i) => write!(f, "constraint_{i}"),
            Self::Proxy(i) => write!(f, "proxy_{i}"),
            Self::Lambda(i) => write!(f, "lambda_{i}"),
            Self::Theta(i) => write!(f, "theta_{i}"),
        }
    }
}

fn column(name: &str) -> Option<(Column, Part)> {
    let (stem, part) = match name.rsplit_once('.') {
        Some((stem, "lo")) => (stem, Part::Lo),
        Some((stem, "hi")) => (stem, Part::Hi),
        _ => (name, Part::Both),
    };
    if stem == "objective" {
        return Some((Column::Value(0), part));
    }
    let (kind, number) = stem.split_once('_')?;
    let number = number.parse().ok().filter(|value: &usize| value.to_string() == number)?;
    let column = match kind {
        "constraint" if number > 0 => Column::Value(number),
        "proxy" if number > 0 => Column::Proxy(number),
        "lambda" if part == Part::Both => Column::Lambda(number),
        "theta" if part == Part::Both && number > 0 => Column::Theta(number),
        _ => return None,
    };
    Some((column, part))
}

/// The fields of a line, without surrounding spaces and quotation marks.
fn split(line: &[u8]) -> Result<Vec<&[u8]>, String> {
    if !line.contains(&b'"') {
        return Ok(line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).collect());
    }
    let mut fields = Vec::new();
    let mut rest = Some(line);
    while let Some(text) = rest {
        let text = text.trim_ascii_start();
        let (field, after) = match text.strip_prefix(b"\"") {
            None => (text, text),
            Some(quoted) => {
                let mut halves = quoted.splitn(2, |&byte| byte == b'"');
                let (Some(field), Some(after)) = (halves.next(), halves.next()) else {
                    return Err("a quotation mark is not closed on its line".to_owned());
                };
                (field, after)
            }
        };
        let mut halves = after.splitn(2, |&byte| byte == b',');
        let before_comma = halves.next().unwrap_or_default();
        rest = halves.next();
        if text.starts_with(b"\"") {
            if !before_comma.trim_ascii().is_empty() {
                return Err("a field goes on after its closing quotation mark".to_owned());
            }
            fields.push(field.trim_ascii());
        } else {
            fields.push(before_comma.trim_ascii());
        }
    }
    Ok(fields)
}
