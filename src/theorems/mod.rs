//! What is claimed: one file a statement of the paper, and [`beyond`] for what goes further.
//!
//! A file states its theorem, the formulas with their rounding directions, what is taken on trust and where it departs
//! from the paper, and turns a trace into a [`Certificate`](crate::certificate::Certificate). What runs is elsewhere.

pub mod agreement;
mod approximate;
pub mod beyond;
mod certification;
mod certify;
pub mod cor1_sgd;
pub mod cor2_matrix_multiplicative;
pub mod cor3_stochastic_sgd;
pub mod cor4_stochastic_matrix_multiplicative;
pub mod evidence;
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
pub mod rates;
mod run;
mod statements;
pub mod thm1_lagrangian;
pub mod thm2_proxy_lagrangian;
pub mod thm3_lagrangian_pnorm;
pub mod thm4_proxy_lagrangian_joint;
pub mod thm5_sparse_equilibrium;
pub mod thm6_mirror_descent;
pub mod thm7_stochastic_mirror_descent;

pub use certification::{Certification, certify, certify_live};
pub use run::{RunConstants, facts};
pub use statements::{Kind, STATEMENTS, Statement, statement};
