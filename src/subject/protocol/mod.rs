//! The adapter protocol, version 1: JSON-RPC 2.0, one message a line, on the adapter's stdin and stdout. Its stderr is
//! its log. `hotseat protocol` prints it as a page.
//!
//! The messages are those of the machines. Each [`crate::system::Input`] and each [`crate::system::Effect`] has a
//! method, and the payloads are the machines' own types. There are two exceptions. The requests to the model and its
//! replies go over real HTTP, and files are real files in a folder of the run.

#[macro_use]
mod messages;
mod from_adapter;
mod hello;
mod page;
pub mod rpc;
mod to_adapter;

pub use self::{
    from_adapter::{FromAdapter, Idle, Requests},
    hello::{Hello, HelloError},
    page::page,
    to_adapter::{ModelAddress, ScenarioStart, ToAdapter},
};
use crate::stage::Capability;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The HTTP header that can give a request to the model a name.
pub const REQUEST_HEADER: &str = "hotseat-request";

/// A method of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Whether the method is a request, which needs an answer.
    pub is_request: bool,
    /// The capability that the method belongs to. Without one, every adapter needs the method.
    pub capability: Option<Capability>,
    /// The meaning: the message's own documentation.
    pub about: &'static str,
}

impl Method {
    /// Whether `name` is one of `methods`.
    pub fn knows(methods: &[Self], name: &str) -> bool {
        methods.iter().any(|method| method.name == name)
    }
}

#[cfg(test)]
mod tests;
