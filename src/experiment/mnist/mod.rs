//! The robust experiment of the paper on MNIST: one network for four corrupted copies of the data.
//!
//! [`Mnist::open`] reads the published files; [`Family`] says which four copies; [`train`] plays the Lagrangian game of
//! the robust problem, or the baseline on the union; [`run`] is the protocol of one seed, and [`PAPER`] what the paper
//! reports.
//!
//! **What is certified.** Feasibility of the average in the recorded losses, and the exact linear program on whole
//! counts of mistakes. **What is not:** optimality, since the network is not convex and no lower bound of its loss
//! is known; and that the losses, computed in doubles, are those of real arithmetic. Predictions are those of the
//! network as it is computed here, in doubles, so counts of mistakes are whole numbers without error.

mod corruptions;
mod estimate;
mod idx;
mod lanczos;
mod network;
mod parts;
mod robust;
mod settings;
mod table;
mod train;

pub use corruptions::{CorruptedSet, Corruption, Family, SETS, checkerboard};
pub use estimate::estimate;
pub use idx::{CLASSES, Images, Mnist, PIXELS, SIDE};
pub use network::{Network, Shape, predicted, softmax_cross_entropy};
pub use parts::{Copies, Parts};
pub use robust::{Errors, NO_LOWER_BOUND, RobustOutcome, RowOutcome, candidates, run, snapshot_trace};
pub use settings::Settings;
pub use table::{PAPER, PaperRow, comparison, differences};
pub use train::{AdaGrad, LARGEST_SLACK, Mistakes, Multipliers, Run, Snapshot, Training, evaluate, initial, train};
