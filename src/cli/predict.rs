//! `referee predict`: what a fitted classifier says about new rows.

use super::paths::begin_file;
use super::progress::Working;
use super::terminal::complain;
use super::{Common, Outcome, print_all};
use crate::cli::recipes::{list, rational, test};
use crate::data::{Dataset, Derandomized, Table, is_missing, number, predictions};
use crate::error::{Error, Result, hint};
use crate::files::{self, Form};
use crate::game::{Condition, Test};
use crate::parallel::cores;
use clap::Args;
use dashu_ratio::RBig;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Apply a fitted classifier to the rows of a CSV file
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    referee predict referee-fit/models.json new.csv\n  \
    referee predict referee-fit/models.json new.csv --classifier 'best snapshot' \\\n      \
    --output predicted.csv\n  \
    referee predict referee-fit/models.json new.csv --derandomize --salt spring\n\n\
    The output has a line for every row: `row` counts the rows of the data from 1, without the line of names; `prediction` \
    is the text of a label, as in the training rows; `probability` is that of the positive label under the mixture.\n\
    Exit status: 0 if predictions were made, 2 if the input or the call is wrong (then nothing is written).")]
pub(super) struct Arguments {
    /// models.json or fit.json of `referee fit`
    model: PathBuf,
    /// The rows: CSV with the columns that the features need; a label is not needed
    data: PathBuf,
    /// The classifier; the first of the file if absent
    #[arg(long, value_name = "NAME")]
    classifier: Option<String>,
    /// Draw the model of a mixture by a hash of the row's features, so that equal rows have equal predictions; without
    /// this flag the seed draws it
    #[arg(long)]
    derandomize: bool,
    /// With --derandomize: hash with this text, which gives another draw; with the salt that `referee fit` wrote if absent
    #[arg(long, value_name = "TEXT", requires = "derandomize")]
    salt: Option<String>,
    /// Write + and - in place of the texts of the labels
    #[arg(long)]
    signs: bool,
    /// Write the predictions to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// A table, or the same with --json.
const PREDICTIONS: Form = Form::Begins(&["row,prediction,probability\n", "{\n  \"classifier\": "]);

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    let inputs = [&arguments.model, &arguments.data].map(|path| (path.as_path(), "the input"));
    let set = begin_file(arguments.output.as_deref(), PREDICTIONS, &inputs)?;
    let working = Working::new("predicting", arguments.common.quiet);
    let model = Model::read(&arguments.model, arguments.classifier.as_deref())?;
    let table = Table::read(&arguments.data, cores(None))?;
    let data = Dataset::unlabelled(&table, &model.features, cores(None))?;
    let predicted: Vec<Vec<bool>> = model.mixture.iter().map(|(_, theta)| predictions(&data, theta)).collect();
    let weights: Vec<RBig> = model.mixture.iter().map(|(weight, _)| weight.clone()).collect();
    let drawn = Derandomized::new(&weights, arguments.salt.as_ref().unwrap_or(&model.salt));
    let mut generator = ChaCha8Rng::seed_from_u64(arguments.common.seed);
    let mut rows = Vec::with_capacity(table.len());
    for row in 0..table.len() {
        let chosen = if arguments.derandomize { drawn.model(&data, row) } else { drawn.at(generator.random::<u64>()) };
        let votes = weights.iter().zip(&predicted).filter(|(_, of_model)| of_model[row]);
        let probability = votes.fold(RBig::ZERO, |sum, (weight, _)| sum + weight).to_f64().value();
        rows.push((predicted[chosen][row], probability));
    }
    let strange = strange(&table, &model.features)?;
    let labels = if arguments.signs { ["-", "+"].map(str::to_owned) } else { model.labels };
    let text = if arguments.common.json { json(&rows, &strange, &model.name, &labels) } else { csv(&rows, &labels) };
    drop(working);
    match (&set, &arguments.output) {
        (Some(set), Some(output)) => {
            files::write(&set.place(output), text.as_bytes())?;
            set.commit()?;
        }
        _ => print_all(&text)?,
    }
    if !arguments.common.quiet {
        for (column, count) in &strange {
            let many = if *count == 1 { "row has" } else { "rows have" };
            complain(&format!("{count} {many} a value of `{column}` that no feature knows; it counts as missing"));
        }
        if let Some(output) = &arguments.output {
            complain(&format!("wrote {} ({} rows, classifier `{}`)", output.display(), rows.len(), model.name));
        }
    }
    Ok(Outcome::Holds)
}

fn csv(rows: &[(bool, f64)], labels: &[String; 2]) -> String {
    let row = |(number, (positive, probability)): (usize, &(bool, f64))| {
        [number.to_string(), labels[usize::from(*positive)].clone(), probability.to_string()]
    };
    let head = ["row", "prediction", "probability"].map(str::to_owned);
    files::csv(std::iter::once(head).chain((1..).zip(rows).map(row)))
}

fn json(rows: &[(bool, f64)], strange: &BTreeMap<String, usize>, name: &str, labels: &[String; 2]) -> String {
    let row = |(number, (positive, probability)): (usize, &(bool, f64))| {
        let prediction = &labels[usize::from(*positive)];
        serde_json::json!({ "row": number, "prediction": prediction, "positive": positive, "probability": probability })
    };
    let rows: Vec<_> = (1..).zip(rows).map(row).collect();
    format!("{:#}\n", serde_json::json!({ "classifier": name, "unknown_values": strange, "rows": rows }))
}

/// For every column with features, the number of rows whose cell is not missing and sets none of them.
fn strange(table: &Table, features: &[Test]) -> Result<BTreeMap<String, usize>> {
    let mut by_column: BTreeMap<String, Vec<&Test>> = BTreeMap::new();
    for test in features {
        // Only features of one column say what they know of it.
        if let [atom] = test.as_slice() {
            by_column.entry(atom.column.clone()).or_default().push(test);
        }
    }
    let mut counts = BTreeMap::new();
    for (name, tests) in by_column {
        let column = table.column(&name)?;
        let numbers = tests.iter().any(|test| matches!(test[0].condition, Condition::Within { .. }));
        let mut known = vec![false; table.len()];
        for test in tests {
            for (known, satisfied) in known.iter_mut().zip(table.satisfied(test)?) {
                *known |= satisfied;
            }
        }
        let unknown = |row: &usize| {
            let cell = table.cell(*row, column);
            let accounted_for = is_missing(cell) || known[*row] || (numbers && number(cell).is_some());
            !accounted_for
        };
        let count = (0..table.len()).filter(unknown).count();
        if count > 0 {
            counts.insert(name, count);
        }
    }
    Ok(counts)
}

/// A classifier and how it sees rows: the part of `referee-fit/1` that predicting needs.
struct Model {
    name: String,
    features: Vec<Test>,
    /// Probabilities and models.
    mixture: Vec<(RBig, Vec<f64>)>,
    /// What is hashed with a row.
    salt: String,
    /// The texts of the label `-` and of the label `+`.
    labels: [String; 2],
}

impl Model {
    fn read(path: &Path, classifier: Option<&str>) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| Error::new(format!("this is not JSON: {error}")).at_line(error.line()).in_file(path))?;
        let mut model = Self::from_json(&value, classifier).map_err(|error| error.in_file(path))?;
        if let Some(other) = other_label(&value["data"], path) {
            model.labels[0] = other;
        }
        Ok(model)
    }

    fn from_json(value: &Value, classifier: Option<&str>) -> Result<Self> {
        if value["format"] != "referee-fit/1" {
            return Err(Error::new("`format` is not `referee-fit/1`: name models.json or fit.json of `referee fit`"));
        }
        let features =
            list(&value["data"]["features"], "data.features")?.iter().map(test).collect::<Result<Vec<_>>>()?;
        let models = list(&value["models"], "models")?;
        let classifiers = list(&value["classifiers"], "classifiers")?;
        let names = || {
            let names: Vec<String> =
                classifiers.iter().map(|one| format!("`{}`", one["name"].as_str().unwrap_or(""))).collect();
            names.join(", ")
        };
        let chosen = match classifier {
            None => classifiers.first(),
            Some(name) => classifiers.iter().find(|one| one["name"] == name),
        };
        let chosen = chosen.ok_or_else(|| match classifier {
            Some(name) => {
                let near = hint(name, classifiers.iter().filter_map(|one| one["name"].as_str()));
                Error::new(format!("there is no classifier `{name}`{near}; there are {}", names()))
            }
            None => Error::new("there is no classifier in it"),
        })?;
        let atom = |atom: &Value| -> Result<(RBig, Vec<f64>)> {
            let bad = || Error::new("a mixture has atoms with a model, counted from 0, and a weight such as \"1/3\"");
            let place = atom["model"].as_u64().and_then(|place| usize::try_from(place).ok()).ok_or_else(bad)?;
            let theta = list(models.get(place).ok_or_else(bad)?, "models")?;
            let theta: Option<Vec<f64>> = theta.iter().map(|x| x.as_f64().filter(|x| x.is_finite())).collect();
            let theta = theta.filter(|theta| theta.len() == features.len());
            let theta =
                theta.ok_or_else(|| Error::new(format!("model {place} does not have one number per feature")))?;
            Ok((atom["weight"].as_str().and_then(rational).ok_or_else(bad)?, theta))
        };
        let mixture = list(&chosen["mixture"], "mixture")?.iter().map(atom).collect::<Result<Vec<_>>>()?;
        let total = mixture.iter().fold(RBig::ZERO, |sum, (weight, _)| sum + weight);
        if total != RBig::ONE || mixture.iter().any(|(weight, _)| *weight < RBig::ZERO) {
            return Err(Error::new("the weights of the mixture are not probabilities that sum to 1"));
        }
        let salt = match &value["salt"] {
            Value::Null => String::new(),
            salt => salt.as_str().ok_or_else(|| Error::new("`salt` is not a text"))?.to_owned(),
        };
        let positive = value["data"]["label"]["equals"][0].as_str();
        let positive = positive.ok_or_else(|| Error::new("`data.label.equals` has no text"))?.to_owned();
        let labels = [format!("not {positive}"), positive];
        Ok(Self { name: chosen["name"].as_str().unwrap_or("").to_owned(), features, mixture, salt, labels })
    }
}

/// The one other label of the training rows, if they are beside the file and have one other.
fn other_label(data: &Value, path: &Path) -> Option<String> {
    let (file, column) = (data["file"].as_str()?, data["label"]["column"].as_str()?);
    let table = Table::read(path.with_file_name(file), cores(None)).ok()?;
    let texts = table.values(table.column(column).ok()?);
    let mut others = texts.into_iter().map(|(text, _)| text).filter(|text| data["label"]["equals"][0] != **text);
    let other = others.next()?;
    others.next().is_none().then(|| other.to_owned())
}
