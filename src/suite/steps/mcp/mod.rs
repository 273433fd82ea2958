//! Steps that make sense in mcp alone: of a server, and of a client.

pub(super) mod asks;
pub(super) mod client;
mod form;
pub(super) mod lines;
pub(super) mod pages;
pub(super) mod results;
pub(super) mod rounds;
pub(super) mod tasks;
