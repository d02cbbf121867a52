//! Whether the rounds of a trace are rounds of a problem: every point in the domain, every recorded value an enclosure of
//! the function there. Where they are not, how far they are from it; and the rounds as the problem has them.

use crate::domain::Domain as _;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::numerics::Enclosure;
use crate::numerics::directed::sub_up;
use crate::problem::{Problem, Workspace};
use crate::trace::{Layout, Round, Trace};
use std::fmt;

/// A recorded value that is further from the problem's than this, relative to the value or to 1, is not taken for a
/// rounded one: 2^-10 is twice what rounding to half precision does.
const FAR: f64 = 1.0 / 1024.0;

/// Why a trace is not known to be a run of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Disagreement {
    /// Not all was compared, for this reason; what was is the problem's.
    NotCompared(String),
    /// Something is not the problem's, or not known to be.
    Different(Box<Difference>),
}

/// Where a trace is not known to be a run of a problem, over all rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The first round of them, counted from 0, and what is the matter there; of rounds with values, the first that
    /// certainly differs, if one does.
    pub first: (usize, Mismatch),
    /// The rounds whose point is not in the domain, if there are any.
    pub outside: Option<Outside>,
    /// The recorded value that is furthest from the problem's.
    pub largest: Option<Distance>,
    /// The furthest of those that rounding does not explain: by more than 2^-10 of the problem's value, or of 1.
    pub far: Option<Distance>,
    /// Whether some recorded value and the problem's have no point in common; else they may be the same.
    pub disjoint: bool,
}

/// Rounds whose point is not in the domain.
#[derive(Clone, Debug, PartialEq)]
pub struct Outside {
    /// How many there are.
    pub rounds: usize,
    /// The first of them, counted from 0.
    pub first: usize,
    /// Whether one is further from the domain than rounding explains: by more than 2^-10 of a coordinate, or of 1.
    pub far: bool,
}

/// What is the matter in a round.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// The point is not in the domain, which is described.
    Outside(String),
    /// A function has no value at the point, for this reason.
    Undefined(String),
    /// A recorded value does not contain the problem's.
    Value(Distance),
}

/// A recorded value that does not contain the problem's.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The round, counted from 0.
    pub round: usize,
    /// The column, without `.lo` or `.hi`.
    pub column: String,
    /// What is recorded.
    pub recorded: Enclosure,
    /// What the problem's value lies in.
    pub value: Enclosure,
    /// How far that reaches out of what is recorded, rounded up.
    pub distance: f64,
}

/// Compares rounds with a problem, block by block.
pub struct Agreement<'a> {
    functions: Functions<'a>,
    rounds: usize,
    not_compared: Option<String>,
    difference: Option<Box<Difference>>,
    /// Whether the recorded values are compared, and not only the points.
    compares_values: bool,
}

impl<'a> Agreement<'a> {
    /// Nothing seen yet.
    pub fn new(problem: &'a dyn Problem, game: Game) -> Self {
        let functions = Functions::new(problem, game);
        Self { functions, rounds: 0, not_compared: None, difference: None, compares_values: true }
    }

    /// The same for rounds whose values the problem itself just enclosed: only that points are in the domain is asked.
    pub(super) fn of_played(problem: &'a dyn Problem, game: Game) -> Self {
        Self { compares_values: false, ..Self::new(problem, game) }
    }

    /// Looks at a block of rounds.
    pub fn look(&mut self, block: &Trace) {
        let layout = block.layout();
        if let Err(error) = self.functions.expect_points(layout) {
            self.not_compared = Some(error.to_string());
            return;
        }
        let problem = self.functions.problem;
        if lacks_proxies(problem, layout, self.functions.game) {
            let name = problem.name();
            self.not_compared =
                Some(format!("the problem `{name}` has proxies, and the trace has no columns `proxy_*`"));
        }
        let points: Vec<&[f64]> = (0..block.rounds()).map(|t| block.theta(t)).collect();
        let known = self.compares_values.then(|| problem.enclose_points(&points)).flatten();
        for t in 0..block.rounds() {
            if let Err(mismatch) = self.in_round(block, t, known.as_ref().map(|known| &known[t])) {
                self.differ(self.rounds + t, || mismatch);
            }
        }
        self.rounds += block.rounds();
    }

    /// Why the rounds are not known to be the problem's, if they are not.
    pub fn disagreement(self) -> Option<Disagreement> {
        self.difference.map(Disagreement::Different).or(self.not_compared.map(Disagreement::NotCompared))
    }

    /// Compares a round, whose values on both sides may be known already.
    fn in_round(
        &mut self,
        block: &Trace,
        t: usize,
        known: Option<&[Vec<Enclosure>; 2]>,
    ) -> std::result::Result<(), Mismatch> {
        if let Err(mismatch) = self.functions.expect_inside(block.theta(t)) {
            let (round, far) = (self.rounds + t, self.functions.is_far(block.theta(t)));
            let known = self.differ(round, || mismatch);
            let outside = known.outside.get_or_insert(Outside { rounds: 0, first: round, far: false });
            outside.rounds += 1;
            outside.far |= far;
        }
        // The functions may have values there all the same, and what is recorded is held against them.
        if !self.compares_values {
            return Ok(());
        }
        let proxies = block.layout().has_proxies() && self.functions.game == Game::ProxyLagrangian;
        let m = block.layout().num_constraints();
        for side in [Side::Constraints, Side::Proxies].into_iter().take(1 + usize::from(proxies)) {
            match known {
                Some(known) => self.functions.values.clone_from(&known[usize::from(side == Side::Proxies)]),
                None => self.functions.enclose(block.theta(t), side)?,
            }
            for k in 0..=m {
                let (recorded, column) = match (k, side) {
                    (0, _) => (block.objective().get(t, 0), 0),
                    (_, Side::Constraints) => (block.constraints().get(t, k - 1), k),
                    (_, Side::Proxies) => (block.proxy_constraints().get(t, k - 1), m + k),
                };
                let value = self.functions.values[k];
                if !recorded.contains_enclosure(value) {
                    self.note(self.rounds + t, || block.layout().value_name(column), recorded, value);
                }
            }
        }
        Ok(())
    }

    /// Notes a recorded value that does not contain the problem's; a name is made only where it is kept.
    fn note(&mut self, round: usize, column: impl Fn() -> String, recorded: Enclosure, value: Enclosure) {
        let distance = sub_up(recorded.lo(), value.lo()).max(sub_up(value.hi(), recorded.hi()));
        let is_far = distance > FAR * value.magnitude().max(1.0);
        let found = || Distance { round, column: column(), recorded, value, distance };
        let known = self.differ(round, || Mismatch::Value(found()));
        if !known.disjoint && recorded.intersection(value).is_none() {
            known.disjoint = true;
            if matches!(known.first.1, Mismatch::Value(_)) {
                known.first = (round, Mismatch::Value(found())); // it shows what those that only overlap do not
            }
        }
        let is_new = |known: &Option<Distance>| known.as_ref().is_none_or(|known| distance > known.distance);
        if is_new(&known.largest) {
            known.largest = Some(found());
        }
        if is_far && is_new(&known.far) {
            known.far = Some(found());
        }
    }

    fn differ(&mut self, round: usize, mismatch: impl FnOnce() -> Mismatch) -> &mut Difference {
        self.difference.get_or_insert_with(|| {
            let first = (round, mismatch());
            Box::new(Difference { first, outside: None, largest: None, far: None, disjoint: false })
        })
    }
}

/// Whether a trace lacks the proxies that the theta-player of the proxy game sees.
pub(super) fn lacks_proxies(problem: &dyn Problem, layout: &Layout, game: Game) -> bool {
    game == Game::ProxyLagrangian && problem.has_proxies() && !layout.has_proxies()
}

/// The rounds of a trace with the problem's enclosures at the recorded points in place of the recorded values.
pub struct Recomputed<'a>(Functions<'a>);

impl<'a> Recomputed<'a> {
    /// For the rounds of a trace with this layout, read as rounds of a game.
    ///
    /// # Errors
    /// If the trace has no points, or other constraints or variables than the problem.
    pub fn new(problem: &'a dyn Problem, game: Game, layout: &Layout) -> Result<Self> {
        let functions = Functions::new(problem, game);
        super::certification::expect_constraints(problem, layout)?;
        functions.expect_points(layout)?;
        Ok(Self(functions))
    }

    /// The columns: every value enclosed, with proxies where the game and the problem have them.
    pub fn layout(&self) -> Layout {
        let Functions { problem, game, .. } = &self.0;
        let layout = Layout::new(*game, problem.num_constraints()).with_theta(problem.domain().dim());
        let proxies = *game == Game::ProxyLagrangian && problem.has_proxies();
        if proxies { layout.with_proxies().enclose_all() } else { layout.enclose_all() }
    }

    /// Replaces the values of a round, made for this layout, by those at its point.
    ///
    /// # Errors
    /// If the point is not in the domain or a function is undefined there.
    pub fn fill(&mut self, round: &mut Round) -> Result<()> {
        let wrong = |mismatch: Mismatch| Error::new(mismatch.to_string());
        self.0.expect_inside(&round.theta).map_err(wrong)?;
        for (side, into) in [(Side::Constraints, &mut round.constraints), (Side::Proxies, &mut round.proxies)] {
            if side == Side::Constraints || !into.is_empty() {
                self.0.enclose(&round.theta, side).map_err(wrong)?;
                round.objective = self.0.values[0];
                into.copy_from_slice(&self.0.values[1..]);
            }
        }
        Ok(())
    }
}

/// The functions of a problem, at the points of a trace.
struct Functions<'a> {
    problem: &'a dyn Problem,
    game: Game,
    work: Workspace,
    point: Vec<Enclosure>,
    values: Vec<Enclosure>,
}

impl<'a> Functions<'a> {
    fn new(problem: &'a dyn Problem, game: Game) -> Self {
        let values = vec![Enclosure::ZERO; problem.num_constraints() + 1];
        Self { problem, game, work: Workspace::default(), point: Vec::new(), values }
    }

    /// Whether a trace has points that the functions take.
    fn expect_points(&self, layout: &Layout) -> Result<()> {
        let (name, found, wanted) = (self.problem.name(), layout.num_thetas(), self.problem.domain().dim());
        match found {
            _ if found == wanted => Ok(()),
            0 => Err(Error::new(
                "the trace has no columns `theta_*`, so its values cannot be compared with the problem's",
            )),
            _ => Err(Error::new(format!(
                "the trace has {found} columns `theta_*`, and the problem `{name}` has {wanted} variables"
            ))),
        }
    }

    fn expect_inside(&self, theta: &[f64]) -> std::result::Result<(), Mismatch> {
        let domain = self.problem.domain();
        if domain.contains(theta) { Ok(()) } else { Err(Mismatch::Outside(domain.to_string())) }
    }

    /// Whether a point outside the domain is further from it than rounding explains.
    fn is_far(&self, theta: &[f64]) -> bool {
        let mut nearest = theta.to_vec();
        self.problem.domain().project(&mut nearest);
        theta.iter().zip(&nearest).any(|(x, near)| (x - near).abs() > FAR * near.abs().max(1.0))
    }

    fn enclose(&mut self, theta: &[f64], side: Side) -> std::result::Result<(), Mismatch> {
        self.point.clear();
        self.point.extend(theta.iter().map(|&x| Enclosure::point(x)));
        let enclosed = self.problem.enclose(&self.point, side, &mut self.values, &mut self.work);
        enclosed.map_err(|error| Mismatch::Undefined(error.to_string()))
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(domain) => write!(f, "`theta` is not in the problem's domain, a {domain}"),
            Self::Undefined(reason) => write!(f, "the problem has no value at `theta`: {reason}"),
            Self::Value(Distance { column, recorded, value, .. }) => {
                let lies = if value.is_point() { "is" } else { "lies in" };
                write!(f, "`{column}` is recorded as {recorded}, and the problem's value {lies} {value}")
            }
        }
    }
}

/// One clause, without a full stop.
impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCompared(reason) => f.write_str(reason),
            Self::Different(difference) => difference.fmt(f),
        }
    }
}

impl Difference {
    /// Whether rounding does not explain it: a value or a point is too far off.
    pub fn is_far(&self) -> bool {
        self.far.is_some() || self.outside.as_ref().is_some_and(|outside| outside.far)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = if self.disjoint { "are not the problem's" } else { "are not known to be the problem's" };
        let (round, mismatch) = &self.first;
        write!(f, "the recorded values {known}: in round {round} (counted from 0) {mismatch}")?;
        if let Some(Outside { rounds, first, far }) = &self.outside {
            match rounds {
                1 => write!(f, "; the `theta` of round {first} is outside the domain")?,
                _ => write!(f, "; in {rounds} rounds, the first of them round {first}, `theta` is outside the domain")?,
            }
            f.write_str(if *far { ", further than rounding explains" } else { "" })?;
        }
        if let Some(Distance { round, column, distance, .. }) = &self.largest {
            write!(f, "; the largest distance is {distance:?} (round {round}, `{column}`)")?;
        }
        if let Some(far) = &self.far {
            if self.far != self.largest {
                write!(f, "; in round {}, `{}`, it is {:?}", far.round, far.column, far.distance)?;
            }
            f.write_str(", more than 2^-10 times max(1, |the problem's value|), which rounding does not explain")?;
        }
        Ok(())
    }
}
