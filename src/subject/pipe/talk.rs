//! Talking with an adapter's process: lines both ways, and the requests that come over HTTP meanwhile.

use std::{
    collections::VecDeque,
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    time::Duration,
};

use serde_json::Value;

use super::{
    model::Server,
    orphans::Orphans,
    process::{LINE_SHOWN, Over, Process, Said},
};
use crate::{
    llm::serve::{self, Arrival},
    model::text::shorten,
    stage::{Culprit, SubjectError},
    subject::{
        process::{Leftovers, Manner},
        protocol::{
            FromAdapter, Method, ToAdapter,
            rpc::{self, Answer, Call, Line, NOT_JSON, RpcError},
        },
    },
};

/// More than this in one run is a fault of the adapter, in bytes.
const RUN_MAX: u64 = 64 << 20;
/// How long it may take to end once its stdin is closed.
const END_PATIENCE: Duration = Duration::from_secs(2);
/// How long who has closed its stdout may take to end.
const END_GRACE: Duration = Duration::from_millis(500);
/// How long who has hung up on the model may take to close its stdout, where it does so because it ends, and how much
/// it may still say.
const HANG_UP_GRACE: Duration = Duration::from_millis(100);
const HEARD_OF_END: usize = 64;
/// How long what was sent before a line was said may take to be heard after it.
const ON_ITS_WAY: Duration = Duration::from_secs(10);
/// How many lines are read ahead.
const AHEAD: usize = 4;
/// How long an adapter that has hung once is waited for in other runs, at most.
const PATIENCE_LESS: Duration = Duration::from_secs(5);

/// What is heard: of a process (which one, and what), or of a request to the model.
enum Event {
    Line(u64, Said),
    Model(serve::RequestEvent),
}

/// What is waited for.
#[derive(Clone, Copy, Debug)]
pub enum Awaited<'a> {
    /// A line: what it is to say, and who is to blame where it says nothing.
    Line(&'a str, Culprit),
    /// Something else: what is not as the adapter says.
    Other(&'a str),
}

/// An adapter, and how to talk with it.
pub struct Talk {
    command: Vec<String>,
    process: Option<Process>,
    /// Which of the processes is heard, counted from 1.
    generation: u64,
    /// Whether it has played a run.
    has_played: bool,
    tell: SyncSender<Event>,
    /// Before the server, whose thread may be waiting for room in here when it is to end.
    heard: Receiver<Event>,
    server: Server,
    /// Lines that were read while a request was waited for.
    backlog: VecDeque<String>,
    /// Requests to the model that nobody has looked at yet, in the order of arrival.
    arrived: Vec<Arrival>,
    /// Requests of this run that are none to the model.
    orphans: Orphans,
    /// What the paths of this run's requests begin with.
    prefix: String,
    /// How long it may say nothing while it is owed nothing.
    patience: Duration,
    /// What it has said in this run, in bytes.
    said: u64,
    /// The methods of our requests; the first has the id 1.
    asked: Vec<&'static str>,
    /// What it said of what was over already.
    late: Option<String>,
}

impl Talk {
    /// Prepares to talk with `command`, a program and its arguments; nothing is started yet.
    ///
    /// # Errors
    /// The environment's, where there is no port.
    pub fn new(command: Vec<String>, patience: Duration) -> Result<Self, SubjectError> {
        let (tell, heard) = mpsc::sync_channel(AHEAD);
        let requests = tell.clone();
        let server = Server::start(move |request| drop(requests.send(Event::Model(request))))
            .map_err(|error| environment(format!("no scripted model over HTTP: {error}")))?;
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
            said: 0,
            asked: Vec::new(),
            late: None,
        })
    }

    /// Whether its process is there.
    pub const fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Starts its process.
    ///
    /// # Errors
    /// The environment's, where there is no such program.
    pub fn start(&mut self) -> Result<(), SubjectError> {
        self.generation += 1;
        self.said = 0;
        self.has_played = false;
        self.backlog.clear();
        let (generation, lines) = (self.generation, self.tell.clone());
        let process = Process::start(&self.command, move |said| lines.send(Event::Line(generation, said)).is_ok());
        self.process = Some(process.map_err(|error| {
            environment(format!("the subject `{}` did not start: {error}", self.command.join(" ")))
        })?);
        Ok(())
    }

    /// Whether its process has played a run.
    pub const fn has_played(&self) -> bool {
        self.has_played
    }

    /// The run that is called `scenario` begins: nothing of an earlier one is heard any more.
    pub fn begin_run(&mut self, scenario: &str) {
        self.has_played = true;
        self.said = 0;
        self.arrived.clear();
        self.orphans.clear();
        self.prefix = format!("/{scenario}");
    }

    /// Where the model is for this run.
    pub fn model_url(&self) -> String {
        format!("{}{}", self.server.base, self.prefix)
    }

    /// Sends a notification.
    ///
    /// # Errors
    /// Where it is not running.
    pub fn tell(&mut self, message: ToAdapter) -> Result<(), SubjectError> {
        self.send(&Call::tell(message))
    }

    /// Sends a request, and waits for its answer. What else it says meanwhile is what `stray` makes of it; but an
    /// answer that it has given before is kept as late.
    ///
    /// # Errors
    /// Where it answers with an error, or says something else.
    pub fn ask(&mut self, message: ToAdapter, stray: impl Fn(&FromAdapter) -> String) -> Result<Value, SubjectError> {
        let method = message.request();
        self.asked.push(method);
        let id = self.asked.len() as u64;
        self.send(&Call::ask(id, message))?;
        let awaited = format!("the answer to `{method}`");
        let heard = loop {
            let heard = self.hear(Awaited::Line(&awaited, Culprit::Adapter))?;
            let Some(before) = self.is_of_before(&heard) else { break heard };
            self.late.get_or_insert(format!("it answers `{before}` once more, when that is over"));
        };
        let why = match heard {
            Line::Answer(Answer { id: found, error: Some(RpcError { code, message }), .. })
                if found.is_none_or(|found| found == id) =>
            {
                format!("it answers `{method}` with error {code}: {message}")
            }
            Line::Answer(Answer { id: Some(found), result: Some(result), .. }) if found == id => return Ok(result),
            Line::Answer(Answer { id: found, .. }) => {
                let found = found.map_or_else(|| "null".to_owned(), |id| id.to_string());
                format!("it answers request {found}, and was asked `{method}` as request {id}")
            }
            Line::Call(_, message) => stray(&message),
        };
        Err(self.broken(Culprit::Adapter, &why))
    }

    /// The request that this answers, where that is not the last one.
    fn is_of_before(&self, heard: &Line<FromAdapter>) -> Option<&'static str> {
        let Line::Answer(Answer { id: Some(id), .. }) = heard else { return None };
        let (_, before) = self.asked.split_last()?;
        before.get(usize::try_from(*id).ok()?.checked_sub(1)?).copied()
    }

    /// What it said of what was over already, if anything, since this was last asked.
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
        self.write(line)
    }

    /// Writes a line as it is.
    ///
    /// # Errors
    /// Where it is not running.
    pub fn write(&mut self, line: Vec<u8>) -> Result<(), SubjectError> {
        match &self.process {
            Some(process) => process.write(line),
            None => return Err(self.broken(Culprit::Adapter, "it is not running")),
        }
        Ok(())
    }

    /// The next thing that it says.
    ///
    /// # Errors
    /// Where there is nothing more, or what comes is no message.
    pub fn hear(&mut self, awaited: Awaited<'_>) -> Result<Line<FromAdapter>, SubjectError> {
        while self.backlog.is_empty() {
            self.wait(awaited)?;
        }
        let line = self.backlog.pop_front().unwrap_or_default();
        let why = match rpc::read::<FromAdapter>(&line, |method| Method::knows(&FromAdapter::METHODS, method)) {
            Ok(Line::Call(Some(id), message)) => {
                let method = message.method();
                format!(
                    "it says `{method}` as a request, with the id {id}: what it says is a notification, without one"
                )
            }
            Ok(heard) => return Ok(heard),
            Err(wrong) => no_message(&line, wrong.error),
        };
        Err(self.broken(Culprit::Adapter, &why))
    }

    /// The requests of this run that are none to the model.
    pub const fn orphans(&self) -> &Orphans {
        &self.orphans
    }

    /// The requests to the model that have arrived for `scenario` and that nobody has looked at yet.
    pub const fn arrived(&mut self) -> &mut Vec<Arrival> {
        &mut self.arrived
    }

    /// Waits until something is heard, a line or of a request.
    ///
    /// # Errors
    /// Where nothing is, for too long, or nothing ever will be.
    pub fn wait(&mut self, awaited: Awaited<'_>) -> Result<(), SubjectError> {
        match self.heard.recv_timeout(self.patience) {
            Ok(heard) => self.take(heard),
            Err(RecvTimeoutError::Timeout) => Err(self.hung(awaited)),
            Err(RecvTimeoutError::Disconnected) => Err(self.broken(Culprit::Suite, "nothing can be heard any more")),
        }
    }

    /// Waits for what must be on its way already, if it is to come at all. Where nothing is heard any more, `why` is
    /// what the adapter did wrong.
    ///
    /// # Errors
    /// That, or what comes instead.
    pub fn wait_shortly(&mut self, why: &str) -> Result<(), SubjectError> {
        match self.heard.recv_timeout(self.patience.min(ON_ITS_WAY)) {
            Ok(heard) => self.take(heard),
            Err(_) => Err(self.broken(Culprit::Adapter, why)),
        }
    }

    /// Whether it has said such a thing among what nobody has taken yet, behind the first `looked` lines of that; all
    /// of them are looked at then.
    pub fn has_said(&self, looked: &mut usize, what: impl Fn(&FromAdapter) -> bool) -> bool {
        let knows = |method: &str| Method::knows(&FromAdapter::METHODS, method);
        let is_it = |line: &String| matches!(rpc::read(line, knows), Ok(Line::Call(_, message)) if what(&message));
        let behind = std::mem::replace(looked, self.backlog.len());
        self.backlog.range(behind..).any(is_it)
    }

    fn take(&mut self, heard: Event) -> Result<(), SubjectError> {
        match heard {
            Event::Line(generation, said) if generation == self.generation => match said {
                Ok(line) => self.take_line(line),
                // Who has closed its stdout is about to end, or is not; whatever else it does, it is not waited for.
                Err(Over::Ended(why)) => Err(self.ends(Culprit::Adapter, &why, END_GRACE)),
                Err(Over::Unreadable(why)) => Err(self.broken(Culprit::Adapter, &why)),
            },
            // A request of an earlier run is dropped with its connection: nobody waits for it.
            Event::Model(serve::RequestEvent::Arrived(arrival)) => {
                self.arrived.extend(self.orphans.sort(arrival, &self.prefix));
                Ok(())
            }
            Event::Line(..) | Event::Model(serve::RequestEvent::Over) => Ok(()),
        }
    }

    /// Who has hung up on the model may just be ending. Then that is what went wrong; else it is `why`.
    pub fn hung_up(&mut self, why: &str) -> SubjectError {
        for _ in 0..HEARD_OF_END {
            match self.heard.recv_timeout(HANG_UP_GRACE) {
                Ok(Event::Line(generation, Err(Over::Ended(why)))) if generation == self.generation => {
                    return self.ends(Culprit::Adapter, &why, END_GRACE);
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.broken(Culprit::Adapter, why)
    }

    /// Nothing was heard for too long: tells why, as far as that can be seen.
    fn hung(&mut self, awaited: Awaited<'_>) -> SubjectError {
        let seconds = self.patience.as_secs_f64();
        // Who has hung once may well hang in every run.
        self.patience = self.patience.min(PATIENCE_LESS);
        let half = self.process.as_ref().and_then(Process::half);
        let is_deaf = self.process.as_ref().is_some_and(Process::is_deaf);
        let (culprit, why) = match (half, awaited) {
            (Some(half), _) => {
                let half = shorten(half.trim(), LINE_SHOWN);
                (
                    Culprit::Adapter,
                    format!("it began a line and did not end it with a line break for {seconds} s: {half:?}"),
                )
            }
            (None, Awaited::Other(why)) => (Culprit::Adapter, format!("{why}, for {seconds} s")),
            (None, Awaited::Line(what, _)) if is_deaf => (
                Culprit::Adapter,
                format!("it closed its stdin, and nothing came for {seconds} s; expected was {what}"),
            ),
            (None, Awaited::Line(what, culprit)) => {
                let why = format!(
                    "it hung: nothing for {seconds} s while it was owed nothing; expected was {what}, on a line that is \
                     flushed"
                );
                (culprit, why)
            }
        };
        self.broken(culprit, &why)
    }

    fn take_line(&mut self, line: String) -> Result<(), SubjectError> {
        self.said = self.said.saturating_add(line.len() as u64);
        if self.said > RUN_MAX {
            return Err(self.broken(Culprit::Adapter, &format!("it said more than {} MiB in one run", RUN_MAX >> 20)));
        }
        if !line.trim().is_empty() {
            self.backlog.push_back(line);
        }
        Ok(())
    }

    /// Ends the process, and tells what happened with the last lines of its log.
    pub fn broken(&mut self, culprit: Culprit, why: &str) -> SubjectError {
        self.ends(culprit, why, Duration::ZERO)
    }

    fn ends(&mut self, culprit: Culprit, why: &str, grace: Duration) -> SubjectError {
        let mut message = self.message(why);
        if let Some(mut process) = self.process.take() {
            let leftovers = process.end(grace);
            message.push_str(&ended(&leftovers, !grace.is_zero()));
            message.push_str(&self.orphans.to_string());
            tell_log(&process, &mut message);
        }
        self.backlog.clear();
        SubjectError { culprit, message }
    }

    fn message(&self, why: &str) -> String {
        format!("the subject `{}`: {why}", self.command.join(" "))
    }

    /// Kills the process where it stands.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.backlog.clear();
    }

    /// Closes the process's stdin, and waits for its end.
    ///
    /// # Errors
    /// The adapter's, where it does not end by itself with status 0, or leaves something running.
    pub fn end(&mut self) -> Result<(), SubjectError> {
        self.backlog.clear();
        let Some(mut process) = self.process.take() else { return Ok(()) };
        let leftovers = process.end(END_PATIENCE);
        if leftovers.itself == Manner::Itself && leftovers.status == Some(0) && leftovers.behind.is_empty() {
            return Ok(());
        }
        let mut message = self.message(&match leftovers.itself {
            Manner::Itself => "it was to end with status 0, and to leave nothing behind".to_owned(),
            _ => format!("it does not end within {} s once its stdin is closed", END_PATIENCE.as_secs()),
        });
        message.push_str(&ended(&leftovers, true));
        tell_log(&process, &mut message);
        Err(SubjectError { culprit: Culprit::Adapter, message })
    }
}

/// How a process ended, and what it left behind, behind what is told of it; `is_told` where its status matters.
fn ended(Leftovers { itself, status, behind }: &Leftovers, is_told: bool) -> String {
    let mut words = match (itself, status) {
        (Manner::Itself, Some(status)) if is_told => format!("; it ended with status {status}"),
        (Manner::Itself, None) if is_told => "; it was ended by a signal".to_owned(),
        (Manner::Itself, _) => String::new(),
        (Manner::Told, _) if is_told => "; SIGTERM ended it".to_owned(),
        (Manner::Told, _) => String::new(),
        (Manner::Killed, _) => "; it did not mind SIGTERM, and was killed".to_owned(),
        (Manner::Remains, _) => "; it could not be stopped".to_owned(),
    };
    for (index, leftover) in behind.iter().enumerate() {
        words.push_str(if index == 0 { "\nleft behind: " } else { "; " });
        words.push_str(&leftover.to_string());
    }
    words
}

/// The last lines of what a process that has ended wrote to its log, if any.
fn tell_log(process: &Process, message: &mut String) {
    let log = process.log();
    if !log.is_empty() {
        message.push_str("\nthe last lines of its log:");
    }
    for line in log {
        message.push_str("\n  ");
        message.push_str(&line);
    }
}

/// Why a line is no message, and what to do about it.
fn no_message(line: &str, error: Option<RpcError>) -> String {
    let Some(RpcError { code, message }) = error else { return String::new() };
    let remedy = match code {
        NOT_JSON => "stdout is for messages, one a line, and a log goes to stderr",
        _ => "`hotseat protocol` tells what can be said",
    };
    format!("{message}, in {:?}; {remedy}", shorten(line.trim_end(), LINE_SHOWN))
}

fn environment(message: String) -> SubjectError {
    SubjectError { culprit: Culprit::Environment, message }
}
