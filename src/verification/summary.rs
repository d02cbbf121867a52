//! Findings put together, one row per statement and one per player.

use super::case::Task;
use super::count::{Counts, Distinct};
use super::frequency::Frequency;
use super::judge::{CONFIDENCE, Judgement};
use super::players::PlayerFinding;
use crate::game::Grade;
use crate::theorems::{STATEMENTS, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// What all runs say about a statement.
#[derive(Clone, Debug)]
pub struct StatementRow {
    /// The statement.
    pub statement: &'static dyn Statement,
    /// Certificates of it.
    pub instances: usize,
    /// Those whose hypotheses all hold.
    pub applied: usize,
    /// Conclusions of those, and comparisons.
    pub counts: Counts,
    /// The largest and the median of measured over bound, over all conclusions but identities.
    pub ratios: Option<(f64, f64)>,
    /// The statement that promises a rate and whose own runs include all of these, if there is one.
    pub same_run_as: Option<&'static dyn Statement>,
    /// The statement that makes all these conclusions too, about the same runs, if there is one.
    pub claims_also_of: Option<&'static dyn Statement>,
    /// What is undecided though no probability is in it, with the run it is undecided in.
    pub undecided: Vec<String>,
    /// The lowest grade of a conclusion.
    pub grade: Option<Grade>,
    /// Of a statement with a probability: the runs with noise where it looks, and those of them that certainly missed a
    /// conclusion.
    pub noisy: Option<Frequency>,
    /// What is wrong, with the run it is wrong in.
    pub wrong: Vec<String>,
}

/// One row for every statement that some run speaks of, in the order of the registry.
pub fn statement_rows(judgements: &[Judgement]) -> Vec<StatementRow> {
    let runs: Vec<BTreeSet<&str>> = STATEMENTS.into_iter().map(|statement| own_runs(statement, judgements)).collect();
    let distinct = Distinct::of(judgements);
    let claims: Vec<_> = STATEMENTS.iter().map(|statement| distinct.conclusions(statement.name())).collect();
    let rows = STATEMENTS.into_iter().enumerate().map(|(k, statement)| StatementRow {
        same_run_as: covering(&runs, k),
        claims_also_of: covering(&claims, k),
        ..statement_row(statement, judgements)
    });
    rows.filter(|row| row.instances > 0).collect()
}

/// The first statement with all that another has; of two that have the same the later one says so.
fn covering<T: Ord>(sets: &[BTreeSet<T>], k: usize) -> Option<&'static dyn Statement> {
    let covers = |j: &usize| sets[k].is_subset(&sets[*j]) && (sets[k].len() < sets[*j].len() || *j < k);
    (0..sets.len()).filter(|j| *j != k && !sets[k].is_empty()).find(covers).map(|j| STATEMENTS[j])
}

/// The traces of the statement's own algorithm, for one that promises a rate.
fn own_runs<'a>(statement: &'static dyn Statement, judgements: &'a [Judgement]) -> BTreeSet<&'a str> {
    let own = judgements.iter().filter(|judgement| judgement.case.task == Task::Rate(statement));
    own.filter_map(|judgement| judgement.trace.as_deref()).collect()
}

fn statement_row(statement: &'static dyn Statement, judgements: &[Judgement]) -> StatementRow {
    let mut row = StatementRow {
        statement,
        instances: 0,
        applied: 0,
        counts: Counts::default(),
        ratios: None,
        same_run_as: None,
        claims_also_of: None,
        undecided: Vec::new(),
        grade: None,
        noisy: None,
        wrong: Vec::new(),
    };
    let (mut counted, mut ratios) = (Vec::new(), Vec::new());
    let mut noisy = Frequency { runs: 0, failures: 0 };
    for judgement in judgements {
        for finding in judgement.findings.iter().filter(|finding| finding.statement == statement.name()) {
            row.instances += 1;
            row.applied += usize::from(finding.failed.is_empty());
            counted.extend(finding.counted.iter().map(|counted| counted.outcome));
            let case = judgement.case.describe();
            row.undecided.extend(finding.undecided.iter().map(|what| format!("{case}: {what}")));
            ratios.extend(finding.ratios.iter().map(|(_, ratio)| *ratio));
            row.grade = row.grade.into_iter().chain(finding.grade).min();
            row.wrong.extend(finding.wrong.iter().map(|why| format!("{case}: {why}")));
            if finding.noisy && finding.failed.is_empty() {
                noisy.runs += 1;
                noisy.failures += u32::from(finding.missed);
            } else if finding.missed {
                // Without noise a run has one outcome: one that misses has probability 1.
                row.wrong.push(format!("{case}: a conclusion is missed, though nothing in the run is random"));
            }
        }
    }
    row.counts = counted.into_iter().collect();
    row.ratios = largest_and_median(&mut ratios);
    // What holds with a probability is judged by how often it did not; runs are independent, and each may fail so often.
    row.wrong.extend(noisy.at_most(CONFIDENCE).err());
    row.noisy = statement.takes_confidence().then_some(noisy);
    row
}

fn largest_and_median(ratios: &mut [f64]) -> Option<(f64, f64)> {
    ratios.sort_by(f64::total_cmp);
    Some((*ratios.last()?, ratios[ratios.len() / 2]))
}

/// What all runs say about a player.
#[derive(Clone, Debug)]
pub struct PlayerRow {
    /// Its name.
    pub name: &'static str,
    /// What its bounds speak of.
    pub class: &'static str,
    /// The runs it was in.
    pub instances: usize,
    /// The largest measured regret over the bound promised before play, and over the one that the run proves.
    pub worst: [Option<f64>; 2],
    /// Of a control: on how many sequences it failed.
    pub control_failed: Option<usize>,
    /// What is wrong.
    pub wrong: Vec<String>,
}

/// One row for every player, in the order of their names.
pub fn player_rows<'a>(findings: impl IntoIterator<Item = &'a PlayerFinding>) -> Vec<PlayerRow> {
    let mut rows: BTreeMap<(&str, &str), PlayerRow> = BTreeMap::new();
    for finding in findings {
        let row = rows.entry((finding.class, finding.name)).or_insert_with(|| PlayerRow {
            name: finding.name,
            class: finding.class,
            instances: 0,
            worst: [None; 2],
            control_failed: None,
            wrong: Vec::new(),
        });
        row.instances += 1;
        for (worst, ratio) in row.worst.iter_mut().zip([finding.ratio, finding.runtime_ratio]) {
            *worst = [*worst, ratio].into_iter().flatten().max_by(f64::total_cmp);
        }
        if let Some(failed) = finding.control_failed {
            *row.control_failed.get_or_insert(0) += usize::from(failed);
        }
        row.wrong.extend(finding.wrong.iter().cloned());
    }
    rows.into_values().collect()
}
