//! A small server of its own: the script over a socket, for agents and clients that nobody here wrote.
//!
//! ```text
//!  socket ─▶ connection ─▶ Answers::answer ─▶ Plan ─▶ frames, each when its pace lets it go ─▶ socket
//!     ▲                                                                     │
//!     └──────────── breaks, once everything before the break is written ◀───┘
//! ```
//!
//! Who answers is a trait: a script for `hotseat serve` ([`Scripted`]), or a scheduler that holds each step back
//! until it is released ([`Pacing::held`]). A reply ends whole, or its connection does: dropped before anything came,
//! cut in the middle, or reset.
//!
//! **Absent here:** what a request means, and any header of it but the name that a client may give it.
//!
//! The one place in this room that waits for real time: a reply is due when its script says so, and a client that
//! sends half a request is not waited for without end.

mod connection;
mod exchange;
mod frames;
mod held;
mod log;
mod pacing;
mod scripted;
mod socket;

pub use self::{
    connection::serve,
    exchange::Limits,
    held::{Arrival, Held, RequestEvent},
    log::{line, story},
    pacing::{Pacing, Release},
    scripted::{Scripted, Summary},
};
use futures::future::BoxFuture;

use super::{Ending, Plan, WireRequest};

/// Decides what is sent back to each request, and hears how that went.
pub trait Answers: Send + Sync {
    /// What is sent back, and when; none where nothing ever is. It is dropped where the client hangs up meanwhile.
    fn answer<'a>(&'a self, asked: Incoming<'a>) -> BoxFuture<'a, Option<Answer>>;

    /// A request is over. Called once for each.
    fn served(&self, served: &Served);
}

/// The one header that is read: how the client calls its request.
pub const NAME_HEADER: &str = "hotseat-request";

/// A request that wants an answer.
#[derive(Clone, Copy, Debug)]
pub struct Incoming<'a> {
    /// How the client calls it, where it does.
    pub name: Option<&'a str>,
    /// What came.
    pub request: &'a WireRequest,
}

/// What is sent back, and when.
#[derive(Debug)]
pub struct Answer {
    /// What is sent.
    pub plan: Plan,
    /// When its steps leave.
    pub pacing: Pacing,
    /// Why nothing was ready for the request, where nothing was.
    pub unexpected: Option<String>,
    /// What is wrong with the request itself, whatever was expected.
    pub wrongs: Vec<String>,
}

/// A request that is over.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Served {
    /// Its number, from 1, in the order of arrival.
    pub number: u64,
    /// What came: the whole of it, unless it was half a request or too large.
    pub request: WireRequest,
    /// The status that was sent, where one was.
    pub status: Option<u16>,
    /// How it ended.
    pub ended: Ended,
    /// Why nothing was ready for it, where nothing was.
    pub unexpected: Option<String>,
    /// What is wrong with it itself, whatever was expected.
    pub wrongs: Vec<String>,
}

/// How a request ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ended {
    /// As planned: everything was sent, or the connection was broken where the plan breaks it.
    Planned(Ending),
    /// The client went away before the end of the reply.
    HungUp,
    /// The body of the request did not come to its end.
    HalfRequest,
    /// The body of the request was larger than the limit.
    TooLarge,
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
            Self::TooLarge => "too large",
            Self::Stopped => "stopped",
        }
    }
}

#[cfg(test)]
mod tests;
