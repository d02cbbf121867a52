//! What the fuzzer calls: the fields of a data file.

use super::file::lines;
use crate::json::Flaw;
use std::borrow::Cow;
use std::num::NonZeroUsize;

/// The texts of all lines, the names first.
pub(crate) fn table(bytes: &[u8]) -> Result<Vec<Vec<String>>, String> {
    let owned = |fields: Vec<Cow<'_, str>>| fields.into_iter().map(Cow::into_owned).collect::<Vec<_>>();
    let mut table = Vec::new();
    let names = |names: Vec<Cow<'_, str>>| {
        table.push(owned(names));
        Ok::<(), Flaw>(())
    };
    let row = |(): &(), rows: &mut Vec<Vec<String>>, fields: Vec<Cow<'_, str>>| rows.push(owned(fields));
    let (_, rows) = lines(bytes, NonZeroUsize::MIN, names, row).map_err(|flaw| flaw.reason)?;
    table.extend(rows.into_iter().flatten());
    Ok(table)
}
