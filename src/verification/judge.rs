//! One run, certified by every statement that speaks of it, and each certificate judged.

use super::case::Case;
use super::certify::certify_all;
use super::check::Folder;
use super::known;
use super::players::{PlayerFinding, of_match};
use crate::certificate::{Certificate, Role, TraceReference, Verdict};
use crate::error::{Error, Result};
use crate::play::Setup;
use crate::problem::Side;
use crate::problem::families::{self, Instance};
use crate::trace::Grade;
use std::path::Path;

/// What a run says about one statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The statement.
    pub statement: &'static str,
    /// The hypotheses that do not hold: where there are any, the statement promises nothing.
    pub failed: Vec<&'static str>,
    /// Conclusions that hold, are undecided, are violated.
    pub conclusions: [usize; 3],
    /// Measured over bound, for every conclusion with a positive bound.
    pub ratios: Vec<(&'static str, f64)>,
    /// The lowest grade of a conclusion.
    pub grade: Option<Grade>,
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
    /// One for each certificate.
    pub findings: Vec<Finding>,
    /// What the run says about its players.
    pub players: Vec<PlayerFinding>,
}

/// The hypothesis of bounds of ours that a statement does not need: where it fails, these are left out.
const OPTIONAL: [&str; 1] = ["slater_below_radius"];

impl Finding {
    /// Judges a certificate by itself.
    pub fn of(certificate: &Certificate) -> Self {
        let failed: Vec<_> = certificate
            .claims_of(Role::Hypothesis)
            .filter(|claim| claim.verdict != Verdict::Holds && !OPTIONAL.contains(&claim.name))
            .map(|claim| claim.name)
            .collect();
        let mut finding = Self {
            statement: certificate.statement,
            failed,
            conclusions: [0; 3],
            ratios: Vec::new(),
            grade: None,
            wrong: Vec::new(),
        };
        if !finding.failed.is_empty() {
            return finding;
        }
        for claim in certificate.claims_of(Role::Conclusion) {
            let place = match claim.verdict {
                Verdict::Holds => 0,
                Verdict::Undecided => 1,
                Verdict::Violated => 2,
            };
            finding.conclusions[place] += 1;
            finding.grade = Some(finding.grade.map_or(claim.grade, |grade| grade.min(claim.grade)));
            if claim.rhs.lo() > 0.0 {
                finding.ratios.push((claim.name, claim.lhs.hi() / claim.rhs.lo()));
            }
            if claim.verdict == Verdict::Violated {
                finding.wrong.push(format!("`{}` is violated: {} is above {}", claim.name, claim.lhs, claim.rhs));
            }
        }
        finding
    }
}

/// Plays a case and judges it.
///
/// # Errors
/// If it cannot be played or certified for a reason other than that the players do not fit the problem.
pub fn judge(case: &Case) -> Result<Judgement> {
    let mut judgement = Judgement { case: case.clone(), not_played: None, findings: Vec::new(), players: Vec::new() };
    let played = match play(case)? {
        Ok(played) => played,
        Err(why) => {
            judgement.not_played = Some(why);
            return Ok(judgement);
        }
    };
    judgement.players = played.players;
    for finding in &mut judgement.players {
        finding.wrong.iter_mut().for_each(|why| *why = format!("{}: {why}", case.describe()));
    }
    let known = &played.instance.known;
    for certificate in &played.certificates {
        let mut finding = Finding::of(certificate);
        finding.wrong.extend(known::confront(certificate, known).into_iter().filter_map(|(_, why)| why));
        finding.wrong.extend(played.folder.check(certificate, &played.reference).err());
        judgement.findings.push(finding);
    }
    judgement.findings.push(shrunk(&played.folder, played.instance.problem.num_constraints()));
    Ok(judgement)
}

/// Plays a case again and writes the trace and the certificate of one statement into a folder (for Lemma 3: the
/// solution).
///
/// # Errors
/// If the case cannot be played, or a file cannot be written.
pub fn write_certificate(case: &Case, statement: &str, folder: &Path) -> Result<()> {
    let played = play(case)?.map_err(Error::new)?;
    played.folder.keep(folder)?;
    let certificates = played.certificates.iter().filter(|certificate| certificate.statement == statement);
    // Of several (Theorem 3 has one for each norm) the tightest.
    let tightness = |certificate: &Certificate| {
        Finding::of(certificate).ratios.into_iter().map(|(_, ratio)| ratio).max_by(f64::total_cmp).unwrap_or(f64::MIN)
    };
    match certificates.max_by(|a, b| tightness(a).total_cmp(&tightness(b))) {
        Some(certificate) => certificate.write(&folder.join("certificate.json"), &played.reference),
        None => Ok(()),
    }
}

/// A case that was played and certified.
struct Played {
    instance: Instance,
    folder: Folder,
    reference: TraceReference,
    certificates: Vec<Certificate>,
    players: Vec<PlayerFinding>,
}

/// `Err` inside says why the players do not fit the problem.
fn play(case: &Case) -> Result<std::result::Result<Played, String>> {
    let instance = families::open(&case.spec)?;
    let radius = radius(&instance);
    // A family says whether what the theta-player should see is convex: the proxies, where there are any.
    let sees_it = !instance.problem.has_proxies() || case.algorithm.side() == Side::Proxies;
    let setup = Setup {
        convex: Some(instance.convex && sees_it),
        theta_player: case.theta_player,
        lambda_player: case.lambda_player,
        ..Setup::new(&*instance.problem, &instance.known.constants, case.rounds, radius)
    };
    let mut seated = match case.algorithm.set_up(setup) {
        Ok(seated) => seated,
        Err(why) => return Ok(Err(why.to_string())),
    };
    let trace = seated.trace(case.rounds, case.seed)?;
    let folder = Folder::new(&trace)?;
    let mut file = folder.trace()?;
    let certificates = certify_all(&seated, &instance.known.constants, radius, &mut file)?;
    let players = of_match(&seated, &certificates[0]);
    let reference = TraceReference::of(&file)?;
    drop(seated);
    Ok(Ok(Played { instance, folder, reference, certificates, players }))
}

/// Large enough for the feasibility bounds to say something, where a margin is known.
fn radius(instance: &Instance) -> f64 {
    let constants = &instance.known.constants;
    let wanted = constants.margin.as_ref().map(|margin| 2.0 * constants.objective_range / margin.value);
    wanted.filter(|radius| (1e-100..1e100).contains(radius)).unwrap_or(3.0)
}

/// Lemma 3: the shrunk mixture, accepted by the checker with its vertex and its support.
fn shrunk(folder: &Folder, constraints: usize) -> Finding {
    let mut finding = Finding {
        statement: "lemma-3",
        failed: Vec::new(),
        conclusions: [0; 3],
        ratios: Vec::new(),
        grade: Some(Grade::Proved),
        wrong: Vec::new(),
    };
    match folder.shrink() {
        Ok(support) => {
            finding.conclusions[0] = 1;
            finding.ratios.push(("support", support as f64 / (constraints + 1) as f64));
        }
        Err(why) => {
            finding.conclusions[2] = 1;
            finding.wrong.push(why);
        }
    }
    finding
}
