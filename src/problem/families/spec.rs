//! The text that names a member of a family: `polygon`, or `polygon:m=128,rho=0.25`.

use super::Family;
use crate::error::{Error, Result, hint};

/// A family with the values that a text gives to its parameters.
pub struct Arguments<'a> {
    family: &'a Family,
    given: Vec<(&'a str, &'a str)>,
}

impl<'a> Arguments<'a> {
    /// Reads `family` or `family:parameter=value,..`; whoever found the family has read its name.
    pub(super) fn parse(family: &'a Family, spec: &'a str) -> Result<Self> {
        let rest = spec.split_once(':').map(|(_, rest)| rest);
        let mut arguments = Self { family, given: Vec::new() };
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            arguments.add(part)?;
        }
        Ok(arguments)
    }

    fn add(&mut self, part: &'a str) -> Result<()> {
        let family = self.family.name;
        let Some((name, value)) = part.split_once('=') else {
            let message = format!("`{}` is not of the form parameter=value", part.trim());
            return Err(Error::new(format!("in the parameters of the family `{family}`, {message}")));
        };
        let (name, value) = (name.trim(), value.trim());
        if !self.family.parameters.iter().any(|parameter| parameter.name == name) {
            let names: Vec<_> = self.family.parameters.iter().map(|parameter| parameter.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let near = hint(name, names);
            return Err(Error::new(format!("the family `{family}` has no parameter `{name}`{near}: it has {known}")));
        }
        if self.given.iter().any(|(earlier, _)| *earlier == name) {
            return Err(Error::new(format!("the parameter `{name}` of the family `{family}` is given twice")));
        }
        self.given.push((name, value));
        Ok(())
    }

    /// The text of a parameter: as given, or its default.
    fn text(&self, name: &str) -> &str {
        let given = self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
        let default = || self.family.parameters.iter().find(|parameter| parameter.name == name);
        given.or_else(|| default().map(|parameter| parameter.default)).expect("a family reads only its own parameters")
    }

    fn refuse(&self, name: &str, wanted: &str) -> Error {
        let (family, value) = (self.family.name, self.text(name));
        Error::new(format!("the parameter `{name}` of the family `{family}` is `{value}`, but it must be {wanted}"))
    }

    /// A finite number for which `valid` holds; `wanted` says in words what is valid.
    ///
    /// # Errors
    /// One sentence with the family and what was wanted.
    pub fn number(&self, name: &str, wanted: &str, valid: impl Fn(f64) -> bool) -> Result<f64> {
        let number = finite(self.text(name)).filter(|&number| valid(number));
        number.ok_or_else(|| self.refuse(name, &format!("a number {wanted}")))
    }

    /// A whole number.
    ///
    /// # Errors
    /// One sentence with the family and what was wanted.
    pub fn count(&self, name: &str, least: usize, most: usize) -> Result<usize> {
        let count = self.text(name).parse().ok().filter(|count| (least..=most).contains(count));
        count.ok_or_else(|| self.refuse(name, &format!("a whole number from {least} to {most}")))
    }

    /// The place of a text in a list of all that there are.
    ///
    /// # Errors
    /// One sentence with the family and what was wanted.
    pub fn choice(&self, name: &str, all: &[&str]) -> Result<usize> {
        let place = all.iter().position(|known| *known == self.text(name));
        place.ok_or_else(|| self.refuse(name, &format!("one of {}", all.join(", "))))
    }

    /// One or more finite numbers, separated by `/`.
    ///
    /// # Errors
    /// One sentence with the family and what was wanted.
    pub fn list(&self, name: &str, wanted: &str, valid: impl Fn(f64) -> bool) -> Result<Vec<f64>> {
        let number = |text: &str| finite(text).filter(|&number| valid(number));
        let numbers: Option<Vec<f64>> = self.text(name).split('/').map(number).collect();
        numbers.ok_or_else(|| self.refuse(name, &format!("numbers {wanted}, separated by `/`")))
    }

    /// Refuses values that are fine one by one but not together.
    ///
    /// # Errors
    /// One sentence with the family and what was wanted.
    pub fn need(&self, holds: bool, what: &str) -> Result<()> {
        if holds { Ok(()) } else { Err(Error::new(format!("the family `{}` needs {what}", self.family.name))) }
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The list, repeated from its beginning until it has `length` entries.
pub(super) fn cycled(list: &[f64], length: usize) -> Vec<f64> {
    list.iter().copied().cycle().take(length).collect()
}
