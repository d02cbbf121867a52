//! A mixture of models that gives equal rows equal answers.
//!
//! A mixture draws a model for every row. Here the draw is a hash of the row's features: the same row always gets the
//! same model, nobody has to keep a seed, and counts are whole numbers. Over many different rows the shares of the
//! models are those of the mixture; over few different rows they need not be, and no guarantee of the mixture carries
//! over.

use super::Dataset;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use sha2::{Digest as _, Sha256};

/// Which model of a mixture answers for a row.
#[derive(Clone, Debug)]
pub struct Derandomized {
    salt: Vec<u8>,
    /// For each model the least whole number above its share and those before it, in units of 2^-64.
    ends: Vec<u128>,
}

impl Derandomized {
    /// For weights that are not negative and sum to 1; `salt` makes it another draw.
    ///
    /// # Panics
    /// If the weights do not sum to 1.
    pub fn new(weights: &[RBig], salt: &str) -> Self {
        let mut total = RBig::ZERO;
        let unit = RBig::from_parts(IBig::ONE << 64, UBig::ONE);
        let end = |weight: &RBig| {
            total += weight;
            u128::try_from((&total * &unit).ceil()).expect("a share of at most 1 of 2^64")
        };
        let ends = weights.iter().map(end).collect();
        assert!(total == RBig::ONE, "probabilities sum to 1");
        Self { salt: salt.as_bytes().to_vec(), ends }
    }

    /// The place of the model that answers for a row: exactly the first whose share reaches beyond the hash.
    pub fn model(&self, data: &Dataset, row: usize) -> usize {
        let mut digest = Sha256::new();
        digest.update((self.salt.len() as u64).to_le_bytes());
        digest.update(&self.salt);
        for feature in data.active(row) {
            digest.update(feature.to_le_bytes());
        }
        let bytes = digest.finalize();
        let hash = u64::from_be_bytes(bytes[..8].try_into().expect("a digest has 32 bytes"));
        self.at(hash)
    }

    /// The model of a number that is uniform on `0..2^64`: exact up to 2^-64.
    pub fn at(&self, uniform: u64) -> usize {
        let last = self.ends.len() - 1;
        self.ends.iter().position(|&end| u128::from(uniform) < end).unwrap_or(last)
    }
}
