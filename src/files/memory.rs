//! How much may be kept in memory: what needs more is refused in words, before it is asked for.

use std::fs;
use std::sync::OnceLock;

/// Numbers of more bytes than this are not kept, however much there is.
const MOST: u64 = 1 << 33;

/// So many bytes of numbers may be kept at once: 8 GiB, or half of what the machine or a limit of addresses allows.
///
/// The other half is for what is computed from them. A limit is read where Linux says it, and nowhere else.
pub(crate) fn most_bytes() -> u64 {
    static FOUND: OnceLock<u64> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        most(&read("/proc/self/limits"), &read("/proc/meminfo"))
    })
}

fn most(limits: &str, memory: &str) -> u64 {
    let number = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let addresses = number(limits, "Max address space");
    let there = number(memory, "MemTotal:").map(|kibibytes| kibibytes.saturating_mul(1024));
    [addresses, there].into_iter().flatten().map(|bytes| bytes / 2).fold(MOST, u64::min)
}

/// [`most_bytes`] in words, such as `8 GiB`.
pub(crate) fn most_in_words() -> String {
    let mebibytes = most_bytes() >> 20;
    if mebibytes.is_multiple_of(1024) { format!("{} GiB", mebibytes >> 10) } else { format!("{mebibytes} MiB") }
}

#[cfg(test)]
#[path = "../../tests/inside/files/memory.rs"]
mod tests;
