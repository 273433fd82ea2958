//! A server of the Model Context Protocol as it is installed, whose tools ask its user: a program that a client starts, or an address.
//!
//! ```text
//!   stage ── feed ──▶ host ── lines ──▶ translation ──▶ link ──▶ server's stdin, or a POST
//!         ◀─ next ──       ◀─ lines ──              ◀──      ◀── server's stdout, or an answer of HTTP
//! ```
//!
//! The host is the one of the reference, in this process. The translation makes what a scenario says of its own tools what the
//! server has in their place. The link alone knows how a line is carried.

mod content;
mod link;
mod manifest;
mod translation;

use std::{
    collections::VecDeque,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

pub use self::manifest::{ServerManifest, ServerManifestError, ServerProtocol, ToolMapping};
use self::{
    link::{Ears, GRACE, Heard, Link},
    translation::Translation,
};
use super::{
    exchanged::Exchanged,
    mcp_http::HttpError,
    process::Leftovers,
    settling::{Settling, Silence},
};
use crate::{
    llm::Wire,
    model::{Millis, Op, json::Value, rpc::Message},
    stage::{Capability, Claim, Claims, Culprit, Identity, Lane, Next, Scene, Subject, SubjectError},
    system::{
        ClientEvent, Effect, Input, Setup, Signal, Why,
        mcp::{Outbox, config::Config, era::Era, host::Host},
    },
};

/// By how much shorter the silence is after which a server counts as settled that has nothing to say.
const ELSEWHERE: u32 = 10;

/// How a server is waited for.
#[derive(Clone, Copy, Debug)]
pub struct ServerOptions {
    /// How long it may be silent while it works.
    pub patience: Duration,
    /// How long nothing comes before it counts as settled.
    pub settle: Duration,
}

/// A server as a subject.
pub struct McpServer {
    manifest: ServerManifest,
    options: ServerOptions,
    claims: Claims,
    tell: Sender<(u64, Heard)>,
    heard: Receiver<(u64, Heard)>,
    running: Option<Link>,
    /// The number of the connection. What comes on an earlier one does not count.
    number: u64,
    /// The connection of the run before, which ends beside this one.
    ending: Option<JoinHandle<Leftovers>>,
    host: Host,
    translation: Translation,
    settling: Settling,
    exchanged: Exchanged,
    ready: VecDeque<Next>,
    /// The version of the protocol that the host speaks.
    version: &'static str,
    identity: Option<Identity>,
    /// What went wrong after all that is ready.
    failed: Option<SubjectError>,
    /// What a process did wrongly at its end, which was noticed in a later run.
    left: Option<SubjectError>,
}

impl McpServer {
    /// Prepares the server. Each run has a connection of its own, and a process, if the server is not there already.
    ///
    /// # Errors
    /// If its program is found nowhere, or nobody is at its address.
    pub fn prepare(manifest: ServerManifest, options: ServerOptions) -> Result<Self, SubjectError> {
        if let Some(program) = manifest.missing_program() {
            let why = format!("no program `{program}` is found: install the server, or name the path of its program");
            return Err(broken(Culprit::Environment, why));
        }
        if let Some(why) = manifest.is_nowhere() {
            return Err(broken(Culprit::Environment, why));
        }
        let (tell, heard) = mpsc::channel();
        let claims = Claims {
            who: manifest.name.clone(),
            systems: vec![Claim { system: "mcp".to_owned(), profiles: manifest.profiles.clone() }],
            capabilities: [Capability::Idle, Capability::Client].into(),
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
            running: None,
            number: 0,
            ending: None,
            host: Host::default(),
            translation: Translation::default(),
            settling: Settling::default(),
            exchanged: Exchanged::default(),
            ready: VecDeque::new(),
            version: "",
            identity: None,
            failed: None,
            left: None,
        })
    }

    /// Begins: the server is started, and the host opens the connection.
    fn begin(&mut self, setup: &Setup) -> Result<(), SubjectError> {
        let config = match Config::read(&setup.profile, &setup.config) {
            Ok(config) => config,
            Err(why) => {
                self.ready.extend(Effect::misconfigured(&why.to_string()).map(Next::Effect));
                return Ok(());
            }
        };
        self.connect(config.era)?;
        self.version = config.era.version();
        let declared = config.capabilities.clone().unwrap_or_default();
        self.translation = Translation::new(config.era, &declared, &self.manifest);
        self.act(|host, lines, _| host.begin(config, lines))
    }

    /// Opens a connection, to a process of its own if the server is not there already.
    fn connect(&mut self, era: Era) -> Result<(), SubjectError> {
        self.number += 1;
        let ears = Ears { number: self.number, tell: &self.tell, heard: &self.heard };
        self.running = Some(Link::start(&self.manifest, &self.options, era, &ears)?);
        Ok(())
    }

    /// The connection ends, and its process, and there is another one.
    fn reconnect(&mut self) -> Result<(), SubjectError> {
        let mut made = Vec::new();
        self.host.reconnects(&mut made);
        let is_refused = matches!(made[..], [Effect::Refuse(_)]);
        self.ready.extend(made.into_iter().map(Next::Effect));
        if is_refused {
            return Ok(());
        }
        self.end_beside();
        self.connect(Era::of(self.version).unwrap_or_default())
    }

    /// Ends the connection and its process, and does not wait for that.
    fn end_beside(&mut self) {
        self.await_ending();
        if let Some(mut running) = self.running.take() {
            self.ending = Some(thread::spawn(move || running.end()));
        }
    }

    /// Lets the host act, and sends what it writes.
    fn act(&mut self, act: impl FnOnce(&mut Host, &mut Outbox, &mut Vec<Effect>)) -> Result<(), SubjectError> {
        let (mut lines, mut made) = (Outbox::new(), Vec::new());
        act(&mut self.host, &mut lines, &mut made);
        self.ready.extend(made.into_iter().map(Next::Effect));
        for line in lines {
            let line = self.translation.outgoing(line).map_err(|why| {
                let name = &self.manifest.name;
                broken(Culprit::Environment, format!("{name}: {why}: name another tool that asks in its manifest"))
            })?;
            self.write(format!("{line}\n"));
        }
        Ok(())
    }

    fn write(&self, text: String) {
        if let Some(running) = &self.running {
            self.exchanged.sent(&text);
            running.write(text);
        }
    }

    /// Whether the server owes a response, and asks nothing.
    fn is_working(&self) -> bool {
        self.host.is_owed() && !self.host.is_asking()
    }

    /// Hears what comes next, or finds that the server has settled.
    fn listen(&mut self) -> Result<(), SubjectError> {
        let working = self.is_working();
        let patience = match working {
            true => self.options.patience,
            false if self.host.is_elsewhere() => self.options.settle / ELSEWHERE,
            false => self.options.settle,
        };
        let work = |server: &Self| server.running.as_ref().map_or(Duration::ZERO, Link::work);
        let before = if working { Duration::ZERO } else { work(self) };
        match self.heard.recv_timeout(patience) {
            Ok((number, said)) if number == self.number => {
                self.settling.has_spoken();
                self.take(said)
            }
            Ok(_) => Ok(()),
            Err(RecvTimeoutError::Timeout) if !working => {
                let worked = work(self).saturating_sub(before);
                self.settling.was_silent(Silence { waited: patience, worked, is_owed_more: false });
                Ok(())
            }
            Err(_) => {
                let (name, waited) = (&self.manifest.name, patience.as_secs());
                let why = format!(
                    "the server {name} owes a response, and has said nothing for {waited} s: give it more with --patience"
                );
                Err(broken(self.culprit(), why))
            }
        }
    }

    /// Whose fault it is that the server does not go on. Before it has told its tools, it may lack something here.
    const fn culprit(&self) -> Culprit {
        if self.host.is_ready() { Culprit::Subject } else { Culprit::Environment }
    }

    /// Takes a line of the server, or what else comes of it.
    fn take(&mut self, heard: Heard) -> Result<(), SubjectError> {
        match heard {
            Heard::Line(line) => self.line(&line),
            Heard::Unreadable(why) => {
                Err(broken(Culprit::Subject, format!("the server {}: {why}", self.manifest.name)))
            }
            Heard::Over if self.running.as_mut().is_some_and(Link::goes_on) => Ok(()),
            Heard::Over => self.over(),
            // Of a request that was given up, nothing is awaited.
            Heard::NoResponse(id, _) if !self.host.awaits(&id) => Ok(()),
            Heard::NoResponse(_, why) | Heard::Broken(why) => self.answers_wrongly(&why),
        }
    }

    /// The server does over HTTP what no server may do, or has ended.
    fn answers_wrongly(&mut self, why: &HttpError) -> Result<(), SubjectError> {
        if why.may_be_its_end() && self.running.as_mut().is_some_and(Link::has_ended) {
            return self.over();
        }
        let Some(mut running) = self.running.take() else { return Ok(()) };
        // Its log is whole once it has ended.
        running.kill();
        Err(broken(self.culprit(), format!("the server {}: {why}{}", self.manifest.name, running.log())))
    }

    /// Takes a line. One that is no JSON stands in the stream as a text.
    fn line(&mut self, line: &str) -> Result<(), SubjectError> {
        let Some(running) = &self.running else { return Ok(()) };
        self.exchanged.heard(line);
        let line = running.read(line);
        self.check_version(&line)?;
        let heard = self.translation.incoming(line);
        let was_ready = self.host.is_ready();
        self.ready.push_back(Next::Effect(Effect::Client(heard.shown)));
        self.act(|host, lines, made| host.hear(&heard.told, lines, made))?;
        self.settling.is_told();
        if self.host.is_refused() {
            let why = heard.told.pointer("/error/message").and_then(Value::as_str).unwrap_or("it gives no reason");
            return Err(self.cannot_play(&format!("does not serve a client of {}: {why}", self.version)));
        }
        match self.translation.missing().filter(|_| self.host.is_ready() && !was_ready) {
            Some(tool) => {
                let why = format!(
                    "has no tool `{tool}`: name its own in [tools] of a manifest, or leave it out of `profiles`"
                );
                Err(self.cannot_play(&why))
            }
            None => Ok(()),
        }
    }

    /// Reads who answers, and in which version.
    fn check_version(&mut self, line: &Value) -> Result<(), SubjectError> {
        let Some(Message::Response { result: Some(result), .. }) = Message::read(line) else { return Ok(()) };
        let info = result.get("serverInfo").or_else(|| result["_meta"].get("io.modelcontextprotocol/serverInfo"));
        if let (None, Some(info)) = (&self.identity, info) {
            let text = |member: &str| Some(info.get(member)?.as_str()?.to_owned());
            self.identity = text("name").zip(text("version")).map(|(name, version)| Identity { name, version });
        }
        match result.get("protocolVersion").and_then(Value::as_str).filter(|version| *version != self.version) {
            Some(other) => {
                let why = format!("answers a client of {} with {other}: leave {0} out of `profiles`", self.version);
                Err(self.cannot_play(&why))
            }
            None => Ok(()),
        }
    }

    /// What the server lacks for this run.
    fn cannot_play(&self, why: &str) -> SubjectError {
        broken(Culprit::Environment, format!("the server {} {why}", self.manifest.name))
    }

    /// The process of the server has ended.
    fn over(&mut self) -> Result<(), SubjectError> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        let status = self.ended(&running.end())?;
        if self.host.is_owed() || self.host.is_asking() {
            let meanwhile =
                if self.host.is_owed() { "a request awaited its response" } else { "what it had asked was open" };
            let why = format!("the server {} ended while {meanwhile}{}", self.manifest.name, running.log());
            return Err(broken(self.culprit(), why));
        }
        self.act(|host, _, made| host.close(made))?;
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// The host goes away. On stdio, the server is waited for, and what it says until its end is heard. Over HTTP its session ends.
    fn go_away(&mut self) -> Result<(), SubjectError> {
        self.act(|host, _, made| host.close(made))?;
        let Some(mut running) = self.running.take() else { return Ok(()) };
        let leftovers = running.end();
        if !running.is_stdio() {
            self.ended(&leftovers)?;
            self.ready.push_back(Next::Effect(Effect::Exit(0)));
            return Ok(());
        }
        while let Ok((number, heard)) = self.heard.recv_timeout(GRACE) {
            match heard {
                Heard::Line(line) if number == self.number => {
                    let heard = self.translation.incoming(running.read(&line));
                    self.ready.push_back(Next::Effect(Effect::Client(heard.shown)));
                }
                Heard::Over | Heard::Unreadable(_) if number == self.number => break,
                _ => {}
            }
        }
        let status = self.ended(&leftovers)?;
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// The status of a process that has ended.
    ///
    /// # Errors
    /// If it left other processes behind, which were stopped.
    fn ended(&self, leftovers: &Leftovers) -> Result<u8, SubjectError> {
        if leftovers.behind.is_empty() {
            return Ok(leftovers.shell_status());
        }
        Err(broken(Culprit::Subject, format!("the server {} {leftovers}", self.manifest.name)))
    }

    /// Waits for the end of the process that is ending beside the runs.
    fn await_ending(&mut self) {
        let Some(ending) = self.ending.take() else { return };
        let leftovers = ending.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        self.left = self.left.take().or(self.ended(&leftovers).err());
    }
}

impl Subject for McpServer {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, _: &Scene) -> Result<(), SubjectError> {
        self.host = Host::default();
        self.ready.clear();
        self.failed = None;
        self.settling = Settling::default();
        Ok(())
    }

    fn feed(&mut self, _: Millis, input: Input) -> Result<(), SubjectError> {
        self.settling.is_told();
        self.settling.has_spoken();
        match input {
            Input::Begin(setup) => self.begin(&setup),
            Input::Says(text) => self.act(|host, _, made| host.says(text.0, made)),
            Input::Person(op, act) => self.act(|host, lines, made| host.person(op, act, lines, made)),
            Input::Model(op, event) => self.act(|host, lines, made| host.model(op, event, lines, made)),
            Input::Client(ClientEvent::Line(line)) => self.act(|host, lines, made| host.write(line, lines, made)),
            Input::Client(ClientEvent::Written(text)) => {
                self.write(text.to_string());
                Ok(())
            }
            Input::Signal(Signal::Interrupt) => self.act(|host, lines, made| host.cancel(lines, made)),
            Input::Client(ClientEvent::Gone) | Input::Signal(Signal::Terminate | Signal::Quit) => self.go_away(),
            Input::Client(ClientEvent::Attached) => self.reconnect(),
            Input::Tool(..) | Input::File(..) | Input::Fired(_) => {
                self.ready.push_back(Next::Effect(Effect::Refuse(Why::Foreign)));
                Ok(())
            }
        }
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
        self.host.open()
    }

    fn take_exchanged(&mut self) -> String {
        self.exchanged.take()
    }

    fn stop(&mut self) -> Result<(), SubjectError> {
        self.end_beside();
        Ok(())
    }

    fn close(&mut self) -> Result<(), SubjectError> {
        self.stop()?;
        self.await_ending();
        self.left.take().map_or(Ok(()), Err)
    }

    fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.kill();
        }
    }

    fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }
}

fn broken(culprit: Culprit, message: String) -> SubjectError {
    SubjectError { culprit, message }
}
