//! What a specification asks of Slurm.

use crate::error::{Error, Result};
use crate::problem::document::{Field, Table};
use serde_json::{Map, Value, json};

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
