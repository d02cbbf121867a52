//! A copy of the project with every bug in it, each behind a switch that is set when the program starts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How a bug stands in its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Expression,
    /// With its semicolon, or a block that has none.
    Statement,
    /// New text at a place, in which `ON` asks whether the bug is switched on.
    Insertion,
}

/// One bug and its place.
#[derive(Clone, Debug)]
pub(crate) struct Bug {
    pub(crate) name: String,
    pub(crate) file: String,
    /// The function that it is in.
    pub(crate) inside: String,
    pub(crate) place: Range<usize>,
    pub(crate) form: Form,
    pub(crate) now: String,
    pub(crate) what: String,
}

/// What the copy asks: whether a bug is switched on. `REFEREE_MUTANT` is its number, or a file to which the numbers of
/// all bugs are appended that are asked for.
const SWITCH: &str = "//! Which bug of `tests/mutants` is switched on.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether it is this one.
#[inline]
pub(crate) fn on(number: usize) -> bool {
    static CHOSEN: OnceLock<(usize, Option<String>)> = OnceLock::new();
    let (chosen, reached) = CHOSEN.get_or_init(|| match std::env::var(\"REFEREE_MUTANT\") {
        Ok(text) => text.parse().map_or((usize::MAX, Some(text)), |number| (number, None)),
        Err(_) => (usize::MAX, None),
    });
    match reached {
        None => *chosen == number,
        Some(path) => note(number, path),
    }
}

fn note(number: usize, path: &str) -> bool {
    static SEEN: [AtomicBool; BUGS] = [const { AtomicBool::new(false) }; BUGS];
    if !SEEN[number].load(Ordering::Relaxed) && !SEEN[number].swap(true, Ordering::Relaxed) {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| file.write_all(format!(\"{number}\\n\").as_bytes()));
    }
    false
}
";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// The files of a folder by their paths in it; hidden ones and what was built are left out.
fn read(root: &Path, folder: &Path, files: &mut Files) -> Result<(), String> {
    let said = |error: std::io::Error| format!("{}: {error}", root.join(folder).display());
    for entry in fs::read_dir(root.join(folder)).map_err(said)? {
        let name = entry.map_err(said)?.file_name();
        let (path, text) = (folder.join(&name), name.to_string_lossy());
        if text.starts_with('.') || text == "target" || text.starts_with("referee-") {
            continue;
        }
        if root.join(&path).is_dir() {
            read(root, &path, files)?;
        } else {
            files.insert(path.clone(), fs::read(root.join(&path)).map_err(said)?);
        }
    }
    Ok(())
}

/// A bug may be what the compiler warns of; and it sees when a constant runs over.
const ALLOWED: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n";

/// The crates of the copy, each with a switch of its own.
const CRATES: [&str; 2] = ["", "proofs-check/"];

/// Writes the copy. What is there already and equal is not touched, so that little is built anew.
pub(crate) fn write(root: &Path, tree: &Path, bugs: &[Option<Bug>]) -> Result<(), String> {
    let (mut files, mut old) = (Files::new(), Files::new());
    read(root, Path::new(""), &mut files)?;
    let mut by_file: BTreeMap<&str, Vec<(&Bug, usize)>> = BTreeMap::new();
    for (number, bug) in bugs.iter().enumerate() {
        if let Some(bug) = bug {
            by_file.entry(&bug.file).or_default().push((bug, number));
        }
    }
    for (file, mut places) in by_file {
        places.sort_by_key(|(bug, _)| (bug.place.start, std::cmp::Reverse(bug.place.end)));
        let source = text(&files, file)?;
        let switched = switched(source, 0..source.len(), &places)?;
        files.insert(file.into(), switched.into_bytes());
    }
    for folder in CRATES {
        for root in ["lib.rs", "main.rs"].map(|name| format!("{folder}src/{name}")) {
            let switched = format!("{ALLOWED}{}\nmod mutant;\n", text(&files, &root)?);
            files.insert(root.into(), switched.into_bytes());
        }
        files.insert(format!("{folder}src/mutant.rs").into(), SWITCH.replace("BUGS", &bugs.len().to_string()).into());
    }
    // Cargo tells two packages of one name apart by their features, not by where they are: without a feature of its own
    // a copy and the project would take each other's programs for theirs.
    let name = format!("mutants-{}", tree.file_name().unwrap_or_default().display());
    for (manifest, needs) in
        [("Cargo.toml", format!("\"proofs-check/{name}\"")), ("proofs-check/Cargo.toml", String::new())]
    {
        let features = format!("[features]\n{name} = [{needs}]\n");
        let text = text(&files, manifest)?.replacen("[features]\n", &features, 1);
        files.insert(manifest.into(), text.into_bytes());
    }
    fs::create_dir_all(tree).map_err(|error| format!("{}: {error}", tree.display()))?;
    read(tree, Path::new(""), &mut old)?;
    let said = |path: &Path, error: std::io::Error| format!("{}: {error}", tree.join(path).display());
    for path in old.keys().filter(|path| !files.contains_key(*path)) {
        fs::remove_file(tree.join(path)).map_err(|error| said(path, error))?;
    }
    for (path, bytes) in files.iter().filter(|(path, bytes)| old.get(*path) != Some(bytes)) {
        let target = tree.join(path);
        let folder = target.parent().unwrap_or(tree);
        fs::create_dir_all(folder).and_then(|()| fs::write(&target, bytes)).map_err(|error| said(path, error))?;
    }
    Ok(())
}

fn text<'a>(files: &'a Files, file: &str) -> Result<&'a str, String> {
    let bytes = files.get(Path::new(file)).ok_or_else(|| format!("there is no file {file}"))?;
    std::str::from_utf8(bytes).map_err(|error| format!("{file}: {error}"))
}

/// A part of a source with its bugs, sorted by their places; one inside another goes into what the other leaves.
///
/// The comments `/*<7*/` and `/*7>*/` stand around what bug 7 puts there: where the compiler refuses it, they say whose it is.
pub(crate) fn switched(source: &str, part: Range<usize>, mut places: &[(&Bug, usize)]) -> Result<String, String> {
    let (mut out, mut at) = (String::new(), part.start);
    while let Some((first, _)) = places.first() {
        let (place, form) = (&first.place, first.form);
        let same = places.iter().take_while(|(other, _)| other.place == *place && other.form == form).count();
        let inside = places.iter().take_while(|(other, _)| other.place.start < place.end).count().max(same);
        if let Some((other, _)) = places[..inside].iter().find(|(other, _)| other.place.end > place.end) {
            return Err(format!("`{}` and `{}` overlap", first.name, other.name));
        }
        out += &source[at..place.start];
        out += if form == Form::Expression { "(" } else { "" };
        for (Bug { now, .. }, number) in &places[..same] {
            let on = format!("crate::mutant::on({number})");
            let _ = match form {
                Form::Insertion => write!(out, "/*<{number}*/{}/*{number}>*/", now.replace("ON", &on)),
                _ => write!(out, "if {on} {{ /*<{number}*/{now}/*{number}>*/ }} else "),
            };
        }
        if form != Form::Insertion {
            let _ = write!(out, "{{ {} }}", switched(source, place.clone(), &places[same..inside])?);
        }
        out += if form == Form::Expression { ")" } else { "" };
        (at, places) = (place.end, &places[inside..]);
    }
    Ok(out + &source[at..part.end])
}
