//! Implementations that are wrong on purpose, and implementations that are right in another way: a layer around a
//! machine changes the messages that cross its border.
//!
//! ```text
//!  input ──▶ changes ──▶ ┌─────────┐ ──▶ changes ──▶ effect
//!                        │ machine │
//!             the layer is a machine itself
//! ```
//!
//! A [`Mutant`] is wrong, and a [`Variant`] is right in another way. Both are rows of tables, in the words of the event
//! stream. [`row`] defines the changes, and [`Mutated`] is the layer. The embedded rows are in the folders `tables` and
//! `variants`. Each family of systems has one or more files there. With a [`RunCondition`] a mutant is wrong only while a
//! fact of the run holds.
//!
//! **Absent here:** any judgement of a run, any feature, any system's rules. The rooms above decide whether a scenario
//! notices a mutant, and whether a variant passes.

mod condition;
mod edit;
mod equivalents;
mod error;
mod gate;
mod generic;
mod input_or_effect;
mod kind;
mod layer;
mod message;
mod place;
mod reading;
pub mod row;
mod run_condition;
mod survey;
mod tables;
mod variant;

pub use self::{
    equivalents::{Allowed, Equivalents, Harmless, Unbroken, equivalents, is_meant},
    error::{MessageError, RowError, TableError},
    generic::{Generic, generics},
    kind::On,
    layer::{Mutated, Trace},
    row::{Change, Mutant},
    run_condition::{RunCondition, run_conditions},
    survey::Survey,
    tables::{Table, TableRow, Tables, mutants, variants},
    variant::Variant,
};
