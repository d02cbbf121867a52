//! A TOML document whose every value knows its line and its dotted name, so that each error is one sentence.

use crate::error::{Error, Result, hint, list};
use std::fmt::Write as _;
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// A table of the document, with its dotted name (empty for the root).
pub(crate) struct Table<'a> {
    text: &'a str,
    path: String,
    offset: usize,
    entries: &'a DeTable<'a>,
}

/// One value of the document, with its dotted name and its line.
pub(crate) struct Field<'a> {
    text: &'a str,
    path: String,
    /// Where it stands, in bytes; the line is counted only when an error needs it.
    offset: usize,
    value: &'a DeValue<'a>,
}

/// The line, counted from 1, of a byte offset.
fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// Parses the syntax; what the values mean is for the caller.
pub(crate) fn parse(text: &str) -> Result<Spanned<DeTable<'_>>> {
    DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        let mut message = error.message().lines().collect::<Vec<_>>().join(", ");
        let _ = write!(message, " (this is not valid TOML)");
        Error::new(message).at_line(line)
    })
}

impl<'a> Table<'a> {
    /// The whole document.
    pub(crate) fn root(text: &'a str, entries: &'a DeTable<'a>) -> Self {
        Self { text, path: String::new(), offset: 0, entries }
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// An error about this table as a whole.
    pub(crate) fn error(&self, message: impl AsRef<str>) -> Error {
        let message = message.as_ref();
        let text = if self.path.is_empty() { message.to_owned() } else { format!("`{}` {message}", self.path) };
        Error::new(text).at_line(line_of(self.text, self.offset))
    }

    /// The line that it begins in, counted from 1.
    #[cfg(feature = "cli")]
    pub(crate) fn line(&self) -> usize {
        line_of(self.text, self.offset)
    }

    /// Refuses every key that is not in the list.
    pub(crate) fn allow_only(&self, allowed: &[&str]) -> Result<()> {
        let unknown = self.entries.iter().find(|(key, _)| !allowed.contains(&key.get_ref().as_ref()));
        match unknown.map(|(key, value)| self.field(key, value)) {
            Some(field) => {
                let near = hint(field.path.rsplit('.').next().unwrap_or_default(), allowed.iter().copied());
                Err(field.error(format!("is not a field here{near}: use {}", listed(allowed))))
            }
            None => Ok(()),
        }
    }

    /// The entries in the order of the file.
    pub(crate) fn fields(&self) -> Vec<(String, Field<'a>)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries.into_iter().map(|(key, value)| (key.get_ref().to_string(), self.field(key, value))).collect()
    }

    fn field(&self, key: &'a Spanned<DeString<'a>>, value: &'a Spanned<DeValue<'a>>) -> Field<'a> {
        let path = self.path_of(key.get_ref());
        Field { text: self.text, path, offset: key.span().start, value: value.get_ref() }
    }

    /// The value of a key, if it is there.
    pub(crate) fn optional(&self, key: &str) -> Option<Field<'a>> {
        let (key, value) = self.entries.iter().find(|(name, _)| name.get_ref() == key)?;
        Some(self.field(key, value))
    }

    /// The value of a key that must be there.
    pub(crate) fn required(&self, key: &str, example: &str) -> Result<Field<'a>> {
        self.optional(key).ok_or_else(|| {
            let message = format!("`{}` is missing: add a line such as `{example}`", self.path_of(key));
            Error::new(message).at_line(line_of(self.text, self.offset))
        })
    }
}

impl<'a> Field<'a> {
    /// An error about this value; the message follows the field's name.
    pub(crate) fn error(&self, message: impl AsRef<str>) -> Error {
        Error::new(format!("`{}` {}", self.path, message.as_ref())).at_line(self.line())
    }

    /// An error that another part found in this value.
    pub(crate) fn wrap(&self, cause: &Error) -> Error {
        let column = cause.column().map_or(String::new(), |column| format!(", column {column}"));
        Error::new(format!("`{}`{column}: {}", self.path, cause.message())).at_line(self.line())
    }

    /// The line that it is in, counted from 1.
    pub(crate) fn line(&self) -> usize {
        line_of(self.text, self.offset)
    }

    fn wrong_type(&self, wanted: &str) -> Error {
        self.error(format!("must be {wanted}, not {}", article(self.value.type_str())))
    }

    pub(crate) fn string(&self) -> Result<&'a str> {
        self.value.as_str().ok_or_else(|| self.wrong_type("a string in quotation marks"))
    }

    /// A finite number: the double nearest to its decimal text.
    pub(crate) fn number(&self) -> Result<f64> {
        let digits = match self.value {
            DeValue::Float(float) => float.as_str().to_owned(),
            DeValue::Integer(whole) if whole.radix() == 10 => whole.as_str().to_owned(),
            DeValue::Integer(_) => return Err(self.error("must be a decimal number")),
            _ => return Err(self.wrong_type("a number")),
        };
        match digits.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(self.error(format!("must be a finite number, not {digits}"))),
        }
    }

    /// A string or a number, as it is written.
    #[cfg(feature = "cli")]
    pub(crate) fn text(&self) -> Result<String> {
        match self.value {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Float(float) => Ok(float.as_str().to_owned()),
            DeValue::Integer(whole) if whole.radix() == 10 => Ok(whole.as_str().to_owned()),
            DeValue::Integer(_) => Err(self.error("must be a decimal number")),
            _ => Err(self.wrong_type("a string or a number")),
        }
    }

    /// A list whose entries carry the name `path[i]`, counted from 1.
    pub(crate) fn list(&self, wanted: &str) -> Result<Vec<Field<'a>>> {
        let array: &DeArray<'a> = self.value.as_array().ok_or_else(|| self.wrong_type(wanted))?;
        Ok(array
            .iter()
            .enumerate()
            .map(|(index, value)| Field {
                text: self.text,
                path: format!("{}[{}]", self.path, index + 1),
                offset: value.span().start,
                value: value.get_ref(),
            })
            .collect())
    }

    /// A list of finite numbers.
    pub(crate) fn numbers(&self, wanted: &str) -> Result<Vec<f64>> {
        self.list(wanted)?.iter().map(Field::number).collect()
    }

    /// Whether the value is a list.
    pub(crate) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    pub(crate) fn table(&self, wanted: &str) -> Result<Table<'a>> {
        let entries = self.value.as_table().ok_or_else(|| self.wrong_type(wanted))?;
        Ok(Table { text: self.text, path: self.path.clone(), offset: self.offset, entries })
    }
}

/// "a string", "an integer".
fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// "`a`, `b` or `c`".
fn listed(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { "nothing".to_owned() } else { list(&quoted, "or") }
}
