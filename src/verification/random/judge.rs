//! One instance, played and certified by its statement, and judged four ways: by the certificate itself, by the known
//! answer, by feasible points of the domain, and by the checker.

use super::super::count::Outcome as Counted;
use super::super::draws;
use super::super::judge::{Finding, unfit};
use super::super::known;
use super::super::players::of_match;
use super::{Files, Judged, existence};
use crate::arena::{Match, Setup};
use crate::certificate::{Certificate, Claim, Given, Role, TraceReference, Verdict};
use crate::error::{Error, Result};
use crate::files::sha256;
use crate::game::{Game, Grade, Side};
use crate::numerics::rational::enclose;
use crate::numerics::{Enclosure, Norm};
use crate::oracle::Options;
use crate::players::Sight;
use crate::problem::families::{Answers, Known, Optimum};
use crate::problem::{Constants, Problem, Workspace, constants, not_convex, probes, record};
use crate::registry::Registry;
use crate::regret::Averages;
use crate::run::play_seated;
use crate::shrink::{self, Candidates, Epsilon, Outcome};
use crate::strategies::{DrawnContest, DrawnPlayers, DrawnRounds, DrawnRun, Instance};
use crate::theorems::{Certification, Statement, facts, prepare};
use crate::trace::Trace;
use dashu_ratio::RBig;

/// How hard oracles try: what they reach is what is certified, so a little is enough.
const EFFORT: Options = Options { gap: 1e-2, boxes: 1000, cuts: 40 };

/// Judges an instance by its statement. What cannot be played is idle, with the reason.
pub fn judge(statement: &dyn Statement, instance: &Instance) -> Judged {
    let idle = |error: Error| Judged { idle: Some(error.to_string()), ..Judged::default() };
    match existence::judge(instance) {
        Ok(Some(judged)) => judged,
        Ok(None) => certified(statement, instance).map_or_else(idle, Certified::judge),
        // Only certificates that nobody can read may be missing: that there is an answer is what the statement says.
        Err(error) if existence::is_unreadable(instance) => idle(error),
        Err(error) => Judged { wrong: vec![format!("there is no answer: {error}")], ..Judged::default() },
    }
}

/// An instance that was played and certified, with what it is held against.
pub struct Certified {
    /// The rounds.
    pub trace: Trace,
    /// The statement's certificate of them.
    pub certificate: Certificate,
    known: Known,
    /// By how much a value that was reached is above the lower bound, at most.
    gap: Option<f64>,
    /// Whether the statement's own players played.
    own_run: bool,
    /// Whether the functions that the theta-player sees are convex, if somebody played.
    convex: Option<bool>,
    noisy: bool,
    /// Whether feasible points were compared with.
    compared: bool,
    /// What is wrong already.
    wrong: Vec<String>,
}

/// Plays an instance and certifies it by its statement.
///
/// # Errors
/// If nobody plays in it, or it cannot be played.
pub fn certified(statement: &dyn Statement, instance: &Instance) -> Result<Certified> {
    match instance {
        Instance::Run(run) => play_run(statement, run),
        Instance::Rounds(rounds) => certify_rounds(statement, rounds),
        Instance::Contest(contest) => play_contest(statement, contest),
        _ => Err(nobody_plays()),
    }
}

impl Certified {
    fn judge(self) -> Judged {
        let missed = self.missed();
        let Self { trace, certificate, known, own_run, convex, noisy, compared, wrong, .. } = self;
        let mut finding = if own_run { Finding::of_own_run(&certificate) } else { Finding::of(&certificate) };
        let mut judged = Judged { convex, noisy, missed, wrong, ..Judged::default() };
        if let Some(name) = finding.failed.first() {
            judged.idle = Some(format!("`{name}` does not hold"));
        } else if finding.counted.is_empty() {
            judged.idle = Some("it concludes nothing".to_owned());
        }
        // A statement's own run leaves nothing open, unless values are known no better than the rate.
        for claim in certificate.claims_of(Role::Conclusion).filter(|claim| own_run && is_coarse(&certificate, claim)) {
            let open = format!("`{}` is undecided", claim.name);
            finding.wrong.retain(|why| !why.starts_with(&open));
            judged.idle = Some(format!("values are enclosed too widely for `{}`", claim.name));
        }
        judged.delta = certificate.given.rate.and_then(|rate| rate.confidence).filter(|_| noisy);
        if missed && !noisy && judged.idle.is_none() {
            judged.wrong.push("a conclusion is missed, though nothing that it speaks of is random".to_owned());
        }
        judged.tightest = finding.ratios.iter().map(|(_, ratio)| *ratio).reduce(f64::max);
        judged.known = !known::confront(&certificate, &known).is_empty();
        finding.compare(&certificate, &known);
        judged.telling = compared || finding.counted.iter().any(|counted| counted.outcome != Counted::Identity);
        judged.wrong.append(&mut finding.wrong);
        let data = trace.to_csv();
        let reference = TraceReference { file: "trace.csv".to_owned(), sha256: sha256(&data) };
        let files = Files { data, name: "trace.csv", document: certificate.to_json(&reference) };
        judged.wrong.extend(files.check().err());
        judged.files = (!judged.wrong.is_empty()).then_some(files);
        judged
    }

    /// Whether a conclusion that holds with a probability surely does not hold here. The regret is at least what is
    /// recorded, less what the lower bound is below the infimum.
    fn missed(&self) -> bool {
        let sampled = self.certificate.claims.iter().filter(|claim| claim.grade == Grade::Sampled);
        let surely = |name: &str| {
            let whole = ["theta_regret", "epsilon"].into_iter().find(|part| name.starts_with(part))?;
            let regret = self.certificate.measured(whole)?;
            Some((regret - Enclosure::point(self.gap?)).lo())
        };
        sampled.into_iter().any(|claim| claim.lhs.lo().max(surely(claim.name).unwrap_or(f64::MIN)) > claim.rhs.hi())
    }
}

fn play_run(statement: &dyn Statement, run: &DrawnRun) -> Result<Certified> {
    let problem = &*run.problem.problem;
    let game = statement.game().ok_or_else(nobody_plays)?;
    let known = run.problem.known(game.side())?;
    let confidence = statement.takes_confidence().then_some(run.confidence);
    let (trace, certification, own_run, drawn, mut wrong) = match run.players {
        None => {
            if let Some(why) = unfit(statement, problem, &known.constants) {
                return Err(Error::new(why));
            }
            let seats = statement.algorithm().ok_or_else(nobody_plays)?;
            let mut setup = seats.setup(problem, &known.constants, run.rounds, run.radius)?;
            setup.effort = EFFORT;
            let told = Setup { effort: EFFORT, ..Setup::new(problem, &known.constants, run.rounds, run.radius) };
            let mut players = seats.algorithm.set_up(setup)?;
            let (trace, certification) = play_seated(statement, &mut players, &told, confidence, run.seed)?;
            (trace, certification, true, players.sight == Sight::Stochastic, Vec::new())
        }
        Some(drawn) => {
            let mut players = seat(run, drawn, problem, &known.constants)?;
            let trace = players.trace(run.rounds, run.seed)?;
            let mut given = facts(problem, &known.constants, game);
            given.radius = (game == Game::Lagrangian).then_some(run.radius);
            let given = weighed(statement, given, run.averages, Norm::new(run.exponent).ok());
            let mut rounds = &trace;
            let prepared = prepare(&mut rounds, Some(problem), given, EFFORT, None)?;
            let certification = prepared.certify(statement, &mut rounds)?;
            // The bounds of players speak of plain averages and of the multipliers' sum.
            let given = &certification.certificate.given;
            let plain = given.averages == Averages::default() && given.norm() == Norm::One;
            let findings = if plain { of_match(&players, &certification.certificate) } else { Vec::new() };
            let wrong = findings.into_iter().flat_map(|finding| finding.wrong).collect();
            (trace, certification, false, players.sight == Sight::Stochastic, wrong)
        }
    };
    let Certification { certificate, lower_bound_gap: gap, disagreement, .. } = certification;
    if let Some(why) = disagreement.filter(|_| record(problem).is_some()) {
        wrong.push(format!("the values of a run are not those of its problem: {why:?}"));
    }
    let impossible = |claim: &Claim| claim.name == "lower_bound_possible" && claim.verdict == Verdict::Violated;
    if certificate.claims.iter().any(impossible) {
        wrong.push("the run is below the lower bound that the oracle found".to_owned());
    }
    let (compared, refutation) = feasible_points(&certificate, problem, game.side());
    wrong.extend(refutation);
    let convex = Some(not_convex(problem, game.side()).is_none());
    let noisy = if own_run { draws::reach(statement, problem) } else { drawn && !problem.is_noiseless() };
    Ok(Certified { trace, certificate, known, gap, own_run, convex, noisy, compared, wrong })
}

/// Whether a conclusion is open because the regret is known too badly: its enclosure, which comes from those of the
/// values, is wider than a thousandth of the bound.
fn is_coarse(certificate: &Certificate, claim: &Claim) -> bool {
    let regrets = ["swap_regret", "theta_regret", "lambda_regret", "epsilon"];
    let regret = regrets.into_iter().find(|regret| claim.name.starts_with(regret));
    let width = regret.and_then(|regret| certificate.measured(regret)).map_or(0.0, Enclosure::width);
    claim.verdict == Verdict::Undecided && claim.grade != Grade::Sampled && 1024.0 * width > claim.rhs.hi()
}

fn nobody_plays() -> Error {
    Error::new("nobody plays in it")
}

/// The players of a run, out of whoever fits.
fn seat<'a>(
    run: &DrawnRun,
    drawn: DrawnPlayers,
    problem: &'a dyn Problem,
    constants: &'a Constants,
) -> Result<Match<'a>> {
    let (registry, algorithm) = (Registry::ours(), drawn.algorithm);
    let slopes = constants.bound_subgradient.is_some();
    let fit = registry.theta_players().iter();
    let fit = fit.filter(|entry| (entry.sight == Sight::Loss || slopes) && entry.misfit(problem.domain()).is_none());
    let theta: Vec<_> = fit.map(|entry| entry.name).collect();
    let lambda: Vec<_> = registry.lambda_players(algorithm.game()).map(|entry| entry.name).collect();
    let setup = || Setup {
        theta_player: Some(theta[drawn.theta % theta.len()]),
        lambda_player: Some(lambda[drawn.lambda % lambda.len()]),
        effort: EFFORT,
        ..Setup::new(problem, constants, run.rounds, run.radius)
    };
    let players = algorithm.set_up(setup())?;
    if drawn.step == 1.0 {
        return Ok(players);
    }
    let times = |step: Option<f64>| step.map(|step| step * drawn.step).filter(|step| step.is_finite() && *step > 0.0);
    let (theta_step, lambda_step) = (times(players.theta_player.step()), times(players.lambda_player.step()));
    algorithm.set_up(Setup { theta_step, lambda_step, ..setup() })
}

/// What is given with weights of rounds and a norm, as far as the statement takes them.
fn weighed(statement: &dyn Statement, given: Given, averages: Averages, norm: Option<Norm>) -> Given {
    let norm = norm.filter(|_| statement.game() == Some(Game::Lagrangian));
    let asked = Given { norm, ..given.clone() };
    let mut given = if statement.check(&asked).is_ok() { asked } else { given };
    // In the proxy game points and multipliers have the same weights.
    let lambda = if statement.game() == Some(Game::Lagrangian) { averages.lambda } else { averages.theta };
    given.averages = Averages { lambda, ..averages };
    given
}

/// Whether points of the domain are surely feasible for the functions of the theta-player, and one that is so much better
/// than the mixture that a bound on suboptimality is refuted.
fn feasible_points(certificate: &Certificate, problem: &dyn Problem, side: Side) -> (bool, Option<String>) {
    const POINTS: usize = 100;
    let claims = ["suboptimality", "suboptimality_deviation"].map(|name| certificate.claim(name));
    let claimed = claims.into_iter().flatten().map(|claim| claim.rhs);
    let bound = claimed.chain(certificate.measured("suboptimality")).map(Enclosure::hi).reduce(f64::min);
    let Some((objective, bound)) = certificate.measured("objective").zip(bound) else { return (false, None) };
    let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
    let (mut work, mut compared) = (Workspace::default(), false);
    for point in probes(problem.domain()).into_iter().take(POINTS) {
        let at: Vec<_> = point.iter().map(|&x| Enclosure::point(x)).collect();
        let defined = problem.enclose(&at, side, &mut values, &mut work).is_ok();
        if defined && values[1..].iter().all(|g| g.hi() <= 0.0) {
            compared = true;
            if (objective - values[0]).lo() > bound {
                let value = values[0];
                let why = format!("{objective} is more than {bound} above {value}, which the feasible {point:?} has");
                return (true, Some(why));
            }
        }
    }
    (compared, None)
}

fn certify_rounds(statement: &dyn Statement, drawn: &DrawnRounds) -> Result<Certified> {
    let trace = drawn.trace();
    let given = weighed(statement, drawn.given(), drawn.averages, Some(drawn.norm()));
    let exact = drawn.width == 0.0 && (given.norm() == Norm::Two || given.norm().is_rational(drawn.constraints()));
    let certificate = statement.certify_trace(&mut &trace, given)?;
    // Only the answers are asked of it.
    let constants = Constants {
        bound_constraints: 0.0,
        bound_payoff_2: 0.0,
        bound_subgradient: None,
        margin: None,
        objective_range: 0.0,
        radius: 0.0,
    };
    let known = answers(drawn)?.with(constants);
    let undecided = exact && Finding::of(&certificate).counts().undecided > 0;
    let wrong = undecided.then(|| "exact data leave a conclusion undecided".to_owned()).into_iter().collect();
    Ok(Certified {
        trace,
        certificate,
        known,
        gap: None,
        own_run: false,
        convex: None,
        noisy: false,
        compared: false,
        wrong,
    })
}

/// The best mixtures of the points of a table, by an exact linear program.
fn answers(drawn: &DrawnRounds) -> Result<Answers> {
    let optimum = |game: Game| -> Result<Option<Optimum>> {
        let mut candidates = Candidates::new(drawn.constraints());
        for point in 0..drawn.points.len() {
            let values = drawn.seen(point, game);
            candidates.push(values[0], &values[1..])?;
        }
        Ok(match shrink::shrink(&candidates, &Epsilon::Given(RBig::ZERO))? {
            Outcome::Optimal(solution) => Some(Optimum::at(enclose(&solution.objective), Vec::new())),
            Outcome::Infeasible(_) => None,
        })
    };
    let mixed_optimum = optimum(Game::Lagrangian)?;
    let proxy_optimum = if drawn.game == Game::ProxyLagrangian { optimum(drawn.game)? } else { None };
    Ok(Answers { mixed_optimum, proxy_optimum, ..Answers::default() })
}

fn play_contest(statement: &dyn Statement, contest: &DrawnContest) -> Result<Certified> {
    let seats = statement.algorithm().ok_or_else(nobody_plays)?;
    let game = seats.algorithm.game();
    let problem = contest.problem()?;
    let bounds = constants(&*problem, game.side())?;
    let told = Setup { effort: EFFORT, ..Setup::new(&*problem, &bounds, contest.rounds, contest.radius) };
    let name = seats.lambda_player(contest.constraints);
    let player = Registry::ours().lambda_player(name, game, &told.lambda_settings())?;
    let mut players = contest.seat(&*problem, game, player);
    let confidence = statement.takes_confidence().then_some(contest.confidence);
    let (trace, certification) = play_seated(statement, &mut players, &told, confidence, contest.seed)?;
    let known = Answers::default().with(bounds.clone());
    let (certificate, noisy) = (certification.certificate, draws::reach(statement, &*problem));
    let (convex, wrong) = (Some(true), Vec::new());
    Ok(Certified { trace, certificate, known, gap: None, own_run: true, convex, noisy, compared: false, wrong })
}
