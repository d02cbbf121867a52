//! `sweep.json`: what the cells of a folder are about. Beside it tables are ours, else somebody's own.

use super::seal::{opened, sealed};
use super::store::Program;
use crate::error::{Error, Result};
use crate::files::{self, Form, Member, Set};
use serde_json::{Map, Value, json};
use std::path::Path;

/// The plan's name in its folder.
pub const PLAN: &str = "sweep.json";
const FORMAT: &str = "referee-sweep/1";

/// Begins a change of tables beside the plan, by which they are known to be ours. The folder is made.
///
/// # Errors
/// If it cannot be made or written to, or one of these names is taken by what is somebody's own.
pub(crate) fn begin(folder: &Path, tables: &[String]) -> Result<Set> {
    let plan = (PLAN, Form::Document(FORMAT));
    let members: Vec<Member<'_>> =
        std::iter::once(plan).chain(tables.iter().map(|name| (name.as_str(), Form::Any))).collect();
    Set::of_folder(folder, &members, &[])
}

/// Writes the plan of a folder, which is made if it is not there: so many cells by this program, of these settings. The
/// tables of another plan are removed with the change; those of the same one stay.
pub(crate) fn write_plan(folder: &Path, settings: &Map<String, Value>, cells: usize, tables: &[String]) -> Result<()> {
    let set = begin(folder, tables)?;
    let mut plan = Map::new();
    plan.insert("format".to_owned(), json!(FORMAT));
    plan.insert("program".to_owned(), Program::own()?.to_json());
    plan.insert("cells".to_owned(), json!(cells));
    plan.extend(settings.clone());
    let text = sealed(&plan.into());
    if std::fs::read(folder.join(PLAN)).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    files::write(&set.at(PLAN), text.as_bytes())?;
    set.commit().map(drop)
}

/// The plan of a folder, and the program that made it.
///
/// # Errors
/// If there is none, or it is not as it was written.
pub fn read_plan(folder: &Path) -> Result<(Value, Program)> {
    let path = folder.join(PLAN);
    let text = std::fs::read(&path).map_err(|error| Error::io("read", &path, error))?;
    let plan = opened(&text).filter(|plan| plan["format"] == FORMAT);
    let program = |plan: Value| Program::from_json(&plan["program"]).map(|program| (plan, program));
    plan.and_then(program).ok_or_else(|| {
        let words = "this is not the plan of a sweep, or it is damaged: plan it again, or name another folder";
        Error::new(words).in_file(path)
    })
}
