//! What somebody says of a run that is to be certified: the rule that turns it into what a certificate is given.
//!
//! Messages name what was said in backquotes, as a flag is spelled without its dashes; whoever asks puts them into the
//! words of a call.

use super::Subject;
use crate::certificate::{Given, GivenMargin, GivenRange, LowerBound};
use crate::error::{Error, Result};
use crate::game::{Function, Game, Range};
use crate::numerics::Norm;
use crate::regret::{Average, Averages};
use crate::theorems;
use crate::trace::{Equalities, Labels};

/// What is known or wanted; nothing is needed, and each part makes more claims possible.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The radius `R` of the multipliers in the Lagrangian game.
    pub radius: Option<f64>,
    /// The norm of the multipliers; the 1-norm if absent.
    pub norm: Option<Norm>,
    /// Every constraint (every proxy, in the proxy game) is at most minus this at some point.
    pub margin: Option<f64>,
    /// At least `sup - inf` of the objective.
    pub objective_range: Option<f64>,
    /// A lower bound of the theta-player's loss at the mean multipliers.
    pub lower_bound: Option<f64>,
    /// What functions are everywhere at least, or between.
    pub ranges: Vec<Said>,
    /// How rounds are weighed in the mixture.
    pub average: Average,
    /// How rounds are weighed in the mean multipliers, if not as in the mixture.
    pub lambda_average: Option<Average>,
}

/// The range of a function, by the name that the user has for it, or `proxy:NAME`.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Whose.
    pub name: String,
    /// At least this.
    pub lo: f64,
    /// At most this, if that is known.
    pub hi: Option<f64>,
}

impl Asked {
    /// Refuses two sources of a lower bound at once.
    ///
    /// # Errors
    /// If ranges are given beside a lower bound or a problem.
    pub fn check(&self, with_problem: bool) -> Result<()> {
        let others = [("problem", with_problem), ("lower-bound", self.lower_bound.is_some())];
        match others.iter().find(|(_, given)| *given) {
            Some((name, _)) if !self.ranges.is_empty() => {
                Err(Error::new(format!("`range` and `{name}` both give a lower bound: leave out one of the two")))
            }
            _ => Ok(()),
        }
    }

    /// What this and the problem say together; what is said here wins.
    ///
    /// # Errors
    /// If something has no meaning in the game, or is negative and must not be.
    pub fn given(&self, subject: Option<&Subject<'_>>, game: Game) -> Result<Given> {
        if game == Game::ProxyLagrangian {
            if self.lambda_average.is_some_and(|average| average != self.average) {
                return Err(Error::new(
                    "`lambda-average` must be as `average` in the proxy game, whose means are of products: leave it out",
                ));
            }
            let only_lagrangian = [("radius", self.radius.is_some()), ("norm", self.norm.is_some())];
            if let Some((name, _)) = only_lagrangian.into_iter().find(|(_, given)| *given) {
                return Err(Error::new(format!(
                    "`{name}` has no meaning in the proxy game: leave it out, or ask for the Lagrangian game with `game`"
                )));
            }
        }
        for (name, value) in [("radius", self.radius), ("objective-range", self.objective_range)] {
            if let Some(value) = value.filter(|value| *value < 0.0) {
                return Err(Error::new(format!("`{name}` is {value}, but it must not be negative")));
            }
        }
        let mut given = match subject {
            Some(subject) => problem_facts(subject, game)?,
            None => Given::default(),
        };
        given.radius = self.radius;
        given.norm = self.norm.filter(|norm| *norm != Norm::One);
        given.averages = Averages { theta: self.average, lambda: self.lambda_average.unwrap_or(self.average) };
        if let Some(value) = self.margin {
            given.margin = Some(GivenMargin { value, point: None, objective: None });
        }
        if let Some(value) = self.objective_range {
            given.objective_range = Some(GivenRange { value, enclosed: false });
        }
        given.lower_bound = self.lower_bound.map(LowerBound::declared);
        Ok(given)
    }

    /// The ranges of the functions of a trace. An equality's two halves have one each, so that both ends must be there.
    ///
    /// # Errors
    /// If no function has the name or several have, one is said twice, or an equality lacks an end.
    pub fn ranges(&self, labels: &Labels, equalities: &Equalities) -> Result<Vec<Range>> {
        let mut ranges = Vec::new();
        for Said { name, lo, hi } in &self.ranges {
            let of = find(name, labels)?;
            if ranges.iter().any(|range: &Range| range.of == of) {
                return Err(Error::new(format!("`range` {name} is given twice: keep one of the two")));
            }
            if let Some(first) = equalities.first_half(of) {
                let whole = labels.name(first);
                return Err(Error::new(format!(
                    "`range` {name} is one half of an equality: write {whole}=LO..HI for both"
                )));
            }
            ranges.push(Range { of, lo: *lo, hi: *hi });
            if let Some(second) = equalities.second_half(of) {
                let Some(hi) = hi else {
                    return Err(Error::new(format!(
                        "`range` {name}={lo}: an equality needs both ends, so write {name}={lo}..HI"
                    )));
                };
                ranges.push(Range { of: second, lo: -hi, hi: Some(-lo) });
            }
        }
        Ok(ranges)
    }
}

fn find(name: &str, labels: &Labels) -> Result<Function> {
    let proxy_of = |of: &Function| match of {
        Function::Constraint(i) => {
            Some(Function::Proxy(*i)).filter(|proxy| labels.functions().any(|(of, _)| of == *proxy))
        }
        _ => None,
    };
    let mut found = labels.find(name);
    if let (true, Some(name)) = (found.is_empty(), name.strip_prefix("proxy:")) {
        found = labels.find(name).iter().filter_map(proxy_of).collect();
    }
    if let [one, _, ..] = found.as_slice() {
        let count = found.len();
        return Err(Error::new(format!("`range` {name} names {count} functions: say which, such as {one}")));
    }
    found.first().copied().ok_or_else(|| {
        if name.starts_with("proxy:") && !labels.functions().any(|(of, _)| matches!(of, Function::Proxy(_))) {
            return Error::new(format!(
                "`range` {name}: the run has no proxies, so the range of a constraint itself counts: leave out `proxy:`"
            ));
        }
        let names: Vec<String> = labels.functions().take(12).map(|(_, name)| format!("`{name}`")).collect();
        Error::new(format!(
            "`range` {name}: there is no such function; there are {}, and the proxy of a constraint is proxy:NAME",
            names.join(", ")
        ))
    })
}

/// What a problem proves or states about its margin and its objective's range in a game.
fn problem_facts(subject: &Subject<'_>, game: Game) -> Result<Given> {
    let mut bounds = subject.bounds(game.side())?.0.clone();
    // What the author states is preferred to an enclosure; for a built-in problem it is the closed form.
    if let Some(range) = subject.problem.facts().objective_range {
        bounds.objective_range = range.value;
    }
    Ok(theorems::facts(&*subject.problem, &bounds, game))
}
