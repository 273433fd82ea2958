//! Plays a scenario in every order in which what is pending can come.
//!
//! Nothing is cloned: each run begins anew. It repeats a prefix of choices, and then goes on with the first choice to its
//! end. The next run takes the next choice at the last place that has one left. So the orders come depth first, always in the
//! same sequence. At each moment with several choices, a fingerprint of the whole state is kept: of the subject, of
//! everybody around it, of what is pending, and of what the rules remember. When a run comes to a state that was there
//! before, it ends, because all that can follow is explored already.
//!
//! No order is left out because two inputs are taken to be independent: one subject hears them all, and whether their order
//! matters to it is just what is asked. Where it does not matter, both orders come to one state, and the second ends there.
//!
//! **Absent here:** features, file formats of reports, and any choice by chance.

mod branch;
mod given;
mod order_file;
mod search;

pub use self::{
    branch::Way,
    given::OrderError,
    order_file::{OrderFile, OrderFileError},
    search::{Broken, Explored, Explorer, Limits, Replayed, Stopped, fault_of_others},
};
