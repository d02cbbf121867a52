//! Tests of `src/files/memory.rs` that need its private parts.

use super::{MOST, most};

#[test]
fn the_least_of_all_limits_counts() {
    let limits =
        |bytes: &str| format!("Max locked memory  8  8  bytes\nMax address space         {bytes}  unlimited  bytes\n");
    let memory = "MemTotal:       24676920 kB\nMemFree:  1 kB\n";
    for (limits, memory, found) in [
        (limits("unlimited"), memory, MOST),
        (limits("4294967296"), memory, 1 << 31),
        (limits("unlimited"), "MemTotal: 1024 kB\n", 1 << 19),
        (limits("4096"), "MemTotal: 1024 kB\n", 2048),
        (String::new(), "", MOST),
    ] {
        assert_eq!(most(&limits, memory), found, "{limits}{memory}");
    }
}
