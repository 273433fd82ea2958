//! A process of the agent, and the sessions that it had.
//!
//! An agent takes seconds to start and to end. So a scenario begins a session of its own in the process of the one before, where
//! that is the same to the agent: its client has connected with the same words, and owes and holds nothing.

use std::{
    fs, io,
    path::{Component, Path},
    time::Duration,
};

use super::{
    super::{
        exchanged::Exchanged,
        native::{Native, Traffic, UnknownAsk},
        pipe::{PipeProcess, Said},
        place::{Place, Program},
        process::Leftovers,
    },
    Manifest,
};
use crate::{
    model::{
        json::{Value, json},
        rpc::request,
    },
    system::acp::client::Outbox,
};

/// How many sessions a process has. A later one starts anew, so that what an agent keeps of old ones does not grow without end.
const SESSIONS_MAX: usize = 25;
/// The ids of the requests that close a session are above this.
const FIRST_CLOSING: usize = 1_000_000;

/// The id of the request that closes session `number`. No scenario uses such ids.
fn closing(number: usize) -> Value {
    Value::from(FIRST_CLOSING + number)
}

/// Writes lines to the agent, which knows the real folder.
fn write_lines(process: &PipeProcess, place: &Place, lines: Outbox, exchanged: &Exchanged) {
    for line in lines {
        let mut text = place.real(&line.to_string());
        exchanged.sent(&text);
        text.push('\n');
        process.write(text.into_bytes());
    }
}

/// A process of the agent.
pub struct Connection {
    /// Its number. What comes of an earlier one does not count.
    pub number: u64,
    process: PipeProcess,
    place: Place,
    /// The client of the agent's own protocol, if it does not speak ACP.
    native: Option<Native>,
    /// The ids of the sessions of earlier runs.
    past: Vec<Value>,
    exchanged: Exchanged,
}

impl Connection {
    /// Starts a process in this place, whose model is at the address `model`. `tell` is called with each of its lines.
    ///
    /// # Errors
    /// If a file cannot be written, or the program cannot be started.
    pub fn start(
        place: Place,
        manifest: &Manifest,
        number: u64,
        model: &str,
        grace: Duration,
        exchanged: Exchanged,
        tell: impl Fn(Said) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let Manifest { command, env, files, .. } = manifest;
        let mut process = place.start(&Program { command, env, files }, model, tell)?;
        // A bridge may end before the agent behind it.
        process.let_children_end(grace);
        Ok(Self { number, process, place, native: Native::of(manifest.protocol), past: Vec::new(), exchanged })
    }

    /// Sends the client's lines. Returns the lines that our own client of another protocol answers for the agent.
    pub fn send(&mut self, lines: Outbox) -> Outbox {
        let Some(native) = &mut self.native else {
            write_lines(&self.process, &self.place, lines, &self.exchanged);
            return Outbox::new();
        };
        let mut answers = Outbox::new();
        for line in lines {
            let Traffic { to_agent, to_client, .. } = native.send(&line);
            answers.extend(to_client);
            write_lines(&self.process, &self.place, to_agent, &self.exchanged);
        }
        answers
    }

    /// What a line of the agent says in ACP.
    ///
    /// # Errors
    /// What it asks that cannot be said in ACP.
    pub fn said(&mut self, line: Value) -> Result<Outbox, UnknownAsk> {
        let Some(native) = &mut self.native else { return Ok([line].into()) };
        let Traffic { to_agent, to_client, unknown } = native.hear(&line);
        write_lines(&self.process, &self.place, to_agent, &self.exchanged);
        unknown.map_or(Ok(to_client), Err)
    }

    /// Sends a text that may be no line.
    pub fn write(&self, text: String) {
        self.exchanged.sent(&text);
        self.process.write(text.into_bytes());
    }

    /// The folder of its sessions.
    pub fn folder(&self) -> &Path {
        self.place.folder()
    }

    /// A value of the agent with the folder's real name.
    pub fn real(&self, value: &Value) -> Value {
        serde_json::from_str(&self.place.real(&value.to_string())).unwrap_or_default()
    }

    /// A line of the agent as it stands in the stream. A line that is no JSON is a text.
    pub fn shown(&self, line: &str) -> Value {
        self.place.read(line)
    }

    /// Makes a folder for a session inside its own.
    ///
    /// # Errors
    /// If it cannot be made, or would not be inside.
    pub fn make_folder(&self, name: &str) -> io::Result<()> {
        let name = Path::new(name);
        if !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the folder of a session is below the agent's"));
        }
        fs::create_dir_all(self.folder().join(name))
    }

    /// A folder of the agent as it stands in the stream.
    pub fn shown_folder(&self, folder: &str) -> String {
        self.place.shown(folder)
    }

    /// Whether a message is about the session of an earlier run.
    pub fn is_past(&self, message: &Value) -> bool {
        let is_answer = message.get("method").is_none();
        let is_closing = || (1..=self.past.len()).any(|number| message["id"] == closing(number));
        message.pointer("/params/sessionId").is_some_and(|session| self.past.contains(session))
            || is_answer && is_closing()
    }

    /// Whether another session may begin here.
    pub const fn has_room(&self) -> bool {
        // A client of another protocol knows one session.
        self.native.is_none() && self.past.len() < SESSIONS_MAX
    }

    /// Whether a run before this one had it.
    pub const fn is_shared(&self) -> bool {
        !self.past.is_empty()
    }

    /// The run with this session has ended. If the agent closes sessions, this one is closed: an agent may go on working for it.
    pub fn keep(&mut self, session: Value, is_closed: bool) {
        self.past.push(session.clone());
        if is_closed {
            let close = request(&closing(self.past.len()), "session/close", json!({"sessionId": session}));
            self.send([close].into());
        }
    }

    /// For how long its processes have run, or have waited for a processor.
    pub fn work(&self) -> Duration {
        self.process.work()
    }

    /// Closes its stdin and waits for its end.
    pub fn end(&mut self, grace: Duration) -> Leftovers {
        self.process.end(grace)
    }

    /// Kills it at once.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Where it ran.
    pub fn into_place(self) -> Place {
        self.place
    }

    /// The last lines of its log, after its end.
    pub fn log(&self) -> Vec<String> {
        self.process.log()
    }
}
