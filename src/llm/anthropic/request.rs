//! Requests: to the wire, and back.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::PATH;
use crate::{
    llm::WireRequest,
    model::{Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition},
};

/// What stands on the wire where the configuration names no model.
const DEFAULT_MODEL: &str = "scripted";

/// The body as an agent writes it; what the harness does not read may stand beside.
///
/// `T` is a tool: borrowed on the way out, owned on the way in.
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
}

#[derive(Serialize, Deserialize)]
struct WireMessage {
    role: Role,
    content: Content,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Blocks(Vec<Block>),
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: String,
    },
    ToolUse {
        id: String,
        name: String,
        input: Value,
    },
    ToolResult {
        tool_use_id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<Content>,
        #[serde(default)]
        is_error: bool,
    },
}

#[derive(Deserialize)]
struct WireTool {
    name: String,
    #[serde(default)]
    description: String,
    input_schema: Value,
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
}

#[derive(Serialize, Deserialize)]
struct OutputConfig {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    format: Option<Format>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Format {
    JsonSchema { schema: Value },
}

/// Puts a request on the wire.
pub fn encode_request(request: &ModelRequest) -> WireRequest {
    let body = Body {
        model: request.model.clone().unwrap_or_else(|| DEFAULT_MODEL.to_owned()),
        max_tokens: 4096,
        stream: true,
        system: request.system.clone().map(Content::Text),
        messages: request.messages.iter().map(|message| encode_message(message)).collect(),
        tools: request.tools.iter().map(BorrowedTool::from).collect(),
        tool_choice: Some(match request.choice {
            ToolChoice::Auto => WireChoice::Auto,
            ToolChoice::None => WireChoice::None,
        }),
        output_config: request
            .schema
            .clone()
            .map(|schema| OutputConfig { format: Some(Format::JsonSchema { schema }) }),
    };
    let body = serde_json::to_vec(&body).map(Bytes::from).unwrap_or_default();
    WireRequest { method: "POST".to_owned(), path: PATH.to_owned(), body }
}

fn encode_message(message: &Message) -> WireMessage {
    let block = |part: &Part| match part.clone() {
        Part::Text(text) => Block::Text { text },
        Part::Call { id, name, arguments } => Block::ToolUse { id, name, input: arguments },
        Part::Result { id, content, is_error } => {
            Block::ToolResult { tool_use_id: id, content: Some(Content::Text(content)), is_error }
        }
    };
    WireMessage { role: message.role, content: Content::Blocks(message.parts.iter().map(block).collect()) }
}

impl<'a> From<&'a ToolDefinition> for BorrowedTool<'a> {
    fn from(tool: &'a ToolDefinition) -> Self {
        Self { name: &tool.name, description: &tool.description, input_schema: &tool.parameters }
    }
}

/// Reads a request off the wire.
///
/// # Errors
/// Where it is not what the wire promises: method, path, or the place in the body.
pub fn decode_request(request: &WireRequest) -> Result<ModelRequest, String> {
    if request.method != "POST" || request.path != PATH {
        return Err(format!("expected POST {PATH}, found {} {}", request.method, request.path));
    }
    let body: Body<WireTool> = serde_json::from_slice(&request.body).or_else(|_| {
        // Once more, to tell the place.
        let mut json = serde_json::Deserializer::from_slice(&request.body);
        serde_path_to_error::deserialize(&mut json)
            .map_err(|error| format!("the request's body, at `{}`: {}", error.path(), error.inner()))
    })?;
    let mut decoded = ModelRequest {
        model: Some(body.model).filter(|model| !model.is_empty() && model != DEFAULT_MODEL),
        system: body.system.map(Content::into_text),
        tools: body.tools.into_iter().map(ToolDefinition::from).collect(),
        choice: match body.tool_choice {
            None | Some(WireChoice::Auto) => ToolChoice::Auto,
            Some(WireChoice::None) => ToolChoice::None,
        },
        schema: body.output_config.and_then(|config| config.format).map(|Format::JsonSchema { schema }| schema),
        ..ModelRequest::default()
    };
    for WireMessage { role, content } in body.messages {
        for part in content.into_parts() {
            decoded.push(role, part);
        }
    }
    Ok(decoded)
}

impl From<WireTool> for ToolDefinition {
    fn from(tool: WireTool) -> Self {
        Self { name: tool.name, description: tool.description, parameters: tool.input_schema }
    }
}

impl Content {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Blocks(blocks) => {
                let texts = blocks.into_iter().filter_map(|block| match block {
                    Block::Text { text } => Some(text),
                    Block::ToolUse { .. } | Block::ToolResult { .. } => None,
                });
                texts.collect()
            }
        }
    }

    fn into_parts(self) -> Vec<Part> {
        let blocks = match self {
            Self::Text(text) => return vec![Part::Text(text)],
            Self::Blocks(blocks) => blocks,
        };
        let part = |block| match block {
            Block::Text { text } => Part::Text(text),
            Block::ToolUse { id, name, input } => Part::Call { id, name, arguments: input },
            Block::ToolResult { tool_use_id, content, is_error } => {
                let content = content.map(Self::into_text).unwrap_or_default();
                Part::Result { id: tool_use_id, content, is_error }
            }
        };
        blocks.into_iter().map(part).collect()
    }
}
