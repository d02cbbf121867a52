//! A page about a certified run: verdicts first, then claims, charts, what to ship, and who has checked it.

use super::spoken::{claim, ends};
use crate::certificate::Given;
use crate::game::{Evidence, Range};
use crate::report::page::{Block, Page, Section, Table};
use crate::report::run_charts::panels;
use crate::theorems::Certification;
use crate::trace::{Equalities, Labels, Trace};

/// What the page of a run is made of.
pub struct RunPage<'a> {
    /// What the run is called.
    pub title: &'a str,
    /// What it proves.
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
    /// The page. A rejection by the checker is its first line.
    pub fn page(&self) -> Page {
        let alert = self.checked.as_ref().err().map(|why| format!("REJECTED by the independent checker: {why}"));
        let sections =
            vec![self.choice(), self.claims(), self.pictures(), self.measured(), self.stated(), self.trust()];
        Page {
            title: self.title.to_owned(),
            alert,
            lead: self.sentences.to_vec(),
            sections: sections.into_iter().filter(|section| !section.blocks.is_empty()).collect(),
        }
    }

    fn choice(&self) -> Section {
        let mut blocks: Vec<Block> = self.choice.iter().cloned().map(Block::Paragraph).collect();
        if !self.mixture.is_empty() {
            let table = table("The best mixture", &["round", "weight", "checkpoint"], &[0, 1]);
            let rows = self.mixture.iter().map(|row| row.to_vec()).collect();
            blocks.push(Block::Table(Table { rows, ..table }));
        }
        Section { heading: "Which model to take".into(), blocks }
    }

    fn claims(&self) -> Section {
        let certificate = &self.certification.certificate;
        let head =
            ["quantity", "at least", "at most", "", "bound, at least", "at most", "verdict", "grade", "statement"];
        let mut table = table("", &head, &[1, 2, 4, 5]);
        for row in &certificate.claims {
            let (quantity, statement) = claim(row, certificate);
            let ([low, high], [bound_low, bound_high]) = (ends(row.lhs), ends(row.rhs));
            let (relation, verdict, grade) = (row.relation.to_string(), row.verdict.to_string(), row.grade.to_string());
            table.rows.push(vec![
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
        let words = "A claim says that the quantity is at most its bound. `proved` follows from the recorded numbers alone; \
                     `declared` also rests on what was stated.";
        let blocks =
            if table.rows.is_empty() { Vec::new() } else { vec![Block::Paragraph(words.into()), Block::Table(table)] };
        Section { heading: "Claims".into(), blocks }
    }

    fn pictures(&self) -> Section {
        let panels = panels("", self.trace, self.labels, self.equalities, &[]);
        Section { heading: "Round by round".into(), blocks: vec![Block::Panels(panels)] }
    }

    fn measured(&self) -> Section {
        let mut table = table("", &["measured", "at least", "at most"], &[1, 2]);
        for (name, value) in &self.certification.certificate.measured {
            let [low, high] = ends(*value);
            table.rows.push(vec![name.replace('_', " "), low, high]);
        }
        Section { heading: "Measured".into(), blocks: vec![Block::Table(table)] }
    }

    /// What was given besides the run, in the user's names.
    fn stated(&self) -> Section {
        let given = &self.certification.certificate.given;
        let mut table = table("", &["stated", "value"], &[]);
        let mut add = |name: &str, value: Option<String>| {
            table.rows.extend(value.map(|value| vec![name.to_owned(), value]));
        };
        let number = |x: f64| x.to_string();
        add("radius of the multipliers", given.radius.map(number));
        add("norm of the multipliers", given.norm.map(|norm| norm.exponent().to_string()));
        add("margin", given.margin.as_ref().map(|margin| number(margin.value)));
        add("range of the objective", given.objective_range.map(|range| number(range.value)));
        add("lower bound", lower_bound(given));
        for Range { of, lo, hi } in &given.ranges {
            let upper = hi.map_or_else(String::new, |hi| format!(", at most {hi}"));
            add(&self.labels.name(*of), Some(format!("at least {lo}{upper}")));
        }
        let problem = given.problem.as_ref().map(|problem| problem.name().to_owned());
        add("problem", problem);
        let blocks = if table.rows.is_empty() { Vec::new() } else { vec![Block::Table(table)] };
        Section { heading: "What was stated".into(), blocks }
    }

    fn trust(&self) -> Section {
        let said = self.checked.clone().unwrap_or_else(|why| format!("rejected: {why}"));
        let words = "The independent checker derived every number again from the trace, in exact arithmetic. It said:";
        let digest = format!("SHA-256 of the trace: {}", self.trace_sha256);
        let again =
            "To repeat it, save the certificate beside its trace and run `referee check` or `proofs-check` on it.";
        let blocks = vec![
            Block::Paragraph(words.into()),
            Block::Preformatted(said),
            Block::Preformatted(digest),
            Block::Paragraph(again.into()),
        ];
        Section { heading: "Who has checked it".into(), blocks }
    }
}

fn table(caption: &str, head: &[&str], numbers: &[usize]) -> Table {
    Table {
        caption: caption.to_owned(),
        head: head.iter().map(|&cell| cell.to_owned()).collect(),
        rows: Vec::new(),
        numbers: numbers.to_vec(),
    }
}

fn lower_bound(given: &Given) -> Option<String> {
    let bound = given.lower_bound.as_ref()?;
    let source = match bound.evidence {
        Evidence::Declared => "stated",
        Evidence::Ranges(_) => "from the ranges below",
        _ => "found and proved from the problem",
    };
    Some(format!("{} ({source})", bound.value))
}
