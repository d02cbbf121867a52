//! How a row becomes a label and features: atoms, tests, and the recipe that a file carries.

use super::cells::{Cells, Columns, Trouble};
use super::file;
use crate::LONGEST_FILE;
use crate::certificate::file_and_digest;
use crate::json::{Flaw, Form, Node};
use crate::report::{Reason, Refusal, shown};
use std::borrow::Cow;
use std::io::Read;
use std::num::NonZeroUsize;

/// What an atom asks of a cell.
#[derive(Debug, PartialEq)]
pub(super) enum Asks {
    Equals(Vec<String>),
    Differs(Vec<String>),
    Between { above: Option<f64>, at_most: Option<f64> },
}

/// A condition on one column.
#[derive(Debug, PartialEq)]
pub(super) struct Atom {
    pub(super) column: String,
    pub(super) asks: Asks,
}

/// A conjunction of atoms.
#[derive(Debug, PartialEq)]
pub(super) struct Test(pub(super) Vec<Atom>);

/// A cell: its text, and the number that it denotes, if it does.
pub(super) struct Cell<'a> {
    text: Cow<'a, str>,
    number: Option<f64>,
}

impl<'a> Cell<'a> {
    pub(super) fn new(text: Cow<'a, str>) -> Self {
        // `parse` rounds to the nearest double, ties to even, for every decimal text.
        let number = text.parse::<f64>().ok().filter(|x| x.is_finite());
        Self { text, number }
    }
}

/// An atom whose column has been found.
pub(super) struct Placed<'a> {
    place: usize,
    asks: &'a Asks,
}

impl Placed<'_> {
    pub(super) fn holds(&self, row: &[Cell<'_>]) -> bool {
        let Some(cell) = row.get(self.place) else { return false };
        match self.asks {
            Asks::Equals(texts) => texts.iter().any(|text| *text == cell.text),
            Asks::Differs(texts) => texts.iter().all(|text| *text != cell.text),
            Asks::Between { above, at_most } => {
                let inside = |x: f64| above.is_none_or(|a| x > a) && at_most.is_none_or(|b| x <= b);
                cell.number.is_some_and(inside)
            }
        }
    }
}

impl Atom {
    fn read(node: Node, field: &str) -> Form<Self> {
        let line = node.line;
        let mut fields = node.object(field)?;
        let column = fields.need("column")?.text("column")?.to_owned();
        let mut texts = |name: &str| fields.optional(name, |node| node.texts(name));
        let (equals, differs) = (texts("equals")?, texts("differs")?);
        let mut bound = |name: &str| fields.optional(name, |node| node.number(name));
        let (above, at_most) = (bound("above")?, bound("at_most")?);
        fields.finish()?;
        let asks = match (equals, differs, above.is_some() || at_most.is_some()) {
            (Some(texts), None, false) if !texts.is_empty() => Asks::Equals(texts),
            (None, Some(texts), false) if !texts.is_empty() => Asks::Differs(texts),
            (None, None, true) => Asks::Between { above, at_most },
            _ => {
                let wanted = "either `equals` or `differs` with at least one text, or `above` or `at_most` or both";
                return Err(Flaw::at(line, format!("an atom of `{field}` must have {wanted}")));
            }
        };
        Ok(Self { column, asks })
    }

    pub(super) fn place(&self, columns: &Columns) -> Result<Placed<'_>, String> {
        let place = columns.get(&self.column).copied();
        let place = place.ok_or_else(|| format!("there is no column `{}`", shown(&self.column)))?;
        Ok(Placed { place, asks: &self.asks })
    }
}

impl Test {
    pub(super) fn read(node: Node, field: &str) -> Form<Self> {
        node.each(field, |atom| Atom::read(atom, field)).map(Self)
    }

    pub(super) fn place(&self, columns: &Columns) -> Result<Vec<Placed<'_>>, String> {
        self.0.iter().map(|atom| atom.place(columns)).collect()
    }
}

/// The data of a file: which file it is, and what is made of its rows.
#[derive(Debug)]
pub(crate) struct Recipe {
    pub(crate) file: String,
    pub(crate) sha256: String,
    pub(crate) rows: usize,
    pub(super) label: Atom,
    pub(super) features: Vec<Test>,
}

impl Recipe {
    pub(super) fn read(node: Node) -> Form<Self> {
        let mut fields = node.object("data")?;
        let (file, sha256) = file_and_digest(&mut fields)?;
        let rows = fields.need("rows")?.whole("rows")?;
        let node = fields.need("label")?;
        let line = node.line;
        let label = Atom::read(node, "label")?;
        if !matches!(label.asks, Asks::Equals(_)) {
            return Err(Flaw::at(line, "`label` must be an atom with `equals`"));
        }
        let node = fields.need("features")?;
        let line = node.line;
        let features = node.each("features", |test| Test::read(test, "features"))?;
        if features.is_empty() {
            return Err(Flaw::at(line, "`features` must have at least one test"));
        }
        fields.finish()?;
        Ok(Self { file, sha256, rows, label, features })
    }

    /// Reads the data from the file that was found as `found`, and tells which rows satisfy each of the tests.
    pub(super) fn load(
        &self,
        reader: impl Read,
        found: &str,
        sets: &[Test],
        threads: NonZeroUsize,
    ) -> Result<Cells, Refusal> {
        let flaw = |reason: String| Flaw { line: None, reason }.in_file(found);
        let (bytes, digest) = file::read(reader, LONGEST_FILE).map_err(flaw)?;
        if !digest.eq_ignore_ascii_case(&self.sha256) {
            let detail = format!(
                "{found} has the digest {digest}: it is not the file that was recorded; name the right file with --data"
            );
            return Err(Refusal::rejected("data.sha256", Reason::Digest, detail));
        }
        let cells = Cells::read(&bytes, &self.label, &self.features, sets, threads);
        let cells = cells.map_err(|trouble| match trouble {
            Trouble::Malformed(flaw) => flaw.in_file(found),
            Trouble::Column(detail) => Refusal::rejected("data", Reason::Recipe, format!("{detail} in {found}")),
        })?;
        if cells.rows() != self.rows {
            let detail = format!("{} rows are recorded, but {found} has {}", self.rows, cells.rows());
            return Err(Refusal::rejected("data.rows", Reason::Rounds, detail));
        }
        Ok(cells)
    }
}
