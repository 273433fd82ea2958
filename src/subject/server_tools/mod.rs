//! The Model Context Protocol, as far as an agent gets tools by it: hotseat's own server, and the reference's client.
//!
//! ```text
//!   agent ── stdin ──▶ mcp-serve ── POST ──▶ server ── a call ──▶ stage
//!         ◀─ stdout ──           ◀─ reply ──        ◀─ result, or a question ──
//!                                ── GET ───▶
//!                                ◀─ message
//! ```
//!
//! An agent starts `hotseat mcp-serve` as a server of its session. That program only carries messages: each goes to the
//! server in hotseat's own process, and each reply goes back. So the stage holds every call until it lets the tool end. What the
//! server itself asks, that program fetches.

mod bridge;
mod client;
mod server;

pub use self::bridge::{CallError, call_tool, serve_mcp};
pub(super) use self::{
    client::{ServerEvent, Servers},
    server::{Server, Settled, Taken},
};

/// The member of a call's `_meta` that has the folder from which a shell calls.
const CALLED_FROM: &str = "hotseat/folder";
/// The notification with which a program that carries messages tells how it was started.
const STARTED: &str = "notifications/hotseat/started";
/// What a client is told that calls a tool of a server which was started otherwise.
pub const STARTED_OTHERWISE: &str = "this server was not started as its client says";
/// How the names of the variables begin of which it tells.
const OWN_VARIABLES: &str = "HOTSEAT_SERVER_";
/// The versions of the protocol, the latest first. All of them have the same tools.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
