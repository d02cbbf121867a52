//! What a specification says.

use super::cell::{COLUMNS, PROBLEM, ROUNDS, SEED};
use super::checked::Checked;
use super::plan::{Plan, Solves, Which};
use super::rows;
use crate::cells::Inputs;
use crate::error::{Error, Result};
use crate::league::{Choice, Selection, rounds};
use crate::problem::document::{self, Field, Table};
use crate::registry::Registry;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::path::Path;

/// The lists of a grid, by the columns that they fill.
const KEYS: [&str; COLUMNS.len()] = [
    "problems",
    "rounds",
    "seeds",
    "algorithms",
    "theta_players",
    "lambda_players",
    "theta_steps",
    "lambda_steps",
    "radii",
];
const RATES: [&str; 7] = ["players", "sequences", "problems", "rounds", "constraints", "seeds", "seed"];

/// More cells are a slip of the keyboard.
const MOST_CELLS: usize = 100_000_000;
/// So are more seeds.
const MOST_SEEDS: u64 = 1_000_000;

/// The plan that a text makes; names of files in it are relative to a folder.
pub(super) fn read(text: &str, folder: &Path, registry: &Registry) -> Result<Plan> {
    let document = document::parse(text)?;
    let root = Table::root(text, document.get_ref());
    root.allow_only(&["solve", "rates", "slurm"])?;
    let table = |name: &str| root.optional(name).map(|field| field.table("a table")).transpose();
    let slurm = table("slurm")?.map(|table| Slurm::read(&table)).transpose()?;
    let solves = table("solve")?.map(|table| solves(&table, folder, registry)).transpose()?;
    let league = table("rates")?.map(|table| league(&table, folder, registry)).transpose()?;
    if solves.is_none() && league.is_none() {
        return Err(root.error("there is nothing to run: add a table `[solve]` or `[rates]`"));
    }
    let of_solves = solves.iter().flat_map(Solves::problems);
    let of_league = league.iter().flat_map(|selection| &selection.problems);
    let inputs = Inputs::of(of_solves.chain(of_league), folder)?;
    Ok(Plan::new(inputs, solves, league, slurm.unwrap_or_default()))
}

/// The values of a list, or of a single one.
fn items(field: Field<'_>) -> Result<Vec<Field<'_>>> {
    if field.is_list() { field.list("a list") } else { Ok(vec![field]) }
}

/// An error that is about a value, whole.
fn about(field: &Field<'_>, cause: &Error) -> Error {
    field.wrap(&Error::new(cause.to_string()))
}

fn solves(table: &Table<'_>, folder: &Path, registry: &Registry) -> Result<Solves> {
    table.allow_only(&[&KEYS[..], &["seed", "keep", "rows"]].concat())?;
    let files = match table.optional("keep") {
        None => false,
        Some(field) => match field.string()? {
            "row" => false,
            "files" => true,
            _ => return Err(field.error("must be \"row\" or \"files\"")),
        },
    };
    let mut checked = Checked::new(folder, registry);
    if let Some(field) = table.optional("rows") {
        let grid = table.fields().into_iter().find(|(name, _)| KEYS.contains(&name.as_str()) || name == "seed");
        if let Some((_, key)) = grid {
            return Err(key.error("is a part of a grid, and `rows` takes its place: leave out one of the two"));
        }
        let path = folder.join(field.string()?);
        return Ok(Solves { which: Which::Rows(rows::read(&path, &mut checked)?), files });
    }
    let mut grid: [Vec<String>; COLUMNS.len()] = Default::default();
    for (column, key) in KEYS.iter().enumerate() {
        let examples = [(PROBLEM, "problems = [\"triangle\"]"), (ROUNDS, "rounds = \"2^6..2^10\"")];
        if let Some((_, example)) = examples.into_iter().find(|(needed, _)| *needed == column) {
            table.required(key, example)?;
        }
        grid[column] = match table.optional(key) {
            Some(field) if column == ROUNDS => numbers_of_rounds(field)?,
            field if column == SEED => seeds(table, field)?,
            Some(field) => several(field, column, &mut checked)?,
            None => vec![String::new()],
        };
    }
    let cells = grid.iter().try_fold(1_usize, |product, values| product.checked_mul(values.len()));
    if cells.is_none_or(|cells| cells > MOST_CELLS) {
        return Err(table.error(format!("has more than {MOST_CELLS} cells: shorten a list")));
    }
    Ok(Solves { which: Which::Grid(Box::new(grid)), files })
}

/// The values of a list, each once.
fn several(field: Field<'_>, column: usize, checked: &mut Checked<'_>) -> Result<Vec<String>> {
    let mut values = Vec::new();
    let empty = field.error("is an empty list: name at least one, or leave it out");
    for item in items(field)? {
        let value = checked.read(column, &item.text()?).map_err(|cause| about(&item, &cause))?;
        if values.contains(&value) {
            return Err(item.error(format!("names {value} again: name each once")));
        }
        values.push(value);
    }
    if values.is_empty() { Err(empty) } else { Ok(values) }
}

/// Numbers of rounds: a range, a number, or a list of them.
fn numbers_of_rounds(field: Field<'_>) -> Result<Vec<String>> {
    let empty = field.error("is an empty list: name at least one number of rounds");
    let mut all = Vec::new();
    for item in items(field)? {
        all.extend(rounds::parse(&item.text()?).map_err(|cause| about(&item, &cause))?);
    }
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { Err(empty) } else { Ok(all.iter().map(ToString::to_string).collect()) }
}

/// So many seeds from the first on, or a list.
fn seeds(table: &Table<'_>, field: Option<Field<'_>>) -> Result<Vec<String>> {
    let first = table.optional("seed");
    if let Some(list) = field.as_ref().filter(|field| field.is_list()) {
        if let Some(first) = first {
            return Err(first.error("is the first of so many seeds, and `seeds` is a list: leave out one of the two"));
        }
        let mut seeds = Vec::new();
        for item in list.list("a list of seeds")? {
            let seed = whole(&item, 0, u64::MAX)?.to_string();
            if seeds.contains(&seed) {
                return Err(item.error(format!("names {seed} again: name each once")));
            }
            seeds.push(seed);
        }
        return if seeds.is_empty() { Err(list.error("is an empty list: name at least one seed")) } else { Ok(seeds) };
    }
    let count = field.map_or(Ok(1), |field| whole(&field, 1, MOST_SEEDS))?;
    let first = first.map_or(Ok(0), |field| whole(&field, 0, u64::MAX - MOST_SEEDS))?;
    Ok((first..first + count).map(|seed| seed.to_string()).collect())
}

fn whole(field: &Field<'_>, least: u64, most: u64) -> Result<u64> {
    let number = field.text()?.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| field.error(format!("must be a whole number from {least} to {most}")))
}

/// A league, by what the flags of `rates` say.
fn league(table: &Table<'_>, folder: &Path, registry: &Registry) -> Result<Selection> {
    table.allow_only(&RATES)?;
    let texts = |key: &str| -> Result<Option<Vec<String>>> {
        let Some(field) = table.optional(key) else { return Ok(None) };
        items(field)?.iter().map(Field::text).collect::<Result<_>>().map(Some)
    };
    let number = |key: &str, least| table.optional(key).map(|field| whole(&field, least, u64::MAX)).transpose();
    let usual = Choice::default();
    let constraints = match table.optional("constraints") {
        None => usual.constraints,
        Some(field) => {
            let one = |field: &Field<'_>| {
                whole(field, 1, u64::from(u32::MAX)).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
            };
            items(field)?.iter().map(one).collect::<Result<_>>()?
        }
    };
    let checked = Checked::new(folder, registry);
    let named = texts("problems")?;
    let choice = Choice {
        players: texts("players")?,
        sequences: texts("sequences")?,
        problems: named.as_ref().map(|names| names.iter().map(|name| checked.opening(name)).collect()),
        rounds: texts("rounds")?.map(|rounds| rounds.join(",")),
        constraints,
        seeds: number("seeds", 1)?.unwrap_or(usual.seeds),
        seed: number("seed", 0)?.unwrap_or(usual.seed),
    };
    // The part that is asked for last is the one that is wrong.
    let last = RefCell::new("");
    let spell = |field: &str| {
        *last.borrow_mut() = RATES.iter().find(|key| **key == field).copied().unwrap_or("");
        format!("`rates.{field}`")
    };
    let mut selection = Selection::new(&choice, registry, spell).map_err(|error| {
        let error = Error::new(error.to_string());
        match table.optional(*last.borrow()) {
            Some(field) => error.at_line(field.line()),
            None => error.at_line(table.line()),
        }
    })?;
    for problem in &mut selection.problems {
        // As it was written.
        if let Some(name) = named.iter().flatten().find(|name| checked.opening(name) == *problem) {
            problem.clone_from(name);
        }
    }
    Ok(selection)
}

/// What a specification asks of Slurm, by its keys; absent is what the cluster gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slurm(pub(super) Map<String, Value>);

const TEXTS: [&str; 4] = ["partition", "account", "time", "mem"];
const NUMBERS: [&str; 3] = ["cpus_per_task", "chunk", "at_once"];

impl Slurm {
    pub(super) fn read(table: &Table<'_>) -> Result<Self> {
        table.allow_only(&[&TEXTS[..], &NUMBERS, &["extra"]].concat())?;
        let word = |field: &Field<'_>| {
            let text = field.text()?;
            let is_word = !text.is_empty() && !text.chars().any(char::is_control);
            if is_word { Ok(text) } else { Err(field.error("must be words on one line")) }
        };
        let mut all = Map::new();
        for (name, field) in table.fields() {
            let value = if name == "extra" {
                let mut words = Vec::new();
                for field in field.list("a list of options of sbatch")? {
                    words.push(word(&field)?);
                    if !words.last().is_some_and(|word| word.starts_with('-')) {
                        return Err(field.error("must be an option of sbatch, which begins with `-`"));
                    }
                }
                json!(words)
            } else if NUMBERS.contains(&name.as_str()) {
                let number = field.text()?.parse::<usize>().ok().filter(|number| *number > 0);
                json!(number.ok_or_else(|| -> Error { field.error("must be a whole number from 1 on") })?)
            } else {
                json!(word(&field)?)
            };
            all.insert(name, value);
        }
        Ok(Self(all))
    }

    /// `partition`, `account`, `time` or `mem`.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// `cpus_per_task`; `chunk`, the cells of a task; or `at_once`, how many tasks may run.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.0.get(name)?.as_u64().and_then(|number| usize::try_from(number).ok())
    }

    /// Other options of `sbatch`.
    pub fn extra(&self) -> impl Iterator<Item = &str> {
        self.0.get("extra").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }
}
