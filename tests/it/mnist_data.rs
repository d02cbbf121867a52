//! The images of the robust experiment: reading and corrupting them.

use referee::experiment::mnist::{CorruptedSet, Corruption, Family, Images, Mnist, PIXELS, SIDE, checkerboard};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

fn idx(magic: u32, sizes: &[u32], bytes: &[u8]) -> Vec<u8> {
    let header = std::iter::once(&magic).chain(sizes).flat_map(|word| word.to_be_bytes());
    header.chain(bytes.iter().copied()).collect()
}

fn one_image(value: impl Fn(usize, usize) -> u8) -> Arc<Images> {
    let pixels = (0..PIXELS).map(|pixel| value(pixel / SIDE, pixel % SIDE)).collect();
    Arc::new(Images::new(pixels, vec![3]).expect("one image, one label"))
}

fn corrupted(images: &Arc<Images>, corruption: Corruption) -> Vec<f64> {
    let mut out = vec![f64::NAN; PIXELS];
    CorruptedSet::new(images, corruption, 5).write(0, &mut out);
    out
}

#[test]
fn idx_files_are_read_and_wrong_ones_named() {
    let images = idx(2051, &[2, 28, 28], &[9; 2 * PIXELS]);
    let labels = idx(2049, &[2], &[1, 2]);
    let read = Images::from_idx(&images, &labels).expect("they are right");
    assert_eq!((read.len(), read.label(1), read.image(1)[783]), (2, 2, 9));
    let says = |images: &[u8], labels: &[u8], words: &str| {
        let error = Images::from_idx(images, labels).expect_err("it is wrong").to_string();
        assert!(error.contains(words), "{error}");
        assert_eq!(error.lines().count(), 1);
    };
    says(&idx(2050, &[2, 28, 28], &[9; 2 * PIXELS]), &labels, "starts with the number 2051, and this one with 2050");
    says(&images, &idx(2051, &[2], &[1, 2]), "the labels: an IDX file of these starts with the number 2049");
    says(&images[..images.len() - 1], &labels, "announces 1568 bytes and 1567 follow");
    says(&[&images[..], &[0]].concat(), &labels, "announces 1568 bytes and 1569 follow");
    says(&images[..7], &labels, "ends inside its header");
    says(&[], &labels, "the images: the file ends inside its header");
    says(&images, &labels[..labels.len() - 1], "the labels: the header announces 2 bytes and 1 follow");
    says(&idx(2051, &[2, 28, 27], &[9; 2 * 28 * 27]), &labels, "a side has 27 pixels where 28 are expected");
    says(&images, &idx(2049, &[1], &[1]), "2 images and 1 labels");
    says(&images, &idx(2049, &[2], &[1, 10]), "label 1 is 10, which is not a digit");
    says(&idx(2051, &[u32::MAX, 28, 28], &[]), &labels, "and 0 follow");
}

#[test]
fn backgrounds_are_added_and_cut() {
    let black = one_image(|_, _| 0);
    let white = one_image(|_, _| 255);
    assert!(corrupted(&black, Corruption::None).iter().all(|&x| x == 0.0));
    assert!(corrupted(&black, Corruption::LightTint).iter().all(|&x| x == 0.2));
    let gradient = corrupted(&black, Corruption::Gradient);
    assert_eq!((gradient[0], gradient[PIXELS - 1], gradient[1], gradient[SIDE]), (0.0, 0.4, 0.4 / 54.0, 0.4 / 54.0));
    assert!(gradient.windows(2).enumerate().all(|(k, pair)| (k + 1) % SIDE == 0 || pair[0] < pair[1]));
    for corruption in Family::Background.corruptions() {
        assert!(corrupted(&white, corruption).iter().all(|&x| x == 1.0), "{}", corruption.name());
    }
    let grey = one_image(|i, j| u8::try_from(i + j).expect("at most 54"));
    let tinted = corrupted(&grey, Corruption::LightTint);
    assert_eq!(tinted[SIDE + 2], 3.0 / 255.0 + 0.2);
}

/// The stripes as their authors paint them, one after the other: row `n`, then column `n`.
fn painted() -> Vec<f64> {
    let mut board = vec![0.0; PIXELS];
    for n in (0..SIDE).filter(|n| matches!(n % 4, 0 | 1)) {
        (0..SIDE).for_each(|j| board[n * SIDE + j] = 0.4);
        (0..SIDE).for_each(|i| board[i * SIDE + n] = 0.2);
    }
    board
}

#[test]
fn the_checkerboard_is_painted_stripe_by_stripe() {
    let board = corrupted(&one_image(|_, _| 0), Corruption::Checkerboard);
    assert_eq!(board, painted());
    // Where stripes meet: below the diagonal the row stays, on it and above the column.
    assert_eq!((checkerboard(1, 0), checkerboard(0, 1), checkerboard(0, 0), checkerboard(5, 4)), (0.4, 0.2, 0.2, 0.4));
    assert_eq!((checkerboard(0, 2), checkerboard(2, 0), checkerboard(2, 2)), (0.4, 0.2, 0.0));
    // Rules that one might take it for are other boards.
    let other = |rule: fn(bool, bool) -> f64| -> Vec<f64> {
        (0..PIXELS).map(|pixel| rule(pixel / SIDE % 4 < 2, pixel % SIDE % 4 < 2)).collect()
    };
    assert_ne!(
        painted(),
        other(|row, column| if row {
            0.4
        } else if column {
            0.2
        } else {
            0.0
        })
    );
    assert_ne!(
        painted(),
        other(|row, column| if column {
            0.2
        } else if row {
            0.4
        } else {
            0.0
        })
    );
    assert_ne!(painted(), other(|row, column| if row == column { 0.0 } else { 0.4 }));
}

/// Whether a pixel stays, by whether its row and its column are between the empty lines.
type Kept = fn(bool, bool) -> bool;

#[test]
fn shrinking_keeps_a_white_image_between_empty_lines() {
    let white = one_image(|_, _| 255);
    let inside = |line: usize| (4..25).contains(&line);
    let cases: [(Corruption, Kept); 3] = [
        (Corruption::ShrunkDown, |row, _| row),
        (Corruption::ShrunkAcross, |_, column| column),
        (Corruption::ShrunkBoth, |row, column| row && column),
    ];
    for (corruption, kept) in cases {
        let shrunk = corrupted(&white, corruption);
        for (pixel, &x) in shrunk.iter().enumerate() {
            let wanted = f64::from(u8::from(kept(inside(pixel / SIDE), inside(pixel % SIDE))));
            assert_eq!(x, wanted, "{} at {pixel}", corruption.name());
        }
    }
}

#[test]
fn shrinking_down_is_shrinking_across_the_transposed_image() {
    let value = |i: usize, j: usize| u8::try_from((i * 37 + j * j * 11) % 256).expect("a byte");
    let (down, across) = (
        corrupted(&one_image(value), Corruption::ShrunkDown),
        corrupted(&one_image(|i, j| value(j, i)), Corruption::ShrunkAcross),
    );
    assert!((0..PIXELS).all(|pixel| down[pixel] == across[pixel % SIDE * SIDE + pixel / SIDE]));
    assert_ne!(down, across);
}

#[test]
fn noise_is_drawn_once_and_stays_in_its_interval() {
    let grey = Images::new(vec![102; 2 * PIXELS], vec![0, 1]).expect("two images");
    let grey = Arc::new(grey);
    let noisy = |corruption, seed, place| {
        let mut out = vec![f64::NAN; PIXELS];
        CorruptedSet::new(&grey, corruption, seed).write(place, &mut out);
        out
    };
    for (corruption, least) in
        [(Corruption::LowNoise, -0.15), (Corruption::MiddleNoise, -0.05), (Corruption::HighNoise, 0.05)]
    {
        let image = noisy(corruption, 1, 0);
        // Rounding is monotone, so the ends, computed in the same way, bound every draw without a tolerance.
        let end = |u: f64| 102.0 / 255.0 + (u * 0.1 + least);
        assert!(image.iter().all(|x| (end(0.0)..=end(1.0)).contains(x)), "{}", corruption.name());
        assert!(image.iter().any(|&x| x < end(0.1)) && image.iter().any(|&x| x > end(0.9)));
        assert_eq!(image, noisy(corruption, 1, 0));
        assert_ne!(image, noisy(corruption, 1, 1));
        assert_ne!(image, noisy(corruption, 2, 0));
    }
    let black = one_image(|_, _| 0);
    assert!(corrupted(&black, Corruption::LowNoise).iter().all(|&x| x == 0.0));
}

#[test]
fn the_published_test_images_shrink_to_the_known_bytes() {
    let Some(folder) = std::env::var_os("REFEREE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: REFEREE_DATA does not name the folder with the published files of MNIST");
        return;
    };
    let data = Mnist::open(&folder).expect("the published files");
    assert_eq!((data.learning.len(), data.test.len()), (60_000, 10_000));
    let test = Arc::new(data.test);
    for (corruption, wanted) in [
        (Corruption::ShrunkDown, "ec1568f1b8003011f1f350c53942e881ce0d1978a6ff7ea9ba6f7e9777962390"),
        (Corruption::ShrunkAcross, "984ed4f8d03d5cb946ed3a52c11087613c51354fb4749f50e8c9897ebf4d883a"),
        (Corruption::ShrunkBoth, "4fb759d994155d656900b70d9896936c888b51d83c0e60221c7b724c119f49ec"),
    ] {
        let set = CorruptedSet::new(&test, corruption, 0);
        let digest = Sha256::digest(set.images().pixels()).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        assert_eq!(digest, wanted, "{}", corruption.name());
    }
}
