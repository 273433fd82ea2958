//! Three small machines that hold the shared vocabulary against systems unlike jp: a question that pauses the turn,
//! a form by keys or a pending file, and a host that answers over a client channel. Each does one thing of its
//! system, and says in its docs which.

mod chat;
mod pi;
mod pilotdeck;

pub use self::{
    pi::{Pi, asking as pi_asking},
    pilotdeck::{PilotDeck, asking as pilotdeck_asking},
};
