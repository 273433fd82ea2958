//! The way to a server: the stdin and stdout of a process, or HTTP. A server over HTTP runs already, or is a process that is told its
//! port, whose stdout is a log.

use std::{
    borrow::Cow,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender},
    time::Duration,
};

use indexmap::IndexMap;

use super::{
    super::{
        mcp_http::{Connection, Endpoint, HttpError, Options, Port, Said as HttpSaid},
        pipe::{Over, PipeProcess, Said},
        place::{Place, Program},
        process::{Deadline, Leftovers},
    },
    ServerOptions, broken,
    manifest::ServerManifest,
};
use crate::{
    model::json::Value,
    stage::{Culprit, SubjectError},
    system::mcp::era::Era,
};

/// How long a server may take to end once its stdin is closed, and what it has started, once it has ended.
pub const GRACE: Duration = Duration::from_secs(2);
/// How often it is looked whether a server accepts connections.
const LOOK: Duration = Duration::from_millis(20);
/// How long a process has to end after its stdout, or after its connections broke.
const END_GRACE: Duration = Duration::from_millis(500);

/// What is heard of a server.
pub enum Heard {
    /// A line.
    Line(String),
    /// Its stdout has ended.
    Over,
    /// What it writes cannot be read.
    Unreadable(String),
    /// The request with this id has no response.
    NoResponse(Value, HttpError),
    /// It answers as no server may.
    Broken(HttpError),
}

/// A connection to a server, which may be a process of its own.
pub struct Link {
    process: Option<PipeProcess>,
    place: Option<Place>,
    http: Option<Connection>,
    _port: Option<Port>,
}

/// The ends of the channel on which a server is heard. A run knows by its number what is its own.
pub struct Ears<'e> {
    /// The number of the run.
    pub number: u64,
    /// Takes what is heard.
    pub tell: &'e Sender<(u64, Heard)>,
    /// Yields it.
    pub heard: &'e Receiver<(u64, Heard)>,
}

impl Link {
    /// Starts a server, or connects to it.
    ///
    /// # Errors
    /// If it does not start, or accepts no connection in time.
    pub fn start(
        manifest: &ServerManifest,
        options: &ServerOptions,
        era: Era,
        ears: &Ears<'_>,
    ) -> Result<Self, SubjectError> {
        let Some(url) = &manifest.url else {
            let (process, place) = started(manifest, None, ears)?;
            return Ok(Self { process: Some(process), place: Some(place), http: None, _port: None });
        };
        let environment = |why: String| broken(Culprit::Environment, why);
        let has_command = !manifest.command.is_empty();
        let port = has_command.then(Port::find).transpose();
        let port = port.map_err(|error| environment(format!("no port is free on this machine: {error}")))?;
        let url = port.as_ref().map_or_else(|| url.clone(), |port| port.fill(url));
        let endpoint = Endpoint::read(&url).map_err(|error| environment(error.to_string()))?;
        let running = port.as_ref().map(|port| started(manifest, Some(port), ears)).transpose()?;
        let (mut process, place) = running.unzip();
        if let Some(process) = &mut process {
            await_open(process, &endpoint, manifest, options, ears)?;
        }
        let (number, tell) = (ears.number, ears.tell.clone());
        let told = move |said| {
            let heard = match said {
                HttpSaid::Line(line) => Heard::Line(line),
                HttpSaid::NoResponse(id, error) => Heard::NoResponse(id, error),
                HttpSaid::Broken(error) => Heard::Broken(error),
            };
            tell.send((number, heard)).is_ok()
        };
        let http = Connection::open(Options { endpoint, era, patience: options.patience }, told)
            .map_err(|error| environment(format!("nothing can be asked on this machine: {error}")))?;
        Ok(Self { process, place, http: Some(http), _port: port })
    }

    /// Sends a message, with the line break of a stream of lines.
    pub fn write(&self, mut text: String) {
        match (&self.http, &self.process) {
            (Some(http), _) => {
                text.truncate(text.trim_end_matches(['\r', '\n']).len());
                http.write(text);
            }
            (None, Some(process)) => process.write(text.into_bytes()),
            (None, None) => {}
        }
    }

    /// A line of the server as it stands in the stream. One that is no JSON is a text.
    pub fn read(&self, line: &str) -> Value {
        match &self.place {
            Some(place) => place.read(line),
            None => serde_json::from_str(line).unwrap_or_else(|_| Value::from(line)),
        }
    }

    /// For how long its process has run, or has waited for a processor. Zero for a server that is no process of ours.
    pub fn work(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, PipeProcess::work)
    }

    /// Whether the stdout that has ended is that of a process that goes on: over HTTP it is a log, which may be closed.
    pub fn goes_on(&mut self) -> bool {
        self.http.is_some() && !self.has_ended()
    }

    /// Whether its process has ended, or does so in a moment.
    pub fn has_ended(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| process.ends_within(END_GRACE))
    }

    /// Whether the server goes away with the connection: on stdio its end is a part of the run.
    pub const fn is_stdio(&self) -> bool {
        self.http.is_none()
    }

    /// Ends the connection and the process. A server over HTTP does not end by itself, so it is told to by SIGTERM.
    pub fn end(&mut self) -> Leftovers {
        let grace = if self.is_stdio() { GRACE } else { Duration::ZERO };
        if let Some(http) = &mut self.http {
            http.end();
        }
        self.process.as_mut().map_or_else(Leftovers::default, |process| process.end(grace))
    }

    /// Kills the process, and goes away without a word.
    pub fn kill(&mut self) {
        if let Some(http) = &mut self.http {
            http.kill();
        }
        if let Some(process) = &mut self.process {
            process.kill();
        }
    }

    /// The last lines of its log, as the end of a message. Its process must have ended.
    pub fn log(&self) -> String {
        self.process.as_ref().map_or_else(String::new, log)
    }
}

fn log(process: &PipeProcess) -> String {
    let log = process.log();
    if log.is_empty() { String::new() } else { format!("\n  {}", log.join("\n  ")) }
}

/// Starts the process of a server. It is told its port, if it has one.
fn started(
    manifest: &ServerManifest,
    port: Option<&Port>,
    ears: &Ears<'_>,
) -> Result<(PipeProcess, Place), SubjectError> {
    let fill = |text: &String| port.map_or_else(|| text.clone(), |port| port.fill(text));
    let fill_all = |texts: &IndexMap<String, String>| -> IndexMap<String, String> {
        texts.iter().map(|(name, text)| (name.clone(), fill(text))).collect()
    };
    let command: Vec<String> = manifest.command.iter().map(fill).collect();
    let (env, files) = (fill_all(&manifest.env), fill_all(&manifest.files));
    let (number, tell, is_log) = (ears.number, ears.tell.clone(), port.is_some());
    let told = move |said: Said| {
        let heard = match said {
            Ok(_) if is_log => return true,
            Ok(line) => Heard::Line(line),
            Err(Over::Unreadable(why)) => Heard::Unreadable(why.to_string()),
            Err(Over::Ended(_)) => Heard::Over,
        };
        tell.send((number, heard)).is_ok()
    };
    let start = |place: Place| {
        let mut process = place.start(&Program { command: &command, env: &env, files: &files }, "", told)?;
        process.let_children_end(GRACE);
        Ok((process, place))
    };
    Place::new().and_then(start).map_err(|error| {
        broken(Culprit::Environment, format!("the server `{}` could not be started: {error}", command.join(" ")))
    })
}

/// Waits until a process accepts connections.
fn await_open(
    process: &mut PipeProcess,
    endpoint: &Endpoint,
    manifest: &ServerManifest,
    options: &ServerOptions,
    ears: &Ears<'_>,
) -> Result<(), SubjectError> {
    let deadline = Deadline::after(options.patience);
    let name = &manifest.name;
    loop {
        if endpoint.is_open() {
            return Ok(());
        }
        let why: Cow<'_, str> = match ears.heard.recv_timeout(LOOK.min(deadline.left())) {
            Ok((number, Heard::Unreadable(why))) if number == ears.number => why.into(),
            Ok((number, Heard::Over)) if number == ears.number && process.ends_within(END_GRACE) => {
                format!("ended before it accepted connections at {endpoint}").into()
            }
            Ok(_) => continue,
            Err(RecvTimeoutError::Timeout) if !deadline.left().is_zero() => continue,
            Err(_) => {
                let waited = options.patience.as_secs();
                format!(
                    "accepts no connections at {endpoint} after {waited} s: it must listen on the port that its command is given as {}, \
                     on 127.0.0.1; on a slow machine, give it more with --patience",
                    Port::WORD
                )
                .into()
            }
        };
        process.kill();
        return Err(broken(Culprit::Environment, format!("the server {name} {why}{}", log(process))));
    }
}
