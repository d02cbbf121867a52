//! `certify --report`: the page about a certificate, which is checked whether it is kept or not.

use crate::certificate::TraceReference;
use crate::cli::Outcome;
use crate::cli::report::{self, Document, Known, Part};
use crate::error::{Error, Result};
use std::path::Path;

/// Writes the page about the certificate that was written, or else about one that is only checked.
pub(super) fn write(
    page: &Path,
    written: Option<&Path>,
    (reference, trace): (&TraceReference, &Path),
    known: Known<'_>,
) -> Result<Outcome> {
    let elsewhere = [(reference.file.as_str(), trace)];
    let document = match (written, known.certification) {
        (Some(written), _) => Document::check(written, report::shown(written), &elsewhere)?,
        (None, Some(certification)) => {
            let folder = tempfile::tempdir().map_err(|error| Error::io("make a folder for", page, error))?;
            let path = folder.path().join("certificate.json");
            certification.certificate.write(&path, reference)?;
            Document::check(&path, "certificate.json".to_owned(), &elsewhere)?.not_kept()
        }
        (None, None) => return Err(Error::new("there is nothing to report").in_file(page)),
    };
    let name = written.map_or_else(|| report::shown(trace), report::shown);
    report::write(page, &[Part::of(name, vec![document], known)?])
}
