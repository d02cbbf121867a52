//! All proofs, in the order of the paper.

use super::recorder::Proof;
use super::{
    deviation, end_to_end, hindsight, hinges, lagrangian, lemma6, matrix_weights, mirror, more_strengthenings, proxy,
    sparse_equilibrium, sparse_program, stochastic, stochastic_swap, strengthenings, swap, two_player,
};

/// Every proof: those of the paper in its order, each followed by its repair, then the new ones.
pub const PROOFS: &[&Proof] = &[
    &lagrangian::THEOREM_1,
    &two_player::LEMMA_1,
    &sparse_program::LEMMA_3,
    &lagrangian::THEOREM_3,
    &lemma6::LEMMA_6,
    &lemma6::LEMMA_6_REPAIRED,
    &proxy::THEOREM_4,
    &proxy::LEMMA_7,
    &sparse_equilibrium::THEOREM_5,
    &mirror::THEOREM_6,
    &mirror::COROLLARY_1,
    &matrix_weights::COROLLARY_2,
    &swap::LEMMA_8,
    &stochastic::THEOREM_7,
    &stochastic::THEOREM_7_UNIFORM,
    &hindsight::COROLLARY_3,
    &stochastic_swap::LEMMA_9,
    &two_player::LEMMAS_10_AND_4,
    &hindsight::CONSTANTS,
    &end_to_end::END_TO_END,
    &strengthenings::LAGRANGIAN,
    &strengthenings::PROXY,
    &deviation::DEVIATIONS,
    &more_strengthenings::MORE,
    &hinges::HINGES,
];
