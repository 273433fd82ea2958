//! What a scenario configures: the client's end, and what the reference's own agent asks permission for.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    model::json::{Value, json},
    system::{Layer, setup::LayerError},
};

/// The folder in which an agent is started. Whoever has a real one puts it in the place of this.
pub const FOLDER: &str = "/hotseat/project";

/// The configuration.
#[derive(Clone, Debug, Hash)]
pub struct Config {
    /// The protocol version that the client offers.
    pub version: Value,
    /// The capabilities that the client offers. `None`: it says nothing of them.
    pub capabilities: Option<Value>,
    /// The tools that may run only with the user's permission.
    pub permission: Vec<String>,
    /// The folder of the session below the one in which the agent is started. `None`: the same.
    pub folder: Option<String>,
    /// Whether the reference keeps its sessions, so that a later process can load them.
    pub load_session: bool,
    /// What the command of the session's server has beside what it needs.
    pub server_command: ServerCommand,
    /// The tools that a server beside the first one has, by its name. Only an agent with real servers can tell them apart.
    pub servers: BTreeMap<String, Vec<String>>,
}

impl Default for Config {
    fn default() -> Self {
        let capabilities = Some(json!({"elicitation": {"form": {}, "url": {}}}));
        Self {
            version: 1.into(),
            capabilities,
            permission: Vec::new(),
            folder: None,
            load_session: false,
            server_command: ServerCommand::default(),
            servers: BTreeMap::new(),
        }
    }
}

/// What the command of a server has beside what it needs. An agent must hand it over as it is.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ServerCommand {
    /// Further arguments.
    pub args: Vec<String>,
    /// Variables of its environment. Hotseat's own server tells only of those that begin with `HOTSEAT_SERVER_`.
    pub env: BTreeMap<String, String>,
}

impl ServerCommand {
    /// Whether there is nothing of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What a server tells that was started so.
    pub fn told(&self) -> Value {
        json!({"args": self.args, "env": self.env})
    }
}

/// A layer as it is written.
#[derive(Deserialize, Hash)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    protocol_version: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    client_capabilities: Option<Option<Value>>,
    permission: Option<Vec<String>>,
    folder: Option<String>,
    load_session: Option<bool>,
    server_command: Option<ServerCommand>,
    servers: Option<BTreeMap<String, Vec<String>>>,
}

/// Tells `null` from a member that is missing.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Value>>, D::Error> {
    Option::<Value>::deserialize(deserializer).map(Some)
}

impl Config {
    /// The folder of the session.
    pub fn session_folder(&self) -> String {
        self.folder.as_ref().map_or_else(|| FOLDER.to_owned(), |folder| format!("{FOLDER}/{folder}"))
    }

    /// Whether the client offers this mode of elicitation.
    pub fn offers(&self, mode: &str) -> bool {
        let capabilities = self.capabilities.as_ref();
        capabilities.and_then(|all| all.pointer(&format!("/elicitation/{mode}"))).is_some_and(Value::is_object)
    }

    /// Whether the client offers to serve this method.
    pub fn serves(&self, method: &str) -> bool {
        let offer = match method {
            "fs/read_text_file" => "/fs/readTextFile",
            "fs/write_text_file" => "/fs/writeTextFile",
            _ if method.starts_with("terminal/") => "/terminal",
            _ => return false,
        };
        self.capabilities.as_ref().and_then(|all| all.pointer(offer)) == Some(&true.into())
    }

    /// Reads the layers, each over the ones before.
    ///
    /// # Errors
    /// The first wrong value, with its layer and place.
    pub fn read(layers: &[Layer]) -> Result<Self, LayerError> {
        let mut config = Self::default();
        for layer in layers {
            let Written {
                protocol_version,
                client_capabilities,
                permission,
                folder,
                load_session,
                server_command,
                servers,
            } = layer.read()?;
            if let Some(version) = protocol_version {
                config.version = version;
            }
            if let Some(capabilities) = client_capabilities {
                config.capabilities = capabilities;
            }
            if let Some(permission) = permission {
                config.permission = permission;
            }
            config.folder = folder.or(config.folder);
            if let Some(load_session) = load_session {
                config.load_session = load_session;
            }
            if let Some(server_command) = server_command {
                config.server_command = server_command;
            }
            if let Some(servers) = servers {
                config.servers = servers;
            }
        }
        Ok(config)
    }
}
