//! The answers of HTTP: nothing, a message, or a stream of them.

use bytes::Bytes;
use futures::{StreamExt, stream};
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    Response, StatusCode,
    body::Frame,
    header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue},
};

use super::{
    check::Refusal,
    streams::{Broken, Line, Lines},
};
use crate::model::json::Value;

/// The body of an answer. It breaks off where the server dies.
pub type Body = UnsyncBoxBody<Bytes, Broken>;

/// An answer without a body.
pub fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Full::default().map_err(|never| match never {}).boxed_unsync());
    *response.status_mut() = status;
    response
}

/// An answer by a message.
pub fn of_json(status: StatusCode, line: &Value) -> Response<Body> {
    let mut response = Response::new(Full::from(line.to_string()).map_err(|never| match never {}).boxed_unsync());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The answer to what is not served. `methods` are those that are.
pub fn of_refusal(Refusal { status, body }: &Refusal, methods: &'static str) -> Response<Body> {
    let mut response = of_json(*status, body);
    if *status == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    }
    response
}

/// An answer by a stream. `open` is dropped with it.
pub fn of_events(first: Option<Line>, lines: Lines, open: impl Send + 'static) -> Response<Body> {
    let rest = stream::unfold((lines, open), |(mut lines, open)| async move {
        let line = lines.recv().await?;
        Some((line, (lines, open)))
    });
    let events = stream::iter(first)
        .chain(rest)
        .map(|line| Ok(Frame::data(Bytes::from(format!("event: message\ndata: {}\n\n", line?)))));
    let mut response = Response::new(StreamBody::new(events).boxed_unsync());
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
