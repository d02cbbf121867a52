//! The five domains against exact rational references, and broken twins that the laws must catch.
#![cfg(feature = "testing")]

mod broken;
mod laws;
mod properties;
mod reference;
mod worked;
