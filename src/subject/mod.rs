//! Subjects: the reference in this process, an adapter behind a pipe, an agent or a server as it is installed, or a
//! type of the caller's own.
//!
//! **Only this module knows processes.** The stage drives any [`crate::stage::Subject`], and never names the reference.

mod acp_agent;
mod adapter;
mod exchanged;
mod installed;
mod lines;
mod mcp_client;
mod mcp_http;
mod mcp_server;
mod native;
mod pipe;
mod place;
pub mod process;
pub mod protocol;
mod reference;
mod reference_server;
mod server_tools;
mod settling;
pub mod skeleton;
mod smoke;
mod spec;

pub use self::{
    acp_agent::serve_acp,
    adapter::serve,
    installed::{AgentOptions, Installed, Manifest, ManifestError, QuestionTool, ToolCalls},
    mcp_client::{
        ClientManifest, ClientManifestError, ClientOptions, ClientProtocol, ClientTransport, McpClient, SCHEME, carry,
        open_page,
    },
    mcp_server::{McpServer, ServerManifest, ServerManifestError, ServerOptions, ServerProtocol, ToolMapping},
    pipe::{AdapterOptions, Pipe},
    reference::{Around, Reference},
    reference_server::{serve_mcp_server, serve_mcp_server_over_http},
    server_tools::{CallError, STARTED_OTHERWISE, call_tool, serve_mcp},
    smoke::{Check, CheckError, smoke},
    spec::{AgentSpec, ClientSpec, CommandError, Make, ServerSpec, StartedSubject, SubjectSpec},
};
