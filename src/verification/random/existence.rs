//! Lemmas 2, 3 and 5 and Theorem 5, in which nobody plays: each answer is judged by its laws, by the
//! checker, and where that can be enumerated by the value of the game.
//!
//! Every judge comes in two parts, so that a test can hand it an answer that is wrong.

use super::minimax::maximin;
use super::{Files, Judged, checked, laws};
use crate::equilibrium::{self, Approximate, Equilibrium, measure};
use crate::error::Result;
use crate::files;
use crate::game::{Game, Rules, Side};
use crate::numerics::directed::add_up;
use crate::numerics::rational::{enclose, exact};
use crate::oracle;
use crate::problem::families::Answers;
use crate::problem::{Problem, not_convex, record};
use crate::shrink::{self, Atom, Candidates, Epsilon, Outcome, Record, Solution, Source};
use crate::strategies::{DrawnGame, DrawnProgram, DrawnSearch, Instance, Table};
use crate::theorems::lem2_sparse_lagrangian::most_candidates;
use crate::theorems::thm5_sparse_equilibrium::{self as theorem_5, Options};
use dashu_ratio::RBig;
use serde_json::Value;

/// What the file of candidates is called.
const CANDIDATES: &str = "candidates.csv";

impl Judged {
    /// Nothing is said yet, and whatever will be said could have been otherwise.
    fn telling() -> Self {
        Self { telling: true, ..Self::default() }
    }

    fn require(&mut self, holds: bool, sentence: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(sentence());
        }
    }

    fn obey(&mut self, law: std::result::Result<(), String>) {
        self.wrong.extend(law.err().map(|law| format!("this is broken: {law}")));
    }

    fn accepted(&mut self, document: &Value, data: &str) {
        let refusal = checked(document, data.as_bytes()).err();
        if refusal.is_some() || self.files.is_none() {
            let data = data.as_bytes().to_vec();
            self.files = Some(Files { data, name: CANDIDATES, document: document.clone() });
        }
        self.wrong.extend(refusal);
    }

    /// A judge that accepts everything is no judge.
    fn refused(&mut self, document: &Value, data: &str, what: &str) {
        self.require(checked(document, data.as_bytes()).is_err(), || format!("the checker accepts {what}"));
    }
}

/// Judges an instance of one of these statements; nothing if it is of another.
///
/// # Errors
/// If there is no answer.
pub fn judge(instance: &Instance) -> Result<Option<Judged>> {
    match instance {
        Instance::Program(drawn) => program(drawn),
        Instance::Game(drawn) => game(drawn),
        Instance::Search(drawn) => search(drawn),
        Instance::Run(_) | Instance::Rounds(_) | Instance::Contest(_) => return Ok(None),
    }
    .map(Some)
}

/// Whether an instance is a problem that no document can carry.
pub(super) fn is_unreadable(instance: &Instance) -> bool {
    matches!(instance, Instance::Search(drawn) if record(&*drawn.problem.problem).is_none())
}

/// The text of a file of candidates, and what names it.
fn file(table: &Table) -> (String, Source) {
    let names = (1..=table.m).map(|i| format!("constraint_{i}"));
    let proxies = (1..=table.m).filter(|_| table.proxies).map(|i| format!("proxy_{i}"));
    let head = std::iter::once("objective".to_owned()).chain(names).chain(proxies).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>());
    let text = files::csv(std::iter::once(head).chain(rows));
    let source = Source { file: CANDIDATES.to_owned(), sha256: files::sha256(text.as_bytes()) };
    (text, source)
}

fn candidates(table: &Table) -> Result<Candidates> {
    Ok(table.finite()?.candidates().clone())
}

/// The largest `min_t (w g_0 + sum_i y_i (g_i - epsilon))` over the multipliers of a radius, where that can be enumerated.
fn value(table: &Table, objective: &RBig, epsilon: &RBig, radius: Option<&RBig>) -> Option<RBig> {
    let row = |row: &Vec<f64>| -> Vec<RBig> {
        let constraints = row[1..=table.m].iter().map(|&g| exact(g) - epsilon);
        std::iter::once(objective * exact(row[0])).chain(constraints).collect()
    };
    maximin(&table.rows.iter().map(row).collect::<Vec<_>>(), radius)
}

/// Lemma 3 on a program.
///
/// # Errors
/// If there is no answer.
pub fn program(drawn: &DrawnProgram) -> Result<Judged> {
    program_answer(drawn, &shrink::shrink(&candidates(&drawn.table)?, &drawn.epsilon)?)
}

/// Whether an answer about a program is one. By duality the least epsilon is the value of the game in which one pays for
/// violations alone, and the least objective that of the game in which any multipliers are allowed.
///
/// # Errors
/// If the numbers of the table are not finite.
pub fn program_answer(drawn: &DrawnProgram, outcome: &Outcome) -> Result<Judged> {
    let (table, mut judged) = (&drawn.table, Judged::telling());
    let candidates = candidates(table)?;
    judged.obey(laws::outcome(&candidates, outcome));
    let (text, source) = file(table);
    let record = Record::of_file(source, candidates.len(), table.m, outcome.clone());
    judged.accepted(&record.to_json(), &text);
    let Some(least) = value(table, &RBig::ZERO, &RBig::ZERO, Some(&RBig::ONE)) else { return Ok(judged) };
    judged.known = true;
    let asked = match &drawn.epsilon {
        Epsilon::Minimal => &least,
        Epsilon::Given(epsilon) => epsilon,
    };
    judged.require(matches!(outcome, Outcome::Optimal(_)) == (least <= *asked), || {
        format!("the least epsilon is {least}, and {asked} was asked for")
    });
    match outcome {
        Outcome::Infeasible(farkas) => {
            judged.require(farkas.least == least, || format!("the least epsilon is {least}, not {}", farkas.least));
        }
        Outcome::Optimal(Solution { epsilon, objective, epsilon_is_minimal, .. }) => {
            let minimal = drawn.epsilon == Epsilon::Minimal;
            judged.require(epsilon == asked && *epsilon_is_minimal == minimal, || {
                format!("the epsilon is {asked}, not {epsilon}")
            });
            if let Some(best) = value(table, &RBig::ONE, asked, None) {
                judged.require(*objective == best, || format!("the least objective is {best}, not {objective}"));
            }
        }
    }
    Ok(judged)
}

/// Lemma 2 or 5 on a game.
///
/// # Errors
/// If there is no answer.
pub fn game(drawn: &DrawnGame) -> Result<Judged> {
    let DrawnGame { table, rules } = drawn;
    let finite = table.finite()?;
    let mut judged = game_answer(drawn, &equilibrium::solve(&finite, *rules)?)?;
    // Far from an equilibrium the gaps are not 0, and must be what they are too.
    let few = finite.len().min(table.m + 1);
    let share = |candidate| Atom { candidate, weight: RBig::ONE / RBig::from(few) };
    let mut multipliers = vec![RBig::ZERO; rules.game().num_multipliers(table.m)];
    if let Some(last) = multipliers.last_mut() {
        *last = rules.radius().map_or(RBig::ONE, exact);
    }
    let far = measure(&finite, *rules, (0..few).map(share).collect(), multipliers)?;
    judged.obey(laws::measured(table, &far));
    let (text, source) = file(table);
    let document = far.to_json(&finite.with_source(source))?;
    judged.accepted(&document, &text);
    for (name, gap) in [("theta_gap", far.theta_gap), ("lambda_gap", far.lambda_gap)] {
        if !gap.is_zero() {
            let mut spoiled = document.clone();
            spoiled[name] = "0".into();
            judged.refused(&spoiled, &text, &format!("a {name} of 0"));
        }
    }
    Ok(judged)
}

/// Whether an answer about a game is an equilibrium. In the Lagrangian game what is paid is the value of the game.
///
/// # Errors
/// If the numbers of the table are not finite.
pub fn game_answer(drawn: &DrawnGame, found: &Equilibrium) -> Result<Judged> {
    let (DrawnGame { table, rules }, mut judged) = (drawn, Judged::telling());
    judged.obey(laws::equilibrium(table, found));
    let (text, source) = file(table);
    judged.accepted(&found.to_json(&table.finite()?.with_source(source))?, &text);
    let worst = found.constraints.iter().fold(RBig::ZERO, |worst, mean| worst.max(mean.clone()));
    match rules {
        Rules::Lagrangian { radius } => {
            judged.require(found.support.len() <= most_candidates(found), || {
                "a violated constraint does not save a candidate".to_owned()
            });
            if let Some(value) = value(table, &RBig::ONE, &RBig::ZERO, Some(&exact(*radius))) {
                judged.known = true;
                let paid = &found.objective + exact(*radius) * worst;
                judged.require(paid == value, || format!("the value of the game is {value}, and {paid} is paid"));
            }
        }
        Rules::ProxyLagrangian => {
            let weighs = found.multipliers.first().is_some_and(|lambda| !lambda.is_zero());
            judged.require(!weighs || worst.is_zero(), || {
                "the objective has a weight, and the mixture violates a constraint".to_owned()
            });
        }
    }
    Ok(judged)
}

/// How hard the oracles try: whatever they reach is certified.
const EFFORT: oracle::Options = oracle::Options { gap: 1e-3, boxes: 500, cuts: 40 };

/// Theorem 5 on a problem.
///
/// # Errors
/// If no oracle bounds the problem, or it fails.
pub fn search(drawn: &DrawnSearch) -> Result<Judged> {
    Ok(search_answer(drawn, &found(drawn)?))
}

/// What a search that may be cut short finds.
///
/// # Errors
/// As [`search`].
pub fn found(drawn: &DrawnSearch) -> Result<Approximate> {
    let DrawnSearch { problem, rules, rounds } = drawn;
    let problem = &*problem.problem;
    let mut oracle = oracle::choose(problem, rules.game().side(), EFFORT)?.oracle;
    let options = Options { gap: 0.0, rounds: *rounds };
    Ok(theorem_5::search(problem, *rules, &mut *oracle, options, |_, _| {})?.equilibrium)
}

/// Whether an answer about a problem is an equilibrium to its gaps.
pub fn search_answer(drawn: &DrawnSearch, found: &Approximate) -> Judged {
    let problem = &*drawn.problem.problem;
    let convex = Some(not_convex(problem, drawn.rules.game().side()).is_none());
    let mut judged = Judged { convex, ..Judged::telling() };
    judged.obey(laws::approximate(problem, found));
    judged.accepted(&found.to_json(), "");
    let too_good = [Approximate { theta_gap: 0.0, ..found.clone() }, Approximate { lambda_gap: 0.0, ..found.clone() }];
    for spoiled in too_good.iter().filter(|spoiled| laws::approximate(problem, spoiled).is_err()) {
        judged.refused(&spoiled.to_json(), "", "a gap of 0");
    }
    confront(&mut judged, &drawn.problem.answers, found);
    // The gaps sum to what the mixture costs at the worst multipliers, less the lower bound: so to no less than the
    // value of the game, less the lower bound.
    if let Some(value) = value_of(problem, drawn.rules) {
        judged.known = true;
        let (lower, gaps) = (exact(found.lower_bound.value), exact(found.theta_gap) + exact(found.lambda_gap));
        judged.require(lower <= value, || format!("the lower bound {lower} is above the value {value}"));
        judged.require(&value - &lower <= gaps, || format!("from {lower} to the value {value} is more than {gaps}"));
    }
    judged
}

/// The best point or mixture is known: its loss is not below the lower bound, no mixture that is feasible costs less,
/// and none that is an equilibrium of the Lagrangian game costs more by more than both gaps.
fn confront(judged: &mut Judged, answers: &Answers, found: &Approximate) {
    let best = match found.rules.game() {
        Game::Lagrangian => answers.mixed_optimum.as_ref().or(answers.optimum.as_ref()),
        Game::ProxyLagrangian => answers.proxy_optimum.as_ref(),
    };
    if let Some(best) = best {
        judged.known = true;
        let (lower, most) =
            (found.lower_bound.value, enclose(&found.rules.weights(&found.multipliers)[0]) * best.value);
        judged
            .require(lower <= most.hi(), || format!("the lower bound {lower} is above {most}, which the best reaches"));
        let (worse, gaps) = (found.objective - best.value, add_up(found.theta_gap, found.lambda_gap));
        judged.require(found.rules.game() == Game::ProxyLagrangian || worse.lo() <= gaps, || {
            format!("the mixture costs {worse} more than the best, and the gaps sum to {gaps}")
        });
    }
    if let Some(mixed) = answers.mixed_optimum.as_ref().filter(|_| found.constraints.iter().all(|c| c.hi() <= 0.0)) {
        judged.known = true;
        judged.require(found.objective.hi() >= mixed.value.lo(), || {
            format!("a feasible mixture costs {}, less than the least, {}", found.objective, mixed.value)
        });
    }
}

/// The value of the Lagrangian game on few points, exactly.
fn value_of(problem: &dyn Problem, rules: Rules) -> Option<RBig> {
    let (table, radius) = (problem.table()?, exact(rules.radius()?));
    let rows: Vec<Vec<f64>> = table.rows(Side::Constraints).map(<[f64]>::to_vec).collect();
    let table = Table { m: problem.num_constraints(), proxies: false, rows };
    value(&table, &RBig::ONE, &RBig::ZERO, Some(&radius))
}
