//! Encodes and decodes requests of Gemini.

use bytes::Bytes;
use serde::Deserialize;

use crate::{
    llm::{
        errors::RequestError,
        signature::{BrokenSignature, Signature},
        wire::{DEFAULT_MODEL, DecodedRequest, Format, ReadTool, Wire, gemini_model, read},
    },
    model::{
        Message, ModelRequest, Part, Role, ToolChoice, ToolDefinition,
        json::{Value, json},
    },
};

/// Encodes the body of a request.
pub fn encode(request: &ModelRequest) -> Bytes {
    let contents = request.messages.iter().map(|message| content(message, request));
    let mut body = json!({"contents": contents.collect::<Vec<_>>()});
    if let Some(system) = &request.system {
        body["systemInstruction"] = json!({"parts": [{"text": system}]});
    }
    if !request.tools.is_empty() {
        let declarations = request.tools.iter().map(|tool| {
            let ToolDefinition { name, description, parameters } = tool;
            json!({"name": name, "description": description, "parametersJsonSchema": parameters})
        });
        body["tools"] = json!([{"functionDeclarations": declarations.collect::<Vec<_>>()}]);
    }
    let choice = match &request.choice {
        ToolChoice::Auto => json!({"mode": "AUTO"}),
        ToolChoice::None => json!({"mode": "NONE"}),
        ToolChoice::Required => json!({"mode": "ANY"}),
        ToolChoice::Tool(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
    };
    body["toolConfig"] = json!({"functionCallingConfig": choice});
    if let Some(schema) = &request.schema {
        let schema = Wire::Gemini.schema(schema);
        body["generationConfig"] = json!({"responseMimeType": "application/json", "responseJsonSchema": schema});
    }
    Bytes::from(body.to_string())
}

fn content(message: &Message, request: &ModelRequest) -> Value {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "model",
    };
    let part = |part: &Part| match part {
        Part::Text(text) => json!({"text": text}),
        Part::Reasoning(text) => {
            json!({"text": text, "thought": true, "thoughtSignature": Signature::THOUGHT.of(text)})
        }
        Part::Call { id, name, arguments } => json!({"functionCall": {"id": id, "name": name, "args": arguments}}),
        Part::Result { id, content, is_error } => {
            let response = if *is_error { json!({"error": content}) } else { json!({"output": content}) };
            json!({"functionResponse": {"id": id, "name": tool_of(id, request), "response": response}})
        }
    };
    json!({"role": role, "parts": message.parts.iter().map(part).collect::<Vec<_>>()})
}

/// The tool of the last call with this id. A result names its tool on this wire.
fn tool_of<'r>(id: &str, request: &'r ModelRequest) -> &'r str {
    let mut parts = request.messages.iter().rev().flat_map(|message| &message.parts);
    let called = parts.find_map(|part| match part {
        Part::Call { id: called, name, .. } if called == id => Some(name.as_str()),
        _ => None,
    });
    called.unwrap_or_default()
}

/// The body of a request. Members that the harness does not read are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body<T> {
    contents: Vec<Content>,
    #[serde(alias = "system_instruction")]
    system_instruction: Option<Content>,
    tools: Option<Vec<Tools<T>>>,
    #[serde(alias = "tool_config")]
    tool_config: Option<ToolConfig>,
    #[serde(alias = "generation_config")]
    generation_config: Option<GenerationConfig>,
}

#[derive(Deserialize)]
struct Content {
    role: Option<String>,
    #[serde(default)]
    parts: Vec<WirePart>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WirePart {
    text: Option<String>,
    #[serde(default)]
    thought: bool,
    #[serde(alias = "thought_signature")]
    thought_signature: Option<String>,
    #[serde(alias = "function_call")]
    function_call: Option<FunctionCall>,
    #[serde(alias = "function_response")]
    function_response: Option<FunctionResponse>,
}

#[derive(Deserialize)]
struct FunctionCall {
    id: Option<String>,
    name: String,
    args: Option<Value>,
}

#[derive(Deserialize)]
struct FunctionResponse {
    id: Option<String>,
    name: String,
    response: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tools<T> {
    /// Absent for a tool of the provider itself.
    #[serde(alias = "function_declarations", default = "Vec::new")]
    function_declarations: Vec<T>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WireTool {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(alias = "parameters_json_schema", alias = "parameters")]
    parameters_json_schema: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolConfig {
    function_calling_config: Option<CallingConfig>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallingConfig {
    mode: Option<String>,
    #[serde(default)]
    allowed_function_names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GenerationConfig {
    #[serde(alias = "responseSchema")]
    response_json_schema: Option<Value>,
}

impl ReadTool for WireTool {
    fn definitions(self) -> Vec<ToolDefinition> {
        let Self { name, description, parameters_json_schema } = self;
        let parameters = parameters_json_schema.unwrap_or_else(|| json!({"type": "object"})).into();
        vec![ToolDefinition { name, description, parameters }]
    }
}

/// Decodes a request.
///
/// # Errors
/// If the body does not fit the wire format.
pub fn decode<T: ReadTool>(path: &str, body: &[u8]) -> Result<DecodedRequest, RequestError> {
    let (model, streamed) = gemini_model(path).unwrap_or((DEFAULT_MODEL, false));
    let body: Body<T> = read(body)?;
    let tools = body.tools.into_iter().flatten().flat_map(|tools| tools.function_declarations);
    let calling = body.tool_config.and_then(|config| config.function_calling_config);
    let mut request = ModelRequest {
        model: Some(model.to_owned()).filter(|model| model != DEFAULT_MODEL),
        system: body.system_instruction.map(Content::into_text),
        tools: tools.flat_map(T::definitions).collect(),
        choice: calling.map(CallingConfig::choice).unwrap_or_default(),
        schema: body.generation_config.and_then(|config| config.response_json_schema),
        ..ModelRequest::default()
    };
    let mut reader = Reader::default();
    for Content { role, parts } in body.contents {
        let role = match role.as_deref() {
            Some("user" | "function") | None => Role::User,
            Some("model") => Role::Assistant,
            Some(_) => {
                reader.skipped = true;
                continue;
            }
        };
        parts.into_iter().for_each(|part| reader.read(part, role, &mut request));
    }
    reader.end_thought(&mut request);
    let Reader { skipped, broken_signatures, .. } = reader;
    let format = Format { wire: Wire::Gemini, streamed };
    Ok(DecodedRequest { request, format, usage: true, skipped, broken_signatures, continued: None, is_kept: false })
}

impl CallingConfig {
    fn choice(self) -> ToolChoice {
        match (self.mode.as_deref(), &self.allowed_function_names[..]) {
            (Some("NONE"), _) => ToolChoice::None,
            (Some("ANY"), [name]) => ToolChoice::Tool(name.clone()),
            (Some("ANY"), _) => ToolChoice::Required,
            _ => ToolChoice::Auto,
        }
    }
}

impl Content {
    fn into_text(self) -> String {
        self.parts.into_iter().filter_map(|part| part.text).collect()
    }
}

/// Reads the parts of a conversation.
#[derive(Default)]
struct Reader {
    /// The reasoning whose signature has not come yet: a stream tells it in pieces.
    thought: String,
    /// The calls so far, by id and tool, whose results have not come yet.
    calls: Vec<(String, String)>,
    skipped: bool,
    broken_signatures: Vec<BrokenSignature>,
}

impl Reader {
    fn read(&mut self, part: WirePart, role: Role, request: &mut ModelRequest) {
        let WirePart { text, thought, thought_signature, function_call, function_response } = part;
        if let (Some(text), true) = (&text, thought) {
            self.thought.push_str(text);
            if thought_signature.is_some() {
                self.add_thought(thought_signature.as_deref(), request);
            }
            return;
        }
        self.end_thought(request);
        match (text, function_call, function_response) {
            // The last piece of a stream has no text.
            (Some(text), ..) if text.is_empty() => {}
            (Some(text), ..) => request.push(role, Part::Text(text.into())),
            (_, Some(FunctionCall { id, name, args }), _) => {
                let id = id.unwrap_or_else(|| format!("{name}#{}", self.calls.len() + 1));
                self.calls.push((id.clone(), name.clone()));
                let arguments = args.unwrap_or_else(|| json!({}));
                request.push(Role::Assistant, Part::Call { id: id.into(), name: name.into(), arguments });
            }
            (_, _, Some(FunctionResponse { id, name, response })) => {
                let id = self.result_of(id, &name);
                let (content, is_error) = told(response);
                request.push(Role::User, Part::Result { id: id.into(), content: content.into(), is_error });
            }
            (None, None, None) => self.skipped = true,
        }
    }

    /// The id of the call that a result belongs to: its own, or that of the first call of its tool without a result.
    fn result_of(&mut self, id: Option<String>, name: &str) -> String {
        let is_it = |(call, tool): &(String, String)| id.as_ref().map_or(tool == name, |id| id == call);
        match self.calls.iter().position(is_it) {
            Some(at) => self.calls.remove(at).0,
            None => id.unwrap_or_else(|| name.to_owned()),
        }
    }

    /// Ends a reasoning that came without a signature.
    fn end_thought(&mut self, request: &mut ModelRequest) {
        if !self.thought.is_empty() {
            self.add_thought(None, request);
        }
    }

    fn add_thought(&mut self, signature: Option<&str>, request: &mut ModelRequest) {
        let text = std::mem::take(&mut self.thought);
        self.broken_signatures.extend(Signature::THOUGHT.broken(&text, signature));
        request.push(Role::Assistant, Part::Reasoning(text.into()));
    }
}

/// What a result tells, and whether it is an error.
fn told(response: Option<Value>) -> (String, bool) {
    let response = response.unwrap_or_default();
    let is_error = response.get("error").is_some();
    let told = ["error", "output", "result"].iter().find_map(|name| response.get(name));
    let text = match told.unwrap_or(&response) {
        Value::String(text) => text.to_string(),
        value => value.to_string(),
    };
    (text, is_error)
}
