//! What a sweep is about: its cells, counted, and one by one.

use super::cell::{COLUMNS, Cell, PROBLEM, ROUNDS, SEED, Settings};
use super::spec::{self, Slurm};
use crate::cells::{self, Inputs};
use crate::error::{Error, Result};
use crate::league::{self, Selection, folder};
use crate::registry::Registry;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The cells of `solve`.
pub(super) struct Solves {
    pub(super) which: Which,
    /// Whether runs are kept as files.
    pub(super) files: bool,
}

pub(super) enum Which {
    /// The product of the lists of values of each column.
    Grid(Box<[Vec<String>; COLUMNS.len()]>),
    /// One after the other.
    Rows(Vec<Settings>),
}

/// The columns of a grid from the slowest to the fastest.
const SLOWEST_FIRST: [usize; COLUMNS.len()] = [PROBLEM, 3, 4, 5, 6, 7, 8, ROUNDS, SEED];

impl Solves {
    fn len(&self) -> usize {
        match &self.which {
            Which::Grid(grid) => grid.iter().map(Vec::len).product(),
            Which::Rows(rows) => rows.len(),
        }
    }

    fn settings(&self, number: usize) -> Settings {
        match &self.which {
            Which::Rows(rows) => rows[number].clone(),
            Which::Grid(grid) => {
                let (mut settings, mut rest) = (Settings::default(), number);
                for &column in SLOWEST_FIRST.iter().rev() {
                    settings[column].clone_from(&grid[column][rest % grid[column].len()]);
                    rest /= grid[column].len();
                }
                settings
            }
        }
    }

    pub(super) fn problems(&self) -> Vec<&String> {
        match &self.which {
            Which::Grid(grid) => grid[PROBLEM].iter().collect(),
            Which::Rows(rows) => rows.iter().map(|row| &row[PROBLEM]).collect(),
        }
    }

    fn to_json(&self) -> Value {
        let mut all = json!({ "keep": if self.files { "files" } else { "row" } });
        match &self.which {
            Which::Grid(grid) => {
                let lists = COLUMNS.iter().zip(&**grid).map(|(name, values)| ((*name).to_owned(), json!(values)));
                all["grid"] = lists.collect::<Map<_, _>>().into();
            }
            Which::Rows(rows) => all["rows"] = json!(rows),
        }
        all
    }

    fn from_json(value: &Value) -> Option<Self> {
        let texts = |list: &Value| -> Option<Vec<String>> {
            list.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let which = if let Some(rows) = value["rows"].as_array() {
            let row = |row: &Value| texts(row).and_then(|row| Settings::try_from(row).ok());
            Which::Rows(rows.iter().map(row).collect::<Option<_>>()?)
        } else {
            let lists = COLUMNS.iter().map(|name| texts(&value["grid"][name]).filter(|values| !values.is_empty()));
            let lists: Vec<Vec<String>> = lists.collect::<Option<_>>()?;
            Which::Grid(Box::new(lists.try_into().ok()?))
        };
        Some(Self { which, files: value["keep"] == "files" })
    }
}

/// What a sweep is about. Its cells are counted from 0: those of `solve`, then those of `rates`.
pub struct Plan {
    pub(super) inputs: Inputs,
    solves: Option<Solves>,
    league: Option<Selection>,
    of_league: Vec<league::Cell>,
    slurm: Slurm,
}

impl Plan {
    pub(super) fn new(inputs: Inputs, solves: Option<Solves>, league: Option<Selection>, slurm: Slurm) -> Self {
        let of_league = league.as_ref().map_or_else(Vec::new, Selection::cells);
        Self { inputs, solves, league, of_league, slurm }
    }

    /// The plan of a specification, a file in TOML; the files that it names are relative to its folder.
    ///
    /// # Errors
    /// One sentence with the file, the line and the key; of a table also the column.
    pub fn read(path: &Path, registry: &Registry) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::of_text(&text, folder, registry).map_err(|error| error.in_file(path))
    }

    /// The plan of a text; the files that it names are relative to a folder.
    ///
    /// # Errors
    /// One sentence with the line and the key; of a table also the file and the column.
    pub fn of_text(text: &str, folder: &Path, registry: &Registry) -> Result<Self> {
        spec::read(text, folder, registry)
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.solves.as_ref().map_or(0, Solves::len) + self.of_league.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A cell by its number.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn cell(&self, number: usize) -> Cell {
        let solves = self.solves.as_ref().map_or(0, Solves::len);
        match &self.solves {
            Some(own) if number < solves => Cell::Solve { settings: own.settings(number), files: own.files },
            _ => Cell::Rates(self.of_league[number - solves].clone()),
        }
    }

    /// Whether there are cells of `solve`.
    pub fn has_solves(&self) -> bool {
        self.solves.is_some()
    }

    /// What the league is about, if there is one.
    pub fn league(&self) -> Option<&Selection> {
        self.league.as_ref()
    }

    /// What is asked of Slurm.
    pub fn slurm(&self) -> &Slurm {
        &self.slurm
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let mut plan = match &self.league {
            Some(selection) => folder::settings(selection, &self.inputs),
            None => Map::from_iter([("problems".to_owned(), self.inputs.to_json())]),
        };
        plan.extend(self.solves.as_ref().map(|solves| ("solve".to_owned(), solves.to_json())));
        plan.insert("slurm".to_owned(), self.slurm.0.clone().into());
        cells::write_plan(folder, &plan, self.len(), &super::merge::tables())
    }

    pub(super) fn open(plan: &Value, registry: &Registry) -> Result<Self> {
        let inputs = Inputs::from_json(&plan["problems"])?;
        let has = |part: &str| plan.get(part).is_some();
        let solves = has("solve")
            .then(|| Solves::from_json(&plan["solve"]).ok_or_else(|| Error::new("`solve` is not what a plan says")));
        let league = has("rates").then(|| Selection::from_json(&plan["rates"], registry));
        Ok(Self::new(
            inputs,
            solves.transpose()?,
            league.transpose()?,
            Slurm(plan["slurm"].as_object().cloned().unwrap_or_default()),
        ))
    }
}
