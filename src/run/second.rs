//! The second phase: shrink what was played, look at single models, and refine if asked to.

use super::Run;
use crate::certificate::{Bound, Certificate, RestsOn};
use crate::domain::Domain as _;
use crate::error::{Error, Result};
use crate::files::memory::most_bytes;
use crate::game::{Evidence, Game, Grade, Side};
use crate::numerics::Enclosure;
use crate::numerics::rational::{enclose, exact};
use crate::oracle;
use crate::problem::{Problem, Workspace};
use crate::shrink::{Candidates, Epsilon, Outcome, Record, Solution, Source, average_parameters, best_model, shrink};
use crate::theorems::beyond::column_generation::{self, Refinement, refine};
use crate::trace::Means;
use dashu_ratio::RBig;
use std::num::NonZeroUsize;

/// The gap that is asked of a refined mixture if none is named.
pub const GAP: f64 = 1e-6;

/// A mixture or a point beside others: what it is, its objective and its constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What it is.
    pub name: String,
    /// The objective, then the constraints.
    pub values: Vec<Enclosure>,
}

/// What the second phase found.
pub struct Second {
    /// All rounds, the shrunk mixture, single points, and the refined mixture.
    pub compared: Vec<Compared>,
    /// The shrunk mixture: the best one of the candidates, exactly.
    pub solution: Solution,
    /// The points of its support.
    pub points: Vec<Vec<f64>>,
    /// By how much it can cost more than others, if the certificate says so.
    pub gap: Option<Gap>,
    /// Whether only some rounds are candidates.
    pub subsampled: bool,
    /// Whether the candidates' values are the upper ends of enclosures.
    pub rounded_up: bool,
    /// What column generation found, and the gap that was asked for.
    pub refinement: Option<(Refinement, f64)>,
    /// Its lower bound or proof of infeasibility, if the problem can be written down.
    pub bound: Option<Bound>,
    /// The number of candidates.
    count: usize,
}

impl Second {
    /// Shrinks the rounds of a run; `None` if they are too many for memory.
    pub(super) fn of(run: &Run<'_>) -> Result<Option<Self>> {
        let (problem, plan) = (run.choices.problem, &run.choices.plan);
        let every = plan.every.map_or(1, NonZeroUsize::get);
        let rounds = run.choices.rounds.div_ceil(every) as u64;
        if run.recorded.bytes().saturating_add(Candidates::bytes(problem.num_constraints(), rounds)) > most_bytes() {
            return Ok(None);
        }
        let candidates = match &run.candidates {
            Some(candidates) => Candidates::from_trace(candidates),
            None => run.recorded.candidates()?,
        };
        let Outcome::Optimal(solution) = shrink(&candidates, &Epsilon::Minimal)? else {
            return Err(Error::new("an error of this program: no mixture keeps the least epsilon"));
        };
        let best = best_model(&candidates).ok_or_else(|| Error::new("there are no candidates to mix"))?;
        let mut wanted: Vec<usize> = solution.support.iter().map(|atom| atom.candidate).collect();
        wanted.push(best);
        let mut points = match &run.candidates {
            Some(candidates) => wanted.iter().map(|&t| candidates.theta(t).to_vec()).collect(),
            None => run.recorded.points(&wanted)?,
        };
        let alone = points.pop().unwrap_or_default();
        let at = |t: usize| wanted.iter().zip(&points).find(|(own, _)| **own == t).map_or(&[][..], |(_, point)| point);
        let average = average_parameters(&solution.support, at);
        let mut second = Self {
            compared: vec![
                Compared { name: "all rounds, as played".to_owned(), values: played(&run.means) },
                Compared { name: shrunk_name(&solution), values: means_of(&solution) },
            ],
            gap: Gap::new(&run.certification.certificate, &solution.objective),
            subsampled: every > 1,
            rounded_up: candidates.rounded_up(),
            refinement: None,
            bound: None,
            count: candidates.len(),
            points,
            solution,
        };
        second.single(problem, format!("round {} alone, the least worst rank", best * every), &alone)?;
        second.single(problem, "one point, the weighted average".to_owned(), &average)?;
        if let Some(gap) = plan.gap {
            second.refine(problem, gap)?;
        }
        Ok(Some(second))
    }

    /// The solution as a document about the file that holds the candidates.
    pub(super) fn record(&self, source: Source) -> Record {
        let constraints = self.solution.constraints.len();
        Record::of_file(source, self.count, constraints, Outcome::Optimal(self.solution.clone()))
    }

    /// Evaluates a point on the problem, unless it is outside the domain (an average of points of a finite set).
    fn single(&mut self, problem: &dyn Problem, name: String, theta: &[f64]) -> Result<()> {
        if !problem.domain().contains(theta) {
            return Ok(());
        }
        let mut values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
        let mut work = Workspace::default();
        if problem.gives_enclosures() {
            let at: Vec<Enclosure> = theta.iter().map(|&x| Enclosure::point(x)).collect();
            problem.enclose(&at, Side::Constraints, &mut values, &mut work)?;
        } else {
            let mut doubles = vec![0.0; values.len()];
            problem.values(theta, Side::Constraints, &mut doubles, &mut work)?;
            values = doubles.into_iter().map(Enclosure::point).collect();
        }
        self.compared.push(Compared { name, values });
        Ok(())
    }

    /// Column generation from the shrunk mixture.
    fn refine(&mut self, problem: &dyn Problem, gap: f64) -> Result<()> {
        // The oracle has to be better than the gap that is asked of the whole.
        let effort =
            oracle::Options { gap: (gap / 4.0).min(oracle::Options::default().gap), ..oracle::Options::default() };
        let mut oracle = oracle::choose(problem, Side::Constraints, effort)?.oracle;
        let options = column_generation::Options { gap, ..column_generation::Options::default() };
        let refinement = refine(problem, Side::Constraints, &mut *oracle, self.points.clone(), options)?;
        if let Refinement::Optimal(refined) = &refinement {
            let count = refined.solution.support.len();
            let name = format!("refined, on {count} point{}", if count == 1 { "" } else { "s" });
            self.compared.push(Compared { name, values: means_of(&refined.solution) });
        }
        self.bound = refinement.bound(problem, Side::Constraints);
        self.refinement = Some((refinement, gap));
        Ok(())
    }

    /// Whether it is proved that no mixture is feasible.
    pub fn is_infeasible(&self) -> bool {
        matches!(self.refinement, Some((Refinement::Infeasible(_), _)))
    }
}

fn played(means: &Means) -> Vec<Enclosure> {
    std::iter::once(means.objective).chain(means.constraints.iter().copied()).collect()
}

fn means_of(solution: &Solution) -> Vec<Enclosure> {
    std::iter::once(&solution.objective).chain(&solution.constraints).map(enclose).collect()
}

fn shrunk_name(solution: &Solution) -> String {
    match solution.support.len() {
        1 => "shrunk to 1 candidate".to_owned(),
        count => format!("shrunk to {count} candidates"),
    }
}

/// By how much the shrunk mixture can cost more than others: its objective less the lower bound of the certificate.
///
/// The certificate bounds the theta-player's loss at the mean multipliers from below. A mixture that keeps the
/// theta-player's constraints has at least that loss, as its multiplied constraints are at most 0; in the proxy game
/// the objective has a weight in the loss, and is divided by it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The mean objective, rounded up.
    pub objective: f64,
    /// It is at most this above that of every feasible mixture, if there is one; rounded up.
    pub at_most: f64,
    /// How well that is known.
    pub grade: Grade,
    /// Whether it rests on a lower bound that somebody gave.
    pub declared: bool,
    /// The game, which says what a feasible mixture is.
    pub game: Game,
}

impl Gap {
    /// The gap of a mean objective; `None` without a lower bound.
    pub fn new(certificate: &Certificate, objective: &RBig) -> Option<Self> {
        let given = &certificate.given;
        let bound = given.lower_bound.as_ref()?;
        let least = match certificate.game {
            Game::Lagrangian => bound.value,
            Game::ProxyLagrangian => {
                let weight = certificate.measured("objective_weight").filter(|weight| weight.lo() > 0.0)?;
                Enclosure::point(bound.value).divide(weight).ok()?.lo()
            }
        };
        let at_most = least.is_finite().then(|| enclose(&(objective - exact(least))).hi())?;
        let grade = given.grade(RestsOn { lower_bound: true, ..RestsOn::default() });
        at_most.is_finite().then(|| Self {
            objective: enclose(objective).hi(),
            at_most,
            grade,
            declared: bound.evidence == Evidence::Declared,
            game: certificate.game,
        })
    }
}
