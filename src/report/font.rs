//! How wide letters are: a table of Noto Sans' advance widths, so that a picture does not depend on a machine's fonts.
//!
//! The numbers are the `hmtx` table of `NotoSans-Regular.ttf` and `NotoSans-Bold.ttf`, of 2048 units per em, as the crate
//! `ttf-noto-sans` 0.1.2 carries them. Browsers may have another font; the layout leaves room for one.

use super::scene::{EXPONENT_SIZE, Words};

/// How wide a text is, in pixels.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    text.chars().map(|letter| f64::from(advance(letter, bold))).sum::<f64>() * size / UNITS
}

/// How wide words are with their exponent.
pub(super) fn width_of(words: &Words) -> f64 {
    width(&words.text, words.size, words.bold) + width(&words.above, words.size * EXPONENT_SIZE, words.bold)
}

const UNITS: f64 = 2048.0;

/// For letters without an entry: the font has none that is wider, and those of Chinese have one em.
const WIDEST: u16 = 2750;

fn advance(letter: char, bold: bool) -> u16 {
    let [ascii, greek] = if bold { [&BOLD[..], &GREEK_BOLD[..]] } else { [&REGULAR[..], &GREEK[..]] };
    let twin = match letter {
        '\u{2212}' | '\u{2264}' | '\u{2265}' | '\u{d7}' | '\u{b1}' => '=', // all signs are as wide as each other
        '\u{b7}' => '.',
        other => other,
    };
    let (table, first) = if twin < '\u{3b1}' { (ascii, ' ') } else { (greek, '\u{3b1}') };
    let entry = |place: u32| table.get(usize::try_from(place).ok()?);
    u32::from(twin).checked_sub(u32::from(first)).and_then(entry).copied().unwrap_or(WIDEST)
}

/// From the space to the tilde.
const REGULAR: [u16; 95] = [
    532, 551, 836, 1323, 1171, 1702, 1499, 461, 614, 614, 1128, 1171, 549, 659, 549, 762, 1171, 1171, 1171, 1171, 1171,
    1171, 1171, 1171, 1171, 1171, 549, 549, 1171, 1171, 1171, 889, 1841, 1309, 1331, 1294, 1495, 1139, 1063, 1491,
    1518, 694, 559, 1268, 1073, 1858, 1556, 1599, 1239, 1599, 1274, 1124, 1139, 1497, 1229, 1905, 1200, 1159, 1171,
    674, 762, 674, 1171, 909, 1188, 1149, 1260, 983, 1260, 1155, 705, 1260, 1266, 528, 528, 1094, 528, 1915, 1266,
    1239, 1260, 1260, 846, 981, 739, 1266, 1040, 1610, 1083, 1044, 963, 778, 1128, 778, 1171,
];
/// The same in bold.
const BOLD: [u16; 95] = [
    532, 586, 967, 1323, 1171, 1845, 1536, 545, 694, 694, 1116, 1171, 584, 659, 584, 846, 1171, 1171, 1171, 1171, 1171,
    1171, 1171, 1171, 1171, 1171, 584, 584, 1171, 1171, 1171, 977, 1837, 1413, 1376, 1305, 1516, 1147, 1124, 1483,
    1567, 797, 678, 1360, 1157, 1931, 1665, 1630, 1286, 1630, 1352, 1128, 1186, 1548, 1331, 1980, 1366, 1278, 1186,
    678, 846, 678, 1171, 842, 1243, 1237, 1296, 1053, 1296, 1210, 793, 1296, 1346, 625, 625, 1270, 625, 2011, 1346,
    1268, 1296, 1296, 930, 1018, 889, 1346, 1165, 1753, 1184, 1165, 999, 807, 1128, 807, 1171,
];
/// From alpha to omega.
const GREEK: [u16; 25] = [
    1260, 1292, 1061, 1237, 989, 991, 1266, 1219, 709, 1094, 1110, 1276, 1120, 977, 1239, 1350, 1239, 991, 1264, 981,
    1255, 1485, 1128, 1559, 1602,
];
/// The same in bold.
const GREEK_BOLD: [u16; 25] = [
    1325, 1352, 1163, 1268, 1137, 1020, 1346, 1266, 834, 1270, 1260, 1352, 1219, 1020, 1268, 1513, 1266, 1020, 1337,
    1102, 1321, 1622, 1212, 1714, 1767,
];

#[cfg(test)]
#[path = "../../tests/inside/report/font.rs"]
mod tests;
