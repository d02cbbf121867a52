//! One run, certified by every statement that speaks of it, and each certificate judged.

use super::case::{Case, Task};
use super::check::Papers;
use super::count::{Counted, Counts, Outcome};
use super::draws;
use super::known;
use super::players::{PlayerFinding, of_match};
use crate::certificate::{Certificate, Claim, Role, Verdict};
use crate::error::{Error, Result};
use crate::game::{Game, Grade, Rules};
use crate::numerics::Enclosure;
use crate::numerics::elementary::ln;
use crate::numerics::rational::power_of_two;
use crate::players::Sight;
use crate::problem::families::{Instance, Known};
use crate::problem::{Constants, Problem, not_convex};
use crate::registry::Registry;
use crate::run::{Plan, Radius, RunConstants, Seated, Subject, certify_all, play_statement};
use crate::theorems::{Lemma2, Lemma3, Lemma5, Statement};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a run says about one statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The statement.
    pub statement: &'static str,
    /// The hypotheses that do not hold: where there are any, the statement promises nothing.
    pub failed: Vec<&'static str>,
    /// Its conclusions where the hypotheses hold, and the comparisons with an optimum that is known independently.
    pub counted: Vec<Counted>,
    /// What is undecided though no probability is in it, in sentences.
    pub undecided: Vec<String>,
    /// Measured over bound, for every conclusion that could fail and has a positive bound.
    pub ratios: Vec<(&'static str, f64)>,
    /// The lowest grade of a conclusion.
    pub grade: Option<Grade>,
    /// Whether a conclusion that holds with a probability certainly did not hold in this run.
    pub missed: bool,
    /// Whether the run is of a statement with a probability, and players may have seen noise where it looks.
    pub noisy: bool,
    /// What is wrong, in sentences: a violated conclusion though the hypotheses hold, a known fact that is
    /// contradicted, a file that the checker refuses.
    pub wrong: Vec<String>,
}

/// What came out of a run.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The run.
    pub case: Case,
    /// Why it was not played, if it does not fit the problem.
    pub not_played: Option<String>,
    /// The digest of its trace, if it has one: equal for runs that are the same.
    pub trace: Option<String>,
    /// One for each certificate.
    pub findings: Vec<Finding>,
    /// What the run says about its players.
    pub players: Vec<PlayerFinding>,
}

impl Finding {
    /// Judges a certificate by itself.
    pub fn of(certificate: &Certificate) -> Self {
        let failed: Vec<_> = certificate
            .claims_of(Role::Hypothesis)
            .filter(|claim| claim.verdict != Verdict::Holds && !claim.optional)
            .map(|claim| claim.name)
            .collect();
        let mut finding = Self { statement: certificate.statement, failed, ..Self::default() };
        let promised = finding.failed.is_empty();
        // Where a hypothesis of a rate fails, nothing was promised. The other statements leave out the conclusions that
        // are undefined then; those that are there are theorems all the same.
        if !promised && certificate.given.rate.is_some() {
            return finding;
        }
        for claim in certificate.claims_of(Role::Conclusion) {
            if claim.verdict == Verdict::Violated {
                finding.wrong.push(format!("`{}` is violated: {} is above {}", claim.name, claim.lhs, claim.rhs));
            }
            if !promised {
                continue;
            }
            finding.grade = Some(finding.grade.map_or(claim.grade, |grade| grade.min(claim.grade)));
            let outcome = match claim.verdict {
                Verdict::Holds if claim.identity || claim.implied => Outcome::Identity,
                Verdict::Holds => Outcome::Held,
                Verdict::Undecided => Outcome::Undecided,
                Verdict::Violated => Outcome::Violated,
            };
            finding.counted.push(Counted { name: claim.name, sides: [claim.lhs, claim.rhs], outcome });
            if outcome == Outcome::Identity {
                continue;
            }
            finding.missed |= claim.grade == Grade::Sampled && claim.lhs.lo() > claim.rhs.hi();
            if claim.verdict == Verdict::Undecided && claim.grade != Grade::Sampled {
                finding.undecided.push(format!("`{}`: {} against {}", claim.name, claim.lhs, claim.rhs));
            }
            if claim.rhs.lo() > 0.0 {
                // What was surely measured: an upper estimate says more about the lower bound than about the regret.
                finding.ratios.push((claim.name, claim.lhs.lo() / claim.rhs.hi()));
            }
        }
        finding
    }

    /// Judges it by what is known independently: any refutation is wrong, and what follows from another comparison does
    /// not count.
    pub fn compare(&mut self, certificate: &Certificate, known: &Known) {
        for comparison in known::confront(certificate, known) {
            let outcome = if comparison.refutation.is_some() { Outcome::Refuted } else { Outcome::Agreed };
            let counted = Counted { name: comparison.name, sides: comparison.sides, outcome };
            self.counted.extend(comparison.independent.then_some(counted));
            self.wrong.extend(comparison.refutation);
        }
    }

    /// How many conclusions and comparisons there are of each kind.
    pub fn counts(&self) -> Counts {
        self.counted.iter().map(|counted| counted.outcome).collect()
    }

    /// Judges a certificate of a statement's own run: that keeps its hypotheses, and what it is certified with leaves no
    /// conclusion open but those about chance.
    pub fn of_own_run(certificate: &Certificate) -> Self {
        let mut finding = Self::of(certificate);
        let failed = finding.failed.iter().map(|name| format!("`{name}` fails in the statement's own run"));
        let wrong: Vec<String> = if finding.failed.is_empty() {
            let open = |claim: &&Claim| claim.verdict == Verdict::Undecided && claim.grade != Grade::Sampled;
            let open = certificate.claims_of(Role::Conclusion).filter(open);
            open.map(|claim| format!("`{}` is undecided in the statement's own run", claim.name)).collect()
        } else {
            failed.collect()
        };
        finding.wrong.extend(wrong);
        finding
    }

    /// Judges a file that the checker accepted, with what was measured over what it may be, or refused.
    pub(super) fn of_file(
        statement: &'static str,
        grade: Grade,
        outcome: std::result::Result<(&'static str, f64), String>,
    ) -> Self {
        let (ratios, wrong, outcome) = match outcome {
            Ok(ratio) => (vec![ratio], Vec::new(), Outcome::Held),
            Err(why) => (Vec::new(), vec![why], Outcome::Violated),
        };
        // Each statement has a file of its own: equal ratios in two of them are not one conclusion.
        let measured = ratios.first().map_or(Enclosure::ONE, |(_, ratio)| Enclosure::point(*ratio));
        let counted = vec![Counted { name: statement, sides: [measured, Enclosure::ONE], outcome }];
        Self { statement, counted, ratios, grade: Some(grade), wrong, ..Self::default() }
    }
}

/// What several cases ask for, once: a problem that is opened, and what was found of a game. Players who make the same
/// moves are judged once, however they are called.
#[derive(Default)]
pub(super) struct Memory {
    problems: Mutex<HashMap<String, Arc<Instance>>>,
    games: Mutex<HashMap<Run, Arc<Remembered>>>,
}

/// A problem, the game and the digest of the trace: from these everything else follows.
type Run = (String, Game, String);

/// The first certificate, for the players' sake, and all that was found.
type Remembered = (Certificate, Vec<Finding>);

impl Memory {
    fn open(&self, spec: &str, registry: &Registry) -> Result<Arc<Instance>> {
        if let Some(known) = locked(&self.problems).get(spec) {
            return Ok(Arc::clone(known));
        }
        let opened = Arc::new(registry.open_or_read(spec)?);
        locked(&self.problems).insert(spec.to_owned(), Arc::clone(&opened));
        Ok(opened)
    }

    fn find(&self, run: &Run) -> Option<Arc<Remembered>> {
        locked(&self.games).get(run).cloned()
    }

    fn keep(&self, run: Run, first: Certificate, findings: Vec<Finding>) {
        locked(&self.games).insert(run, Arc::new((first, findings)));
    }
}

/// A player may panic, but not while it holds this.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does what a case asks for and judges it.
///
/// # Errors
/// If it cannot be done for a reason other than that the players do not fit the problem.
pub fn judge(case: &Case, registry: &Registry) -> Result<Judgement> {
    judge_remembering(case, registry, &Memory::default())
}

/// The same beside other cases.
pub(super) fn judge_remembering(case: &Case, registry: &Registry, memory: &Memory) -> Result<Judgement> {
    let mut judgement =
        Judgement { case: case.clone(), not_played: None, trace: None, findings: Vec::new(), players: Vec::new() };
    let mut played = match play(case, registry, memory)? {
        Ok(played) => played,
        Err(why) => {
            judgement.not_played = Some(why);
            return Ok(judgement);
        }
    };
    judgement.trace = played.papers.digest().map(str::to_owned);
    judgement.players = played.players;
    for finding in &mut judgement.players {
        finding.wrong.iter_mut().for_each(|why| *why = format!("{}: {why}", case.describe()));
    }
    let verdicts =
        if played.certificates.is_empty() { Vec::new() } else { played.papers.check(&played.certificates)? };
    for (certificate, verdict) in played.certificates.iter().zip(verdicts) {
        let own_run = matches!(case.task, Task::Rate(_));
        let mut finding = if own_run { Finding::of_own_run(certificate) } else { Finding::of(certificate) };
        finding.noisy = played.noisy;
        finding.compare(certificate, &played.known);
        finding.wrong.extend(verdict.err());
        judgement.findings.push(finding);
    }
    judgement.findings.extend(played.findings);
    if let (Some(run), false) = (played.run, played.certificates.is_empty()) {
        memory.keep(run, played.certificates.swap_remove(0), judgement.findings.clone());
    }
    Ok(judgement)
}

/// Does what a case asks for again and writes the files of one statement into a folder: the trace and the certificate,
/// the solution or the equilibrium.
///
/// # Errors
/// If the case cannot be played, or a file cannot be written.
pub fn write_files(case: &Case, statement: &str, folder: &Path, registry: &Registry) -> Result<()> {
    let played = play(case, registry, &Memory::default())?.map_err(Error::new)?;
    let certificates = played.certificates.iter().filter(|certificate| certificate.statement == statement);
    // Of several (Theorem 3 has one for each norm) the tightest.
    let tightness = |certificate: &Certificate| {
        Finding::of(certificate).ratios.into_iter().map(|(_, ratio)| ratio).max_by(f64::total_cmp).unwrap_or(f64::MIN)
    };
    let certificate = certificates.max_by(|a, b| tightness(a).total_cmp(&tightness(b)));
    let document = match certificate {
        Some(_) => "",
        None if statement == Lemma3.name() => "solution.json",
        None => "equilibrium.json",
    };
    played.papers.write(folder, certificate, document)
}

/// A case that was done: its files, and what there is to judge.
struct Played {
    known: Known,
    papers: Papers,
    /// Of a game, unless it is one that was judged before: its findings are there then.
    certificates: Vec<Certificate>,
    findings: Vec<Finding>,
    players: Vec<PlayerFinding>,
    noisy: bool,
    /// Which game it was, if others may be the same.
    run: Option<Run>,
}

/// The probability of failure at which the stochastic statements are certified.
pub(super) const CONFIDENCE: f64 = 0.05;

/// `Err` inside says why the players do not fit the problem.
fn play(case: &Case, registry: &Registry, memory: &Memory) -> Result<std::result::Result<Played, String>> {
    let instance = memory.open(&case.spec, registry)?;
    let (problem, bounds) = (&*instance.problem, &instance.known.constants);
    let subject = Subject::of(problem).with_bounds(bounds.clone());
    let (rounds, radius) = (case.rounds, Radius::fitting(problem, bounds).value);
    let known = instance.known.clone();
    let played = match &case.task {
        Task::Play { algorithm, theta_player, lambda_player } => {
            let theta_name = theta_player.unwrap_or(algorithm.theta_player(problem));
            let theta = registry.find_theta_player(theta_name)?;
            if theta.sight != Sight::Loss && bounds.bound_subgradient.is_none() {
                return Ok(Err(format!("{theta_name} follows subgradients, which this problem does not have")));
            }
            if let Some(why) = theta.misfit(problem.domain()) {
                return Ok(Err(why));
            }
            let plan = Plan::new(&subject, *algorithm)
                .registry(registry)
                .theta_player(*theta_player)
                .lambda_player(*lambda_player);
            let Seated { choices, mut players, .. } = plan.rounds(rounds).seat()?;
            let mut papers = Papers::of_trace(players.trace(rounds, case.seed)?);
            let run = papers.digest().map(|digest| (case.spec.clone(), algorithm.game(), digest.to_owned()));
            if let Some(before) = run.as_ref().and_then(|run| memory.find(run)) {
                let (first, findings) = &*before;
                let (players, findings) = (of_match(&players, first), findings.clone());
                return Ok(Ok(Played {
                    known,
                    papers,
                    certificates: Vec::new(),
                    findings,
                    players,
                    noisy: false,
                    run: None,
                }));
            }
            let certificates = certify_all(&choices, &mut papers.trace()?)?;
            let players = of_match(&players, &certificates[0]);
            let findings = candidates(&mut papers, problem.num_constraints(), rounds, choices.rules());
            Played { known, papers, certificates, findings, players, noisy: false, run }
        }
        Task::Rate(statement) => {
            let constants = RunConstants { rounds, radius, bounds: bounds.clone() };
            if let Some(why) = unfit(*statement, problem, bounds) {
                return Ok(Err(why));
            }
            let (trace, certificate) = play_statement(*statement, problem, &constants, CONFIDENCE, case.seed)?;
            let noisy = draws::reach(*statement, problem);
            let (papers, certificates) = (Papers::of_trace(trace), vec![certificate]);
            Played { known, papers, certificates, findings: Vec::new(), players: Vec::new(), noisy, run: None }
        }
        Task::Equilibrium(game) => {
            let mut papers = Papers::default();
            let findings = vec![papers.search(problem, Rules::new(*game, radius), rounds)?];
            Played { known, papers, certificates: Vec::new(), findings, players: Vec::new(), noisy: false, run: None }
        }
    };
    Ok(Ok(played))
}

/// Why a statement does not speak of a problem, if it does not.
pub fn unfit(statement: &dyn Statement, problem: &dyn Problem, bounds: &Constants) -> Option<String> {
    if !statement.takes_confidence() {
        return None; // oracles play where subgradients cannot
    }
    if bounds.bound_subgradient.is_none() {
        return Some("its algorithm follows subgradients, which this problem does not have".to_owned());
    }
    let obstacle = statement.game().and_then(|game| not_convex(problem, game.side()));
    if let Some(obstacle) = obstacle.filter(|_| statement.takes_subgradients()) {
        return Some(format!("it is about convex losses: {obstacle}"));
    }
    // It has one number for the rounding of both players, which may be anything beside the smaller rate.
    let actions = problem.num_constraints() as f64 + 1.0;
    let theta = bounds.radius * bounds.bound_subgradient.unwrap_or(0.0);
    let lambda = bounds.bound_constraints * (2.0 * actions * ln(actions).midpoint()).sqrt();
    let both = statement.game() == Some(Game::ProxyLagrangian) && statement.takes_subgradients();
    let apart = theta.min(lambda) < power_of_two(-20) * theta.max(lambda) && both;
    apart.then(|| "its two rates are too far apart for the one number that it has for rounding".to_owned())
}

/// What the rounds are worth as candidates: the shrunk mixture, and the game on them solved exactly.
fn candidates(papers: &mut Papers, constraints: usize, rounds: usize, rules: Rules) -> Vec<Finding> {
    /// Exact pivots on more than this take longer than they are worth here.
    const MOST_SOLVED: usize = 256;
    let most = (constraints + 1) as f64;
    let found = |statement: &'static str, support: std::result::Result<usize, String>| {
        let ratio = |support: usize| ("support", support as f64 / most);
        Finding::of_file(statement, Grade::Proved, support.map(ratio))
    };
    let mut findings = vec![found(Lemma3.name(), papers.shrink())];
    if rounds <= MOST_SOLVED && constraints <= 10 {
        let statement = if rules.game() == Game::Lagrangian { Lemma2.name() } else { Lemma5.name() };
        findings.push(found(statement, papers.solve(rules)));
    }
    findings
}
