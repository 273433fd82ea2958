//! A small machine that holds the shared vocabulary against a system unlike jp: a form by keys, or a pending file. It
//! does one thing of its system, and says in its docs which.

mod pi;

pub use self::pi::{Pi, asking as pi_asking};
