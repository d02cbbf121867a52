//! What a wrong name was meant to be.

use super::list;

/// " (did you mean `a`?)" or "(did you mean `a` or `b`?)", with a blank before it, if one or two known names are nearest
/// to this one and near enough; nothing otherwise.
pub(crate) fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    meant(nearest(name, known))
}

/// The same of names that somebody else found to be near.
pub(crate) fn meant(near: impl IntoIterator<Item = impl std::fmt::Display>) -> String {
    let near: Vec<String> = near.into_iter().map(|name| format!("`{name}`")).collect();
    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", list(&near, "or")) }
}

/// The one or two known names with the fewest edits; a third of the letters may be wrong, at most three. More names at
/// the same distance are a guess, and nobody is helped by one of those.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(name);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for candidate in known.into_iter().filter(|candidate| *candidate != name) {
        let letters = plain(candidate);
        let (length, shorter) = (wanted.len().max(letters.len()), wanted.len().min(letters.len()));
        let most = (length / 3).min(3);
        // A long text shares no third with a short one: most candidates end here.
        if length - shorter <= most {
            let edits = edits(&wanted, &letters);
            if edits <= most && !near.iter().any(|(_, other)| *other == candidate) {
                near.push((edits, candidate));
            }
        }
    }
    let least = near.iter().map(|(edits, _)| *edits).min();
    let found: Vec<&str> =
        near.into_iter().filter(|(edits, _)| Some(*edits) == least).map(|(_, candidate)| candidate).collect();
    if found.len() > 2 { Vec::new() } else { found }
}

/// Case and the sign between words are slips, not other letters.
fn plain(name: &str) -> Vec<char> {
    let same = |letter: char| if matches!(letter, '_' | ' ') { '-' } else { letter };
    name.chars().flat_map(char::to_lowercase).map(same).collect()
}

/// How many letters have to be added, left out, replaced or exchanged with their neighbour.
fn edits(one: &[char], other: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
#[path = "../../tests/inside/error/near.rs"]
mod tests;
