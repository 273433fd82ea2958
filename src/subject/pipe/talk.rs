//! Talking with an adapter's process: lines both ways, and the requests that come over HTTP meanwhile.

use std::{
    collections::VecDeque,
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    time::Duration,
};

use serde_json::Value;

use super::{
    model::Server,
    process::{Process, Said},
};
use crate::{
    llm::serve::{self, Arrival},
    model::text::shorten,
    stage::{Blame, SubjectError},
    subject::{
        process::{Leftovers, Manner},
        protocol::{
            FromAdapter, Method, ToAdapter,
            rpc::{self, Answer, Call, Line, RpcError},
        },
    },
};

/// More than this in one run is a fault of the adapter, in bytes.
const RUN_MAX: u64 = 256 << 20;
/// How long it may take to end once its stdin is closed.
const END_PATIENCE: Duration = Duration::from_secs(2);
/// How long who has closed its stdout may take to end.
const END_GRACE: Duration = Duration::from_millis(500);
/// How many lines are read ahead.
const AHEAD: usize = 4;
/// How long an adapter that has hung once is waited for in other runs, at most.
const PATIENCE_LESS: Duration = Duration::from_secs(5);

/// What is heard: of a process (which one, and what), or of a request to the model.
enum Heard {
    Line(u64, Said),
    Model(serve::Heard),
}

/// An adapter, and how to talk with it.
pub struct Talk {
    command: Vec<String>,
    process: Option<Process>,
    /// Which of the processes is heard, counted from 1.
    generation: u64,
    server: Server,
    tell: SyncSender<Heard>,
    heard: Receiver<Heard>,
    /// Lines that were read while a request was waited for.
    backlog: VecDeque<String>,
    /// Requests to the model that nobody has looked at yet, in the order of arrival.
    arrived: Vec<Arrival>,
    /// What the paths of this run's requests begin with.
    prefix: String,
    /// How long it may say nothing while it is owed nothing.
    patience: Duration,
    /// What it has said in this run, in bytes.
    said: u64,
    /// Our requests, counted for their ids.
    asked: u64,
}

impl Talk {
    /// Prepares to talk with `command`, a program and its arguments; nothing is started yet.
    ///
    /// # Errors
    /// The environment's, where there is no port.
    pub fn new(command: Vec<String>, patience: Duration) -> Result<Self, SubjectError> {
        let (tell, heard) = mpsc::sync_channel(AHEAD);
        let requests = tell.clone();
        let server = Server::start(move |request| drop(requests.send(Heard::Model(request))))
            .map_err(|error| environment(format!("no scripted model over HTTP: {error}")))?;
        Ok(Self {
            command,
            process: None,
            generation: 0,
            server,
            tell,
            heard,
            backlog: VecDeque::new(),
            arrived: Vec::new(),
            prefix: String::new(),
            patience,
            said: 0,
            asked: 0,
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
        self.backlog.clear();
        let (generation, lines) = (self.generation, self.tell.clone());
        let process = Process::start(&self.command, move |said| lines.send(Heard::Line(generation, said)).is_ok());
        self.process = Some(process.map_err(|error| {
            environment(format!("the subject `{}` did not start: {error}", self.command.join(" ")))
        })?);
        Ok(())
    }

    /// The run that is called `scenario` begins: nothing of an earlier one is heard any more.
    pub fn begin_run(&mut self, scenario: &str) {
        self.said = 0;
        self.arrived.clear();
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

    /// Sends a request, and waits for its answer. What else it says meanwhile is what `stray` makes of it.
    ///
    /// # Errors
    /// Where it answers with an error, or says something else.
    pub fn ask(&mut self, message: ToAdapter, stray: impl Fn(&FromAdapter) -> String) -> Result<Value, SubjectError> {
        self.asked += 1;
        let id = self.asked;
        self.send(&Call::ask(id, message))?;
        match self.hear(Blame::Adapter)? {
            Line::Answer(Answer { id: Some(found), result: Some(result), .. }) if found == id => Ok(result),
            Line::Answer(Answer { error: Some(RpcError { message, .. }), .. }) => {
                Err(self.broken(Blame::Adapter, &format!("it refuses: {message}")))
            }
            Line::Answer(Answer { id: found, .. }) => {
                let found = found.map_or_else(|| "none".to_owned(), |id| id.to_string());
                Err(self.broken(Blame::Adapter, &format!("expected the answer to request {id}, found one to {found}")))
            }
            Line::Call(_, message) => Err(self.broken(Blame::Adapter, &stray(&message))),
        }
    }

    fn send(&mut self, message: &Call<ToAdapter>) -> Result<(), SubjectError> {
        let mut line = serde_json::to_vec(message).map_err(|error| SubjectError {
            blame: Blame::Suite,
            story: format!("a message could not be written: {error}"),
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
            None => return Err(self.broken(Blame::Adapter, "it is not running")),
        }
        Ok(())
    }

    /// The next thing that it says; `silent` is to blame where it says nothing.
    ///
    /// # Errors
    /// Where there is nothing more, or what comes is no message.
    pub fn hear(&mut self, silent: Blame) -> Result<Line<FromAdapter>, SubjectError> {
        while self.backlog.is_empty() {
            self.wait(silent)?;
        }
        let line = self.backlog.pop_front().unwrap_or_default();
        rpc::read(&line, |method| Method::knows(&FromAdapter::METHODS, method)).map_err(|wrong| {
            let why = wrong.error.map_or_else(String::new, |error| error.message);
            self.broken(Blame::Adapter, &format!("{why}, in {:?}", shorten(line.trim_end(), 120)))
        })
    }

    /// The requests to the model that have arrived for `scenario` and that nobody has looked at yet.
    pub const fn arrived(&mut self) -> &mut Vec<Arrival> {
        &mut self.arrived
    }

    /// Waits until something is heard, a line or of a request.
    ///
    /// # Errors
    /// Where nothing is, for too long, or nothing ever will be.
    pub fn wait(&mut self, silent: Blame) -> Result<(), SubjectError> {
        match self.heard.recv_timeout(self.patience) {
            Ok(Heard::Line(generation, said)) if generation == self.generation => match said {
                Ok(line) => self.take_line(line),
                Err(why) => Err(self.ends(Blame::Adapter, &why, true)),
            },
            Ok(Heard::Model(serve::Heard::Arrived(mut arrival))) => {
                // A request of an earlier run is dropped with its connection: nobody waits for it.
                if let Some(path) = arrival.request.path.strip_prefix(&self.prefix).map(str::to_owned) {
                    arrival.request.path = path;
                    self.arrived.push(arrival);
                }
                Ok(())
            }
            Ok(Heard::Line(..) | Heard::Model(serve::Heard::Over)) => Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs_f64();
                // Who has hung once may well hang in every run.
                self.patience = self.patience.min(PATIENCE_LESS);
                Err(self.broken(silent, &format!("it hung: nothing for {seconds} s while it was owed nothing")))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.broken(Blame::Suite, "nothing can be heard any more")),
        }
    }

    fn take_line(&mut self, line: String) -> Result<(), SubjectError> {
        self.said = self.said.saturating_add(line.len() as u64);
        if self.said > RUN_MAX {
            return Err(self.broken(Blame::Adapter, &format!("it said more than {} MiB in one run", RUN_MAX >> 20)));
        }
        if !line.trim().is_empty() {
            self.backlog.push_back(line);
        }
        Ok(())
    }

    /// Ends the process, and tells what happened with the last lines of its log.
    pub fn broken(&mut self, blame: Blame, why: &str) -> SubjectError {
        self.ends(blame, why, false)
    }

    fn ends(&mut self, blame: Blame, why: &str, is_over: bool) -> SubjectError {
        let mut story = format!("the subject `{}`: {why}", self.command.join(" "));
        if let Some(mut process) = self.process.take() {
            // Who has closed its stdout is about to end, or is not; whatever else it does, it is not waited for.
            let leftovers = process.end(if is_over { END_GRACE } else { Duration::ZERO });
            story.push_str(&ended(&leftovers, is_over));
            let log = process.log();
            if !log.is_empty() {
                story.push_str("\nthe last lines of its log:");
            }
            for line in log {
                story.push_str("\n  ");
                story.push_str(&line);
            }
        }
        self.backlog.clear();
        SubjectError { blame, story }
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
        let is_late = leftovers.itself != Manner::Itself;
        let late = format!("it does not end within {} s once its stdin is closed", END_PATIENCE.as_secs());
        let why = if is_late { late.as_str() } else { "its end" };
        let story = format!("the subject `{}`: {why}{}", self.command.join(" "), ended(&leftovers, true));
        Err(SubjectError { blame: Blame::Adapter, story })
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

fn environment(story: String) -> SubjectError {
    SubjectError { blame: Blame::Environment, story }
}
