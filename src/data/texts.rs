//! The different texts of a column, each with a code: a row keeps its code, and what a text means is decided once.

use super::table::number;
use std::sync::OnceLock;

/// Different texts, one after the other in one string; the code of a text is its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    all: String,
    ends: Vec<usize>,
    numbers: OnceLock<Vec<f64>>,
}

impl Texts {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline]
    pub(super) fn get(&self, code: u32) -> &str {
        let code = code as usize;
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.all[start..self.ends[code]]
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|code| &self.all[if code == 0 { 0 } else { self.ends[code - 1] }..self.ends[code]])
    }

    /// The number that each text denotes; not a number where it denotes none.
    pub(super) fn numbers(&self) -> &[f64] {
        self.numbers.get_or_init(|| self.iter().map(|text| number(text).unwrap_or(f64::NAN)).collect())
    }

    /// Whether no text needs quotation marks in a data file of several columns.
    pub(super) fn are_plain(&self) -> bool {
        !self.all.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r'))
    }
}

/// Texts that are being collected: an open hash table of codes, so that no text is kept twice.
#[derive(Debug)]
pub(super) struct Interner {
    texts: Texts,
    /// A code and 1, or 0 where there is none; at most half of them are taken.
    slots: Vec<u32>,
}

impl Default for Interner {
    fn default() -> Self {
        Self { texts: Texts::default(), slots: vec![0; 64] }
    }
}

impl Interner {
    /// The code of a text: the next one, if it is new.
    pub(super) fn code(&mut self, text: &str) -> u32 {
        let mut place = self.place(text);
        loop {
            match self.slots[place] {
                0 => break,
                taken if self.texts.get(taken - 1) == text => return taken - 1,
                _ => place = (place + 1) & (self.slots.len() - 1),
            }
        }
        self.texts.all.push_str(text);
        self.texts.ends.push(self.texts.all.len());
        let taken = u32::try_from(self.texts.len()).expect("fewer texts than rows");
        self.slots[place] = taken;
        if 2 * self.texts.len() > self.slots.len() {
            self.grow();
        }
        taken - 1
    }

    pub(super) fn texts(&self) -> &Texts {
        &self.texts
    }

    pub(super) fn finish(mut self) -> Texts {
        self.texts.all.shrink_to_fit();
        self.texts.ends.shrink_to_fit();
        self.texts
    }

    fn grow(&mut self) {
        self.slots = vec![0; 4 * self.slots.len()];
        for taken in (1..).take(self.texts.len()) {
            let mut place = self.place(self.texts.get(taken - 1));
            while self.slots[place] != 0 {
                place = (place + 1) & (self.slots.len() - 1);
            }
            self.slots[place] = taken;
        }
    }

    /// Where a text is looked for first: eight bytes at a time, each product folded onto itself.
    #[inline]
    fn place(&self, text: &str) -> usize {
        let fold = |state: u64, word: [u8; 8]| {
            let product = u128::from(state ^ u64::from_le_bytes(word)) * 0x9e37_79b9_7f4a_7c15;
            #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
            return product as u64 ^ (product >> 64) as u64;
        };
        let mut words = text.as_bytes().chunks_exact(8);
        let state = words.by_ref().fold(text.len() as u64, |state, word| fold(state, word.try_into().expect("eight")));
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits count")]
        return fold(state, last) as usize & (self.slots.len() - 1);
    }
}
