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
    let sentence = error.to_string().replace("the list of players has all", "referee.players() lists all");
    RefereeError::new_err(in_keywords(&sentence))
}

/// The exception of a sentence.
pub fn refuse(sentence: impl Into<String>) -> PyErr {
    RefereeError::new_err(sentence.into())
}

/// What a program calls a flag, a Python call calls a keyword: `--lower-bound` is `lower_bound`.
///
/// What is quoted is somebody's name and stays, except for a quoted call (`certify --margin`) and for what the library
/// says was asked, which it names first, as a flag without its dashes.
pub fn in_keywords(text: &str) -> String {
    let both = text.starts_with("`range` and `");
    let part = |(k, part): (usize, &str)| match k {
        1 if text.starts_with('`') => keyword(part),
        3 if both => keyword(part),
        k if k % 2 == 1 && !part.starts_with("certify --") => part.to_owned(),
        k => without_flags(part, k % 2 == 1),
    };
    text.split('`').enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// A text with keywords for its flags, in quotation marks unless it stands in them.
fn without_flags(text: &str, quoted: bool) -> String {
    let mut pieces = text.split("--");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let length = piece.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(piece.len());
        let (flag, rest) = piece.split_at(length);
        out += &match (flag.is_empty(), quoted) {
            (true, _) => format!("--{rest}"),
            (false, true) => keyword(flag) + rest,
            (false, false) => format!("`{}`{rest}", keyword(flag)),
        };
    }
    out
}

fn keyword(flag: &str) -> String {
    match flag {
        "range" => "ranges".to_owned(),
        "lower-bound" | "objective-range" | "lambda-average" => flag.replace('-', "_"),
        other => other.to_owned(),
    }
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
