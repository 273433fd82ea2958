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
mod connection;
mod ending;
mod hearing;
mod manifest;
mod workspace;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::mpsc::{self, Receiver, Sender},
    thread::JoinHandle,
    time::Duration,
};

pub use self::manifest::{Manifest, ManifestError, QuestionTool, ToolCalls};
use self::{
    calls::{AgentModel, Calls},
    connection::Connection,
    workspace::Workspace,
};
use super::{
    exchanged::Exchanged,
    pipe::{Model, Released, Said, Server, Waiting},
    place::Place,
    process::Leftovers,
    server_tools,
    settling::Settling,
};
use crate::{
    llm::{
        Session, Wire,
        serve::{HostFilter, RequestEvent},
        shell::ModelShell,
    },
    model::{
        Millis, Op, ToolDefinition,
        json::{Value, json},
        op::Mint,
    },
    stage::{Capability, Claim, Claims, Culprit, Identity, Lane, Next, Scene, Subject, SubjectError},
    system::{
        ClientEvent, Effect, Input, Layer, Signal, ToolCall, Why,
        acp::{
            client::{Client, Outbox, connecting},
            config::Config,
        },
    },
};

/// How long an agent may take to end once its stdin is closed, and what it has started, once it has ended.
const GRACE: Duration = Duration::from_secs(5);
/// The path of the MCP server.
const TOOLS: &str = "/mcp";
/// The name of the session's MCP server. Others are named by their scenario.
const SERVER: &str = "hotseat";
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
    /// A line, or the end, of the process with this number.
    Line(u64, Said),
    Request(RequestEvent),
    /// What a command says that the client runs for it in this run, and the id of its terminal.
    Command(u64, String, Said),
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
    connection: Option<Connection>,
    /// Where the process ran that was killed in this run.
    place: Option<Place>,
    /// The end of the process before, which is waited for beside the runs.
    ending: Option<JoinHandle<Leftovers>>,
    /// The number of processes that were started.
    started: u64,
    /// The number of the run. What comes of the tools of an earlier one does not count.
    run: u64,
    /// Whether the run began on a connection that an earlier one had.
    is_used: bool,
    client: Client,
    mint: Mint,
    ready: VecDeque<Next>,
    /// What our own client of another protocol has answered for the agent, and is not heard yet.
    answers: Outbox,
    /// Whether nothing has come for long enough since the last input.
    settling: Settling,
    exchanged: Exchanged,
    /// Answers the requests that belong to no turn.
    sides: Session,
    /// The MCP server of the session.
    server_of_tools: server_tools::Server,
    /// The files and commands of the client.
    workspace: Workspace,
    calls: Calls,
    /// The tool calls that are open.
    executed: BTreeMap<Op, ToolCall>,
    /// The tools of the scenario that ask the user.
    asking: Vec<String>,
    /// Who the agent said that it is.
    identity: Option<Identity>,
    /// What a process did wrongly at its end that several runs had shared. It cannot be said of which run that comes, so it is
    /// told at the end, and of no run.
    left: Option<SubjectError>,
}

impl Installed {
    /// Prepares the agent. Each run begins a session of its own, in a process that may have had others. Also returns the model that it sends its requests to.
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
            systems: vec![Claim { system: "acp".to_owned(), profiles: manifest.claimed_profiles() }],
            capabilities: [Capability::Idle, Capability::Client, Capability::Tools, Capability::Kill].into(),
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
            connection: None,
            place: None,
            ending: None,
            started: 0,
            run: 0,
            is_used: false,
            client: Client::default(),
            mint: Mint::default(),
            ready: VecDeque::new(),
            answers: Outbox::new(),
            settling: Settling::default(),
            exchanged: Exchanged::default(),
            sides,
            server_of_tools: server_tools::Server::default(),
            workspace: Workspace::default(),
            calls,
            executed: BTreeMap::new(),
            asking: Vec::new(),
            identity: None,
            left: None,
        };
        Ok((installed, Box::new(model)))
    }

    /// Starts a process, in the place of the one that is there.
    fn connect(&mut self) -> Result<(), SubjectError> {
        self.disconnect()?;
        self.started += 1;
        let (number, tell) = (self.started, self.tell.clone());
        let told = move |said: Said| tell.send(Heard::Line(number, said)).is_ok();
        let model = format!("{}/s/{number}", self.server.base);
        let place = self.place.take().map_or_else(Place::new, Ok);
        let start =
            |place| Connection::start(place, &self.manifest, number, &model, GRACE, self.exchanged.clone(), told);
        let connection = place.and_then(start).map_err(|error| {
            let command = self.manifest.command.join(" ");
            broken(Culprit::Environment, format!("the agent `{command}` could not be started: {error}"))
        })?;
        self.connection = Some(connection);
        self.client = self.client.on_another_connection();
        Ok(())
    }

    /// Sends the client's lines.
    fn send(&mut self, lines: Outbox) {
        if let Some(connection) = &mut self.connection {
            self.answers.extend(connection.send(lines));
        }
    }

    /// Lets the client act, and sends what it writes.
    fn client(&mut self, act: impl FnOnce(&mut Client, &mut Outbox, &mut Vec<Effect>)) {
        let (mut lines, mut made) = (Outbox::new(), Vec::new());
        act(&mut self.client, &mut lines, &mut made);
        made.iter_mut().for_each(|effect| self.name_tool(effect));
        self.ready.extend(made.into_iter().map(Next::Effect));
        self.send(lines);
        self.settling.is_told();
    }

    /// Draws the scenario's name of a tool where a permission for its call is shown without: what an agent says of a call is free, and the
    /// person of a scenario knows the call by that name.
    fn name_tool(&self, effect: &mut Effect) {
        let Effect::Show(_, prompt) = effect else { return };
        let Some(call) = prompt.request.as_ref().and_then(|params| params.get("toolCall")) else { return };
        if self.calls.names().iter().any(|name| prompt.text.contains(name)) {
            return;
        }
        if let Some(name) = self.calls.asked_about(call) {
            prompt.text.push_str(&format!("  ({name})\n"));
        }
    }

    /// The path of the MCP server of this run.
    fn path_of_tools(&self) -> String {
        format!("/s/{}{TOOLS}", self.run)
    }

    /// Its address.
    fn address_of_tools(&self) -> String {
        format!("{}{}", self.server.base, self.path_of_tools())
    }

    /// Begins: the client connects, unless it is connected, and offers the agent the tools of the scenario.
    ///
    /// # Errors
    /// If the agent does not start, or an earlier process does not end as it must.
    fn begin(&mut self, config: Config, tools: Vec<ToolDefinition>) -> Result<(), SubjectError> {
        let usual = Config::default();
        let words = |config: &Config| (config.version.clone(), config.capabilities.clone(), config.folder.clone());
        if self.manifest.is_native() && words(&config) != words(&usual) {
            return Err(self.has_no_lines("has other capabilities, another version or another folder"));
        }
        let inner = config.folder.clone();
        let greeting = self.client.greeting_as(&config).cloned();
        let goes_on = self.connection.is_some() && greeting.is_some();
        self.is_used |= goes_on;
        if goes_on {
            self.ready.extend(greeting.map(|line| Next::Effect(Effect::Client(line))));
        } else {
            self.connect()?;
        }
        if let (Some(connection), Some(inner)) = (&self.connection, inner) {
            connection
                .make_folder(&inner)
                .map_err(|error| broken(Culprit::Environment, format!("{inner}: {error}")))?;
        }
        let address = self.address_of_tools();
        let names = tools.iter().map(|tool| tool.name.clone()).collect();
        let asking = std::mem::take(&mut self.asking);
        self.calls.begin(names, asking, config.offers("form"), &self.options.program, &address, config.servers.clone());
        let own = &config.server_command;
        let env: Vec<Value> = own.env.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        let server = |name: &str, address: String| {
            let args: Vec<&str> =
                ["mcp-serve", &address].into_iter().chain(own.args.iter().map(String::as_str)).collect();
            json!({"name": name, "command": self.options.program, "args": args, "env": env})
        };
        let others = config.servers.keys().map(|name| server(name, format!("{address}/{name}")));
        let has_servers = !tools.is_empty();
        let servers: Vec<Value> =
            std::iter::once(server(SERVER, address.clone())).chain(others).filter(|_| has_servers).collect();
        self.server_of_tools = server_tools::Server::new(tools, &self.path_of_tools(), config.servers.clone())
            .started_as((!own.is_empty()).then(|| own.told()));
        self.client(|client, lines, _| client.begin(config, servers, lines));
        Ok(())
    }

    /// What is wrong with a scenario that does something for which the agent's own protocol has nothing.
    fn has_no_lines(&self, does: &str) -> SubjectError {
        let protocol = self.manifest.protocol.word();
        broken(
            Culprit::Suite,
            format!("its client {does}, and {protocol} has nothing for that: give the scenario the tag @lines"),
        )
    }

    /// Requests whose connections the agent has closed.
    fn given_up(&mut self) {
        let mut ops = self.waiting.closed();
        self.waiting.count_as_given_up(&ops);
        ops.extend(self.server_of_tools.give_up_closed());
        self.give_up(ops);
    }

    /// The agent does not wait for these any more.
    fn give_up(&mut self, ops: Vec<Op>) {
        self.ready.extend(ops.into_iter().map(|op| Next::Unplaced(Effect::Cancel(op, Why::Interrupted))));
    }
}

/// What scenarios with this configuration must have in common to share a process: the words with which the client connects.
pub fn in_common(config: &[Layer]) -> Option<Value> {
    Config::read(config).ok().map(|config| connecting(&config))
}

/// Who an agent is that tells this of itself.
fn identity(info: &Value) -> Option<Identity> {
    let text = |member: &str| Some(info.get(member)?.as_str()?.to_owned());
    Some(Identity { name: text("name")?, version: text("version")? })
}

fn broken(culprit: Culprit, message: String) -> SubjectError {
    SubjectError { culprit, message }
}

impl Subject for Installed {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.waiting.clear();
        self.executed.clear();
        self.asking.clone_from(&scene.asking);
        self.run += 1;
        self.client = if scene.again {
            Client::after_a_death(self.client.session().cloned())
        } else {
            self.place = None;
            self.is_used = false;
            self.client.on_the_same_connection()
        };
        self.server_of_tools = server_tools::Server::default();
        self.workspace = Workspace::default();
        self.mint = Mint::default();
        self.ready.clear();
        self.answers.clear();
        Ok(())
    }

    fn feed(&mut self, _: Millis, input: Input) -> Result<(), SubjectError> {
        if let Input::Model(_, event) = &input
            && !event.is_last()
        {
            // A reply is sent as a whole, so of its pieces the agent knows nothing yet.
            return Ok(());
        }
        self.settling.is_told();
        self.settling.has_spoken();
        match input {
            Input::Begin(setup) => match Config::read(&setup.config) {
                Ok(config) => self.begin(config, setup.tools)?,
                Err(why) => self.ready.extend(Effect::misconfigured(&why.to_string()).map(Next::Effect)),
            },
            Input::Says(text) => self.client(|client, lines, made| client.says(text.0, lines, made)),
            Input::Person(op, act) => self.client(|client, lines, made| client.person(op, act, lines, made)),
            Input::Model(op, _) => {
                if self.waiting.release(op) == Released::HungUp {
                    self.given_up();
                }
            }
            Input::Client(ClientEvent::Line(_) | ClientEvent::Written(_)) if self.manifest.is_native() => {
                return Err(self.has_no_lines("writes a line of its own"));
            }
            Input::Client(ClientEvent::Line(line)) => {
                self.client(|client, lines, made| client.write(line, lines, made));
            }
            Input::Client(ClientEvent::Written(text)) => {
                if let Some(connection) = &self.connection {
                    connection.write(text.to_string());
                }
            }
            Input::Client(ClientEvent::Gone) | Input::Signal(Signal::Terminate | Signal::Quit) => self.close_stdin()?,
            Input::Signal(Signal::Interrupt) => self.client(|client, lines, made| client.cancel(lines, made)),
            Input::Tool(op, event) => {
                if let Some(settled) = self.server_of_tools.end(op, &event, &mut self.mint) {
                    self.execute_again(settled);
                }
            }
            Input::Client(ClientEvent::Attached) | Input::File(..) | Input::Fired(_) => {}
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Ok(next);
            }
            if let Some(answer) = self.answers.pop_front() {
                self.hear(&answer)?;
                continue;
            }
            if self.settling.is_settled() || self.connection.is_none() {
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

    fn take_exchanged(&mut self) -> String {
        self.exchanged.take()
    }

    fn stop(&mut self) -> Result<(), SubjectError> {
        let is_idle = self.waiting.open().is_empty() && self.server_of_tools.is_idle();
        self.waiting.clear();
        if let Some(connection) = self.connection.as_mut().filter(|connection| is_idle && connection.has_room())
            && let Some(session) = self.client.finished_session()
        {
            connection.keep(session, self.client.may_close());
            return Ok(());
        }
        self.disconnect()
    }

    fn close(&mut self) -> Result<(), SubjectError> {
        let ended = self.disconnect();
        self.await_ending();
        ended?;
        self.left.take().map_or(Ok(()), Err)
    }

    fn kill(&mut self) {
        self.waiting.clear();
        if let Some(mut connection) = self.connection.take() {
            connection.kill();
            self.place = Some(connection.into_place());
        }
    }

    fn renew(&mut self) -> bool {
        let is_used = std::mem::take(&mut self.is_used);
        if is_used {
            self.kill();
        }
        is_used
    }

    fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }
}

/// The wire of an agent about which nothing is said.
const USUAL_WIRE: Wire = Wire::Anthropic;
