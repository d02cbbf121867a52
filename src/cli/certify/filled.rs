//! The constants of a rate that a problem's bounds know, so that nobody has to type them.

use super::Arguments;
use crate::arena::{Algorithm, Setup};
use crate::cli::numbers::digits;
use crate::error::Result;
use crate::game::Game;
use crate::run::Subject;
use crate::theorems::Statement;

/// What was filled in: only what the statement takes and the call did not say.
#[derive(Default)]
pub(super) struct Filled {
    pub(super) payoff_bound: Option<f64>,
    pub(super) domain_radius: Option<f64>,
    pub(super) subgradient_bound: Option<f64>,
    /// Whether the problem bounds subgradients, if only the radius is told.
    pub(super) bounds_subgradients: bool,
    source: &'static str,
}

impl Filled {
    pub(super) fn from(
        subject: &Subject<'_>,
        statement: &dyn Statement,
        game: Game,
        arguments: &Arguments,
    ) -> Result<Self> {
        let (bounds, source) = subject.bounds(game.side())?;
        let (algorithm, payoff_bound) = match game {
            Game::Lagrangian => (Algorithm::StochasticLagrangian, bounds.bound_payoff_2),
            Game::ProxyLagrangian => (Algorithm::StochasticProxyLagrangian, bounds.bound_constraints),
        };
        let (rate, takes) = (&arguments.rate, statement.takes_subgradients());
        // In the Lagrangian game the bound on subgradients grows with the radius, which is asked for itself.
        let radius = arguments.radius.or((game == Game::ProxyLagrangian).then_some(0.0));
        let wanted = takes && rate.subgradient_bound.is_none() && bounds.bound_subgradient.is_some();
        let subgradient_bound = radius.filter(|radius| wanted && *radius >= 0.0).map(|radius| {
            let setup = Setup::new(&*subject.problem, bounds, 1, radius);
            algorithm.subgradient_bound(&setup, "stochastic-subgradient")
        });
        Ok(Self {
            payoff_bound: rate.payoff_bound.is_none().then_some(payoff_bound),
            domain_radius: (takes && rate.domain_radius.is_none()).then_some(bounds.radius),
            subgradient_bound: subgradient_bound.transpose()?,
            bounds_subgradients: bounds.bound_subgradient.is_some(),
            source,
        })
    }

    /// Which flags were filled in, and from where; nothing if none was.
    pub(super) fn sentence(&self) -> String {
        let flags = [
            ("--payoff-bound", self.payoff_bound),
            ("--domain-radius", self.domain_radius),
            ("--subgradient-bound", self.subgradient_bound),
        ];
        let filled: Vec<String> =
            flags.into_iter().filter_map(|(flag, value)| Some(format!("{flag} {}", digits(value?)))).collect();
        if filled.is_empty() {
            String::new()
        } else {
            format!("Filled in from the problem ({}): {}.\n\n", self.source, filled.join(", "))
        }
    }
}
