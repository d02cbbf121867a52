//! Where Python's values become the library's, and the library's errors become Python's.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList};
use referee::error::Error;
use referee::game::Game;
use referee::problem::ExpressionProblem;
use referee::registry::Registry;
use referee::run::{self, Subject};

create_exception!(referee, RefereeError, PyValueError, "What is wrong, and what to do, in one sentence.");

/// The library's sentence as an exception.
pub fn raise(error: &Error) -> PyErr {
    RefereeError::new_err(in_keywords(&error.to_string()))
}

/// The exception of a sentence.
pub fn refuse(sentence: impl Into<String>) -> PyErr {
    RefereeError::new_err(sentence.into())
}

/// What a program calls a flag, a Python call calls a keyword: `--lower-bound` is `lower_bound`.
pub fn in_keywords(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, flag) = (&rest[..at], &rest[at + 2..]);
        let length = flag.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(flag.len());
        if length == 0 || !flag.starts_with(|c: char| c.is_ascii_lowercase()) {
            out += &rest[..at + 2];
            rest = flag;
            continue;
        }
        let quoted = before.matches('`').count() % 2 == 1;
        let word = keyword(&flag[..length]);
        out += before;
        // Inside a quoted call there are quotation marks already.
        out += &if quoted { word } else { format!("`{word}`") };
        rest = &flag[length..];
    }
    out += rest;
    // The library names what is asked for as a flag without its dashes.
    ["lower-bound", "objective-range", "lambda-average", "range"]
        .into_iter()
        .fold(out, |text, name| text.replace(&format!("`{name}`"), &format!("`{}`", keyword(name))))
}

fn keyword(flag: &str) -> String {
    if flag == "range" { "ranges".to_owned() } else { flag.trim_end_matches('-').replace('-', "_") }
}

/// The doubles of little-endian bytes, as `array.array('d')` and numpy have them.
pub fn doubles(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().expect("eight bytes"))).collect()
}

/// The bytes of doubles.
pub fn bytes(doubles: impl IntoIterator<Item = f64>) -> Vec<u8> {
    doubles.into_iter().flat_map(f64::to_le_bytes).collect()
}

/// A row of numbers, of anything that `referee._values.numbers` takes; a list of floats does without it.
pub fn numbers_of(values: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<f64>> {
    if let Ok(list) = values.cast_exact::<PyList>()
        && let Some(row) = list.iter().map(|item| item.cast_exact::<PyFloat>().ok().map(|x| x.value())).collect()
    {
        return Ok(row);
    }
    values_module(values.py())?.call_method1("numbers", (values, what))?.extract()
}

/// A number, of anything that `referee._values.number` takes.
pub fn one_number(value: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    values_module(value.py())?.call_method1("number", (value, what))?.extract()
}

fn values_module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("referee._values")
}

/// The game of a name.
pub fn game(name: &str) -> PyResult<Game> {
    match name {
        "lagrangian" => Ok(Game::Lagrangian),
        "proxy" | "proxy-lagrangian" => Ok(Game::ProxyLagrangian),
        _ => Err(refuse(format!("there is no game {name:?}: write \"lagrangian\" or \"proxy\""))),
    }
}

/// The name of a game.
pub fn game_name(game: Game) -> &'static str {
    match game {
        Game::Lagrangian => "lagrangian",
        Game::ProxyLagrangian => "proxy",
    }
}

/// A problem as it was named: a file or a built-in one, or the text of a file.
#[derive(Clone, FromPyObject)]
pub struct Problem {
    is_text: bool,
    text: String,
}

impl Problem {
    /// Opens it.
    pub fn open(&self, registry: &Registry) -> referee::error::Result<Subject<'static>> {
        if self.is_text {
            return Ok(ExpressionProblem::from_toml(&self.text, "problem")?.into());
        }
        run::open_in(&self.text, registry)
    }
}
