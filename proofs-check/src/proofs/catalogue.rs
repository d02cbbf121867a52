//! All proofs, in the order of the paper.

use super::recorder::Proof;
use super::{
    deviation, lagrangian, lemma6, matrix_weights, mirror, proxy, sparse_equilibrium, sparse_program, stochastic,
    stochastic_swap, strengthenings, swap,
};

/// Every proof: those of the paper in its order, then the repaired and the new ones.
pub const PROOFS: &[&Proof] = &[
    &lagrangian::THEOREM_1,
    &lagrangian::THEOREM_3,
    &lemma6::LEMMA_6,
    &lemma6::LEMMA_6_REPAIRED,
    &sparse_program::LEMMA_3,
    &proxy::THEOREM_4,
    &proxy::LEMMA_7,
    &sparse_equilibrium::THEOREM_5,
    &mirror::THEOREM_6,
    &mirror::COROLLARY_1,
    &matrix_weights::COROLLARY_2,
    &swap::LEMMA_8,
    &stochastic::THEOREM_7,
    &stochastic::THEOREM_7_UNIFORM,
    &stochastic_swap::LEMMA_9,
    &strengthenings::LAGRANGIAN,
    &strengthenings::PROXY,
    &deviation::DEVIATIONS,
];
