//! The adapter protocol: JSON-RPC 2.0, one message a line, on the adapter's stdin and stdout. Its stderr is its log.
//!
//! ```text
//! > {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1}}
//! < {"jsonrpc":"2.0","id":1,"result":{"who":"...","systems":[{"system":"jp-ask-user","profiles":["seed"]}]}}
//! > {"jsonrpc":"2.0","id":2,"method":"scenario/start","params":{"system":"jp-ask-user"}}
//! < {"jsonrpc":"2.0","id":2,"result":{}}
//! > {"jsonrpc":"2.0","method":"input","params":{"now_ms":0,"input":{"begin":{"terminal":true}}}}
//! < {"jsonrpc":"2.0","method":"idle","params":{"open":[]}}
//! > {"jsonrpc":"2.0","method":"input","params":{"now_ms":0,"input":{"says":"go"}}}
//! < {"jsonrpc":"2.0","method":"effect","params":{"turn":"began"}}
//! < {"jsonrpc":"2.0","method":"effect","params":{"request":["request#1",{...}]}}
//! < {"jsonrpc":"2.0","method":"idle","params":{"open":["request#1"]}}
//! ```
//!
//! After each `input` the adapter says what it does, an `effect` each, and then `idle` with the operations that are
//! open. The payloads are the [`Input`] and [`Effect`] of the machines themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    model::{Millis, Op},
    system::{Effect, Input},
};

/// The version spoken here.
pub const VERSION: u32 = 1;

/// What the harness says.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "params")]
pub enum ToAdapter {
    /// Who are you? Answered by the claims.
    #[serde(rename = "initialize")]
    Initialize {
        /// The version of the protocol.
        protocol: u32,
    },
    /// A fresh run begins. Answered when it may.
    #[serde(rename = "scenario/start")]
    Start {
        /// The system.
        system: String,
    },
    /// An input. Answered by effects, then `idle`.
    #[serde(rename = "input")]
    Input {
        /// Virtual time.
        now_ms: Millis,
        /// What the subject hears.
        input: Input,
    },
}

/// What the adapter says on its own.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "params")]
pub enum FromAdapter {
    /// The subject does something.
    #[serde(rename = "effect")]
    Effect(Effect),
    /// The subject does nothing more until it hears something.
    #[serde(rename = "idle")]
    Idle {
        /// The operations that are open.
        open: Vec<Op>,
    },
}

/// A message as JSON-RPC frames it, with an id where it wants an answer.
#[derive(Serialize, Deserialize)]
pub struct Call<M> {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The request's id; none for a notification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// Method and parameters.
    #[serde(flatten)]
    pub message: M,
}

impl<M> Call<M> {
    /// A notification.
    pub fn tell(message: M) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id: None, message }
    }

    /// A request.
    pub fn ask(id: u64, message: M) -> Self {
        Self { id: Some(id), ..Self::tell(message) }
    }
}

/// The answer to a request.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The request's id.
    pub id: Option<u64>,
    /// What it asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Why there is no such thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RpcError>,
}

/// An error in JSON-RPC's shape.
#[derive(Serialize, Deserialize)]
pub struct RpcError {
    /// JSON-RPC's number.
    pub code: i32,
    /// What happened.
    pub message: String,
}

impl Answer {
    /// A result.
    pub fn ok(id: Option<u64>, result: Value) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id, result: Some(result), error: None }
    }

    /// An error.
    pub fn error(id: Option<u64>, code: i32, message: String) -> Self {
        Self { jsonrpc: "2.0".to_owned(), id, result: None, error: Some(RpcError { code, message }) }
    }
}
