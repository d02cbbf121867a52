//! A lambda-player of your own: regret matching on the m + 1 deviations that Theorem 2 needs.
//!
//! `cargo run --release --features testing --example my_player` plays it beside a player that ships;
//! `cargo test --features testing --example my_player` asks every law of it. `docs/adding-a-player.md` explains it.

use referee::numerics::simplex::round_to_simplex;
use referee::players::lambda_deviation::deviation_gains;
use referee::players::{LambdaPlayer, LambdaSettings, RegretKind};
use referee::prelude::*;

/// Plays each deviation in proportion to how much it is regretted.
struct RegretMatching {
    settings: LambdaSettings,
    regrets: Vec<f64>,
    played: Vec<f64>,
    gains: Vec<f64>,
}

impl RegretMatching {
    fn new(settings: &LambdaSettings) -> Self {
        let zeros = || vec![0.0; settings.constraints + 1];
        Self { settings: *settings, regrets: zeros(), played: zeros(), gains: zeros() }
    }
}

impl LambdaPlayer for RegretMatching {
    fn name(&self) -> &'static str {
        "regret-matching"
    }
    fn regret(&self) -> RegretKind {
        RegretKind::Deviation
    }
    fn play(&mut self, lambda: &mut [f64]) {
        lambda.iter_mut().zip(&self.regrets).for_each(|(x, regret)| *x = regret.max(0.0));
        if round_to_simplex(lambda).is_err() {
            lambda[0] = 1.0; // nothing is regretted: all on the objective
        }
        self.played.copy_from_slice(lambda);
    }
    fn observe(&mut self, payoff: &[f64]) {
        deviation_gains(&self.played, payoff, &mut self.gains);
        self.regrets.iter_mut().zip(&self.gains).for_each(|(regret, gain)| *regret += gain);
    }
    fn bound(&self) -> Option<f64> {
        let LambdaSettings { constraints: m, horizon, bound, .. } = self.settings;
        let rounding = 1.0 + f64::from(2.0_f32.powi(-20));
        let covered = horizon <= 1 << 20 && m < 1 << 10 && bound > 1e-250;
        covered.then(|| bound * (m.max(1) as f64 / horizon as f64).sqrt() * rounding)
    }
}

fn make(settings: &LambdaSettings) -> Box<dyn LambdaPlayer> {
    Box::new(RegretMatching::new(settings))
}

referee::conformance!(
    multiplier_player: regret_matching,
    Game::ProxyLagrangian,
    make,
    scale,
    permutation(1.0 / (1_u64 << 40) as f64)
);

fn main() -> Result<()> {
    let triangle = referee::open("triangle")?;
    println!("player           rounds  worst deviation  a-priori bound  E[g_0]   max E[g_i]");
    for rounds in [256, 1024, 4096] {
        let plan = Plan::new(&triangle, Algorithm::OracleProxyLagrangian).rounds(rounds);
        let runs = [plan.clone().lambda_player_by(&make).play()?, plan.lambda_player("deviation-hedge").play()?];
        for run in &runs {
            let (player, certificate) = (&run.players.lambda_player, &run.certification.certificate);
            let (name, bound) = (player.name(), player.bound().unwrap_or(f64::INFINITY));
            let most = |quantity: &str| certificate.measured(quantity).map_or(f64::NAN, Enclosure::hi);
            let deviation = most("deviation_to_constraints").max(most("deviation_to_objective"));
            let (objective, infeasibility) = (most("objective"), most("infeasibility"));
            println!("{name:<16} {rounds:>6}  {deviation:>15.6}  {bound:>14.6}  {objective:.4}  {infeasibility:.6}");
        }
    }
    Ok(())
}
