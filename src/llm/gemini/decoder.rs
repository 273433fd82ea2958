//! Decodes a reply of Gemini into events.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{MAX_TOKENS, REFUSED, UNAVAILABLE};
use crate::{
    llm::reading::Reading,
    system::{FailureKind, ReplyEnd},
};

/// A reply, or a piece of one. Either may be an error instead.
#[derive(Deserialize)]
struct Response<'a> {
    error: Option<WireError>,
    #[serde(borrow)]
    candidates: Option<Vec<Candidate<'a>>>,
}

#[derive(Deserialize)]
struct WireError {
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate<'a> {
    #[serde(borrow)]
    content: Option<Content<'a>>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Content<'a> {
    #[serde(borrow)]
    parts: Option<Vec<Part<'a>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    text: Option<String>,
    #[serde(default)]
    thought: bool,
    #[serde(borrow)]
    function_call: Option<FunctionCall<'a>>,
}

#[derive(Deserialize)]
struct FunctionCall<'a> {
    id: Option<String>,
    name: String,
    #[serde(borrow)]
    args: Option<&'a RawValue>,
}

impl WireError {
    fn kind(&self) -> FailureKind {
        match self.status.as_deref() {
            Some(UNAVAILABLE) => FailureKind::Overloaded,
            Some("RESOURCE_EXHAUSTED") => FailureKind::RateLimited,
            _ => FailureKind::Server,
        }
    }
}

/// Decodes the data of one server-sent event.
pub fn event(data: &str, into: &mut Reading) {
    if let Some(response) = into.event(data)
        && let Some(reason) = read(response, into)
    {
        finish(&reason, into);
    }
}

/// Decodes an unstreamed reply.
pub fn whole(body: &[u8], into: &mut Reading) {
    let Some(response) = into.whole(body) else { return };
    match read(response, into) {
        Some(reason) => finish(&reason, into),
        None if !into.is_over() => into.fail(FailureKind::Malformed),
        None => {}
    }
}

fn finish(reason: &str, into: &mut Reading) {
    match reason {
        MAX_TOKENS => into.ends(ReplyEnd::CutOff),
        REFUSED => into.ends(ReplyEnd::Refused),
        _ => {}
    }
    into.finish();
}

/// Reads the first candidate, and yields why it is finished, if it is.
fn read(Response { error, candidates }: Response<'_>, into: &mut Reading) -> Option<String> {
    if let Some(error) = error {
        into.fail(error.kind());
        return None;
    }
    let Some(Candidate { content, finish_reason }) = candidates.into_iter().flatten().next() else {
        into.fail(FailureKind::Malformed);
        return None;
    };
    for Part { text, thought, function_call } in content.and_then(|content| content.parts).into_iter().flatten() {
        match (text, function_call) {
            (Some(text), _) if thought => into.reasoning(text),
            (Some(text), _) => into.text(text),
            (None, Some(FunctionCall { id, name, args })) => {
                into.call(id.unwrap_or_default(), name);
                let args = args.map(RawValue::get).unwrap_or_default();
                // Arguments that are not JSON come as a JSON string.
                into.arguments(serde_json::from_str(args).unwrap_or_else(|_| args.to_owned()));
            }
            (None, None) => {}
        }
    }
    finish_reason
}
