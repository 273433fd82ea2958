//! Implementations that are wrong on purpose: a layer around a machine changes the messages that cross its border.
//!
//! ```text
//!  input ──▶ changes ──▶ ┌─────────┐ ──▶ changes ──▶ effect
//!                        │ machine │
//!             the layer is a machine itself
//! ```
//!
//! A [`Mutant`] is a row of a table, in the words of the event stream. [`row`] defines the rows, and [`Mutated`] is the
//! layer. The embedded rows are in the folder `tables`. Each family of systems has one or more files there.
//!
//! **Absent here:** any judgement of a run, any feature, any system's rules. The rooms above decide whether a scenario
//! notices a mutant.

mod condition;
mod edit;
mod equivalents;
mod error;
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
    error::{MessageError, RowError, TableError},
    generic::{Generic, generics},
    kind::On,
    layer::{Mutated, Trace},
    row::{Change, Mutant},
    tables::{Table, embedded},
};
