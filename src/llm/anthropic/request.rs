//! Encodes and decodes requests of Anthropic Messages.

use std::fmt;

use bytes::Bytes;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, SeqAccess, Visitor, value::SeqAccessDeserializer},
};

use crate::{
    llm::{
        errors::RequestError,
        signature::{BrokenSignature, Signature},
        wire::{Continued, DEFAULT_MODEL, DecodedRequest, Format, ReadTool, Wire, read},
    },
    model::{
        Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition,
        json::{Text, Value},
    },
};

/// The body of a request. Members that the harness does not read are ignored.
///
/// `T` is a tool: borrowed for writing, owned after reading.
#[derive(Serialize, Deserialize)]
struct Body<T> {
    #[serde(default)]
    model: String,
    #[serde(default)]
    max_tokens: u64,
    #[serde(default)]
    stream: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system: Option<Content>,
    messages: Vec<WireMessage>,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    tools: Vec<T>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_choice: Option<WireChoice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_config: Option<OutputConfig>,
    /// The former place of `output_config.format`. Some clients still use it.
    #[serde(default, skip_serializing)]
    output_format: Option<OutputFormat>,
    /// The conversation that the provider keeps.
    #[serde(default, skip_serializing)]
    thread: Option<Thread>,
}

/// Whether the provider shall keep the conversation, or continue one.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Thread {
    Create {},
    Continue {
        previous_message_id: String,
    },
    #[serde(other)]
    Other,
}

/// Who speaks. Newer clients also send messages of the system between the others.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireRole {
    User,
    Assistant,
    #[serde(alias = "developer")]
    System,
    #[serde(other)]
    Other,
}

#[derive(Serialize, Deserialize)]
struct WireMessage {
    role: WireRole,
    content: Content,
}

/// What a message says.
#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Text(Text),
    Blocks(Vec<Block>),
}

/// Reads either form. An untagged enum would keep a whole copy of the blocks while it reads them, and lose the place of
/// an error.
impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EitherForm)
    }
}

struct EitherForm;

impl<'de> Visitor<'de> for EitherForm {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list of blocks")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, blocks: A) -> Result<Content, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(blocks)).map(Content::Blocks)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: Text,
    },
    Thinking {
        thinking: Text,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<String>,
    },
    ToolUse {
        id: Text,
        name: Text,
        input: Value,
    },
    ToolResult {
        tool_use_id: Text,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Content>,
        #[serde(default)]
        is_error: bool,
    },
    #[serde(other)]
    Skipped,
}

#[derive(Deserialize)]
pub struct WireTool {
    name: String,
    #[serde(default)]
    description: String,
    /// `None` for a tool of the provider itself.
    input_schema: Option<Value>,
}

#[derive(Serialize)]
struct BorrowedTool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WireChoice {
    Auto,
    None,
    Tool { name: String },
    Any,
}

#[derive(Serialize, Deserialize)]
struct OutputConfig {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    format: Option<OutputFormat>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum OutputFormat {
    JsonSchema {
        schema: Value,
    },
    #[serde(other)]
    Other,
}

/// Encodes the body of a request.
pub fn encode(request: &ModelRequest, streamed: bool) -> Bytes {
    let body = Body {
        model: request.model.clone().unwrap_or_else(|| DEFAULT_MODEL.to_owned()),
        max_tokens: 4096,
        stream: streamed,
        system: request.system.clone().map(|system| Content::Text(system.into())),
        messages: request.messages.iter().map(|message| encode_message(message)).collect(),
        tools: request.tools.iter().map(BorrowedTool::from).collect(),
        tool_choice: Some(match &request.choice {
            ToolChoice::Auto => WireChoice::Auto,
            ToolChoice::None => WireChoice::None,
            ToolChoice::Required => WireChoice::Any,
            ToolChoice::Tool(name) => WireChoice::Tool { name: name.clone() },
        }),
        output_config: request
            .schema
            .clone()
            .map(|schema| OutputConfig { format: Some(OutputFormat::JsonSchema { schema }) }),
        output_format: None,
        thread: None,
    };
    serde_json::to_vec(&body).map(Bytes::from).unwrap_or_default()
}

fn encode_message(message: &Message) -> WireMessage {
    let block = |part: &Part| match part.clone() {
        Part::Text(text) => Block::Text { text },
        Part::Reasoning(thinking) => {
            let signature = Some(Signature::SIGNATURE.of(&thinking));
            Block::Thinking { thinking, signature }
        }
        Part::Call { id, name, arguments } => Block::ToolUse { id, name, input: arguments },
        Part::Result { id, content, is_error } => {
            Block::ToolResult { tool_use_id: id, content: Some(Content::Text(content)), is_error }
        }
    };
    let role = match message.role {
        Role::User => WireRole::User,
        Role::Assistant => WireRole::Assistant,
    };
    WireMessage { role, content: Content::Blocks(message.parts.iter().map(block).collect()) }
}

impl<'a> From<&'a ToolDefinition> for BorrowedTool<'a> {
    fn from(tool: &'a ToolDefinition) -> Self {
        Self { name: &tool.name, description: &tool.description, input_schema: &tool.parameters }
    }
}

/// Decodes the body of a request.
///
/// # Errors
/// If the body does not fit the wire format.
pub fn decode<T: ReadTool>(body: &[u8]) -> Result<DecodedRequest, RequestError> {
    let body: Body<T> = read(body)?;
    let format = body.output_config.and_then(|config| config.format).or(body.output_format);
    let mut request = ModelRequest {
        model: Some(body.model).filter(|model| !model.is_empty() && model != DEFAULT_MODEL),
        system: body.system.map(|system| system.into_text().into()),
        tools: body.tools.into_iter().flat_map(T::definitions).collect(),
        choice: match body.tool_choice {
            None | Some(WireChoice::Auto) => ToolChoice::Auto,
            Some(WireChoice::Any) => ToolChoice::Required,
            Some(WireChoice::None) => ToolChoice::None,
            Some(WireChoice::Tool { name }) => ToolChoice::Tool(name),
        },
        schema: match format {
            Some(OutputFormat::JsonSchema { schema }) => Some(schema),
            Some(OutputFormat::Other) | None => None,
        },
        ..ModelRequest::default()
    };
    let (mut skipped, mut broken_signatures) = (false, Vec::new());
    for WireMessage { role, content } in body.messages {
        let role = match role {
            WireRole::User => Role::User,
            WireRole::Assistant => Role::Assistant,
            WireRole::System => {
                request.add_system(&content.into_text());
                continue;
            }
            WireRole::Other => {
                skipped = true;
                continue;
            }
        };
        for part in content.into_parts(&mut broken_signatures) {
            match part {
                Some(part) => request.push(role, part),
                None => skipped = true,
            }
        }
    }
    let format = Format { wire: Wire::Anthropic, streamed: body.stream };
    let is_kept = matches!(body.thread, Some(Thread::Create {} | Thread::Continue { .. }));
    let continued = match body.thread {
        Some(Thread::Continue { previous_message_id: reply }) => Some(Continued { reply, with_setup: true }),
        Some(Thread::Create {} | Thread::Other) | None => None,
    };
    Ok(DecodedRequest { request, format, usage: true, skipped, broken_signatures, continued, is_kept })
}

impl ReadTool for WireTool {
    fn definitions(self) -> Vec<ToolDefinition> {
        let Self { name, description, input_schema } = self;
        let Some(parameters) = input_schema else { return Vec::new() };
        vec![ToolDefinition { name, description, parameters: parameters.into() }]
    }
}

impl Content {
    fn into_text(self) -> Text {
        match self {
            Self::Text(text) => text,
            Self::Blocks(blocks) => {
                let texts = blocks.into_iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text),
                    Block::Thinking { .. } | Block::ToolUse { .. } | Block::ToolResult { .. } | Block::Skipped => None,
                });
                texts.reduce(|all, text| (all.to_string() + &text).into()).unwrap_or_default()
            }
        }
    }

    /// The parts, with `None` for each block that is skipped. Wrong signatures are added to `broken_signatures`.
    fn into_parts(self, broken_signatures: &mut Vec<BrokenSignature>) -> Vec<Option<Part>> {
        let blocks = match self {
            Self::Text(text) => return vec![Some(Part::Text(text))],
            Self::Blocks(blocks) => blocks,
        };
        let part = |block| match block {
            Block::Text { text } => Some(Part::Text(text)),
            Block::Thinking { thinking, signature } => {
                broken_signatures.extend(Signature::SIGNATURE.broken(&thinking, signature.as_deref()));
                Some(Part::Reasoning(thinking))
            }
            Block::ToolUse { id, name, input } => Some(Part::Call { id, name, arguments: input }),
            Block::ToolResult { tool_use_id, content, is_error } => {
                let content = content.map(Self::into_text).unwrap_or_default();
                Some(Part::Result { id: tool_use_id, content, is_error })
            }
            Block::Skipped => None,
        };
        blocks.into_iter().map(part).collect()
    }
}
