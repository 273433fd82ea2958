//! A client of the Model Context Protocol as it is installed: a program that starts a server, calls its tools, and shows what they ask.
//!
//! ```text
//!   stage ── feed ──▶ desk ── lines ──▶ program ── starts ──▶ mcp-serve
//!         ◀─ next ──      ◀─ lines ──          ◀─ the scenario's server ─
//! ```
//!
//! The loop around the model and the user are in this process, and so is the server. Each line that the program writes to its server
//! stands in the stream. Where the program asks an address instead, the server listens there:
//!
//! ```text
//!   stage ── feed ──▶ desk ── lines ──▶ program
//!         ◀─ next ──      ◀─ lines ──      │ POST, GET
//!                         the scenario's server
//! ```
//!
//! Only `way.rs` knows which of the two it is.

mod carrier;
mod desk;
mod http;
mod manifest;
mod pages;
mod way;

use std::{
    collections::{BTreeSet, VecDeque},
    io,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    time::Duration,
};

use self::{
    carrier::Carried,
    desk::Desk,
    http::During,
    pages::Pages,
    way::{Tell, Way},
};
pub use self::{
    carrier::{SCHEME, carry},
    manifest::{ClientManifest, ClientManifestError, ClientProtocol, ClientTransport},
    pages::open_page,
};
use crate::model::json::Text;

use super::{
    exchanged::Exchanged,
    pipe::{Over, PipeProcess, Said},
    place::{Place, Program},
    settling::{Settling, Silence},
};
use crate::{
    llm::Wire,
    model::{
        Millis, Op,
        json::{Value, json},
        rpc::text,
    },
    stage::{Capability, Claim, Claims, Culprit, Identity, Lane, Next, Scene, Subject, SubjectError},
    system::{
        ClientEvent, Effect, Input, Setup, Signal, Why,
        mcp::{Outbox, config::Config, era::Era, scripted::ScriptedServer},
    },
};

/// How long a program may take to end once its stdin is closed.
const GRACE: Duration = Duration::from_secs(2);
/// By how much shorter the silence is after which a program counts as settled that has nothing to say.
const ELSEWHERE: u32 = 10;

/// How a client is waited for.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// How long it may be silent while it works.
    pub patience: Duration,
    /// How long nothing comes before it counts as settled.
    pub settle: Duration,
    /// The program of hotseat, which the client starts as its server.
    pub program: String,
}

/// What is heard of a client.
enum Heard {
    /// A line on its stdout, or the end of that.
    Program(Said),
    /// What it writes to its server.
    Server(Carried),
}

/// A client as a subject.
pub struct McpClient {
    manifest: ClientManifest,
    options: ClientOptions,
    claims: Claims,
    tell: Sender<(u64, Heard)>,
    heard: Receiver<(u64, Heard)>,
    way: Way,
    pages: Pages,
    running: Option<(PipeProcess, Place)>,
    /// The number of the run. What belongs to an earlier one does not count.
    number: u64,
    desk: Desk,
    server: ScriptedServer,
    /// The calls of the model that have reached the server.
    reached: Vec<Text>,
    era: Era,
    settling: Settling,
    exchanged: Exchanged,
    ready: VecDeque<Next>,
    identity: Option<Identity>,
    /// What went wrong after all that is ready.
    failed: Option<SubjectError>,
}

impl McpClient {
    /// Prepares the client. Each run has a process of its own.
    ///
    /// # Errors
    /// If its program is found nowhere, or nothing can listen for it.
    pub fn prepare(manifest: ClientManifest, options: ClientOptions) -> Result<Self, SubjectError> {
        if let Some(program) = manifest.missing_program() {
            let why = format!("no program `{program}` is found: install the client, or name the path of its program");
            return Err(broken(Culprit::Environment, why));
        }
        let (tell, heard) = mpsc::channel();
        let carried = tell.clone();
        let told: Tell = Arc::new(move |run, what| carried.send((run, Heard::Server(what))).is_ok());
        let pages = Pages::open(Arc::clone(&told)).map_err(|error| no_port(&error))?;
        let way = Way::prepare(manifest.transport, told).map_err(|error| no_port(&error))?;
        let claims = Claims {
            who: manifest.name.clone(),
            systems: vec![Claim { system: "mcp-client".to_owned(), profiles: manifest.profiles.clone() }],
            capabilities: [Capability::Idle, Capability::Client, Capability::Tools].into(),
            lanes: Lane::ALL.to_vec(),
            wires: Wire::ALL.to_vec(),
            unknown: Vec::new(),
        };
        Ok(Self {
            manifest,
            options,
            claims,
            tell,
            heard,
            way,
            pages,
            running: None,
            number: 0,
            desk: Desk::default(),
            server: ScriptedServer::default(),
            reached: Vec::new(),
            era: Era::default(),
            settling: Settling::default(),
            exchanged: Exchanged::default(),
            ready: VecDeque::new(),
            identity: None,
            failed: None,
        })
    }

    /// Begins: the program is started, and told how to start its server.
    fn begin(&mut self, setup: Setup) -> Result<(), SubjectError> {
        let config = match Config::read(&setup.profile, &setup.config) {
            Ok(config) => config,
            Err(why) => {
                self.ready.extend(Effect::misconfigured(&why.to_string()).map(Next::Effect));
                return Ok(());
            }
        };
        let (number, tell) = (self.number, self.tell.clone());
        let ClientManifest { command, env, files, .. } = &self.manifest;
        let start = |place: Place| {
            let opener = Pages::lay_opener(&place, &self.options.program)?;
            let env = opener.into_iter().chain(env.clone()).collect();
            let told = move |said| tell.send((number, Heard::Program(said))).is_ok();
            let mut process = place.start(&Program { command, env: &env, files }, "", told)?;
            process.let_children_end(GRACE);
            Ok((process, place))
        };
        let running = Place::new().and_then(start).map_err(|error| {
            broken(Culprit::Environment, format!("the client `{}` could not be started: {error}", command.join(" ")))
        })?;
        self.running = Some(running);
        self.era = config.era;
        self.server = ScriptedServer::new(config.era, config.server, setup.tools);
        let place = self.way.begin(self.number, config.era, &self.options.program);
        let (word, place) = place.map_err(|error| no_port(&error))?;
        self.write(&json!({"begin": {
            word: place,
            "version": config.era.version(),
            "capabilities": config.capabilities.unwrap_or_default(),
        }}));
        Ok(())
    }

    fn write(&self, line: &Value) {
        if let Some((process, _)) = &self.running {
            process.write(format!("{line}\n").into_bytes());
        }
    }

    /// Lets the host act, and writes what it says to the program.
    fn act(&mut self, act: impl FnOnce(&mut Desk, &mut Vec<Value>, &mut Vec<Effect>)) {
        let (mut lines, mut made) = (Vec::new(), Vec::new());
        act(&mut self.desk, &mut lines, &mut made);
        self.ready.extend(made.into_iter().map(Next::Effect));
        lines.iter().for_each(|line| self.write(line));
    }

    /// Lets the server act, and writes what it says to the client.
    fn serve(&mut self, during: During, act: impl FnOnce(&mut ScriptedServer, &mut Outbox, &mut Vec<Effect>)) {
        let (mut lines, mut made) = (Outbox::new(), Vec::new());
        act(&mut self.server, &mut lines, &mut made);
        let lines: Outbox = lines.into_iter().map(|line| self.pages.real(self.number, line)).collect();
        lines.iter().for_each(|line| self.exchanged.sent(&line.to_string()));
        self.way.acted(lines, &made, during);
        self.ready.extend(made.into_iter().map(Next::Effect));
    }

    /// Whether the program owes something, and nothing of it is held.
    fn is_working(&self) -> bool {
        self.desk.is_owed() && !self.desk.is_asking() && self.server.open().next().is_none()
    }

    /// Hears what comes next, or finds that the program has settled.
    fn listen(&mut self) -> Result<(), SubjectError> {
        let working = self.is_working();
        let patience = match working {
            true => self.options.patience,
            false if self.desk.is_elsewhere() => self.options.settle / ELSEWHERE,
            false => self.options.settle,
        };
        let work = |client: &Self| client.running.as_ref().map_or(Duration::ZERO, |(process, _)| process.work());
        let before = if working { Duration::ZERO } else { work(self) };
        match self.heard.recv_timeout(patience) {
            Ok((number, heard)) if number == self.number => {
                self.settling.has_spoken();
                self.settling.is_told();
                match heard {
                    Heard::Server(Carried::Page(page)) => {
                        self.ready.push_back(Next::Effect(Effect::Client(page)));
                        Ok(())
                    }
                    Heard::Server(what) => self.way.hears(what).map_or(Ok(()), |line| self.line(line)),
                    Heard::Program(said) => self.said(said),
                }
            }
            Ok(_) => Ok(()),
            Err(RecvTimeoutError::Timeout) if !working => {
                let worked = work(self).saturating_sub(before);
                self.settling.was_silent(Silence { waited: patience, worked, is_owed_more: false });
                Ok(())
            }
            Err(_) => {
                let (name, waited) = (&self.manifest.name, patience.as_secs());
                let owed = if self.desk.is_ready() { "the result of a call" } else { "`ready`" };
                let why = format!(
                    "the client {name} owes {owed}, and has said nothing for {waited} s: give it more with --patience"
                );
                Err(broken(self.culprit(), why))
            }
        }
    }

    /// Whose fault it is that the client does not go on. Before it is ready, it may lack something here.
    const fn culprit(&self) -> Culprit {
        if self.desk.is_ready() { Culprit::Subject } else { Culprit::Environment }
    }

    /// Takes a line that the client writes to its server.
    fn line(&mut self, line: Value) -> Result<(), SubjectError> {
        self.exchanged.heard(&line.to_string());
        let line = self.pages.shown(self.number, line);
        self.check_version(&line)?;
        let params = &line["params"];
        let call = match text(&line, "method") {
            Some("tools/call") => {
                let tool = text(params, "name").unwrap_or_default();
                self.desk.call_of(tool, &params["arguments"], &self.reached)
            }
            _ => None,
        };
        let is_repeat = params.get("requestState").is_some() || params.get("inputResponses").is_some();
        self.reached.extend(call.clone().filter(|_| !is_repeat));
        self.ready.push_back(Next::Effect(Effect::Client(line.clone())));
        self.serve(During::Line, |server, lines, made| server.hear(&line, call, lines, made));
        Ok(())
    }

    /// Reads who opens the connection, and in which version.
    fn check_version(&mut self, line: &Value) -> Result<(), SubjectError> {
        let params = &line["params"];
        let (info, version) = match text(line, "method") {
            Some("initialize") => (&params["clientInfo"], text(params, "protocolVersion")),
            Some("tools/list" | "tools/call") => {
                let meta = &params["_meta"];
                (&meta["io.modelcontextprotocol/clientInfo"], text(meta, "io.modelcontextprotocol/protocolVersion"))
            }
            _ => return Ok(()),
        };
        let told = |member: &str| text(info, member).map(str::to_owned);
        let named = told("name").zip(told("version")).map(|(name, version)| Identity { name, version });
        self.identity = self.identity.take().or(named);
        // A client that opens a connection may ask for a later version than its server answers with.
        let is_negotiated = text(line, "method") == Some("initialize") && !self.era.has_rounds();
        match version.filter(|version| *version != self.era.version() && !is_negotiated) {
            Some(other) => {
                let why =
                    format!("speaks {other} where it is told {0}: leave {0} out of `profiles`", self.era.version());
                Err(broken(Culprit::Environment, format!("the client {} {why}", self.manifest.name)))
            }
            None => Ok(()),
        }
    }

    /// Takes a line of the program, or the end of its stdout.
    fn said(&mut self, said: Said) -> Result<(), SubjectError> {
        let name = self.manifest.name.clone();
        match said {
            Ok(line) => {
                let line = line.trim_end_matches(['\r', '\n']);
                if line.trim().is_empty() {
                    return Ok(());
                }
                let read: Option<Value> =
                    serde_json::from_str(line).ok().map(|read| self.pages.shown(self.number, read));
                let mut made = Vec::new();
                let is_known = read.is_some_and(|read| self.desk.hear(&read, &mut made));
                self.ready.extend(made.into_iter().map(Next::Effect));
                if let Some(why) = self.desk.failed() {
                    let why = format!("the client {name} does not open the connection: {why}");
                    return Err(broken(Culprit::Environment, why));
                }
                if let Some(id) = self.desk.told_twice() {
                    let why = format!(
                        "the client {name} tells a result of the call {id:?}, which has none to come: it has ended"
                    );
                    return Err(broken(Culprit::Subject, why));
                }
                if is_known {
                    return Ok(());
                }
                let why = format!(
                    "the client {name} says {line:?}: it is a line with `ready`, `failed`, `ask`, `withdrawn`, `refused` or `result` that is expected; \
                     what is for people belongs on its stderr"
                );
                Err(broken(Culprit::Environment, why))
            }
            Err(Over::Unreadable(why)) => Err(broken(Culprit::Environment, format!("the client {name}: {why}"))),
            Err(Over::Ended(_)) => {
                let Some((mut process, _)) = self.running.take() else { return Ok(()) };
                let leftovers = process.end(GRACE);
                if self.desk.is_owed() || self.desk.is_asking() {
                    let log = process.log().join("\n  ");
                    let meanwhile = if self.desk.is_ready() { "a call was under way" } else { "it was not ready" };
                    return Err(broken(self.culprit(), format!("the client {name} ended while {meanwhile}\n  {log}")));
                }
                self.act(|desk, _, made| desk.close(made));
                self.ready.push_back(Next::Effect(Effect::Exit(leftovers.shell_status())));
                Ok(())
            }
        }
    }

    /// The program's stdin is closed, and it is waited for.
    fn close_stdin(&mut self) {
        self.act(|desk, _, made| desk.close(made));
        self.serve(During::Nothing, |server, _, made| server.close(made));
        let Some((mut process, _)) = self.running.take() else { return };
        let leftovers = process.end(GRACE);
        self.ready.push_back(Next::Effect(Effect::Exit(leftovers.shell_status())));
    }
}

impl Subject for McpClient {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, _: &Scene) -> Result<(), SubjectError> {
        self.number += 1;
        self.desk = Desk::default();
        self.server = ScriptedServer::default();
        self.way.end();
        self.reached.clear();
        self.ready.clear();
        self.failed = None;
        self.settling = Settling::default();
        Ok(())
    }

    fn feed(&mut self, _: Millis, input: Input) -> Result<(), SubjectError> {
        self.settling.is_told();
        self.settling.has_spoken();
        match input {
            Input::Begin(setup) => return self.begin(*setup),
            Input::Says(said) => self.act(|desk, _, made| desk.says(said.0, made)),
            Input::Person(op, act) => self.act(|desk, lines, made| desk.person(op, act, lines, made)),
            Input::Model(op, event) => self.act(|desk, lines, made| desk.model(op, event, lines, made)),
            Input::Tool(op, event) => {
                self.serve(During::Execution(op), |server, lines, made| server.tool(op, &event, lines, made));
            }
            Input::Client(ClientEvent::Line(line)) => {
                self.serve(During::Nothing, |server, lines, made| server.write(line, lines, made));
            }
            Input::Signal(Signal::Interrupt) => {
                self.act(|desk, lines, made| desk.cancel(lines, made));
                self.server.forget_asks();
            }
            Input::Client(ClientEvent::Gone) | Input::Signal(Signal::Terminate | Signal::Quit) => self.close_stdin(),
            Input::Client(ClientEvent::Attached) => {
                self.way.breaks();
                let mut made = Vec::new();
                self.server.dies(&mut made);
                self.ready.extend(made.into_iter().map(Next::Effect));
            }
            Input::Client(ClientEvent::Written(_)) | Input::File(..) | Input::Fired(_) => {
                self.ready.push_back(Next::Effect(Effect::Refuse(Why::Foreign)));
            }
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Ok(next);
            }
            if let Some(why) = self.failed.take() {
                return Err(why);
            }
            if self.settling.is_settled() || self.running.is_none() {
                return Ok(Next::Parked);
            }
            self.failed = self.listen().err();
        }
    }

    fn open(&self) -> Vec<Op> {
        let open: BTreeSet<Op> = self.desk.open().into_iter().chain(self.server.open()).collect();
        open.into_iter().collect()
    }

    fn take_exchanged(&mut self) -> String {
        self.exchanged.take()
    }

    fn stop(&mut self) -> Result<(), SubjectError> {
        if let Some((mut process, _)) = self.running.take() {
            drop(process.end(GRACE));
        }
        self.way.end();
        Ok(())
    }

    fn close(&mut self) -> Result<(), SubjectError> {
        self.stop()
    }

    fn kill(&mut self) {
        if let Some((mut process, _)) = self.running.take() {
            process.kill();
        }
    }

    fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }
}

fn no_port(error: &io::Error) -> SubjectError {
    broken(Culprit::Environment, format!("no port is free on this machine: {error}"))
}

fn broken(culprit: Culprit, message: String) -> SubjectError {
    SubjectError { culprit, message }
}
