//! The log of a campaign: what became of each bug, noted as soon as it is known. What was cut short goes on from it.

use crate::made::Fate;
use crate::survivors::key;
use crate::tree::Bug;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A log, and the sources that its bugs are in.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    sources: BTreeMap<String, u64>,
}

/// FNV-1a: a line of another source is not about this one.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Log {
    /// Opens a log for more lines.
    pub(crate) fn open(root: &Path, path: PathBuf, bugs: &[Bug]) -> Result<Self, String> {
        let mut sources = BTreeMap::new();
        for file in bugs.iter().map(|bug| &bug.file) {
            if !sources.contains_key(file) {
                let bytes = fs::read(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
                sources.insert(file.clone(), digest(&bytes));
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path, file, sources })
    }

    /// What is known of bugs in sources that are as they were; the last line about a bug counts.
    pub(crate) fn known(&self) -> Result<BTreeMap<String, Fate>, String> {
        let text = fs::read_to_string(&self.path).map_err(|error| format!("{}: {error}", self.path.display()))?;
        let line = |line: &str| {
            let mut fields = line.splitn(5, '\t').skip(1);
            let (word, by, source, key) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
            let same = self.sources.get(key.split(" | ").next()?).is_some_and(|found| format!("{found:x}") == source);
            same.then(|| Some((key.to_owned(), fate(word, by)?)))?
        };
        Ok(text.lines().filter_map(line).collect())
    }

    /// Notes what became of a bug.
    pub(crate) fn note(&self, bug: &Bug, fate: &Fate, took: Duration) {
        let (word, by) = match fate {
            Fate::Refused => ("refused", String::new()),
            Fate::Caught(test) => ("caught", test.clone()),
            Fate::Unreached => ("UNREACHED", String::new()),
            Fate::Alive => ("ALIVE", String::new()),
            Fate::Open(most) => ("OPEN", most.as_secs().to_string()),
        };
        let source = self.sources.get(&bug.file).copied().unwrap_or_default();
        let line = format!("{:.2}\t{word}\t{by}\t{source:x}\t{}\n", took.as_secs_f64(), key(bug));
        if let Err(error) = (&self.file).write_all(line.as_bytes()) {
            println!("{}: {error}", self.path.display());
        }
    }
}

fn fate(word: &str, by: &str) -> Option<Fate> {
    Some(match word {
        "refused" => Fate::Refused,
        "caught" => Fate::Caught(by.to_owned()),
        "UNREACHED" => Fate::Unreached,
        "ALIVE" => Fate::Alive,
        "OPEN" => Fate::Open(Duration::from_secs(by.parse().ok()?)),
        _ => return None,
    })
}
