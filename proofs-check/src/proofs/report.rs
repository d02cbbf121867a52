//! The table of what came of the proofs.

use super::recorder::{Expect, Proof, Recorder, Tally};
use std::fmt;

/// What came of one proof.
#[derive(Clone, Debug)]
pub struct Row {
    /// The proof's short name.
    pub proof: &'static str,
    /// What it proves.
    pub statement: &'static str,
    /// How many lines it has.
    pub steps: usize,
    /// On how many instances its lines were said.
    pub instances: usize,
    /// How many of its lines are false and were seen to fail.
    pub refuted: usize,
    /// Line by line: name, text, whether it must hold, what came of it.
    pub lines: Vec<Line>,
    /// What went wrong, one sentence each; empty if every line came out as it must.
    pub defects: Vec<String>,
}

/// What came of one line of a proof.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of the step.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Whether it is true.
    pub expect: Expect,
    /// The counts.
    pub tally: Tally,
}

impl Line {
    fn result(&self) -> String {
        let Tally { said, held, tight, .. } = self.tally;
        match self.expect {
            Expect::Holds => format!("holds {held} of {said}, tight {tight}"),
            Expect::Fails => format!("fails {} of {said}, as it must", said.saturating_sub(held)),
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// One row a proof.
    pub rows: Vec<Row>,
    /// Whether to print the lines of each proof.
    pub with_steps: bool,
}

impl Row {
    /// Compares what was recorded with what the proof declares.
    #[must_use]
    pub fn new(proof: &Proof, recorder: &Recorder) -> Self {
        let mut defects = Vec::new();
        if let Some(instance) = recorder.first_undefined() {
            defects.push(format!("{}: a quotient does not exist on instance {instance}", proof.name));
        }
        for name in recorder.said().filter(|name| proof.steps.iter().all(|step| step.name != *name)) {
            defects.push(format!("{name}: this step is said but not declared in proof {}", proof.name));
        }
        let line = |step: &super::recorder::Step| {
            let tally = recorder.tally(step.name);
            Line { name: step.name, says: step.says, expect: step.expect, tally }
        };
        let lines: Vec<Line> = proof.steps.iter().map(line).collect();
        for Line { name, says, expect, tally } in &lines {
            match (expect, &tally.failure) {
                _ if tally.said == 0 => defects.push(format!("{name}: no instance reaches this step ({says})")),
                (Expect::Holds, Some(found)) => defects.push(format!(
                    "{name}: {says} is false on instance {}: {} (holds {} of {})",
                    found.instance, found.numbers, tally.held, tally.said
                )),
                (Expect::Fails, None) => {
                    defects.push(format!("{name}: {says} must fail, but holds {} times", tally.held));
                }
                _ => {}
            }
        }
        let refuted = lines.iter().filter(|line| line.expect == Expect::Fails && line.tally.failure.is_some()).count();
        let Proof { name, statement, steps, .. } = *proof;
        Self { proof: name, statement, steps: steps.len(), instances: recorder.instances(), refuted, lines, defects }
    }

    /// `holds`, how many steps are false as declared, or `FAILS`.
    #[must_use]
    pub fn result(&self) -> String {
        match (self.defects.is_empty(), self.refuted) {
            (false, _) => "FAILS".to_owned(),
            (true, 0) => "holds".to_owned(),
            (true, 1) => "1 step fails as it must, the rest hold".to_owned(),
            (true, n) => format!("{n} steps fail as they must, the rest hold"),
        }
    }
}

impl Report {
    /// Whether every line of every proof came out as it must.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.defects.is_empty())
    }
}

/// Prints aligned columns in the way of a Markdown table.
fn table(f: &mut fmt::Formatter<'_>, head: &[&str], body: &[Vec<String>]) -> fmt::Result {
    let width = |column: usize| {
        let cells = body.iter().filter_map(|row| row.get(column)).map(String::len);
        cells.chain(head.get(column).map(|cell| cell.len())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut print = |cells: Vec<&str>| {
        for (cell, width) in cells.iter().zip(&widths) {
            write!(f, "| {cell:<width$} ")?;
        }
        writeln!(f, "|")
    };
    print(head.to_vec())?;
    let dashes: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    print(dashes.iter().map(String::as_str).collect())?;
    body.iter().try_for_each(|row| print(row.iter().map(String::as_str).collect()))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |row: &Row| {
            let (steps, instances) = (row.steps.to_string(), row.instances.to_string());
            vec![row.proof.to_owned(), row.statement.to_owned(), steps, instances, row.result()]
        };
        let body: Vec<Vec<String>> = self.rows.iter().map(cells).collect();
        table(f, &["proof", "statement", "steps", "instances", "result"], &body)?;
        if self.with_steps {
            for line in self.rows.iter().flat_map(|row| &row.lines) {
                write!(f, "\n{}: {}\n    {}", line.name, line.says, line.result())?;
            }
            writeln!(f)?;
        }
        writeln!(f)?;
        for defect in self.rows.iter().flat_map(|row| &row.defects) {
            writeln!(f, "FAILS {defect}")?;
        }
        let sum = |part: fn(&Row) -> usize| self.rows.iter().map(part).fold(0, usize::saturating_add);
        let failed = self.rows.iter().filter(|row| !row.defects.is_empty()).count();
        write!(
            f,
            "{} proofs, {} steps, {} instances: {} steps fail as they must, {failed} proofs fail",
            self.rows.len(),
            sum(|row| row.steps),
            sum(|row| row.instances),
            sum(|row| row.refuted),
        )
    }
}
