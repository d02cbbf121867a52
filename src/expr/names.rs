//! Names: which are functions, which may be variables, and what a wrong one was meant to be.

use super::lexer::quoted;
use super::tape::Function;
use crate::error::{Error, Result, hint};
use std::collections::HashMap;

/// The names must be identifiers, different from each other and from the functions; returns the place of each.
pub(super) fn check_variables<'a>(variables: &[&'a str]) -> Result<HashMap<&'a str, usize>> {
    let mut places = HashMap::with_capacity(variables.len());
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
        if places.insert(name, position).is_some() {
            return Err(Error::new(format!("the variable {} is named twice", quoted(name))));
        }
    }
    Ok(places)
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

/// " (did you mean `..`?)" if a known name is near; the logarithm has another name elsewhere.
pub(super) fn suggestion<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    if name == "log" { " (did you mean `ln`?)".to_owned() } else { hint(name, known) }
}
