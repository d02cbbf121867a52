//! The fit: what classifiers do on data, in exact counts.

use super::cells::{Cells, NEGATIVE, POSITIVE};
use super::constraint::{Constraint, Forms};
use super::recipe::Recipe;
use super::scores::{Model, positives};
use super::subject::OverData;
use crate::decimal::number;
use crate::exact::Rational;
use crate::json::{Fields, Flaw, Form, Node};
use crate::mixed::Weights;
use crate::report::{Accepted, Reason, Refusal, shown};
use crate::solution::{too_long, vector, weighted};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::num::NonZeroUsize;

/// A fit that has the right form.
pub(crate) struct Fit {
    pub(crate) recipe: Recipe,
    constraints: Forms,
    models: Vec<Model>,
    classifiers: Vec<Classifier>,
    infeasible_proxies: Option<(Vec<Rational>, Rational)>,
}

struct Classifier {
    name: String,
    mixture: Vec<(usize, Rational)>,
    error: Rational,
    constraints: Vec<Rational>,
    is_feasible: bool,
}

impl Fit {
    /// Reads the fields of the file, of which `format` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let recipe = Recipe::read(fields.need("data")?)?;
        let constraints = Forms::read(fields.need("constraints")?)?;
        let (d, m) = (recipe.num_features(), constraints.len());
        let node = fields.need("models")?;
        let line = node.line;
        let models = node.each("models", |node| model(node, d))?;
        if models.is_empty() {
            return Err(Flaw::at(line, "`models` must have at least one model"));
        }
        let (mut classifiers, mut names) = (Vec::new(), BTreeSet::new());
        for node in fields.need("classifiers")?.list("classifiers")? {
            let line = node.line;
            let classifier = Classifier::read(node.object("classifiers")?, m)?;
            if !names.insert(classifier.name.clone()) {
                return Err(Flaw::at(line, format!("the classifier `{}` stands twice", shown(&classifier.name))));
            }
            classifiers.push(classifier);
        }
        let infeasible_proxies = fields.optional("infeasible_proxies", |node| {
            let mut fields = node.object("infeasible_proxies")?;
            let weights = vector(&mut fields, "weights", m)?;
            let at_least = fields.need("at_least")?.rational("at_least")?;
            fields.finish()?;
            Ok((weights, at_least))
        })?;
        if let Some(salt) = fields.take("salt") {
            salt.text("salt")?; // for whoever draws models: nothing is claimed with it
        }
        fields.finish()?;
        Ok(Self { recipe, constraints, models, classifiers, infeasible_proxies })
    }

    /// What it is about.
    pub(crate) fn subject(&self) -> OverData<'_> {
        OverData { recipe: &self.recipe, constraints: &self.constraints, models: None }
    }

    /// Checks the fit, called `name`, on the data found as `found`.
    pub(crate) fn check(
        &self,
        name: &str,
        reader: impl Read,
        found: &str,
        threads: NonZeroUsize,
    ) -> Result<Accepted, Refusal> {
        let cells = self.recipe.load(reader, found, &self.constraints.sets, threads)?;
        let constraints = self.constraints.on(&cells, name)?;
        let counts = positives(&cells, &self.models, threads);
        let mut notes = vec![format!("exact counts on the {} rows of {}:", cells.rows(), shown(&self.recipe.file))];
        for classifier in &self.classifiers {
            let said = self.check_classifier(name, classifier, &cells, &constraints, &counts)?;
            notes.push(said);
        }
        let mut claims = vec!["classifiers"];
        if let Some((weights, at_least)) = &self.infeasible_proxies {
            check_proxies(name, weights, at_least, &cells, &constraints)?;
            claims.push("infeasible_proxies");
            notes.push(format!(
                "no score function satisfies the hinges of all constraints: some hinge is at least {}, so a \
                 comparison with models that satisfy them is empty",
                number(at_least)
            ));
        }
        Ok(Accepted::proved("fit", claims.into_iter().map(|name| (name, None)), Some(notes.join("\n"))))
    }

    /// Checks one classifier, and says what it does.
    fn check_classifier(
        &self,
        file: &str,
        classifier: &Classifier,
        cells: &Cells,
        constraints: &[Constraint],
        counts: &[Vec<u64>],
    ) -> Result<String, Refusal> {
        let Classifier { mixture, is_feasible, .. } = classifier;
        let name = shown(&classifier.name);
        let rejected =
            |reason: Reason, detail: String| Refusal::rejected(format!("classifier `{name}`"), reason, detail);
        let support = |detail: String| rejected(Reason::Support, detail);
        if !mixture.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(support("the models of its mixture must increase".to_owned()));
        }
        if let Some((model, weight)) = mixture.iter().find(|(_, weight)| *weight <= Rational::zero()) {
            return Err(support(format!("the weight {} of model {model} is not positive", number(weight))));
        }
        let weights = Weights::new(mixture.iter().map(|(_, weight)| weight));
        let weights = weights.ok_or_else(|| too_long(file, "mixture"))?;
        weights.check_sum("the weights of its mixture").map_err(support)?;
        // The mean number of rows with a positive score in each set, times the denominator of the weights.
        let (numerators, unit) = weights.parts();
        let mut means = vec![BigInt::from(0); cells.sizes.len()];
        for ((place, _), weight) in mixture.iter().zip(numerators) {
            let last = self.models.len().saturating_sub(1);
            let counts = counts.get(*place);
            let counts =
                counts.ok_or_else(|| support(format!("its mixture has model {place}, but the last one is {last}")))?;
            for (mean, count) in means.iter_mut().zip(counts) {
                *mean += weight * *count;
            }
        }
        let mean = |set: usize| means.get(set).cloned().unwrap_or_default();
        let wrong = unit * cells.size(POSITIVE) - mean(POSITIVE) + mean(NEGATIVE);
        let error = Rational::new(wrong, unit * cells.rows()).unwrap_or_else(Rational::zero);
        let values: Vec<Rational> = constraints.iter().map(|constraint| constraint.rate(unit, &means)).collect();
        let wrong = |what: &str, recorded: &Rational, found: &Rational| {
            let detail =
                format!("{what} of classifier {name} is recorded as {} and is {}", number(recorded), number(found));
            rejected(Reason::Counts, detail)
        };
        if error != classifier.error {
            return Err(wrong("the error", &classifier.error, &error));
        }
        for (i, (recorded, found)) in classifier.constraints.iter().zip(&values).enumerate() {
            if recorded != found {
                return Err(wrong(&format!("constraint `{}`", self.constraints.name(i)), recorded, found));
            }
        }
        let largest = values.iter().max();
        if largest.is_none_or(|x| *x <= Rational::zero()) != *is_feasible {
            let found = largest.map_or_else(|| "there is none".to_owned(), |x| format!("the largest is {}", number(x)));
            let detail = format!("`feasible` is {is_feasible}, but of its constraints {found}");
            return Err(rejected(Reason::Infeasible, detail));
        }
        let mixed = if mixture.len() == 1 { "one model".to_owned() } else { format!("{} models mixed", mixture.len()) };
        let satisfied = match largest {
            None => "no constraints".to_owned(),
            Some(x) => {
                let word = if *is_feasible { "feasible" } else { "infeasible" };
                format!("{word}, the largest constraint is {}", number(x))
            }
        };
        Ok(format!("  {name} ({mixed}): error {}; {satisfied}", number(&error)))
    }
}

impl Classifier {
    fn read(mut fields: Fields, m: usize) -> Form<Self> {
        let name = fields.need("name")?.text("name")?.to_owned();
        let mixture = weighted(fields.need("mixture")?, "mixture", "model")?;
        let error = fields.need("error")?.rational("error")?;
        let constraints = vector(&mut fields, "constraints", m)?;
        let is_feasible = fields.need("feasible")?.bool("feasible")?;
        fields.finish()?;
        Ok(Self { name, mixture, error, constraints, is_feasible })
    }
}

fn model(node: Node, d: usize) -> Form<Model> {
    let line = node.line;
    let theta = node.numbers("models")?;
    let found = theta.len();
    let model = Model::new(&theta).filter(|_| found == d);
    model.ok_or_else(|| Flaw::at(line, format!("a model must have one number per feature: {d}, not {found}")))
}

/// Checks that the weights show that no score function satisfies all hinges.
fn check_proxies(
    file: &str,
    weights: &[Rational],
    at_least: &Rational,
    cells: &Cells,
    constraints: &[Constraint],
) -> Result<(), Refusal> {
    let rejected = |reason: Reason, detail: String| Refusal::rejected("infeasible_proxies", reason, detail);
    if let Some(negative) = weights.iter().find(|weight| **weight < Rational::zero()) {
        return Err(rejected(Reason::Multipliers, format!("the weight {} is negative", number(negative))));
    }
    let long = || too_long(file, "infeasible_proxies");
    let sum = Weights::new(weights).ok_or_else(long)?.check_sum("the weights");
    sum.map_err(|detail| rejected(Reason::Multipliers, detail))?;
    if *at_least <= Rational::zero() {
        return Err(rejected(Reason::Proxies, format!("`at_least` is {}, which is not positive", number(at_least))));
    }
    let found = least_hinge(weights, cells, constraints).ok_or_else(long)?;
    if *at_least > found {
        let (recorded, found) = (number(at_least), number(&found));
        return Err(rejected(Reason::Proxies, format!("`at_least` is recorded as {recorded}, but V(p) is {found}")));
    }
    Ok(())
}

/// `V(p)`: at each row, `A max(0, 1 + s) + B max(0, 1 - s) >= 2 min(A, B)`. `None` if the fractions are too long.
fn least_hinge(weights: &[Rational], cells: &Cells, constraints: &[Constraint]) -> Option<Rational> {
    let mut all = vec![Rational::zero()];
    let mut places = Vec::new();
    for (weight, constraint) in weights.iter().zip(constraints) {
        let (constant, parts, denominator) = constraint.hinge_weights();
        let over = |x: BigInt| Rational::new(x, denominator.clone()).map(|x| weight * &x);
        all.push(over(constant)?);
        places.push(None);
        for (part, each) in parts {
            all.push(over(each)?);
            places.push(Some(part));
        }
    }
    let common = Weights::new(&all)?;
    let (numerators, denominator) = common.parts();
    let mut sum = BigInt::from(0);
    // The weights of each set: with s in the hinge, and with -s.
    let mut of_sets: BTreeMap<usize, [BigInt; 2]> = BTreeMap::new();
    for (numerator, place) in numerators.iter().skip(1).zip(places) {
        match place {
            None => sum += numerator,
            Some(part) => {
                let [down, up] = of_sets.entry(part.set).or_default();
                *(if part.is_plus { up } else { down }) += numerator;
            }
        }
    }
    let mut patterns: BTreeMap<&[usize], u64> = BTreeMap::new();
    for cell in &cells.groups {
        let count = patterns.entry(cell.sets.as_slice()).or_default();
        *count = count.saturating_add(cell.count);
    }
    for (sets, count) in patterns {
        let (mut down, mut up) = (BigInt::from(0), BigInt::from(0));
        for [less, more] in sets.iter().filter_map(|set| of_sets.get(set)) {
            down += less;
            up += more;
        }
        sum += down.min(up) * count * 2_u8;
    }
    Rational::new(sum, denominator.clone())
}
