//! The errors of the scripted model, and their texts.

use thiserror::Error;

use crate::model::Op;

/// A request cannot be decoded.
#[derive(Debug, Error)]
pub enum RequestError {
    /// No wire has this method and path.
    #[error("expected POST to one of {expected}, found {method} {path}")]
    UnknownPath {
        /// The paths of all wires.
        expected: String,
        /// The method of the request.
        method: String,
        /// The path of the request.
        path: String,
    },
    /// The body does not fit the wire. The error tells the place in the body.
    #[error("the request's body, at `{}`: {}", .0.path(), .0.inner())]
    Body(#[from] serde_path_to_error::Error<serde_json::Error>),
    /// An item of a Responses body is wrong.
    #[error("the request's body, at `input[{index}]`: {fault}")]
    Item {
        /// The index of the item, counted from 0.
        index: usize,
        /// What is wrong with the item.
        fault: ItemFault,
    },
}

/// What can be wrong with an item of a Responses body.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ItemFault {
    /// A message has no content.
    #[error("a message without `content`")]
    NoContent,
    /// A call has no id, or no name.
    #[error("a call without `call_id` or `name`")]
    IncompleteCall,
    /// A result has no id.
    #[error("a result without `call_id`")]
    ResultWithoutId,
}

/// A script that can never be played.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ScriptError {
    /// An expectation has no reply.
    #[error("expectation {number} of the model has no reply")]
    NoReply {
        /// The number of the expectation, counted from 1.
        number: usize,
    },
    /// An expectation is of two classes.
    #[error("expectation {number} of the model is more than one of `optional`, `side` and `otherwise`: keep one")]
    Classes {
        /// The number of the expectation, counted from 1.
        number: usize,
    },
    /// An expectation excludes every request.
    #[error("expectation {number} of the model: an entry of `not` has no condition, so it excludes every request")]
    ExcludesAll {
        /// The number of the expectation, counted from 1.
        number: usize,
    },
    /// A reply has a status that is not an error.
    #[error("expectation {number} of the model: a status is from 400 to 599, not {status}")]
    Status {
        /// The number of the expectation, counted from 1.
        number: usize,
        /// The status of the reply.
        status: u16,
    },
}

/// Why the scripted model refuses a request because of its headers.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Refusal {
    /// The request does not say for which host it is.
    #[error("it has no header `Host`; send one, such as `Host: 127.0.0.1` (`--allow-host` allows other names)")]
    NoHost,
    /// The request is for another host.
    #[error("its header `Host` is {0:?}, {1}")]
    Host(String, String),
    /// A web page of another host sent the request.
    #[error("its header `Origin` is {0:?}, {1}")]
    Origin(String, String),
    /// A web page of another site sent the request.
    #[error(
        "its header `Sec-Fetch-Site` is \"cross-site\", so it comes from a web page of another site; send it from a \
         program, because `--allow-host` does not allow that"
    )]
    CrossSite,
}

/// A text is not the name of a host.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("expected the name or address of a host without a port, such as host.docker.internal, found {0:?}")]
pub struct HostNameError(pub String);

/// A request that could not be carried to the script.
#[derive(Debug, Error)]
pub enum ShellError {
    /// The HTTP request cannot be built: the address is not a URL.
    #[error("the request to the scripted model could not be built: {0}")]
    Unbuildable(#[from] hyper::http::Error),
    /// The request was sent, and the script never saw it.
    #[error("the request did not reach the scripted model: is loopback blocked?")]
    Unreached,
    /// A bug: reading a body in memory had to wait.
    #[error("a body in memory never waits")]
    MemoryWaited,
    /// The script calls a tool that the subject does not offer, and nobody has said what it is called there.
    #[error(
        "the script calls {0:?}, and the agent offers its model no such tool: say in a manifest how the model calls it, \
         under `[tools]`, or under `[question]` for a tool that asks"
    )]
    NotOffered(String),
    /// No request of this operation waits for a reply.
    #[error("{0} does not wait for a reply")]
    NotWaiting(Op),
}
