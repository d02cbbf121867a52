//! `referee experiment mnist`: the robust experiment, ours beside the paper's.

use super::super::Outcome;
use super::super::progress::Progress;
use super::print::Spread;
use super::{Arguments, Checked, check_all, documents, folder_flag, verdicts};
use crate::certificate::Certificate;
use crate::cli::numbers::{at_least_to, at_most};
use crate::cli::prose::counted;
use crate::cli::reports::pair;
use crate::cli::table::table;
use crate::error::{Error, Result};
use crate::experiment::mnist::{
    Corruption, Errors, Family, LARGEST_SLACK, Mnist, NO_LOWER_BOUND, PAPER, RobustOutcome, RowOutcome, SETS, Settings,
    comparison, differences, estimate, run as run_seed,
};
use crate::files::{Form, Member};
use crate::shrink::Record;
use clap::ValueEnum;
use dashu_ratio::RBig;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Mutex;

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Scale {
    Small,
    Full,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Corruptions {
    Background,
    Shrink,
    Pixel,
}

/// What the folder of a seed has.
const FILES: [Member<'_>; 4] = [
    ("certificate.json", Form::Document(Certificate::FORMAT)),
    ("trace.csv", Form::Columns("objective")),
    ("candidates.csv", Form::Columns("objective")),
    ("solution.json", Form::Document(Record::FORMAT)),
];

/// Everything that is printed.
struct Report<'a> {
    settings: &'a Settings,
    outcomes: &'a [RobustOutcome],
    checked: &'a [Checked],
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome> {
    if arguments.start.is_some() {
        return Err(Error::new("--start is about the proxy game, and mnist plays the Lagrangian game: leave it out"));
    }
    let family = match arguments.corruptions {
        None | Some(Corruptions::Background) => Family::Background,
        Some(Corruptions::Shrink) => Family::Shrink,
        Some(Corruptions::Pixel) => Family::Pixel,
    };
    let mut settings = match arguments.scale {
        None | Some(Scale::Small) => Settings::small(family),
        Some(Scale::Full) => Settings::full(family),
    };
    settings.batch = arguments.batch;
    if let Some(rounds) = arguments.rounds {
        settings.every = (rounds * settings.every / settings.steps).max(1);
        settings.steps = rounds;
    }
    if !settings.batch.is_multiple_of(SETS) {
        return Err(Error::new(format!("--batch is {}, but must be a multiple of the {SETS} sets", settings.batch)));
    }
    let data = Mnist::open(&arguments.folder()).map_err(folder_flag)?;
    let (seeds, threads) = (arguments.begin(1, &FILES)?, arguments.threads.count().get());
    if !arguments.common.quiet {
        let seconds = estimate(&settings, threads) * seeds.len() as f64;
        let at_a_time = threads.min(2 * settings.rates.len());
        eprintln!(
            "about {}, estimated from a few steps on this machine; {at_a_time} trainings at a time",
            duration(seconds)
        );
    }
    let total = seeds.len() * 2 * settings.rates.len() * settings.snapshots();
    let progress = Mutex::new((0, Progress::of_snapshots(total, arguments.common.quiet)));
    let tick = || {
        let mut progress = progress.lock().expect("nobody panicked with it");
        progress.0 += 1;
        let done = progress.0;
        progress.1.set(done);
    };
    let (mut outcomes, mut checked) = (Vec::new(), Vec::new());
    for (seed, set) in seeds {
        let outcome = run_seed(&data, &settings, seed, threads, &set.at(""), &tick)?;
        checked.extend(check_all(&set, &outcome.documents)?);
        outcomes.push(outcome);
    }
    drop(progress);
    let report = Report { settings: &settings, outcomes: &outcomes, checked: &checked };
    arguments.common.print(&if arguments.common.json { report.json() } else { report.text(arguments.common.quiet) })?;
    let violated = outcomes.iter().any(|outcome| outcome.certificate.violated().is_some());
    let refused = checked.iter().any(|checked| checked.refusal.is_some());
    Ok(if violated || refused { Outcome::Violated } else { Outcome::Holds })
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} seconds"),
        s if s < 5400.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3600.0),
    }
}

impl Report<'_> {
    fn rows(&self, place: usize) -> impl Iterator<Item = &RowOutcome> {
        self.outcomes.iter().map(move |outcome| &outcome.rows[place])
    }

    /// The mean over the seeds, and the standard deviation where there is more than one.
    fn percents(&self, place: usize, of: impl Fn(&RowOutcome) -> &Errors) -> String {
        let percent = |set: usize| {
            let numbers: Vec<f64> = self.rows(place).map(|row| 100.0 * of(row)[set].to_f64().value()).collect();
            match Spread::of(&numbers) {
                Spread { mean, deviation: Some(deviation) } => format!("{mean:.2}+-{deviation:.2}"),
                Spread { mean, deviation: None } => format!("{mean:.2}"),
            }
        };
        (0..SETS).map(percent).collect::<Vec<_>>().join(" / ")
    }

    fn text(&self, quiet: bool) -> String {
        let settings = self.settings;
        let sets = settings.family.corruptions().map(Corruption::name).join(", ");
        let mut text = format!(
            "mnist, sets: {sets}; {} hidden units, {} training and {} validation images, {} test images; {}, {} \
             steps of {} images, a snapshot every {}, {} step sizes\n\n",
            settings.hidden,
            settings.training,
            settings.validation,
            settings.test,
            counted(self.outcomes.len(), "seed"),
            settings.steps,
            settings.batch,
            settings.every,
            settings.rates.len()
        );
        let head = ["row", "", "models", "step size", "test error, about %", "train error, about %"];
        let mut table = table(head, [2, 3]);
        for (place, paper) in PAPER.iter().enumerate() {
            let list = |errors: &[f64]| errors.iter().map(|x| format!("{x:.2}")).collect::<Vec<_>>().join(" / ");
            let support = paper.support.to_string();
            table.add_row([paper.name, "paper", &support, "", &list(&paper.test), &list(&paper.training)]);
            let supports: Vec<String> = self.rows(place).map(|row| row.support.to_string()).collect();
            let rates: Vec<String> = self.rows(place).map(|row| power(row.rate)).collect();
            let (test, training) = (self.percents(place, |row| &row.test), self.percents(place, |row| &row.training));
            table.add_row(["", "here", &joined(supports), &joined(rates), &test, &training]);
        }
        let _ = writeln!(text, "{table}\nErrors: the four sets in the order above; for a mixture the expected one.");
        text += &self.choices();
        text += &self.certified();
        if !quiet {
            text += "\nAgainst the paper:\n";
            for sentence in comparison(&self.worst()).into_iter().chain(differences(settings)) {
                let _ = writeln!(text, "  {sentence}");
            }
        }
        text
    }

    /// The worst test error of each row in percent, the mean over the seeds.
    fn worst(&self) -> [f64; PAPER.len()] {
        std::array::from_fn(|place| {
            let worst = |row: &RowOutcome| row.test.iter().max().map_or(0.0, |error| 100.0 * error.to_f64().value());
            self.rows(place).map(worst).sum::<f64>() / self.outcomes.len() as f64
        })
    }

    /// Whether the step sizes lie inside the grid.
    fn choices(&self) -> String {
        let edge = |place: &usize| self.rows(*place).any(|row| !row.interior);
        let names: Vec<&str> = (0..PAPER.len()).filter(edge).map(|place| PAPER[place].name).collect();
        let grid = self.settings.rates.iter().map(|rate| power(*rate)).collect::<Vec<_>>().join(", ");
        if names.is_empty() {
            format!("Step sizes {grid}: every choice lies in the interior.\n")
        } else {
            format!("Step sizes {grid}: at the edge, where a wider grid may do better, for {}.\n", names.join("; "))
        }
    }

    fn certified(&self) -> String {
        let mut text = verdicts(self.checked);
        for outcome in self.outcomes {
            let (xi, violation) =
                (outcome.certificate.measured("objective"), outcome.certificate.measured("infeasibility"));
            if let (Some(xi), Some(violation)) = (xi, violation) {
                let _ = writeln!(
                    text,
                    "  seed {}: the average of the game's snapshots has a mean loss on each training set of at most \
                     its mean slack {} plus {} (proved for the recorded values, which are computed in doubles)",
                    outcome.seed,
                    at_most(xi.hi()),
                    at_most(violation.hi())
                );
            }
            let percent = &outcome.solution.epsilon * RBig::from(100) / RBig::from(self.settings.training);
            let _ = writeln!(
                text,
                "  seed {}: no mixture of the snapshots in candidates.csv has a worst expected training error below {} of {} images \
                 ({} %); the mixture of {} has it (exact, on whole counts)",
                outcome.seed,
                outcome.solution.epsilon,
                self.settings.training,
                at_least_to(&percent, 3),
                counted(outcome.solution.support.len(), "network")
            );
        }
        let _ = writeln!(
            text,
            "  {NO_LOWER_BOUND}.\n  Predictions are those of the double-precision network as computed here; counts \
             are whole. The slack is kept in [0, {LARGEST_SLACK}], which contains the least worst loss; the \
             multipliers have no radius."
        );
        text
    }

    fn json(&self) -> String {
        let settings = self.settings;
        let list = |errors: &Errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
        let outcomes = self.outcomes.iter().map(|outcome| {
            let rows = outcome.rows.iter().zip(&PAPER).map(|(row, paper)| {
                json!({ "row": paper.name, "models": row.support, "step_size": row.rate, "interior": row.interior,
                    "train_errors": list(&row.training), "validation_errors": list(&row.validation),
                    "test_errors": list(&row.test) })
            });
            let measured = |name: &str| outcome.certificate.measured(name).map(pair);
            json!({ "seed": outcome.seed, "rows": rows.collect::<Vec<_>>(),
                "mean_slack": measured("objective"), "infeasibility": measured("infeasibility"),
                "least_worst_mistakes": outcome.solution.epsilon.to_string() })
        });
        let paper = PAPER.iter().map(|row| {
            json!({ "row": row.name, "models": row.support, "test_percent": row.test, "train_percent": row.training })
        });
        let report = json!({ "experiment": "mnist",
            "corruptions": settings.family.corruptions().map(Corruption::name),
            "settings": { "hidden": settings.hidden, "training": settings.training, "validation": settings.validation,
                "test": settings.test, "steps": settings.steps, "batch": settings.batch, "every": settings.every,
                "step_sizes": settings.rates },
            "seeds": outcomes.collect::<Vec<Value>>(), "paper": paper.collect::<Vec<_>>(),
            "lower_bound": Value::Null, "lower_bound_missing": NO_LOWER_BOUND,
            "comparison": comparison(&self.worst()), "differences": differences(settings),
            "documents": documents(self.checked) });
        format!("{report:#}\n")
    }
}

/// A power of two.
fn power(rate: f64) -> String {
    format!("2^{}", rate.log2())
}

/// "1", or "1, 2" where seeds differ.
fn joined(mut texts: Vec<String>) -> String {
    texts.dedup();
    texts.join(", ")
}
