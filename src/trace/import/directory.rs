//! The directory at the end of a ZIP archive.
//!
//! Only one reading is accepted: the directory ends where its end record starts, and no two entries share a byte or a
//! name. Tolerant readers differ on archives that break these rules, and a certificate must speak of one file.

use super::zip::{Fault, Seekable, read_at};
use std::collections::BTreeSet;
use std::io::SeekFrom;

const MOST_ENTRIES: u64 = 10_000;
/// The longest directory that is read: ten times what so many entries need.
const LONGEST_DIRECTORY: u64 = 1 << 24;

const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = 0xFFFF;
const LOCATOR: &[u8] = b"PK\x06\x07";
const LOCATOR_LENGTH: usize = 20;
const END_64: &[u8] = b"PK\x06\x06";
const END_64_LENGTH: u64 = 56;
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL_LENGTH: u64 = 30;
/// Marks the extra field with the numbers that do not fit in 32 bits.
const EXTRA_64: u16 = 1;

/// An entry as the directory describes it.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc: u32,
    /// The length of its bytes in the archive.
    pub(super) packed: u64,
    /// The length of its content.
    pub(super) size: u64,
    /// Where its local header starts.
    pub(super) start: u64,
    /// Where the next entry, or the directory, starts.
    pub(super) limit: u64,
}

/// Reads the entries of an archive.
pub(super) fn read(file: &mut impl Seekable) -> Result<Vec<Entry>, Fault> {
    let (place, after) = find(file)?;
    if place.start.checked_add(place.length) != Some(after) {
        return Err(Fault::Damaged("its directory does not end where its end record starts"));
    }
    if place.entries > MOST_ENTRIES || place.length > LONGEST_DIRECTORY {
        return Err(Fault::Refused(format!(
            "this ZIP archive has more than {MOST_ENTRIES} entries: save fewer arrays"
        )));
    }
    let bytes = read_at(file, place.start, place.length)?;
    let mut fields = Fields(&bytes);
    let mut entries = Vec::new();
    for _ in 0..place.entries {
        entries.push(Entry::parse(&mut fields).ok_or(Fault::Damaged("an entry of its directory makes no sense"))?);
    }
    if !fields.0.is_empty() {
        return Err(Fault::Damaged("its directory holds more than its entries"));
    }
    separate(&mut entries, place.start)?;
    Ok(entries)
}

/// Where the directory is, says its end record; and where that record starts.
fn find(file: &mut impl Seekable) -> Result<(Place, u64), Fault> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_length = length.min((LOCATOR_LENGTH + END_LENGTH + LONGEST_COMMENT) as u64);
    let tail = read_at(file, length - tail_length, tail_length)?;
    let end = end_of(&tail).ok_or(Fault::Damaged("its end is missing, as if it was cut off"))?;
    let end_at = length - tail_length + end as u64;
    let locator = end.checked_sub(LOCATOR_LENGTH).and_then(|at| tail[at..end].strip_prefix(LOCATOR));
    let (place, after) = match locator {
        None => (Place::parse(&tail[end..]), end_at),
        Some(locator) => {
            let locator_at = end_at - LOCATOR_LENGTH as u64;
            let start = Fields(&locator[4..]).u64().unwrap_or(u64::MAX);
            let room = locator_at.checked_sub(start).filter(|&room| room >= END_64_LENGTH);
            let room = room.ok_or(Fault::Damaged("its 64-bit end record is not where it should be"))?;
            (Place::parse_64(&read_at(file, start, END_64_LENGTH)?, room), start)
        }
    };
    let place = place.ok_or(Fault::Damaged("its end record makes no sense, or it has a second volume"))?;
    Ok((place, after))
}

/// The start of the end record: the comment that closes it must close the file.
fn end_of(tail: &[u8]) -> Option<usize> {
    (0..(tail.len() + 1).saturating_sub(END_LENGTH)).rev().find(|&at| {
        let comment = Fields(&tail[at + END_LENGTH - 2..]).u16().map(usize::from);
        tail[at..].starts_with(END) && comment == Some(tail.len() - at - END_LENGTH)
    })
}

/// What an end record says.
struct Place {
    entries: u64,
    length: u64,
    start: u64,
}

impl Place {
    fn parse(record: &[u8]) -> Option<Self> {
        let mut fields = Fields(record.strip_prefix(END)?);
        let volumes = [fields.u16()?, fields.u16()?];
        let [here, entries] = [fields.u16()?, fields.u16()?];
        let [length, start] = [fields.u32()?, fields.u32()?];
        let place = Self { entries: entries.into(), length: length.into(), start: start.into() };
        (volumes == [0, 0] && here == entries).then_some(place)
    }

    /// The 64-bit record, which must fill the room before its locator.
    fn parse_64(record: &[u8], room: u64) -> Option<Self> {
        let mut fields = Fields(record.strip_prefix(END_64)?);
        let length_after = fields.u64()?;
        fields.bytes(4)?; // versions of the format
        let volumes = [fields.u32()?, fields.u32()?];
        let [here, entries, length, start] = [fields.u64()?, fields.u64()?, fields.u64()?, fields.u64()?];
        let sound = length_after.checked_add(12) == Some(room) && volumes == [0, 0] && here == entries;
        sound.then_some(Self { entries, length, start })
    }
}

impl Entry {
    fn parse(fields: &mut Fields) -> Option<Self> {
        (fields.bytes(4)? == ENTRY).then_some(())?;
        fields.bytes(4)?; // versions of the format
        let (flags, method) = (fields.u16()?, fields.u16()?);
        fields.bytes(4)?; // time and date
        let (crc, packed, size) = (fields.u32()?, fields.u32()?, fields.u32()?);
        let [name, extra, comment] = [fields.u16()?, fields.u16()?, fields.u16()?];
        let volume = fields.u16()?;
        fields.bytes(6)?; // attributes
        let start = fields.u32()?;
        let name = std::str::from_utf8(fields.bytes(name.into())?).ok()?.to_owned();
        let extra = fields.bytes(extra.into())?;
        fields.bytes(comment.into())?;

        // The extra field holds those of the numbers that are all ones here, in this order.
        let mut large = extra_64(extra)?;
        let mut full = |short: u32| if short == u32::MAX { large.u64() } else { Some(short.into()) };
        let (size, packed, start) = (full(size)?, full(packed)?, full(start)?);
        (volume == 0).then_some(Self { name, flags, method, crc, packed, size, start, limit: 0 })
    }
}

/// The first extra field of 64-bit numbers, or an empty one.
fn extra_64(extra: &[u8]) -> Option<Fields<'_>> {
    let mut fields = Fields(extra);
    while !fields.0.is_empty() {
        let (kind, length) = (fields.u16()?, fields.u16()?);
        let content = fields.bytes(length.into())?;
        if kind == EXTRA_64 {
            return Some(Fields(content));
        }
    }
    Some(Fields(&[]))
}

/// Finds the room of each entry, and refuses entries that share bytes or a name.
fn separate(entries: &mut [Entry], directory: u64) -> Result<(), Fault> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|&entry| entries[entry].start);
    for (place, &index) in order.iter().enumerate() {
        let limit = order.get(place + 1).map_or(directory, |&next| entries[next].start);
        let entry = &mut entries[index];
        entry.limit = limit;
        let least = LOCAL_LENGTH + entry.name.len() as u64;
        let end = entry.start.checked_add(least).and_then(|content| content.checked_add(entry.packed));
        if end.is_none_or(|end| end > limit) {
            return Err(Fault::Damaged("its entries overlap, or reach into the directory"));
        }
    }
    let mut names = BTreeSet::new();
    match entries.iter().find(|entry| !names.insert(&entry.name)) {
        Some(entry) => Err(Fault::Refused(format!("two entries are called `{}`: save the file again", entry.name))),
        None => Ok(()),
    }
}

/// Little-endian numbers, one after the other.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(first)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}
