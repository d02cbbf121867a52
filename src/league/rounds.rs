//! Numbers of rounds, as people write them.

use crate::error::{Error, Result};

/// More rounds in one run are a slip of the keyboard.
const MOST: usize = 1 << 26;

/// Reads `2^6..2^16`, `64..65536`, or a list of such; ascending, each once. A range doubles from its first number while
/// it is at most its last.
pub(crate) fn parse(text: &str) -> Result<Vec<usize>> {
    let mut rounds = Vec::new();
    for part in text.split(',').map(str::trim) {
        match part.split_once("..") {
            None => rounds.push(number(part)?),
            Some((first, last)) => {
                let (mut next, last) = (number(first)?, number(last)?);
                if next > last {
                    return Err(Error::new(format!("the range `{part}` goes down: write the smaller number first")));
                }
                while next <= last {
                    rounds.push(next);
                    next *= 2;
                }
            }
        }
    }
    rounds.sort_unstable();
    rounds.dedup();
    Ok(rounds)
}

fn number(text: &str) -> Result<usize> {
    let text = text.trim();
    let value = match text.split_once('^') {
        None => text.parse().ok(),
        Some((base, power)) => {
            base.parse::<usize>().ok().zip(power.parse::<u32>().ok()).and_then(|(base, power)| base.checked_pow(power))
        }
    };
    value.filter(|value| (1..=MOST).contains(value)).ok_or_else(|| {
        Error::new(format!(
            "`{text}` is not a number of rounds from 1 to 2^26: write 2^6..2^16, 64..65536, or a list such as 100,1000"
        ))
    })
}
