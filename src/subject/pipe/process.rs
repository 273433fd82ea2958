//! An adapter's process, with a thread for each of its three standard streams.

use std::{
    collections::VecDeque,
    ffi::OsStr,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::ChildStdin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use crate::{
    model::text::shorten,
    subject::process::{self, Leftovers, Run, Start},
};

use super::{
    error::PipeError,
    half::{Half, Tap},
};

/// The longest line in bytes. A longer one is a fault of the adapter.
const LINE_MAX: u64 = 16 << 20;
/// How much of an invalid line is shown, in characters.
pub const LINE_SHOWN: usize = 120;
/// How many lines of the log are shown.
const LOG_LINES: usize = 12;
/// The longest line of the log in bytes. The rest of a longer one is skipped.
const LOG_LINE_MAX: u64 = 4 << 10;
/// How long to wait for the end of the log after the process has ended. A child process may hold the log open.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// A line of stdout, or the reason why there are no more lines.
pub type Said = Result<String, Over>;

/// Why no more lines are read from stdout.
#[derive(Debug)]
pub enum Over {
    /// The stream has ended.
    Ended(PipeError),
    /// The stream has content that cannot be read.
    Unreadable(PipeError),
}

/// An adapter's process.
pub struct Process {
    process: process::Process,
    /// Lines for the thread that writes to stdin. It is a thread so that an adapter that does not read cannot block us.
    stdin: Option<Sender<Vec<u8>>>,
    /// Whether writing to stdin has failed.
    deaf: Arc<AtomicBool>,
    half: Half,
    log: Log,
}

/// The last lines of stderr.
struct Log {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnects when the log has ended.
    ended: Receiver<()>,
}

impl Process {
    /// Starts a program with its arguments. `tell` is called with every line of stdout, until it returns false.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: &[String], tell: impl Fn(Said) -> bool + Send + 'static) -> io::Result<Self> {
        Self::start_in(command, None, &[], tell)
    }

    /// The same in this folder, with these variables beside our own.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start_in(
        command: &[String],
        folder: Option<&Path>,
        environment: &[(&str, &OsStr)],
        tell: impl Fn(Said) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let start = Start { command, run: &Run::shared()?, folder, environment };
        let (process, (stdin, stdout, stderr)) = process::Process::spawn(&start)?;
        let (half, deaf) = (Half::default(), Arc::<AtomicBool>::default());
        read_lines(Tap::new(stdout, half.clone()), tell);
        let stdin = Some(write_lines(stdin, Arc::clone(&deaf)));
        Ok(Self { process, stdin, deaf, half, log: read_log(stderr) })
    }

    /// Writes a line to stdin. If that fails, the process has closed stdin, and the end of stdout will tell why.
    pub fn write(&self, line: Vec<u8>) {
        if let Some(stdin) = &self.stdin {
            drop(stdin.send(line));
        }
    }

    /// The unfinished last line of stdout, if there is one.
    pub fn half(&self) -> Option<String> {
        self.half.get()
    }

    /// Whether the process is known to have closed its stdin.
    pub fn is_deaf(&self) -> bool {
        self.deaf.load(Ordering::Relaxed)
    }

    /// Gives the processes that it has started this long to end after it.
    pub const fn let_children_end(&mut self, within: Duration) {
        self.process.let_children_end(within);
    }

    /// For how long it and what it has started have run, or have waited for a processor. Zero where that cannot be seen.
    pub fn work(&self) -> Duration {
        self.process.work()
    }

    /// Whether it ends within this time by itself.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        self.process.ends_within(patience)
    }

    /// Closes stdin and waits up to `grace` for the process to end. Then stops it and every process that it started.
    pub fn end(&mut self, grace: Duration) -> Leftovers {
        self.stdin = None;
        self.process.end(grace)
    }

    /// Kills the process and every process that it started, without waiting.
    pub fn kill(&mut self) {
        self.stdin = None;
        self.process.kill();
    }

    /// The last lines of the log, after the process has ended.
    pub fn log(&self) -> Vec<String> {
        let _ = self.log.ended.recv_timeout(LOG_PATIENCE);
        self.log.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Writes lines on a thread of its own, until the pipe breaks. Then `deaf` is set.
fn write_lines(mut stdin: ChildStdin, deaf: Arc<AtomicBool>) -> Sender<Vec<u8>> {
    let (sender, lines) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        for line in lines {
            if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                deaf.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
    sender
}

/// Reads lines on a thread of its own, so that waiting for a line can have a time limit.
fn read_lines(stdout: impl Read + Send + 'static, tell: impl Fn(Said) -> bool + Send + 'static) {
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        let mut is_first = true;
        loop {
            let mut line = Vec::new();
            let said = match reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
                Ok(0) => Err(Over::Ended(PipeError::StdoutClosed)),
                Ok(_) if line.last() == Some(&b'\n') => String::from_utf8(line).map_err(|error| {
                    let line = String::from_utf8_lossy(error.as_bytes());
                    Over::Unreadable(PipeError::NotUtf8(shorten(line.trim_end(), LINE_SHOWN)))
                }),
                Ok(_) if line.len() as u64 == LINE_MAX => {
                    let line = shorten(&String::from_utf8_lossy(&line[..LINE_SHOWN * 4]), LINE_SHOWN);
                    Err(Over::Unreadable(PipeError::LongLine { mib: LINE_MAX >> 20, line }))
                }
                Ok(_) => {
                    let half = shorten(&String::from_utf8_lossy(&line), LINE_SHOWN);
                    Err(Over::Ended(PipeError::StdoutClosedInLine(half)))
                }
                Err(error) => Err(Over::Unreadable(PipeError::StdoutUnreadable(error.kind()))),
            };
            // A byte order mark is not part of the first line.
            let said = said.map(|line| match line.strip_prefix('\u{feff}') {
                Some(rest) if is_first => rest.to_owned(),
                _ => line,
            });
            is_first = false;
            let over = said.is_err();
            if !tell(said) || over {
                return;
            }
        }
    });
}

/// Reads the log on a thread of its own, and keeps its last lines.
fn read_log(stderr: impl Read + Send + 'static) -> Log {
    let lines = Arc::<Mutex<VecDeque<String>>>::default();
    let (ends, ended) = mpsc::channel::<()>();
    let log = Arc::clone(&lines);
    thread::spawn(move || {
        let _ends = ends;
        let mut reader = BufReader::new(stderr);
        let mut is_rest = false;
        loop {
            let mut line = Vec::new();
            match reader.by_ref().take(LOG_LINE_MAX).read_until(b'\n', &mut line) {
                Ok(1..) => {}
                Ok(0) | Err(_) => return,
            }
            let was_rest = std::mem::replace(&mut is_rest, line.last() != Some(&b'\n'));
            let line = String::from_utf8_lossy(&line);
            if was_rest || line.trim().is_empty() {
                continue;
            }
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            if log.len() == LOG_LINES {
                log.pop_front();
            }
            log.push_back(shorten(line.trim_end(), 240));
        }
    });
    Log { lines, ended }
}
