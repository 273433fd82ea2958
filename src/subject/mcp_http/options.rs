//! How a server is asked, and what comes of it.

use std::time::Duration;

use super::{endpoint::Endpoint, error::HttpError};
use crate::{model::json::Value, system::mcp::era::Era};

/// How a server is asked.
#[derive(Clone, Debug)]
pub struct Options {
    /// Its address.
    pub endpoint: Endpoint,
    /// The version of the protocol.
    pub era: Era,
    /// How long it may take to take a message that awaits no response.
    pub patience: Duration,
}

/// What comes of a connection.
#[derive(Debug)]
pub enum Said {
    /// A line of the server.
    Line(String),
    /// The request with this id is over, and has no response.
    NoResponse(Value, HttpError),
    /// The server does what it must not do.
    Broken(HttpError),
}
