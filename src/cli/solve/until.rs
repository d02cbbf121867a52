//! `--until` and `--budget`: how they are read, and how the pursuit of a target is told.

use crate::cli::call::not_negative;
use crate::cli::numbers::{at_most, plain};
use crate::cli::table::table;
use crate::run::{Budget, End, Pursuit, Run, Target};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

/// What `--until` asks for; infinite where nothing is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Until {
    pub(super) infeasibility: f64,
    pub(super) suboptimality: f64,
}

impl Until {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            not_negative(text).map_err(|_| {
                format!("`{text}` is not a number from 0 on: write 1e-3, or infeasibility=1e-3,suboptimality=0.1")
            })
        };
        if !text.contains('=') {
            let both = number(text)?;
            return Ok(Self { infeasibility: both, suboptimality: both });
        }
        let mut until = Self { infeasibility: f64::INFINITY, suboptimality: f64::INFINITY };
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let place = match name {
                "infeasibility" => &mut until.infeasibility,
                "suboptimality" => &mut until.suboptimality,
                _ => return Err(format!("`{name}` is not infeasibility or suboptimality")),
            };
            if place.is_finite() {
                return Err(format!("`{name}` is named twice"));
            }
            *place = number(value)?;
        }
        Ok(until)
    }
}

/// What `--budget` allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Spend(pub(in crate::cli) Budget);

impl Spend {
    pub(in crate::cli) fn parse(text: &str) -> Result<Self, String> {
        let Some(seconds) = text.strip_suffix('s') else {
            let rounds = crate::cli::positive(text).map(|rounds| Self(Budget::Rounds(rounds)));
            return rounds.map_err(|_| format!("`{text}` is neither rounds (100000) nor seconds (60s)"));
        };
        let seconds = seconds.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(|time| Self(Budget::Time(time))).ok_or_else(|| format!("`{text}` is not a number of seconds above 0"))
    }
}

/// The two quantities, with what is asked of them and what the last stretch reached.
fn asked(pursuit: &Pursuit) -> Vec<(&'static str, f64, Option<f64>)> {
    let Target { infeasibility, suboptimality, .. } = pursuit.target;
    let last = pursuit.stretches.last();
    let all = [
        ("infeasibility", infeasibility, last.and_then(|last| last.infeasibility)),
        ("suboptimality", suboptimality, last.and_then(|last| last.suboptimality)),
    ];
    all.into_iter().filter(|(_, target, _)| target.is_finite()).collect()
}

/// The stretches, and whether the target is met.
pub(super) fn text(run: &Run<'_>, pursuit: &Pursuit, quiet: bool) -> String {
    let cell = |bound: Option<f64>| bound.map_or("not bounded".to_owned(), at_most);
    let mut text = String::new();
    if !quiet {
        let mut table = table(["stretch, in rounds", "infeasibility, at most", "suboptimality, at most"], 0..3);
        for stretch in &pursuit.stretches {
            table.add_row([stretch.rounds.to_string(), cell(stretch.infeasibility), cell(stretch.suboptimality)]);
        }
        text = format!("{table}\n");
    }
    let reached: Vec<_> = asked(pursuit)
        .into_iter()
        .map(|(name, target, bound)| format!("{name} at most {} (target {})", cell(bound), plain(target)))
        .collect();
    let mut reached = reached.join(", ");
    if pursuit.target.suboptimality.is_finite() {
        let proxies = !run.choices.is_lagrangian() && run.choices.problem.has_proxies();
        let what = if proxies { "proxies" } else { "constraints" };
        let _ = write!(reached, "; the second against mixtures that satisfy the {what}, if there are any");
    }
    let rounds = pursuit.rounds();
    let sentence = match &pursuit.end {
        End::Met => format!("The target is met, in {rounds} rounds altogether: {reached}."),
        End::Spent => format!(
            "The target is not met in {rounds} rounds, and --budget allows no longer stretch: {reached}. Raise --budget, or ask with --refine whether a mixture is feasible at all."
        ),
        End::Unprovable(why) => format!("The target cannot be met: {why}. After {rounds} rounds: {reached}."),
    };
    text + &sentence + "\n\n"
}

pub(super) fn json(pursuit: &Pursuit) -> Value {
    let stretches: Vec<_> = pursuit
        .stretches
        .iter()
        .map(|stretch| {
            json!({ "rounds": stretch.rounds, "infeasibility": stretch.infeasibility,
            "suboptimality": stretch.suboptimality })
        })
        .collect();
    let target: serde_json::Map<_, _> =
        asked(pursuit).into_iter().map(|(name, target, _)| (name.to_owned(), target.into())).collect();
    json!({ "target": target, "met": pursuit.is_met(), "rounds": pursuit.rounds(), "stretches": stretches })
}
