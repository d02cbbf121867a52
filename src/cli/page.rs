//! A page about a certified run: verdicts first, then what was stated, claims, charts, what to ship, and who has checked
//! it.

use super::numbers::plain;
use super::spoken::{claim, ends};
use super::table as terminal_table;
use crate::certificate::{Certificate, Given, GivenRate};
use crate::game::{Evidence, Range};
use crate::regret::Average;
use crate::report::page::{Block, Page, Section, Table};
use crate::report::regret_chart::regret;
use crate::report::run_charts::panels;
use crate::theorems::{Certification, statement};
use crate::trace::{Equalities, Labels, Trace};
use std::fmt::Write as _;

/// Rows of a table: of more, the most important are shown, and how many are left out.
pub(super) const MOST_ROWS: usize = 200;

/// What the page of a run is made of.
pub struct RunPage<'a> {
    /// What it is about.
    pub title: &'a str,
    /// What is certified.
    pub certification: &'a Certification,
    /// Its rounds.
    pub trace: &'a Trace,
    /// What its functions are called.
    pub labels: &'a Labels,
    /// Which constraints are the halves of an equality.
    pub equalities: &'a Equalities,
    /// What is said before all else: the closing sentences of the certificate.
    pub sentences: &'a [String],
    /// Which model to take, in words.
    pub choice: &'a [String],
    /// The members of the best mixture: round, weight, file.
    pub mixture: &'a [[String; 3]],
    /// What the checker says, or why it rejects the certificate.
    pub checked: Result<String, String>,
    /// The digest of the trace that the certificate is about.
    pub trace_sha256: &'a str,
}

impl RunPage<'_> {
    /// The page. A rejection by the checker is its first line, and then nothing that the certificate says is shown.
    pub fn page(&self) -> Page {
        let certificate = &self.certification.certificate;
        let sections = match &self.checked {
            Ok(_) => vec![
                Section { heading: STATED.into(), blocks: stated(certificate, self.labels, true) },
                Section { heading: CLAIMS.into(), blocks: claims(certificate, false) },
                self.pictures(),
                self.choice(),
                self.trust(),
            ],
            Err(_) => vec![self.trust()],
        };
        let (alert, lead) = match &self.checked {
            Ok(_) => (None, self.sentences.to_vec()),
            Err(why) => (Some(format!("REJECTED by the independent checker: {why}")), Vec::new()),
        };
        let sections = sections.into_iter().filter(|section| !section.blocks.is_empty()).collect();
        Page { title: self.title.to_owned(), alert, lead, sections }
    }

    fn choice(&self) -> Section {
        let mut blocks: Vec<Block> = self.choice.iter().cloned().map(Block::Paragraph).collect();
        if !self.mixture.is_empty() {
            let mut table = table("The best mixture", &["round", "weight", "checkpoint"], &[0, 1]);
            table.rows = self.mixture.iter().map(|row| row.to_vec()).collect();
            blocks.push(Block::Table(table));
        }
        Section { heading: TAKE.into(), blocks }
    }

    fn pictures(&self) -> Section {
        let average = self.certification.certificate.given.averages.theta;
        let panels = panels("", self.trace, self.labels, self.equalities, &[], average);
        let regret = regret(self.trace, &self.certification.certificate).ok().flatten();
        let blocks = [Block::Panels(panels)].into_iter().chain(regret.map(Block::Chart)).collect();
        Section { heading: CHARTS.into(), blocks }
    }

    fn trust(&self) -> Section {
        let said = self.checked.clone().unwrap_or_else(|why| format!("rejected: {why}"));
        let words = match self.checked {
            Ok(_) => "The independent checker derived every number again from the trace, in exact arithmetic. It said:",
            Err(_) => "The independent checker said:",
        };
        let digest = format!("SHA-256 of the trace: {}", self.trace_sha256);
        let again =
            "To repeat it, save the certificate beside its trace and run `referee check` or `proofs-check` on it.";
        let blocks = vec![
            Block::Paragraph(words.into()),
            Block::Preformatted(said),
            Block::Preformatted(digest),
            Block::Paragraph(again.into()),
        ];
        Section { heading: TRUST.into(), blocks }
    }
}

/// The headings of a page, in their order.
pub(super) const STATED: &str = "What was asked";
pub(super) const CLAIMS: &str = "Claims";
pub(super) const CHARTS: &str = "Charts";
pub(super) const TAKE: &str = "Which model to take";
pub(super) const TRUST: &str = "Who has checked it";

/// The claims of a certificate, both sides of each, what was measured, and where the statements are proved; without
/// comparisons where it is proved that there is nothing to compare with.
pub(super) fn claims(certificate: &Certificate, without_rival: bool) -> Vec<Block> {
    let is_shown = |name: &str| !(without_rival && name.starts_with("suboptimality"));
    let mut blocks = Vec::new();
    let head = ["quantity", "at least", "at most", "", "bound, at least", "at most", "verdict", "grade", "statement"];
    let mut rows = table("", &head, &[1, 2, 4, 5]);
    for row in certificate.claims.iter().filter(|claim| is_shown(claim.name)) {
        let (quantity, statement) = claim(row, certificate);
        let ([low, high], [bound_low, bound_high]) = (ends(row.lhs), ends(row.rhs));
        let (relation, verdict, grade) = (row.relation.to_string(), row.verdict.to_string(), row.grade.to_string());
        rows.rows.push(vec![
            quantity.to_owned(),
            low,
            high,
            relation,
            bound_low,
            bound_high,
            verdict,
            grade,
            statement,
        ]);
    }
    if !rows.rows.is_empty() {
        let words = "A claim says that the quantity is at most its bound. `proved` follows from the recorded numbers and \
                     evidence that was checked; `declared` also rests on what was stated; `sampled` holds with a stated \
                     probability.";
        blocks.extend([Block::Paragraph(words.into()), Block::Table(rows)]);
    }
    let mut measured = table("Measured", &["quantity", "at least", "at most"], &[1, 2]);
    for (name, value) in certificate.measured.iter().filter(|(name, _)| is_shown(name)) {
        let [low, high] = ends(*value);
        measured.rows.push(vec![name.replace('_', " "), low, high]);
    }
    blocks.push(Block::Table(measured));
    blocks.extend(proved(certificate.statement));
    blocks
}

/// Where a statement is proved: its number and title, the section that has it, the module, and the proof that a kernel
/// has checked.
pub(super) fn proved(name: &str) -> Option<Block> {
    let about = statement(name)?.about();
    let mut sentence = format!(
        "{}: {} is a heading of docs/statements.md; its hypotheses, bound and rounding are in src/theorems/{}.rs, and \
         `proofs-check proofs` runs its proof line by line.",
        about.number,
        about.title,
        about.module()
    );
    if let Some(file) = coq(name) {
        let _ = write!(sentence, " Coq has checked it too, in the form of proofs-check/coq/{file}.");
    }
    if let Some(erratum) = about.erratum {
        let _ = write!(sentence, " To know when reading it: {erratum}.");
    }
    Some(Block::Paragraph(sentence))
}

/// The file of the Coq development with the statement, where a kernel has checked all of it.
fn coq(name: &str) -> Option<&'static str> {
    Some(match name {
        "theorem-1" | "theorem-3" | "lemma-6" => "Lagrangian.v",
        "theorem-2" => "Theorem2.v",
        "theorem-4" | "lemma-7" => "Proxy.v",
        "theorem-6" | "corollary-1" => "Descent.v",
        "theorem-7" | "corollary-4" => "StochasticMirror.v",
        "lemma-1" => "Rates.v",
        "lemma-3" => "Sparse.v",
        "lemma-4" | "lemma-9" => "StochasticSwap.v",
        "lemma-8" | "lemma-11" => "EndToEnd.v",
        "lemma-10" | "corollary-3" => "StochasticRates.v",
        "corollary-2" => "Hedge.v",
        _ => return None,
    })
}

/// What was given besides the run, in the user's names, and the problem if it is not told elsewhere.
pub(super) fn stated(certificate: &Certificate, labels: &Labels, with_problem: bool) -> Vec<Block> {
    let given = &certificate.given;
    let mut table = table("Stated", &["what", "value"], &[]);
    let mut add = |name: &str, value: Option<String>| {
        table.rows.extend(value.map(|value| vec![name.to_owned(), value]));
    };
    let number = plain;
    add("game", Some(certificate.game.to_string()));
    add("rounds", Some(certificate.rounds.to_string()));
    add("constraints", Some(certificate.constraints.to_string()));
    add("radius of the multipliers", given.radius.map(number));
    add("norm of the multipliers", given.norm.map(|norm| norm.exponent().to_string()));
    let (theta, lambda) = (given.averages.theta, given.averages.lambda);
    let weighed = |average: Average| (average != Average::Uniform).then(|| average.in_words());
    if theta == lambda {
        add("rounds are weighed", weighed(theta));
    } else {
        add("rounds are weighed in the mixture", Some(theta.in_words()));
        add("rounds are weighed in the multipliers", Some(lambda.in_words()));
    }
    add("margin", given.margin.as_ref().map(|margin| number(margin.value)));
    add("range of the objective", given.objective_range.map(|range| number(range.value)));
    add("lower bound", lower_bound(given));
    for (name, value) in given.rate.iter().flat_map(GivenRate::fields) {
        add(&name.replace('_', " "), value.map(number));
    }
    for Range { of, lo, hi } in given.ranges.iter().take(MOST_ROWS) {
        let upper = hi.map_or_else(String::new, |hi| format!(", at most {}", plain(hi)));
        add(&labels.name(*of), Some(format!("at least {}{upper}", plain(*lo))));
    }
    add("problem", given.problem.as_ref().filter(|_| with_problem).map(|problem| problem.name().to_owned()));
    vec![Block::Table(table)]
}

fn lower_bound(given: &Given) -> Option<String> {
    let bound = given.lower_bound.as_ref()?;
    let source = match bound.evidence {
        Evidence::Declared => "stated",
        Evidence::Ranges(_) => "from the ranges of the functions",
        _ => "found and proved from the problem",
    };
    Some(format!("{} ({source})", plain(bound.value)))
}

/// A table without rows yet.
pub(super) fn table(caption: &str, head: &[&str], numbers: &[usize]) -> Table {
    Table {
        caption: caption.to_owned(),
        head: head.iter().map(|&cell| cell.to_owned()).collect(),
        rows: Vec::new(),
        numbers: numbers.to_vec(),
    }
}

/// A table of the terminal, of which the first rows are shown if there are many, and how many are left out.
pub(super) fn grid(caption: &str, shown: &terminal_table::Table) -> Vec<Block> {
    let (head, rows) = (shown.head().to_vec(), shown.rows().to_vec());
    shortened(Table { caption: caption.to_owned(), numbers: numbers(&head, &rows), head, rows })
}

/// The columns of numbers: those in which nothing else stands.
fn numbers(head: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || "-.".contains(c));
    let of = |column: &usize| {
        let mut cells = rows.iter().filter_map(|row| row.get(*column)).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(is_number)
    };
    (0..head.len()).filter(of).collect()
}

/// A table whose most important rows come first, cut where it is long.
pub(super) fn shortened(mut table: Table) -> Vec<Block> {
    let more = table.rows.len().saturating_sub(MOST_ROWS);
    table.rows.truncate(MOST_ROWS);
    [Block::Table(table)].into_iter().chain(left_out(more)).collect()
}

/// What is said of rows that are not shown.
pub(super) fn left_out(more: usize) -> Option<Block> {
    Some(Block::Paragraph(match more {
        0 => return None,
        1 => "1 more row is left out.".to_owned(),
        more => format!("{more} more rows are left out."),
    }))
}

#[cfg(test)]
#[path = "../../tests/inside/cli/page.rs"]
mod tests;
