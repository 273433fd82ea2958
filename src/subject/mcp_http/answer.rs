//! What an answer of HTTP is, and what is wrong with it.

use hyper::{
    Response, StatusCode,
    body::Incoming,
    header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, WWW_AUTHENTICATE},
};

use super::{
    body::{BodyError, MESSAGE_MAX, RUN_MAX},
    error::HttpError,
    outgoing::Outgoing,
};
use crate::model::{
    json::Value,
    rpc::Message,
    text::{harmless, shorten},
};

/// How much of a body is shown, in characters.
const SHOWN: usize = 240;

/// A status that says that the server is not what is asked.
///
/// # Errors
/// For a redirect, and for a login.
pub fn check_status(response: &Response<Incoming>, what: &str) -> Result<(), HttpError> {
    let header = |name: HeaderName| response.headers().get(name).map(shorten_header);
    let (what, status) = (what.to_owned(), response.status());
    if status.is_redirection() {
        let to = header(LOCATION).unwrap_or_else(|| "nowhere".to_owned());
        return Err(HttpError::Redirect { what, status: status.as_u16(), to });
    }
    if status == StatusCode::UNAUTHORIZED {
        let challenge = header(WWW_AUTHENTICATE).unwrap_or_else(|| "it does not say how".to_owned());
        return Err(HttpError::Login { what, challenge });
    }
    Ok(())
}

/// Whether a line is the response with this id.
pub fn is_response(line: &Value, awaited: &Value) -> bool {
    matches!(Message::read(line), Some(Message::Response { id, .. }) if id == *awaited)
}

/// The type of a body, without its parameters.
pub fn kind(response: &Response<Incoming>) -> String {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The type of a body that may have none.
pub fn no_kind(kind: String) -> String {
    if kind.is_empty() { "a body without a type".to_owned() } else { kind }
}

/// A header, for people.
fn shorten_header(value: &HeaderValue) -> String {
    harmless(&shorten(&String::from_utf8_lossy(value.as_bytes()), SHOWN))
}

/// The beginning of a body, after a colon.
pub fn shown(body: &str) -> String {
    format!(": {:?}", shorten(body.trim(), SHOWN))
}

/// What is wrong with a body.
pub fn broken_body(error: &BodyError, message: &Outgoing) -> HttpError {
    let what = message.what();
    match error {
        BodyError::TooLong => HttpError::TooLong { what, mib: MESSAGE_MAX >> 20 },
        BodyError::TooMuch => HttpError::TooMuch { what, mib: RUN_MAX >> 20 },
        BodyError::Broken(error) => match message.awaited() {
            Some(id) => HttpError::Cut { what, id: id.to_string(), why: innermost(error).to_string() },
            None => HttpError::Unanswered { what, why: innermost(error).to_string() },
        },
    }
}

/// The cause of an error of the library, which says more than the error does.
pub fn innermost<'e>(error: &'e (dyn std::error::Error + 'static)) -> &'e (dyn std::error::Error + 'static) {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error
}
