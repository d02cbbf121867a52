//! Traces and candidates (section 2 of the specification): what the columns are, and the numbers of a line.

use crate::problem::Side;
use crate::report::shown;
use std::collections::BTreeMap;
use std::fmt;

/// Which files are read: traces only, or tables of candidates without multipliers too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepts {
    Traces,
    Candidates,
}

/// The two games, told apart by the column `lambda_0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Game {
    #[default]
    Lagrangian,
    Proxy,
}

impl Game {
    /// What it is called in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Lagrangian => "Lagrangian",
            Self::Proxy => "proxy",
        }
    }

    /// What its theta-player sees.
    pub(crate) fn side(self) -> Side {
        match self {
            Self::Lagrangian => Side::Constraints,
            Self::Proxy => Side::Proxies,
        }
    }
}

/// What a column holds; constraints, proxies and thetas are counted from 1, multipliers as they are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    /// The objective, which is 0, or a constraint.
    Value(usize),
    Proxy(usize),
    Lambda(usize),
    Theta(usize),
}

/// Whether an enclosure is more than a number.
pub(crate) fn is_wide((lo, hi): &(f64, f64)) -> bool {
    lo < hi
}

/// The numbers of one line. Values are the objective and the constraints.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) values: Vec<(f64, f64)>,
    pub(crate) proxies: Vec<(f64, f64)>,
    pub(crate) lambda: Vec<f64>,
    pub(crate) theta: Vec<f64>,
}

impl Row {
    /// What stands in a column of values, if there is one.
    pub(crate) fn value(&self, column: Column) -> Option<(f64, f64)> {
        match column {
            Column::Value(i) => self.values.get(i).copied(),
            Column::Proxy(i) => self.proxies.get(i.checked_sub(1)?).copied(),
            Column::Lambda(_) | Column::Theta(_) => None,
        }
    }
}

/// What is said where the upper ends of enclosures stood for the values of candidates.
pub(crate) const BY_UPPER_ENDS: &str = "values: the upper ends, where the candidates enclose theirs";

/// Which end of a value a column holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Both,
    Lo,
    Hi,
}

/// Where the numbers of a row stand in its line.
#[derive(Default)]
pub(crate) struct Layout {
    /// The names of the columns, and whether they are multipliers.
    names: Vec<(String, bool)>,
    pub(crate) game: Game,
    /// The columns of the lower and the upper ends, which are one where the values are numbers.
    pub(crate) values: Vec<(usize, usize)>,
    pub(crate) proxies: Vec<(usize, usize)>,
    pub(crate) lambda: Vec<usize>,
    theta: Vec<usize>,
}

impl Layout {
    /// How many columns there are.
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    /// Understands the line with the names of the columns.
    pub(crate) fn read(line: &str, accepts: Accepts) -> Result<Self, String> {
        let (mut fields, mut names) = (Vec::new(), Vec::new());
        split(line, &mut fields)?;
        let mut parts: BTreeMap<Column, Vec<(Part, usize)>> = BTreeMap::new();
        for (place, name) in fields.into_iter().enumerate() {
            let (column, part) = column(name).ok_or_else(|| format!("`{}` is not a column of a trace", shown(name)))?;
            parts.entry(column).or_default().push((part, place));
            names.push((name.to_owned(), matches!(column, Column::Lambda(_))));
        }
        let mut ends: BTreeMap<Column, (usize, usize)> = BTreeMap::new();
        for (column, mut found) in parts {
            found.sort_unstable();
            let (lo, hi) = match found.as_slice() {
                [(Part::Both, place)] => (place, place),
                [(Part::Lo, lo), (Part::Hi, hi)] => (lo, hi),
                _ => return Err(format!("`{column}` must be given once, as one column or as a pair `.lo`, `.hi`")),
            };
            ends.insert(column, (*lo, *hi));
        }
        // The columns of a kind, which come in the order of their numbers.
        let of = |what: &str, number: fn(&Column) -> Option<usize>, first: usize| {
            let found = || ends.iter().filter_map(|(column, ends)| Some((number(column)?, *ends)));
            let whole = found().zip(first..).all(|((number, _), wanted)| number == wanted);
            let places = found().map(|(_, ends)| ends).collect::<Vec<_>>();
            whole
                .then_some(places)
                .ok_or_else(|| format!("the columns `{what}` must be counted from their first number without gaps"))
        };
        let game = if ends.contains_key(&Column::Lambda(0)) { Game::Proxy } else { Game::Lagrangian };
        let first = usize::from(game == Game::Lagrangian);
        let values = of("objective, constraint_*", |c| if let Column::Value(i) = c { Some(*i) } else { None }, 0)?;
        let proxies = of("proxy_*", |c| if let Column::Proxy(i) = c { Some(*i) } else { None }, 1)?;
        let lambda = of("lambda_*", |c| if let Column::Lambda(i) = c { Some(*i) } else { None }, first)?;
        let theta = of("theta_*", |c| if let Column::Theta(i) = c { Some(*i) } else { None }, 1)?;
        let Some(constraints) = values.len().checked_sub(1) else { return Err("`objective` is missing".to_owned()) };
        if !proxies.is_empty() && proxies.len() != constraints {
            return Err("some constraints have a `proxy_*` and others have none, or there are too many".to_owned());
        }
        let candidates = accepts == Accepts::Candidates && lambda.is_empty();
        if lambda.len() != values.len().wrapping_sub(first) && !candidates {
            return Err(format!("there are {} multipliers for {constraints} constraints", lambda.len()));
        }
        let [lambda, theta] = [lambda, theta].map(|ends| ends.into_iter().map(|(place, _)| place).collect());
        Ok(Self { names, game, values, proxies, lambda, theta })
    }

    /// Adds the numbers of a line; `fields` is room for them.
    pub(crate) fn parse<'a>(
        &self,
        line: &'a str,
        fields: &mut Vec<&'a str>,
        numbers: &mut Vec<f64>,
    ) -> Result<(), String> {
        split(line, fields)?;
        let (found, wanted, before) = (fields.len(), self.width(), numbers.len());
        if found != wanted {
            return Err(format!("the line has {found} fields for {wanted} columns"));
        }
        for (field, (name, is_multiplier)) in fields.iter().zip(&self.names) {
            // `parse` rounds to the nearest double, ties to even, for every decimal text.
            let number = field.parse::<f64>().ok().filter(|x| x.is_finite());
            match number {
                Some(x) if x >= 0.0 || !is_multiplier => numbers.push(x),
                Some(_) => {
                    return Err(format!("`{name}` is `{}`, but a multiplier must not be negative", shown(field)));
                }
                None => return Err(format!("`{name}` is `{}`, which is not a finite number", shown(field))),
            }
        }
        let row = numbers.get(before..).unwrap_or_default();
        let (value, all) = (|place: usize| row.get(place), self.values.iter().chain(&self.proxies));
        if all.filter(|(lo, hi)| lo != hi).any(|(lo, hi)| value(*lo) > value(*hi)) {
            return Err("the `.lo` of an enclosure is above its `.hi`".to_owned());
        }
        Ok(())
    }

    /// Puts the numbers of a line in their places.
    pub(crate) fn fill(&self, row: &mut Row, numbers: &[f64]) {
        let number = |place: usize| numbers.get(place).copied().unwrap_or_default();
        let both = |&(lo, hi): &(usize, usize)| (number(lo), number(hi));
        row.values.clear();
        row.values.extend(self.values.iter().map(both));
        row.proxies.clear();
        row.proxies.extend(self.proxies.iter().map(both));
        row.lambda.clear();
        row.lambda.extend(self.lambda.iter().map(|&place| number(place)));
        row.theta.clear();
        row.theta.extend(self.theta.iter().map(|&place| number(place)));
    }
}

impl Column {
    /// The column of exact values with this name.
    pub(crate) fn of_values(name: &str) -> Option<Self> {
        match column(name)? {
            (column @ (Self::Value(_) | Self::Proxy(_)), Part::Both) => Some(column),
            _ => None,
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(0) => f.write_str("objective"),
            Self::Value(i) => write!(f, "constraint_{i}"),
            Self::Proxy(i) => write!(f, "proxy_{i}"),
            Self::Lambda(i) => write!(f, "lambda_{i}"),
            Self::Theta(i) => write!(f, "theta_{i}"),
        }
    }
}

fn column(name: &str) -> Option<(Column, Part)> {
    let (stem, part) = match name.rsplit_once('.') {
        Some((stem, "lo")) => (stem, Part::Lo),
        Some((stem, "hi")) => (stem, Part::Hi),
        _ => (name, Part::Both),
    };
    if stem == "objective" {
        return Some((Column::Value(0), part));
    }
    let (kind, number) = stem.split_once('_')?;
    let number = number.parse().ok().filter(|value: &usize| value.to_string() == number)?;
    let column = match kind {
        "constraint" if number > 0 => Column::Value(number),
        "proxy" if number > 0 => Column::Proxy(number),
        "lambda" if part == Part::Both => Column::Lambda(number),
        "theta" if part == Part::Both && number > 0 => Column::Theta(number),
        _ => return None,
    };
    Some((column, part))
}

/// Finds the fields of a line, without surrounding spaces and quotation marks.
fn split<'a>(line: &'a str, fields: &mut Vec<&'a str>) -> Result<(), String> {
    fields.clear();
    if !line.contains('"') {
        fields.extend(line.split(',').map(str::trim_ascii));
        return Ok(());
    }
    let mut rest = Some(line);
    while let Some(text) = rest {
        let text = text.trim_ascii_start();
        let (field, after) = match text.strip_prefix('"') {
            None => (None, text),
            Some(quoted) => {
                let halves = quoted.split_once('"').ok_or("a quotation mark is not closed on its line")?;
                (Some(halves.0), halves.1)
            }
        };
        let (before_comma, next) = after.split_once(',').map_or((after, None), |(field, rest)| (field, Some(rest)));
        if field.is_some() && !before_comma.trim_ascii().is_empty() {
            return Err("a field goes on after its closing quotation mark".to_owned());
        }
        fields.push(field.unwrap_or(before_comma).trim_ascii());
        rest = next;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../tests/inside/csv.rs"]
mod tests;
