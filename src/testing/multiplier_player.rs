//! Laws of a lambda-player: exact members, bounds that no adversary breaks, and runs that the checker accepts.

use super::certified_run::{self as run, Checker, Shrinker};
use super::conformance::{Finding, Law, Ruling, laws};
use super::require;
use crate::adversary::{ALTERNATING, AdversaryEntry, DRIFT, GAP, GREEDY, LAMBDA, RADEMACHER, RM_TRAP, SWITCHING};
use crate::arena::{Contest, Record};
use crate::game::Game;
use crate::numerics::rational::{exact, power_of_two};
use crate::players::{LambdaPlayer, LambdaSettings};
use crate::run::LambdaMaker;
use crate::shrink::shrink;
use dashu_ratio::RBig;

laws! { Player:
    law_plays_are_finite "every multiplier of every round is a finite number",
    law_plays_are_members "every play is an exact member of the game's set",
    law_replays "the same payoffs give the same plays, bit for bit",
    law_regret_is_at_most_the_bound "the exact regret is at most the declared bound, against every adversary",
    law_regret_is_at_most_the_run_time_bound "the exact regret is at most the bound of the run, likewise",
    law_given_steps_keep_their_bounds "with a step that is given, the exact regret is at most the bounds of that step",
    law_scale_equivariance "payoffs and bounds times a power of two give the same plays",
    law_permutation_equivariance "permuted constraints give permuted plays",
    law_certificate_is_accepted "the checker accepts the certificate of a short game",
    law_tampered_certificates_are_rejected "the checker rejects that certificate after any change",
    law_shrunk_support_is_small "the best mixture of a short game has at most m + 1 rounds, and the checker accepts it",
}

/// A lambda-player to be judged: how it is made, and what it declares.
pub struct Player {
    game: Game,
    make: Box<LambdaMaker>,
    adversaries: Vec<AdversaryEntry>,
    steps: bool,
    scale: bool,
    permutation: Option<f64>,
    checker: Checker,
    shrinker: Shrinker,
}

impl Player {
    /// A player of a game, made anew for each contest.
    pub fn new(game: Game, make: impl Fn(&LambdaSettings) -> Box<dyn LambdaPlayer> + 'static) -> Self {
        let (checker, shrinker) = (run::proofs_check as Checker, shrink as Shrinker);
        let (make, adversaries) = (Box::new(make), LAMBDA.to_vec());
        Self { game, make, adversaries, steps: false, scale: false, permutation: None, checker, shrinker }
    }

    /// Declares that it takes a step in place of its own, and that its bounds are then those of this step.
    #[must_use]
    pub fn steps(mut self) -> Self {
        self.steps = true;
        self
    }

    /// Declares that payoffs and bounds times a power of two do not change one bit of the plays.
    #[must_use]
    pub fn scale(mut self) -> Self {
        self.scale = true;
        self
    }

    /// Declares that permuted constraints permute the plays, up to this distance in the 1-norm: 0 if rounding does not
    /// depend on the order of the constraints.
    #[must_use]
    pub fn permutation(mut self, within: f64) -> Self {
        self.permutation = Some(within);
        self
    }

    /// One more adversary, beside ours.
    #[must_use]
    pub fn against(mut self, adversary: AdversaryEntry) -> Self {
        self.adversaries.push(adversary);
        self
    }

    /// Another checker in place of `proofs-check`.
    #[must_use]
    pub fn with_checker(mut self, checker: Checker) -> Self {
        self.checker = checker;
        self
    }

    /// Another way to shrink.
    #[must_use]
    pub fn with_shrinker(mut self, shrinker: Shrinker) -> Self {
        self.shrinker = shrinker;
        self
    }

    fn contest(&self, adversary: AdversaryEntry, constraints: usize, horizon: usize) -> Contest {
        Contest { game: self.game, adversary, constraints, horizon, bound: 1.0, radius: 2.0, seed: 20_180_419 }
    }

    /// Every adversary at small sizes, odd ones among them.
    fn small_contests(&self) -> Vec<Contest> {
        let sizes = [(0, 3), (1, 1), (1, 40), (2, 57), (4, 80)];
        let of = |adversary: &AdversaryEntry| sizes.map(|(m, horizon)| self.contest(*adversary, m, horizon));
        let odd = self.contest(GREEDY, 3, 60);
        let odd = [Contest { bound: 0.3, radius: 7.5, ..odd }, Contest { bound: 1e-200, ..odd }];
        self.adversaries.iter().flat_map(of).chain(odd).collect()
    }

    /// Where bounds are tried: long enough for what does not learn to show, and each trap at the length that it needs.
    fn contests(&self) -> Vec<Contest> {
        let mut contests = self.small_contests();
        contests.extend(self.adversaries.iter().map(|adversary| self.contest(*adversary, 2, 1000)));
        contests.extend([(GREEDY, 1), (SWITCHING, 3)].map(|(adversary, m)| self.contest(adversary, m, 1000)));
        // What is promised for any number of actions is little for a few: it takes more of them to see who breaks it.
        contests.push(self.contest(GREEDY, 8, 4000));
        contests.extend([(DRIFT, 4000), (RM_TRAP, 16_384)].map(|(adversary, t)| self.contest(adversary, 2, t)));
        contests
    }

    fn made(&self, contest: &Contest) -> Box<dyn LambdaPlayer> {
        (self.make)(&contest.settings())
    }

    /// Plays every contest and compares with one of the bounds.
    fn keeps(&self, which: &str, bound: fn(&dyn LambdaPlayer) -> Option<f64>) -> Ruling {
        let mut without = 0;
        let contests = self.contests();
        for contest in &contests {
            let mut player = self.made(contest);
            let record = Record::of(&mut *player, contest);
            let (stated, again) = (bound(&*player), bound(&*player));
            if stated.map(f64::to_bits) != again.map(f64::to_bits) {
                return Err(format!(
                    "its {which} bound is {stated:?}, and {again:?} when it is asked again, in {contest}"
                ));
            }
            match stated {
                Some(bound) => record.keeps(&*player, contest, which, bound)?,
                None => without += 1,
            }
        }
        let reason = match which {
            "a-priori" => "no theorem covers it: it declares no bound",
            _ => "it has no bound of the run",
        };
        Ok(Finding::of(without, contests.len(), "contests", reason))
    }

    /// Plays the short game on each problem.
    fn short_games(&self, law: impl Fn(&str, &crate::trace::Trace) -> Result<(), String>) -> Ruling {
        for family in run::problems(self.game) {
            let trace = run::play(family, self.game, &*self.make).map_err(|error| format!("{family}: {error}"))?;
            law(family, &trace).map_err(|violation| format!("{family}: {violation}"))?;
        }
        Ok(Finding::Holds)
    }
}

fn law_plays_are_finite(player: &Player) -> Ruling {
    for contest in player.small_contests() {
        let record = Record::of(&mut *player.made(&contest), &contest);
        record.is_finite().map_err(|violation| format!("{violation} in {contest}"))?;
    }
    Ok(Finding::Holds)
}

fn law_plays_are_members(player: &Player) -> Ruling {
    for contest in player.small_contests() {
        let record = Record::of(&mut *player.made(&contest), &contest);
        record.is_inside(&contest).map_err(|violation| format!("{violation} in {contest}"))?;
    }
    // Every constraint is violated all the time, so that nothing is left in reserve, and products with these radii are
    // rounded: whoever rounds the wrong way leaves the set.
    for (radius, constraints) in [(7.5, 2), (7.5, 3), (0.1, 3), (0.1, 5)] {
        let contest = Contest { radius, ..player.contest(RADEMACHER, constraints, 1000) };
        let mut payoff = vec![contest.bound; player.game.num_multipliers(constraints)];
        payoff[..1 - player.game.first_multiplier()].fill(0.0); // that of the objective, which a player may rely on
        let payoffs = vec![payoff; contest.horizon];
        let record = Record::against(&mut *player.made(&contest), &payoffs);
        record.is_inside(&contest).map_err(|violation| format!("{violation}, always paid {}", contest.bound))?;
    }
    Ok(Finding::Holds)
}

fn law_replays(player: &Player) -> Ruling {
    for contest in player.small_contests() {
        let first = Record::of(&mut *player.made(&contest), &contest);
        let second = Record::against(&mut *player.made(&contest), &first.payoff);
        same_plays(&first, &second).map_err(|violation| format!("{violation} in {contest}"))?;
    }
    Ok(Finding::Holds)
}

fn same_plays(first: &Record, second: &Record) -> Result<(), String> {
    let bits = |lambda: &[f64]| lambda.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let mut pairs = first.lambda.iter().zip(&second.lambda).enumerate();
    let differs = pairs.find(|(_, (one, two))| bits(one) != bits(two));
    differs.map_or(Ok(()), |(t, (one, two))| Err(format!("round {t} plays {one:?} and then {two:?}")))
}

fn law_regret_is_at_most_the_bound(player: &Player) -> Ruling {
    player.keeps("a-priori", |player| player.bound())
}

fn law_regret_is_at_most_the_run_time_bound(player: &Player) -> Ruling {
    player.keeps("run-time", |player| player.runtime_bound())
}

/// Far from the players' own steps, in units of one over the largest payoff: exponents reach thousands, and projections
/// leave the interior at once.
const GIVEN_STEPS: [f64; 2] = [1.0, 4.0];

fn law_given_steps_keep_their_bounds(player: &Player) -> Ruling {
    if !player.steps {
        return Ok(Finding::Skipped("the player does not declare it".into()));
    }
    let mut contests = player.small_contests();
    contests.extend(player.adversaries.iter().map(|adversary| player.contest(*adversary, 2, 1000)));
    let mut without = 0;
    for contest in &contests {
        for step in GIVEN_STEPS {
            let settings = LambdaSettings { step: Some(step / contest.bound), ..contest.settings() };
            let mut made = (player.make)(&settings);
            let record = Record::of(&mut *made, contest);
            let bounds = [("a-priori", made.bound()), ("run-time", made.runtime_bound())];
            let within = |(which, bound): (&str, Option<f64>)| {
                bound.map_or(Ok(()), |bound| record.keeps(&*made, contest, which, bound))
            };
            record
                .is_finite()
                .and_then(|()| record.is_inside(contest))
                .and_then(|()| bounds.into_iter().try_for_each(within))
                .map_err(|violation| format!("{violation}, with the step {step} / B, in {contest}"))?;
            without += usize::from(bounds.iter().all(|(_, bound)| bound.is_none()));
        }
    }
    let cases = contests.len() * GIVEN_STEPS.len();
    Ok(Finding::of(without, cases, "contests", "it has no bound for a step that is given"))
}

fn law_scale_equivariance(player: &Player) -> Ruling {
    if !player.scale {
        return Ok(Finding::Skipped("the player does not declare it".into()));
    }
    for adversary in &player.adversaries {
        let contest = player.contest(*adversary, 3, 60);
        let plain = Record::of(&mut *player.made(&contest), &contest);
        for exponent in [-200, -3, 11, 200] {
            let scaled = Contest { bound: power_of_two(exponent), ..contest };
            let record = Record::of(&mut *player.made(&scaled), &scaled);
            same_plays(&plain, &record)
                .map_err(|violation| format!("{violation} with payoffs times 2^{exponent} in {contest}"))?;
        }
    }
    Ok(Finding::Holds)
}

fn law_permutation_equivariance(player: &Player) -> Ruling {
    let Some(within) = player.permutation else {
        return Ok(Finding::Skipped("the player does not declare it".into()));
    };
    let first = player.game.first_multiplier();
    let objective = 1 - first; // the proxy game's multiplier of the objective, which stays where it is
    // Only what is fixed in advance: an adversary that answers would answer another player.
    for adversary in [RADEMACHER, GAP, ALTERNATING, DRIFT, SWITCHING, RM_TRAP] {
        let contest = player.contest(adversary, 3, 60);
        let plain = Record::of(&mut *player.made(&contest), &contest);
        for order in [[1, 0, 2], [1, 2, 0], [2, 1, 0]] {
            let permute = |x: &Vec<f64>| {
                let constraints = order.map(|j| x[objective + j]);
                x[..objective].iter().copied().chain(constraints).collect::<Vec<f64>>()
            };
            let payoffs: Vec<Vec<f64>> = plain.payoff.iter().map(permute).collect();
            let record = Record::against(&mut *player.made(&contest), &payoffs);
            for (t, (one, two)) in plain.lambda.iter().map(permute).zip(&record.lambda).enumerate() {
                record.is_finite()?;
                let apart = one.iter().zip(two).fold(RBig::ZERO, |sum, (&x, &y)| {
                    let difference = exact(x) - exact(y);
                    if difference < RBig::ZERO { sum - difference } else { sum + difference }
                });
                require(apart <= exact(within), || {
                    format!("round {t} plays {two:?}, not {one:?} within {within}, in {contest}, order {order:?}")
                })?;
            }
        }
    }
    Ok(Finding::Holds)
}

fn law_certificate_is_accepted(player: &Player) -> Ruling {
    player.short_games(|family, trace| {
        let files = run::certificate(trace, family, player.game).map_err(|error| error.to_string())?;
        (player.checker)(&files)
    })
}

fn law_tampered_certificates_are_rejected(player: &Player) -> Ruling {
    player.short_games(|family, trace| {
        let files = run::certificate(trace, family, player.game).map_err(|error| error.to_string())?;
        let unnoticed = run::tampered(&files).into_iter().find(|(_, changed)| (player.checker)(changed).is_ok());
        unnoticed.map_or(Ok(()), |(what, _)| Err(format!("{what} was changed, and the checker accepts it")))
    })
}

fn law_shrunk_support_is_small(player: &Player) -> Ruling {
    player.short_games(|_, trace| {
        let (files, support) = run::solution(trace, player.shrinker).map_err(|error| error.to_string())?;
        let most = trace.layout().num_constraints() + 1;
        require(support <= most, || format!("the mixture has {support} rounds, more than {most}"))?;
        run::proofs_check(&files)
    })
}
