//! The wire formats: which there are, and what each of them must be able to do.

use bytes::Bytes;
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::{reading::Reading, script::ScriptedCall, signature::BrokenSignature};
use crate::model::{ModelRequest, ToolDefinition};

/// What stands on the wire where the configuration names no model.
pub const DEFAULT_MODEL: &str = "scripted";

/// A wire format, told by the path that a request goes to.
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
}

/// How a reply is asked for: the wire, and whether it comes as a stream of events or as one body.
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
    pub const ALL: [Self; 3] = [Self::Anthropic, Self::Responses, Self::Chat];

    /// Where its requests go.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Anthropic => "/v1/messages",
            Self::Responses => "/v1/responses",
            Self::Chat => "/v1/chat/completions",
        }
    }

    /// The wire whose requests go to `path`.
    pub fn of_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wire| wire.path() == path)
    }

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::Responses => "responses",
            Self::Chat => "chat",
        }
    }
}

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Self> {
        Wire::ALL.into_iter().flat_map(|wire| [true, false].map(|streamed| Self { wire, streamed }))
    }
}

/// A request as it came over the wire. No headers: nothing may depend on them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WireRequest {
    /// The HTTP method.
    pub method: String,
    /// The path, without a query.
    pub path: String,
    /// The body.
    pub body: Bytes,
}

/// A request as it is read off a wire.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DecodedRequest {
    /// What is asked.
    pub request: ModelRequest,
    /// How the reply is to come.
    pub format: Format,
    /// Whether a streamed reply is to end with what it used up, where the wire leaves that to the client.
    pub usage: bool,
    /// Whether there are parts of messages that are not read, such as pictures.
    pub skipped: bool,
    /// What is wrong with the seals of the reasoning that comes back, if the model said it.
    pub broken_signatures: Vec<BrokenSignature>,
}

/// What the model says in a reply.
#[derive(Clone, Debug)]
pub struct ReplyContext<'a> {
    /// Which reply of the session this is; ids are made of it.
    pub number: usize,
    /// The model that was asked.
    pub model: &'a str,
    /// Whether it is asked for what the reply used up.
    pub usage: bool,
    /// What it reasons first; nothing where it is empty.
    pub reasoning: &'a str,
    /// The text, in the pieces in which it is streamed.
    pub text: Vec<&'a str>,
    /// The calls.
    pub calls: &'a [ScriptedCall],
    /// Whether it is cut off at the output limit.
    pub cut_off: bool,
}

/// What a wire must be able to do. Both ends are here: the agent's, which writes requests and reads replies, and the
/// provider's, which reads requests and writes replies.
pub trait Dialect: Sync {
    /// The body of a request.
    fn encode(&self, request: &ModelRequest, streamed: bool) -> Bytes;

    /// Reads the body of a request; what is not read may stand in it.
    ///
    /// # Errors
    /// Where it is not what the wire promises: the place, and what is wrong there.
    fn decode(&self, body: &[u8]) -> Result<DecodedRequest, String>;

    /// The same without the tools, which take most of the time and decide nothing.
    ///
    /// # Errors
    /// As above, but for what is wrong in the tools.
    fn skim(&self, body: &[u8]) -> Result<DecodedRequest, String>;

    /// The events of a streamed reply, framed.
    fn stream(&self, said: &ReplyContext<'_>) -> Vec<Bytes>;

    /// How many frames of a stream stand before the first piece of its text.
    fn lead(&self) -> usize;

    /// An event that is none, framed.
    fn garbled(&self) -> Bytes;

    /// The event that ends a stream because the provider has too much to do, after so many others.
    fn overloaded(&self, said: &ReplyContext<'_>, before: usize) -> Bytes;

    /// An unstreamed reply.
    fn whole(&self, said: &ReplyContext<'_>) -> Bytes;

    /// An unstreamed reply that tells, with a status of success, that the provider has too much to do.
    fn whole_overloaded(&self, said: &ReplyContext<'_>) -> Bytes;

    /// The body of an error, with `message` or the wire's own words for `status`.
    fn error(&self, status: u16, message: Option<&str>) -> Bytes;

    /// Reads the data of one event.
    fn read_event(&self, data: &str, into: &mut Reading);

    /// Reads an unstreamed reply.
    fn read_whole(&self, body: &[u8], into: &mut Reading);
}

/// A tool in the body of a request, read or passed over.
pub(super) trait ReadTool: DeserializeOwned {
    /// The tool; none for one of another kind.
    fn definition(self) -> Option<ToolDefinition>;
}

impl ReadTool for IgnoredAny {
    fn definition(self) -> Option<ToolDefinition> {
        None
    }
}

/// Reads the JSON body of a request.
pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, String> {
    serde_json::from_slice(body).or_else(|_| {
        // Once more, to tell the place.
        let mut json = serde_json::Deserializer::from_slice(body);
        serde_path_to_error::deserialize(&mut json)
            .map_err(|error| format!("the request's body, at `{}`: {}", error.path(), error.inner()))
    })
}
