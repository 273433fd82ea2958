//! What the agent says of a request that it cannot serve, and of a question that it cannot ask.

use thiserror::Error;

use crate::model::rpc;

/// Why a request of the client is not served.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum RequestError {
    /// The method is unknown.
    #[error("there is no method {0:?}")]
    Method(String),
    /// The version of the protocol is no number.
    #[error("`protocolVersion` must be a number")]
    Version,
    /// A new session lacks its folder or its servers.
    #[error("`cwd` and `mcpServers` are required")]
    NewSession,
    /// The session is unknown, or not named.
    #[error("there is no such session")]
    Session,
    /// The prompt has no content.
    #[error("`prompt` must be a list")]
    Prompt,
    /// A turn of the session is under way.
    #[error("a prompt of this session is under way")]
    Busy,
}

impl RequestError {
    /// The code of the error in the protocol.
    pub const fn code(&self) -> i64 {
        match self {
            Self::Method(_) => rpc::UNKNOWN_METHOD,
            Self::Version | Self::NewSession | Self::Session | Self::Prompt => rpc::INVALID_PARAMS,
            Self::Busy => rpc::INVALID_REQUEST,
        }
    }
}

/// What is wrong with the arguments of a question.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum QuestionError {
    /// There is no question.
    #[error("`question` must be a text that is not empty")]
    Text,
    /// The options are no list of texts.
    #[error("`options` must be a list of texts that is not empty")]
    Options,
    /// Two options are the same.
    #[error("`options` must be different")]
    SameOptions,
    /// The default is no answer to this question.
    #[error("`default` must be a text, and one of the options if there are some")]
    Default,
}
