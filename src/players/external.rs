//! Learners on the simplex with small external regret: the parts that lambda-players are made of.

/// A learner with `n` actions: plays a point of the simplex, then sees the gain of each action.
///
/// Its regret after `T` rounds is `max_j sum_t gains_t[j] - sum_t <x_t, gains_t>`, for the points really played. Gains
/// must be finite; the a-priori bounds are for gains in an interval of length `range` (fixed when the learner is
/// made) that contains 0.
///
/// Wrappers turn it into a player of a game: [`Deviation`](super::Deviation), [`BlumMansour`](super::BlumMansour),
/// [`TreeSwap`](super::TreeSwap), [`Slack`](super::Slack), [`Plain`](super::Plain).
pub trait ExternalPlayer: Send {
    /// The number of actions.
    fn actions(&self) -> usize;

    /// Writes this round's point: multiples of 2^-52 that sum to exactly 1.
    fn play(&mut self, x: &mut [f64]);

    /// Takes the gains of the actions, for the point just played.
    fn observe(&mut self, gains: &[f64]);

    /// A bound on the sum, over `copies` such learners, of their average regrets after the horizon, where in each round
    /// the gains of copy `i` are scaled by a weight `w_i >= 0` and the weights sum to 1; rounded up. `None` if no
    /// theorem covers this learner.
    fn copies_bound(&self, copies: usize) -> Option<f64>;

    /// The average regret after the horizon that a theorem promises, rounded up; `None` if none does.
    fn bound(&self) -> Option<f64> {
        self.copies_bound(1)
    }

    /// The average regret that the rounds so far prove, rounded up; `None` if there is no such bound, nothing has been
    /// played, or gains near the end of the range of doubles were seen.
    fn runtime_bound(&self) -> Option<f64>;
}

/// A learner that can forget everything, without allocating: [`TreeSwap`](super::TreeSwap) starts its learners anew.
pub trait Restart: ExternalPlayer {
    /// Goes back to the state in which it was made.
    fn restart(&mut self);
}
