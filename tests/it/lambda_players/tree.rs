//! Tree swap over every learner, at every short horizon; and a tree whose learners do not forget.

use crate::lambda_players::learners::{LEARNERS, point};
use referee::adversary::{self, AdversaryEntry, Size};
use referee::arena::{Contest, Record};
use referee::game::Game;
use referee::players::{ExternalPlayer, Hedge, LambdaPlayer, RegretKind, RegretMatchingPlus, Restart, TreeSwap};

const PROXY: Game = Game::ProxyLagrangian;

/// A learner behind a pointer, which may refuse to forget, or claim that it has no regret.
struct Held {
    learner: Box<dyn Restart>,
    forgets: bool,
    lies: bool,
}

impl ExternalPlayer for Held {
    fn actions(&self) -> usize {
        self.learner.actions()
    }
    fn play(&mut self, x: &mut [f64]) {
        self.learner.play(x);
    }
    fn observe(&mut self, gains: &[f64]) {
        self.learner.observe(gains);
    }
    fn copies_bound(&self, copies: usize) -> Option<f64> {
        self.learner.copies_bound(copies)
    }
    fn runtime_bound(&self) -> Option<f64> {
        self.learner.runtime_bound().map(|bound| if self.lies { 0.0 } else { bound })
    }
}

impl Restart for Held {
    fn restart(&mut self) {
        if self.forgets {
            self.learner.restart();
        }
    }
}

/// Payoffs within [-1/2, 1/2]: the range that the learners were told is 1.
fn contest(kind: AdversaryEntry, constraints: usize, horizon: usize) -> Contest {
    Contest { game: PROXY, adversary: kind, constraints, horizon, bound: 0.5, radius: 0.0, seed: 3 }
}

/// The bound at the horizon, and the bound of the run after every round.
fn law<E: Restart>(player: &mut TreeSwap<E>, contest: &Contest) -> Result<(), String> {
    let mut adversary = (contest.adversary.make)(Size {
        constraints: contest.constraints,
        horizon: contest.horizon,
        bound: contest.bound,
        seed: contest.seed,
    });
    let mut record = Record::default();
    for _ in 0..contest.horizon {
        let (mut lambda, mut payoff) = (vec![0.0; contest.constraints + 1], vec![0.0; contest.constraints + 1]);
        player.play(&mut lambda);
        adversary.payoff(&lambda, &mut payoff);
        player.observe(&payoff);
        record.lambda.push(lambda);
        record.payoff.push(payoff);
        let proved = player.runtime_bound().ok_or("no bound of the run")?;
        record.keeps(player, contest, "run-time", proved)?;
    }
    record.is_inside(contest)?;
    record.keeps(player, contest, "a-priori", player.bound().ok_or("no bound")?)
}

#[test]
fn trees_over_every_learner_keep_their_bounds() {
    for (name, make) in LEARNERS {
        for kind in [adversary::GREEDY, adversary::SWITCHING, adversary::PUNISH, adversary::RM_TRAP, adversary::TRAP] {
            for horizon in (1..=17).chain([26, 27, 28, 64]) {
                for depth in 1..=4 {
                    let learner = |rounds| Held { learner: make(3, rounds), forgets: true, lies: false };
                    let mut tree = TreeSwap::new("tree", horizon, 1.0, depth, learner);
                    let kept = law(&mut tree, &contest(kind, 2, horizon));
                    assert_eq!(kept, Ok(()), "{name}, depth {depth}");
                }
            }
        }
    }
}

/// A learner that lives on is compared with one point for all of its lives, and what the tree then says of itself is
/// false; so it is if a learner is silent about its regret.
#[test]
fn broken_trees_are_caught() {
    let caught = |who: usize, m: usize, kind, forgets, lies| {
        let learner = |rounds| Held { learner: LEARNERS[who].1(m + 1, rounds), forgets, lies };
        let kept = law(&mut TreeSwap::new("broken", 64, 1.0, 3, learner), &contest(kind, m, 64));
        kept.is_err_and(|violation| violation.contains("run-time"))
    };
    assert!(caught(5, 1, adversary::TRAP, false, false), "{} does not forget", LEARNERS[5].0);
    for (who, (name, _)) in LEARNERS.into_iter().enumerate() {
        assert!(caught(who, 3, adversary::GREEDY, true, true), "{name} lies");
    }
}

/// Four rounds, two levels with two steps each, over regret matching: half, then whoever won.
#[test]
fn a_small_tree_by_hand() {
    let mut tree = TreeSwap::new("by hand", 4, 1.0, 2, |rounds| RegretMatchingPlus::new(2, rounds, 1.0));
    assert_eq!((tree.depth(), tree.steps(), tree.regret()), (2, 2, RegretKind::Swap));
    let mut played = [0.0; 2];
    for (expected, gains) in [
        (point([1.0, 1.0]), [0.0, 1.0]), // nobody knows anything
        (point([1.0, 2.0]), [0.0, 1.0]), // the second level has seen a round
        (point([1.0, 2.0]), [1.0, 0.0]), // the first has seen a step of two; the second starts anew
        (point([1.0, 1.0]), [1.0, 0.0]), // the second level has seen a round the other way
    ] {
        tree.play(&mut played);
        assert_eq!(played, expected);
        tree.observe(&gains);
    }
    // The learners are promised r sqrt(n - 1) sqrt(1 / M) each: (1 + 2 sqrt(1/2)) / 3.
    let bound = tree.bound().expect("a theorem");
    assert!((bound - (1.0 + 2_f64.sqrt()) / 3.0).abs() < 1e-12, "{bound}");
}

#[test]
fn trees_fit_every_horizon() {
    let hedge = |rounds| Hedge::new(2, rounds, 1.0, 1.0);
    for (horizon, depth, steps) in [(1, 1, 1), (1, 3, 1), (7, 1, 7), (8, 3, 2), (9, 3, 3), (27, 3, 3), (28, 3, 4)] {
        assert_eq!(TreeSwap::new("", horizon, 1.0, depth, hedge).steps(), steps, "{horizon}, {depth}");
    }
    let one = TreeSwap::best("", 100, 1.0, |rounds| Hedge::new(1, rounds, 1.0, 1.0));
    assert_eq!(one.bound(), Some(0.0));
}
