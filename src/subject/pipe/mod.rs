//! A subject behind a pipe: the process of an adapter, which speaks the adapter protocol.
//!
//! ```text
//!   stage ── feed ──▶ Pipe ── a line ───────────────▶ adapter ──▶ implementation
//!         ◀─ next ──       ◀─ lines, then `idle` ────         ◀──
//!                          ◀═ HTTP: requests, held until the stage releases their replies
//! ```
//!
//! Lines on an adapter's stdout are in order. A request to the model comes over HTTP, so its place among the lines is
//! known only if the adapter announces it on stdout. Otherwise it counts as the last effect before `idle`.

mod ending;
mod error;
mod half;
mod model;
mod names;
mod orphans;
mod process;
mod run;
mod side;
mod silence;
mod talk;

use std::time::Duration;

use self::error::PreviousRun;
pub(super) use self::run::Run;
pub use self::{
    error::PipeError,
    talk::{Awaited, Talk},
};
pub(super) use self::{
    model::{Model, Released, Server, Waiting},
    process::{Over, Process as PipeProcess, Said},
};
use super::protocol::{
    FromAdapter, Hello, ModelAddress, Requests, ScenarioStart, ToAdapter, VERSION,
    rpc::{Answer, Line, RpcError},
};
use crate::{
    llm::{
        Format, Wire,
        serve::{Arrival, HostFilter},
        shell::ModelShell,
    },
    model::{Millis, Op},
    stage::{Capability, Claims, Culprit, Next, Scene, Subject, SubjectError},
    system::{Effect, Input, Setup, System},
};

/// Options for running an adapter.
#[derive(Clone, Debug)]
pub struct AdapterOptions {
    /// The wire for requests to the model, if the scenario names none.
    pub wire: Option<Wire>,
    /// Whether replies come in one body instead of a stream, if the scenario does not say.
    pub unstreamed: bool,
    /// How long the adapter may be silent while it owes a line. This watchdog ends a run that hangs, and is the only
    /// use of real time.
    pub patience: Duration,
    /// The hosts that the scripted model answers for.
    pub hosts: HostFilter,
}

impl Default for AdapterOptions {
    fn default() -> Self {
        Self { wire: None, unstreamed: false, patience: Duration::from_secs(30), hosts: HostFilter::default() }
    }
}

impl AdapterOptions {
    /// The format of requests to the model, for an adapter that takes any.
    pub fn format(&self) -> Format {
        Format { wire: self.wire.unwrap_or_default(), streamed: !self.unstreamed }
    }
}

/// An adapter as a subject.
pub struct Pipe {
    talk: Talk,
    hello: Hello,
    claims: Claims,
    adapter_options: AdapterOptions,
    waiting: Waiting,
    /// How many runs were started, restarts included.
    runs: u64,
    run: Run,
    /// A fault at the end of a run that was noticed only in the next run.
    late: Option<SubjectError>,
    /// A fault that comes after all that is ready.
    failed: Option<SubjectError>,
}

impl Pipe {
    /// Starts `command`, a program and its arguments, and asks for its claims. Also returns the model that it sends its
    /// requests to.
    ///
    /// # Errors
    /// The environment's, if the program cannot be started; the adapter's, if it does not answer as the protocol
    /// demands.
    pub fn start(
        command: Vec<String>,
        adapter_options: AdapterOptions,
    ) -> Result<(Self, Box<dyn ModelShell>), SubjectError> {
        let mut talk = Talk::new(command, adapter_options.patience, adapter_options.hosts.clone())?;
        let hello = greet(&mut talk)?;
        let waiting = Waiting::default();
        let model = Model::new(waiting.clone());
        let claims = hello.claims();
        Ok((
            Self {
                talk,
                hello,
                claims,
                adapter_options,
                waiting,
                runs: 0,
                run: Run::default(),
                late: None,
                failed: None,
            },
            Box::new(model),
        ))
    }

    /// The message that starts a run.
    fn scenario_start(&self, setup: Setup, now_ms: Millis) -> ScenarioStart {
        let Run { scenario, scene, folder, .. } = &self.run;
        let Setup { profile, terminal, argv, config, tools, stored } = setup;
        let default = || System::named(&scene.system).and_then(|system| system.profiles.first().copied());
        let usual = self.adapter_options.format();
        let wanted = [scene.wire, Some(usual.wire)].into_iter().flatten();
        let wire = { wanted }.find(|wire| self.hello.wires.contains(wire)).or(self.hello.wires.first().copied());
        ScenarioStart {
            scenario: scenario.clone(),
            system: scene.system.clone(),
            profile: if profile.is_empty() { default().unwrap_or_default().to_owned() } else { profile },
            now_ms,
            terminal,
            argv,
            config,
            tools,
            stored,
            model: ModelAddress {
                url: self.talk.model_url(),
                side_url: self.talk.model_url() + side::PATH,
                wire: wire.unwrap_or(usual.wire),
                streamed: scene.streamed.unwrap_or(usual.streamed),
            },
            folder: folder.as_ref().map(|folder| folder.path().display().to_string()).unwrap_or_default(),
        }
    }
}

/// Starts the process, and asks for its claims.
fn greet(talk: &mut Talk) -> Result<Hello, SubjectError> {
    talk.start()?;
    let harness = concat!("hotseat ", env!("CARGO_PKG_VERSION")).to_owned();
    let hello = talk.ask(ToAdapter::Initialize { protocol: VERSION, harness }, |message| PipeError::BeforeAnswer {
        said: message.method().name.to_owned(),
        method: "initialize",
        hint: PreviousRun::default(),
    })?;
    Hello::read(hello).map_err(|why| talk.broken(Culprit::Adapter, why.into()))
}

impl Subject for Pipe {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        if !self.talk.is_running() {
            greet(&mut self.talk)?;
        }
        self.runs += 1;
        self.waiting.clear();
        let folder = if scene.again { self.run.folder.take() } else { None };
        let before = self.talk.has_played().then(|| std::mem::take(&mut self.run.scene.name));
        self.run = Run::new(format!("s{}", self.runs), scene, folder)?;
        self.run.before = before;
        self.failed = None;
        self.talk.begin_run(&self.run.scenario);
        Ok(())
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        let op = |run: &Run, op: Op| run.names.name(op);
        let name = match &input {
            Input::Begin(setup) => {
                let start = ToAdapter::ScenarioStart(Box::new(self.scenario_start((**setup).clone(), now)));
                self.talk.ask(start, |message| PipeError::BeforeAnswer {
                    said: message.method().name.to_owned(),
                    method: "scenario/start",
                    hint: self.run.previous(),
                })?;
                self.talk.has_started();
                self.late = self.late.take().or(self.talk.take_late());
                self.run.deliver();
                return Ok(());
            }
            // A reply is sent whole, when its last event is due.
            Input::Model(op, event) => {
                if event.is_last() {
                    match self.waiting.release(*op) {
                        Released::Sent => self.run.deliver(),
                        Released::GivenUp => {}
                        Released::HungUp => return Err(self.talk.hung_up(PipeError::HungUp(*op))),
                    }
                }
                return Ok(());
            }
            Input::Tool(id, _) | Input::Person(id, _) | Input::Fired(id) => op(&self.run, *id),
            Input::Says(_) | Input::Client(_) | Input::File(..) | Input::Signal(_) => String::new(),
        };
        if let Some(message) = ToAdapter::of_input(now, input, name) {
            self.talk.tell(message)?;
            self.run.deliver();
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        loop {
            if !self.holds_back()
                && let Some(next) = self.run.take_ready()
            {
                let next = next.map_err(|why| self.talk.broken(Culprit::Adapter, why))?;
                return Ok(next);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if !self.run.is_awaiting() {
                return Ok(Next::Parked);
            }
            self.failed = self.listen().err();
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.run.open.clone();
        open.extend(self.waiting.open());
        open.sort_unstable();
        open
    }

    fn stop(&mut self) -> Result<(), SubjectError> {
        let after = |message: &FromAdapter| PipeError::AfterIdle(message.method().name.to_owned());
        self.waiting.clear();
        self.talk.ask(ToAdapter::ScenarioStop { scenario: self.run.scenario.clone() }, after)?;
        if !self.talk.arrived().is_empty() {
            return Err(self.talk.broken(Culprit::Adapter, PipeError::RequestAfterIdle));
        }
        self.run.folder = None;
        self.talk.end_run(&self.run.scene.name);
        if !self.hello.many {
            self.talk.ask(ToAdapter::Shutdown {}, after)?;
            self.talk.end()?;
        }
        self.talk.take_late().map_or(Ok(()), Err)
    }

    fn kill(&mut self) {
        self.waiting.clear();
        self.talk.kill();
    }

    fn close(&mut self) -> Result<(), SubjectError> {
        self.waiting.clear();
        if self.talk.is_running() {
            self.talk
                .ask(ToAdapter::Shutdown {}, |message| PipeError::BetweenRuns(message.method().name.to_owned()))?;
            self.talk.end()?;
        }
        self.late.take().or(self.talk.take_late()).map_or(Ok(()), Err)
    }
}

impl Pipe {
    /// Whether what the adapter says is held back until it is parked. It works on real files: it may go on writing them
    /// while it speaks, and a kill must always find them in the same state.
    fn holds_back(&self) -> bool {
        let works_on_files = self.claims.capabilities.contains(&Capability::Files);
        works_on_files && self.run.is_awaiting() && self.failed.is_none() && self.run.has_room()
    }

    /// Hears the adapter's next line.
    fn listen(&mut self) -> Result<(), SubjectError> {
        let awaited = format!("`idle` after delivery {} of the run", self.run.delivered());
        match self.talk.hear(Awaited::Line(&awaited, Culprit::Subject))? {
            Line::Call(_, message) => self.take(message),
            Line::Answer(Answer { id, error, .. }) => {
                let why = match (error, id) {
                    (Some(RpcError { code, message }), None) => PipeError::Rejects { code, message },
                    (_, id) => PipeError::StrayAnswer { found: id, awaited },
                };
                Err(self.talk.broken(Culprit::Adapter, why))
            }
        }
    }

    /// Takes in a message of the adapter.
    fn take(&mut self, message: FromAdapter) -> Result<(), SubjectError> {
        if let Some(capability) = message.method().capability.filter(|one| !self.claims.capabilities.contains(one)) {
            let why = PipeError::Unclaimed { said: message.method().name.to_owned(), capability };
            return Err(self.talk.broken(Culprit::Adapter, why));
        }
        match message {
            FromAdapter::Idle(idle) => self.park(&idle),
            FromAdapter::ModelRequest { request } => self.announced(request),
            message => match self.run.effect(message) {
                Ok(effect) => {
                    if let Effect::Cancel(op @ Op::Request(_), _) = effect {
                        self.waiting.give_up(op);
                    }
                    self.run.ready.push_back(Next::Effect(effect));
                    Ok(())
                }
                Err(why) => Err(self.talk.broken(Culprit::Adapter, why)),
            },
        }
    }

    /// The adapter announces a request to the model. The request has arrived already, or is on its way.
    fn announced(&mut self, name: String) -> Result<(), SubjectError> {
        let cancels = |said: &FromAdapter| matches!(said, FromAdapter::ModelCancel { request, .. } if *request == name);
        let (mut looked, mut is_cancelled) = (0, false);
        loop {
            let arrived = self.talk.arrived();
            if let Some(at) = arrived.iter().position(|arrival| arrival.name.as_deref() == Some(&*name)) {
                let arrival = arrived.remove(at);
                if self.run.names.known(Op::Request, &name).is_some() {
                    return Err(self.talk.broken(Culprit::Adapter, PipeError::RequestNameTaken(name)));
                }
                let op = self.run.names.op(Op::Request, name);
                self.run.request(op, self.waiting.keep(op, arrival), true);
                return Ok(());
            }
            if let Some(sent) = self.talk.orphans().named(&name) {
                let why = PipeError::SentElsewhere { sent: sent.to_owned(), name };
                return Err(self.talk.broken(Culprit::Adapter, why));
            }
            if let Some(why) = self.talk.orphans().take_refused() {
                return Err(self.talk.broken(Culprit::Adapter, PipeError::RequestRefused(why)));
            }
            is_cancelled |= self.talk.has_said(&mut looked, cancels);
            if is_cancelled {
                // A request that was sent before its cancel is on its way. After the cancel it may not be sent any
                // more.
                self.talk.wait_shortly(|| PipeError::CancelledUnsent(name.clone()))?;
            } else {
                self.talk.wait(Awaited::Request(&|| PipeError::NeverSent(name.clone())))?;
            }
        }
    }

    /// The adapter says that it is idle. It counts as parked when as many requests have arrived as it says it sent.
    fn park(&mut self, idle: &super::protocol::Idle) -> Result<(), SubjectError> {
        self.run.check(idle).map_err(|why| self.talk.broken(Culprit::Adapter, why))?;
        // Each connection is looked at once, so that the count and the effects below agree.
        let (given_up, arrived) = loop {
            let arrived = self.talk.arrived();
            let sent = self.run.sent + arrived.len() as u64;
            let closed: Vec<bool> = arrived.iter().map(|arrival| arrival.reply.is_closed()).collect();
            let given_up = self.waiting.closed();
            let still_open = closed.iter().filter(|is_closed| !**is_closed).count();
            let open = (self.waiting.open().len() - given_up.len() + still_open) as u64;
            if sent == idle.requests.sent && open == idle.requests.open {
                break (given_up, std::mem::take(arrived).into_iter().zip(closed));
            }
            let why = || PipeError::RequestCount { counted: idle.requests, found: Requests { sent, open } };
            if sent > idle.requests.sent {
                return Err(self.talk.broken(Culprit::Adapter, why()));
            }
            if sent == idle.requests.sent && open < idle.requests.open {
                return Err(self.talk.hung_up(why()));
            }
            if let Some(why) = self.talk.orphans().take_refused() {
                return Err(self.talk.broken(Culprit::Adapter, PipeError::RequestRefused(why)));
            }
            self.talk.wait(Awaited::Request(&why))?;
        };
        self.give_up(given_up);
        // The order of arrival is not deterministic, so requests that come together are sorted by name and content.
        let mut arrived: Vec<(Arrival, bool)> = arrived.collect();
        arrived.sort_by(|(a, _), (b, _)| (&a.name, &a.request.body).cmp(&(&b.name, &b.request.body)));
        let mut given_up = Vec::new();
        for (arrival, is_closed) in arrived {
            let op = match &arrival.name {
                Some(name) => self.run.names.op(Op::Request, name.clone()),
                None => self.run.names.nameless(Op::Request),
            };
            self.run.request(op, self.waiting.keep(op, arrival), false);
            given_up.extend(is_closed.then_some(op));
        }
        given_up.sort_unstable();
        self.give_up(given_up);
        self.run.park();
        Ok(())
    }

    /// The adapter has closed the connections of these requests, and says so with its count of open ones.
    fn give_up(&mut self, ops: Vec<Op>) {
        self.waiting.count_as_given_up(&ops);
        self.run.cancelled(ops);
    }
}
