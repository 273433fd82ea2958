//! The wire formats, and the trait that each of them implements.

use bytes::Bytes;
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::{
    errors::RequestError,
    reading::Reading,
    script::{ScriptedCall, Usage},
    signature::BrokenSignature,
};
use crate::{
    model::{ModelRequest, ToolDefinition},
    system::ReplyEnd,
};

/// The model name on the wire when the configuration names no model.
pub const DEFAULT_MODEL: &str = "scripted";

/// A wire format. The path of a request decides which one it is.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wire {
    /// Anthropic Messages: `POST /v1/messages`.
    #[default]
    Anthropic,
    /// `OpenAI` Responses: `POST /v1/responses`.
    Responses,
    /// `OpenAI` Chat Completions: `POST /v1/chat/completions`.
    Chat,
    /// Gemini: `POST /v1beta/models/MODEL:generateContent`, or `:streamGenerateContent`.
    Gemini,
}

/// The format of a reply: the wire, and whether it comes as a stream of events or as one body.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Format {
    /// The wire.
    pub wire: Wire,
    /// Whether the reply is streamed.
    pub streamed: bool,
}

impl Default for Format {
    fn default() -> Self {
        Self { wire: Wire::default(), streamed: true }
    }
}

impl Wire {
    /// Every wire.
    pub const ALL: [Self; 4] = [Self::Anthropic, Self::Responses, Self::Chat, Self::Gemini];

    /// The path of its requests. On one wire, the model stands in the place of `MODEL`.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Anthropic => "/v1/messages",
            Self::Responses => "/v1/responses",
            Self::Chat => "/v1/chat/completions",
            Self::Gemini => "/v1beta/models/MODEL:generateContent",
        }
    }

    /// Whether a result in a request can say that it is an error.
    pub const fn marks_errors(self) -> bool {
        matches!(self, Self::Anthropic | Self::Gemini)
    }

    /// The wire whose requests go to `path`. The path may have the prefix of a session.
    pub fn of_path(path: &str) -> Option<Self> {
        let (_, path) = session_of(path);
        let fixed = Self::ALL.into_iter().find(|wire| *wire != Self::Gemini && wire.path() == path);
        fixed.or_else(|| gemini_model(path).map(|_| Self::Gemini))
    }

    /// Its name in files and options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::Responses => "responses",
            Self::Chat => "chat",
            Self::Gemini => "gemini",
        }
    }
}

/// What stands before the model in a path of Gemini, for each version.
const BEFORE_MODEL: [&str; 2] = ["/v1beta/models/", "/v1/models/"];
/// What stands after the model, for a reply in one body.
const WHOLE: &str = ":generateContent";
/// What stands after the model, for a reply as server-sent events.
const STREAMED: &str = ":streamGenerateContent";

/// The path of a request to this model over Gemini.
pub(super) fn gemini_path(model: &str, streamed: bool) -> String {
    format!("{}{model}{}", BEFORE_MODEL[0], if streamed { STREAMED } else { WHOLE })
}

/// The model in a path of Gemini, and whether the reply is streamed. `None` for the path of another wire.
pub(super) fn gemini_model(path: &str) -> Option<(&str, bool)> {
    let rest = BEFORE_MODEL.iter().find_map(|before| path.strip_prefix(before))?;
    let whole = rest.strip_suffix(WHOLE).map(|model| (model, false));
    whole.or_else(|| rest.strip_suffix(STREAMED).map(|model| (model, true))).filter(|(model, _)| !model.is_empty())
}

/// The session that `path` names, and the path without that: `/s/TOKEN/v1/messages` is of the session `TOKEN`. Without
/// the prefix, the session has no name.
pub fn session_of(path: &str) -> (&str, &str) {
    let named = path.strip_prefix("/s/").and_then(|rest| rest.find('/').map(|end| rest.split_at(end)));
    named.filter(|(token, _)| !token.is_empty()).unwrap_or(("", path))
}

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Self> {
        Wire::ALL.into_iter().flat_map(|wire| [true, false].map(|streamed| Self { wire, streamed }))
    }
}

/// A request as it came over the wire. It has no headers, because nothing may depend on them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WireRequest {
    /// The HTTP method.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// The body.
    pub body: Bytes,
}

/// A request that was decoded from a wire format.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DecodedRequest {
    /// The request in the neutral form.
    pub request: ModelRequest,
    /// The format that the client asked for.
    pub format: Format,
    /// Whether the client asked for token usage at the end of a stream, on wires where that is its choice.
    pub usage: bool,
    /// Whether parts of messages were skipped, such as pictures.
    pub skipped: bool,
    /// Wrong signatures of reasoning. They are errors only if the reasoning is the model's own.
    pub broken_signatures: Vec<BrokenSignature>,
    /// The reply that the request continues. Its messages are only what is new then.
    pub continued: Option<Continued>,
    /// Whether the provider keeps the conversation, so that a later request can continue the reply.
    pub is_kept: bool,
}

/// The reply that a request continues, where the provider keeps the conversation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Continued {
    /// The id of the reply.
    pub reply: String,
    /// Whether the system prompt and the tools are kept with the conversation, too.
    pub with_setup: bool,
}

/// The contents of a reply, for the writer of a wire format.
#[derive(Clone, Debug)]
pub struct ReplyContext<'a> {
    /// The number of the reply in its session. The ids contain it.
    pub number: usize,
    /// The model that the request named.
    pub model: &'a str,
    /// Whether the client asked for token usage.
    pub usage: bool,
    /// The token usage.
    pub tokens: Usage,
    /// The reasoning before the text; empty for none.
    pub reasoning: &'a str,
    /// The text, in the pieces in which it is streamed.
    pub text: Vec<&'a str>,
    /// The calls.
    pub calls: &'a [ScriptedCall],
    /// How the reply ends.
    pub ends: ReplyEnd,
}

/// The codec of a wire format, for both ends. The agent's end writes requests and reads replies. The provider's end
/// reads requests and writes replies.
pub trait WireCodec: Sync {
    /// The path of a request.
    fn path(&self, request: &ModelRequest, streamed: bool) -> String;

    /// Writes the body of a request.
    fn encode(&self, request: &ModelRequest, streamed: bool) -> Bytes;

    /// Reads a request. Unknown members of its body are ignored.
    ///
    /// # Errors
    /// If the body does not fit the format: the place in it, and what is wrong there.
    fn decode(&self, path: &str, body: &[u8]) -> Result<DecodedRequest, RequestError>;

    /// Reads a request without its tools. They take most of the time, and no expectation depends on them.
    ///
    /// # Errors
    /// As above, except for errors in the tools.
    fn skim(&self, path: &str, body: &[u8]) -> Result<DecodedRequest, RequestError>;

    /// The id of the reply with this number in its session.
    fn reply_id(&self, number: usize) -> String;

    /// The events of a streamed reply, framed.
    fn stream(&self, context: &ReplyContext<'_>) -> Vec<Bytes>;

    /// The number of frames in a stream before the first piece of text.
    fn frames_before_text(&self) -> usize;

    /// A malformed event, framed.
    fn malformed_event(&self) -> Bytes;

    /// The event that ends a stream because the provider is overloaded; `before` is the number of events before it.
    fn overloaded_event(&self, context: &ReplyContext<'_>, before: usize) -> Bytes;

    /// An unstreamed reply.
    fn whole(&self, context: &ReplyContext<'_>) -> Bytes;

    /// An unstreamed reply with a status of success whose body says that the provider is overloaded.
    fn whole_overloaded(&self, context: &ReplyContext<'_>) -> Bytes;

    /// The body of an error, with `message` or the wire's own words for `status`.
    fn error(&self, status: u16, message: Option<&str>) -> Bytes;

    /// Reads the data of one event.
    fn read_event(&self, data: &str, into: &mut Reading);

    /// Reads an unstreamed reply.
    fn read_whole(&self, body: &[u8], into: &mut Reading);
}

/// A tool in the body of a request, either read or skipped.
pub(super) trait ReadTool: DeserializeOwned {
    /// The tools that it stands for: none if it is of another kind, several if it is a group.
    fn definitions(self) -> Vec<ToolDefinition>;
}

impl ReadTool for IgnoredAny {
    fn definitions(self) -> Vec<ToolDefinition> {
        Vec::new()
    }
}

/// Reads the JSON body of a request.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, RequestError> {
    serde_json::from_slice(body).or_else(|_| {
        // Parsed again, to find the place of the error.
        let mut json = serde_json::Deserializer::from_slice(body);
        Ok(serde_path_to_error::deserialize(&mut json)?)
    })
}
