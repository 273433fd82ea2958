//! The scripted model: what it expects, what it replies, and how that travels.
//!
//! ```text
//!  ModelRequest ──encode──▶ body ──▶ shell (memory | wiremock) ──▶ decode ──▶ Session::reply
//!                                                                               │ Plan
//!  ModelEvent   ◀──decode── frames ◀─────────────────────────────────── frames ◀┘
//! ```
//!
//! One function, [`Session::reply`], answers for the script; the shells only carry its plan. Both directions go
//! through the real wire format in every shell.
//!
//! **Absent here:** any system's rules. Nothing here reads a clock, except [`serve`]: delays are told, not waited
//! for.

mod anthropic;
mod checks;
mod chunking;
mod codec;
mod errors;
mod nearest;
mod openai;
mod plan;
mod reading;
pub mod script;
pub mod serve;
mod session;
pub mod shell;
mod signature;
mod structured;
mod wire;

pub use self::{
    checks::Wrong,
    codec::{decode_request, encode_request},
    errors::{ItemFault, RequestError, ScriptError, ShellError},
    plan::{Ending, Plan, filled},
    session::{RawExchange, Session, Unexpected},
    signature::BrokenSignature,
    wire::{DecodedRequest, Format, Wire, WireRequest},
};

#[cfg(test)]
mod golden_end_tests;
#[cfg(test)]
mod golden_tests;
