//! A server on rmcp, the official SDK in Rust, written as its documents show.

use rmcp::{
    ErrorData, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams,
        ElicitResult, ElicitationAction, ElicitationCapability, Implementation, InputRequest, InputRequests,
        InputRequiredResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, RequestStateCodec, SealOptions,
        ServerCapabilities, ServerConfig, Tool,
    },
    service::{ElicitationMode, RequestContext, RoleServer},
    transport::stdio,
};
use serde_json::{Value, from_value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::runtime::Builder;

struct Server {
    states: RequestStateCodec,
    deployed: AtomicU64,
}

/// What a tool asks, each by a key.
fn asks(name: &str, arguments: &Value) -> Vec<(&'static str, ElicitRequestParams)> {
    let text = json!({"type": "string"});
    let form = |message: &str, properties: Value, required: Value| {
        let schema = json!({"type": "object", "properties": properties, "required": required});
        let requested_schema = from_value(schema).expect("a form");
        ElicitRequestParams::FormElicitationParams { meta: None, message: message.to_owned(), requested_schema }
    };
    let said = |name: &str, usual: &str| arguments[name].as_str().unwrap_or(usual).to_owned();
    match name {
        "deploy" => {
            let place = json!({"type": "string", "enum": ["staging", "production"]});
            vec![("place", form("Deploy where?", json!({"place": place}), json!(["place"])))]
        }
        "pair" => vec![
            ("first", form(&said("first", "Which first?"), json!({"one": text}), json!(["one"]))),
            ("second", form(&said("second", "Which second?"), json!({"other": text}), json!(["other"]))),
        ],
        "survey" => {
            let properties = json!({
                "name": {"type": "string", "minLength": 1, "maxLength": 20},
                "mail": {"type": "string", "format": "email"},
                "count": {"type": "integer", "minimum": 0, "maximum": 100},
                "share": {"type": "number", "minimum": 0, "maximum": 1},
                "loud": {"type": "boolean"},
                "level": {"type": "string", "enum": ["low", "high"]},
            });
            vec![("more", form("Tell us more", properties, json!(["name", "count"])))]
        }
        "ask" => {
            let mut answer = text;
            if arguments["options"].is_array() {
                answer["enum"] = arguments["options"].clone();
            }
            vec![("answer", form(&said("question", ""), json!({"answer": answer}), json!(["answer"])))]
        }
        "connect" => {
            let (message, url) = ("Sign in first".to_owned(), "https://example.com/connect".to_owned());
            let page = ElicitRequestParams::UrlElicitationParams {
                meta: None,
                message,
                url,
                elicitation_id: "page".to_owned(),
            };
            vec![("page", page)]
        }
        _ => Vec::new(),
    }
}

impl Server {
    /// What a tool does with the contents of the answers, in the order in which it asks.
    fn does(&self, name: &str, arguments: &Value, contents: &[Value]) -> String {
        match (name, contents) {
            ("deploy", [content]) => {
                let version = arguments["version"].as_str().unwrap_or("the latest");
                let number = self.deployed.fetch_add(1, Ordering::Relaxed) + 1;
                format!("deployed {version} to {} (deployment {number})", content["place"])
            }
            ("pair", [first, second]) => format!("paired {} and {}", first["one"], second["other"]),
            ("survey", [content]) => format!("surveyed {content}"),
            ("ask", [content]) => format!("The user answered: {}", content["answer"]),
            ("connect", _) => "The user was sent to the page.".to_owned(),
            _ => "ready".to_owned(),
        }
    }
}

/// How something is asked.
fn mode(params: &ElicitRequestParams) -> ElicitationMode {
    let is_page = matches!(params, ElicitRequestParams::UrlElicitationParams { .. });
    if is_page { ElicitationMode::Url } else { ElicitationMode::Form }
}

/// Whether a client may be asked so. One that names no mode has forms.
fn may_ask(mode: ElicitationMode, declared: Option<&ElicitationCapability>) -> bool {
    declared.is_some_and(|declared| match mode {
        ElicitationMode::Url => declared.url.is_some(),
        _ => declared.form.is_some() || declared.url.is_none(),
    })
}

/// What a client is told that cannot be asked so.
fn not_declared(mode: ElicitationMode, has_rounds: bool) -> Result<CallToolResponse, ErrorData> {
    if !has_rounds {
        return Ok(said("The client cannot be asked.".to_owned(), true).into());
    }
    let mode = if mode == ElicitationMode::Url { "url" } else { "form" };
    let required = from_value(json!({"elicitation": {mode: {}}})).unwrap_or_default();
    Err(ErrorData::missing_required_client_capability(required))
}

fn said(text: String, is_error: bool) -> CallToolResult {
    let content = vec![ContentBlock::text(text)];
    if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) }
}

/// The content of an answer that accepts, or what is told of another.
fn accepted(answer: ElicitResult) -> Result<Value, String> {
    match answer.action {
        ElicitationAction::Accept => Ok(answer.content.unwrap_or_default()),
        ElicitationAction::Decline => Err("The user declined, so nothing was done.".to_owned()),
        _ => Err("The question was dismissed, so nothing was done.".to_owned()),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut config = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        config.server_info = Implementation::new("rmcp", "3.11.0");
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let text = json!({"type": "string"});
        let tool = |name: &'static str, about: &'static str, properties: Value| {
            let schema = json!({"type": "object", "properties": properties});
            Tool::new(name, about, schema.as_object().cloned().unwrap_or_default())
        };
        Ok(ListToolsResult::with_all_items(vec![
            tool("deploy", "Deploys a version, where the user says.", json!({"version": text})),
            tool("pair", "Asks two questions at once.", json!({"first": text, "second": text})),
            tool("survey", "Asks for one thing of each kind.", json!({})),
            tool("connect", "Sends the user to a page.", json!({})),
            tool("status", "Asks nothing.", json!({})),
            tool("ask", "Asks a question.", json!({"question": text, "options": {"type": "array", "items": text}})),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::from(request.arguments.clone().unwrap_or_default());
        let asks = asks(&request.name, &arguments);
        let has_rounds = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let declared = context.client_capabilities().and_then(|declared| declared.elicitation);
        if let Some(mode) = asks.iter().map(|(_, params)| mode(params)).find(|mode| !may_ask(*mode, declared.as_ref()))
        {
            return not_declared(mode, has_rounds);
        }
        let mut contents = Vec::new();
        if has_rounds && !asks.is_empty() {
            // The state belongs to this tool and these arguments.
            let belongs = format!("{} {arguments}", request.name);
            if let Some(state) = &request.request_state {
                let opened = self.states.open_with(state, belongs.as_bytes());
                opened.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
            }
            // Answers without a state are answers to nothing.
            let answers = request.input_responses.filter(|_| request.request_state.is_some()).unwrap_or_default();
            let missing: Vec<_> = asks.iter().filter(|(key, _)| !answers.contains_key(*key)).cloned().collect();
            if !missing.is_empty() {
                let entry = |(key, params): (&str, ElicitRequestParams)| {
                    (key.to_owned(), InputRequest::Elicitation(ElicitRequest::new(params)))
                };
                let state = self.states.seal_with(b"", &SealOptions::new().associated_data(belongs.as_bytes()));
                let requests: InputRequests = missing.into_iter().map(entry).collect();
                return Ok(InputRequiredResult::new(Some(requests), Some(state)).into());
            }
            for (key, _) in &asks {
                let answer = from_value(answers[*key].clone())
                    .map_err(|error| ErrorData::invalid_params(format!("{key}: {error}"), None))?;
                match accepted(answer) {
                    Ok(content) => contents.push(content),
                    Err(why) => return Ok(said(why, true).into()),
                }
            }
        } else {
            for (_, params) in asks {
                let answer = context.peer.create_elicitation(params).await;
                match answer.map_err(|error| error.to_string()).and_then(accepted) {
                    Ok(content) => contents.push(content),
                    Err(why) => return Ok(said(why, true).into()),
                }
            }
        }
        Ok(said(self.does(&request.name, &arguments, &contents), false).into())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let states = RequestStateCodec::try_new(b"a key of this example, of 32 bytes or more")?;
    Builder::new_current_thread().enable_all().build()?.block_on(async {
        let server = Server { states, deployed: AtomicU64::new(0) };
        server.serve(stdio()).await?.waiting().await?;
        Ok(())
    })
}
