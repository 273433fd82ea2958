//! Chat Completions: `POST /v1/chat/completions`, answered by chunks and `[DONE]`, or by one completion.
//!
//! The system prompt is a message. Each result of a tool is a message of its own, and has no mark for errors. Reasoning
//! is in `reasoning_content` beside the content, as with DeepSeek and others. `OpenAI` itself shows no reasoning on
//! this wire.

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
        wire::{DecodedRequest, ReplyContext, Wire, WireCodec},
    },
    model::ModelRequest,
};

/// The finish reason of a completion that is cut off at the output limit.
const LENGTH: &str = "length";

/// The codec of Chat Completions.
pub struct Chat;

impl WireCodec for Chat {
    fn path(&self, _: &ModelRequest, _: bool) -> String {
        Wire::Chat.path().to_owned()
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
        // The chunk with the role.
        1
    }

    fn malformed_event(&self) -> Bytes {
        unnamed("{\"id\":\"chatcmpl-0\",\"choices\":")
    }

    fn overloaded_event(&self, _: &ReplyContext<'_>, _: usize) -> Bytes {
        unnamed(&String::from_utf8_lossy(&super::error(529, None)))
    }

    fn whole(&self, context: &ReplyContext<'_>) -> Bytes {
        reply::whole(context)
    }

    fn whole_overloaded(&self, _: &ReplyContext<'_>) -> Bytes {
        super::error(529, None)
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
