//! A page for a browser: one file of HTML with its style and its pictures in it, which asks nobody for anything.
//!
//! It has no script, follows the reader's choice of light or dark, is as wide as the window, and prints. All text is
//! escaped, and pictures are charts of ours, so that no name can become markup. The same page gives the same bytes.
//!
//! ```
//! use referee::report::page::{Block, Page, Section, Table};
//! let claims = Table {
//!     caption: "What was claimed".into(),
//!     head: vec!["claim".into(), "value".into()],
//!     rows: vec![vec!["a < b".into(), "0.25".into()]],
//!     numbers: vec![1],
//! };
//! let page = Page {
//!     title: "A run".into(),
//!     lead: vec!["All of it holds.".into()],
//!     sections: vec![Section { heading: "Claims".into(), blocks: vec![Block::Table(claims)] }],
//! };
//! assert!(page.html().contains("<th scope=\"row\">a &lt; b</th><td class=\"number\">0.25</td>"));
//! ```

use super::svg::escaped;
use super::{Chart, Panels};
use crate::error::Result;
use crate::files;
use std::fmt::Write as _;
use std::path::Path;

const STYLE: &str = include_str!("page.css");

/// Longer words of a table, such as digests, may be broken, so that a column is never wider than the page has room for.
const LONGEST_WORD: usize = 24;

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What a reader should know first, a sentence or two each.
    pub lead: Vec<String>,
    /// The rest.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// What it is about; may be empty.
    pub heading: String,
    /// What stands in it, from the top.
    pub blocks: Vec<Block>,
}

/// What can stand on a page.
#[derive(Clone, Debug)]
pub enum Block {
    /// Words.
    Paragraph(String),
    /// A table.
    Table(Table),
    /// A chart.
    Chart(Chart),
    /// Several charts.
    Panels(Panels),
    /// Words that keep their line ends and spaces, such as a call of a program.
    Preformatted(String),
}

/// A table, whose first column names the rows.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows; one that is shorter than the head is filled up.
    pub rows: Vec<Vec<String>>,
    /// The columns of numbers, counted from 0, which are aligned to the right.
    pub numbers: Vec<usize>,
}

impl Page {
    /// The page as HTML, which also reads as XML.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        );
        for sentence in &self.lead {
            put(&mut html, format_args!("<p class=\"lead\">{}</p>", escaped(sentence)));
        }
        for section in &self.sections {
            html.push_str("<section>\n");
            if !section.heading.is_empty() {
                put(&mut html, format_args!("<h2>{}</h2>", escaped(&section.heading)));
            }
            for block in &section.blocks {
                block.write(&mut html);
            }
            html.push_str("</section>\n");
        }
        html + "</main>\n</body>\n</html>\n"
    }

    /// Writes the page, which appears when all of it is there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        files::write(path, self.html().as_bytes())
    }
}

impl Block {
    fn write(&self, html: &mut String) {
        match self {
            Self::Paragraph(text) => put(html, format_args!("<p>{}</p>", escaped(text))),
            Self::Table(table) => table.write(html),
            Self::Chart(chart) => put(html, format_args!("<figure>\n{}</figure>", chart.svg())),
            Self::Panels(panels) => put(html, format_args!("<figure>\n{}</figure>", panels.svg())),
            Self::Preformatted(text) => {
                let lines: Vec<String> = text.lines().map(|line| escaped(&line.replace('\t', "    "))).collect();
                put(html, format_args!("<pre>{}</pre>", lines.join("\n")));
            }
        }
    }
}

impl Table {
    fn write(&self, html: &mut String) {
        let class = |column: usize| if self.numbers.contains(&column) { " class=\"number\"" } else { "" };
        html.push_str("<table>\n");
        if !self.caption.is_empty() {
            put(html, format_args!("<caption>{}</caption>", escaped(&self.caption)));
        }
        html.push_str("<thead>\n<tr>");
        for (column, name) in self.head.iter().enumerate() {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), cell(name));
        }
        html.push_str("</tr>\n</thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for column in 0..row.len().max(self.head.len()) {
                let (class, text) = (class(column), row.get(column).map_or_else(String::new, |text| cell(text)));
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\"{class}>{text}</th>"),
                    _ => write!(html, "<td{class}>{text}</td>"),
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n");
    }
}

/// The text of a cell.
fn cell(text: &str) -> String {
    let mut html = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        let letters: Vec<char> = word.chars().collect();
        let parts = letters.chunks(LONGEST_WORD).map(|part| escaped(&part.iter().collect::<String>()));
        html += &parts.collect::<Vec<_>>().join("<wbr/>");
    }
    html
}

fn put(html: &mut String, line: std::fmt::Arguments<'_>) {
    html.write_fmt(line).expect("a string takes everything");
    html.push('\n');
}
