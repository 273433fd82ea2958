//! What must be known of a client under test.

use std::path::Path;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{subject::place::missing_program, system::System};

/// What a name on the command line begins with that is a command of a client.
const COMMAND: &str = "mcp-client:";

/// What hotseat must know of a client of the Model Context Protocol. In every text, `{home}` stands for its fresh home, `{work}`
/// for its working folder, and, in the command and the variables, `{folder}` for the folder of this file.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ClientManifest {
    /// Its name and version, for reports.
    pub name: String,
    /// The kind of this manifest.
    pub protocol: ClientProtocol,
    /// The program and its arguments. It is told by lines on its stdin what the model calls and what the user answers.
    pub command: Vec<String>,
    /// How it reaches the server. Usual is `stdio`.
    #[serde(default, skip_serializing_if = "ClientTransport::is_usual")]
    pub transport: ClientTransport,
    /// What it is asked for: the versions of the protocol that it has, such as `2025-11-25`; `declares`, if it declares the capabilities
    /// that it is told; `pages`, if it opens pages; and `shows`, if what it asks tells what its user sees. Usual are `2025-11-25` and
    /// `pages`.
    #[serde(default = "usual_profiles")]
    pub profiles: Vec<String>,
    /// Variables of its environment, beside our own.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub env: IndexMap<String, String>,
    /// Files that are laid before it starts, each by its path.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub files: IndexMap<String, String>,
}

/// The protocol of a client.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub enum ClientProtocol {
    /// The subject is a client of the Model Context Protocol.
    #[serde(rename = "mcp-client")]
    McpClient,
}

/// How a client reaches its server.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ClientTransport {
    /// `begin` has the command of the server as `server`. The client starts it, and speaks on its stdin and stdout.
    #[default]
    Stdio,
    /// `begin` has the address of the server as `url`. The client speaks streamable HTTP with it.
    Http,
}

impl ClientTransport {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// What is wrong with the manifest of a client.
#[derive(Debug, Error)]
pub enum ClientManifestError {
    /// The command is empty, or has an open quote.
    #[error("the client's command is empty, or has an open quote: {0:?}")]
    Command(String),
    /// The command of a manifest is empty.
    #[error("{0}: `command` is empty: give the client's program and its arguments")]
    NoCommand(String),
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The file is no manifest.
    #[error("{0}: {1}")]
    Toml(String, Box<toml_edit::de::Error>),
    /// A profile that is none.
    #[error("{0}: there is no profile {1:?}: the profiles are {2}")]
    Profile(String, String, String),
}

fn usual_profiles() -> Vec<String> {
    ["2025-11-25", "pages"].map(str::to_owned).into()
}

impl ClientManifest {
    /// The client that the command line names, by `mcp-client:COMMAND` or by a manifest (TOML) that says that it is one of a client.
    /// `None` if it names something else.
    ///
    /// # Errors
    /// What is wrong, with the place in the file.
    pub fn named(name: &str) -> Result<Option<Self>, ClientManifestError> {
        if let Some(command) = name.strip_prefix(COMMAND) {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            let command = words.ok_or_else(|| ClientManifestError::Command(command.to_owned()))?;
            return Ok(Some(Self {
                name: command.join(" "),
                protocol: ClientProtocol::McpClient,
                command,
                transport: ClientTransport::default(),
                profiles: usual_profiles(),
                env: IndexMap::new(),
                files: IndexMap::new(),
            }));
        }
        if !name.ends_with(".toml") {
            return Ok(None);
        }
        let file = |error| ClientManifestError::File(name.to_owned(), error);
        let text = std::fs::read_to_string(name).map_err(file)?;
        let read = text.parse::<toml_edit::DocumentMut>().ok();
        if read.is_none_or(|read| read.get("protocol").and_then(|one| one.as_str()) != Some("mcp-client")) {
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
    fn read(file: &str, text: &str) -> Result<Self, ClientManifestError> {
        let manifest: Self = toml_edit::de::from_str(text)
            .map_err(|error| ClientManifestError::Toml(file.to_owned(), Box::new(error)))?;
        if manifest.command.is_empty() {
            return Err(ClientManifestError::NoCommand(file.to_owned()));
        }
        let all = System::named("mcp-client").map(|system| system.profiles).unwrap_or_default();
        match manifest.profiles.iter().find(|profile| !all.contains(&profile.as_str())) {
            Some(other) => Err(ClientManifestError::Profile(file.to_owned(), other.clone(), all.join(", "))),
            None => Ok(manifest),
        }
    }

    /// The program of the command, if it is found nowhere.
    pub fn missing_program(&self) -> Option<&str> {
        missing_program(&self.command)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::ClientManifest;

    #[rstest]
    #[case::a_profile(
        "command = [\"x\"]\nprofiles = [\"2024-11-05\"]",
        "there is no profile \"2024-11-05\": the profiles are 2025-11-25,"
    )]
    #[case::no_command("command = []", "`command` is empty")]
    #[case::no_manifest("tool = 3", "unknown field `tool`")]
    #[case::another_transport(
        "command = [\"x\"]\ntransport = \"sse\"",
        "unknown variant `sse`, expected `stdio` or `http`"
    )]
    fn a_mistake_is_named(#[case] rest: &str, #[case] expected: &str) {
        let head = "name = \"x\"\nprotocol = \"mcp-client\"\n";
        let error = ClientManifest::read("own.toml", &format!("{head}{rest}")).unwrap_err().to_string();
        assert!(error.starts_with("own.toml: ") && error.contains(expected), "{error}");
    }

    #[test]
    fn a_command_is_a_client_and_another_name_is_none() {
        assert_eq!(ClientManifest::named("mcp-client:x --y").unwrap().unwrap().command, ["x", "--y"]);
        assert!(ClientManifest::named("mcp-server:x").unwrap().is_none());
        assert!(ClientManifest::named("mcp-client:'x").is_err());
    }
}
