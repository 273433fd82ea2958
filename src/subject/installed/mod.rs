//! An agent as it is installed: a program that speaks the Agent Client Protocol. Hotseat is its client and its model.
//!
//! ```text
//!   stage ── feed ──▶ Installed ── lines ──▶ agent's stdin
//!         ◀─ next ──   (client)  ◀─ lines ── agent's stdout
//!                                ◀═ HTTP: requests, held until the stage releases their replies
//! ```
//!
//! **The only place where real time enters a run.** An agent does not say when it is idle. While a request of ours is unanswered
//! and we hold none of its, it is *working*, and is waited for up to the patience. Once we hold a request of its, or it owes
//! nothing, it is *settled* when nothing has come for a while.

mod calls;
mod manifest;
mod place;

use std::{
    collections::VecDeque,
    io,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    time::Duration,
};

pub use self::manifest::{Manifest, ManifestError};
use self::{
    calls::{AgentModel, Calls},
    place::Place,
};
use super::{
    mcp::{self, Taken},
    pipe::{Model, Over, PipeProcess, Released, Said, Server, Waiting},
    process::{Leftovers, Manner},
};
use crate::{
    llm::{
        Session, Wire, decode_request,
        serve::{Arrival, HostFilter, RequestEvent, auxiliary},
        session_of,
        shell::ModelShell,
    },
    model::{
        Millis, Op, ToolDefinition,
        json::{Map, Value, json},
        op::Mint,
    },
    stage::{Capability, Claim, Claims, Culprit, Lane, Next, Scene, Subject, SubjectError},
    system::{
        ClientEvent, Effect, Input, ModelEvent, Signal, ToolCall, Why,
        acp::{
            client::{Client, Outbox},
            config::Config,
        },
    },
};

/// How long an agent may take to end once its stdin is closed, and what it has started, once it has ended.
const GRACE: Duration = Duration::from_secs(5);
/// The path of the MCP server.
const TOOLS: &str = "/mcp";
/// The status of a process that SIGTERM has ended.
const BY_SIGTERM: u8 = 128 + 15;
/// The status of a process that SIGKILL has ended.
const BY_SIGKILL: u8 = 128 + 9;

/// How an agent is waited for.
#[derive(Clone, Debug)]
pub struct AgentOptions {
    /// How long it may be silent while it works.
    pub patience: Duration,
    /// How long nothing comes before it counts as settled.
    pub settle: Duration,
    /// The hosts that the scripted model answers for.
    pub hosts: HostFilter,
    /// Hotseat's own program. The agent starts it as the MCP server of its session.
    pub program: String,
}

/// Something that is heard of the agent.
enum Heard {
    /// A line, or the end, of the agent of this run.
    Line(u64, Said),
    Request(RequestEvent),
}

/// An installed agent as a subject.
pub struct Installed {
    manifest: Manifest,
    options: AgentOptions,
    claims: Claims,
    waiting: Waiting,
    tell: Sender<Heard>,
    heard: Receiver<Heard>,
    server: Server,
    process: Option<PipeProcess>,
    place: Option<Place>,
    /// The number of the run. What comes of an agent of an earlier run does not count.
    run: u64,
    client: Client,
    mint: Mint,
    ready: VecDeque<Next>,
    /// Whether nothing has come for long enough since the last input.
    is_settled: bool,
    /// Answers the requests that belong to no turn.
    sides: Session,
    /// The MCP server of the session.
    server_of_tools: mcp::Server,
    calls: Calls,
}

impl Installed {
    /// Prepares the agent. Each run starts a process of its own. Also returns the model that it sends its requests to.
    ///
    /// # Errors
    /// If the server for the model cannot be started.
    pub fn prepare(manifest: Manifest, options: AgentOptions) -> Result<(Self, Box<dyn ModelShell>), SubjectError> {
        if let Some(program) = manifest.missing_program() {
            let install = manifest.install.as_ref().map_or_else(String::new, |install| format!(" (`{install}`)"));
            let why =
                format!("no program `{program}` is found: install the agent{install}, or name the path of its program");
            return Err(broken(Culprit::Environment, why));
        }
        let (tell, heard) = mpsc::channel();
        let requests = tell.clone();
        let server = Server::start(options.hosts.clone(), move |event| drop(requests.send(Heard::Request(event))))
            .map_err(|error| broken(Culprit::Environment, format!("no server for the model: {error}")))?;
        let waiting = Waiting::default();
        let calls = Calls::default();
        let model = AgentModel::new(Model::new(waiting.clone()), &manifest, calls.clone());
        let claims = Claims {
            who: manifest.name.clone(),
            systems: vec![Claim { system: "acp".to_owned(), profiles: manifest.profiles.clone() }],
            capabilities: [Capability::Idle, Capability::Client, Capability::Tools].into(),
            lanes: Lane::ALL.to_vec(),
            wires: vec![manifest.wire],
            unknown: Vec::new(),
        };
        let sides = Session::new(manifest.side.clone()).forgetful();
        let installed = Self {
            manifest,
            options,
            claims,
            waiting,
            tell,
            heard,
            server,
            process: None,
            place: None,
            run: 0,
            client: Client::default(),
            mint: Mint::default(),
            ready: VecDeque::new(),
            is_settled: true,
            sides,
            server_of_tools: mcp::Server::default(),
            calls,
        };
        Ok((installed, Box::new(model)))
    }

    /// Starts the process of a new run.
    fn spawn(&mut self) -> io::Result<()> {
        self.run += 1;
        let (run, tell) = (self.run, self.tell.clone());
        let told = move |said: Said| tell.send(Heard::Line(run, said)).is_ok();
        let model = format!("{}/s/{run}", self.server.base);
        self.place = Some(Place::new()?);
        if let Some(place) = &self.place {
            let mut process = place.start(&self.manifest, &model, told)?;
            // A bridge may end before the agent behind it.
            process.let_children_end(GRACE);
            self.process = Some(process);
        }
        Ok(())
    }

    /// Sends the client's lines.
    fn send(&mut self, lines: Outbox) {
        let (Some(process), Some(place)) = (&self.process, &self.place) else { return };
        for line in lines {
            let mut text = place.real(&line.to_string());
            text.push('\n');
            process.write(text.into_bytes());
        }
    }

    /// Lets the client act, and sends what it writes.
    fn client(&mut self, act: impl FnOnce(&mut Client, &mut Outbox, &mut Vec<Effect>)) {
        let (mut lines, mut made) = (Outbox::new(), Vec::new());
        act(&mut self.client, &mut lines, &mut made);
        self.ready.extend(made.into_iter().map(Next::Effect));
        self.send(lines);
        self.is_settled = false;
    }

    /// Whether the agent owes something, and we hold nothing that it waits for. For the end of a cancelled turn it waits for
    /// nothing.
    fn is_working(&self) -> bool {
        let holds_nothing = || {
            let has_none = self.waiting.open().is_empty() && self.client.open().next().is_none();
            has_none && self.server_of_tools.open().next().is_none()
        };
        self.process.is_some() && self.client.awaits() && (self.client.awaits_cancel() || holds_nothing())
    }

    /// Hears what comes next, or finds that the agent has settled.
    fn listen(&mut self) -> Result<(), SubjectError> {
        let working = self.is_working();
        let patience = if working { self.options.patience } else { self.options.settle };
        match self.heard.recv_timeout(patience) {
            Ok(heard) => self.take(heard),
            Err(RecvTimeoutError::Timeout) if !working => {
                self.is_settled = true;
                Ok(())
            }
            Err(_) => {
                let why = format!(
                    "the agent {} works, and has said nothing for {} s: give it more with --patience",
                    self.manifest.name,
                    patience.as_secs()
                );
                Err(broken(Culprit::Subject, why))
            }
        }
    }

    /// Takes what was heard. What an agent of an earlier run has said is passed over.
    fn take(&mut self, heard: Heard) -> Result<(), SubjectError> {
        match heard {
            Heard::Line(run, _) if run != self.run => {}
            Heard::Line(_, Ok(line)) => self.line(&line)?,
            Heard::Line(_, Err(over)) => self.over(over)?,
            Heard::Request(RequestEvent::Arrived(arrival)) => self.request(arrival),
            Heard::Request(RequestEvent::Over | RequestEvent::Refused(..)) => self.given_up(),
        }
        Ok(())
    }

    /// Takes a line of the agent. A line that is no JSON stands in the stream as a text.
    ///
    /// # Errors
    /// The environment's, if it refuses to begin a session: what our client asks is right, so the agent lacks something here.
    fn line(&mut self, line: &str) -> Result<(), SubjectError> {
        let line = line.trim_end_matches(['\r', '\n']);
        let shown = self.place.as_ref().map_or_else(|| line.to_owned(), |place| place.shown(line));
        let value: Value = serde_json::from_str(&shown).unwrap_or_else(|_| Value::from(shown));
        self.ready.push_back(Next::Effect(Effect::Client(value.clone())));
        self.client(|client, lines, made| client.hear(&value, lines, made));
        if !self.client.is_refused() {
            return Ok(());
        }
        let said = value.pointer("/error/message").and_then(Value::as_str).unwrap_or("it gives no reason");
        let why = format!(
            "the agent {} begins no session: {said}: give it what it needs here, such as a variable, in a manifest",
            self.manifest.name
        );
        Err(broken(Culprit::Environment, why))
    }

    /// The agent's stdout has ended.
    fn over(&mut self, over: Over) -> Result<(), SubjectError> {
        if let Over::Unreadable(why) = over {
            return Err(broken(Culprit::Subject, format!("the agent {}: {why}", self.manifest.name)));
        }
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let status = self.ended(process.end(GRACE))?;
        if self.client.awaits() {
            let log = process.log().join("\n  ");
            let why = format!("the agent {} ended while a request awaited its answer\n  {log}", self.manifest.name);
            return Err(broken(Culprit::Subject, why));
        }
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// The address of the MCP server of this run.
    fn address_of_tools(&self) -> String {
        format!("{}/s/{}{TOOLS}", self.server.base, self.run)
    }

    /// Begins: the client connects, and offers the agent the tools of the scenario.
    fn begin(&mut self, config: Config, tools: Vec<ToolDefinition>) {
        let address = self.address_of_tools();
        let names = tools.iter().map(|tool| tool.name.clone()).collect();
        self.calls.begin(names, &self.options.program, &address);
        let servers = if tools.is_empty() {
            Vec::new()
        } else {
            let server = json!({
                "name": "hotseat", "command": self.options.program, "args": ["mcp-serve", address], "env": [],
            });
            vec![server]
        };
        self.server_of_tools = mcp::Server::new(tools);
        self.client(|client, lines, _| client.begin(config, servers, lines));
    }

    /// Takes a message to the MCP server of the session.
    fn tool_message(&mut self, arrival: Arrival) {
        match self.server_of_tools.take(arrival, &mut self.mint) {
            Taken::Answered => return,
            Taken::Called(op, name, arguments) => {
                let id = self.calls.id_of(&name, &arguments);
                let call = ToolCall { id, name, arguments, answers: Map::new() };
                self.ready.push_back(Next::Unplaced(Effect::Call(op, call)));
            }
            Taken::GivenUp(op) => self.ready.push_back(Next::Unplaced(Effect::Cancel(op, Why::Interrupted))),
        }
        self.is_settled = false;
    }

    /// Takes a request. One to the model that belongs to no turn, and one for something else, are answered at once.
    fn request(&mut self, arrival: Arrival) {
        let (run, path) = session_of(&arrival.request.path);
        if run != self.run.to_string() {
            return;
        }
        if path.starts_with(TOOLS) {
            return self.tool_message(arrival);
        }
        if let Some(plan) = auxiliary::answer(&arrival.request) {
            drop(arrival.reply.send(plan));
            return;
        }
        let decoded = decode_request(&arrival.request).ok();
        let is_side = decoded.as_ref().is_some_and(|decoded| {
            self.manifest.side.iter().any(|side| side.expect.differences(&decoded.request).is_empty())
        });
        if is_side {
            drop(arrival.reply.send(self.sides.reply(arrival.request)));
            return;
        }
        let op = self.mint.next(Op::Request);
        let request = self.waiting.keep(op, arrival);
        self.ready.push_back(Next::Unplaced(Effect::Request(op, Box::new(request))));
        self.is_settled = false;
    }

    /// Requests whose connections the agent has closed.
    fn given_up(&mut self) {
        let mut ops = self.waiting.closed();
        self.waiting.count_as_given_up(&ops);
        ops.extend(self.server_of_tools.give_up_closed());
        self.ready.extend(ops.into_iter().map(|op| Next::Unplaced(Effect::Cancel(op, Why::Interrupted))));
    }

    /// The agent's stdin is closed, and it is waited for. What it says and asks until its end is heard before its end is told.
    fn close_stdin(&mut self) -> Result<(), SubjectError> {
        self.client.close();
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let status = self.ended(process.end(GRACE))?;
        let is_last = |run: u64, heard: &Heard| matches!(heard, Heard::Line(of, Err(_)) if *of == run);
        while let Ok(heard) = self.heard.recv_timeout(GRACE) {
            if is_last(self.run, &heard) {
                break;
            }
            self.take(heard)?;
        }
        self.waiting.clear();
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// The status of a process that has ended, as a shell would tell it.
    ///
    /// # Errors
    /// If it left other processes behind, which were stopped.
    fn ended(&self, leftovers: Leftovers) -> Result<u8, SubjectError> {
        if !leftovers.behind.is_empty() {
            return Err(broken(Culprit::Subject, format!("the agent {} {leftovers}", self.manifest.name)));
        }
        let status = leftovers.status.and_then(|status| u8::try_from(status).ok());
        Ok(status.unwrap_or(match leftovers.itself {
            Manner::Told => BY_SIGTERM,
            Manner::Itself | Manner::Killed | Manner::Remains => BY_SIGKILL,
        }))
    }
}

fn broken(culprit: Culprit, message: String) -> SubjectError {
    SubjectError { culprit, message }
}

impl Subject for Installed {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, _: &Scene) -> Result<(), SubjectError> {
        self.kill();
        self.client = Client::default();
        self.server_of_tools = mcp::Server::default();
        self.mint = Mint::default();
        self.ready.clear();
        self.spawn().map_err(|error| {
            let command = self.manifest.command.join(" ");
            broken(Culprit::Environment, format!("the agent `{command}` could not be started: {error}"))
        })
    }

    fn feed(&mut self, _: Millis, input: Input) -> Result<(), SubjectError> {
        self.is_settled = false;
        match input {
            Input::Begin(setup) => match Config::read(&setup.config) {
                Ok(config) => self.begin(config, setup.tools),
                Err(why) => self.ready.extend(Effect::misconfigured(&why.to_string()).map(Next::Effect)),
            },
            Input::Says(text) => self.client(|client, lines, made| client.says(text.0, lines, made)),
            Input::Person(op, act) => self.client(|client, lines, made| client.person(op, act, lines, made)),
            Input::Model(op, event) => {
                let is_last = matches!(event, ModelEvent::Finished | ModelEvent::LimitReached | ModelEvent::Failed(_));
                if is_last && self.waiting.release(op) == Released::HungUp {
                    self.given_up();
                }
            }
            Input::Client(ClientEvent::Line(line)) => {
                self.client(|client, lines, made| client.write(line, lines, made));
            }
            Input::Client(ClientEvent::Written(text)) => {
                if let Some(process) = &self.process {
                    process.write(text.into_bytes());
                }
            }
            Input::Client(ClientEvent::Gone) | Input::Signal(Signal::Terminate | Signal::Quit) => self.close_stdin()?,
            Input::Signal(Signal::Interrupt) => self.client(|client, lines, made| client.cancel(lines, made)),
            Input::Tool(op, event) => drop(self.server_of_tools.end(op, &event)),
            Input::Client(ClientEvent::Attached) | Input::File(..) | Input::Fired(_) => {}
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Ok(next);
            }
            if self.is_settled || self.process.is_none() {
                return Ok(Next::Parked);
            }
            self.listen()?;
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.waiting.open();
        open.extend(self.client.open().chain(self.server_of_tools.open()));
        open.sort_unstable();
        open
    }

    fn stop(&mut self) -> Result<(), SubjectError> {
        self.waiting.clear();
        if let Some(mut process) = self.process.take() {
            self.ended(process.end(GRACE))?;
        }
        self.place = None;
        Ok(())
    }

    fn kill(&mut self) {
        self.waiting.clear();
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.place = None;
    }
}

/// The wire of an agent about which nothing is said.
const USUAL_WIRE: Wire = Wire::Anthropic;
