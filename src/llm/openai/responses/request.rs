//! Encodes and decodes requests of Responses.

use std::fmt;

use crate::model::json::{Value, json};
use bytes::Bytes;
use serde::{
    Deserialize, Deserializer,
    de::{SeqAccess, Visitor, value::SeqAccessDeserializer},
};

use super::{joined, with_name};
use crate::{
    llm::{
        errors::{ItemFault, RequestError},
        openai::{self, Content},
        signature::{BrokenSignature, Signature},
        structured::SCHEMA_NAME,
        wire::{Continued, DEFAULT_MODEL, DecodedRequest, Format, ReadTool, Wire, read},
    },
    model::{Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition},
};

/// Encodes the body of a request.
pub fn encode(request: &ModelRequest, streamed: bool) -> Bytes {
    let input: Vec<Value> = request.messages.iter().flat_map(|message| items(message)).collect();
    let model = request.model.as_deref().unwrap_or(DEFAULT_MODEL);
    let mut body = json!({"model": model, "stream": streamed, "store": false, "input": input});
    if let Some(system) = &request.system {
        body["instructions"] = json!(system);
    }
    if !request.tools.is_empty() {
        let tools = request.tools.iter().map(|tool| {
            let ToolDefinition { name, description, parameters } = tool;
            json!({
                "type": "function", "name": name, "description": description, "parameters": parameters,
                "strict": false,
            })
        });
        body["tools"] = tools.collect();
    }
    body["tool_choice"] = match &request.choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) => json!({"type": "function", "name": name}),
    };
    if let Some(schema) = &request.schema {
        let schema = Wire::Responses.schema(schema);
        let format = json!({"type": "json_schema", "name": SCHEMA_NAME, "schema": schema, "strict": true});
        body["text"] = json!({"format": format});
    }
    Bytes::from(body.to_string())
}

fn items(message: &Message) -> impl Iterator<Item = Value> {
    let (role, kind) = match message.role {
        Role::User => ("user", "input_text"),
        Role::Assistant => ("assistant", "output_text"),
    };
    message.parts.iter().map(move |part| match part {
        Part::Text(text) => json!({"type": "message", "role": role, "content": [{"type": kind, "text": text}]}),
        Part::Reasoning(text) => {
            json!({"type": "reasoning", "id": Signature::ITEM.of(text), "summary": [{"type": "summary_text", "text": text}]})
        }
        Part::Call { id, name, arguments } => {
            let call = json!({"type": "function_call", "call_id": id, "name": null, "arguments": arguments.to_string()});
            with_name(call, name)
        }
        Part::Result { id, content, .. } => {
            json!({"type": "function_call_output", "call_id": id, "output": content})
        }
    })
}

/// The body of a request. Members that the harness does not read are ignored.
#[derive(Deserialize)]
struct Body<T> {
    model: Option<String>,
    stream: Option<bool>,
    instructions: Option<Content>,
    input: Input,
    previous_response_id: Option<String>,
    store: Option<bool>,
    tools: Option<Vec<T>>,
    tool_choice: Option<Value>,
    text: Option<TextOptions>,
}

enum Input {
    Text(String),
    Items(Vec<Item>),
}

/// Reads either form. An untagged enum would lose the place of an error in an item.
impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Input;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of items")
            }

            fn visit_str<E>(self, text: &str) -> Result<Input, E> {
                Ok(Input::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Input, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(items)).map(Input::Items)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// An item. Without a type, it is a message.
#[derive(Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: Option<String>,
    id: Option<String>,
    role: Option<String>,
    content: Option<Content>,
    call_id: Option<String>,
    namespace: Option<String>,
    name: Option<String>,
    arguments: Option<String>,
    output: Option<Content>,
    /// The summary of reasoning.
    summary: Option<Content>,
}

#[derive(Deserialize)]
pub struct WireTool {
    #[serde(rename = "type")]
    kind: String,
    name: Option<String>,
    description: Option<String>,
    parameters: Option<Value>,
    /// The functions of a namespace.
    #[serde(default)]
    tools: Vec<Self>,
}

#[derive(Deserialize)]
struct TextOptions {
    format: Option<TextFormat>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum TextFormat {
    JsonSchema {
        schema: Value,
    },
    #[serde(other)]
    Other,
}

/// Decodes the body of a request.
///
/// # Errors
/// If the body does not fit the wire format.
pub fn decode<T: ReadTool>(body: &[u8]) -> Result<DecodedRequest, RequestError> {
    let body: Body<T> = read(body)?;
    let mut request = ModelRequest {
        model: body.model.filter(|model| !model.is_empty() && model != DEFAULT_MODEL),
        system: body.instructions.map(Content::into_text),
        tools: body.tools.into_iter().flatten().flat_map(T::definitions).collect(),
        choice: openai::choice(body.tool_choice.as_ref()),
        schema: match body.text.and_then(|text| text.format) {
            Some(TextFormat::JsonSchema { schema }) => Some(schema),
            Some(TextFormat::Other) | None => None,
        },
        ..ModelRequest::default()
    };
    let (mut skipped, mut broken_signatures) = (false, Vec::new());
    match body.input {
        Input::Text(text) => request.push(Role::User, Part::Text(text.into())),
        Input::Items(items) => {
            for (index, item) in items.into_iter().enumerate() {
                skipped |= !item
                    .read(&mut request, &mut broken_signatures)
                    .map_err(|fault| RequestError::Item { index, fault })?;
            }
        }
    }
    let format = Format { wire: Wire::Responses, streamed: body.stream.unwrap_or_default() };
    // The provider keeps a response unless it is told not to. Instructions and tools are not kept with it.
    let continued = body.previous_response_id.map(|reply| Continued { reply, with_setup: false });
    let is_kept = continued.is_some() || body.store.unwrap_or(true);
    Ok(DecodedRequest { request, format, usage: true, skipped, broken_signatures, continued, is_kept })
}

impl ReadTool for WireTool {
    fn definitions(self) -> Vec<ToolDefinition> {
        let Self { kind, name, description, parameters, tools } = self;
        let Some(name) = name else { return Vec::new() };
        match kind.as_str() {
            "function" => {
                let parameters = parameters.unwrap_or_else(|| json!({"type": "object"})).into();
                vec![ToolDefinition { name, description: description.unwrap_or_default(), parameters }]
            }
            "namespace" => {
                let mut functions: Vec<ToolDefinition> = tools.into_iter().flat_map(Self::definitions).collect();
                functions.iter_mut().for_each(|function| function.name = joined(Some(&name), &function.name));
                functions
            }
            _ => Vec::new(),
        }
    }
}

impl Item {
    /// Adds this item to `request`. Returns whether no part was skipped. Wrong ids of reasoning are added to
    /// `broken_signatures`.
    fn read(self, request: &mut ModelRequest, broken_signatures: &mut Vec<BrokenSignature>) -> Result<bool, ItemFault> {
        let Self { kind, id, role, content, call_id, namespace, name, arguments, output, summary } = self;
        match (kind.as_deref().unwrap_or("message"), call_id, name) {
            ("message", ..) => {
                let content = content.ok_or(ItemFault::NoContent)?;
                match role.as_deref() {
                    Some("user") => Ok(openai::add_texts(request, Role::User, content)),
                    Some("assistant") => Ok(openai::add_texts(request, Role::Assistant, content)),
                    Some("system" | "developer") => {
                        request.add_system(&content.into_text());
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            }
            ("function_call", Some(id), Some(name)) => {
                let name = joined(namespace.as_deref(), &name);
                request.push(Role::Assistant, openai::call(id, name, arguments.unwrap_or_default()));
                Ok(true)
            }
            ("function_call", ..) => Err(ItemFault::IncompleteCall),
            ("function_call_output", Some(id), _) => {
                let content = output.map(Content::into_text).unwrap_or_default();
                request.push(Role::User, Part::Result { id: id.into(), content: content.into(), is_error: false });
                Ok(true)
            }
            ("reasoning", ..) => {
                let text = summary.map(Content::into_text).unwrap_or_default();
                broken_signatures.extend(Signature::ITEM.broken(&text, id.as_deref()));
                request.push(Role::Assistant, Part::Reasoning(text.into()));
                Ok(true)
            }
            ("function_call_output", ..) => Err(ItemFault::ResultWithoutId),
            _ => Ok(false),
        }
    }
}
