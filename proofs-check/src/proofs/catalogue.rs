//! All proofs, in the order of the paper.

use super::recorder::Proof;
use super::{lagrangian, lemma6, proxy, strengthenings};

/// Every proof: those of the paper in its order, then the repaired and the new ones.
pub const PROOFS: &[&Proof] = &[
    &lagrangian::THEOREM_1,
    &lagrangian::THEOREM_3,
    &lemma6::LEMMA_6,
    &lemma6::LEMMA_6_REPAIRED,
    &proxy::THEOREM_4,
    &proxy::LEMMA_7,
    &strengthenings::LAGRANGIAN,
    &strengthenings::PROXY,
];
