//! A subject behind a pipe: an adapter's process, spoken to in the adapter protocol.

#![expect(clippy::disallowed_types, reason = "only this room knows processes")]

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use serde_json::Value;

use super::protocol::{Answer, Call, FromAdapter, ToAdapter, VERSION};
use crate::{
    model::{Millis, Op, text::shorten},
    stage::{Blame, Claims, Next, Subject, SubjectError},
    system::Input,
};

/// How long an adapter may say nothing while we owe it nothing. Real time, for this watchdog only: it ends a run
/// that hangs and decides no requirement.
const PATIENCE: Duration = Duration::from_secs(30);
/// The same, once it has hung.
const PATIENCE_LESS: Duration = Duration::from_secs(5);
/// A longer line is a fault of the adapter.
const LINE_MAX: u64 = 16 << 20;
/// More than this in one run is a fault of the adapter.
const RUN_MAX: u64 = 256 << 20;
/// How many lines are read ahead.
const AHEAD: usize = 4;
/// How much of its log is shown.
const LOG_LINES: usize = 12;
/// How long the end of its log is waited for, once its process is gone; a child of it may hold the log open.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// An adapter's process.
pub struct Pipe {
    command: Vec<String>,
    claims: Claims,
    process: Option<Process>,
    requests: u64,
    /// How long it may say nothing; less once it has hung.
    patience: Duration,
    /// What it has said in this run, in bytes.
    said: u64,
    /// What it had open when it was last parked.
    open: Vec<Op>,
}

struct Process {
    child: Child,
    /// To the thread that writes to its stdin: an adapter that does not read must not stop us.
    stdin: Sender<Vec<u8>>,
    /// Lines of its stdout; an error is the reading thread's last word.
    lines: Receiver<Result<String, String>>,
    log: Log,
}

/// The last lines of its stderr.
struct Log {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Hangs up when the log has ended.
    ended: Receiver<()>,
}

impl Process {
    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl Pipe {
    /// Starts `command`, a program and its arguments, and asks it who it is.
    ///
    /// # Errors
    /// The environment's, where there is no such program; the adapter's, where it does not answer as it must.
    pub fn start(command: Vec<String>) -> Result<Self, SubjectError> {
        let mut pipe = Self {
            command,
            claims: Claims::default(),
            process: None,
            requests: 0,
            patience: PATIENCE,
            said: 0,
            open: Vec::new(),
        };
        pipe.spawn()?;
        Ok(pipe)
    }

    fn spawn(&mut self) -> Result<(), SubjectError> {
        let [program, arguments @ ..] = &self.command[..] else {
            return Err(environment("the subject's command is empty".to_owned()));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| environment(format!("the subject `{program}` did not start: {error}")))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(environment("the subject's streams could not be opened".to_owned()));
        };
        self.process =
            Some(Process { child, stdin: write_lines(stdin), lines: read_lines(stdout), log: read_log(stderr) });
        let result = self.ask(ToAdapter::Initialize { protocol: VERSION })?;
        self.claims = serde_path_to_error::deserialize(result).map_err(|error| {
            self.broken(Blame::Adapter, &format!("its claims: {} at `{}`", error.inner(), error.path()))
        })?;
        Ok(())
    }

    /// Sends a request, and waits for its answer.
    fn ask(&mut self, message: ToAdapter) -> Result<Value, SubjectError> {
        self.requests += 1;
        let id = self.requests;
        self.say(&Call::ask(id, message))?;
        let line = self.hear(Blame::Adapter)?;
        match serde_json::from_str::<Answer>(&line) {
            Ok(Answer { id: Some(found), result: Some(result), .. }) if found == id => Ok(result),
            Ok(Answer { error: Some(error), .. }) => Err(self.broken(Blame::Adapter, &error.message)),
            _ => {
                Err(self
                    .broken(Blame::Adapter, &format!("expected the answer to request {id}, found {}", quote(&line))))
            }
        }
    }

    fn say(&mut self, message: &Call<ToAdapter>) -> Result<(), SubjectError> {
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        line.push(b'\n');
        match &self.process {
            // Where it can not be written any more, it has ended, and that is heard next, behind what it said last.
            Some(process) => drop(process.stdin.send(line)),
            None => return Err(self.broken(Blame::Adapter, "it is not running")),
        }
        Ok(())
    }

    fn hear(&mut self, silent: Blame) -> Result<String, SubjectError> {
        let Some(process) = &self.process else { return Err(self.broken(Blame::Adapter, "it is not running")) };
        match process.lines.recv_timeout(self.patience) {
            Ok(Ok(line)) => {
                self.said = self.said.saturating_add(line.len() as u64);
                if self.said > RUN_MAX {
                    return Err(
                        self.broken(Blame::Adapter, &format!("it said more than {} MiB in one run", RUN_MAX >> 20))
                    );
                }
                Ok(line)
            }
            Ok(Err(why)) => Err(self.broken(Blame::Adapter, &why)),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs();
                // Who has hung once may well hang in every run.
                self.patience = PATIENCE_LESS;
                Err(self.broken(silent, &format!("it hung: nothing for {seconds} s while it was owed nothing")))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.broken(Blame::Adapter, "it closed its stdout")),
        }
    }

    /// Ends the process, and tells what happened with the last lines of its log.
    fn broken(&mut self, blame: Blame, why: &str) -> SubjectError {
        let mut story = format!("the subject `{}`: {why}", self.command.join(" "));
        if let Some(mut process) = self.process.take() {
            process.end();
            let _ = process.log.ended.recv_timeout(LOG_PATIENCE);
            let log = process.log.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if !log.is_empty() {
                story.push_str("\nthe last lines of its log:");
            }
            for line in log.iter() {
                story.push_str("\n  ");
                story.push_str(line);
            }
        }
        SubjectError { blame, story }
    }
}

impl Subject for Pipe {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, system: &str) -> Result<(), SubjectError> {
        self.said = 0;
        if self.process.is_none() {
            self.spawn()?;
        }
        self.ask(ToAdapter::Start { system: system.to_owned() }).map(|_| ())
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        self.say(&Call::tell(ToAdapter::Input { now_ms: now, input }))
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        let line = self.hear(Blame::Subject)?;
        match serde_json::from_str::<Call<FromAdapter>>(&line) {
            Ok(Call { message: FromAdapter::Effect(effect), .. }) => Ok(Next::Effect(effect)),
            Ok(Call { message: FromAdapter::Idle { open }, .. }) => {
                self.open = open;
                Ok(Next::Parked)
            }
            Err(error) => match serde_json::from_str::<Answer>(&line) {
                Ok(Answer { error: Some(error), .. }) => Err(self.broken(Blame::Adapter, &error.message)),
                _ => {
                    let why = format!("expected `effect` or `idle`, found {}: {error}", quote(&line));
                    Err(self.broken(Blame::Adapter, &why))
                }
            },
        }
    }

    fn open(&self) -> Vec<Op> {
        self.open.clone()
    }

    fn kill(&mut self) {
        self.process = None;
    }
}

fn environment(story: String) -> SubjectError {
    SubjectError { blame: Blame::Environment, story }
}

fn quote(line: &str) -> String {
    format!("{:?}", shorten(line.trim_end(), 120))
}

/// Writes lines on a thread of its own, until the pipe breaks.
fn write_lines(mut stdin: ChildStdin) -> Sender<Vec<u8>> {
    let (sender, lines) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads lines on a thread of its own, so that waiting for one can be given up.
fn read_lines(stdout: impl Read + Send + 'static) -> Receiver<Result<String, String>> {
    let (sender, lines) = mpsc::sync_channel(AHEAD);
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            let said = match reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
                Ok(0) => Err("it ended".to_owned()),
                Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LINE_MAX => {
                    Err(format!("it wrote a line of more than {} MiB", LINE_MAX >> 20))
                }
                Ok(_) => String::from_utf8(line).map_err(|_| "it wrote a line that is not UTF-8".to_owned()),
                Err(error) => Err(format!("its stdout could not be read ({})", error.kind())),
            };
            let over = said.is_err();
            if sender.send(said).is_err() || over {
                return;
            }
        }
    });
    lines
}

fn read_log(stderr: impl Read + Send + 'static) -> Log {
    let lines = Arc::<Mutex<VecDeque<String>>>::default();
    let (ends, ended) = mpsc::channel::<()>();
    let log = Arc::clone(&lines);
    thread::spawn(move || {
        let _ends = ends;
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            if log.len() == LOG_LINES {
                log.pop_front();
            }
            log.push_back(shorten(&line, 240));
        }
    });
    Log { lines, ended }
}
