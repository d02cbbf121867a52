//! A copy of the project with every bug in it, each behind a switch that is set when the program starts.

use crate::list::Mutant;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the copy asks: whether a bug is switched on.
const SWITCH: &str = "//! Which bug of `tests/mutants` is switched on.

use std::sync::OnceLock;

/// Whether it is this one.
pub(crate) fn on(number: usize) -> bool {
    static CHOSEN: OnceLock<Option<usize>> = OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var(\"REFEREE_MUTANT\").ok()?.parse().ok()) == Some(number)
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

/// Writes the copy. What is there already and equal is not touched, so that little is built anew.
pub(crate) fn write(root: &Path, tree: &Path, mutants: &[Mutant]) -> Result<(), String> {
    let (mut files, mut old) = (Files::new(), Files::new());
    read(root, Path::new(""), &mut files)?;
    let mut by_file: BTreeMap<&str, Vec<(Range<usize>, usize)>> = BTreeMap::new();
    for (number, mutant) in mutants.iter().enumerate() {
        let source = text(&files, &mutant.file)?;
        by_file.entry(&mutant.file).or_default().push((mutant.place(source)?, number));
    }
    for (file, mut places) in by_file {
        places.sort_by_key(|(place, _)| (place.start, std::cmp::Reverse(place.end)));
        let source = text(&files, file)?;
        let switched = switched(source, 0..source.len(), &places, mutants)?;
        files.insert(file.into(), switched.into_bytes());
    }
    let library = format!("{}\nmod mutant;\n", text(&files, "src/lib.rs")?);
    files.insert("src/lib.rs".into(), library.into_bytes());
    files.insert("src/mutant.rs".into(), SWITCH.into());
    // Cargo tells two packages of one name apart by their features, not by where they are: without a feature of its own
    // the copy and the project would take each other's programs for theirs.
    for (manifest, feature) in
        [("Cargo.toml", "mutants = [\"proofs-check/mutants\"]"), ("proofs-check/Cargo.toml", "mutants = []")]
    {
        let text = text(&files, manifest)?.replacen("[features]\n", &format!("[features]\n{feature}\n"), 1);
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
fn switched(
    source: &str,
    part: Range<usize>,
    mut places: &[(Range<usize>, usize)],
    mutants: &[Mutant],
) -> Result<String, String> {
    let (mut out, mut at) = (String::new(), part.start);
    while let Some((place, first)) = places.first() {
        let same = places.iter().take_while(|(other, _)| other == place).count();
        let inside = places.iter().take_while(|(other, _)| other.start < place.end).count();
        if let Some((_, other)) = places[..inside].iter().find(|(other, _)| other.end > place.end) {
            return Err(format!("`{}` and `{}` overlap", mutants[*first].name, mutants[*other].name));
        }
        let is_statement = source[place.clone()].ends_with(';');
        out += &source[at..place.start];
        out += if is_statement { "" } else { "(" };
        for (_, number) in &places[..same] {
            let Mutant { name, now, .. } = &mutants[*number];
            let _ = write!(out, "if crate::mutant::on({number} /* {name} */) {{ {now} }} else ");
        }
        let _ = write!(out, "{{ {} }}", switched(source, place.clone(), &places[same..inside], mutants)?);
        out += if is_statement { "" } else { ")" };
        (at, places) = (place.end, &places[inside..]);
    }
    Ok(out + &source[at..part.end])
}
