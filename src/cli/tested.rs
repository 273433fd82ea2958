//! The options that say which subject is tested.

use std::{fmt::Write, time::Duration};

use clap::Args;

use crate::{
    stage::Identity,
    subject::{AgentSpec, ClientManifest, ClientSpec, Manifest, ServerManifest, ServerSpec, SubjectSpec},
    suite::InputError,
};

#[derive(Args, Default)]
pub struct TestedArgs {
    /// An adapter to test instead of the reference: a program and its arguments
    #[arg(long, value_name = "CMD")]
    subject: Option<String>,
    /// An agent, a server or a client as it is installed, instead: `acp:COMMAND`, `mcp-server:COMMAND` or `mcp-server:URL`,
    /// `mcp-client:COMMAND`, a manifest (.toml), or a name that `hotseat agents` lists; may be given several times
    #[arg(long, value_name = "AGENT", conflicts_with = "subject")]
    agent: Vec<String>,
    /// How long nothing may come of an agent before it counts as settled
    #[arg(long, value_name = "MS", default_value_t = 200, requires = "agent", value_parser = clap::value_parser!(u32).range(1..=600_000))]
    settle: u32,
}

/// How many of the last words of a name its folder has: of a long command, the end tells most.
const FOLDER_WORDS: usize = 4;

/// A subject that is tested.
pub struct Seat {
    /// The word that the command line has for it; empty for the reference.
    pub name: String,
    /// How it is started.
    pub spec: SubjectSpec,
    /// What it is known not to hold (TOML), if hotseat carries a list for it.
    pub known_failures: Option<(&'static str, &'static str)>,
    option: &'static str,
}

impl TestedArgs {
    /// Whether something else than the reference is tested.
    pub const fn is_foreign(&self) -> bool {
        self.subject.is_some() || !self.agent.is_empty()
    }

    /// The subjects, in the order in which they are named.
    ///
    /// # Errors
    /// A command that is none, or a mistake in a manifest.
    pub fn seats(&self) -> Result<Vec<Seat>, InputError> {
        if let Some(subject) = &self.subject {
            let spec = SubjectSpec::adapter(subject).map_err(|error| InputError::new(error.to_string()))?;
            return Ok(vec![Seat { name: subject.clone(), spec, known_failures: None, option: "--subject" }]);
        }
        if self.agent.is_empty() {
            let spec = SubjectSpec::default();
            return Ok(vec![Seat { name: String::new(), spec, known_failures: None, option: "" }]);
        }
        self.agent.iter().map(|agent| seat(agent, Duration::from_millis(self.settle.into()))).collect()
    }
}

/// The seat of an agent.
fn seat(name: &str, settle: Duration) -> Result<Seat, InputError> {
    let spec = installed(name, settle)?;
    Ok(Seat { name: name.to_owned(), spec, known_failures: Manifest::known_failures(name), option: "--agent" })
}

/// The agent, the server or the client that the command line names so.
///
/// # Errors
/// A mistake in the name, or in the manifest.
pub fn installed(name: &str, settle: Duration) -> Result<SubjectSpec, InputError> {
    if let Some(manifest) = ClientManifest::named(name).map_err(|error| InputError::new(error.to_string()))? {
        return Ok(SubjectSpec::Client(Box::new(ClientSpec { manifest, settle, program: own_program()? })));
    }
    match ServerManifest::named(name).map_err(|error| InputError::new(error.to_string()))? {
        Some(manifest) => Ok(SubjectSpec::Server(Box::new(ServerSpec { manifest, settle }))),
        None => Ok(SubjectSpec::Agent(Box::new(agent(name, settle)?))),
    }
}

/// The agent that the command line names so.
///
/// # Errors
/// A mistake in the name, or in the manifest.
pub fn agent(name: &str, settle: Duration) -> Result<AgentSpec, InputError> {
    let manifest = Manifest::named(name).map_err(|error| InputError::new(error.to_string()))?;
    Ok(AgentSpec { manifest, settle, program: own_program()? })
}

/// The path of this program, which agents and clients start.
fn own_program() -> Result<String, InputError> {
    let program = std::env::current_exe()
        .map_err(|error| InputError::new(format!("the path of this program is not known: {error}")))?;
    Ok(program.display().to_string())
}

/// What is told of a version that a manifest does not know. `None` if it does, or says nothing of versions.
pub fn unknown_version(name: &str, manifest: &Manifest, found: &Identity) -> Option<String> {
    let versions = &manifest.versions;
    if versions.is_empty() || versions.contains(&found.version) {
        return None;
    }
    let mut note = format!("note: {name} says that it is {} {}", found.name, found.version);
    let _ = writeln!(note, "; what is known of it was tried with {}", versions.join(", "));
    Some(note)
}

impl Seat {
    /// The words that name it on a command line.
    pub fn words(&self) -> Vec<String> {
        if self.option.is_empty() { Vec::new() } else { vec![self.option.to_owned(), self.name.clone()] }
    }

    /// What is told of a version that its manifest does not know.
    pub fn unknown_version(&self, found: &Identity) -> Option<String> {
        let SubjectSpec::Agent(agent) = &self.spec else { return None };
        unknown_version(&self.name, &agent.manifest, found)
    }

    /// The name of a folder for what is written of this subject alone, such as `2-codex-acp`: `number`, and what its name has of
    /// letters and digits. So no two are the same, and none leads elsewhere.
    pub fn folder(&self, number: usize) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric();
        let words = self.name.split(|letter| !is_plain(letter)).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let last = words.len().saturating_sub(FOLDER_WORDS);
        format!("{number}-{}", words[last..].join("-"))
    }
}
