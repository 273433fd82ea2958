//! The adapter protocol, version 1: JSON-RPC 2.0, one message a line, on the adapter's stdin and stdout. Its stderr is
//! its log. `hotseat protocol` prints it as a page.
//!
//! The vocabulary is that of the machines: each [`crate::system::Input`] and [`crate::system::Effect`] has its method,
//! and the payloads are the machines' own types. Two things travel otherwise. What the model is asked and what it
//! replies go over real HTTP; and files are real files, in a folder of the run.

mod from_adapter;
mod hello;
mod page;
pub mod rpc;
mod to_adapter;

pub use self::{
    from_adapter::{FromAdapter, Idle, Requests},
    hello::Hello,
    page::page,
    to_adapter::{ModelAddress, ScenarioStart, ToAdapter},
};
use crate::stage::Capability;

/// The version spoken here.
pub const VERSION: u32 = 1;

/// The header that may name a request to the model.
pub const REQUEST_HEADER: &str = "hotseat-request";

/// A method of the protocol, for the page.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Whether it wants an answer.
    pub is_request: bool,
    /// The capability that it belongs to; none where everybody needs it.
    pub capability: Option<Capability>,
    /// What it is for, in a line.
    pub about: &'static str,
}

impl Method {
    const fn request(name: &'static str, capability: Option<Capability>, about: &'static str) -> Self {
        Self { name, is_request: true, capability, about }
    }

    const fn notice(name: &'static str, capability: Option<Capability>, about: &'static str) -> Self {
        Self { name, is_request: false, capability, about }
    }

    /// Whether `name` is one of `methods`.
    pub fn knows(methods: &[Self], name: &str) -> bool {
        methods.iter().any(|method| method.name == name)
    }
}

#[cfg(test)]
mod tests;
