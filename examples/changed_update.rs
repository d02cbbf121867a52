//! Does the theory still hold? A changed multiplier update in the league, and the same with a moving average.
//!
//! `cargo run --release --example changed_update -- rates --players my-update,matrix`, and then with `my-average`.

use referee::numerics::simplex::round_to_simplex;
use referee::players::{LambdaEntry, LambdaPlayer, LambdaSettings, RegretKind};
use referee::prelude::*;
use referee::registry::Registry;
use std::process::ExitCode;

/// Regret matching: weighs the objective and each constraint in proportion to how much it is regretted.
struct Update {
    name: &'static str,
    settings: LambdaSettings,
    regrets: Vec<f64>,
    played: Vec<f64>,
    /// 1 in the update that is proved; less is a moving average.
    memory: f64,
}

impl LambdaPlayer for Update {
    fn name(&self) -> &'static str {
        self.name
    }
    fn regret(&self) -> RegretKind {
        RegretKind::Deviation // what Theorem 2 needs
    }
    fn play(&mut self, lambda: &mut [f64]) {
        lambda.iter_mut().zip(&self.regrets).for_each(|(weight, regret)| *weight = regret.max(0.0));
        if round_to_simplex(lambda).is_err() {
            lambda[0] = 1.0; // nothing is regretted: all on the objective
        }
        self.played.copy_from_slice(lambda);
    }
    fn observe(&mut self, payoff: &[f64]) {
        let earned: f64 = self.played.iter().zip(payoff).map(|(weight, gain)| weight * gain).sum();
        for (j, (regret, gain)) in self.regrets.iter_mut().zip(payoff).enumerate() {
            let gain = if j == 0 { -earned } else { self.played[0] * gain }; // of the deviations that Theorem 2 uses
            *regret = self.memory * *regret + gain;
        }
    }
    fn bound(&self) -> Option<f64> {
        let LambdaSettings { constraints: m, horizon: t, bound, .. } = self.settings;
        let rounding = 1.0 + f64::from(2.0_f32.powi(-20));
        (t <= 1 << 20 && m < 1 << 10).then(|| bound * (m.max(1) as f64 / t as f64).sqrt() * rounding)
    }
}

fn entry(name: &'static str, memory: f64) -> LambdaEntry {
    LambdaEntry::new(name, Game::ProxyLagrangian, RegretKind::Deviation, "regret matching", move |settings| {
        let zeros = vec![0.0; settings.constraints + 1];
        Ok(Box::new(Update { name, settings: *settings, regrets: zeros.clone(), played: zeros, memory }))
    })
    .adapts()
}

fn main() -> Result<ExitCode> {
    let registry = Registry::default().with_lambda_player(entry("my-update", 1.0))?;
    Ok(referee::cli::main_with(&registry.with_lambda_player(entry("my-average", 0.9))?))
}
