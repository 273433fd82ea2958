//! Streamable HTTP, the other transport of the Model Context Protocol: the end of a client, and that of a server.
//!
//! ```text
//!   host ── a line ──▶ talk ── a POST each ─────────▶ server
//!        ◀─ a line ──       ◀─ JSON, or an SSE stream ──
//!                           ◀─ GET: an SSE stream ──        2025-06-18 and 2025-11-25 alone
//! ```
//!
//! | file | what |
//! |---|---|
//! | `endpoint.rs` | the address of a server: plain HTTP, on this machine |
//! | `port.rs` | a free port for a server that is started |
//! | `outgoing.rs` | a message, and the headers that say of it what a version demands |
//! | `connection.rs` | a connection: its thread, and the order of its messages |
//! | `options.rs` | how a server is asked, and what comes of it |
//! | `exchange.rs` | one request of HTTP, and the reading of its answer |
//! | `answer.rs` | what an answer is |
//! | `body.rs` | the bytes of an answer, within bounds |
//! | `error.rs` | what is wrong with an answer |
//! | `serving/` | the end of a server: the checks of a request, sessions, and the stream of each line |
//!
//! **Absent here:** the meaning of a message, beyond its id and what a header says of it. No redirect is followed, nobody logs in, and
//! nothing leaves this machine.

mod answer;
mod body;
mod connection;
mod endpoint;
mod error;
mod exchange;
mod options;
mod outgoing;
mod port;
#[cfg(test)]
pub mod raw;
mod serving;

pub use self::{
    connection::Connection,
    endpoint::{Endpoint, EndpointError},
    error::HttpError,
    options::{Options, Said},
    port::Port,
    serving::{FromClient, Server, Serving, Session},
};
