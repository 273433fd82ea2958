//! Two small machines that hold the shared vocabulary against systems unlike jp: a question that pauses the turn,
//! and a form by keys or a pending file. Each does one thing of its system, and says in its docs which.

mod chat;
mod pi;

pub use self::{
    pi::{Pi, asking as pi_asking},
};
