//! Who has checked what: digests, the checker's words, the commands that repeat it, and what was declared.

use super::Document;
use crate::certificate::{Certificate, Compared};
use crate::cli::numbers::{at_least, at_most, plain};
use crate::cli::page::{self, shortened, table};
use crate::cli::solve::quoted;
use crate::game::{Evidence, ProblemRecord, Range};
use crate::report::page::Block;
use crate::trace::Labels;
use proofs_check::Accepted;
use std::fmt::Write as _;
use std::path::Path;

/// Lines of the checker that are shown.
const MOST_LINES: usize = 200;

/// The chain of trust of some documents.
pub(super) fn blocks(documents: &[Document], declared: &[String]) -> Vec<Block> {
    let mut blocks = Vec::new();
    if documents.is_empty() {
        return declared.iter().cloned().map(Block::Paragraph).collect();
    }
    let mut files = table("Files", &["file", "SHA-256", "what it is"], &[]);
    for document in documents {
        files.rows.push(vec![document.shown.clone(), document.sha256.clone(), document.format().to_owned()]);
        for named in document.named() {
            let name = Path::new(&document.shown).with_file_name(&named.name).display().to_string();
            if files.rows.iter().all(|row| (&row[0], &row[1]) != (&name, &named.sha256)) {
                files.rows.push(vec![name, named.sha256.clone(), format!("named by {}", document.shown)]);
            }
        }
    }
    blocks.extend(shortened(files));
    blocks.push(Block::Paragraph(
        "An independent checker, which shares no code with the program that made these files, read each of the documents \
         before this page was written. What it accepts it has derived again, in exact arithmetic. It said:"
            .to_owned(),
    ));
    for document in documents {
        let said = document.accepted().map_or_else(String::new, ToString::to_string) + &document.last_line();
        let lines = said.lines().count();
        let mut said = said.lines().take(MOST_LINES).collect::<Vec<_>>().join("\n");
        if lines > MOST_LINES {
            let _ = write!(said, "\n... ({} more lines)", lines - MOST_LINES);
        }
        blocks.push(Block::Preformatted(said));
    }
    let kept = documents.iter().filter(|document| document.kept);
    let commands: Vec<String> = kept
        .flat_map(|document| {
            ["referee check", "proofs-check"].map(|call| format!("{call} {}", quoted(&document.shown)))
        })
        .take(MOST_LINES)
        .collect();
    if commands.is_empty() {
        blocks.push(Block::Paragraph(
            "The document was checked and not kept: with --output it is written, and anybody can check it again."
                .to_owned(),
        ));
    } else {
        blocks.push(Block::Paragraph("To repeat it, with the files beside each other:".to_owned()));
        blocks.push(Block::Preformatted(commands.join("\n")));
    }
    if !declared.is_empty() {
        blocks.push(Block::Paragraph("Declared, and not proved:".to_owned()));
        blocks.extend(declared.iter().cloned().map(Block::Paragraph));
    }
    blocks
}

/// The claims of a document that is not a certificate, in the checker's names.
pub(super) fn claims(accepted: &Accepted) -> Vec<Block> {
    let has_sides = accepted.claims().iter().any(|claim| claim.sides().is_some());
    let head = ["claim", "verdict", "grade", "at most", "", "bound, at most"];
    let mut rows = table("", &head[..if has_sides { 6 } else { 3 }], &[3, 5]);
    for claim in accepted.claims() {
        let mut row: Vec<String> =
            [claim.name, claim.verdict.name(), claim.grade.name()].map(|word| word.replace('_', " ")).into();
        if let (Some([(_, left), (_, right)]), Some(relation)) = (claim.sides(), claim.relation()) {
            row.extend([at_most(left), relation.to_owned(), at_most(right)]);
        }
        rows.rows.push(row);
    }
    [Block::Table(rows)].into_iter().chain(page::proved(accepted.statement())).collect()
}

/// What a certificate rests on that nobody has proved, a sentence each.
pub(super) fn declared(certificate: &Certificate, labels: &Labels) -> Vec<String> {
    let given = &certificate.given;
    let mut said = Vec::new();
    said.extend(match (given.values, &given.problem) {
        (Compared::Verified, _) => None,
        (Compared::Different, _) => Some("That the recorded values are the problem's."),
        (Compared::Not, Some(_)) => Some("That the recorded values are the problem's: they were not compared."),
        (Compared::Not, None) => Some("That the recorded values are those of the functions that they are said to be."),
    });
    let mut said: Vec<String> = said.into_iter().map(str::to_owned).collect();
    match given.lower_bound.as_ref().map(|bound| (bound.value, &bound.evidence)) {
        Some((value, Evidence::Declared)) => said.push(format!(
            "That {} is a lower bound of the theta-player's loss at the mean multipliers.",
            plain(value)
        )),
        Some((_, Evidence::Ranges(ranges))) if !matches!(given.problem, Some(ProblemRecord::Rates(_))) => {
            let range = |Range { of, lo, hi }: &Range| {
                let hi = hi.map_or_else(String::new, |hi| format!(" and at most {}", plain(hi)));
                format!("That {} is at least {}{hi} everywhere.", labels.name(*of), plain(*lo))
            };
            said.extend(ranges.iter().take(page::MOST_ROWS).map(range));
        }
        _ => {}
    }
    if let Some(margin) = given.margin.as_ref().filter(|margin| margin.point.is_none()) {
        let margin = at_least(-margin.value);
        said.push(format!("That some point has every constraint (proxy, in the proxy game) at most {margin}."));
    }
    if let Some(range) = given.objective_range.filter(|range| !range.enclosed) {
        said.push(format!("That the objective's values differ by at most {}.", plain(range.value)));
    }
    if given.rate.is_some() {
        said.push(
            "The constants of the rate that no trace records: steps, rounding, and what draws were made.".to_owned(),
        );
    }
    said
}
