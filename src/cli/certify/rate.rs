//! The flags of statements that promise a rate, and the constants among them that a problem's bounds know.

use super::Arguments;
use crate::arena::{Algorithm, Setup};
use crate::certificate::{Given, GivenRate};
use crate::cli::call::finite;
use crate::cli::numbers::digits;
use crate::error::{Error, Result, hint, list};
use crate::game::{Game, MirrorKind};
use crate::numerics::Norm;
use crate::regret::Average;
use crate::run::Subject;
use crate::theorems::{STATEMENTS, Statement, fitting, rates, statement};
use clap::Args;

/// The constants of a rate.
#[derive(Args)]
#[command(next_help_heading = "Rates")]
pub(super) struct RateArguments {
    /// A statement that promises a rate, such as `lemma-1`, `lemma-8` or `corollary-1`
    ///
    /// If absent it is Theorem 1 (3 with --norm) or, in the proxy game, Theorem 2. `referee statements` lists all. Others
    /// have their own commands: lemma-3 `shrink`; lemma-2, lemma-5 and theorem-5 `equilibrium`; lemma-6 and lemma-7 are
    /// claims of theorem-1 and theorem-2.
    #[arg(long, value_name = "NAME")]
    statement: Option<String>,
    /// B: at least every payoff, in the Euclidean norm (Lagrangian game) or each constraint (proxy game); found from
    /// --problem if absent
    #[arg(long, hide_short_help = true, value_name = "B", value_parser = finite, allow_hyphen_values = true)]
    pub(super) payoff_bound: Option<f64>,
    /// The step of the lambda-player; with --confidence it must be the printed one; `referee solve` prints it
    #[arg(long, hide_short_help = true, value_name = "ETA", value_parser = finite, allow_hyphen_values = true)]
    step: Option<f64>,
    /// What rounding added to the players' regrets, by their own account; `referee solve` prints it
    ///
    /// Claims with it are graded `declared`, and nothing is promised if it is above 2^-20 of the rate.
    #[arg(long, hide_short_help = true, value_name = "C", value_parser = finite, allow_hyphen_values = true)]
    rounding: Option<f64>,
    /// The mean error of the theta-player's oracle, with that of the lower bound; `referee solve` prints it
    #[arg(long, hide_short_help = true, value_name = "RHO", value_parser = finite, allow_hyphen_values = true)]
    oracle_error: Option<f64>,
    /// At least the Euclidean norm of every point of the domain; found from --problem if absent
    #[arg(long, hide_short_help = true, value_name = "D", value_parser = finite, allow_hyphen_values = true)]
    pub(super) domain_radius: Option<f64>,
    /// At least the Euclidean norm of every stochastic subgradient; found from --problem if absent
    #[arg(long, hide_short_help = true, value_name = "F", value_parser = finite, allow_hyphen_values = true)]
    pub(super) subgradient_bound: Option<f64>,
    /// The largest norm of a subgradient in this run, if it is known
    #[arg(long, hide_short_help = true, value_name = "X", value_parser = finite, allow_hyphen_values = true)]
    largest_subgradient: Option<f64>,
    /// The step of the theta-player, which must be the printed one; `referee solve` prints it
    #[arg(long, hide_short_help = true, value_name = "XI", value_parser = finite, allow_hyphen_values = true)]
    theta_step: Option<f64>,
    /// The mirror of the lambda-player (theorem-6) or the theta-player (theorem-7): euclidean, entropic or p-norm:P
    ///
    /// Bounds and norms of what it sees are then in its dual norm. `referee solve` prints it.
    #[arg(long, hide_short_help = true, value_name = "M", value_parser = |text: &str| MirrorKind::parse(text).map_err(|error| error.to_string()))]
    mirror: Option<MirrorKind>,
    /// The probability, above 0 and at most 1, with which the statement may fail
    #[arg(long, hide_short_help = true, value_name = "DELTA", value_parser = finite, allow_hyphen_values = true)]
    confidence: Option<f64>,
}

/// The statement that was asked for, if it promises a rate; any other must be the one that fits the trace.
pub(super) fn chosen(arguments: &Arguments, game: Game) -> Result<Option<&'static dyn Statement>> {
    let fitting = fitting(game, arguments.norm.unwrap_or(Norm::One)).name();
    let name = arguments.rate.statement.as_deref().unwrap_or(fitting);
    let known = statement(name);
    if let Some(rate) = known.filter(|statement| statement.promise().is_some()) {
        return match rate.game() {
            Some(about) if about != game => Err(Error::new(format!(
                "--statement {name} is about the {about} game, and the trace is of the {game} game"
            ))),
            _ => Ok(Some(rate)),
        };
    }
    if name != fitting {
        let why = if known.is_some() {
            "is not certified on this trace".to_owned()
        } else {
            format!("is not a statement{}", hint(name, STATEMENTS.map(Statement::name)))
        };
        let rates = rates().filter(|rate| rate.game() == Some(game));
        let rates = rates.map(Statement::name).collect::<Vec<_>>().join(", ");
        return Err(Error::new(format!("--statement {name} {why}: for this trace there are {fitting}, {rates}")));
    }
    let mirror = arguments.rate.mirror.map(|_| "--mirror");
    let constant = flags(&arguments.rate).into_iter().find(|(_, value)| value.is_some()).map(|(flag, _)| flag);
    match constant.or(mirror) {
        Some(flag) => Err(Error::new(format!(
            "{flag} is a constant of a rate, and {fitting} promises none: name one with --statement, or leave it out"
        ))),
        None => Ok(None),
    }
}

fn flags(rate: &RateArguments) -> [(&'static str, Option<f64>); 9] {
    [
        ("--payoff-bound", rate.payoff_bound),
        ("--step", rate.step),
        ("--rounding", rate.rounding),
        ("--oracle-error", rate.oracle_error),
        ("--domain-radius", rate.domain_radius),
        ("--subgradient-bound", rate.subgradient_bound),
        ("--largest-subgradient", rate.largest_subgradient),
        ("--theta-step", rate.theta_step),
        ("--confidence", rate.confidence),
    ]
}

/// What the call says for a rate, and what was filled in; `given` has the problem, if there is one.
pub(super) fn given(arguments: &Arguments, statement: &dyn Statement, given: Given, filled: &Filled) -> Result<Given> {
    let name = statement.name();
    // A problem's radius is Euclidean, and other norms of its points are larger.
    let euclidean = arguments.rate.mirror.is_none_or(|mirror| mirror.curvature() == 1.0);
    let subgradients = statement.takes_subgradients();
    // Whether a flag means something here, and whether it may be absent.
    let rule = |flag: &str| match flag {
        "--payoff-bound" => (true, filled.payoff_bound.is_some()),
        "--step" => (statement.takes_step(), true),
        "--rounding" => (true, true),
        "--oracle-error" => (statement.takes_oracle_error(), false),
        "--domain-radius" => (subgradients, filled.domain_radius.is_some() && euclidean),
        "--subgradient-bound" => (subgradients, filled.bounds_subgradients),
        "--largest-subgradient" | "--theta-step" => (subgradients, true),
        "--confidence" => (statement.takes_confidence(), false),
        "--radius" => (statement.game() == Some(Game::Lagrangian), false),
        _ => (false, false),
    };
    let mut all = flags(&arguments.rate).to_vec();
    all.push(("--radius", arguments.radius));
    for (flag, value) in &all {
        match value {
            Some(_) if !rule(flag).0 => {
                return Err(Error::new(format!("{flag} has no meaning in {name}: leave it out")));
            }
            Some(x) if flag.ends_with("step") && *x <= 0.0 => {
                return Err(Error::new(format!("{flag} is {x}, but it must be positive")));
            }
            Some(x) if *flag == "--confidence" && !(*x > 0.0 && *x <= 1.0) => {
                return Err(Error::new(format!("--confidence is {x}, but it must be above 0 and at most 1")));
            }
            Some(x) if *x < 0.0 => return Err(Error::new(format!("{flag} is {x}, but it must not be negative"))),
            _ => {}
        }
    }
    let is_missing = |(flag, x): &&(&str, Option<f64>)| x.is_none() && rule(flag) == (true, false);
    let missing: Vec<&str> = all.iter().filter(is_missing).map(|(flag, _)| *flag).collect();
    if !missing.is_empty() {
        return Err(needs(name, &missing, arguments.problem.is_some()));
    }
    let others = [
        ("--norm", arguments.norm.is_some_and(|norm| norm != Norm::One)),
        ("--margin", arguments.margin.is_some()),
        ("--objective-range", arguments.objective_range.is_some()),
        ("--average", arguments.average != Average::Uniform),
        ("--lambda-average", arguments.lambda_average.is_some_and(|average| average != Average::Uniform)),
    ];
    if let Some((flag, _)) = others.into_iter().find(|(_, given)| *given) {
        return Err(Error::new(format!(
            "{flag} has no meaning in {name}, which speaks of plain regrets: leave it out"
        )));
    }
    let rate = GivenRate {
        payoff_bound: arguments.rate.payoff_bound.or(filled.payoff_bound).unwrap_or(0.0),
        step: arguments.rate.step,
        rounding: arguments.rate.rounding.unwrap_or(0.0),
        oracle_error: arguments.rate.oracle_error,
        domain_radius: arguments.rate.domain_radius.or(filled.domain_radius.filter(|_| euclidean)),
        subgradient_bound: arguments.rate.subgradient_bound.or(filled.subgradient_bound),
        largest_subgradient: arguments.rate.largest_subgradient,
        theta_step: arguments.rate.theta_step,
        confidence: arguments.rate.confidence,
        mirror: arguments.rate.mirror,
    };
    Ok(Given { radius: arguments.radius, rate: Some(rate), ..given })
}

/// All that is missing in one sentence.
fn needs(name: &str, missing: &[&str], has_problem: bool) -> Error {
    let fills: Vec<&str> = missing.iter().copied().filter(|flag| FILLED_IN.contains(flag)).collect();
    let give = if missing.len() == 1 { "give it" } else { "give them" };
    let hint = match (fills.is_empty(), has_problem) {
        (false, false) => format!(", or --problem, which fills in {}", list(&fills, "and")),
        _ => String::new(),
    };
    Error::new(format!("{name} needs {}: {give}{hint}", list(missing, "and")))
}

/// What a problem's bounds may know.
const FILLED_IN: [&str; 3] = ["--payoff-bound", "--domain-radius", "--subgradient-bound"];

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
