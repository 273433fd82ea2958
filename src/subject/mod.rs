//! Who sits in the hot seat: the reference in this process, an adapter behind a pipe, or a caller's own.
//!
//! **Only this room knows processes.** Scenarios drive a [`crate::stage::Subject`] and never the reference by name.

mod adapter;
mod pipe;
pub mod process;
pub mod protocol;
mod reference;
mod seat;
pub mod skeleton;
mod smoke;

pub use self::{
    adapter::serve,
    pipe::{Pipe, Treatment},
    reference::{Around, Reference},
    seat::{Make, Seat, Seated},
    smoke::{Check, smoke},
};
