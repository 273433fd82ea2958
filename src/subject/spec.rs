//! The subject of a run, as the command line or a test names it.

use std::{fmt, sync::Arc, time::Duration};

use thiserror::Error;

use super::{
    AdapterOptions, AgentOptions, ClientManifest, ClientOptions, Installed, Manifest, McpClient, McpServer, Pipe,
    Reference, ServerManifest, ServerOptions, installed::in_common,
};
use crate::{
    llm::shell::ModelShell,
    model::json::Value,
    stage::{Subject, SubjectError},
    system::Layer,
};

/// Makes a subject of the caller's own.
pub type Make = Arc<dyn Fn() -> Result<StartedSubject, SubjectError> + Send + Sync>;

/// Which subject to test. Every worker starts one of its own.
#[derive(Clone, Default)]
pub enum SubjectSpec {
    /// The reference in this process.
    #[default]
    Reference,
    /// An adapter: a program and its arguments.
    Adapter(Vec<String>),
    /// An agent as it is installed.
    Agent(Box<AgentSpec>),
    /// A server of the Model Context Protocol as it is installed.
    Server(Box<ServerSpec>),
    /// A client of the Model Context Protocol as it is installed.
    Client(Box<ClientSpec>),
    /// A type of the caller's own, in this process.
    Own(Make),
}

/// An agent as it is installed, and how it is held.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    /// What must be known of it.
    pub manifest: Manifest,
    /// How long nothing comes of it before it counts as settled.
    pub settle: Duration,
    /// The program of hotseat, which the agent starts to reach the tools of its session.
    pub program: String,
}

/// A server as it is installed, and how it is held.
#[derive(Clone, Debug)]
pub struct ServerSpec {
    /// What must be known of it.
    pub manifest: ServerManifest,
    /// How long nothing comes of it before it counts as settled.
    pub settle: Duration,
}

/// A client as it is installed, and how it is held.
#[derive(Clone, Debug)]
pub struct ClientSpec {
    /// What must be known of it.
    pub manifest: ClientManifest,
    /// How long nothing comes of it before it counts as settled.
    pub settle: Duration,
    /// The program of hotseat, which the client starts as its server.
    pub program: String,
}

/// What is wrong with the command line of an adapter.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CommandError {
    /// There is no word in it.
    #[error("the subject's command is empty: give a program and its arguments")]
    Empty,
    /// A quote is not closed.
    #[error("the subject's command has an open quote: {0}")]
    OpenQuote(String),
}

impl fmt::Debug for SubjectSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference => f.write_str("Reference"),
            Self::Adapter(command) => f.debug_tuple("Adapter").field(command).finish(),
            Self::Agent(agent) => f.debug_tuple("Agent").field(&agent.manifest.name).finish(),
            Self::Server(server) => f.debug_tuple("Server").field(&server.manifest.name).finish(),
            Self::Client(client) => f.debug_tuple("Client").field(&client.manifest.name).finish(),
            Self::Own(_) => f.debug_tuple("Own").finish_non_exhaustive(),
        }
    }
}

impl SubjectSpec {
    /// An adapter with this command line, which is split as a shell splits words.
    ///
    /// # Errors
    /// If the command line is empty, or a quote is not closed.
    pub fn adapter(command: &str) -> Result<Self, CommandError> {
        let words = shlex::split(command).ok_or_else(|| CommandError::OpenQuote(command.to_owned()))?;
        if words.is_empty() { Err(CommandError::Empty) } else { Ok(Self::Adapter(words)) }
    }

    /// A subject of the caller's own that always starts. For one that may fail to start, use [`Own`](Self::Own).
    pub fn own<S: Subject + 'static>(make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        Self::Own(Arc::new(move || Ok(StartedSubject::alone(make()))))
    }

    /// Whether this is the reference in this process. Only its streams are compared with snapshots, and only it runs
    /// the scenarios that are meant for the reference alone.
    pub const fn is_reference(&self) -> bool {
        matches!(self, Self::Reference)
    }

    /// How many scenarios run at the same time for each processor. What is installed waits for most of its time; a server or a client
    /// is smaller than an agent.
    pub const fn jobs_for_each(&self) -> usize {
        match self {
            Self::Reference | Self::Adapter(_) | Self::Own(_) => 1,
            Self::Agent(_) => 2,
            Self::Server(_) | Self::Client(_) => 8,
        }
    }

    /// What scenarios with this configuration must have in common to share a process of the subject. `None` if nothing hangs
    /// on it.
    pub fn in_common(&self, config: &[Layer]) -> Option<Value> {
        let Self::Agent(_) = self else { return None };
        in_common(config)
    }

    /// Starts the subject.
    ///
    /// # Errors
    /// If it does not start.
    pub fn take(&self, adapter_options: &AdapterOptions) -> Result<StartedSubject, SubjectError> {
        match self {
            Self::Reference => Ok(StartedSubject::alone(Reference::default())),
            Self::Adapter(command) => {
                let (pipe, model) = Pipe::start(command.clone(), adapter_options.clone())?;
                Ok(StartedSubject { subject: Box::new(pipe), model: Some(model) })
            }
            Self::Agent(agent) => {
                let AgentSpec { manifest, settle, program } = (**agent).clone();
                let AdapterOptions { patience, hosts, .. } = adapter_options.clone();
                let options = AgentOptions { patience, settle, hosts, program };
                let (agent, model) = Installed::prepare(manifest, options)?;
                Ok(StartedSubject { subject: Box::new(agent), model: Some(model) })
            }
            Self::Server(server) => {
                let ServerSpec { manifest, settle } = (**server).clone();
                let options = ServerOptions { patience: adapter_options.patience, settle };
                Ok(StartedSubject::alone(McpServer::prepare(manifest, options)?))
            }
            Self::Client(client) => {
                let ClientSpec { manifest, settle, program } = (**client).clone();
                let options = ClientOptions { patience: adapter_options.patience, settle, program };
                Ok(StartedSubject::alone(McpClient::prepare(manifest, options)?))
            }
            Self::Own(make) => make(),
        }
    }
}

impl StartedSubject {
    /// A subject in this process that brings no model.
    pub fn alone(subject: impl Subject + 'static) -> Self {
        Self { subject: Box::new(subject), model: None }
    }
}

/// A subject that was started.
pub struct StartedSubject {
    /// The subject.
    pub subject: Box<dyn Subject>,
    /// The scripted model, if the subject brings one that it sends requests to. Otherwise the runner provides one.
    pub model: Option<Box<dyn ModelShell>>,
}
