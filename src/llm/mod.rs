//! The scripted model: the requests that it expects, its replies, and how both travel.
//!
//! ```text
//!  ModelRequest ──encode──▶ body ──▶ shell (memory | wiremock) ──▶ decode ──▶ Session::reply
//!                                                                               │ Plan
//!  ModelEvent   ◀──decode── frames ◀─────────────────────────────────── frames ◀┘
//! ```
//!
//! One function, [`Session::reply`], decides every reply. The shells only carry its plan. In every shell, requests and
//! replies go through the real wire format.
//!
//! **Absent here:** any system's rules, and any clock: a plan names its delay, and the caller applies it. Only
//! [`serve`] waits in real time.

mod anthropic;
mod checks;
mod chunking;
mod codec;
mod errors;
mod expect;
mod gemini;
mod history;
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
    errors::{HostNameError, ItemFault, Refusal, RequestError, ScriptError, ShellError},
    plan::{Ending, Plan, filled},
    session::{RawExchange, Session, Unexpected},
    signature::BrokenSignature,
    wire::{DecodedRequest, Format, Wire, WireRequest, session_of},
};

#[cfg(test)]
mod golden_end_tests;
#[cfg(test)]
mod golden_tests;
