//! Random instances from a seed: splitmix64 and small rationals.

use super::number::{Q, count, frac, whole};
use super::vector::{Vector, total, uniform};

/// A deterministic source of small numbers: the same seed gives the same instances on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The source that a seed and a name give: two proofs see different instances under one seed.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Self {
        let state = name.bytes().fold(seed, |state, byte| state.rotate_left(9) ^ u64::from(byte));
        let mut source = Self { state };
        source.bits();
        source
    }

    /// 64 bits, by splitmix64.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`, both possible. The bias of the remainder does not matter here.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = high.abs_diff(low).saturating_add(1);
        let step = self.bits().checked_rem(width).unwrap_or(0);
        low.saturating_add_unsigned(step)
    }

    /// An index or a size from `low` to `high`, both possible.
    pub fn size(&mut self, low: usize, high: usize) -> usize {
        let width = high.abs_diff(low).saturating_add(1);
        let step = usize::try_from(self.bits() >> 32).unwrap_or(0).checked_rem(width).unwrap_or(0);
        low.saturating_add(step)
    }

    /// True once in `n` draws.
    pub fn once_in(&mut self, n: i64) -> bool {
        self.between(1, n) == 1
    }

    /// A small fraction in `[-4, 4]`; ties and zeros are common.
    pub fn number(&mut self) -> Q {
        let below = self.between(1, 4);
        frac(self.between(below.saturating_mul(-4), below.saturating_mul(4)), below)
    }

    /// A small fraction in `[0, 4]`.
    pub fn nonnegative(&mut self) -> Q {
        self.number().abs()
    }

    /// A small fraction above 0.
    pub fn positive(&mut self) -> Q {
        frac(self.between(1, 12), self.between(1, 4))
    }

    /// A vector of small fractions.
    pub fn vector(&mut self, length: usize) -> Vector {
        (0..length).map(|_| self.number()).collect()
    }

    /// A probability distribution; zero weights are common.
    pub fn distribution(&mut self, length: usize) -> Vector {
        let raw: Vector = (0..length).map(|_| whole(self.between(0, 4))).collect();
        let sum = total(&raw);
        let scaled: Option<Vector> = raw.iter().map(|weight| weight.over(&sum)).collect();
        scaled.or_else(|| uniform(length)).unwrap_or_default()
    }

    /// A probability distribution without zero weights.
    pub fn full_distribution(&mut self, length: usize) -> Vector {
        let raw: Vector = (0..length).map(|_| whole(self.between(1, 5))).collect();
        let sum = total(&raw);
        raw.iter().map(|weight| weight.over(&sum)).collect::<Option<Vector>>().unwrap_or_default()
    }

    /// A point of `{x >= 0, ||x||_1 <= radius}`; corners and zeros are common.
    pub fn in_ball_1(&mut self, length: usize, radius: &Q) -> Vector {
        let weights = self.distribution(length.saturating_add(1));
        weights.iter().take(length).map(|weight| weight * radius).collect()
    }

    /// One entry of a slice.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.size(0, from.len().checked_sub(1)?))
    }

    /// A fraction in `[0, 1]`.
    pub fn share(&mut self) -> Q {
        let below = self.size(1, 6);
        count(self.size(0, below)).over(&count(below)).unwrap_or_else(Q::zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_name_fix_the_numbers() {
        let draw = |seed, name| Random::new(seed, name).vector(8);
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
    }

    #[test]
    fn draws_stay_in_their_ranges_and_reach_the_ends() {
        let mut random = Random::new(0, "ranges");
        let draws: Vec<i64> = (0..200).map(|_| random.between(-2, 2)).collect();
        assert_eq!((draws.iter().min(), draws.iter().max()), (Some(&-2), Some(&2)));
        for _ in 0..200 {
            assert_eq!(total(&random.distribution(3)), Q::one());
            assert!(total(&random.in_ball_1(2, &whole(3))) <= whole(3));
            assert!(random.share() <= Q::one());
        }
    }
}
