//! Traces: what happened in each round of a game, in memory and as CSV.
//!
//! A trace has one row per round. The row holds the objective and the constraints at the point that the theta-player
//! chose, the proxies of the constraints if they differ from them, the multipliers that the other player chose, and,
//! if it was recorded, the point itself. [`Layout`] says which of these a trace has; [`Round`] is one row; [`Trace`]
//! holds all rows; [`TraceReader`] and [`TraceWriter`] pass rows one at a time, so that a file need not fit in memory.
//!
//! # The file
//!
//! The first line names the columns, in any order; each further line is a round.
//!
//! | columns | meaning |
//! |---|---|
//! | `objective` | the objective `g_0` |
//! | `constraint_1` .. `constraint_m` | the constraints `g_i`, which ask for `g_i <= 0`; m may be 0 |
//! | `proxy_1` .. `proxy_m` | optional: all or none; without them the constraints are their own proxies |
//! | `lambda_1` .. `lambda_m` | the multipliers of the Lagrangian game |
//! | `lambda_0` .. `lambda_m` | the multipliers of the proxy game; `lambda_0` weighs the objective |
//! | `theta_1` .. `theta_d` | optional: the point |
//!
//! A value column (objective, constraint, proxy) `X` that is not known exactly is given as the two columns `X.lo` and
//! `X.hi`, which enclose it. `lambda_0` decides which game it is; a trace with no constraints and no multipliers is of
//! the Lagrangian game. [`WhichGame`] is the rule for all files, with and without multipliers.
//!
//! # What a number means
//!
//! A number denotes the double nearest to its decimal text, ties to the even one: this is what `str::parse::<f64>`
//! returns for every decimal text, and what strict readers in other languages return too. Writers print the shortest
//! digits that lie nearer to the double than to any other. Hence writing and reading a trace gives back the same
//! bits, and a file means the same on every machine. A negative zero is a zero: it is accepted as a multiplier, and
//! kept. NaN, infinities and texts beyond the largest double denote no number and are refused.
//!
//! # What a reader refuses
//!
//! Unknown, duplicate and missing columns, lines with too many or too few fields, empty cells, empty lines before the
//! last round, cells that are no finite number, negative multipliers, `X.lo` above `X.hi`, and files without rounds:
//! each with one sentence that names the file, the line and the column, and says what to do. Spaces around a field, a
//! byte-order mark, Windows line ends and quoted fields are accepted; a quoted field must end on its own line.
//!
//! ```
//! use referee::game::Game;
//! use referee::trace::Trace;
//! let text = "objective,constraint_1.lo,constraint_1.hi,lambda_0,lambda_1\n0.5,-0.1,0.1,1,0\n0.25,0,0,0.5,0.5\n";
//! let trace = Trace::from_reader(text.as_bytes(), "run.csv").unwrap();
//! assert_eq!(trace.layout().game(), Game::ProxyLagrangian);
//! assert_eq!(trace.rounds(), 2);
//! assert_eq!(trace.constraints().get(0, 0).hi(), 0.1);
//! assert_eq!(trace.lambda(1), [0.5, 0.5]);
//! ```

mod candidates;
mod checkpoints;
mod columns;
mod equalities;
mod foreign;
mod game;
mod header;
#[cfg(feature = "import")]
pub mod import;
mod layout;
mod mixture;
mod plain;
mod read;
mod record;
mod recording;
mod round;
mod source;
mod split;
mod values;
mod write;

pub use candidates::CandidateReader;
pub use checkpoints::Checkpoints;
pub use columns::Trace;
pub use equalities::Equalities;
pub use foreign::{Foreign, Labels};
pub use game::WhichGame;
pub use layout::Layout;
pub use mixture::{Means, MeansOfRounds};
pub use read::TraceReader;
pub use recording::{Recording, Row};
pub use round::Round;
pub use source::{Rounds, TraceFile};
pub use values::Values;
pub use write::TraceWriter;
