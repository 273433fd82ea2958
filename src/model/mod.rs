//! The types that all systems share: virtual time, operations, conversations, arguments, messages of JSON-RPC, keys,
//! shards and text.
//!
//! **Absent here:** any system's rules, any wire format, any clock.

pub mod chat;
pub mod fingerprint;
pub mod json;
pub mod key;
mod key_run;
pub mod op;
pub mod recent;
pub mod rpc;
pub mod shard;
pub mod text;
pub mod time;

pub use chat::{Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition};
pub use fingerprint::{Fingerprint, fingerprint_of};
pub use key::Key;
pub use key_run::KeyRun;
pub use op::Op;
pub use recent::Recent;
pub use time::Millis;
