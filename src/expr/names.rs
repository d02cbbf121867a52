//! Names: which are functions, which may be variables, and what a wrong one was meant to be.

use super::lexer::quoted;
use super::tape::Function;
use crate::error::{Error, Result};

/// The names must be identifiers, different from each other and from the functions.
pub(super) fn check_variables(variables: &[&str]) -> Result<()> {
    for (position, &name) in variables.iter().enumerate() {
        let mut characters = name.chars();
        let starts_well = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !starts_well || !characters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let rule = "a name is letters, digits and underscores, and does not start with a digit";
            return Err(Error::new(format!("{} cannot name a variable: {rule}", quoted(name))));
        }
        if Callee::find(name).is_some() {
            return Err(Error::new(format!("{} cannot name a variable: it is a function", quoted(name))));
        }
        if variables[..position].contains(&name) {
            return Err(Error::new(format!("the variable {} is named twice", quoted(name))));
        }
    }
    Ok(())
}

/// What may stand before an opening parenthesis.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Max,
    Min,
    One(Function),
}

impl Callee {
    pub(super) fn find(name: &str) -> Option<Self> {
        match name {
            "max" => Some(Self::Max),
            "min" => Some(Self::Min),
            _ => Function::ALL.into_iter().find(|function| function.name() == name).map(Self::One),
        }
    }

    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Function::ALL.into_iter().map(Function::name).chain(["max", "min"])
    }
}

/// Names for an error message.
pub(super) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const SHOWN: usize = 20;
    let mut names: Vec<String> = names.take(SHOWN + 1).map(quoted).collect();
    if names.len() > SHOWN {
        names.truncate(SHOWN);
        names.push("...".to_owned());
    }
    names.join(", ")
}

/// " (did you mean `..`?)" if a known name is one edit, or a change of case, away.
pub(super) fn suggestion<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> String {
    let near = if name == "log" { Some("ln") } else { known.find(|candidate| is_near(name, candidate)) };
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

/// Whether the names differ in case only, or by one letter added, left out or replaced (if three letters or more).
fn is_near(name: &str, candidate: &str) -> bool {
    if name.eq_ignore_ascii_case(candidate) {
        return true;
    }
    let (name, candidate) = (name.as_bytes(), candidate.as_bytes());
    if name.len() < 3 || candidate.len() < 3 || name.len().abs_diff(candidate.len()) > 1 {
        return false;
    }
    let prefix = name.iter().zip(candidate).take_while(|(a, b)| a == b).count();
    let (name, candidate) = (&name[prefix..], &candidate[prefix..]);
    let suffix = name.iter().rev().zip(candidate.iter().rev()).take_while(|(a, b)| a == b).count();
    name.len().max(candidate.len()) - suffix <= 1
}
