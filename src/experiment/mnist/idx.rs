//! The IDX files of MNIST: a big-endian header, then unsigned bytes.

use crate::error::{Error, Result};
use crate::experiment::files::{Published, bytes};
use std::path::Path;

/// The side of an image.
pub const SIDE: usize = 28;
/// The pixels of an image.
pub const PIXELS: usize = SIDE * SIDE;
/// The digits.
pub const CLASSES: usize = 10;

const FROM: &str = "http://yann.lecun.com/exdb/mnist/";
const FILES: [Published; 4] = [
    Published {
        name: "train-images-idx3-ubyte",
        sha256: "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
        from: FROM,
    },
    Published {
        name: "train-labels-idx1-ubyte",
        sha256: "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
        from: FROM,
    },
    Published {
        name: "t10k-images-idx3-ubyte",
        sha256: "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
        from: FROM,
    },
    Published {
        name: "t10k-labels-idx1-ubyte",
        sha256: "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
        from: FROM,
    },
];

/// Images of 28 x 28 unsigned bytes, row by row, each with its digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Images {
    pixels: Vec<u8>,
    labels: Vec<u8>,
}

impl Images {
    /// Puts images and their digits together.
    ///
    /// # Errors
    /// If there are not as many images as digits, or a label is no digit.
    pub fn new(pixels: Vec<u8>, labels: Vec<u8>) -> Result<Self> {
        if pixels.len() != labels.len() * PIXELS {
            let (images, labels) = (pixels.len() / PIXELS, labels.len());
            return Err(Error::new(format!(
                "there are {images} images and {labels} labels: take files that belong together"
            )));
        }
        if let Some(place) = labels.iter().position(|&label| usize::from(label) >= CLASSES) {
            return Err(Error::new(format!("label {place} is {}, which is not a digit", labels[place])));
        }
        Ok(Self { pixels, labels })
    }

    /// Understands the contents of two IDX files, not compressed.
    ///
    /// ```
    /// use referee::experiment::mnist::Images;
    /// let mut images = vec![0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 28, 0, 0, 0, 28];
    /// images.extend([255; 28 * 28]);
    /// let labels = [0, 0, 8, 1, 0, 0, 0, 1, 7];
    /// let parsed = Images::from_idx(&images, &labels)?;
    /// assert_eq!((parsed.len(), parsed.label(0), parsed.image(0)[0]), (1, 7, 255));
    /// let error = Images::from_idx(&labels, &images).unwrap_err().to_string();
    /// assert_eq!(error, "the images: an IDX file of these starts with the number 2051, and this one with 2049");
    /// # Ok::<(), referee::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one of them starts with another number, has another size than its header says, or the two do not belong
    /// together.
    pub fn from_idx(images: &[u8], labels: &[u8]) -> Result<Self> {
        let side = u32::try_from(SIDE).expect("28 is small");
        let pixels = payload(images, 2051, &[side, side]).map_err(|error| error.context("the images"))?;
        let labels = payload(labels, 2049, &[]).map_err(|error| error.context("the labels"))?;
        Self::new(pixels.to_vec(), labels.to_vec())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// An image, row by row.
    ///
    /// # Panics
    /// If there is no such image.
    pub fn image(&self, place: usize) -> &[u8] {
        &self.pixels[place * PIXELS..][..PIXELS]
    }

    /// The digit on an image.
    ///
    /// # Panics
    /// If there is no such image.
    pub fn label(&self, place: usize) -> u8 {
        self.labels[place]
    }

    /// All pixels, image by image.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The same digits on other images, each made of an old one.
    #[must_use]
    pub fn map(&self, change: impl Fn(&[u8], &mut [u8])) -> Self {
        let mut pixels = vec![0; self.pixels.len()];
        for (new, old) in pixels.chunks_exact_mut(PIXELS).zip(self.pixels.chunks_exact(PIXELS)) {
            change(old, new);
        }
        Self { pixels, labels: self.labels.clone() }
    }
}

/// What stands behind the header: magic number, count, and the sizes of one item.
fn payload<'a>(file: &'a [u8], magic: u32, sizes: &[u32]) -> Result<&'a [u8]> {
    let mut words = file.chunks_exact(4).map(|four| u32::from_be_bytes([four[0], four[1], four[2], four[3]]));
    let mut word = || words.next().ok_or_else(|| Error::new("the file ends inside its header: get it again"));
    let found = word()?;
    if found != magic {
        return Err(Error::new(format!(
            "an IDX file of these starts with the number {magic}, and this one with {found}"
        )));
    }
    let count = word()? as usize;
    let mut size = 1;
    for &wanted in sizes {
        let found = word()?;
        if found != wanted {
            return Err(Error::new(format!(
                "a side has {found} pixels where {wanted} are expected: this is not MNIST"
            )));
        }
        size *= wanted as usize;
    }
    let bytes = &file[4 * (2 + sizes.len())..];
    if bytes.len() != count.saturating_mul(size) {
        let (wanted, found) = (count.saturating_mul(size), bytes.len());
        return Err(Error::new(format!("the header announces {wanted} bytes and {found} follow: get the file again")));
    }
    Ok(bytes)
}

/// The published data set.
#[derive(Clone, Debug)]
pub struct Mnist {
    /// The 60,000 images to learn from.
    pub learning: Images,
    /// The 10,000 images to test on.
    pub test: Images,
}

impl Mnist {
    /// Reads the four published files from a folder or from its folder `mnist`, compressed or not.
    ///
    /// # Errors
    /// If one is missing (with where it is published) or is another file.
    pub fn open(folder: &Path) -> Result<Self> {
        let read = |file: &Published| bytes(folder, "mnist", file);
        let [images, labels, test_images, test_labels] = &FILES;
        Ok(Self {
            learning: Images::from_idx(&read(images)?, &read(labels)?)?,
            test: Images::from_idx(&read(test_images)?, &read(test_labels)?)?,
        })
    }
}
