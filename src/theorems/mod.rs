//! What is claimed: one file for each statement of the paper, and [`beyond`] for what goes further.
//!
//! A file is one [`Statement`], with everything of it: the theorem, the formulas with their rounding directions, what is
//! taken on trust and where it departs from the paper; the algorithm that it is about, its forms for [`plan`], and the
//! claims that it makes of a trace. What runs is elsewhere. What several share is in [`rate`] and [`plan`].

pub mod agreement;
mod approximate;
pub mod beyond;
mod certification;
pub mod cor1_sgd;
pub mod cor2_matrix_multiplicative;
pub mod cor3_stochastic_sgd;
pub mod cor4_stochastic_matrix_multiplicative;
pub mod evidence;
mod ledgers;
pub mod lem10_stochastic_lagrangian;
pub mod lem11_oracle_proxy_lagrangian;
pub mod lem1_oracle_lagrangian;
pub mod lem2_sparse_lagrangian;
pub mod lem3_sparse_linear_program;
pub mod lem4_stochastic_proxy_lagrangian;
pub mod lem5_sparse_proxy_lagrangian;
pub mod lem6_lagrangian_feasibility;
pub mod lem7_proxy_lagrangian_feasibility;
pub mod lem8_internal_regret;
pub mod lem9_stochastic_internal_regret;
mod mirrors;
pub mod plan;
mod ranges;
pub mod rate;
mod statement;
pub mod thm1_lagrangian;
pub mod thm2_proxy_lagrangian;
pub mod thm3_lagrangian_pnorm;
pub mod thm4_proxy_lagrangian_joint;
pub mod thm5_sparse_equilibrium;
pub mod thm6_mirror_descent;
pub mod thm7_stochastic_mirror_descent;

pub use certification::{Certification, Measured, Prepared, certify, certify_by, certify_live, fitting, prepare};
pub use cor1_sgd::Corollary1;
pub use cor2_matrix_multiplicative::Corollary2;
pub use cor3_stochastic_sgd::Corollary3;
pub use cor4_stochastic_matrix_multiplicative::Corollary4;
pub use evidence::facts;
pub use lem1_oracle_lagrangian::Lemma1;
pub use lem2_sparse_lagrangian::Lemma2;
pub use lem3_sparse_linear_program::Lemma3;
pub use lem4_stochastic_proxy_lagrangian::Lemma4;
pub use lem5_sparse_proxy_lagrangian::Lemma5;
pub use lem6_lagrangian_feasibility::Lemma6;
pub use lem7_proxy_lagrangian_feasibility::Lemma7;
pub use lem8_internal_regret::Lemma8;
pub use lem9_stochastic_internal_regret::Lemma9;
pub use lem10_stochastic_lagrangian::Lemma10;
pub use lem11_oracle_proxy_lagrangian::Lemma11;
pub use ranges::{OutOfRange, out_of_range};
pub use statement::{About, Kind, Promise, Regret, Statement};
pub use thm1_lagrangian::Theorem1;
pub use thm2_proxy_lagrangian::Theorem2;
pub use thm3_lagrangian_pnorm::Theorem3;
pub use thm4_proxy_lagrangian_joint::Theorem4;
pub use thm5_sparse_equilibrium::Theorem5;
pub use thm6_mirror_descent::Theorem6;
pub use thm7_stochastic_mirror_descent::Theorem7;

use crate::arena::Match;
use crate::error::{Error, hint};
use crate::players::Sight;

/// All statements, in the order of their kinds and numbers.
pub const STATEMENTS: [&dyn Statement; 22] = [
    &Theorem1,
    &Theorem2,
    &Theorem3,
    &Theorem4,
    &Theorem5,
    &Theorem6,
    &Theorem7,
    &Lemma1,
    &Lemma2,
    &Lemma3,
    &Lemma4,
    &Lemma5,
    &Lemma6,
    &Lemma7,
    &Lemma8,
    &Lemma9,
    &Lemma10,
    &Lemma11,
    &Corollary1,
    &Corollary2,
    &Corollary3,
    &Corollary4,
];

/// The statement of a name.
///
/// ```
/// use referee::theorems::{Kind, statement};
/// assert_eq!(statement("lemma-6").unwrap().about().kind, Kind::APosteriori);
/// assert!(statement("theorem-8").is_none());
/// ```
pub fn statement(name: &str) -> Option<&'static dyn Statement> {
    STATEMENTS.into_iter().find(|statement| statement.name() == name)
}

/// The error for a name that no statement has.
pub fn no_statement(name: &str) -> Error {
    let near = hint(name, STATEMENTS.map(Statement::name));
    Error::new(format!("there is no statement `{name}`{near}; `referee statements` lists them"))
}

/// Those that promise a rate, lemmas and corollaries before the theorems that they follow from.
pub fn rates() -> impl Iterator<Item = &'static dyn Statement> {
    let of = |theorems: bool| {
        STATEMENTS.into_iter().filter(move |statement| {
            statement.promise().is_some() && statement.about().number.starts_with("Theorem") == theorems
        })
    };
    of(false).chain(of(true))
}

/// The rate that speaks of players who played, if there is one: of both, or of the lambda-player alone. `convex` says
/// whether the theta-player's functions are.
pub fn about_players(players: &Match<'_>, convex: bool) -> Option<&'static dyn Statement> {
    let sight = players.sight;
    let speaks = |statement: &&'static dyn Statement| {
        let Some(seats) = statement.algorithm().filter(|seats| seats.algorithm.game() == players.game) else {
            return false;
        };
        let theta = match sight {
            Sight::Loss => !statement.takes_confidence(),
            Sight::Slopes => !statement.takes_confidence() && !statement.takes_oracle_error(),
            Sight::Stochastic => statement.takes_confidence() && (convex || !statement.takes_subgradients()),
        };
        // A probability is promised for the paper's own step only.
        let lambda = !statement.takes_confidence() || players.lambda_player.name() == seats.algorithm.lambda_player();
        theta && lambda
    };
    let mirrored = |statement: &&'static dyn Statement| {
        let stochastic = players.sight == Sight::Stochastic;
        let own = statement.game() == Some(players.game) && statement.takes_confidence() == stochastic;
        own && mirrors::of(*statement, players).is_some()
    };
    if let Some(statement) = rates().find(mirrored) {
        return Some(statement).filter(|statement| convex || !statement.takes_confidence());
    }
    let both = |statement: &&'static dyn Statement| statement.bounds_theta() && statement.takes_step();
    rates().filter(speaks).find(both).or_else(|| rates().find(|statement| speaks(statement) && statement.takes_step()))
}
