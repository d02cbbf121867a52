//! Which runs there are.

use crate::play::Algorithm;
use crate::players::{THETA_PLAYERS, lambda_player_names};
use crate::problem::families::FAMILIES;
use crate::testing::families::draw;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Under a minute on two cores.
    Quick,
    /// Minutes: more members of each family, more rounds, every pair of players.
    Deep,
}

/// One run: who plays what, and for how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The family.
    pub family: &'static str,
    /// The member of it.
    pub spec: String,
    /// The game, and who plays it where nobody else is named.
    pub algorithm: Algorithm,
    /// A theta-player in place of the algorithm's.
    pub theta_player: Option<&'static str>,
    /// A lambda-player in place of the algorithm's.
    pub lambda_player: Option<&'static str>,
    /// The number of rounds.
    pub rounds: usize,
    /// The seed of the run.
    pub seed: u64,
}

impl Case {
    /// What it is, in a line.
    pub fn describe(&self) -> String {
        let with = |player: Option<&str>| player.map_or_else(String::new, |name| format!(" with {name}"));
        let (theta, lambda) = (with(self.theta_player), with(self.lambda_player));
        format!("{} on {}{theta}{lambda}, {} rounds, seed {}", self.algorithm.name(), self.spec, self.rounds, self.seed)
    }
}

/// All runs of a depth, in an order of their own; only those of one family, if one is named.
pub fn cases(depth: Depth, seed: u64, family: Option<&str>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (stream, family) in FAMILIES.iter().map(|family| family.name).enumerate().filter(|(_, name)| {
        // Streams are numbered over all families, so that choosing one changes nothing in it.
        family.is_none_or(|wanted| wanted == *name)
    }) {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream as u64);
        of_family(family, depth, &mut generator, &mut cases);
    }
    cases
}

fn of_family(family: &'static str, depth: Depth, generator: &mut ChaCha8Rng, cases: &mut Vec<Case>) {
    // The shortest runs are where bounds with `T` in them are easiest to get wrong.
    let (lengths, members, random_lengths): (&[usize], usize, &[usize]) = match depth {
        Depth::Quick => (&[1, 2, 3, 64, 1024], 3, &[5, 200]),
        Depth::Deep => (&[1, 2, 3, 4, 16, 64, 256, 1024, 4096], 25, &[1, 7, 64, 500, 2000]),
    };
    let plain = |spec: &str, algorithm: Algorithm, rounds: usize, seed: u64| Case {
        family,
        spec: spec.to_owned(),
        algorithm,
        theta_player: None,
        lambda_player: None,
        rounds,
        seed,
    };
    for algorithm in Algorithm::ALL {
        cases.extend(lengths.iter().map(|&rounds| plain(family, algorithm, rounds, generator.random())));
    }
    for algorithm in Algorithm::ALL {
        let with = |lambda_player: Option<_>, theta_player: Option<_>, seed: u64| Case {
            theta_player,
            lambda_player,
            ..plain(family, algorithm, 256, seed)
        };
        for name in lambda_player_names(algorithm.game()) {
            cases.push(with(Some(*name), None, generator.random()));
        }
        for name in THETA_PLAYERS {
            cases.push(with(None, Some(name), generator.random()));
            if depth == Depth::Deep {
                let pairs = lambda_player_names(algorithm.game()).iter();
                cases.extend(pairs.map(|lambda| with(Some(*lambda), Some(name), generator.random())));
            }
        }
    }
    for _ in 0..members {
        let Ok((spec, _)) = draw(family, generator) else { continue };
        for algorithm in Algorithm::ALL {
            cases.extend(random_lengths.iter().map(|&rounds| plain(&spec, algorithm, rounds, generator.random())));
        }
    }
}
