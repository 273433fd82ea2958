//! Encodes and decodes requests of Chat Completions.

use crate::model::json::{Value, json};
use bytes::Bytes;
use serde::Deserialize;

use crate::{
    llm::{
        errors::RequestError,
        openai::{self, Content},
        structured::SCHEMA_NAME,
        wire::{DEFAULT_MODEL, DecodedRequest, Format, ReadTool, Wire, read},
    },
    model::{Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition},
};

/// Encodes the body of a request.
pub fn encode(request: &ModelRequest, streamed: bool) -> Bytes {
    let mut messages: Vec<Value> = Vec::new();
    messages.extend(request.system.iter().map(|system| json!({"role": "system", "content": system})));
    for message in &request.messages {
        match message.role {
            Role::User => from_user(message, &mut messages),
            Role::Assistant => from_assistant(message, &mut messages),
        }
    }
    let model = request.model.as_deref().unwrap_or(DEFAULT_MODEL);
    let mut body = json!({"model": model, "stream": streamed, "messages": messages});
    if streamed {
        body["stream_options"] = json!({"include_usage": true});
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            let ToolDefinition { name, description, parameters } = tool;
            let function = json!({"name": name, "description": description, "parameters": parameters});
            json!({"type": "function", "function": function})
        });
        body["tools"] = tools.collect();
    }
    body["tool_choice"] = match &request.choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) => json!({"type": "function", "function": {"name": name}}),
    };
    if let Some(schema) = &request.schema {
        let schema = json!({"name": SCHEMA_NAME, "schema": Wire::Chat.schema(schema), "strict": true});
        body["response_format"] = json!({"type": "json_schema", "json_schema": schema});
    }
    Bytes::from(body.to_string())
}

fn from_user(message: &Message, messages: &mut Vec<Value>) {
    for part in &message.parts {
        match part {
            Part::Text(text) => messages.push(json!({"role": "user", "content": text})),
            Part::Result { id, content, .. } => {
                messages.push(json!({"role": "tool", "tool_call_id": id, "content": content}));
            }
            Part::Reasoning(_) | Part::Call { .. } => {}
        }
    }
}

/// A message of the model that is being written. On the wire, it has one reasoning, then texts, then calls.
#[derive(Default)]
struct AssistantMessage<'a> {
    reasoning: Option<&'a str>,
    texts: Vec<Value>,
    calls: Vec<Value>,
}

impl AssistantMessage<'_> {
    const fn is_empty(&self) -> bool {
        self.reasoning.is_none() && self.texts.is_empty() && self.calls.is_empty()
    }

    fn write(self) -> Value {
        let Self { reasoning, texts, calls } = self;
        let mut message = json!({"role": "assistant", "content": null});
        if let Some(reasoning) = reasoning {
            message["reasoning_content"] = reasoning.into();
        }
        if !texts.is_empty() {
            message["content"] = texts.into();
        }
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        message
    }
}

/// Adds the parts as one message, as long as they come in the order of the wire. A part that comes too late begins
/// another message.
fn from_assistant(message: &Message, messages: &mut Vec<Value>) {
    let mut current = AssistantMessage::default();
    for part in &message.parts {
        let late = match part {
            Part::Reasoning(_) => !current.is_empty(),
            Part::Text(_) => !current.calls.is_empty(),
            Part::Call { .. } | Part::Result { .. } => false,
        };
        if late {
            messages.push(std::mem::take(&mut current).write());
        }
        match part {
            Part::Text(text) => current.texts.push(json!({"type": "text", "text": text})),
            Part::Reasoning(text) => current.reasoning = Some(text),
            Part::Call { id, name, arguments } => {
                let function = json!({"name": name, "arguments": arguments.to_string()});
                current.calls.push(json!({"id": id, "type": "function", "function": function}));
            }
            Part::Result { .. } => {}
        }
    }
    if !current.is_empty() {
        messages.push(current.write());
    }
}

/// The body of a request. Members that the harness does not read are ignored.
#[derive(Deserialize)]
struct Body<T> {
    #[serde(default)]
    model: String,
    stream: Option<bool>,
    stream_options: Option<StreamOptions>,
    messages: Vec<WireMessage>,
    tools: Option<Vec<T>>,
    tool_choice: Option<Value>,
    response_format: Option<ResponseFormat>,
}

#[derive(Deserialize)]
struct StreamOptions {
    include_usage: Option<bool>,
}

#[derive(Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
enum WireMessage {
    #[serde(alias = "developer")]
    System {
        content: Content,
    },
    User {
        content: Content,
    },
    Assistant {
        reasoning_content: Option<String>,
        content: Option<Content>,
        tool_calls: Option<Vec<WireCall>>,
    },
    Tool {
        tool_call_id: String,
        content: Option<Content>,
    },
    /// A role that this wire does not have yet.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct WireCall {
    id: String,
    /// `None` for a call of another kind.
    function: Option<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    #[serde(default)]
    arguments: String,
}

#[derive(Deserialize)]
pub struct WireTool {
    /// `None` for a tool of another kind.
    function: Option<FunctionTool>,
}

#[derive(Deserialize)]
struct FunctionTool {
    name: String,
    description: Option<String>,
    parameters: Option<Value>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat {
    JsonSchema {
        json_schema: NamedSchema,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct NamedSchema {
    schema: Value,
}

/// Decodes the body of a request.
///
/// # Errors
/// If the body does not fit the wire format.
pub fn decode<T: ReadTool>(body: &[u8]) -> Result<DecodedRequest, RequestError> {
    let body: Body<T> = read(body)?;
    let mut request = ModelRequest {
        model: Some(body.model).filter(|model| !model.is_empty() && model != DEFAULT_MODEL),
        tools: body.tools.into_iter().flatten().flat_map(T::definitions).collect(),
        choice: openai::choice(body.tool_choice.as_ref()),
        schema: match body.response_format {
            Some(ResponseFormat::JsonSchema { json_schema }) => Some(json_schema.schema),
            Some(ResponseFormat::Other) | None => None,
        },
        ..ModelRequest::default()
    };
    let mut skipped = false;
    for message in body.messages {
        skipped |= !message.read(&mut request);
    }
    let format = Format { wire: Wire::Chat, streamed: body.stream.unwrap_or_default() };
    let usage = body.stream_options.and_then(|options| options.include_usage).unwrap_or_default();
    // This wire has no signatures, and its provider keeps no conversation.
    let broken_signatures = Vec::new();
    Ok(DecodedRequest { request, format, usage, skipped, broken_signatures, continued: None, is_kept: false })
}

impl ReadTool for WireTool {
    fn definitions(self) -> Vec<ToolDefinition> {
        let Some(FunctionTool { name, description, parameters }) = self.function else { return Vec::new() };
        let parameters = parameters.unwrap_or_else(|| json!({"type": "object"})).into();
        vec![ToolDefinition { name, description: description.unwrap_or_default(), parameters }]
    }
}

impl WireMessage {
    /// Adds this message to `request`. Returns whether no part was skipped.
    fn read(self, request: &mut ModelRequest) -> bool {
        match self {
            Self::System { content } => {
                request.add_system(&content.into_text());
                true
            }
            Self::User { content } => openai::add_texts(request, Role::User, content),
            Self::Assistant { reasoning_content, content, tool_calls } => {
                let calls = tool_calls.unwrap_or_default();
                let reasoning = reasoning_content.filter(|reasoning| !reasoning.is_empty());
                // Beside calls or reasoning, clients write an empty text for no text.
                let alone = calls.is_empty() && reasoning.is_none();
                let content = content.filter(|content| alone || !content.is_empty());
                if let Some(reasoning) = reasoning {
                    request.push(Role::Assistant, Part::Reasoning(reasoning.into()));
                }
                let mut whole = content.is_none_or(|content| openai::add_texts(request, Role::Assistant, content));
                for WireCall { id, function } in calls {
                    match function {
                        Some(Function { name, arguments }) => {
                            request.push(Role::Assistant, openai::call(id, name, arguments));
                        }
                        None => whole = false,
                    }
                }
                whole
            }
            Self::Tool { tool_call_id, content } => {
                let content = content.map(Content::into_text).unwrap_or_default();
                request.push(
                    Role::User,
                    Part::Result { id: tool_call_id.into(), content: content.into(), is_error: false },
                );
                true
            }
            Self::Other => false,
        }
    }
}
