//! Gemini: `POST /v1beta/models/MODEL:generateContent` for one body, `:streamGenerateContent` for server-sent events.
//!
//! The path has the model, and says whether the reply is streamed. A conversation is a list of contents, each with parts.
//! Calls and results are parts; a result names its tool, and an error stands in it under `error`. A call comes whole, with its
//! arguments as JSON. Reasoning is a text with `thought`, and its signature stands beside it.

mod decoder;
mod reply;
mod request;

use bytes::Bytes;
use serde::de::IgnoredAny;

use crate::{
    llm::{
        chunking::unnamed,
        errors::RequestError,
        reading::Reading,
        wire::{self, DEFAULT_MODEL, DecodedRequest, ReplyContext, WireCodec},
    },
    model::ModelRequest,
};

/// The finish reason of a reply that is cut off at the output limit.
const MAX_TOKENS: &str = "MAX_TOKENS";
/// The finish reason of a reply that is a refusal.
const REFUSED: &str = "SAFETY";
/// The status of an overloaded provider.
const UNAVAILABLE: &str = "UNAVAILABLE";

/// The codec of Gemini.
pub struct Gemini;

impl WireCodec for Gemini {
    fn path(&self, request: &ModelRequest, streamed: bool) -> String {
        let model = request.model.as_deref().unwrap_or(DEFAULT_MODEL);
        wire::gemini_path(model, streamed)
    }

    fn encode(&self, request: &ModelRequest, _: bool) -> Bytes {
        request::encode(request)
    }

    fn decode(&self, path: &str, body: &[u8]) -> Result<DecodedRequest, RequestError> {
        request::decode::<request::WireTool>(path, body)
    }

    fn skim(&self, path: &str, body: &[u8]) -> Result<DecodedRequest, RequestError> {
        request::decode::<IgnoredAny>(path, body)
    }

    fn reply_id(&self, number: usize) -> String {
        reply::reply_id(number)
    }

    fn stream(&self, context: &ReplyContext<'_>) -> Vec<Bytes> {
        reply::stream(context)
    }

    fn frames_before_text(&self) -> usize {
        0
    }

    fn malformed_event(&self) -> Bytes {
        unnamed("{\"candidates\":[{\"content\":")
    }

    fn overloaded_event(&self, _: &ReplyContext<'_>, _: usize) -> Bytes {
        unnamed(&String::from_utf8_lossy(&reply::error(503, None)))
    }

    fn whole(&self, context: &ReplyContext<'_>) -> Bytes {
        reply::whole(context)
    }

    fn whole_overloaded(&self, _: &ReplyContext<'_>) -> Bytes {
        reply::error(503, None)
    }

    fn error(&self, status: u16, message: Option<&str>) -> Bytes {
        reply::error(status, message)
    }

    fn read_event(&self, data: &str, into: &mut Reading) {
        decoder::event(data, into);
    }

    fn read_whole(&self, body: &[u8], into: &mut Reading) {
        decoder::whole(body, into);
    }
}
