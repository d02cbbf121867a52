//! How long a step of a player takes, and whether its steps depend on the horizon.

use crate::adversary::{GAP, Size};
use crate::error::Result;
use crate::game::Game;
use crate::players::{LambdaEntry, LambdaPlayer, LambdaSettings};
use crate::trace::Trace;
use cpu_time::ThreadTime;

/// As many numbers of payoffs are kept to time a player on, and at most [`MOST_ROUNDS`] rounds.
const MOST_NUMBERS: usize = 1 << 17;
const MOST_ROUNDS: usize = 1024;

/// The payoffs of the first rounds of a run, kept for timing.
pub(super) struct Payoffs {
    width: usize,
    first: usize,
    numbers: Vec<f64>,
}

impl Payoffs {
    pub(super) fn new(game: Game, constraints: usize) -> Self {
        Self { width: game.num_multipliers(constraints), first: 1 - game.first_multiplier(), numbers: Vec::new() }
    }

    /// Takes what there is room for. The middle of an enclosure is near enough to time a player on.
    pub(super) fn look(&mut self, block: &Trace) {
        if self.width == 0 {
            return;
        }
        let most = (MOST_NUMBERS / self.width).clamp(1, MOST_ROUNDS) * self.width;
        for t in 0..block.rounds() {
            if self.numbers.len() >= most {
                return;
            }
            self.numbers.extend(std::iter::repeat_n(0.0, self.first)); // the objective earns nothing
            let values = block.constraints();
            self.numbers.extend((0..values.width()).map(|i| values.get(t, i).midpoint()));
        }
    }

    /// Nanoseconds of CPU time per step, the faster of two replays by fresh players.
    pub(super) fn time(&self, fresh: impl Fn() -> Result<Box<dyn LambdaPlayer>>) -> Result<f64> {
        let mut fastest = f64::INFINITY;
        let mut lambda = vec![0.0; self.width];
        for _ in 0..2 {
            let mut player = fresh()?;
            let start = ThreadTime::now();
            for payoff in self.numbers.chunks_exact(self.width.max(1)) {
                player.play(&mut lambda);
                player.observe(payoff);
                std::hint::black_box(&lambda);
            }
            let steps = (self.numbers.len() / self.width.max(1)).max(1);
            fastest = fastest.min(start.elapsed().as_nanos() as f64 / steps as f64);
        }
        Ok(fastest)
    }
}

/// Whether a player's choices do not depend on the horizon: they are the same, bit for bit, on the same payoffs under two
/// horizons. A player that is told `T` only to state its bound is anytime.
///
/// ```
/// use referee::league::is_anytime;
/// use referee::registry::Registry;
/// let player = |name| Registry::ours().find_lambda_player(name).unwrap();
/// assert!(is_anytime(player("deviation-adahedge"))?);
/// assert!(!is_anytime(player("matrix"))?);
/// # Ok::<(), referee::error::Error>(())
/// ```
///
/// # Errors
/// If it cannot be made.
pub fn is_anytime(player: &LambdaEntry) -> Result<bool> {
    const CONSTRAINTS: usize = 3;
    const ROUNDS: usize = 200;
    let plays = |horizon: usize| -> Result<Vec<f64>> {
        let settings = LambdaSettings {
            constraints: CONSTRAINTS,
            horizon,
            bound: 1.0,
            bound2: 2.0,
            range: 2.0,
            radius: 1.0,
            step: None,
        };
        let (mut player, game) = (player.make(&settings)?, player.game);
        // An oblivious sequence: the payoffs do not depend on the plays.
        let mut adversary = (GAP.make)(Size { constraints: CONSTRAINTS, horizon: ROUNDS, bound: 1.0, seed: 0 });
        let (unseen, mut payoff) = ([0.0; CONSTRAINTS + 1], [0.0; CONSTRAINTS + 1]);
        let mut lambda = vec![0.0; game.num_multipliers(CONSTRAINTS)];
        let mut all = Vec::new();
        for _ in 0..ROUNDS {
            player.play(&mut lambda);
            all.extend_from_slice(&lambda);
            adversary.payoff(&unseen, &mut payoff);
            player.observe(&payoff[game.first_multiplier()..]);
        }
        Ok(all)
    };
    Ok(plays(ROUNDS)? == plays(64 * ROUNDS)?)
}
