//! Implementations that are wrong on purpose: a layer around a machine that alters what crosses its border.
//!
//! ```text
//!  input ──▶ changes ──▶ ┌─────────┐ ──▶ changes ──▶ effect
//!                        │ machine │
//!             the layer is a machine itself
//! ```
//!
//! A [`Mutant`] is a row of a table, in words of the event stream: [`row`] says what may stand in it. [`Mutated`] is
//! the layer. The rows that this program carries are in `tables`, one file or several for each family of systems.
//!
//! **Absent here:** any judgement of a run, any feature, any system's rules; whether somebody notices the mutant is
//! asked above.

mod condition;
mod edit;
mod equivalents;
mod generic;
mod kind;
mod layer;
mod message;
mod place;
mod reading;
pub mod row;
mod tables;
mod variant;

pub use self::{
    equivalents::{Equivalents, Harmless, Unbroken, equivalents, is_meant},
    generic::{Generic, generics},
    kind::On,
    layer::{Mutated, Trace},
    row::{Change, Mutant},
    tables::{Table, embedded},
};
