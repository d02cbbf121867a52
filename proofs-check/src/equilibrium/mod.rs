//! Equilibria (section 11 of the specification): a mixture and multipliers from which neither player gains, or not more
//! than a stated gap, by deviating.
//!
//! The rules for the multipliers and the weights are here; `candidates` and `problem` are the two forms.

mod candidates;
mod problem;

pub(crate) use candidates::OnCandidates;
pub(crate) use problem::OnProblem;

use crate::certificate::{self, Data, choice};
use crate::csv::Game;
use crate::decimal::number;
use crate::exact::Rational;
use crate::interval::Interval;
use crate::json::{Fields, Flaw, Form};
use crate::mixed::Weights;
use crate::report::{Accepted, Reason, Refusal, Sides};
use crate::solution::too_long;

/// An equilibrium that has the right form.
pub(crate) enum Equilibrium {
    Candidates(Box<OnCandidates>),
    Problem(Box<OnProblem>),
}

/// What both forms have: the statement and the lambda-player.
pub(crate) struct Players {
    statement: &'static str,
    game: Game,
    /// How large the multipliers may be in sum: the radius, or 1 in the proxy game, where they are that large.
    radius: Rational,
    /// `lambda_1..m`, in the proxy game `lambda_0..m`.
    multipliers: Vec<Rational>,
}

impl Equilibrium {
    /// Reads the fields of the file, of which `format` has been taken.
    pub(crate) fn read(mut fields: Fields) -> Form<Self> {
        let game = certificate::game(&mut fields)?;
        let candidates = fields.take("candidates");
        let exact = if game == Game::Lagrangian { "lemma-2" } else { "lemma-5" };
        let statements = [("theorem-5", "theorem-5"), (exact, exact)];
        let allowed = if candidates.is_some() { statements.as_slice() } else { statements.split_at(1).0 };
        let statement = choice(&fields.need("statement")?, "statement", allowed)?;
        let mut radius = Rational::one();
        if game == Game::Lagrangian {
            let node = fields.need("radius")?;
            let found = Rational::from_double(node.number("radius")?).filter(|x| *x >= Rational::zero());
            radius = found.ok_or_else(|| Flaw::at(node.line, "`radius` must not be negative"))?;
        }
        let node = fields.need("multipliers")?;
        let line = node.line;
        let players = Players { statement, game, radius, multipliers: node.rationals("multipliers")? };
        let check_length = |m: usize| {
            let (wanted, found) = (m.saturating_add(usize::from(game == Game::Proxy)), players.multipliers.len());
            let reason = format!("`multipliers` must have {wanted} numbers for {m} constraints, not {found}");
            if wanted == found { Ok(()) } else { Err(Flaw::at(line, reason)) }
        };
        let Some(candidates) = candidates else {
            let problem = fields.optional("problem", crate::attached::problem)?;
            let problem = problem.ok_or_else(|| fields.flaw("`candidates` or a `problem` is missing in the file"))?;
            check_length(problem.num_constraints())?;
            return Ok(Self::Problem(Box::new(OnProblem::read(fields, players, problem)?)));
        };
        let data = Data::read(candidates.object("candidates")?, "count")?;
        check_length(data.constraints)?;
        Ok(Self::Candidates(Box::new(OnCandidates::read(fields, players, data)?)))
    }
}

impl Players {
    /// The weights of the objective and of the theta-player's constraints in its loss `f`.
    fn theta_weights(&self) -> Vec<Rational> {
        let one = (self.game == Game::Lagrangian).then(Rational::one);
        one.into_iter().chain(self.multipliers.iter().cloned()).collect()
    }

    /// The weights of the objective and of the constraints in the lambda-player's payoff.
    fn lambda_weights(&self) -> Vec<Rational> {
        let skipped = usize::from(self.game == Game::Proxy);
        std::iter::once(Rational::zero()).chain(self.multipliers.iter().skip(skipped).cloned()).collect()
    }

    /// Checks the multipliers of the file called `name`.
    fn check_multipliers(&self, name: &str) -> Result<(), Refusal> {
        let rejected = |detail: String| Refusal::rejected("multipliers", Reason::Multipliers, detail);
        if let Some(negative) = self.multipliers.iter().find(|x| **x < Rational::zero()) {
            return Err(rejected(format!("the multiplier {} is negative", number(negative))));
        }
        let sum = Weights::new(&self.multipliers).ok_or_else(|| too_long(name, "multipliers"))?.sum();
        match self.game {
            Game::Lagrangian if sum > self.radius => {
                let radius = number(&self.radius);
                Err(rejected(format!("the multipliers sum to {}, above the radius {radius}", number(&sum))))
            }
            Game::Proxy if sum != self.radius => {
                Err(rejected(format!("the multipliers sum to {}, not to 1", number(&sum))))
            }
            _ => Ok(()),
        }
    }

    /// What is said of an accepted equilibrium: what each player gains, as derived and as recorded, and a sentence with
    /// the recorded gap as `shown`.
    fn accepted(
        &self,
        place: &str,
        support: usize,
        gaps: [(Interval, &Rational); 2],
        shown: fn(&Rational) -> String,
    ) -> Accepted {
        let game = self.game.name();
        let most = gaps.iter().map(|(_, gap)| *gap).max().map_or_else(String::new, shown);
        let is_exact = gaps.iter().all(|(gap, _)| gap.hi <= Rational::zero());
        let note = if is_exact {
            format!("an exact equilibrium of the {game} game {place}, with support {support}")
        } else {
            format!(
                "an approximate equilibrium of the {game} game {place}, with support {support}: neither player gains more \
                 than {most}"
            )
        };
        let sides =
            |(lhs, gap): (Interval, &Rational)| Some(Sides { lhs, relation: "<=", rhs: Interval::point(gap.clone()) });
        let claims = ["theta_gap", "lambda_gap"].into_iter().zip(gaps.map(sides));
        Accepted::proved(self.statement, claims, Some(note))
    }
}

/// Checks the weights of a support with `m` constraints, and brings them to one denominator.
fn check_weights<T>(name: &str, m: usize, of: &[(T, Rational)]) -> Result<Weights, Refusal> {
    let (most, found) = (m.saturating_add(1), of.len());
    if found > most {
        return Err(support(format!("it has {found} points, above {most}: the constraints + 1")));
    }
    let weights = || of.iter().map(|(_, weight)| weight);
    if let Some(weight) = weights().find(|weight| **weight <= Rational::zero()) {
        return Err(support(format!("the weight {} is not positive", number(weight))));
    }
    let weights = Weights::new(weights()).ok_or_else(|| too_long(name, "support"))?;
    weights.check_sum("the weights").map_err(support)?;
    Ok(weights)
}

fn support(detail: impl Into<String>) -> Refusal {
    Refusal::rejected("support", Reason::Support, detail)
}
