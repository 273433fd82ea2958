//! A small HTTP server that plays the script, for agents and clients that are not part of this program.
//!
//! ```text
//!  socket ─▶ connection ─▶ Answers::answer ─▶ Plan ─▶ frames, each at its own time ─▶ socket
//!     ▲                                                                     │
//!     └──────────── breaks, once everything before the break is written ◀───┘
//! ```
//!
//! [`Answers`] is a trait. A script answers for `hotseat serve` ([`Scripted`]), and a scheduler answers the adapters
//! under test ([`Held`]). Each step of a reply can be held until it is released ([`Pacing::held`]). A reply is sent
//! whole, or its connection breaks: before the first byte, in the middle, or by a reset.
//!
//! This is the only place in `llm` that waits in real time. A reply is sent when its script says so, and a client that
//! sends half a request is given up after a while.
//!
//! A request for another host, or of a web page, is refused before anything answers it ([`HostFilter`]).
//!
//! **Absent here:** the meaning of a request, and its headers, except the name that a client may give it and those that
//! say where the request comes from and which host it is for.

pub mod auxiliary;
mod connection;
mod exchange;
mod frames;
mod held;
mod hosts;
mod log;
mod pacing;
mod scripted;
mod socket;

pub use self::{
    connection::serve,
    exchange::Limits,
    held::{Arrival, Held, RequestEvent},
    hosts::{HostFilter, HostName},
    log::{arrived_line, arrived_story, line, story},
    pacing::{Pacing, Release},
    scripted::{Scripted, Summary, Told},
};
use futures::future::BoxFuture;

use super::{Ending, Plan, Refusal, WireRequest};

/// Answers requests, and is told how each one ended.
pub trait Answers: Send + Sync {
    /// The answer to a request. `None` closes the connection without an answer. The future is dropped if the client
    /// hangs up.
    fn answer<'a>(&'a self, asked: Incoming<'a>) -> BoxFuture<'a, Option<Answer>>;

    /// A request has come whole, and is answered next. Not called for a request that was refused or came only in part.
    fn arrived(&self, _served: &Served) {}

    /// A request is over. Called once for each request.
    fn served(&self, served: &Served);
}

/// The only header that is kept: the name that the client gives its request.
pub const NAME_HEADER: &str = "hotseat-request";

/// A request that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    /// The name that the client gave it, if any.
    pub name: Option<&'a str>,
    /// The request.
    pub request: &'a WireRequest,
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    /// The reply.
    pub plan: Plan,
    /// When each step of the reply is sent.
    pub pacing: Pacing,
    /// Why the script has no reply to the request, if it has none.
    pub unexpected: Option<String>,
    /// The errors in the request itself, independent of the script.
    pub wrongs: Vec<String>,
    /// What kind of request it is.
    pub kind: Kind,
}

impl Answer {
    /// An answer that is sent at once, to a request that is as expected.
    pub const fn now(plan: Plan) -> Self {
        Self { plan, pacing: Pacing::now(), unexpected: None, wrongs: Vec::new(), kind: Kind::Scripted }
    }
}

/// The kinds of requests.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Kind {
    /// A request to the model, which the script answers.
    #[default]
    Scripted,
    /// A request of the agent's own, which a side expectation of the script answers.
    Side,
    /// No request to the model: a list of models, a count of tokens, a probe, an upgrade.
    Auxiliary,
}

impl Kind {
    /// Its name, for logs and for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Scripted => "scripted",
            Self::Side => "side",
            Self::Auxiliary => "auxiliary",
        }
    }
}

/// A request that has arrived, or is over.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Served {
    /// Its number, from 1, in the order of arrival.
    pub number: u64,
    /// The request. The body is incomplete if it was half a request or too large.
    pub request: WireRequest,
    /// The status that was sent, if any.
    pub status: Option<u16>,
    /// How it ended.
    pub ended: Ended,
    /// Why the script has no reply to it, if it has none.
    pub unexpected: Option<String>,
    /// The errors in the request itself, independent of the script.
    pub wrongs: Vec<String>,
    /// Why the request was refused. Then it is no request to the model.
    pub refused: Option<Refusal>,
    /// What kind of request it is.
    pub kind: Kind,
    /// Whether it came whole.
    pub has_arrived: bool,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ended {
    /// As planned: everything was sent, or the connection broke where the plan says so.
    Planned(Ending),
    /// The client hung up before the end of the reply.
    HungUp,
    /// The body of the request was incomplete.
    HalfRequest,
    /// The body of the request is compressed in a way that cannot be undone here.
    NotUnpacked,
    /// The body of the request was larger than the limit.
    TooLarge,
    /// The request was refused because of its headers.
    Refused,
    /// The server was stopped before the end of the reply.
    Stopped,
}

impl Ended {
    /// In a few words, for people and for logs.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Planned(Ending::Whole) => "whole",
            Self::Planned(Ending::Dropped) => "dropped",
            Self::Planned(Ending::Reset) => "reset",
            Self::Planned(Ending::Cut) => "cut",
            Self::Planned(Ending::CutByReset) => "cut by a reset",
            Self::HungUp => "client hung up",
            Self::HalfRequest => "half a request",
            Self::NotUnpacked => "not unpacked",
            Self::TooLarge => "too large",
            Self::Refused => "refused",
            Self::Stopped => "stopped",
        }
    }
}

#[cfg(test)]
mod tests;
