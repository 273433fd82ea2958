//! What differs between agents of one protocol: how one is started, and where it finds its model.

use std::path::Path;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    super::{native::Protocol, place::missing_program},
    USUAL_WIRE,
};
use crate::{
    llm::{
        Wire,
        script::{self, Exchange, ScriptedCall},
    },
    model::json::{Map, Value},
};

/// The files of an agent that hotseat knows.
macro_rules! carried {
    ($name:literal) => {
        CarriedAgent {
            name: $name,
            manifest: include_str!(concat!("agents/", $name, ".toml")),
            expected: (concat!($name, ".expected.toml"), include_str!(concat!("agents/", $name, ".expected.toml"))),
        }
    };
}

/// The manifests that hotseat carries, by the names of their agents.
const CARRIED: [CarriedAgent; 8] = [
    carried!("claude-agent-acp"),
    carried!("claude-stream-json"),
    carried!("codex-acp"),
    carried!("codex-app-server"),
    carried!("mistral-vibe"),
    carried!("opencode"),
    carried!("pi-acp"),
    carried!("pi-rpc"),
];

/// An agent that hotseat knows.
struct CarriedAgent {
    name: &'static str,
    manifest: &'static str,
    /// The file of the list of what it does not hold, and the list.
    expected: (&'static str, &'static str),
}

/// The names of the agents that hotseat knows, for a mistake.
fn names() -> String {
    CARRIED.each_ref().map(|agent| format!("`{}`", agent.name)).join(", ")
}

/// What hotseat must know of an agent. In every text, `{model}` stands for the address of the scripted model, `{home}` for the
/// agent's fresh home, and `{work}` for its working folder. In the command and the variables, `{folder}` stands for the folder of
/// this file.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Its name and version, for reports.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The versions with which this manifest was tried. Another one is told, and tested as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<String>,
    /// The command that installs it, for whoever does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub install: Option<String>,
    /// The profiles that it is asked for: the version `v1` of the protocol, `permissions` if it asks for a permission before some
    /// calls, `question_tool` if it has a tool by which its model asks the user, and `server_tools` if its model calls the tools of
    /// the session's MCP servers by themselves, and not only through a search or a shell. All are usual. Only the reference has
    /// `own_tools`.
    #[serde(default = "usual_profiles", skip_serializing_if = "is_usual")]
    pub profiles: Vec<String>,
    /// The protocol that it speaks: ACP, or one of its own. With one of its own, what ACP demands of lines is not asked of it.
    #[serde(default, skip_serializing_if = "is_acp")]
    pub protocol: Protocol,
    /// The wire on which it asks its model.
    #[serde(default)]
    pub wire: Wire,
    /// Variables of its environment, beside our own.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub env: IndexMap<String, String>,
    /// Files that are laid before it starts, each by its path.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub files: IndexMap<String, String>,
    /// The agent's own tool that asks its user by a form. Without it, the scripted model calls the reference's tool, which the
    /// agent does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionTool>,
    /// How the scripted model calls a tool of the scenario. Without it, it calls the session's MCP server by the tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolCalls>,
    /// How it calls a tool of the scenario that asks the user, as a tool of the session's MCP server: a shell could not carry the
    /// question. Without it, the tool's name is looked for at the end of the names of the tools that the agent offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_tools: Option<ToolCalls>,
    /// Requests to the model that belong to no turn, such as titles: they are answered, and stand in no stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side: Vec<Exchange>,
}

/// The profile of an agent that speaks ACP itself. It follows from the protocol.
const LINES: &str = "lines";
/// The profile of an agent that asks for a permission before some calls.
const PERMISSIONS: &str = "permissions";
/// The profile of an agent with a tool by which its model asks the user.
const QUESTION_TOOL: &str = "question_tool";
/// The profile of an agent whose model calls the tools of the session's MCP servers by themselves.
const SERVER_TOOLS: &str = "server_tools";

fn usual_profiles() -> Vec<String> {
    ["v1", PERMISSIONS, QUESTION_TOOL, SERVER_TOOLS].map(str::to_owned).into()
}

fn is_acp(protocol: &Protocol) -> bool {
    *protocol == Protocol::Acp
}

fn is_usual(profiles: &[String]) -> bool {
    profiles == usual_profiles()
}

/// A tool that asks the user. In its texts, `{question}` stands for the question. A text that is only `{options}` stands for the
/// list of its options.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionTool {
    /// The name of the tool.
    pub tool: String,
    /// The arguments of a call.
    pub arguments: Value,
    /// An option; in its texts, `{label}` stands for its label.
    pub option: Value,
}

/// How the agent is made to call a tool of the scenario, so that it asks its user for a permission first. In the texts, `{tool}`
/// stands for the tool's name, `{server}` for that of its server, and `{command}` for a command that calls the tool from a shell.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCalls {
    /// The name by which the model calls: the agent's own name for a tool of the session's MCP server, or its shell.
    pub name: String,
    /// The arguments. Without them, the tool's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
}

impl ToolCalls {
    /// Makes a call of a tool of the scenario, which that server has, one of the agent's own. `command` is what calls it from a
    /// shell.
    pub fn call(&self, call: &mut ScriptedCall, server: &str, command: &str) {
        let fill =
            |text: &str| text.replace("{tool}", &call.name).replace("{server}", server).replace("{command}", command);
        let name = fill(&self.name);
        let arguments = self.arguments.as_ref().map(|arguments| filled(arguments, &|text| Value::from(fill(text))));
        call.name = name;
        if let Some(arguments) = arguments {
            call.arguments = arguments;
        }
    }
}

impl QuestionTool {
    /// The call of this tool with the question of a call of the reference's tool.
    pub fn call(&self, call: &mut ScriptedCall) {
        let question = call.arguments["question"].as_str().unwrap_or_default().to_owned();
        let labels = call.arguments["options"].as_array().into_iter().flatten();
        let options = labels
            .filter_map(Value::as_str)
            .map(|label| filled(&self.option, &|text| Value::from(text.replace("{label}", label))));
        let options: Vec<Value> = options.collect();
        call.arguments = filled(&self.arguments, &|text| match text {
            "{options}" => Value::from(options.clone()),
            text => Value::from(text.replace("{question}", &question)),
        });
        call.name.clone_from(&self.tool);
    }
}

/// A value with each of its texts replaced.
fn filled(value: &Value, fill: &dyn Fn(&str) -> Value) -> Value {
    match value {
        Value::String(text) => fill(text),
        Value::Array(items) => items.iter().map(|item| filled(item, fill)).collect(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| (name.as_str().to_owned(), filled(member, fill)));
            members.collect::<Map>().into()
        }
        other => other.clone(),
    }
}

/// What is wrong with a manifest.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// The command is empty, or has an open quote.
    #[error("the agent's command is empty, or has an open quote: {0:?}")]
    Command(String),
    /// The command of a manifest is empty.
    #[error("{0}: `command` is empty: give the agent's program and its arguments")]
    NoCommand(String),
    /// It names no agent.
    #[error("an agent is `acp:COMMAND`, a manifest (.toml), or one of {names}, not {0:?}", names = names())]
    Kind(String),
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The file is no manifest.
    #[error("{0}: {1}")]
    Toml(String, Box<toml_edit::de::Error>),
    /// A manifest that was made cannot be written.
    #[error("this manifest cannot be written as TOML: {0}")]
    NoToml(String),
    /// A side request can never be played.
    #[error("{0}: {1}")]
    Side(String, crate::llm::ScriptError),
}

impl Manifest {
    /// The agents whose manifests hotseat carries, by their names.
    ///
    /// # Errors
    /// A mistake in a carried manifest, which is a bug.
    pub fn carried() -> Result<Vec<(&'static str, Self)>, ManifestError> {
        CARRIED.iter().map(|agent| Ok((agent.name, Self::read(agent.name, agent.manifest)?))).collect()
    }

    /// The list (TOML) of what an agent that hotseat knows does not hold, after the name of its file.
    pub fn known_failures(agent: &str) -> Option<(&'static str, &'static str)> {
        CARRIED.iter().find(|carried| carried.name == agent).map(|carried| carried.expected)
    }

    /// The agent that the command line names: `acp:COMMAND`, the path of a manifest, or an agent that hotseat knows.
    ///
    /// # Errors
    /// What is wrong, with the place in the file.
    pub fn named(agent: &str) -> Result<Self, ManifestError> {
        if let Some(command) = agent.strip_prefix("acp:") {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            let command = words.ok_or_else(|| ManifestError::Command(command.to_owned()))?;
            return Ok(Self::of_command(command));
        }
        if let Some(carried) = CARRIED.iter().find(|carried| carried.name == agent) {
            return Self::read(carried.name, carried.manifest);
        }
        if !agent.ends_with(".toml") {
            return Err(ManifestError::Kind(agent.to_owned()));
        }
        let text = std::fs::read_to_string(agent).map_err(|error| ManifestError::File(agent.to_owned(), error))?;
        let path = Path::new(agent).canonicalize().map_err(|error| ManifestError::File(agent.to_owned(), error))?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_string_lossy();
        let mut manifest = Self::read(agent, &text)?;
        for text in manifest.command.iter_mut().chain(manifest.env.values_mut()) {
            *text = text.replace("{folder}", &folder);
        }
        Ok(manifest)
    }

    /// Reads a manifest. `file` is its name, for mistakes.
    fn read(file: &str, text: &str) -> Result<Self, ManifestError> {
        let mut manifest: Self =
            toml_edit::de::from_str(text).map_err(|error| ManifestError::Toml(file.to_owned(), Box::new(error)))?;
        if manifest.command.is_empty() {
            return Err(ManifestError::NoCommand(file.to_owned()));
        }
        manifest.side.iter_mut().for_each(|exchange| exchange.side = true);
        script::check(&manifest.side).map_err(|error| ManifestError::Side(file.to_owned(), error))?;
        Ok(manifest)
    }

    /// Whether the agent asks for a permission before some calls, as far as the manifest says.
    pub fn may_ask_for_permissions(&self) -> bool {
        self.has_profile(PERMISSIONS)
    }

    /// Whether the agent has a tool by which its model asks the user, as far as the manifest says.
    pub fn may_have_a_question_tool(&self) -> bool {
        self.has_profile(QUESTION_TOOL)
    }

    /// Whether the agent's model calls the tools of a server by themselves, as far as the manifest says.
    pub fn calls_server_tools(&self) -> bool {
        self.has_profile(SERVER_TOOLS)
    }

    /// Whether it is seated by a protocol of its own.
    pub fn is_native(&self) -> bool {
        !is_acp(&self.protocol)
    }

    /// The profiles that it is asked for, with the one that follows from its protocol.
    pub fn claimed_profiles(&self) -> Vec<String> {
        let lines = is_acp(&self.protocol).then(|| LINES.to_owned());
        self.profiles.iter().cloned().chain(lines).collect()
    }

    fn has_profile(&self, profile: &str) -> bool {
        self.profiles.iter().any(|own| own == profile)
    }

    /// The manifest as TOML.
    ///
    /// # Errors
    /// If a value cannot stand in TOML, such as `null`.
    pub fn to_toml(&self) -> Result<String, ManifestError> {
        toml_edit::ser::to_string_pretty(self).map_err(|error| ManifestError::NoToml(error.to_string()))
    }

    /// The program of the command, if it is found nowhere.
    pub fn missing_program(&self) -> Option<&str> {
        missing_program(&self.command)
    }

    /// An agent about which nothing else is said: it finds the model by the usual variables.
    fn of_command(command: Vec<String>) -> Self {
        let variables = [
            ("HOTSEAT_MODEL_URL", "{model}"),
            ("ANTHROPIC_BASE_URL", "{model}"),
            ("ANTHROPIC_API_KEY", "none"),
            ("OPENAI_BASE_URL", "{model}/v1"),
            ("OPENAI_API_KEY", "none"),
        ];
        let env = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let name = command.join(" ");
        Self {
            name,
            command,
            versions: Vec::new(),
            install: None,
            protocol: Protocol::Acp,
            wire: USUAL_WIRE,
            env,
            files: IndexMap::new(),
            question: None,
            tools: None,
            server_tools: None,
            side: Vec::new(),
            profiles: usual_profiles(),
        }
    }
}

#[cfg(test)]
#[path = "manifest_tests.rs"]
mod tests;
