//! The theta-players: laws, broken twins, the oracle player, robustness.

mod broken;
mod by_hand;
mod laws;
mod oracle;
mod problems;
mod robust;
mod worked;
