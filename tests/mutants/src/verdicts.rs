//! What a campaign found, by module, and what of it is not as it should be.

use crate::made::Fate;
use crate::survivors::{COSTS, OPEN, Reason, key};
use crate::tree::Bug;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a crate that a bug is in.
fn module(file: &str) -> &str {
    let inside = file.trim_start_matches("proofs-check/").trim_start_matches("src/");
    inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs")
}

/// Says what was found by module, and which bugs are alive without being listed or listed without being alive.
pub(crate) fn judge(fates: &[(Bug, Fate)], listed: &BTreeMap<String, Reason>, whole: bool) -> bool {
    let mut rows: BTreeMap<&str, [usize; 9]> = BTreeMap::new();
    let mut good = true;
    let mut seen = BTreeSet::new();
    for (bug, fate) in fates.iter().filter(|(_, fate)| *fate != Fate::Refused) {
        let row = rows.entry(module(&bug.file)).or_default();
        row[0] += 1;
        let key = key(bug);
        let reason = listed.get(&key);
        seen.insert(key.clone());
        match (fate, reason) {
            (Fate::Caught(_), None) => row[1] += 1,
            // A bug that costs time is caught on a slow machine.
            (Fate::Caught(_), Some(reason)) if ["time", OPEN].contains(&reason.cost.as_str()) => row[1] += 1,
            (Fate::Caught(test), Some(_)) => {
                row[1] += 1;
                // The list is kept in order by whole campaigns; a gate is not about it.
                good &= !whole;
                println!("listed as a survivor, but caught by {test}: {key}");
            }
            (_, Some(reason)) => {
                let place = COSTS.iter().position(|cost| *cost == reason.cost).unwrap_or(0);
                row[2 + place] += 1;
            }
            (fate, None) => {
                row[8] += 1;
                good = false;
                let word = match fate {
                    Fate::Unreached => "UNREACHED",
                    Fate::Open(_) => "OPEN, slow tests were not asked",
                    _ => "ALIVE",
                };
                println!("{word}: {key}");
            }
        }
    }
    if whole {
        for gone in listed.keys().filter(|key| !seen.contains(*key)) {
            good = false;
            println!("listed as a survivor, but there is no such bug: {gone}");
        }
    }
    println!("| module | tried | caught | {} | not listed |", COSTS.join(" | "));
    println!("|---|---|---|{}---|", "---|".repeat(COSTS.len()));
    let mut sum = [0; 9];
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(row[0]));
    for (module, row) in &rows {
        println!("| `{module}` | {} |", row.map(|count| count.to_string()).join(" | "));
        sum.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }
    println!("| all | {} |", sum.map(|count| count.to_string()).join(" | "));
    good
}
