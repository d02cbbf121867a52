//! Which regulariser a player descends with.

use crate::error::{Error, Result};
use std::fmt;

/// The mirrors of Theorems 6 and 7 by name.
///
/// ```
/// use referee::game::MirrorKind;
/// assert_eq!(MirrorKind::parse("p-norm:1.5")?, MirrorKind::PNorm(1.5));
/// assert_eq!(MirrorKind::Entropic.to_string(), "entropic");
/// assert!(MirrorKind::parse("p-norm:3").is_err());
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MirrorKind {
    /// Half the square of the 2-norm.
    Euclidean,
    /// The entropy of the multipliers with their slack.
    Entropic,
    /// The square of the p-norm over `2 (p - 1)`, for `1 < p <= 2`.
    PNorm(f64),
}

impl MirrorKind {
    /// Reads `euclidean`, `entropic` or `p-norm:P`.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self> {
        let exponent = |text: &str| text.strip_prefix("p-norm:")?.parse().ok().filter(|p| *p > 1.0 && *p <= 2.0);
        match text {
            "euclidean" => Ok(Self::Euclidean),
            "entropic" => Ok(Self::Entropic),
            _ => exponent(text).map(Self::PNorm).ok_or_else(|| {
                Error::new(format!("`{text}` is not a mirror: write euclidean, entropic or p-norm:P, 1 < P <= 2"))
            }),
        }
    }

    /// `p - 1`: a p-norm mirror reaches `radius^2 / (2 (p - 1))` on points of p-norm at most `radius`; 1 for the others.
    pub fn curvature(self) -> f64 {
        if let Self::PNorm(p) = self { p - 1.0 } else { 1.0 }
    }
}

impl fmt::Display for MirrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Euclidean => f.write_str("euclidean"),
            Self::Entropic => f.write_str("entropic"),
            Self::PNorm(p) => write!(f, "p-norm:{p}"),
        }
    }
}
