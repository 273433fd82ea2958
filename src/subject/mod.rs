//! Subjects: the reference in this process, an adapter behind a pipe, or a type of the caller's own.
//!
//! **Only this module knows processes.** The stage drives any [`crate::stage::Subject`], and never names the reference.

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
    smoke::{Check, CheckError, smoke},
    spec::{CommandError, Make, StartedSubject, SubjectSpec},
};
