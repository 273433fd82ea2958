//! The parts that the two wires of `OpenAI` share.

pub mod chat;
pub mod responses;

use crate::model::json::{Value, json};
use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::{
    model::{ModelRequest, Part, Role, ToolChoice},
    system::FailureKind,
};

/// Why a reply that is a refusal has ended.
const CONTENT_FILTER: &str = "content_filter";
/// The error code of an overloaded provider.
const OVERLOADED: &str = "server_is_overloaded";
/// The message with that code.
const OVERLOADED_WORDS: &str = "scripted overload";

/// Text, or parts. Only the text of the parts is read.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// A part of a content. The two wires have different names for text. Both names are read on both wires.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ContentPart {
    #[serde(alias = "input_text", alias = "output_text", alias = "summary_text")]
    Text {
        text: String,
    },
    Refusal {
        refusal: String,
    },
    #[serde(other)]
    Skipped,
}

impl Content {
    /// The texts, with `None` for each part that is skipped.
    fn into_texts(self) -> Vec<Option<String>> {
        match self {
            Self::Text(text) => vec![Some(text)],
            Self::Parts(parts) => parts
                .into_iter()
                .map(|part| match part {
                    ContentPart::Text { text } | ContentPart::Refusal { refusal: text } => Some(text),
                    ContentPart::Skipped => None,
                })
                .collect(),
        }
    }

    fn into_text(self) -> String {
        self.into_texts().into_iter().flatten().collect()
    }

    const fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Parts(parts) => parts.is_empty(),
        }
    }
}

/// Adds the texts of a message. Returns whether no part was skipped.
fn add_texts(request: &mut ModelRequest, role: Role, content: Content) -> bool {
    let mut whole = true;
    for text in content.into_texts() {
        match text {
            Some(text) => request.push(role, Part::Text(text.into())),
            None => whole = false,
        }
    }
    whole
}

/// Decodes a tool choice. It is a word, or an object that names a function. The two wires have the name in different
/// places. Both places are read on both wires.
fn choice(choice: Option<&Value>) -> ToolChoice {
    let Some(choice) = choice else { return ToolChoice::Auto };
    let name = choice.get("name").or_else(|| choice.pointer("/function/name")).and_then(Value::as_str);
    match (choice.as_str(), name) {
        (Some("none"), _) => ToolChoice::None,
        (Some("required"), _) => ToolChoice::Required,
        (None, Some(name)) => ToolChoice::Tool(name.to_owned()),
        _ => ToolChoice::Auto,
    }
}

/// A call of the model. Its arguments come as text. Text that is not JSON stays text, and blank text means no
/// arguments.
fn call(id: String, name: String, arguments: String) -> Part {
    let arguments = if arguments.trim().is_empty() {
        json!({})
    } else {
        serde_json::from_str(&arguments).unwrap_or(Value::from(arguments))
    };
    Part::Call { id: id.into(), name: name.into(), arguments }
}

/// An error in a stream or a body.
#[derive(Deserialize, Serialize)]
struct WireError {
    code: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<String>,
}

impl WireError {
    fn kind(&self) -> FailureKind {
        match self.code.as_ref().and_then(Value::as_str).or(self.kind.as_deref()) {
            Some(OVERLOADED | "slow_down") => FailureKind::Overloaded,
            Some("rate_limit_exceeded") => FailureKind::RateLimited,
            _ => FailureKind::Server,
        }
    }
}

/// The body of an error.
fn error(status: u16, message: Option<&str>) -> Bytes {
    let (kind, code, words) = words_of_status(status);
    let message = message.unwrap_or(words);
    Bytes::from(json!({"error": {"message": message, "type": kind, "param": null, "code": code}}).to_string())
}

/// The type, the code and the message for a status.
const fn words_of_status(status: u16) -> (&'static str, Option<&'static str>, &'static str) {
    match status {
        401 => ("invalid_request_error", Some("invalid_api_key"), "scripted authentication error"),
        403 => ("invalid_request_error", Some("permission_denied"), "scripted permission error"),
        404 => ("invalid_request_error", Some("model_not_found"), "scripted not found"),
        413 => ("invalid_request_error", Some("request_too_large"), "scripted request too large"),
        429 => ("requests", Some("rate_limit_exceeded"), "scripted rate limit"),
        503 | 529 => ("server_error", Some(OVERLOADED), OVERLOADED_WORDS),
        500..=599 => ("server_error", None, "scripted server error"),
        _ => ("invalid_request_error", None, "scripted refusal"),
    }
}
