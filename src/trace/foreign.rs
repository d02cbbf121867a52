//! Tables of other people: which of their columns is which of a trace's, which are left out, which constraints are
//! equalities; and what they call the functions.

use super::Layout;
use super::header::shown;
use crate::error::hint;
use crate::game::Function;

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
            let near = hint(missing, names.iter().map(String::as_str));
            let reversed = self.columns.iter().find(|(role, theirs)| theirs == missing && names.contains(role));
            return Err(match reversed {
                Some((role, _)) if near.is_empty() => format!(
                    "there is no column `{}`, but there is `{}`: the trace's name comes first",
                    shown(missing),
                    shown(role)
                ),
                _ => format!("there is no column `{}`{near}: {}", shown(missing), listed(names)),
            });
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
    let names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    let some: Vec<String> = names.iter().take(MOST).map(|name| format!("`{}`", shown(name))).collect();
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    format!("there are {}{more}", some.join(", "))
}

/// The names that people know functions by: those of their columns, and a minus sign before the second half of an
/// equality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    pub(super) functions: Vec<(Function, String)>,
}

impl Labels {
    /// The names of a trace itself.
    pub fn of_trace(layout: &Layout) -> Self {
        let functions = value_functions(layout).map(|function| (function, function.to_string()));
        Self { functions: functions.collect() }
    }

    /// The names of a trace, but for constraints that a problem has names for; what has none keeps its own.
    #[must_use]
    pub fn with_constraints<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        for (i, name) in names.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let of = Function::Constraint(i + 1);
            // The objective stands first, then the constraints.
            if let Some((_, known)) = self.functions.get_mut(i + 1).filter(|(function, _)| *function == of) {
                name.clone_into(known);
            }
        }
        self
    }

    /// What a function is called, fit for a message.
    pub fn name(&self, function: Function) -> String {
        let known = self.functions.iter().find(|(of, _)| *of == function);
        known.map_or_else(|| function.to_string(), |(_, name)| printable(name))
    }

    /// What the user calls a function, letter by letter.
    pub fn own(&self, function: Function) -> Option<&str> {
        self.functions.iter().find(|(of, _)| *of == function).map(|(_, name)| name.as_str())
    }

    /// The names of those functions that a trace with this layout has.
    #[must_use]
    pub fn within(&self, layout: &Layout) -> Self {
        let known: Vec<Function> = value_functions(layout).collect();
        Self { functions: self.functions.iter().filter(|(of, _)| known.contains(of)).cloned().collect() }
    }

    /// The functions of a name that the user gave, or else of a trace's own name. Several may share one.
    pub fn find(&self, name: &str) -> Vec<Function> {
        let with = |of: &dyn Fn(&(Function, String)) -> bool| {
            self.functions.iter().filter(|known| of(known)).map(|(of, _)| *of).collect::<Vec<_>>()
        };
        let own = with(&|(_, known)| known == name);
        if own.is_empty() { with(&|(of, _)| of.to_string() == name) } else { own }
    }

    /// A text whose names of a trace's functions, in backquotes, are those of the user.
    pub fn in_own_names(&self, text: &str) -> String {
        let own = |part: &str| {
            let known = self.functions.iter().find(|(of, _)| of.to_string() == part);
            known.map_or_else(|| part.to_owned(), |(_, name)| printable(name))
        };
        let parts = text.split('`').enumerate().map(|(k, part)| if k % 2 == 1 { own(part) } else { part.to_owned() });
        parts.collect::<Vec<_>>().join("`")
    }

    /// All functions with their names, fit for a message.
    pub fn functions(&self) -> impl Iterator<Item = (Function, String)> {
        self.functions.iter().map(|(of, name)| (*of, printable(name)))
    }
}

/// A name from a file, which cannot end a line or a pair of backquotes in what is printed.
pub(super) fn printable(name: &str) -> String {
    shown(name).replace('`', "'")
}

/// The functions of the value columns, in the order of [`Layout`].
pub(super) fn value_functions(layout: &Layout) -> impl Iterator<Item = Function> + use<> {
    let (m, proxies) = (layout.num_constraints(), layout.num_proxies());
    let objective = std::iter::once(Function::Objective);
    objective.chain((1..=m).map(Function::Constraint)).chain((1..=proxies).map(Function::Proxy))
}
