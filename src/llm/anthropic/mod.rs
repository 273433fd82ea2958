//! Anthropic Messages: `POST /v1/messages`, answered by server-sent events or by one message.
//!
//! A request asks for a structured answer with `output_config.format`. The answer is the text of the message.

mod decoder;
mod reply;
mod request;

use bytes::Bytes;
use serde::de::IgnoredAny;

use super::{
    errors::RequestError,
    reading::Reading,
    wire::{DecodedRequest, ReplyContext, Wire, WireCodec},
};
use crate::model::ModelRequest;

/// The stop reason of a message that is cut off at the output limit.
const MAX_TOKENS: &str = "max_tokens";
/// The stop reason of a message that is a refusal.
const REFUSAL: &str = "refusal";

/// The codec of Anthropic Messages.
pub struct Anthropic;

impl WireCodec for Anthropic {
    fn path(&self, _: &ModelRequest, _: bool) -> String {
        Wire::Anthropic.path().to_owned()
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
        // `message_start` and `content_block_start`.
        2
    }

    fn malformed_event(&self) -> Bytes {
        Bytes::from_static(b"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":\n\n")
    }

    fn overloaded_event(&self, _: &ReplyContext<'_>, _: usize) -> Bytes {
        reply::error_event()
    }

    fn whole(&self, context: &ReplyContext<'_>) -> Bytes {
        reply::whole(context)
    }

    fn whole_overloaded(&self, _: &ReplyContext<'_>) -> Bytes {
        reply::error(529, None)
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
