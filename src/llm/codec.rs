//! Encodes and decodes requests with the codec of their wire.

use super::{
    anthropic,
    errors::RequestError,
    gemini, openai,
    wire::{DecodedRequest, Format, Wire, WireCodec, WireRequest, session_of},
};
use crate::model::ModelRequest;

impl Wire {
    /// Its codec.
    pub(super) const fn codec(self) -> &'static dyn WireCodec {
        match self {
            Self::Anthropic => &anthropic::Anthropic,
            Self::Responses => &openai::responses::Responses,
            Self::Chat => &openai::chat::Chat,
            Self::Gemini => &gemini::Gemini,
        }
    }
}

/// Encodes a request in `format`.
pub fn encode_request(request: &ModelRequest, format: Format) -> WireRequest {
    let body = format.wire.codec().encode(request, format.streamed);
    let path = format.wire.codec().path(request, format.streamed);
    WireRequest { method: "POST".to_owned(), path, body }
}

/// Decodes a request. Its path decides the wire.
///
/// # Errors
/// If the method, the path or the body does not fit a wire.
pub fn decode_request(request: &WireRequest) -> Result<DecodedRequest, RequestError> {
    codec_of(request)?.decode(session_of(&request.path).1, &request.body)
}

/// Decodes a request without its tools.
///
/// # Errors
/// As [`decode_request`].
pub(super) fn skim_request(request: &WireRequest) -> Result<DecodedRequest, RequestError> {
    codec_of(request)?.skim(session_of(&request.path).1, &request.body)
}

fn codec_of(request: &WireRequest) -> Result<&'static dyn WireCodec, RequestError> {
    match Wire::of_path(&request.path) {
        Some(wire) if request.method == "POST" => Ok(wire.codec()),
        _ => {
            let WireRequest { method, path, .. } = request.clone();
            Err(RequestError::UnknownPath { expected: Wire::ALL.map(Wire::path).join(", "), method, path })
        }
    }
}
