//! The list of bugs: how it is read, where each bug goes, and the table of it in the documentation.

use std::fmt::Write as _;
use std::ops::Range;

/// How a bug is caught: by random instances, by `verify`, by an independent formula, by a law of the kit.
pub(crate) const KINDS: [&str; 4] = ["property", "verify", "formula", "law"];

const FIELDS: [&str; 8] = ["mutant", "bug", "file", "line", "was", "now", "test", "kind"];
const MARKERS: [&str; 2] = ["<!-- mutants -->\n", "<!-- end of mutants -->"];

/// One bug of one line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mutant {
    pub(crate) name: String,
    pub(crate) bug: String,
    pub(crate) file: String,
    /// A piece of one line that occurs once in the file and has `was` in it; `was` itself if absent.
    pub(crate) line: String,
    pub(crate) was: String,
    pub(crate) now: String,
    /// `it NAME` and `cli NAME` are tests, `verify ARGUMENTS` is a call of the program.
    pub(crate) test: String,
    pub(crate) kind: String,
}

/// Reads the list: entries of lines `field: text`, with blank lines between them; `#` starts a comment.
pub(crate) fn parse(text: &str) -> Result<Vec<Mutant>, String> {
    let mut mutants: Vec<Mutant> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "mutant" {
            mutants.push(Mutant::default());
        }
        let place = mutants.last_mut().and_then(|mutant| mutant.field(field));
        let place = place.filter(|place| place.is_empty());
        place
            .ok_or_else(|| format!("line {}: `{field}` is not a field or stands here twice", number + 1))?
            .push_str(value.trim());
    }
    for (i, mutant) in mutants.iter_mut().enumerate() {
        if mutant.line.is_empty() {
            mutant.line.clone_from(&mutant.was);
        }
        let mut copy = mutant.clone();
        let empty = |field: &&&str| **field != "now" && copy.field(field).is_none_or(|value| value.is_empty());
        if let Some(field) = FIELDS.iter().find(empty) {
            return Err(format!("entry {} (`{}`) has no `{field}`", i + 1, mutant.name));
        }
        if !KINDS.contains(&mutant.kind.as_str()) {
            return Err(format!("`{}` is of the kind `{}`: write one of {KINDS:?}", mutant.name, mutant.kind));
        }
    }
    match mutants.iter().enumerate().find(|(i, one)| mutants[..*i].iter().any(|other| other.name == one.name)) {
        Some((_, twice)) => Err(format!("`{}` is there twice", twice.name)),
        None => Ok(mutants),
    }
}

impl Mutant {
    fn field(&mut self, name: &str) -> Option<&mut String> {
        let fields = [
            &mut self.name,
            &mut self.bug,
            &mut self.file,
            &mut self.line,
            &mut self.was,
            &mut self.now,
            &mut self.test,
            &mut self.kind,
        ];
        FIELDS.iter().zip(fields).find(|(known, _)| **known == name).map(|(_, field)| field)
    }

    /// Where the bug goes in its file.
    pub(crate) fn place(&self, source: &str) -> Result<Range<usize>, String> {
        let once = |text: &str, piece: &str, place: &str| {
            let mut found = text.match_indices(piece).map(|(at, _)| at);
            match (found.next(), found.next()) {
                (Some(at), None) => Ok(at),
                (found, _) => {
                    let times = if found.is_none() { "not there" } else { "there more than once" };
                    Err(format!("`{}`: `{piece}` is {times} in {place}: mend the entry", self.name))
                }
            }
        };
        let start = once(source, &self.line, &self.file)? + once(&self.line, &self.was, "its own line")?;
        Ok(start..start + self.was.len())
    }
}

/// The page with the table between its markers written anew.
pub(crate) fn page(text: &str, mutants: &[Mutant]) -> Option<String> {
    let (before, rest) = text.split_once(MARKERS[0])?;
    let (_, after) = rest.split_once(MARKERS[1])?;
    let mut table = String::from("| bug | where | caught by | kind |\n|---|---|---|---|\n");
    for Mutant { bug, file, test, kind, .. } in mutants {
        let test = test.trim_start_matches("it ").trim_start_matches("cli ");
        let file = file.trim_start_matches("src/");
        let _ = writeln!(table, "| {} | `{file}` | `{test}` | {kind} |", bug.replace('|', "\\|"));
    }
    Some([before, MARKERS[0], &table, MARKERS[1], after].concat())
}
