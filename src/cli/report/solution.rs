//! The best mixture of candidates, as a solution has it, and the best candidate alone.

use super::{Document, Known, Part, trust};
use crate::cli::certify::singles;
use crate::cli::numbers::at_most;
use crate::cli::page::{MOST_ROWS, left_out, shortened, table};
use crate::cli::prose::counted;
use crate::cli::shrink::print::{self, about, by_upper_ends, roughly};
use crate::error::Result;
use crate::game::{Function, Game};
use crate::regret::Single;
use crate::report::page::Block;
use crate::report::plane::plane;
use crate::shrink::{Atom, Candidates, Outcome, Record, Solution};
use crate::trace::{Checkpoints, Labels, Layout};
use dashu_ratio::RBig;
use proofs_check::Accepted;

/// The members of the mixture, if there is one.
pub(super) fn support(document: &Document) -> Option<Vec<Atom>> {
    match Record::from_json(&document.value).ok()?.outcome {
        Outcome::Optimal(solution) => Some(solution.support),
        Outcome::Infeasible(_) => None,
    }
}

pub(super) fn add(part: &mut Part, document: &Document, accepted: &Accepted, known: &Known<'_>) -> Result<()> {
    let record = Record::from_json(&document.value)?;
    let own = match part.labels_of(&record.source.sha256) {
        Some(labels) => labels.clone(),
        None => Labels::of_trace(&Layout::new(Game::Lagrangian, record.constraints)),
    };
    let labels = known.labels.unwrap_or(&own);
    let none = Checkpoints::default();
    let candidates = document.candidates()?;
    let file = &record.source.file;
    let mut asked = table("Candidates", &["what", "value"], &[]);
    for (name, value) in [("file", file.clone()), ("candidates", record.count.to_string())] {
        asked.rows.push(vec![name.to_owned(), value]);
    }
    part.asked.push(Block::Table(asked));
    part.claims.extend(trust::claims(accepted));
    let (Some(candidates), outcome) = (candidates, &record.outcome) else {
        part.take.push(Block::Paragraph("There are too many candidates to look at again.".to_owned()));
        return Ok(());
    };
    let candidates = candidates.with_equalities(record.equalities.clone())?;
    let report = print::Report {
        candidates: &candidates,
        outcome,
        every: 1,
        labels,
        checkpoints: known.checkpoints.unwrap_or(&none),
        written: &[],
    };
    let members = if let Outcome::Optimal(solution) = outcome { solution.support.as_slice() } else { &[] };
    part.charts.push(Block::Chart(plane(&format!("The candidates of {file}"), &candidates, members)));
    match outcome {
        Outcome::Optimal(solution) => {
            part.verdicts.push(epsilon(solution, &candidates, file));
            part.verdicts.push(report.claims(solution).replace('\n', " ").trim_end().to_owned());
            let blocks = mixture(solution, &record, known.checkpoints, part);
            part.take.extend(blocks);
            part.take.extend(means(solution, labels));
        }
        Outcome::Infeasible(farkas) => {
            part.verdicts.extend(report.infeasible(farkas).lines().next().map(str::to_owned));
        }
    }
    part.take.extend(candidates.best().map(|best| Block::Paragraph(best_row("row", &best, candidates.rounded_up()))));
    Ok(())
}

/// What every constraint of the best mixture has at most, on average.
fn epsilon(solution: &Solution, candidates: &Candidates, file: &str) -> String {
    let by = by_upper_ends(candidates.rounded_up());
    let count = format!("{} of {file}", counted(candidates.len(), "candidate"));
    let epsilon = roughly(&solution.epsilon);
    match (solution.epsilon_is_minimal, solution.epsilon.is_zero()) {
        (_, true) => {
            format!("The best mixture of the {count} keeps every constraint on average{by}: epsilon is 0.")
        }
        (true, false) => {
            format!("No mixture of the {count} is feasible{by}: the least epsilon is {epsilon}.")
        }
        (false, false) => format!(
            "The best mixture of the {count} keeps every constraint at most epsilon on average{by}, where \
             {epsilon} was asked for."
        ),
    }
}

/// Who is drawn how often: decimals first, and the fractions behind them.
fn mixture(solution: &Solution, record: &Record, checkpoints: Option<&Checkpoints>, part: &Part) -> Vec<Block> {
    let sha256 = &record.source.sha256;
    let mut rows = table("The best mixture", &["row", "weight, about", "exactly", "checkpoint", "point"], &[0, 1]);
    let file_of = |row: usize| checkpoints.and_then(|checkpoints| checkpoints.of_round(row)).unwrap_or_default();
    let mut support: Vec<&Atom> = solution.support.iter().collect();
    support.sort_by(|a, b| b.weight.cmp(&a.weight));
    for Atom { candidate, weight } in support {
        let (file, point) = (file_of(*candidate), part.point_of(sha256, *candidate).unwrap_or_default());
        let [file, point] = [file, point].map(str::to_owned);
        rows.rows.push(vec![candidate.to_string(), about(weight), exact(weight), file, point]);
    }
    // A column in which nothing stands says nothing.
    for column in [4, 3] {
        if rows.rows.iter().all(|row| row[column].is_empty()) {
            rows.head.remove(column);
            rows.rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
    }
    let file = &record.source.file;
    let words = format!("Draw a row of {file}, counted from 0, with these probabilities, the largest first:");
    [Block::Paragraph(words)].into_iter().chain(shortened(rows)).collect()
}

/// The fraction, or the beginning of a long one.
fn exact(x: &RBig) -> String {
    const LONGEST: usize = 80;
    let text = x.to_string();
    match text.len().saturating_sub(LONGEST) {
        0 => text,
        more => format!("{}... ({more} more characters)", &text[..LONGEST]),
    }
}

/// The means of the mixture, the largest constraints first.
fn means(solution: &Solution, labels: &Labels) -> Vec<Block> {
    let mut rows = table("Means of the mixture", &["of", "about", "exactly"], &[1]);
    let row = |name: String, mean: &RBig| vec![name, about(mean), exact(mean)];
    rows.rows.push(row("objective".to_owned(), &solution.objective));
    let mut order: Vec<usize> = (0..solution.constraints.len()).collect();
    order.sort_by(|&a, &b| solution.constraints[b].cmp(&solution.constraints[a]));
    let more = order.len().saturating_sub(MOST_ROWS);
    for i in order.into_iter().take(MOST_ROWS) {
        let active = if solution.active.contains(&i) { ", active" } else { "" };
        let name = labels.name(Function::Constraint(i + 1)) + active;
        rows.rows.push(row(name, &solution.constraints[i]));
    }
    [Block::Table(rows)].into_iter().chain(left_out(more)).collect()
}

/// What the best row or round alone does.
pub(super) fn best_row(what: &str, best: &Single, rounded_up: bool) -> String {
    let Single { round, objective, violation } = *best;
    let (objective, violation) = (at_most(objective), at_most(violation));
    let by = singles::by(true, rounded_up);
    format!(
        "The best single {what} is {round}, counted from 0{by}: objective at most {objective}, largest violation at most \
         {violation}."
    )
}
