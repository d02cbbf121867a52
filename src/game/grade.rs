//! How well a number is known.

use std::fmt;

/// The standing of a fact or a claim; a conclusion has the lowest grade of what it rests on.
///
/// ```
/// use referee::game::Grade;
/// assert_eq!(Grade::Proved.min(Grade::Declared), Grade::Declared);
/// assert!(Grade::Sampled < Grade::Declared && Grade::Declared < Grade::Computed && Grade::Computed < Grade::Proved);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Statistical: it holds with a stated probability.
    Sampled,
    /// Somebody stated it; it was not refuted.
    Declared,
    /// It was enclosed, but nothing was kept that somebody could check again. No file has this grade.
    Computed,
    /// It follows from the trace and from evidence that another program can check.
    Proved,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Sampled => "sampled",
            Self::Declared => "declared",
            Self::Computed => "computed",
            Self::Proved => "proved",
        })
    }
}
