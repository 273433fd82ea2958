//! What the reference agent and hotseat's client write is held against the Agent Client Protocol: its schema, which comes with an
//! official SDK, and its official types in Rust.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use agent_client_protocol_schema::v1;
use jsonschema::Validator;
use libtest_mimic::Trial;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{Running, tools::Tools};

/// The schema of version 1 in the folder of the tools.
const SCHEMA: &str = "node/node_modules/@agentclientprotocol/sdk/schema/v1/schema.json";

/// The test, ignored where there is no schema.
pub fn trial(tools: &Result<Tools, &'static str>, is_list: bool) -> Trial {
    let schema = tools.as_ref().map_err(|why| *why);
    let schema = schema.and_then(|tools| tools.at(SCHEMA, "no schema of the protocol in HOTSEAT_TOOLS"));
    let name = "lines_of_acp_have_the_shapes_of_its_schema";
    match schema {
        Ok(schema) => Trial::test(name, move || {
            let schema: Value = serde_json::from_str(&fs::read_to_string(&schema).unwrap()).unwrap();
            keep_to(&mut Shapes { schema, known: BTreeMap::new() }, "schema");
            Ok(())
        }),
        Err(why) => Trial::test(name, || Ok(())).with_kind(if is_list { "" } else { why }).with_ignored_flag(true),
    }
}

/// The test that needs no schema.
pub fn trial_of_types() -> Trial {
    Trial::test("lines_of_acp_can_be_read_as_its_official_types", || {
        keep_to(&mut Types, "types");
        Ok(())
    })
}

/// Both ends keep to a protocol. `name` tells this test's folders from another's.
fn keep_to(protocol: &mut impl Protocol, name: &str) {
    the_agent_keeps_to(protocol, name);
    the_client_keeps_to(protocol, name);
}

/// What a line may be.
trait Protocol {
    /// Holds a part of a line against a definition.
    fn fit(&mut self, name: &'static str, part: &Value, line: &Value);
}

/// The official types. What one reads and writes again is the same message to it.
struct Types;

impl Protocol for Types {
    fn fit(&mut self, name: &'static str, part: &Value, line: &Value) {
        let read = match name {
            "SessionNotification" => again::<v1::SessionNotification>,
            "RequestPermissionRequest" => again::<v1::RequestPermissionRequest>,
            "CreateElicitationRequest" => again::<v1::CreateElicitationRequest>,
            "CancelRequestNotification" => again::<v1::CancelRequestNotification>,
            "Error" => again::<v1::Error>,
            "InitializeResponse" => again::<v1::InitializeResponse>,
            "NewSessionResponse" => again::<v1::NewSessionResponse>,
            "LoadSessionResponse" => again::<v1::LoadSessionResponse>,
            "CloseSessionResponse" => again::<v1::CloseSessionResponse>,
            "PromptResponse" => again::<v1::PromptResponse>,
            "InitializeRequest" => again::<v1::InitializeRequest>,
            "NewSessionRequest" => again::<v1::NewSessionRequest>,
            "LoadSessionRequest" => again::<v1::LoadSessionRequest>,
            "CloseSessionRequest" => again::<v1::CloseSessionRequest>,
            "PromptRequest" => again::<v1::PromptRequest>,
            "CancelNotification" => again::<v1::CancelNotification>,
            "CreateElicitationResponse" => again::<v1::CreateElicitationResponse>,
            _ => panic!("no type {name}"),
        };
        let again = read(part).unwrap_or_else(|error| panic!("{name}: {error} in {line}"));
        let twice = read(&again).unwrap_or_else(|error| panic!("{name}: {error} in {again}"));
        assert_eq!(again, twice, "{name}: {line}");
    }
}

/// A message as its type writes it.
fn again<T: DeserializeOwned + serde::Serialize>(part: &Value) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_value::<T>(part.clone())?)
}

/// The schema, and those of its definitions that were used so far.
struct Shapes {
    schema: Value,
    known: BTreeMap<&'static str, Validator>,
}

impl Protocol for Shapes {
    fn fit(&mut self, name: &'static str, part: &Value, line: &Value) {
        let Self { schema, known } = self;
        let validator = known.entry(name).or_insert_with(|| {
            assert!(schema["$defs"].get(name).is_some(), "the schema has no {name}");
            let definition = json!({"$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"]});
            jsonschema::validator_for(&definition).unwrap()
        });
        let mistakes: Vec<String> = validator.iter_errors(part).map(|error| error.to_string()).collect();
        assert!(mistakes.is_empty(), "{name}: {mistakes:?} in {line}");
    }
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program to its end.
fn run(arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hotseat"));
    command.arg("run").args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(Running(command.spawn().unwrap()).0.wait().unwrap().success(), "hotseat run {arguments:?}");
}

/// Every line that the reference agent sends in a written scenario.
fn the_agent_keeps_to(protocol: &mut impl Protocol, name: &str) {
    let folder = empty_folder(&format!("clients-{name}"));
    run(&["--system", "acp", "--no-combinations", "--quiet", "--events", &folder.to_string_lossy()]);
    let mut count = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "jsonl") {
                for event in fs::read_to_string(path).unwrap().lines() {
                    let event: Value = serde_json::from_str(event).unwrap();
                    if let Some(line) = event["what"]["effect"].get("client") {
                        of_agent(protocol, line);
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 400, "only {count} lines");
}

fn of_agent(protocol: &mut impl Protocol, line: &Value) {
    let name = match (line["method"].as_str(), &line["result"]) {
        (Some("session/update"), _) => "SessionNotification",
        (Some("session/request_permission"), _) => "RequestPermissionRequest",
        (Some("elicitation/create"), _) => "CreateElicitationRequest",
        (Some("$/cancel_request"), _) => "CancelRequestNotification",
        (Some(method), _) => panic!("an unknown method {method}"),
        (None, Value::Null) => return protocol.fit("Error", &line["error"], line),
        (None, result) if result.get("protocolVersion").is_some() => "InitializeResponse",
        (None, result) if result.get("sessionId").is_some() => "NewSessionResponse",
        (None, _) if line["id"] == "close" => "CloseSessionResponse",
        // The second request of a client begins a session, or loads one.
        (None, _) if line["id"] == 1 => "LoadSessionResponse",
        (None, _) => "PromptResponse",
    };
    let part = if line.get("method").is_some() { &line["params"] } else { &line["result"] };
    protocol.fit(name, part, line);
}

/// Every line that hotseat's client sends of itself: to an agent that also writes down what it hears.
fn the_client_keeps_to(protocol: &mut impl Protocol, name: &str) {
    let heard = empty_folder(&format!("clients-{name}-client")).join("heard.jsonl");
    let program = env!("CARGO_BIN_EXE_hotseat");
    let agent = format!("acp:sh -c 'tee -a {} | {program} acp-agent --sessions {{home}}/sessions'", heard.display());
    let names =
        "^acp/form/(a-form-has|after-a)|^acp/cancelling/a-turn-that-is-cancelled-while-a-form|^acp/loading/a-question";
    run(&["--agent", &agent, "--settle", "300", "--no-combinations", "--quiet", "--jobs", "1", "--name", names]);
    let text = fs::read_to_string(heard).unwrap();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let name = match line["method"].as_str() {
            Some("initialize") => "InitializeRequest",
            Some("session/new") => "NewSessionRequest",
            Some("session/load") => "LoadSessionRequest",
            Some("session/close") => "CloseSessionRequest",
            Some("session/prompt") => "PromptRequest",
            Some("session/cancel") => "CancelNotification",
            Some(method) => panic!("an unknown method {method}"),
            None if line.get("error").is_some() => "Error",
            None => "CreateElicitationResponse",
        };
        let part = ["params", "result", "error"].iter().find_map(|part| line.get(*part)).unwrap();
        protocol.fit(name, part, &line);
    }
    // A connection; in each of four sessions its beginning, a prompt, an answer and its end; and a cancel.
    let of_four = 1 + 4 * 4 + 1;
    // In the fifth one its beginning and a prompt; and a connection that loads it, with another prompt and its end.
    let of_the_loaded = 2 + 4;
    assert_eq!(text.lines().count(), of_four + of_the_loaded, "{text}");
}
