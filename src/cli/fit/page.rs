//! `fit --report`: the page about the files of a fit, with what was asked for.

use super::classifiers::{Fitted, Objective};
use super::rows::Rows;
use super::{Arguments, LOGISTIC_NOTE};
use crate::cli::page::table;
use crate::cli::report::{self, Known, Part};
use crate::error::Result;
use crate::report::page::Block;
use crate::theorems::Certification;
use std::path::{Path, PathBuf};

/// Writes the page; what the documents say is read back from them.
pub(super) fn write(
    page: &Path,
    arguments: &Arguments,
    rows: &Rows,
    fitted: &Fitted,
    certification: &Certification,
    written: &[PathBuf],
) -> Result<()> {
    let name = report::shown(&arguments.output);
    let mut files = written.to_vec();
    report::sort(&mut files);
    let documents = report::documents_of(&files, &name)?;
    let mut settings = table("What was played", &["setting", "value"], &[]);
    for (setting, value) in [
        ("data", report::shown(&arguments.data)),
        ("rounds", arguments.rounds.to_string()),
        ("rows of a minibatch", arguments.batch.to_string()),
        ("snapshots", fitted.run().len().to_string()),
        ("radius of the models", arguments.radius.to_string()),
        ("step size, chosen", fitted.rate.to_string()),
        ("seed", arguments.common.seed.to_string()),
    ] {
        settings.rows.push(vec![setting.to_owned(), value]);
    }
    let warnings = rows.warnings.iter().map(|warning| format!("Warning: {warning}."));
    let notes = rows.notes.iter().map(|note| format!("Note: {note}."));
    let logistic = (arguments.objective == Objective::Logistic).then(|| LOGISTIC_NOTE.trim_end().to_owned());
    let words = warnings.chain(notes).chain(logistic).map(Block::Paragraph);
    let asked = words.chain([Block::Table(settings)]).collect();
    let known = Known { certification: Some(certification), asked, ..Known::default() };
    report::write(page, &[Part::of(name, documents, known)?]).map(drop)
}
