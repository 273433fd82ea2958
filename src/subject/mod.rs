//! Who sits in the hot seat: the reference in this process, an adapter behind a pipe, or a caller's own.
//!
//! **Only this room knows processes.** Scenarios drive a [`crate::stage::Subject`] and never the reference by name.

mod adapter;
mod pipe;
pub mod process;
pub mod protocol;
mod reference;
pub mod skeleton;
mod smoke;
mod spec;

pub use self::{
    adapter::serve,
    pipe::{AdapterOptions, Pipe},
    reference::{Around, Reference},
    smoke::{Check, smoke},
    spec::{Make, StartedSubject, SubjectSpec},
};
