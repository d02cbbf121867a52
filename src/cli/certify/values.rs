//! In words: whether the recorded values are the problem's, and what is asked of them.

use crate::certificate::{Certificate, Compared};
use crate::theorems::Certification;
use crate::theorems::agreement::{Difference, Disagreement, Mismatch};
use clap::ValueEnum;

/// What `--require` asks for.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Required {
    /// That the recorded values are known to be the problem's
    Verified,
}

/// Where the recorded values are not known to be the problem's, if they were compared and are not.
pub(super) fn difference(certification: &Certification) -> Option<&Difference> {
    match &certification.disagreement {
        Some(Disagreement::Different(difference)) => Some(difference),
        Some(Disagreement::NotCompared(_)) | None => None,
    }
}

/// What keeps the trace from being a run of the problem, if there is a problem and something does.
pub(super) fn sentence(certification: &Certification) -> Option<String> {
    let Some(difference) = difference(certification) else {
        let reason = certification.disagreement.as_ref()?;
        return Some(format!("Not proved: that the trace is a run of the problem: {reason}."));
    };
    let cure = match &difference.first.1 {
        Mismatch::Value(_) => {
            " Record enclosures `X.lo`, `X.hi` that contain the problem's values, or let `certify --recompute` write them."
        }
        Mismatch::Outside(_) => " Name the domain that the run had, or project its points onto this one.",
        Mismatch::Undefined(_) => "",
    };
    let clause = difference.to_string();
    let clause = clause.strip_prefix('t').map_or_else(|| clause.clone(), |rest| format!("T{rest}"));
    Some(format!("{clause}.{cure}"))
}

/// Why what is required is not so, if it is not.
pub(super) fn unmet(required: Option<Required>, certification: &Certification) -> Option<String> {
    let Required::Verified = required?;
    let reason = match &certification.disagreement {
        _ if certification.certificate.given.values_verified() => return None,
        Some(reason) => reason.to_string(),
        None => "no --problem was named".to_owned(),
    };
    Some(format!("the values are not verified, as --require verified asks: {reason}"))
}

/// The condition under which a sentence about the recorded values is one about the problem, where that is in doubt.
pub(super) fn condition(certificate: &Certificate) -> &'static str {
    match certificate.given.values {
        Compared::Different => "If the recorded values are the problem's: ",
        Compared::Not | Compared::Verified => "",
    }
}
