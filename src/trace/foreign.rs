//! Tables of other people: which of their columns is which of a trace's, which are left out, which constraints are
//! equalities; and their rounds as rounds of a trace.

use super::header::shown;
use super::{Equalities, Layout, Round};
use crate::game::Function;
use crate::numerics::Enclosure;

/// What the columns of somebody's table are.
///
/// A column without a name that stands first is taken for the index that pandas writes, and left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// Pairs of a trace's name, such as `constraint_1`, and the name in the file.
    pub columns: Vec<(String, String)>,
    /// Columns of the file to leave out.
    pub ignore: Vec<String>,
    /// Constraints that ask for 0, by either name: their multipliers may be negative.
    pub equalities: Vec<String>,
}

impl Foreign {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.ignore.is_empty() && self.equalities.is_empty()
    }

    /// Whether a field is left out.
    pub(super) fn skips(&self, field: usize, name: &str) -> bool {
        (field == 0 && name.is_empty()) || self.ignore.iter().any(|ignored| ignored == name)
    }

    /// The names that columns of the file have in a trace, with the numbers of their fields; or what is wrong with them.
    pub(super) fn roles(&self, names: &[String]) -> Result<Vec<(usize, String)>, String> {
        let theirs = self.columns.iter().map(|(_, name)| name);
        if let Some(missing) = theirs.clone().chain(&self.ignore).find(|name| !names.contains(name)) {
            return Err(format!("there is no column `{}`: {}", shown(missing), listed(names)));
        }
        if let Some(both) = theirs.clone().find(|name| self.ignore.contains(name)) {
            return Err(format!("`{}` is given a meaning and left out at once: do one of the two", shown(both)));
        }
        let mut roles = Vec::new();
        for (field, name) in names.iter().enumerate().filter(|(field, name)| !self.skips(*field, name)) {
            let own = self.columns.iter().filter(|(_, theirs)| theirs == name).map(|(role, _)| role.clone());
            let before = roles.len();
            roles.extend(own.map(|role| (field, role)));
            if roles.len() == before {
                roles.push((field, name.clone()));
            }
        }
        Ok(roles)
    }
}

/// What a file has, for messages.
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let some: Vec<String> = names.iter().take(MOST).map(|name| format!("`{}`", shown(name))).collect();
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    format!("there are {}{more}", some.join(", "))
}

/// The names that people know functions by: those of their columns, and a minus sign before the second half of an
/// equality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    functions: Vec<(Function, String)>,
}

impl Labels {
    /// The names of a trace itself.
    pub fn of_trace(layout: &Layout) -> Self {
        let functions = value_functions(layout).map(|function| (function, function.to_string()));
        Self { functions: functions.collect() }
    }

    /// What a function is called.
    pub fn name(&self, function: Function) -> String {
        let known = self.functions.iter().find(|(of, _)| *of == function);
        known.map_or_else(|| function.to_string(), |(_, name)| name.clone())
    }

    /// The function of a name: the user's, or a trace's.
    pub fn find(&self, name: &str) -> Option<Function> {
        let own = self.functions.iter().find(|(_, known)| known == name);
        own.or_else(|| self.functions.iter().find(|(of, _)| of.to_string() == name)).map(|(of, _)| *of)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|(_, name)| name.as_str())
    }
}

/// The functions of the value columns, in the order of [`Layout`].
fn value_functions(layout: &Layout) -> impl Iterator<Item = Function> + use<> {
    let (m, proxies) = (layout.num_constraints(), layout.num_proxies());
    let objective = std::iter::once(Function::Objective);
    objective.chain((1..=m).map(Function::Constraint)).chain((1..=proxies).map(Function::Proxy))
}

/// From rounds as they were recorded to rounds of a trace: an equality becomes two mirrored constraints, and its
/// multiplier the two parts of it.
pub(super) struct Split {
    layout: Layout,
    /// For each constraint of the trace the recorded one, and whether it is the second half of an equality.
    halves: Vec<(usize, Half)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Whole,
    Plus,
    Minus,
}

impl Split {
    /// For recorded columns, whose constraints of these numbers (from 0) are equalities.
    pub(super) fn new(recorded: &Layout, equalities: &[usize]) -> Self {
        let mut halves = Vec::new();
        for i in 0..recorded.num_constraints() {
            if equalities.contains(&i) {
                halves.extend([(i, Half::Plus), (i, Half::Minus)]);
            } else {
                halves.push((i, Half::Whole));
            }
        }
        let m = recorded.num_constraints();
        let mut layout = Layout::new(recorded.game(), halves.len()).with_theta(recorded.num_thetas());
        if recorded.has_proxies() {
            layout = layout.with_proxies();
        }
        let enclosed = |group: usize| halves.iter().map(move |(i, _)| recorded.is_enclosed(group + 1 + i));
        let groups = [0, m].into_iter().take(1 + usize::from(recorded.has_proxies()));
        let values = std::iter::once(recorded.is_enclosed(0)).chain(groups.flat_map(enclosed));
        let layout = values.enumerate().filter(|(_, enclosed)| *enclosed).fold(layout, |l, (value, _)| l.enclose(value));
        Self { layout, halves }
    }

    /// The columns of the trace.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pairs.
    pub(super) fn equalities(&self) -> Equalities {
        let first = |c: &usize| self.halves[*c].1 == Half::Plus;
        let pairs = (0..self.halves.len()).filter(first).map(|c| (c, c + 1)).collect();
        Equalities::new(pairs).expect("halves stand side by side")
    }

    /// What the functions of the trace are called, by the names of the recorded value columns.
    pub(super) fn labels(&self, recorded: &[String]) -> Labels {
        let m = recorded.len() / 2; // only proxies need it, and with these there is one for each constraint
        let name = |group: usize, (i, half): &(usize, Half)| {
            let minus = if *half == Half::Minus { "-" } else { "" };
            format!("{minus}{}", recorded[group + 1 + i])
        };
        let groups = [0, m].into_iter().take(1 + usize::from(self.layout.has_proxies()));
        let names = groups.flat_map(|group| self.halves.iter().map(move |half| name(group, half)));
        let names = std::iter::once(recorded[0].clone()).chain(names);
        Labels { functions: value_functions(&self.layout).zip(names).collect() }
    }

    /// Fills a round of the trace.
    pub(super) fn fill(&self, recorded: &Round, round: &mut Round) {
        round.objective = recorded.objective;
        round.theta.copy_from_slice(&recorded.theta);
        let value = |values: &[Enclosure], (i, half): (usize, Half)| match half {
            Half::Minus => -values[i],
            Half::Whole | Half::Plus => values[i],
        };
        let before = recorded.lambda.len() - recorded.constraints.len();
        round.lambda[..before].copy_from_slice(&recorded.lambda[..before]);
        for (c, &half) in self.halves.iter().enumerate() {
            round.constraints[c] = value(&recorded.constraints, half);
            if let Some(proxy) = round.proxies.get_mut(c) {
                *proxy = value(&recorded.proxies, half);
            }
            let multiplier = recorded.lambda[before + half.0];
            round.lambda[before + c] = match half.1 {
                Half::Whole => multiplier,
                Half::Plus => if multiplier > 0.0 { multiplier } else { 0.0 },
                Half::Minus => if multiplier < 0.0 { -multiplier } else { 0.0 },
            };
        }
    }
}
