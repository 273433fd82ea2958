//! The conversation with an adapter's process: lines in both directions, and requests that come over HTTP meanwhile.

use std::{
    collections::VecDeque,
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    time::Duration,
};

use crate::model::json::Value;

use super::{
    ending::{add_log, ended},
    error::PipeError,
    model::Server,
    orphans::{self, Orphans},
    process::{LINE_SHOWN, Over, Process, Said},
    side,
    silence::Silence,
};
use crate::{
    llm::serve::{self, Arrival, HostFilter},
    model::text::shorten,
    stage::{Culprit, SubjectError},
    subject::{
        process::Manner,
        protocol::{
            FromAdapter, Method, ToAdapter,
            rpc::{self, Answer, Call, Line, RpcError},
        },
    },
};

/// The most output in one run, in bytes. More is a fault of the adapter.
const RUN_MAX: u64 = 64 << 20;
/// How long the process may take to end after its stdin is closed.
const END_PATIENCE: Duration = Duration::from_secs(2);
/// How long the process may take to end after it has closed its stdout.
const END_GRACE: Duration = Duration::from_millis(500);
/// How long to wait for the end of stdout after the adapter has hung up on the model. It may have hung up because it
/// ends.
const HANG_UP_GRACE: Duration = Duration::from_secs(1);
/// How many events before that end are skipped at most.
const SKIPPED_BEFORE_END: usize = 64;
/// How long a request may take to arrive after a line that was written later.
const ON_ITS_WAY: Duration = Duration::from_secs(10);
/// How many lines are read ahead.
const AHEAD: usize = 4;
/// The patience with an adapter that has hung once already.
const PATIENCE_LESS: Duration = Duration::from_secs(5);

/// Something that arrives.
enum Event {
    /// A line of the process with this generation.
    Line(u64, Said),
    /// News of a request to the model.
    Model(serve::RequestEvent),
}

impl Event {
    /// Whether it ends the silence of the adapter, whatever it says.
    fn is_speech(&self) -> bool {
        match self {
            Self::Line(_, Ok(line)) => !line.trim().is_empty(),
            Self::Line(_, Err(_)) => true,
            Self::Model(request) => {
                matches!(request, serve::RequestEvent::Arrived(arrival) if orphans::is_request(arrival))
            }
        }
    }
}

/// What we wait for.
#[derive(Clone, Copy)]
pub enum Awaited<'a> {
    /// A line: its content, and the culprit if no line comes.
    Line(&'a str, Culprit),
    /// A request to the model: the error if no request comes.
    Request(&'a dyn Fn() -> PipeError),
}

/// The conversation with an adapter.
pub struct Talk {
    command: Vec<String>,
    process: Option<Process>,
    /// The number of the current process, counted from 1. Lines of earlier processes are ignored.
    generation: u64,
    /// Whether the current process has played a run.
    has_played: bool,
    tell: SyncSender<Event>,
    /// Declared before `server`, so that it is dropped first: the server's thread may be blocked on this channel.
    heard: Receiver<Event>,
    server: Server,
    /// Lines that were read and not yet taken.
    backlog: VecDeque<String>,
    /// Requests to the model that were not yet taken, in the order of arrival.
    arrived: Vec<Arrival>,
    /// Requests of this run to paths that no wire has.
    orphans: Orphans,
    /// The prefix of the paths of this run's requests.
    prefix: String,
    /// How long the adapter may be silent while it owes a line.
    patience: Duration,
    /// Its silence so far.
    silence: Silence,
    /// The scenario of the run that was stopped, until the next run has started.
    stopped: Option<String>,
    /// The output of this run so far, in bytes.
    said: u64,
    /// The methods of our requests; the first has the id 1.
    asked: Vec<&'static str>,
    /// A fault that belongs to something that was over already, such as a second answer.
    late: Option<PipeError>,
}

impl Talk {
    /// Prepares a conversation with `command`, a program and its arguments. No process is started yet.
    ///
    /// # Errors
    /// The environment's, if there is no free port.
    pub fn new(command: Vec<String>, patience: Duration, hosts: HostFilter) -> Result<Self, SubjectError> {
        let (tell, heard) = mpsc::sync_channel(AHEAD);
        let requests = tell.clone();
        let server = Server::start(hosts, move |request| drop(requests.send(Event::Model(request))))
            .map_err(|error| environment(format!("the HTTP server of the scripted model did not start: {error}")))?;
        Ok(Self {
            command,
            process: None,
            generation: 0,
            has_played: false,
            tell,
            heard,
            server,
            backlog: VecDeque::new(),
            arrived: Vec::new(),
            orphans: Orphans::default(),
            prefix: String::new(),
            patience,
            silence: Silence::default(),
            stopped: None,
            said: 0,
            asked: Vec::new(),
            late: None,
        })
    }

    /// Whether the process was started and not yet ended by us.
    pub const fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Starts the process.
    ///
    /// # Errors
    /// The environment's, if the program cannot be started.
    pub fn start(&mut self) -> Result<(), SubjectError> {
        self.generation += 1;
        self.said = 0;
        self.has_played = false;
        self.stopped = None;
        self.backlog.clear();
        let (generation, lines) = (self.generation, self.tell.clone());
        let process = Process::start(&self.command, move |said| lines.send(Event::Line(generation, said)).is_ok());
        self.process = Some(process.map_err(|error| {
            environment(format!("the subject `{}` did not start: {error}", self.command.join(" ")))
        })?);
        Ok(())
    }

    /// Whether the current process has played a run.
    pub const fn has_played(&self) -> bool {
        self.has_played
    }

    /// Begins the run with the name `scenario`. Requests of earlier runs are ignored from now on.
    pub fn begin_run(&mut self, scenario: &str) {
        self.has_played = true;
        self.said = 0;
        self.arrived.clear();
        self.orphans.clear();
        self.prefix = format!("/{scenario}");
    }

    /// The run of `scenario` was stopped. Until the next run has started, a line that is no message breaks nothing: a process
    /// that the run left behind may have written it. Such a line is kept as a late fault.
    pub fn end_run(&mut self, scenario: &str) {
        self.stopped = Some(scenario.to_owned());
    }

    /// The run has started: the adapter has answered.
    pub fn has_started(&mut self) {
        self.stopped = None;
    }

    /// The URL of the model for this run.
    pub fn model_url(&self) -> String {
        format!("{}{}", self.server.base, self.prefix)
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// If the process is not running.
    pub fn tell(&mut self, message: ToAdapter) -> Result<(), SubjectError> {
        self.send(&Call::tell(message))
    }

    /// Sends a request and waits for its answer. If a message comes instead, `stray` makes the error. A second answer
    /// to an earlier request is kept as a late fault.
    ///
    /// # Errors
    /// If the answer is an error, or something else comes.
    pub fn ask(
        &mut self,
        message: ToAdapter,
        stray: impl Fn(&FromAdapter) -> PipeError,
    ) -> Result<Value, SubjectError> {
        let method = message.method().name;
        self.asked.push(method);
        let id = self.asked.len() as u64;
        self.send(&Call::ask(id, message))?;
        let awaited = format!("the answer to `{method}`");
        let heard = loop {
            let heard = self.hear(Awaited::Line(&awaited, Culprit::Adapter))?;
            let Some(before) = self.earlier_request(&heard) else { break heard };
            self.late.get_or_insert(PipeError::SecondAnswer(before));
        };
        let why = match heard {
            Line::Answer(Answer { id: found, error: Some(RpcError { code, message }), .. })
                if found.is_none_or(|found| found == id) =>
            {
                PipeError::Refused { method, code, message }
            }
            Line::Answer(Answer { id: Some(found), result: Some(result), .. }) if found == id => return Ok(result),
            Line::Answer(Answer { id: found, .. }) => PipeError::OtherAnswer { found, method, id },
            Line::Call(_, message) => stray(&message),
        };
        Err(self.broken(Culprit::Adapter, why))
    }

    /// The method of the earlier request that this line answers, if it answers one.
    fn earlier_request(&self, heard: &Line<FromAdapter>) -> Option<&'static str> {
        let Line::Answer(Answer { id: Some(id), .. }) = heard else { return None };
        let (_, before) = self.asked.split_last()?;
        before.get(usize::try_from(*id).ok()?.checked_sub(1)?).copied()
    }

    /// The late fault since the last call, if there is one.
    pub fn take_late(&mut self) -> Option<SubjectError> {
        let late = self.late.take()?;
        Some(SubjectError { culprit: Culprit::Adapter, message: self.message(&late) })
    }

    fn send(&mut self, message: &Call<ToAdapter>) -> Result<(), SubjectError> {
        let mut line = serde_json::to_vec(message).map_err(|error| SubjectError {
            culprit: Culprit::Suite,
            message: format!("a message could not be written: {error}"),
        })?;
        line.push(b'\n');
        self.silence.end();
        self.write(line)
    }

    /// Writes a line as it is.
    ///
    /// # Errors
    /// If the process is not running.
    pub fn write(&mut self, line: Vec<u8>) -> Result<(), SubjectError> {
        match &self.process {
            Some(process) => process.write(line),
            None => return Err(self.broken(Culprit::Adapter, PipeError::NotRunning)),
        }
        Ok(())
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// If none comes, or a line is not a message.
    pub fn hear(&mut self, awaited: Awaited<'_>) -> Result<Line<FromAdapter>, SubjectError> {
        while self.backlog.is_empty() {
            self.wait(awaited)?;
        }
        let line = self.backlog.pop_front().unwrap_or_default();
        let why = match rpc::read::<FromAdapter>(&line, |method| Method::knows(FromAdapter::METHODS, method)) {
            Ok(Line::Call(Some(id), message)) => {
                PipeError::NotificationWithId { method: message.method().name.to_owned(), id }
            }
            Ok(heard) => return Ok(heard),
            Err(refusal) => {
                let error = refusal.error.map(|RpcError { code, message }| (code, message));
                let (code, message) = error.unwrap_or_default();
                PipeError::InvalidLine { code, message, line: shorten(line.trim_end(), LINE_SHOWN) }
            }
        };
        Err(self.broken(Culprit::Adapter, why))
    }

    /// The requests of this run to paths that no wire has.
    pub const fn orphans(&mut self) -> &mut Orphans {
        &mut self.orphans
    }

    /// The requests to the model that have arrived in this run and were not yet taken.
    pub const fn arrived(&mut self) -> &mut Vec<Arrival> {
        &mut self.arrived
    }

    /// Waits for a line or a request.
    ///
    /// # Errors
    /// If nothing comes in time, or nothing can come any more.
    pub fn wait(&mut self, awaited: Awaited<'_>) -> Result<(), SubjectError> {
        match self.receive(self.patience) {
            Ok(heard) => self.take(heard),
            Err(RecvTimeoutError::Timeout) => Err(self.hung(awaited)),
            Err(RecvTimeoutError::Disconnected) => Err(self.broken(Culprit::Suite, PipeError::Disconnected)),
        }
    }

    /// Waits for a request that must be on its way already, if it comes at all.
    ///
    /// # Errors
    /// The adapter's for the reason `why` if nothing comes, or the fault that comes instead.
    pub fn wait_shortly(&mut self, why: impl Fn() -> PipeError) -> Result<(), SubjectError> {
        match self.receive(self.patience.min(ON_ITS_WAY)) {
            Ok(heard) => self.take(heard),
            Err(_) => Err(self.broken(Culprit::Adapter, why())),
        }
    }

    /// The next event. Fails if the adapter has been silent for `patience`, even if something arrives that is no speech.
    fn receive(&mut self, patience: Duration) -> Result<Event, RecvTimeoutError> {
        let left = self.silence.left(patience);
        if left.is_zero() {
            // The last chance: whatever has arrived by now may be a speech.
            return self.heard.try_iter().find(Event::is_speech).ok_or(RecvTimeoutError::Timeout);
        }
        self.heard.recv_timeout(left)
    }

    /// Whether `fits` holds for a message that was not yet taken. Skips the first `looked` lines, and sets `looked` to
    /// the number of lines.
    pub fn has_said(&self, looked: &mut usize, fits: impl Fn(&FromAdapter) -> bool) -> bool {
        let knows = |method: &str| Method::knows(FromAdapter::METHODS, method);
        let is_it = |line: &String| matches!(rpc::read(line, knows), Ok(Line::Call(_, message)) if fits(&message));
        let from = std::mem::replace(looked, self.backlog.len());
        self.backlog.range(from..).any(is_it)
    }

    fn take(&mut self, heard: Event) -> Result<(), SubjectError> {
        match heard {
            Event::Line(generation, said) if generation == self.generation => match said {
                Ok(line) => self.take_line(line),
                // A process that has closed its stdout usually ends soon. If not, it is stopped.
                Err(Over::Ended(why)) => Err(self.ends(Culprit::Adapter, why, END_GRACE)),
                Err(Over::Unreadable(why)) => Err(self.broken(Culprit::Adapter, why)),
            },
            // A request of an earlier run is dropped, which closes its connection.
            Event::Model(serve::RequestEvent::Arrived(arrival)) => {
                let of_the_run = |arrival| self.orphans.sort(arrival, &self.prefix);
                if let Some(arrival) = side::answer(arrival).and_then(of_the_run) {
                    self.silence.end();
                    self.arrived.push(arrival);
                }
                Ok(())
            }
            Event::Model(serve::RequestEvent::Refused(request, why)) => {
                self.orphans.refuse(&request, why, &self.prefix);
                Ok(())
            }
            Event::Line(..) | Event::Model(serve::RequestEvent::Over) => Ok(()),
        }
    }

    /// The error for an adapter that has closed its connection to the model. If the adapter did so because it ends, the
    /// error says that. Otherwise the error says `why`.
    pub fn hung_up(&mut self, why: PipeError) -> SubjectError {
        for _ in 0..SKIPPED_BEFORE_END {
            match self.heard.recv_timeout(HANG_UP_GRACE) {
                Ok(Event::Line(generation, Err(Over::Ended(why)))) if generation == self.generation => {
                    return self.ends(Culprit::Adapter, why, END_GRACE);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.broken(Culprit::Adapter, why)
    }

    /// The error for an adapter that was silent for too long, with the cause if it can be seen.
    fn hung(&mut self, awaited: Awaited<'_>) -> SubjectError {
        let seconds = self.patience.as_secs_f64();
        // An adapter that has hung once may hang in every run.
        self.patience = self.patience.min(PATIENCE_LESS);
        let half = self.process.as_ref().and_then(Process::half);
        let is_deaf = self.process.as_ref().is_some_and(Process::is_deaf);
        let (culprit, why) = match (half, awaited) {
            (Some(half), _) => {
                (Culprit::Adapter, PipeError::HalfLine { seconds, part: shorten(half.trim(), LINE_SHOWN) })
            }
            (None, Awaited::Request(wrong)) => {
                (Culprit::Adapter, PipeError::InVain { wrong: Box::new(wrong()), seconds })
            }
            (None, Awaited::Line(awaited, _)) if is_deaf => {
                (Culprit::Adapter, PipeError::Deaf { seconds, awaited: awaited.to_owned() })
            }
            (None, Awaited::Line(awaited, culprit)) => {
                (culprit, PipeError::Hung { seconds, awaited: awaited.to_owned() })
            }
        };
        self.broken(culprit, why)
    }

    fn take_line(&mut self, line: String) -> Result<(), SubjectError> {
        self.said = self.said.saturating_add(line.len() as u64);
        if self.said > RUN_MAX {
            return Err(self.broken(Culprit::Adapter, PipeError::TooMuch { mib: RUN_MAX >> 20 }));
        }
        if line.trim().is_empty() {
            self.silence.count_blank();
        } else if let Some(scenario) = self.stopped.as_ref().filter(|_| !rpc::is_meant_as_message(&line)) {
            // This does not end the silence, so that an adapter that hangs is noticed whatever else writes.
            let (scenario, line) = (scenario.clone(), shorten(line.trim_end(), LINE_SHOWN));
            self.late.get_or_insert(PipeError::AfterStop { scenario, line });
        } else {
            self.silence.end();
            self.backlog.push_back(line);
        }
        Ok(())
    }

    /// Ends the process, and makes an error with the last lines of its log.
    pub fn broken(&mut self, culprit: Culprit, why: PipeError) -> SubjectError {
        self.ends(culprit, why, Duration::ZERO)
    }

    fn ends(&mut self, culprit: Culprit, why: PipeError, grace: Duration) -> SubjectError {
        let mut message = self.message(&why);
        if let Some(mut process) = self.process.take() {
            let leftovers = process.end(grace);
            message.push_str(&ended(&leftovers, !grace.is_zero()));
            message.push_str(&self.silence.to_string());
            message.push_str(&self.orphans.to_string());
            add_log(&process, &mut message);
        }
        self.backlog.clear();
        SubjectError { culprit, message }
    }

    fn message(&self, why: &PipeError) -> String {
        format!("the subject `{}`: {why}", self.command.join(" "))
    }

    /// Kills the process without waiting.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.backlog.clear();
    }

    /// Closes the process's stdin, and waits for its end.
    ///
    /// # Errors
    /// The adapter's, if it does not end by itself with status 0, or leaves a process running.
    pub fn end(&mut self) -> Result<(), SubjectError> {
        self.backlog.clear();
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let leftovers = process.end(END_PATIENCE);
        if leftovers.itself == Manner::Itself && leftovers.status == Some(0) && leftovers.behind.is_empty() {
            return Ok(());
        }
        let mut message = self.message(&match leftovers.itself {
            Manner::Itself => PipeError::BadEnd,
            _ => PipeError::NoEnd(END_PATIENCE.as_secs()),
        });
        message.push_str(&ended(&leftovers, true));
        add_log(&process, &mut message);
        Err(SubjectError { culprit: Culprit::Adapter, message })
    }
}

fn environment(message: String) -> SubjectError {
    SubjectError { culprit: Culprit::Environment, message }
}
