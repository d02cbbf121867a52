//! From the names in the first line to a layout, and the place of each column in a row.
//!
//! Every message is about one column and says what would make the header right. What is checked first is what most
//! likely caused the rest: a misspelt `lamda_1` is reported as unknown, not as a missing `lambda_1`.

use super::foreign::{listed, printable};
use super::{Foreign, Layout};
use crate::error::hint;
use crate::game::Game;
use std::collections::{BTreeMap, HashMap};

/// What a header must say, for messages about names that it must not hold.
const ALLOWED: &str = "`objective`, `constraint_1..m`, `proxy_1..m`, `lambda_0..m` or `lambda_1..m`, and `theta_1..d`, \
    where `.lo` and `.hi` may follow the first three";
/// The same for candidates.
const ALLOWED_PLAIN: &str =
    "`objective` and `constraint_1..m`, which `.lo` and `.hi` may follow, or all columns of a trace";

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ColumnKind {
    Objective,
    Constraint,
    Proxy,
    Lambda,
    Theta,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Point,
    Lo,
    Hi,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Column {
    kind: ColumnKind,
    index: usize,
    part: Part,
}

/// A header that was understood.
pub(super) struct Header {
    pub(super) layout: Layout,
    /// The names, field by field.
    pub(super) names: Vec<String>,
    /// Fields, and where their numbers go in a row of lower ends, upper ends, multipliers and thetas.
    pub(super) places: Vec<(usize, usize)>,
    /// The same, field by field; some may be left out.
    pub(super) fields: Vec<Option<usize>>,
    /// The names that the file has for the value columns; a trace's own for those that are enclosed.
    pub(super) labels: Vec<String>,
    /// The constraints, counted from 0, that ask for 0, and the places of their multipliers, which may be negative.
    pub(super) equalities: Vec<usize>,
    pub(super) signed: Vec<usize>,
    /// The multipliers' columns by the names of the file, in their order, and what was left out.
    pub(super) multipliers: Vec<String>,
    pub(super) left_out: Vec<String>,
    /// Whether these are mere candidates, which no player chose: then messages do not speak of rounds.
    pub(super) plain: bool,
}

type Message<T> = Result<T, String>;

impl Header {
    /// Understands the names, or says in one sentence what is wrong with them. A file of mere `candidates` may go
    /// without multipliers; in a `foreign` one names may be others, and columns may be left out.
    pub(super) fn parse<'a>(
        fields: impl Iterator<Item = &'a [u8]>,
        candidates: bool,
        foreign: Option<&Foreign>,
    ) -> Message<Self> {
        let skips = |i: usize, name: &str| foreign.is_some_and(|foreign| foreign.skips(i, name));
        let names = fields.enumerate().map(|(i, field)| name(i, field, skips)).collect::<Message<Vec<_>>>()?;
        let roles = match foreign {
            Some(foreign) => foreign.roles(&names)?,
            None => names.iter().cloned().enumerate().collect(),
        };
        let plain = candidates && !roles.iter().any(|(_, role)| role.starts_with("lambda"));
        let columns = roles.iter().map(|(i, role)| {
            // What was said of a column is answered as such.
            let said = |message| if names[*i] == *role { message } else { not_allowed(&names[*i], role) };
            column(*i, role, plain).map_err(said)
        });
        let columns = columns.collect::<Message<Vec<_>>>()?;
        let mut seen = HashMap::new();
        for (column, (field, name)) in columns.iter().zip(&roles) {
            if let Some(first) = seen.insert(column, *field) {
                let (first, second) = (first + 1, field + 1);
                return Err(format!(
                    "`{name}` names both field {first} and field {second}: delete one of the two columns"
                ));
            }
        }
        let groups = Groups::collect(&columns)?;
        let layout = groups.layout(candidates)?;
        let places = columns.iter().zip(&roles).map(|(column, (field, _))| (*field, column.place(&layout)));
        let places: Vec<(usize, usize)> = places.collect();
        let mut fields = vec![None; names.len()];
        for &(field, place) in &places {
            fields[field] = Some(place);
        }
        let mut labels: Vec<String> = (0..layout.num_values()).map(|value| layout.value_name(value)).collect();
        for (column, (field, _)) in columns.iter().zip(&roles) {
            let is_value = !matches!(column.kind, ColumnKind::Lambda | ColumnKind::Theta);
            if is_value && column.part == Part::Point {
                labels[column.place(&layout)].clone_from(&names[*field]);
            }
        }
        let asked = foreign.map_or(&[][..], |foreign| &foreign.equalities);
        let equalities = equalities(asked, &layout, &labels)?;
        let multiplier = |i: &usize| Column { kind: ColumnKind::Lambda, index: i + 1, part: Part::Point };
        let signed = equalities.iter().map(|i| multiplier(i).place(&layout)).collect();
        let mut multipliers: Vec<(usize, &String)> = Vec::new();
        for (column, (field, _)) in columns.iter().zip(&roles).filter(|(column, _)| column.kind == ColumnKind::Lambda) {
            multipliers.push((column.index, &names[*field]));
        }
        multipliers.sort_unstable();
        let multipliers = multipliers.into_iter().map(|(_, name)| printable(name)).collect();
        let skipped = names.iter().enumerate().filter(|(field, name)| skips(*field, name));
        let left_out = skipped.map(|(_, name)| printable(name)).collect();
        Ok(Self { layout, names, places, fields, labels, equalities, signed, multipliers, left_out, plain })
    }
}

/// The constraints, counted from 0 and in order, that have these names in the file or in a trace.
pub(super) fn equalities(asked: &[String], layout: &Layout, labels: &[String]) -> Message<Vec<usize>> {
    let m = layout.num_constraints();
    let mut found = Vec::new();
    for name in asked {
        let of_trace = |value: &usize| layout.value_name(*value) == *name;
        let own: Vec<usize> = (1..=m).filter(|&value| labels[value] == *name).collect();
        if own.len() > 1 {
            let (name, one) = (shown(name), layout.value_name(own[0]));
            return Err(format!(
                "`{name}` names {} constraints: say which, by a trace's name such as `{one}`",
                own.len()
            ));
        }
        let Some(value) = own.first().copied().or_else(|| (1..=m).find(of_trace)) else {
            return Err(format!(
                "`{}` is not a constraint, so it cannot be an equality: {}",
                shown(name),
                listed(&labels[1..=m])
            ));
        };
        let proxy = layout.has_proxies().then_some(m + value);
        if [Some(value), proxy].into_iter().flatten().any(|value| layout.is_enclosed(value)) {
            return Err(format!(
                "`{}` is an equality, whose values must be exact: give one column, not an enclosure",
                shown(name)
            ));
        }
        found.push(value - 1);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn name(field: usize, text: &[u8], skips: impl Fn(usize, &str) -> bool) -> Message<String> {
    let number = field + 1;
    let name = std::str::from_utf8(text)
        .map_err(|_| format!("the name of column {number} is not UTF-8 text: save the file as UTF-8"))?;
    if name.is_empty() && !skips(field, name) {
        return Err(format!("column {number} has no name: name it, or delete it and the comma beside it"));
    }
    Ok(name.to_owned())
}

fn column(field: usize, name: &str, plain: bool) -> Message<Column> {
    let (stem, part) = match name.rsplit_once('.') {
        Some((stem, "lo")) => (stem, Part::Lo),
        Some((stem, "hi")) => (stem, Part::Hi),
        _ => (name, Part::Point),
    };
    let (kind, index) = match stem.split_once('_') {
        None if stem == "objective" => (ColumnKind::Objective, Some(0)),
        Some(("constraint", index)) => (ColumnKind::Constraint, number(index)),
        Some(("proxy", index)) => (ColumnKind::Proxy, number(index)),
        Some(("lambda", index)) => (ColumnKind::Lambda, number(index)),
        Some(("theta", index)) => (ColumnKind::Theta, number(index)),
        _ => return Err(unknown(field, name, plain)),
    };
    let Some(index) = index else { return Err(unknown(field, name, plain)) };
    if index == 0 && !matches!(kind, ColumnKind::Objective | ColumnKind::Lambda) {
        let (shown, file) = (shown(name), whose(plain));
        return Err(format!("`{shown}` is not a column of {file}: these are counted from 1, so rename it"));
    }
    if matches!(kind, ColumnKind::Lambda | ColumnKind::Theta) && part != Part::Point {
        let file = whose(plain);
        return Err(format!("`{name}` is not a column of {file}: what a player chose is exact, so give one `{stem}`"));
    }
    Ok(Column { kind, index, part })
}

/// A whole number in its only spelling, so that two names never mean one column.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|index: &usize| index.to_string() == text)
}

/// What the file holds, for messages.
fn whose(plain: bool) -> &'static str {
    if plain { "candidates" } else { "a trace" }
}

fn unknown(field: usize, name: &str, plain: bool) -> String {
    let (shown, file) = (shown(name), whose(plain));
    if name.parse::<f64>().is_ok() {
        return format!(
            "`{shown}` stands where the name of column {} belongs: put the names in the first line",
            field + 1
        );
    }
    if let Some(separator) = name.chars().find(|c| [';', '\t', '|'].contains(c)) {
        let separator = separator.escape_default();
        return format!("`{shown}` is not a column of {file}: separate the fields by commas, not by `{separator}`");
    }
    let allowed = if plain { ALLOWED_PLAIN } else { ALLOWED };
    let near = meant(name);
    format!("`{shown}` is not a column of {file}{near}: rename or delete it; allowed are {allowed}")
}

fn not_allowed(name: &str, role: &str) -> String {
    format!("`{}` cannot be `{}`{}: allowed are {ALLOWED}", shown(name), shown(role), meant(role))
}

/// The column of a trace that a name is near to, with the number that the name ends with.
fn meant(name: &str) -> String {
    let (_, index) = name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let known = match index.parse::<usize>() {
        Ok(index) => ["constraint", "proxy", "lambda", "theta"].map(|stem| format!("{stem}_{index}")).to_vec(),
        Err(_) => vec!["objective".to_owned()],
    };
    hint(name, known.iter().map(String::as_str))
}

/// Text of a file, fit for a message: printable and not long.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Which numbers each kind of column has, and which of them are pairs.
struct Groups(BTreeMap<ColumnKind, BTreeMap<usize, bool>>);

impl Groups {
    fn collect(columns: &[Column]) -> Message<Self> {
        let mut parts: BTreeMap<(ColumnKind, usize), Vec<Part>> = BTreeMap::new();
        for column in columns {
            parts.entry((column.kind, column.index)).or_default().push(column.part);
        }
        let mut groups: BTreeMap<ColumnKind, BTreeMap<usize, bool>> = BTreeMap::new();
        for ((kind, index), mut parts) in parts {
            parts.sort_unstable();
            let name = kind.column_name(index);
            let enclosed = match parts[..] {
                [Part::Point] => false,
                [Part::Lo, Part::Hi] => true,
                [Part::Lo] => {
                    return Err(format!("`{name}.hi` is missing, but `{name}.lo` is there: an enclosure needs both"));
                }
                [Part::Hi] => {
                    return Err(format!("`{name}.lo` is missing, but `{name}.hi` is there: an enclosure needs both"));
                }
                _ => {
                    let end = if parts.contains(&Part::Lo) { "lo" } else { "hi" };
                    return Err(format!(
                        "`{name}` is given both as a number and as an enclosure, `{name}.{end}`: keep one of the two"
                    ));
                }
            };
            groups.entry(kind).or_default().insert(index, enclosed);
        }
        Ok(Self(groups))
    }

    /// The numbers of a kind in increasing order.
    fn indices(&self, kind: ColumnKind) -> impl Iterator<Item = usize> + '_ {
        self.0.get(&kind).into_iter().flat_map(|group| group.keys().copied())
    }

    /// The least number from `first` on that a kind lacks, and the largest that it has, if it has any.
    fn gap(&self, kind: ColumnKind, first: usize) -> (usize, Option<usize>) {
        let missing = (first..).zip(self.indices(kind).filter(|&i| i >= first)).find(|&(wanted, i)| wanted != i);
        let count = self.indices(kind).filter(|&i| i >= first).count();
        (missing.map_or(first + count, |(wanted, _)| wanted), self.indices(kind).last())
    }

    /// How many columns of a kind there are, if they are numbered from 1 without gaps.
    fn count(&self, kind: ColumnKind) -> Message<usize> {
        let (missing, last) = self.gap(kind, 1);
        match last {
            Some(last) if last >= missing => {
                let (missing, last) = (kind.column_name(missing), kind.column_name(last));
                Err(format!("`{missing}` is missing, but `{last}` is there: count from 1 without gaps"))
            }
            _ => Ok(missing - 1),
        }
    }

    fn layout(&self, candidates: bool) -> Message<Layout> {
        if self.indices(ColumnKind::Objective).next().is_none() {
            return Err("`objective` is missing: add the column, all 0 if there is nothing to minimise".to_owned());
        }
        let m = self.count(ColumnKind::Constraint)?;
        let game =
            if self.indices(ColumnKind::Lambda).next() == Some(0) { Game::ProxyLagrangian } else { Game::Lagrangian };
        let has_proxies = self.check_proxies(m)?;
        if !candidates || self.indices(ColumnKind::Lambda).next().is_some() {
            self.check_multipliers(m)?;
        }
        let mut layout = Layout::new(game, m).with_theta(self.count(ColumnKind::Theta)?);
        if has_proxies {
            layout = layout.with_proxies();
        }
        for (&kind, group) in &self.0 {
            for (&index, _) in group.iter().filter(|&(_, &enclosed)| enclosed) {
                layout = layout.enclose(kind.value(index, m));
            }
        }
        Ok(layout)
    }

    fn check_proxies(&self, m: usize) -> Message<bool> {
        let (missing, last) = self.gap(ColumnKind::Proxy, 1);
        match last {
            None => Ok(false),
            Some(last) if last > m => {
                Err(format!("`proxy_{last}` is there, but `constraint_{last}` is not: {}", has_constraints(m)))
            }
            Some(_) if missing <= m => Err(format!(
                "`proxy_{missing}` is missing: give every constraint a proxy, or none (they are then their own proxies)"
            )),
            Some(_) => Ok(true),
        }
    }

    fn check_multipliers(&self, m: usize) -> Message<()> {
        let (missing, last) = self.gap(ColumnKind::Lambda, 1);
        match last {
            Some(last) if last > m => {
                Err(format!("`lambda_{last}` is there, but `constraint_{last}` is not: {}", has_constraints(m)))
            }
            None if m > 0 => Err(format!(
                "`lambda_1` is missing: add the multipliers, `lambda_1..{m}` for the Lagrangian game or `lambda_0..{m}` \
                 for the proxy game, where `lambda_0` weighs the objective"
            )),
            _ if missing <= m => {
                Err(format!("`lambda_{missing}` is missing: every constraint needs its multiplier, so add the column"))
            }
            _ => Ok(()),
        }
    }
}

fn has_constraints(m: usize) -> String {
    match m {
        0 => "the trace has no constraints, so delete the column or add the constraint".to_owned(),
        1 => "the trace has 1 constraint, so delete the column or add the constraint".to_owned(),
        _ => format!("the trace has {m} constraints, so delete the column or add the constraint"),
    }
}

impl ColumnKind {
    fn column_name(self, index: usize) -> String {
        match self {
            Self::Objective => "objective".to_owned(),
            Self::Constraint => format!("constraint_{index}"),
            Self::Proxy => format!("proxy_{index}"),
            Self::Lambda => format!("lambda_{index}"),
            Self::Theta => format!("theta_{index}"),
        }
    }

    /// The number of a value column in the order of [`Layout`].
    fn value(self, index: usize, num_constraints: usize) -> usize {
        if self == Self::Proxy { num_constraints + index } else { index }
    }
}

impl Column {
    fn place(self, layout: &Layout) -> usize {
        let values = layout.num_values();
        match self.kind {
            ColumnKind::Lambda => 2 * values + self.index - layout.game().first_multiplier(),
            ColumnKind::Theta => 2 * values + layout.num_multipliers() + self.index - 1,
            kind => {
                let value = kind.value(self.index, layout.num_constraints());
                if self.part == Part::Hi { values + value } else { value }
            }
        }
    }
}
