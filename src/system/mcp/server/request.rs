//! What a request says of how it is to be served, and what is answered to one that cannot be.

use thiserror::Error;

use super::{super::era::Era, error, text};
use crate::model::{
    json::{Value, json},
    rpc,
};

/// A mode is needed that the client has not declared.
const MISSING_CAPABILITY: i64 = -32021;
/// The version is none that the server has.
const UNSUPPORTED_VERSION: i64 = -32022;

/// A handshake.
#[derive(Clone, Debug, Hash)]
pub struct Opening {
    /// The era of the connection.
    pub era: Era,
    /// What the client has declared.
    pub capabilities: Value,
}

impl Opening {
    /// Reads the params of `initialize`. A version that only the last era has is not opened so.
    pub fn read(params: &Value) -> Result<Self, RequestError> {
        let requested = text(params, "protocolVersion").ok_or(RequestError::Initialize)?;
        let era = Era::of(requested).filter(|era| !era.has_rounds()).unwrap_or_default();
        Ok(Self { era, capabilities: params["capabilities"].clone() })
    }

    /// What is answered.
    pub fn answer(&self) -> Value {
        let mut capabilities = json!({"tools": {}});
        if self.era.has_tasks(&self.capabilities) {
            capabilities["tasks"] = json!({"requests": {"tools": {"call": {}}}, "cancel": {}});
        }
        json!({"protocolVersion": self.era.version(), "capabilities": capabilities, "serverInfo": info()})
    }
}

/// How a request is to be served.
#[derive(Clone, Debug)]
pub struct Served {
    /// The era.
    pub era: Era,
    capabilities: Value,
}

impl Served {
    /// By what the request itself says, or else by the handshake (MCP-011, MCP-013, MCP-018).
    pub fn of(params: &Value, opening: Option<&Opening>) -> Result<Self, RequestError> {
        let meta = |name: &str| params["_meta"].get(&format!("io.modelcontextprotocol/{name}")[..]);
        let Some(version) = meta("protocolVersion") else {
            let Opening { era, capabilities } = opening.ok_or(RequestError::Version)?.clone();
            return Ok(Self { era, capabilities });
        };
        let requested = version.as_str().ok_or(RequestError::Version)?;
        let era = Era::of(requested).filter(|era| era.has_rounds());
        let era = era.ok_or_else(|| RequestError::UnknownVersion(requested.to_owned()))?;
        let capabilities = meta("clientCapabilities").filter(|declared| declared.is_object());
        Ok(Self { era, capabilities: capabilities.ok_or(RequestError::Capabilities)?.clone() })
    }

    /// Whether there are tasks.
    pub fn has_tasks(&self) -> bool {
        self.era.has_tasks(&self.capabilities)
    }

    /// Whether the client may be asked what has these params.
    pub fn may_ask(&self, params: &Value) -> bool {
        self.era.may_ask(text(params, "mode").unwrap_or("form"), &self.capabilities)
    }
}

/// Why a request is not served.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RequestError {
    /// The line is no message.
    #[error("the line is no request, notification or response")]
    NoMessage,
    /// The method is unknown.
    #[error("there is no method {0:?}")]
    Method(String),
    /// A handshake without a version.
    #[error("`protocolVersion` is required")]
    Initialize,
    /// Nothing says which version the request is of.
    #[error("`io.modelcontextprotocol/protocolVersion` is required in `_meta`")]
    Version,
    /// Nothing says what the client can do.
    #[error("`io.modelcontextprotocol/clientCapabilities` is required in `_meta`")]
    Capabilities,
    /// The version is unknown.
    #[error("the version {0:?} is not supported")]
    UnknownVersion(String),
    /// The tool is unknown.
    #[error("there is no such tool")]
    Tool,
    /// The tool cannot do without asking in this mode.
    #[error("this call needs a client that declares the mode {0:?}")]
    Undeclared(String),
    /// The state is none that this server has written.
    #[error("`requestState` is not valid")]
    State,
    /// The state is that of another call.
    #[error("`requestState` is that of another call")]
    OtherState,
    /// The state has ended its call before.
    #[error("`requestState` was used before")]
    UsedState,
    /// The tool is only called as a task.
    #[error("this tool is only called as a task")]
    NoTask,
    /// The task is unknown.
    #[error("there is no such task")]
    Task,
    /// The task has ended.
    #[error("the task has ended")]
    EndedTask,
    /// The answers are no object.
    #[error("`inputResponses` must be an object")]
    Responses,
}

impl RequestError {
    /// The answer to the request with this id.
    pub fn told(&self, id: &Value) -> Value {
        let mut told = error(id, self.code(), &self.to_string());
        match self {
            Self::UnknownVersion(requested) => {
                let supported = Era::July2026.version();
                told["error"]["data"] = json!({"supported": [supported], "requested": requested});
            }
            Self::Undeclared(mode) => {
                let mut elicitation = json!({});
                elicitation[mode.as_str()] = json!({});
                told["error"]["data"] = json!({"requiredCapabilities": {"elicitation": elicitation}});
            }
            _ => {}
        }
        told
    }

    const fn code(&self) -> i64 {
        match self {
            Self::NoMessage => rpc::INVALID_REQUEST,
            Self::Method(_) | Self::NoTask => rpc::UNKNOWN_METHOD,
            Self::UnknownVersion(_) => UNSUPPORTED_VERSION,
            Self::Undeclared(_) => MISSING_CAPABILITY,
            Self::Initialize
            | Self::Version
            | Self::Capabilities
            | Self::Tool
            | Self::State
            | Self::OtherState
            | Self::UsedState
            | Self::Task
            | Self::EndedTask
            | Self::Responses => rpc::INVALID_PARAMS,
        }
    }
}

/// What `server/discover` tells.
pub fn discovery() -> Value {
    let mut told = json!({
        "supportedVersions": [Era::July2026.version()], "capabilities": {"tools": {}}, "ttlMs": 0,
        "cacheScope": "private", "_meta": {"io.modelcontextprotocol/serverInfo": info()},
    });
    make_complete(&mut told);
    told
}

/// A result of the last era says that it is one.
pub fn make_complete(result: &mut Value) {
    result["resultType"] = "complete".into();
}

fn info() -> Value {
    json!({"name": "hotseat-reference", "title": "Hotseat's reference", "version": "1"})
}
