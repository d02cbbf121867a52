//! The corrupted copies of MNIST of Chen, Lucier, Singer and Syrgkanis (2017), as their released program makes them.
//!
//! An image has rows `i = 0..27` from the top and columns `j = 0..27`; its values are `k/255`, the background is 0, and
//! every result is cut to `[0, 1]`.
//!
//! | name | value at `(i, j)` |
//! |---|---|
//! | none | `x` |
//! | light tint | `x + 0.2` |
//! | gradient | `x + 0.4 (i + j) / 54` |
//! | checkerboard | `x + c(i, j)`, see [`checkerboard`] |
//! | shrunk across, down, both | Lanczos-3 to 21 columns, rows, both (across first); 4 empty lines before, 3 after |
//! | low, middle, high noise | `x + u`, `u` uniform on `[-0.15, -0.05]`, `[-0.05, 0.05]`, `[0.05, 0.15]` |
//!
//! The noise is drawn once for each pixel of each image.
//!
//! The paper does not say which four sets are its own; [`Family::Background`] fits its table best (one easy set, three
//! similar ones). That is an inference.

use super::idx::{Images, PIXELS, SIDE};
use super::lanczos::Reduction;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// The number of sets of a family.
pub const SETS: usize = 4;

/// Four corruptions that are trained on together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// None, light tint, gradient, checkerboard.
    Background,
    /// None, shrunk across, shrunk down, shrunk both ways.
    Shrink,
    /// None, and three kinds of noise.
    Pixel,
}

/// One corruption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corruption {
    /// The image as it is.
    None,
    /// 0.2 is added everywhere.
    LightTint,
    /// From 0 at the top left to 0.4 at the bottom right.
    Gradient,
    /// Stripes; see [`checkerboard`].
    Checkerboard,
    /// Fewer columns.
    ShrunkAcross,
    /// Fewer rows.
    ShrunkDown,
    /// Fewer columns, then fewer rows.
    ShrunkBoth,
    /// Noise below 0.
    LowNoise,
    /// Noise around 0.
    MiddleNoise,
    /// Noise above 0.
    HighNoise,
}

impl Family {
    /// Its sets.
    pub fn corruptions(self) -> [Corruption; SETS] {
        match self {
            Self::Background => {
                [Corruption::None, Corruption::LightTint, Corruption::Gradient, Corruption::Checkerboard]
            }
            Self::Shrink => {
                [Corruption::None, Corruption::ShrunkAcross, Corruption::ShrunkDown, Corruption::ShrunkBoth]
            }
            Self::Pixel => [Corruption::None, Corruption::LowNoise, Corruption::MiddleNoise, Corruption::HighNoise],
        }
    }

    /// Its name in the call.
    pub fn name(self) -> &'static str {
        match self {
            Self::Background => "background",
            Self::Shrink => "shrink",
            Self::Pixel => "pixel",
        }
    }
}

impl Corruption {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LightTint => "light tint",
            Self::Gradient => "gradient",
            Self::Checkerboard => "checkerboard",
            Self::ShrunkAcross => "shrunk across",
            Self::ShrunkDown => "shrunk down",
            Self::ShrunkBoth => "shrunk both",
            Self::LowNoise => "low noise",
            Self::MiddleNoise => "middle noise",
            Self::HighNoise => "high noise",
        }
    }

    /// What is added at row `i` and column `j`, whatever the image.
    fn background(self, i: usize, j: usize) -> f64 {
        match self {
            Self::LightTint => 0.2,
            Self::Gradient => ((i + j) as f64 / 54.0) * 0.4,
            Self::Checkerboard => checkerboard(i, j),
            _ => 0.0,
        }
    }

    /// The least noise, if there is any; the largest is 0.1 above it.
    fn noise(self) -> Option<f64> {
        match self {
            Self::LowNoise => Some(-0.15),
            Self::MiddleNoise => Some(-0.05),
            Self::HighNoise => Some(0.05),
            _ => None,
        }
    }
}

/// The background that its authors call a checkerboard. For `n = 0, 1, ..` with `n mod 4` 0 or 1 their program sets row
/// `n` to 0.4 and then column `n` to 0.2, so that where a striped row meets a striped column the later one stays: the
/// row if `i > j`, else the column. It is not a chessboard.
pub fn checkerboard(i: usize, j: usize) -> f64 {
    let (row, column) = (i % 4 < 2, j % 4 < 2);
    if row && (!column || i > j) {
        0.4
    } else if column {
        0.2
    } else {
        0.0
    }
}

/// Images of which each is corrupted when it is asked for.
#[derive(Clone, Debug)]
pub struct CorruptedSet {
    images: Arc<Images>,
    background: Box<[f64]>,
    noise: Option<(f64, ChaCha8Rng)>,
}

impl CorruptedSet {
    /// A corrupted copy; `seed` decides the noise, if there is any.
    pub fn new(images: &Arc<Images>, corruption: Corruption, seed: u64) -> Self {
        let reduction = Reduction::new();
        let images = match corruption {
            Corruption::ShrunkAcross => Arc::new(images.map(|old, new| reduction.horizontal(old, new))),
            Corruption::ShrunkDown => Arc::new(images.map(|old, new| reduction.vertical(old, new))),
            Corruption::ShrunkBoth => Arc::new(images.map(|old, new| {
                let mut between = [0; PIXELS];
                reduction.horizontal(old, &mut between);
                reduction.vertical(&between, new);
            })),
            _ => Arc::clone(images),
        };
        let background = (0..PIXELS).map(|pixel| corruption.background(pixel / SIDE, pixel % SIDE)).collect();
        let noise = corruption.noise().map(|least| (least, ChaCha8Rng::seed_from_u64(seed)));
        Self { images, background, noise }
    }

    /// The images before background and noise: shrunk, if that is the corruption.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// How many images there are.
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// The digit on an image.
    ///
    /// # Panics
    /// If there is no such image.
    pub fn label(&self, place: usize) -> u8 {
        self.images.label(place)
    }

    /// Writes the corrupted image. The noise of an image depends on the seed and on its place alone, so it is the same
    /// whenever it is asked for, as if it had been drawn once.
    ///
    /// # Panics
    /// If there is no such image, or `out` has not as many places as an image has pixels.
    pub fn write(&self, place: usize, out: &mut [f64]) {
        assert_eq!(out.len(), PIXELS, "an image has 784 pixels");
        for ((out, &pixel), background) in out.iter_mut().zip(self.images.image(place)).zip(&self.background) {
            *out = f64::from(pixel) / 255.0 + background;
        }
        if let Some((least, generator)) = &self.noise {
            let mut generator = generator.clone();
            generator.set_stream(place as u64);
            for out in &mut *out {
                *out += generator.random::<f64>() * 0.1 + least;
            }
        }
        for out in out {
            *out = out.clamp(0.0, 1.0);
        }
    }
}
