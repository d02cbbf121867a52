//! The part of `referee-fit/1` that predicting needs.

use super::wrong;
use crate::cli::recipes::{list, rational, test};
use crate::data::Table;
use crate::error::{Error, Result, hint};
use crate::game::Test;
use crate::parallel::cores;
use dashu_ratio::RBig;
use serde_json::Value;
use std::path::Path;

/// A classifier and how it sees rows.
pub(super) struct Model {
    pub(super) name: String,
    pub(super) features: Vec<Test>,
    /// Probabilities and models.
    pub(super) mixture: Vec<(RBig, Vec<f64>)>,
    /// What is hashed with a row.
    pub(super) salt: String,
    /// The texts of the label `-` and of the label `+`.
    pub(super) labels: [String; 2],
}

impl Model {
    pub(super) fn read(path: &Path, classifier: Option<&str>) -> Result<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::io("read", path, error))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("this is not JSON: {error}")).at_line(error.line()).in_file(path))?;
        let mut model = Self::from_json(&value, classifier).map_err(|error| error.in_file(path))?;
        if let Some(other) = other_label(&value["data"], path) {
            model.labels[0] = other;
        }
        Ok(model)
    }

    fn from_json(value: &Value, classifier: Option<&str>) -> Result<Self> {
        if value["format"] != "referee-fit/1" {
            return Err(wrong("`format` is not `referee-fit/1`: name models.json or fit.json of `referee fit`"));
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
                wrong(format!("there is no classifier `{name}`{near}; there are {}", names()))
            }
            None => wrong("there is no classifier in it"),
        })?;
        let atom = |atom: &Value| -> Result<(RBig, Vec<f64>)> {
            let bad = || wrong("a mixture has atoms with a model, counted from 0, and a weight such as \"1/3\"");
            let place = atom["model"].as_u64().and_then(|place| usize::try_from(place).ok()).ok_or_else(bad)?;
            let theta = list(models.get(place).ok_or_else(bad)?, "models")?;
            let theta: Option<Vec<f64>> = theta.iter().map(|x| x.as_f64().filter(|x| x.is_finite())).collect();
            let theta = theta.filter(|theta| theta.len() == features.len());
            let theta = theta.ok_or_else(|| wrong(format!("model {place} does not have one number per feature")))?;
            Ok((atom["weight"].as_str().and_then(rational).ok_or_else(bad)?, theta))
        };
        let mixture = list(&chosen["mixture"], "mixture")?.iter().map(atom).collect::<Result<Vec<_>>>()?;
        let total = mixture.iter().fold(RBig::ZERO, |sum, (weight, _)| sum + weight);
        if total != RBig::ONE || mixture.iter().any(|(weight, _)| *weight < RBig::ZERO) {
            return Err(wrong("the weights of the mixture are not probabilities that sum to 1"));
        }
        let salt = match &value["salt"] {
            Value::Null => String::new(),
            salt => salt.as_str().ok_or_else(|| wrong("`salt` is not a text"))?.to_owned(),
        };
        let positive = value["data"]["label"]["equals"][0].as_str();
        let positive = positive.ok_or_else(|| wrong("`data.label.equals` has no text"))?.to_owned();
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
