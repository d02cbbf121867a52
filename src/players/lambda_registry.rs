//! Our lambda-players, each with its name, its game and what it promises.
//!
//! A player from elsewhere is a [`LambdaEntry`] too: [`Registry`](crate::registry::Registry) takes both.

use super::bounds::{
    self, deviation_norm, gradient_step_best, gradient_step_paper, hedge_copies_step, hedge_step, matrix_step_best,
    matrix_step_paper, optimistic_gradient_step, optimistic_hedge_step,
};
use super::mirror::usual_exponent;
use super::swap_bounds::{additive_matrix_step, stoltz_lugosi_step};
use super::{
    AdaHedge, AdditiveMatrix, BlumMansour, CoinBetting, Deviation, Entropic, ExternalPlayer, Gains, Hedge,
    InternalRegretMatching, LambdaPlayer, MatrixMultiplicative, Mirror as _, MirrorDescent, NuPi, OptimisticGradient,
    OptimisticHedge, PNorm, Plain, PredictiveRegretMatching, ProjectedGradient, RegretKind, RegretMatchingPlus, Slack,
    StoltzLugosi, TreeSwap,
};
use crate::domain::L1Orthant;
use crate::error::{Error, Result};
use crate::game::Game;
use std::sync::Arc;

/// What a lambda-player is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LambdaSettings {
    /// The number of constraints, `m`.
    pub constraints: usize,
    /// The number of rounds to be played, `T`.
    pub horizon: usize,
    /// At least every `|g_i|`.
    pub bound: f64,
    /// At least the Euclidean norm of `(g_1, .., g_m)`.
    pub bound2: f64,
    /// The length of an interval that contains 0 and every `g_i`; `2 bound` if nothing better is known.
    pub range: f64,
    /// The radius `R` of the Lagrangian game; the proxy game has none.
    pub radius: f64,
    /// A step in place of the player's own. The bounds are then those of this step.
    pub step: Option<f64>,
}

impl LambdaSettings {
    fn check(&self) -> Result<()> {
        if self.horizon == 0 {
            return Err(Error::new("a lambda-player needs at least one round"));
        }
        for (what, value) in [("bound", self.bound), ("Euclidean bound", self.bound2), ("range", self.range)] {
            if !(0.0..=f64::MAX).contains(&value) {
                return Err(Error::new(format!(
                    "the {what} of the payoffs is {value}, but it must be finite and not negative"
                )));
            }
        }
        if let Some(step) = self.step
            && !(f64::MIN_POSITIVE..=1.0 / f64::MIN_POSITIVE).contains(&step)
        {
            return Err(Error::new(format!("the step is {step}, but it must be a positive number")));
        }
        Ok(())
    }
}

/// How a lambda-player is made.
type Make = Arc<dyn Fn(&LambdaSettings) -> Result<Box<dyn LambdaPlayer>> + Send + Sync>;

/// A lambda-player in a registry.
#[derive(Clone)]
pub struct LambdaEntry {
    /// Its name, for tables and for the command line; the player says the same.
    pub name: &'static str,
    /// The game that it plays.
    pub game: Game,
    /// The regret that its bounds speak of.
    pub regret: RegretKind,
    /// What it is, in one line.
    pub about: &'static str,
    /// A priori, what its average regret per round is at most in exact arithmetic, for people: `1.5 R B2 / sqrt(2 T)`; empty
    /// if it says nothing of that. The symbols are those of the list of players.
    pub bound: &'static str,
    /// What a round costs, for people: `O(m)`; empty if it says nothing of that.
    pub cost: &'static str,
    /// Whether it is a control, with external regret only in the game that needs more: a check that passes it is blunt.
    pub control: bool,
    /// Whether it finds its own steps, so that none can be given.
    pub adapts: bool,
    make: Make,
}

impl LambdaEntry {
    /// A player that takes steps.
    ///
    /// ```
    /// use referee::game::Game;
    /// use referee::players::{Hedge, LambdaEntry, Plain, RegretKind};
    /// use referee::registry::Registry;
    /// let lazy = LambdaEntry::new("lazy-hedge", Game::ProxyLagrangian, RegretKind::External, "hardly moves", |settings| {
    ///     let hedge = Hedge::new(settings.constraints + 1, settings.horizon, settings.range, 1e-9);
    ///     Ok(Box::new(Plain::new("lazy-hedge", hedge)))
    /// });
    /// let registry = Registry::default().with_lambda_player(lazy.clone())?;
    /// assert_eq!(registry.lambda_players(Game::ProxyLagrangian).last().unwrap().name, "lazy-hedge");
    /// assert!(registry.with_lambda_player(lazy).is_err()); // there is one of that name now
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    pub fn new(
        name: &'static str,
        game: Game,
        regret: RegretKind,
        about: &'static str,
        make: impl Fn(&LambdaSettings) -> Result<Box<dyn LambdaPlayer>> + Send + Sync + 'static,
    ) -> Self {
        Self { name, game, regret, about, bound: "", cost: "", control: false, adapts: false, make: Arc::new(make) }
    }

    /// The same, with what it promises and what a round costs.
    #[must_use]
    pub fn promising(self, bound: &'static str, cost: &'static str) -> Self {
        Self { bound, cost, ..self }
    }

    /// The same, declared to be a control.
    #[must_use]
    pub fn control(mut self) -> Self {
        self.control = true;
        self
    }

    /// The same, declared to find its own steps.
    #[must_use]
    pub fn adapts(mut self) -> Self {
        self.adapts = true;
        self
    }

    /// The player at the start.
    ///
    /// # Errors
    /// If a setting is out of range, or a step is given to a player that has none.
    pub fn make(&self, settings: &LambdaSettings) -> Result<Box<dyn LambdaPlayer>> {
        settings.check()?;
        if settings.step.is_some() && self.adapts {
            let name = self.name;
            return Err(Error::new(format!("the lambda-player `{name}` adapts itself, so it takes no step")));
        }
        let radius = settings.radius;
        if self.game == Game::Lagrangian && !(0.0..=f64::MAX).contains(&radius) {
            return Err(Error::new(format!("the radius is {radius}, but it must be finite and not negative")));
        }
        (self.make)(settings)
    }
}

/// What our players are made from: the settings, and what follows from them.
struct Ours<'a> {
    name: &'static str,
    given: &'a LambdaSettings,
    /// The number of actions, `m + 1`.
    n: usize,
    /// Of the payoffs; never more than twice their bound.
    range: f64,
}

type Made = Result<Box<dyn LambdaPlayer>>;

#[expect(clippy::unnecessary_wraps, reason = "a player may refuse what it is made from, even if these do not")]
impl Ours<'_> {
    fn step(&self, own: f64) -> f64 {
        self.given.step.unwrap_or(own)
    }

    fn gradient(&self, own: f64) -> Made {
        let LambdaSettings { constraints, horizon, bound2, radius, .. } = *self.given;
        Ok(Box::new(ProjectedGradient::new(self.name, constraints, horizon, radius, bound2, self.step(own))?))
    }

    fn matrix(&self, own: f64) -> Made {
        Ok(Box::new(MatrixMultiplicative::new(self.name, self.n, self.given.horizon, self.range, self.step(own))))
    }

    /// Hedge with its best step.
    fn hedge(&self) -> Hedge {
        let horizon = self.given.horizon;
        Hedge::new(self.n, horizon, self.range, self.step(hedge_step(self.n, horizon, self.range)))
    }

    fn adahedge(&self) -> AdaHedge {
        AdaHedge::new(self.n, self.given.horizon, self.range)
    }

    fn matching(&self) -> RegretMatchingPlus {
        RegretMatchingPlus::new(self.n, self.given.horizon, self.range)
    }

    /// Optimistic Hedge for one of so many copies.
    fn optimistic(&self, copies: usize) -> OptimisticHedge {
        let horizon = self.given.horizon;
        let step = self.step(optimistic_hedge_step(self.n, copies, horizon, self.range));
        OptimisticHedge::new(self.n, horizon, self.range, step)
    }

    fn slack(&self, learner: impl ExternalPlayer + 'static) -> Made {
        Ok(Box::new(Slack::new(self.name, learner, self.range, self.given.radius)))
    }

    fn deviation(&self, learner: impl ExternalPlayer + 'static) -> Made {
        Ok(Box::new(Deviation::new(self.name, learner, self.range)))
    }

    /// Of all deviations together, where the constraints' own bound is used.
    fn norm(&self) -> f64 {
        deviation_norm(self.given.constraints, self.given.bound)
    }

    fn blum_mansour<P: ExternalPlayer + 'static>(&self, copy: impl FnMut() -> P) -> Made {
        Ok(Box::new(BlumMansour::new(self.name, self.n, self.range, copy)))
    }
}

fn ours(
    name: &'static str,
    game: Game,
    regret: RegretKind,
    about: &'static str,
    make: fn(&Ours<'_>) -> Made,
) -> LambdaEntry {
    LambdaEntry::new(name, game, regret, about, move |given| {
        let range = given.range.min(2.0 * given.bound);
        make(&Ours { name, given, n: given.constraints + 1, range })
    })
}

/// The lambda-players of the Lagrangian game; no theorem covers the last.
fn lagrangian() -> Vec<LambdaEntry> {
    let entry = |name, about, make| ours(name, Game::Lagrangian, RegretKind::External, about, make);
    vec![
        entry("gradient", "projected gradient with the paper's step (Algorithms 1 and 3)", |it| {
            it.gradient(gradient_step_paper(it.given.radius, it.given.bound2, it.given.horizon))
        })
        .promising("1.5 R B2 / sqrt(2 T)", "O(m)"),
        entry("gradient-best", "the same with the step that makes its bound least", |it| {
            it.gradient(gradient_step_best(it.given.radius, it.given.bound2, it.given.horizon))
        })
        .promising("R B2 / sqrt(T)", "O(m)"),
        entry("mirror-entropic", "mirror descent with the entropy as its mirror (Theorem 6)", |it| {
            let LambdaSettings { constraints, horizon, radius, step, .. } = *it.given;
            Ok(Box::new(Entropic::new(it.name, constraints, horizon, it.range, radius, step)))
        })
        .promising("0.75 R r sqrt(ln(n) / T)", "O(m)"),
        entry("mirror-p-norm", "mirror descent with the square of a p-norm as its mirror (Theorem 6)", |it| {
            let LambdaSettings { constraints, horizon, bound, bound2, radius, .. } = *it.given;
            if constraints == 0 {
                return Ok(Box::new(Entropic::new(it.name, 0, horizon, it.range, radius, None)));
            }
            let p = usual_exponent(it.n);
            let mirror = PNorm::new(p, L1Orthant::new(constraints, radius)?)?;
            let bound = PNorm::dual_bound(p, constraints, bound, bound2);
            let printed = bounds::step(mirror.reach().max(f64::MIN_POSITIVE) / horizon as f64, bound);
            Ok(Box::new(MirrorDescent::new(it.name, mirror, it.step(printed), horizon, bound)))
        })
        .promising("1.5 R Bq / sqrt(2 (p - 1) T)", "O(m)"),
        entry("exponentiated-gradient", "Hedge over the constraints and a slack", |it| it.slack(it.hedge()))
            .promising("R r sqrt(ln(n) / (2 T))", "O(m)"),
        entry("slack-adahedge", "AdaHedge over the constraints and a slack", |it| it.slack(it.adahedge()))
            .promising("R r (1 + sqrt(1 + T ln(n))) / T", "O(m)")
            .adapts(),
        entry("slack-rm-plus", "regret matching+ over the constraints and a slack", |it| it.slack(it.matching()))
            .promising("R r sqrt(m / T)", "O(m)")
            .adapts(),
        entry("optimistic-gradient", "projected gradient that expects the last payoff again", |it| {
            let LambdaSettings { constraints, horizon, bound2, radius, .. } = *it.given;
            let step = it.step(optimistic_gradient_step(radius, bound2, horizon));
            Ok(Box::new(OptimisticGradient::new(it.name, constraints, horizon, radius, bound2, step)?))
        })
        .promising("R B2 sqrt(4 T - 3) / T", "O(m)"),
        entry("nu-pi", "a controller with proportional and integral gains; no theorem covers it", |it| {
            let LambdaSettings { constraints, horizon, bound2, radius, .. } = *it.given;
            let step = it.step(gradient_step_best(radius, bound2, horizon));
            Ok(Box::new(NuPi::new(it.name, constraints, radius, step, Gains::default())?))
        })
        .promising("none", "O(m)"),
    ]
}

/// The lambda-players of the proxy game; the last two are controls that Theorem 2 does not cover.
fn proxy() -> Vec<LambdaEntry> {
    let entry = |regret| move |name, about, make| ours(name, Game::ProxyLagrangian, regret, about, make);
    let (swap, deviation, external) =
        (entry(RegretKind::Swap), entry(RegretKind::Deviation), entry(RegretKind::External));
    vec![
        swap("matrix", "multiplicative updates of a matrix with the paper's step (Algorithms 2 and 4)", |it| {
            it.matrix(matrix_step_paper(it.n, it.given.horizon, it.given.bound))
        })
        .promising("1.5 B sqrt(n ln(n) / T)", "O(m^2), fix"),
        swap("matrix-best", "the same with the step that makes its bound least", |it| {
            it.matrix(matrix_step_best(it.n, it.given.horizon, it.given.bound))
        })
        .promising("B sqrt(2 n ln(n) / T)", "O(m^2), fix"),
        deviation("deviation-hedge", "Hedge over the m + 1 deviations that Theorem 2 uses", |it| {
            it.deviation(it.hedge())
        })
        .promising("r sqrt(ln(n) / (2 T))", "O(m)"),
        deviation("deviation-adahedge", "AdaHedge over the deviations", |it| it.deviation(it.adahedge()))
            .promising("r (1 + sqrt(1 + T ln(n))) / T", "O(m)")
            .adapts(),
        deviation("deviation-rm-plus", "regret matching+ over the deviations", |it| {
            it.deviation(it.matching().with_norm(it.norm()))
        })
        .promising("B sqrt(m / T)", "O(m)")
        .adapts(),
        deviation("deviation-optimistic-hedge", "optimistic Hedge over the deviations", |it| {
            it.deviation(it.optimistic(1))
        })
        .promising("r sqrt((4 T - 3) ln(n) / 2) / T", "O(m)"),
        deviation("deviation-predictive-rm-plus", "predictive regret matching+ over the deviations", |it| {
            let matching = PredictiveRegretMatching::new(it.n, it.given.horizon, it.range);
            it.deviation(matching.with_norm(it.norm()))
        })
        .promising("B sqrt(m (4 T - 3)) / T", "O(m)")
        .adapts(),
        deviation("deviation-coin-betting", "coin betting over the deviations", |it| {
            it.deviation(CoinBetting::new(it.n, it.given.horizon, it.range))
        })
        .promising("r sqrt((1 + a) / T), a = 2 ln(n) + ln(1 + a)", "O(m)")
        .adapts(),
        swap("blum-mansour-hedge", "a Hedge for each action, joined by a stationary distribution", |it| {
            let step = it.step(hedge_copies_step(it.n, it.n, it.given.horizon, it.range));
            it.blum_mansour(|| Hedge::new(it.n, it.given.horizon, it.range, step))
        })
        .promising("r sqrt(n ln(n) / (2 T))", "O(m^2), fix"),
        swap("blum-mansour-adahedge", "an AdaHedge for each action", |it| it.blum_mansour(|| it.adahedge()))
            .promising("r (n + sqrt(n n + n T ln(n))) / T", "O(m^2), fix")
            .adapts(),
        swap("blum-mansour-rm-plus", "regret matching+ for each action", |it| it.blum_mansour(|| it.matching()))
            .promising("r sqrt(m n / T)", "O(m^2), fix")
            .adapts(),
        swap("blum-mansour-optimistic-hedge", "an optimistic Hedge for each action", |it| {
            it.blum_mansour(|| it.optimistic(it.n))
        })
        .promising("r sqrt(n (4 T - 3) ln(n) / 2) / T", "O(m^2), fix"),
        swap("tree-swap", "a tree of Hedges, for many actions", |it| {
            let hedge = |rounds| Hedge::new(it.n, rounds, it.range, it.step(hedge_step(it.n, rounds, it.range)));
            Ok(Box::new(TreeSwap::best(it.name, it.given.horizon, it.range, hedge)))
        })
        .promising("r (1 + k sqrt(ln(n) / (2 T^(1/k)))) / (k + 1) for the best k, about", "O(k m)"),
        swap("internal-regret-matching", "regret matching over pairs of actions", |it| {
            Ok(Box::new(InternalRegretMatching::new(it.name, it.n, it.given.horizon, it.range)))
        })
        .promising("r sqrt(m n / T)", "O(m^2), fix")
        .adapts(),
        swap("stoltz-lugosi", "exponential weights over pairs of actions", |it| {
            let step = it.step(stoltz_lugosi_step(it.n, it.given.horizon, it.range));
            Ok(Box::new(StoltzLugosi::new(it.name, it.n, it.given.horizon, it.range, step)))
        })
        .promising("r n (ln(m) + ln(m n)) / sqrt(8 T ln(m n)) if m >= 3", "O(m^2), fix"),
        swap("additive-matrix", "projected gradient on a left-stochastic matrix", |it| {
            let step = it.step(additive_matrix_step(it.n, it.given.horizon, it.range));
            Ok(Box::new(AdditiveMatrix::new(it.name, it.n, it.given.horizon, it.range, step)?))
        })
        .promising("r sqrt(m n / T) / 2", "O(m^2), fix"),
        external("hedge-control", "Hedge alone, which Theorem 2 does not cover", |it| {
            Ok(Box::new(Plain::new(it.name, it.hedge())))
        })
        .promising("r sqrt(ln(n) / (2 T))", "O(m)")
        .control(),
        external("rm-plus-control", "regret matching+ alone, which Theorem 2 does not cover", |it| {
            Ok(Box::new(Plain::new(it.name, it.matching())))
        })
        .promising("r sqrt(m / T)", "O(m)")
        .adapts()
        .control(),
    ]
}

/// Ours, in the order of the tables.
pub(crate) fn lambda_players() -> Vec<LambdaEntry> {
    [lagrangian(), proxy()].concat()
}
