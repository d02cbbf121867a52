//! A page for a browser: one file of HTML with its style and its pictures in it, which asks nobody for anything.
//!
//! It follows the reader's choice of light or dark, is as wide as the window, prints, and is made for the keyboard and for
//! those who listen. All text is escaped, and pictures are charts of ours, so that no name can become markup. A short
//! script sorts tables and says the values in charts; without it everything is still there. The page itself forbids
//! every other script, every other style and every request. The same page gives the same bytes.
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
//!     ..Page::default()
//! };
//! assert!(page.html().contains("<th scope=\"row\">a &lt; b</th><td class=\"number\">0.25</td>"));
//! ```

use super::svg::escaped;
use super::{Chart, Panels};
use crate::error::Result;
use crate::files;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::Path;

const STYLE: &str = concat!("\n", include_str!("page.css"));
/// Marked so that neither HTML nor XML looks for tags in it.
const SCRIPT: &str = concat!("//<![CDATA[\n", include_str!("page.js"), "//]]>");

/// Words of verdicts, which a table shows in colour and with a sign.
const VERDICTS: [&str; 4] = ["holds", "violated", "undecided", "rejected"];

/// A page with more sections than this has a table of contents.
const FEW: usize = 3;

/// Longer words of a table, such as digests, may be broken, so that a column is never wider than the page has room for.
const LONGEST_WORD: usize = 24;

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What nobody may miss, such as a rejection: a box before all else.
    pub alert: Option<String>,
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
    /// What is folded away until somebody asks, or prints.
    Details {
        /// What is in there.
        summary: String,
        /// What stands in it, from the top.
        blocks: Vec<Block>,
    },
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
        let (style, script) = (digest(STYLE), digest(SCRIPT));
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; \
             style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n\
             <link rel=\"icon\" href=\"data:,\"/>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        );
        if let Some(alert) = &self.alert {
            put(&mut html, format_args!("<p class=\"alert\" role=\"alert\">{}</p>", prose(alert)));
        }
        put(&mut html, format_args!("<a class=\"skip\" href=\"#main\">Skip to the content</a>"));
        put(&mut html, format_args!("<header>\n<h1>{title}</h1>\n</header>"));
        self.contents(&mut html);
        html.push_str("<main id=\"main\">\n");
        for sentence in &self.lead {
            put(&mut html, format_args!("<p class=\"lead\">{}</p>", prose(sentence)));
        }
        for (index, section) in self.sections.iter().enumerate() {
            let heading = &section.heading;
            if heading.is_empty() {
                html.push_str("<section>\n");
            } else {
                put(&mut html, format_args!("<section aria-labelledby=\"s{}\">", index + 1));
                put(&mut html, format_args!("<h2 id=\"s{}\">{}</h2>", index + 1, escaped(heading)));
            }
            for block in &section.blocks {
                block.write(&mut html, heading);
            }
            html.push_str("</section>\n");
        }
        html.push_str("</main>\n<script>");
        html + SCRIPT + "</script>\n</body>\n</html>\n"
    }

    /// Links to the sections, where there are many.
    fn contents(&self, html: &mut String) {
        let named = self.sections.iter().enumerate().filter(|(_, section)| !section.heading.is_empty());
        if named.clone().count() > FEW {
            html.push_str("<nav aria-label=\"Contents\">\n<ul>\n");
            for (index, section) in named {
                let heading = escaped(&section.heading);
                put(html, format_args!("<li><a href=\"#s{}\">{heading}</a></li>", index + 1));
            }
            html.push_str("</ul>\n</nav>\n");
        }
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
    /// Writes what stands under this heading.
    fn write(&self, html: &mut String, heading: &str) {
        match self {
            Self::Paragraph(text) => put(html, format_args!("<p>{}</p>", prose(text))),
            Self::Table(table) => table.write(html, heading),
            Self::Chart(chart) => figure(html, &[&chart.title, heading], &chart.svg()),
            Self::Panels(panels) => figure(html, &[&panels.title, heading], &panels.svg()),
            Self::Preformatted(text) => {
                let lines: Vec<String> = text.lines().map(|line| escaped(&line.replace('\t', "    "))).collect();
                put(html, format_args!("<pre>{}</pre>", lines.join("\n")));
            }
            Self::Details { summary, blocks } => {
                put(html, format_args!("<details>\n<summary>{}</summary>", escaped(summary)));
                for block in blocks {
                    block.write(html, summary);
                }
                html.push_str("</details>\n");
            }
        }
    }
}

/// A picture in a box of its own, which scrolls where it is too wide, also by the keyboard.
fn figure(html: &mut String, names: &[&str], svg: &str) {
    put(html, format_args!("<figure tabindex=\"0\" aria-label=\"{}\">\n{svg}</figure>", label(names, "Chart")));
}

/// The first name that is one, for those who hear the page.
fn label(names: &[&str], otherwise: &str) -> String {
    escaped(names.iter().find(|name| !name.trim().is_empty()).unwrap_or(&otherwise))
}

impl Table {
    fn write(&self, html: &mut String, heading: &str) {
        let name = label(&[&self.caption, heading], "Table");
        put(html, format_args!("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{name}\">"));
        if self.caption.is_empty() {
            put(html, format_args!("<table aria-label=\"{name}\">"));
        } else {
            put(html, format_args!("<table>\n<caption>{}</caption>", escaped(&self.caption)));
        }
        html.push_str("<thead>\n<tr>");
        for (column, name) in self.head.iter().enumerate() {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", self.class(column, ""), cell(name));
        }
        html.push_str("</tr>\n</thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for column in 0..row.len().max(self.head.len()) {
                let text = row.get(column).map_or("", String::as_str);
                let (class, text) = (self.class(column, text), cell(text));
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\"{class}>{text}</th>"),
                    _ => write!(html, "<td{class}>{text}</td>"),
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n</div>\n");
    }

    /// How a cell looks: numbers to the right, and verdicts in colour.
    fn class(&self, column: usize, text: &str) -> String {
        let number = self.numbers.contains(&column).then_some("number");
        let verdict = VERDICTS.into_iter().find(|verdict| text.eq_ignore_ascii_case(verdict));
        let classes: Vec<&str> = number.into_iter().chain(verdict).collect();
        if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) }
    }
}

/// The SHA-256 of a text in base64, by which the page allows its own style and script.
fn digest(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes = Sha256::digest(text.as_bytes());
    let mut base64 = String::new();
    for three in bytes.chunks(3) {
        let byte = |index: usize| u32::from(*three.get(index).unwrap_or(&0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            base64.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    base64
}

/// Words, with what stands between backquotes as code.
fn prose(text: &str) -> String {
    let text = escaped(text);
    let parts: Vec<&str> = text.split('`').collect();
    let mut html = String::new();
    for (number, part) in parts.iter().enumerate() {
        let _ = match number % 2 {
            1 if number + 1 < parts.len() => write!(html, "<code>{part}</code>"),
            1 => write!(html, "`{part}"), // which nothing closes
            _ => write!(html, "{part}"),
        };
    }
    html
}

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
