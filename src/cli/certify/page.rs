//! `certify --report`: the page about a certificate, which is checked whether it is kept or not.

use super::Arguments;
use crate::certificate::TraceReference;
use crate::cli::Outcome;
use crate::cli::report::{self, Document, Known, Part};
use crate::error::{Error, Result};
use std::path::Path;

/// Writes the page, if the call asks for one, about the certificate that was written, or else about one that is only
/// checked; whether the checker rejects it.
pub(super) fn write(
    arguments: &Arguments,
    (reference, trace): (&TraceReference, &Path),
    known: Known<'_>,
) -> Result<bool> {
    let (Some(page), Some(certification)) = (&arguments.report, known.certification) else { return Ok(false) };
    let elsewhere = [(reference.file.as_str(), trace)];
    let (name, document) = if let Some(written) = &arguments.output {
        let name = report::shown(written);
        (name.clone(), Document::check(written, name, &elsewhere)?)
    } else {
        let folder = tempfile::tempdir().map_err(|error| Error::io("make a folder for", page, error))?;
        let path = folder.path().join("certificate.json");
        certification.certificate.write(&path, reference)?;
        (report::shown(trace), Document::check(&path, "certificate.json".to_owned(), &elsewhere)?.not_kept())
    };
    let outcome = report::write(page, &[Part::of(name, vec![document], known)?])?;
    Ok(matches!(outcome, Outcome::Violated))
}
