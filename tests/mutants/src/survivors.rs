//! The list of bugs that no test can catch, each with the reason.

use crate::tree::Bug;
use std::collections::BTreeMap;

/// What a bug that nobody catches may cost. Of an `open` one it is not known yet; it may turn out to be caught.
pub(crate) const COSTS: [&str; 6] = ["nothing", "completeness", "words", "time", "proof", OPEN];
pub(crate) const OPEN: &str = "open";

/// Why a bug is alive.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    pub(crate) cost: String,
}

/// How a bug is written in the list.
pub(crate) fn key(bug: &Bug) -> String {
    format!("{} | {} | {}", bug.file, bug.inside, bug.name)
}

/// Reads the list: `why:` starts a group, `cost:` is one of [`COSTS`], every other line is a bug; `#` starts a comment.
pub(crate) fn parse(text: &str) -> Result<BTreeMap<String, Reason>, String> {
    let mut listed = BTreeMap::new();
    let (mut why, mut cost) = ("", "");
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |what: &str| format!("tests/mutants/survivors.txt, line {}: {what}", number + 1);
        if let Some(words) = line.strip_prefix("why: ") {
            (why, cost) = (words, "");
        } else if let Some(word) = line.strip_prefix("cost: ") {
            if !COSTS.contains(&word) {
                return Err(wrong(&format!("the cost is `{word}`: write one of {COSTS:?}")));
            }
            cost = word;
        } else if why.is_empty() || cost.is_empty() {
            return Err(wrong("a bug stands before the `why` and the `cost` of its group"));
        } else if listed.insert(line.to_owned(), Reason { cost: cost.to_owned() }).is_some() {
            return Err(wrong("this bug is there twice"));
        }
    }
    Ok(listed)
}
