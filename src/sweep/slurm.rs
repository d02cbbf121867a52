//! What a specification asks of Slurm.

use crate::error::{Error, Result};
use crate::problem::document::{Field, Table};
use serde_json::{Map, Value, json};

/// What a specification asks of Slurm; absent is what the cluster gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slurm {
    /// The partition.
    pub partition: Option<String>,
    /// Whose account pays.
    pub account: Option<String>,
    /// The time of a task, as Slurm writes it.
    pub time: Option<String>,
    /// The memory of a task, as Slurm writes it.
    pub mem: Option<String>,
    /// The cores of a task.
    pub cpus_per_task: Option<usize>,
    /// The cells of a task.
    pub chunk: Option<usize>,
    /// How many tasks may run at once.
    pub at_once: Option<usize>,
    /// Other words for `sbatch`.
    pub extra: Vec<String>,
}

const TEXTS: [&str; 4] = ["partition", "account", "time", "mem"];
const NUMBERS: [&str; 3] = ["cpus_per_task", "chunk", "at_once"];

impl Slurm {
    fn text(&mut self, name: &str) -> &mut Option<String> {
        match name {
            "partition" => &mut self.partition,
            "account" => &mut self.account,
            "time" => &mut self.time,
            _ => &mut self.mem,
        }
    }

    fn number(&mut self, name: &str) -> &mut Option<usize> {
        match name {
            "cpus_per_task" => &mut self.cpus_per_task,
            "chunk" => &mut self.chunk,
            _ => &mut self.at_once,
        }
    }

    pub(super) fn read(table: &Table<'_>) -> Result<Self> {
        table.allow_only(&[&TEXTS[..], &NUMBERS, &["extra"]].concat())?;
        let mut slurm = Self::default();
        let word = |field: &Field<'_>| {
            let text = field.text()?;
            let is_word = !text.is_empty() && !text.chars().any(char::is_control);
            if is_word { Ok(text) } else { Err(field.error("must be words on one line")) }
        };
        for name in TEXTS {
            *slurm.text(name) = table.optional(name).map(|field| word(&field)).transpose()?;
        }
        for name in NUMBERS {
            *slurm.number(name) = table.optional(name).map(|field| positive(&field)).transpose()?;
        }
        if let Some(field) = table.optional("extra") {
            for field in field.list("a list of words for sbatch")? {
                let text = word(&field)?;
                if !text.starts_with('-') {
                    return Err(field.error("must be an option of sbatch, which begins with `-`"));
                }
                slurm.extra.push(text);
            }
        }
        Ok(slurm)
    }

    pub(super) fn to_json(&self) -> Value {
        let mut own = self.clone();
        let mut all = Map::new();
        for name in TEXTS {
            all.extend(own.text(name).take().map(|text| (name.to_owned(), json!(text))));
        }
        for name in NUMBERS {
            all.extend(own.number(name).take().map(|number| (name.to_owned(), json!(number))));
        }
        all.insert("extra".to_owned(), json!(self.extra));
        all.into()
    }

    pub(super) fn from_json(value: &Value) -> Self {
        let mut slurm = Self::default();
        for name in TEXTS {
            *slurm.text(name) = value[name].as_str().map(str::to_owned);
        }
        for name in NUMBERS {
            *slurm.number(name) = value[name].as_u64().and_then(|number| usize::try_from(number).ok());
        }
        let extra = value["extra"].as_array().into_iter().flatten().filter_map(Value::as_str);
        slurm.extra = extra.map(str::to_owned).collect();
        slurm
    }
}

/// A whole number from 1 on.
fn positive(field: &Field<'_>) -> Result<usize> {
    let number = field.text()?.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| -> Error { field.error("must be a whole number from 1 on") })
}
