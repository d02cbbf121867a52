//! The theory put to the test: every algorithm and every player on every family, each run judged three ways.
//!
//! A [`Case`] is one run. Its trace is certified by every statement that speaks of it, shrunk, and solved as a game on
//! the rounds; the statements that promise a rate play their own algorithms. Each certificate is judged
//!
//! 1. by itself: where all hypotheses hold, no conclusion may be violated;
//! 2. by what is known independently: the family's optimum in closed form ([`known`]). Some conclusions are identities
//!    of the trace, or follow from the hypotheses, and cannot fail; these comparisons can;
//! 3. by the checker, `proofs-check`, which derives every number again from the files.
//!
//! Cases are independent of each other and of the order in which they run: each draws from its own stream of the seed.
//! So results are the same for any number of threads. [`Whole`] is all of them, with the laws and the proofs.

mod case;
mod check;
mod count;
mod draws;
pub mod frequency;
mod judge;
pub mod known;
mod players;
pub mod random;
mod summary;
mod whole;

pub use case::{Case, Depth, Scope, Task, cases};
pub use count::{Counted, Counts, Outcome, totals};
pub use judge::{Finding, Judgement, judge, unfit, write_files};
pub use players::{Duel, PlayerFinding, duels, fight};
pub use summary::{PlayerRow, StatementRow, player_rows, statement_rows};
pub use whole::{Extent, LawRow, Whole};
