//! Responses: `POST /v1/responses`, answered by server-sent events or by one response.
//!
//! The system prompt is `instructions`. Reasoning, calls and results are items beside the messages. A result has no
//! mark for errors. The provider shows a summary of the reasoning, and that summary is what is read.
//!
//! A function may belong to a namespace, such as those of one MCP server. It is named `NAMESPACE::FUNCTION` here.

mod decoder;
mod reply;
mod request;

use bytes::Bytes;
use serde::de::IgnoredAny;

use crate::{
    llm::{
        chunking,
        errors::RequestError,
        reading::Reading,
        wire::{DecodedRequest, ReplyContext, Wire, WireCodec},
    },
    model::{ModelRequest, json::Value},
};

/// The reason of a response that is cut off at the output limit.
const MAX_OUTPUT_TOKENS: &str = "max_output_tokens";

/// What stands between a namespace and the name of its function. No name on this wire has it.
const IN_NAMESPACE: &str = "::";

/// The one name of a function in a namespace, or in none.
fn joined(namespace: Option<&str>, name: &str) -> String {
    namespace.map_or_else(|| name.to_owned(), |namespace| format!("{namespace}{IN_NAMESPACE}{name}"))
}

/// A call or a function with its name, and with its namespace, if it has one.
fn with_name(mut item: Value, name: &str) -> Value {
    let (namespace, own) = match name.split_once(IN_NAMESPACE) {
        Some((namespace, own)) => (Some(namespace), own),
        None => (None, name),
    };
    item["name"] = own.into();
    if let Some(namespace) = namespace {
        item["namespace"] = namespace.into();
    }
    item
}

/// The codec of Responses.
pub struct Responses;

impl WireCodec for Responses {
    fn path(&self, _: &ModelRequest, _: bool) -> String {
        Wire::Responses.path().to_owned()
    }

    fn encode(&self, request: &ModelRequest, streamed: bool) -> Bytes {
        request::encode(request, streamed)
    }

    fn decode(&self, _: &str, body: &[u8]) -> Result<DecodedRequest, RequestError> {
        request::decode::<request::WireTool>(body)
    }

    fn skim(&self, _: &str, body: &[u8]) -> Result<DecodedRequest, RequestError> {
        request::decode::<IgnoredAny>(body)
    }

    fn reply_id(&self, number: usize) -> String {
        reply::reply_id(number)
    }

    fn stream(&self, context: &ReplyContext<'_>) -> Vec<Bytes> {
        reply::stream(context)
    }

    fn frames_before_text(&self) -> usize {
        // `created`, `in_progress`, `output_item.added` and `content_part.added`.
        4
    }

    fn malformed_event(&self) -> Bytes {
        let data = "{\"type\":\"response.output_text.delta\",\"output_index\":";
        chunking::event("response.output_text.delta", data)
    }

    fn overloaded_event(&self, context: &ReplyContext<'_>, before: usize) -> Bytes {
        reply::failed_event(context, before)
    }

    fn whole(&self, context: &ReplyContext<'_>) -> Bytes {
        reply::whole(context)
    }

    fn whole_overloaded(&self, context: &ReplyContext<'_>) -> Bytes {
        reply::failed(context)
    }

    fn error(&self, status: u16, message: Option<&str>) -> Bytes {
        super::error(status, message)
    }

    fn read_event(&self, data: &str, into: &mut Reading) {
        decoder::event(data, into);
    }

    fn read_whole(&self, body: &[u8], into: &mut Reading) {
        decoder::whole(body, into);
    }
}
