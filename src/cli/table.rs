//! The tables of the program, which fit the terminal.
//!
//! Columns stand beside each other without lines between them, numbers to the right. Where there is no room, words are
//! wrapped; then the columns that may give way do so in their order: they are left out, which is said below the table,
//! their words go to lines of their own below each row, or what all rows have is said once. What still does not fit is printed in several parts. A
//! column without any words is not shown.

use super::terminal::{columns, lines, width};
use std::fmt::{self, Write as _};

/// Between two columns.
const GAP: usize = 2;
/// Words are not wrapped into a narrower column while another column can give way.
const COMFORTABLE: usize = 22;
/// Longer words may be broken.
const LONGEST_WORD: usize = 36;
/// How far words below a row stand to the right, and the later lines of a first cell.
const INDENT: usize = 2;

/// How a column gives way where there is no room.
#[derive(Clone, Copy)]
pub(super) enum GivesWay {
    /// It is not shown.
    LeftOut(&'static str),
    /// Its words stand below the row.
    Below(&'static str),
    /// It is said once, below the table, if all rows have the same.
    Once(&'static str),
}
pub(super) use GivesWay::{Below, LeftOut, Once};

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Column,
    Below,
    LeftOut,
    Once,
    /// It has no words.
    Nowhere,
}

/// How wide columns are without wrapping, how narrow they can be, and how narrow they may be while others can give way.
#[derive(Default)]
struct Sizes {
    natural: Vec<usize>,
    tight: Vec<usize>,
    comfortable: Vec<usize>,
}

/// What columns take beside each other.
fn total(widths: &[usize], shown: &[usize]) -> usize {
    shown.iter().map(|&i| widths[i]).sum::<usize>() + GAP * shown.len().saturating_sub(1)
}

impl Sizes {
    /// The columns in parts that fit, each after the first column, which names the rows.
    fn parts(&self, shown: &[usize], width: usize) -> Vec<Vec<usize>> {
        let Some((&first, rest)) = shown.split_first() else { return Vec::new() };
        let mut parts = vec![vec![first]];
        for &i in rest {
            let last = parts.last_mut().expect("there is a first part");
            last.push(i);
            if last.len() > 2 && total(&self.tight, last) > width {
                last.pop();
                parts.push(vec![first, i]);
            }
        }
        parts
    }

    /// The widths of all columns where these are shown: the widest are cut first, to one width.
    fn widths(&self, shown: &[usize], width: usize) -> Vec<usize> {
        let cut = |least: &[usize], most: usize| -> Vec<usize> {
            self.natural.iter().zip(least).map(|(&natural, &least)| natural.min(most.max(least))).collect()
        };
        let fits = |widths: &Vec<usize>| total(widths, shown) <= width;
        let of = |least: &[usize]| (1..=width).rev().map(|most| cut(least, most)).find(fits);
        of(&self.comfortable).or_else(|| of(&self.tight)).unwrap_or_else(|| self.tight.clone())
    }
}

pub(super) struct Table {
    head: Vec<String>,
    right: Vec<usize>,
    gives_way: Vec<GivesWay>,
    rows: Vec<Vec<String>>,
}

/// A table with these headings, whose columns of these numbers stand to the right and are not wrapped.
pub(super) fn table<Head: Into<String>>(
    head: impl IntoIterator<Item = Head>,
    right: impl IntoIterator<Item = usize>,
) -> Table {
    Table {
        head: head.into_iter().map(Into::into).collect(),
        right: right.into_iter().collect(),
        gives_way: Vec::new(),
        rows: Vec::new(),
    }
}

impl Table {
    /// What gives way where there is no room, the first one first.
    pub(super) fn giving_way(mut self, columns: impl IntoIterator<Item = GivesWay>) -> Self {
        self.gives_way = columns.into_iter().collect();
        self
    }

    pub(super) fn add_row<Cell: Into<String>>(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let row = cells.into_iter().map(|cell| cell.into().split_whitespace().collect::<Vec<_>>().join(" "));
        let row: Vec<String> = row.chain(std::iter::repeat_with(String::new)).take(self.head.len()).collect();
        self.rows.push(row);
    }

    pub(super) fn head(&self) -> &[String] {
        &self.head
    }

    pub(super) fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The table in lines that are at most so wide, as far as numbers allow.
    pub(super) fn text(&self, width: usize) -> String {
        let sizes = self.sizes();
        let places = self.places(&sizes, width);
        let at = |place: Place| (0..self.head.len()).filter(|&i| places[i] == place).collect::<Vec<_>>();
        let (shown, below) = (at(Place::Column), at(Place::Below));
        let mut out = String::new();
        for (number, part) in sizes.parts(&shown, width).iter().enumerate() {
            let widths = sizes.widths(part, width);
            out += if number > 0 { "\n" } else { "" };
            self.write_row(&mut out, &self.head, part, &widths);
            let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            self.write_row(&mut out, &rule, part, &widths);
            for row in &self.rows {
                self.write_row(&mut out, row, part, &widths);
                for &i in below.iter().filter(|&&i| number == 0 && !row[i].is_empty()) {
                    for line in lines(&row[i], width - 2 * INDENT, 0) {
                        let _ = writeln!(out, "{}{line}", " ".repeat(2 * INDENT));
                    }
                }
            }
        }
        let said: Vec<String> =
            at(Place::Once).iter().map(|&i| format!("{} {}", self.head[i], self.rows[0][i])).collect();
        let left_out: Vec<&str> = at(Place::LeftOut).iter().map(|&i| self.head[i].as_str()).collect();
        let same = (!said.is_empty()).then(|| format!("(In all rows: {}.)", said.join(", ")));
        let more = (!left_out.is_empty())
            .then(|| format!("(No room for: {}. A wider terminal or --json has it.)", left_out.join(", ")));
        for words in same.into_iter().chain(more) {
            out += &(lines(&words, width, INDENT).join("\n") + "\n");
        }
        out.pop(); // the caller ends the last line
        out
    }

    fn sizes(&self) -> Sizes {
        let longest = |text: &str| text.split(' ').map(columns).max().unwrap_or(0);
        let mut sizes = Sizes::default();
        for (i, head) in self.head.iter().enumerate() {
            let cells = || self.rows.iter().map(|row| row[i].as_str());
            let natural = cells().chain([head.as_str()]).map(columns).max().unwrap_or(0);
            let (tight, comfortable) = if self.right.contains(&i) {
                let tight = cells().map(columns).chain([longest(head)]).max().unwrap_or(0);
                (tight, tight)
            } else {
                let words = cells().chain([head.as_str()]).map(longest).max().unwrap_or(0);
                let tight = words.min(LONGEST_WORD);
                (tight, tight.max(natural.min(COMFORTABLE)))
            };
            sizes.natural.push(natural);
            sizes.tight.push(tight);
            sizes.comfortable.push(comfortable);
        }
        sizes
    }

    fn places(&self, sizes: &Sizes, width: usize) -> Vec<Place> {
        let is_empty = |i: usize| !self.head[i].is_empty() && self.rows.iter().all(|row| row[i].is_empty());
        let empty = |i: usize| if !self.rows.is_empty() && is_empty(i) { Place::Nowhere } else { Place::Column };
        let mut places: Vec<Place> = (0..self.head.len()).map(empty).collect();
        for gives_way in &self.gives_way {
            let shown: Vec<usize> = (0..places.len()).filter(|&i| places[i] == Place::Column).collect();
            if total(&sizes.comfortable, &shown) <= width {
                break;
            }
            let (name, place) = match gives_way {
                LeftOut(name) => (name, Place::LeftOut),
                Below(name) => (name, Place::Below),
                Once(name) => (name, Place::Once),
            };
            let column = self.head.iter().position(|head| head == name);
            debug_assert!(column.is_some(), "there is no column `{name}`");
            let may = |i: usize| place != Place::Once || self.rows.iter().all(|row| row[i] == self.rows[0][i]);
            if let Some(i) = column.filter(|&i| places[i] == Place::Column && may(i)) {
                places[i] = place;
            }
        }
        places
    }

    fn write_row(&self, out: &mut String, cells: &[String], shown: &[usize], widths: &[usize]) {
        let wrapped: Vec<Vec<String>> = shown
            .iter()
            .zip(0..)
            .map(|(&i, place)| broken(&cells[i], widths[i], if place == 0 { INDENT } else { 0 }))
            .collect();
        for line in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let mut text = String::new();
            for (&i, cell) in shown.iter().zip(&wrapped) {
                let words = cell.get(line).map_or("", String::as_str);
                let room = " ".repeat(widths[i].saturating_sub(columns(words)));
                let (before, after) =
                    if self.right.contains(&i) { (room, String::new()) } else { (String::new(), room) };
                let _ = write!(text, "{before}{words}{after}{}", " ".repeat(GAP));
            }
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
}

/// The lines of a cell; a word that is wider than the column is cut.
fn broken(cell: &str, width: usize, indent: usize) -> Vec<String> {
    if columns(cell) <= width {
        return vec![cell.to_owned()];
    }
    let room = width.saturating_sub(indent).max(1);
    let mut words = String::new();
    for word in cell.split(' ') {
        let mut used = 0;
        let mut start = true;
        for letter in word.chars() {
            let wide = columns(letter.encode_utf8(&mut [0; 4]));
            if !start && used + wide > room {
                words.push(' ');
                used = 0;
            }
            start = false;
            words.push(letter);
            used += wide;
        }
        words.push(' ');
    }
    lines(words.trim_end(), width, indent)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(width()))
    }
}

#[cfg(test)]
#[path = "../../tests/inside/cli/table.rs"]
mod tests;
