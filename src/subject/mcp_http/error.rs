//! What is wrong with the answer to a request of HTTP. Each text says what was sent, what was found, and what to do.

use thiserror::Error;

/// What is wrong with an answer. `what` is what was sent.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum HttpError {
    /// No connection is accepted, or it breaks before an answer.
    #[error("{what} has no answer ({why}): a server must accept connections at its address, and answer each request")]
    Unanswered {
        /// What was sent.
        what: String,
        /// What the connection came to.
        why: String,
    },
    /// A notification or a response is not taken in time.
    #[error("{what} has no answer after {seconds} s: expected 202 Accepted at once")]
    NotTaken {
        /// What was sent.
        what: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// A redirect.
    #[error(
        "{what} is answered with {status}, a redirect to {to}: none is followed; give the address of the server itself"
    )]
    Redirect {
        /// What was sent.
        what: String,
        /// The status.
        status: u16,
        /// Where to.
        to: String,
    },
    /// A login is needed.
    #[error(
        "{what} is answered with 401: the server wants a login ({challenge}), and hotseat logs in nowhere; start it without one"
    )]
    Login {
        /// What was sent.
        what: String,
        /// The header `WWW-Authenticate`.
        challenge: String,
    },
    /// Another status that is no success.
    #[error("{what} is answered with {status}{body}{advice}")]
    Refused {
        /// What was sent.
        what: String,
        /// The status.
        status: u16,
        /// The beginning of the body, after a colon.
        body: String,
        /// What to do, after a semicolon.
        advice: &'static str,
    },
    /// A body that is no message.
    #[error("{what} is answered with {kind}{body}; expected application/json or text/event-stream")]
    NoMessage {
        /// What was sent.
        what: String,
        /// The type of the body.
        kind: String,
        /// The beginning of the body, after a colon.
        body: String,
    },
    /// A request without a response.
    #[error("{what} is answered with {status} and no response: expected a message with the id {id}")]
    NoResponse {
        /// What was sent.
        what: String,
        /// The status.
        status: u16,
        /// The id of the request.
        id: String,
    },
    /// A body that ends too early.
    #[error("the answer to {what} breaks off before the response with the id {id}: {why}")]
    Cut {
        /// What was sent.
        what: String,
        /// The id of the request.
        id: String,
        /// How it ends.
        why: String,
    },
    /// A message that is too long.
    #[error("the answer to {what} has a message of more than {mib} MiB, the most that one may have")]
    TooLong {
        /// What was sent.
        what: String,
        /// The limit.
        mib: usize,
    },
    /// Too much in one run.
    #[error("the answers of one run have more than {mib} MiB, the most that they may have; the last is that to {what}")]
    TooMuch {
        /// What was sent.
        what: String,
        /// The limit.
        mib: usize,
    },
    /// A stream that is no text.
    #[error("the answer to {what} is no text in UTF-8")]
    NoText {
        /// What was sent.
        what: String,
    },
}

impl HttpError {
    /// Whether the end of the server would explain it.
    pub const fn may_be_its_end(&self) -> bool {
        matches!(self, Self::Unanswered { .. } | Self::Cut { .. } | Self::NoResponse { .. } | Self::NotTaken { .. })
    }
}

/// What to do about a status.
pub const fn advice(status: u16, has_session: bool) -> &'static str {
    match status {
        400 => {
            "; a server that does not have the version says so with a message of JSON-RPC: leave out of `profiles` what it does not have"
        }
        403 => "; the requests come from 127.0.0.1 and have no `Origin`: let the server take those",
        404 if has_session => "; the session is known to the server until it is deleted",
        404 => "; nothing is served at this path: give the whole address, such as http://127.0.0.1:8000/mcp",
        405 => "; an address of streamable HTTP takes POST",
        406 => "; `Accept` has both application/json and text/event-stream",
        _ => "",
    }
}
