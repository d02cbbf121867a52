//! The four corrupted copies of the training, validation and test images.

use super::corruptions::{CorruptedSet, SETS};
use super::idx::{Images, Mnist};
use super::settings::Settings;
use crate::error::{Error, Result};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Four copies of the same images.
pub type Copies = [CorruptedSet; SETS];

/// What is trained, chosen and reported on.
#[derive(Clone, Debug)]
pub struct Parts {
    /// To train on.
    pub training: Copies,
    /// To choose on.
    pub validation: Copies,
    /// To report on.
    pub test: Copies,
}

impl Parts {
    /// The training and validation images are drawn by the seed, without repetition; so is the noise.
    ///
    /// # Errors
    /// If the data set has fewer images than the settings ask for.
    pub fn new(data: &Mnist, settings: &Settings, seed: u64) -> Result<Self> {
        let needed = [
            ("training and validation", settings.training + settings.validation, data.learning.len()),
            ("test", settings.test, data.test.len()),
        ];
        for (what, wanted, there) in needed {
            if wanted > there {
                return Err(Error::new(format!("the settings ask for {wanted} {what} images, but there are {there}")));
            }
        }
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..data.learning.len()).collect();
        for first in 0..settings.training + settings.validation {
            let other = generator.random_range(first..order.len());
            order.swap(first, other);
        }
        let (training, rest) = order.split_at(settings.training);
        let first_of_test: Vec<usize> = (0..settings.test).collect();
        let mut copies = |images: &Images, places: &[usize]| -> Result<Copies> {
            let images = Arc::new(subset(images, places)?);
            Ok(settings.family.corruptions().map(|kind| CorruptedSet::new(&images, kind, generator.random())))
        };
        Ok(Self {
            training: copies(&data.learning, training)?,
            validation: copies(&data.learning, &rest[..settings.validation])?,
            test: copies(&data.test, &first_of_test)?,
        })
    }
}

fn subset(images: &Images, places: &[usize]) -> Result<Images> {
    let pixels = places.iter().flat_map(|&place| images.image(place)).copied().collect();
    Images::new(pixels, places.iter().map(|&place| images.label(place)).collect())
}
