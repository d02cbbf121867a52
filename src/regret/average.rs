//! How rounds are weighed in an average.

use crate::error::{Error, Result};
use std::fmt;

/// Weights of the rounds: whole numbers, so that their total is exact.
///
/// The theorems about played games speak of averages only, so any weights will do; in the Lagrangian game those of the
/// points and those of the multipliers need not be the same. Later rounds are better rounds as a rule.
///
/// ```
/// use referee::regret::Average;
/// let tail = Average::parse("skip:2")?;
/// assert_eq!((tail.weight(1), tail.weight(2), tail.total(5)), (0, 1, 3));
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Average {
    /// Every round counts the same.
    #[default]
    Uniform,
    /// Round `t`, counted from 1, counts `t`.
    Linear,
    /// The first rounds, that many, do not count.
    Tail(u64),
}

impl Average {
    /// Reads `uniform`, `linear` or `skip:K`.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self> {
        let skipped = |text: &str, word: &str| text.strip_prefix(word)?.parse::<u64>().ok();
        match text {
            "uniform" => Ok(Self::Uniform),
            "linear" => Ok(Self::Linear),
            _ => skipped(text, "skip:").map(Self::Tail).ok_or_else(|| {
                // As certificates write it, which reads like the last K.
                let meant =
                    skipped(text, "tail:").map_or("", |_| "; certificates call that tail:K, and it is not the last K");
                Error::new(format!(
                    "`{text}` is not an average: write uniform, linear or skip:K, which leaves out the first K \
                     rounds{meant}"
                ))
            }),
        }
    }

    /// How rounds are weighed, in words.
    pub fn in_words(self) -> String {
        match self {
            Self::Uniform => "all the same".to_owned(),
            Self::Linear => "by their number, counted from 1".to_owned(),
            Self::Tail(skipped) => format!("0 for the first {skipped}, all others the same"),
        }
    }

    /// The weight of round `t`, counted from 0.
    pub fn weight(self, t: u64) -> u64 {
        match self {
            Self::Uniform => 1,
            Self::Linear => t + 1,
            Self::Tail(skipped) => u64::from(t >= skipped),
        }
    }

    /// The weights of `rounds` rounds together.
    pub fn total(self, rounds: u64) -> u64 {
        match self {
            Self::Uniform => rounds,
            Self::Linear => rounds * (rounds + 1) / 2,
            Self::Tail(skipped) => rounds.saturating_sub(skipped),
        }
    }

    /// The same, which must not be 0.
    pub(super) fn total_of(self, rounds: u64) -> Result<u64> {
        let some = Some(self.total(rounds)).filter(|total| *total > 0);
        some.ok_or_else(|| Error::new(format!("the average leaves out all {rounds} rounds: leave out fewer")))
    }
}

impl fmt::Display for Average {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("uniform"),
            Self::Linear => f.write_str("linear"),
            Self::Tail(skipped) => write!(f, "tail:{skipped}"),
        }
    }
}

/// The average over the points and the average over the multipliers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Averages {
    /// Of the values at the points: the mixture.
    pub theta: Average,
    /// Of the multipliers.
    pub lambda: Average,
}
