//! Responses: `POST /v1/responses`, answered by server-sent events or by one response.
//!
//! The system prompt is `instructions`. Reasoning, calls and results are items beside the messages. A result has no
//! mark for errors. The provider shows a summary of the reasoning, and that summary is what is read.

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
    model::ModelRequest,
};

/// The reason of a response that is cut off at the output limit.
const MAX_OUTPUT_TOKENS: &str = "max_output_tokens";

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
