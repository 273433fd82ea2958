//! The Anthropic Messages wire, streamed: `POST /v1/messages`, answered by server-sent events.
//!
//! A structured answer is asked for by `output_config.format`, and comes as the text of the message.

mod decoder;
mod reply;
mod request;

pub use self::{
    decoder::Decoder,
    reply::{error_body, error_of_status, message, truncated},
    request::{decode_request, encode_request},
};

/// Where requests go.
pub const PATH: &str = "/v1/messages";
