//! Requests onto the wire and off it: which wire has which dialect.

use super::{
    anthropic,
    errors::RequestError,
    openai,
    wire::{DecodedRequest, Dialect, Format, Wire, WireRequest},
};
use crate::model::ModelRequest;

impl Wire {
    /// What it can do.
    pub(super) const fn dialect(self) -> &'static dyn Dialect {
        match self {
            Self::Anthropic => &anthropic::Anthropic,
            Self::Responses => &openai::responses::Responses,
            Self::Chat => &openai::chat::Chat,
        }
    }
}

/// Puts a request on the wire.
pub fn encode_request(request: &ModelRequest, format: Format) -> WireRequest {
    let body = format.wire.dialect().encode(request, format.streamed);
    WireRequest { method: "POST".to_owned(), path: format.wire.path().to_owned(), body }
}

/// Reads a request off the wire that its path tells.
///
/// # Errors
/// Where it is not what the wire promises: method, path, or the place in the body.
pub fn decode_request(request: &WireRequest) -> Result<DecodedRequest, RequestError> {
    dialect_of(request)?.decode(&request.body)
}

/// Reads a request off the wire that its path tells, all but its tools.
///
/// # Errors
/// As [`decode_request`].
pub(super) fn skim_request(request: &WireRequest) -> Result<DecodedRequest, RequestError> {
    dialect_of(request)?.skim(&request.body)
}

fn dialect_of(request: &WireRequest) -> Result<&'static dyn Dialect, RequestError> {
    match Wire::of_path(&request.path) {
        Some(wire) if request.method == "POST" => Ok(wire.dialect()),
        _ => {
            let WireRequest { method, path, .. } = request.clone();
            Err(RequestError::UnknownPath { expected: Wire::ALL.map(Wire::path).join(", "), method, path })
        }
    }
}
