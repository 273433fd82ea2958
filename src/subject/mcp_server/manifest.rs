//! What must be known of a server: how it is started or reached, and which of its tools stand for those of the scenarios.

use std::path::Path;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::{
    mcp_http::{Endpoint, EndpointError, Port},
    place::missing_program,
};
use crate::{
    model::json::Value,
    system::{System, mcp::Tool},
};

/// What a name on the command line begins with that is a command of a server.
const COMMAND: &str = "mcp-server:";

/// What hotseat must know of a server of the Model Context Protocol. In every text, `{home}` stands for its fresh home, `{work}`
/// for its working folder, and, in the command and the variables, `{folder}` for the folder of this file. Beside an `url`, `{port}`
/// stands for a free port.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServerManifest {
    /// Its name and version, for reports.
    pub name: String,
    /// The kind of this manifest.
    pub protocol: ServerProtocol,
    /// The program and its arguments. It speaks on its stdin and stdout, or at its `url`. A server that runs already has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The address of a server over streamable HTTP, on this machine: `http://127.0.0.1:8000/mcp`. Beside a `command` it has `{port}`,
    /// as have the command, a variable or a file: each scenario starts the command with a free port, and waits until it listens there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What it is asked for: the versions of the protocol that it has, such as `2025-11-25`; the tools `ask`, `connect`, `pair`,
    /// `status` and `survey`, if it has them beside `deploy`; `arguments`, if other arguments of `deploy` make another call; and
    /// `answers`, if its results for two answers differ in more than numbers. Usual are `2025-11-25` and all of these.
    #[serde(default = "usual_profiles")]
    pub profiles: Vec<String>,
    /// Variables of its environment, beside our own.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub env: IndexMap<String, String>,
    /// Files that are laid before it starts, each by its path.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub files: IndexMap<String, String>,
    /// Its tools that stand for those of the scenarios, by the names that they have there. Without any, it has those tools itself.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub tools: IndexMap<String, ToolMapping>,
}

/// The protocol of a server.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub enum ServerProtocol {
    /// The subject is a server of the Model Context Protocol.
    #[serde(rename = "mcp-server")]
    McpServer,
}

/// A tool of the server that stands for one of the scenarios.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ToolMapping {
    /// Its name.
    pub name: String,
    /// Its arguments. In their texts, `{version}` and the like stand for an argument of the scenario's call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
    /// A piece of its result that stands there only if it has done what it asks about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acted: Option<String>,
    /// Two contents of its form on which it does that, with results that differ. Without them, some are made by its form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Value>,
}

/// What is wrong with the manifest of a server.
#[derive(Debug, Error)]
pub enum ServerManifestError {
    /// The command is empty, or has an open quote.
    #[error("the server's command is empty, or has an open quote: {0:?}")]
    Command(String),
    /// The address is none that hotseat asks.
    #[error("{0}")]
    Address(#[from] EndpointError),
    /// The address of a manifest is none that hotseat asks.
    #[error("{0}: `url`: {1}")]
    Url(String, EndpointError),
    /// A port that nothing fills in.
    #[error(
        "{0}: `url` has {{port}}, which is filled in for a `command` alone: give the port of the server that runs, or its command"
    )]
    PortAlone(String),
    /// A fixed port for servers that run at the same time.
    #[error(
        "{0}: `command` is started for each scenario, some at the same time: write {{port}} in `url` and in the command; or leave out `command`, and start the server yourself"
    )]
    FixedPort(String),
    /// A port that the server is not told.
    #[error("{0}: `url` has {{port}}, and the server is not told it: write it in `command`, [env] or [files], too")]
    PortUntold(String),
    /// The command of a manifest is empty.
    #[error(
        "{0}: `command` is empty: give the server's program and its arguments, or as `url` the address of one that runs"
    )]
    NoCommand(String),
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The file is no manifest.
    #[error("{0}: {1}")]
    Toml(String, Box<toml_edit::de::Error>),
    /// A manifest that was made cannot be written.
    #[error("this manifest cannot be written as TOML: {0}")]
    NoToml(String),
    /// A profile that is none.
    #[error("{0}: there is no profile {1:?}: the profiles are {2}")]
    Profile(String, String, String),
    /// A tool that no scenario has.
    #[error("{0}: no scenario has a tool {1:?}: the tools are {2}")]
    Tool(String, String, String),
    /// A tool of which it cannot be told whether it has acted.
    #[error(
        "{file}: [tools.{tool}] has no `acted`: give a piece of its result that stands there only if it has done what it asks about"
    )]
    NoActed {
        /// The file.
        file: String,
        /// The tool.
        tool: String,
    },
    /// The tools do not fit the profiles.
    #[error(
        "{file}: `profiles` has `{tool}`, and [tools] has no such tool: name the one that stands for it, or leave it out"
    )]
    NoTool {
        /// The file.
        file: String,
        /// The tool.
        tool: String,
    },
}

fn usual_profiles() -> Vec<String> {
    ["2025-11-25", "answers", "arguments", "ask", "connect", "pair", "status", "survey"].map(str::to_owned).into()
}

impl ServerManifest {
    /// The server that the command line names, by `mcp-server:COMMAND` or by a manifest (TOML) that says that it is one of a server.
    /// `None` if it names something else.
    ///
    /// # Errors
    /// What is wrong, with the place in the file.
    pub fn named(name: &str) -> Result<Option<Self>, ServerManifestError> {
        if let Some(command) = name.strip_prefix(COMMAND) {
            if ["http://", "https://"].iter().any(|scheme| command.starts_with(scheme)) {
                Endpoint::read(command)?;
                let (name, url) = (command.to_owned(), Some(command.to_owned()));
                return Ok(Some(Self { name, url, ..Self::of_command(Vec::new()) }));
            }
            let words = shlex::split(command).filter(|words| !words.is_empty());
            let command = words.ok_or_else(|| ServerManifestError::Command(command.to_owned()))?;
            return Ok(Some(Self::of_command(command)));
        }
        if !name.ends_with(".toml") {
            return Ok(None);
        }
        let file = |error| ServerManifestError::File(name.to_owned(), error);
        let text = std::fs::read_to_string(name).map_err(file)?;
        if !is_of_a_server(&text) {
            return Ok(None);
        }
        let path = Path::new(name).canonicalize().map_err(file)?;
        let folder = path.parent().unwrap_or(Path::new("/")).to_string_lossy();
        let mut manifest = Self::read(name, &text)?;
        for text in manifest.command.iter_mut().chain(manifest.env.values_mut()) {
            *text = text.replace("{folder}", &folder);
        }
        Ok(Some(manifest))
    }

    /// Reads a manifest. `file` is its name, for mistakes.
    fn read(file: &str, text: &str) -> Result<Self, ServerManifestError> {
        let manifest: Self = toml_edit::de::from_str(text)
            .map_err(|error| ServerManifestError::Toml(file.to_owned(), Box::new(error)))?;
        manifest.check_address(file)?;
        let all = System::named("mcp").map(|system| system.profiles).unwrap_or_default();
        if let Some(other) = manifest.profiles.iter().find(|profile| !all.contains(&profile.as_str())) {
            return Err(ServerManifestError::Profile(file.to_owned(), other.clone(), all.join(", ")));
        }
        for (name, mapping) in &manifest.tools {
            let Some(tool) = Tool::named(name) else {
                let all = Tool::ALL.map(Tool::name).join(", ");
                return Err(ServerManifestError::Tool(file.to_owned(), name.clone(), all));
            };
            // A tool that asks nothing has done what it is called for once it has a result.
            let says_so = tool.word().is_none() || tool == Tool::Status || mapping.acted.is_some();
            if !says_so {
                return Err(ServerManifestError::NoActed { file: file.to_owned(), tool: name.clone() });
            }
        }
        let is_missing = |tool: &Tool| !manifest.tools.is_empty() && !manifest.tools.contains_key(tool.name());
        if let Some(tool) = manifest.claimed_tools().find(is_missing) {
            return Err(ServerManifestError::NoTool { file: file.to_owned(), tool: tool.name().to_owned() });
        }
        Ok(manifest)
    }

    /// Checks how the server is reached.
    fn check_address(&self, file: &str) -> Result<(), ServerManifestError> {
        let file = || file.to_owned();
        let Some(url) = &self.url else {
            return if self.command.is_empty() { Err(ServerManifestError::NoCommand(file())) } else { Ok(()) };
        };
        let has_port = |text: &String| text.contains(Port::WORD);
        // Any number does for a port that is not known yet.
        Endpoint::read(&url.replace(Port::WORD, "1")).map_err(|error| ServerManifestError::Url(file(), error))?;
        match (self.command.is_empty(), has_port(url)) {
            (true, true) => Err(ServerManifestError::PortAlone(file())),
            (false, false) => Err(ServerManifestError::FixedPort(file())),
            (false, true) if !self.command.iter().chain(self.env.values()).chain(self.files.values()).any(has_port) => {
                Err(ServerManifestError::PortUntold(file()))
            }
            _ => Ok(()),
        }
    }

    /// Why the server cannot be reached, if it is one that runs already.
    pub fn is_nowhere(&self) -> Option<String> {
        let url = self.url.as_ref().filter(|_| self.command.is_empty())?;
        match Endpoint::read(url) {
            Ok(endpoint) if endpoint.is_open() => None,
            Ok(_) => Some(format!("nobody accepts connections at {url}: start the server, or mend its address")),
            Err(error) => Some(error.to_string()),
        }
    }

    /// The program of the command, if it is found nowhere.
    pub fn missing_program(&self) -> Option<&str> {
        missing_program(&self.command)
    }

    /// The manifest as TOML.
    ///
    /// # Errors
    /// If a value cannot stand in TOML, such as `null`.
    pub fn to_toml(&self) -> Result<String, ServerManifestError> {
        toml_edit::ser::to_string_pretty(self).map_err(|error| ServerManifestError::NoToml(error.to_string()))
    }

    /// The tools that it claims: `deploy`, and those among its profiles.
    pub fn claimed_tools(&self) -> impl Iterator<Item = Tool> {
        let is_claimed = |tool: &Tool| *tool == Tool::Deploy || self.profiles.iter().any(|one| one == tool.name());
        Tool::ALL.into_iter().filter(is_claimed)
    }

    /// The tool of the server that stands for this one.
    pub fn mapping(&self, tool: Tool) -> ToolMapping {
        let own = self.tools.get(tool.name()).cloned();
        own.unwrap_or_else(|| ToolMapping { name: tool.name().to_owned(), ..ToolMapping::default() })
    }

    /// A server about which nothing else is said.
    pub(super) fn of_command(command: Vec<String>) -> Self {
        Self {
            name: command.join(" "),
            protocol: ServerProtocol::McpServer,
            command,
            url: None,
            profiles: usual_profiles(),
            env: IndexMap::new(),
            files: IndexMap::new(),
            tools: IndexMap::new(),
        }
    }
}

/// Whether a manifest says that it is one of a server.
fn is_of_a_server(text: &str) -> bool {
    let read = text.parse::<toml_edit::DocumentMut>().ok();
    read.and_then(|read| Some(read.get("protocol")?.as_str()? == "mcp-server")).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{ServerManifest, is_of_a_server};

    const HEAD: &str = "name = \"x\"\nprotocol = \"mcp-server\"\ncommand = [\"x\"]\n";

    #[rstest]
    #[case::a_profile(
        "profiles = [\"2024-11-05\"]",
        "there is no profile \"2024-11-05\": the profiles are 2025-11-25,"
    )]
    #[case::a_tool("[tools.book]\nname = \"x\"", "no scenario has a tool \"book\": the tools are ask, deploy,")]
    #[case::no_acted("[tools.deploy]\nname = \"x\"", "[tools.deploy] has no `acted`: give a piece of its result")]
    #[case::a_claim_alone(
        "[tools.deploy]\nname = \"x\"\nacted = \"y\"",
        "`profiles` has `ask`, and [tools] has no such tool"
    )]
    #[case::no_manifest("tool = 3", "unknown field `tool`")]
    fn a_mistake_is_named(#[case] rest: &str, #[case] expected: &str) {
        let error = ServerManifest::read("own.toml", &format!("{HEAD}{rest}")).unwrap_err().to_string();
        assert!(error.starts_with("own.toml: ") && error.contains(expected), "{error}");
    }

    #[test]
    fn a_server_that_has_the_tools_itself_needs_no_more() {
        let manifest = ServerManifest::read("own.toml", HEAD).unwrap();
        assert_eq!(
            manifest,
            ServerManifest { name: "x".to_owned(), ..ServerManifest::of_command(vec!["x".to_owned()]) }
        );
        assert_eq!(manifest.claimed_tools().count(), 6);
    }

    #[test]
    fn an_address_is_a_server_that_runs() {
        let manifest = ServerManifest::named("mcp-server:http://127.0.0.1:1/mcp").unwrap().unwrap();
        let url = Some("http://127.0.0.1:1/mcp".to_owned());
        assert_eq!((manifest.url, manifest.command.len()), (url, 0));
        let error = ServerManifest::named("mcp-server:http://example.com/mcp").unwrap_err().to_string();
        assert!(error.contains("`example.com` is not this machine"), "{error}");
    }

    #[rstest]
    #[case::the_port_is_given("command = [\"x\", \"{port}\"]\nurl = \"http://127.0.0.1:{port}/mcp\"", "")]
    #[case::by_a_variable("command = [\"x\"]\nurl = \"http://[::1]:{port}/mcp\"\nenv = {PORT = \"{port}\"}", "")]
    #[case::it_runs("url = \"http://localhost:8000/mcp\"", "")]
    #[case::nothing("", "`command` is empty: give the server's program and its arguments, or as `url`")]
    #[case::no_address("url = \"8000\"", "`url`: \"8000\" is no address of a server")]
    #[case::elsewhere("url = \"http://10.0.0.1/mcp\"", "`url`: http://10.0.0.1/mcp: `10.0.0.1` is not this machine")]
    #[case::a_fixed_port(
        "command = [\"x\"]\nurl = \"http://127.0.0.1:8000/mcp\"",
        "write {port} in `url` and in the command"
    )]
    #[case::no_command("url = \"http://127.0.0.1:{port}/mcp\"", "filled in for a `command` alone")]
    #[case::untold("command = [\"x\"]\nurl = \"http://127.0.0.1:{port}/mcp\"", "the server is not told it")]
    fn an_address_fits_its_command(#[case] rest: &str, #[case] expected: &str) {
        let read = ServerManifest::read("own.toml", &format!("name = \"x\"\nprotocol = \"mcp-server\"\n{rest}\n"));
        let error = read.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{error}");
    }

    #[test]
    fn the_protocol_tells_the_kind() {
        assert!(is_of_a_server(HEAD) && !is_of_a_server("name = \"x\"") && !is_of_a_server("="));
        assert!(ServerManifest::named("acp:x").unwrap().is_none());
    }
}
