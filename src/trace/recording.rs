//! Rounds as somebody's program has them, one at a time: checked, split where a constraint is an equality, and kept.

use super::foreign::printable;
use super::split::Split;
use super::{Equalities, Labels, Layout, Round, Trace};
use crate::error::{Error, Result, list};
use crate::game::Game;
use crate::numerics::Enclosure;

/// The numbers of one round, as they were recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row<'a> {
    /// The objective.
    pub objective: f64,
    /// The constraints, an equality counted once.
    pub constraints: &'a [f64],
    /// Their proxies, if these are recorded.
    pub proxies: &'a [f64],
    /// A multiplier for each constraint, in the proxy game perhaps after that of the objective, which is 1 otherwise.
    pub lambda: &'a [f64],
    /// The point, if it is recorded.
    pub theta: &'a [f64],
}

/// A trace that grows round by round. A round that is refused leaves it as it was.
///
/// ```
/// use referee::game::Game;
/// use referee::trace::{Recording, Row};
/// let names = ["gap".to_owned(), "parity".to_owned()];
/// let mut recording = Recording::new(Game::Lagrangian, &names, &[1], false, 0)?;
/// recording.push(&Row { objective: 0.5, constraints: &[0.25, -0.125], lambda: &[1.0, -2.0], ..Row::default() })?;
/// assert_eq!(recording.trace().lambda(0), [1.0, 0.0, 2.0]); // an equality's multiplier has two parts
/// let negative = Row { objective: 0.5, constraints: &[0.25, -0.125], lambda: &[-1.0, 2.0], ..Row::default() };
/// let error = recording.push(&negative).unwrap_err().to_string();
/// assert!(error.starts_with("round 1: the multiplier of `gap` is -1, but that of an inequality must not be negative"));
/// # Ok::<(), referee::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Recording {
    names: Vec<String>,
    equalities: Vec<usize>,
    split: Split,
    from: Round,
    into: Round,
    trace: Trace,
}

impl Recording {
    /// No rounds yet: of constraints with these names, of which those with these numbers (from 0) are equalities, with
    /// proxies or without, and with so many coordinates of theta.
    ///
    /// # Errors
    /// If a name is empty, stands twice or is that of another column, or an equality is not one of the constraints.
    pub fn new(
        game: Game,
        names: &[String],
        equalities: &[usize],
        with_proxies: bool,
        num_thetas: usize,
    ) -> Result<Self> {
        for (i, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(Error::new(format!("constraint {} has an empty name: give it one", i + 1)));
            }
            let is_of_a_trace =
                |kind: &str| name.strip_prefix(kind).is_some_and(|number| number.parse::<u64>().is_ok());
            if is_of_a_trace("lambda_") || is_of_a_trace("theta_") || name.starts_with("proxy:") {
                let name = printable(name);
                return Err(Error::new(format!(
                    "a constraint cannot be called `{name}`, as other columns are: rename it"
                )));
            }
            let whole = name.strip_prefix('-').and_then(|whole| names.iter().position(|other| other == whole));
            if whole.is_some_and(|place| equalities.contains(&place)) {
                let name = printable(name);
                return Err(Error::new(format!("`{name}` is the second half of an equality: leave it out")));
            }
            if name == "objective" || names[..i].contains(name) {
                let name = printable(name);
                return Err(Error::new(format!(
                    "two functions are called `{name}`: give each constraint its own name"
                )));
            }
        }
        if let Some(i) = equalities.iter().find(|i| **i >= names.len()) {
            let count = names.len();
            return Err(Error::new(format!("an equality is said to be constraint {}, but there are {count}", i + 1)));
        }
        let mut layout = Layout::new(game, names.len()).with_theta(num_thetas);
        if with_proxies {
            layout = layout.with_proxies();
        }
        let split = Split::new(&layout, equalities);
        Ok(Self {
            names: names.to_vec(),
            equalities: equalities.to_vec(),
            from: Round::new(&layout),
            into: Round::new(split.layout()),
            trace: Trace::new(split.layout().clone()),
            split,
        })
    }

    /// Adds a round.
    ///
    /// # Errors
    /// If there are more or fewer numbers than functions, one of them is not finite, or the multiplier of an inequality is
    /// negative.
    pub fn push(&mut self, row: &Row<'_>) -> Result<()> {
        self.fill(row).map_err(|error| error.context(format!("round {}", self.trace.rounds())))?;
        self.split.fill(&self.from, &mut self.into);
        self.trace.append(&self.into);
        Ok(())
    }

    fn fill(&mut self, row: &Row<'_>) -> Result<()> {
        let counts = [
            ("constraints", row.constraints.len(), self.from.constraints.len()),
            ("proxies", row.proxies.len(), self.from.proxies.len()),
            ("coordinates of theta", row.theta.len(), self.from.theta.len()),
        ];
        if let Some((what, found, wanted)) = counts.into_iter().find(|(_, found, wanted)| found != wanted) {
            return Err(Error::new(format!(
                "{found} {what} were given, and the run has {wanted}{}",
                self.listed(what)
            )));
        }
        let before = self.from.lambda.len() - self.names.len();
        let wanted = self.names.len();
        let (objective, lambda) = match row.lambda.len().checked_sub(wanted) {
            Some(0) => (1.0, row.lambda),
            Some(1) if before == 1 => (row.lambda[0], &row.lambda[1..]),
            _ => {
                let (found, or) =
                    (row.lambda.len(), if before == 1 { ", or one more for the objective first" } else { "" });
                return Err(Error::new(format!("{found} multipliers were given, and the run has {wanted}{or}")));
            }
        };
        finite(row.objective, || "`objective`".to_owned())?;
        finite(row.theta.iter().copied().find(|x| !x.is_finite()).unwrap_or(0.0), || "theta".to_owned())?;
        finite(objective, || "the multiplier of the objective".to_owned())?;
        if objective < 0.0 {
            return Err(Error::new(format!(
                "the multiplier of the objective is {objective}, but it must not be negative"
            )));
        }
        for (i, name) in self.names.iter().enumerate() {
            let of = |what: &'static str| move || format!("{what}`{}`", printable(name));
            finite(row.constraints[i], of(""))?;
            row.proxies.get(i).map_or(Ok(()), |&proxy| finite(proxy, of("the proxy of ")))?;
            finite(lambda[i], of("the multiplier of "))?;
            if lambda[i] < 0.0 && !self.equalities.contains(&i) {
                return Err(Error::new(format!(
                    "{} is {}, but that of an inequality must not be negative: clamp it, or say that it is an equality",
                    of("the multiplier of ")(),
                    lambda[i]
                )));
            }
        }
        self.from.objective = Enclosure::point(row.objective);
        let points = |values: &[f64], into: &mut [Enclosure]| {
            into.iter_mut().zip(values).for_each(|(into, x)| *into = Enclosure::point(*x));
        };
        points(row.constraints, &mut self.from.constraints);
        points(row.proxies, &mut self.from.proxies);
        self.from.lambda[..before].fill(objective);
        self.from.lambda[before..].copy_from_slice(lambda);
        self.from.theta.copy_from_slice(row.theta);
        Ok(())
    }

    /// The names, where a message is about them and they are few.
    fn listed(&self, what: &str) -> String {
        const MOST: usize = 6;
        if what != "constraints" || self.names.is_empty() || self.names.len() > MOST {
            return String::new();
        }
        let names: Vec<String> = self.names.iter().map(|name| format!("`{}`", printable(name))).collect();
        format!(": {}", list(&names, "and"))
    }

    /// The rounds so far, the two halves of an equality side by side.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The rounds, once no more come.
    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// What the functions of the trace are called: the proxy of `gap` is `proxy:gap`.
    pub fn labels(&self) -> Labels {
        let proxies = self.names.iter().map(|name| format!("proxy:{name}")).take(self.from.proxies.len());
        let names = std::iter::once("objective".to_owned()).chain(self.names.iter().cloned()).chain(proxies);
        self.split.labels(&names.collect::<Vec<_>>())
    }

    /// The constraints of the trace that are the two halves of an equality.
    pub fn equalities(&self) -> Equalities {
        self.split.equalities()
    }
}

fn finite(x: f64, name: impl FnOnce() -> String) -> Result<()> {
    if x.is_finite() {
        return Ok(());
    }
    Err(Error::new(format!("{} is {x}, but a run has finite numbers only: stop it before it diverges", name())))
}
