//! The terminal of this program: raw, on its other screen, and left as it was, whatever happens meanwhile.
//!
//! **Absent here:** what a stroke means. Signals arrive as bytes of a socket, so that one wait is for all.

use std::{
    env,
    fs::File,
    future::poll_fn,
    io::{self, IsTerminal, Read, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    panic, process,
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
    thread,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr},
};
use tokio::{
    runtime::{Builder, Runtime},
    signal::unix::{Signal, SignalKind, signal},
};

use super::{Look, Row, Stroke, Terminal, TerminalEvent, TtyError, keys::Decoder};
use crate::model::Key;

/// What a size of nothing stands for, which some terminals tell.
const USUAL: (usize, usize) = (80, 24);
/// How long Escape may be the begin of what another key sends, in milliseconds.
const ESCAPE_MS: i64 = 50;
/// The other screen, no cursor, nothing that is too long in the next row, and what is pasted told from what is typed.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h";
const LEAVE: &str = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";

/// The terminal.
pub struct Tty {
    input: File,
    output: File,
    before: Before,
    /// The numbers of signals, a byte each.
    signals: UnixStream,
    decoder: Decoder,
    /// What was heard while what was typed was thrown away.
    kept: Option<TerminalEvent>,
    /// Whether rows may look different.
    has_looks: bool,
}

/// What the terminal was like; none once it is so again.
type Before = Arc<Mutex<Option<(OwnedFd, File, Termios)>>>;

impl Tty {
    /// Takes the terminal that stdin and stdout are.
    ///
    /// # Errors
    /// If they are not a terminal, or the terminal cannot be used.
    pub fn open() -> Result<Self, TtyError> {
        for (name, is_terminal) in [("stdin", io::stdin().is_terminal()), ("stdout", io::stdout().is_terminal())] {
            if !is_terminal {
                return Err(TtyError::NotATerminal(name));
            }
        }
        let unshared = |name| move |error| TtyError::Unshared { name, error };
        let input = io::stdin().as_fd().try_clone_to_owned().map_err(unshared("stdin"))?;
        let output = io::stdout().as_fd().try_clone_to_owned().map_err(unshared("stdout"))?;
        let has_looks = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self::take(input, output, has_looks).map_err(TtyError::Unusable)
    }

    fn take(input: OwnedFd, output: OwnedFd, has_looks: bool) -> io::Result<Self> {
        let signals = listen()?;
        let (input, output) = (File::from(input), File::from(output));
        let was = tcgetattr(&input)?;
        let mut raw = was.clone();
        raw.make_raw();
        let kept = (input.as_fd().try_clone_to_owned()?, output.try_clone()?, was);
        let before: Before = Arc::new(Mutex::new(Some(kept)));
        leave_in_panic(&before);
        // From here on it is left as it was by dropping this.
        let mut tty = Self { input, output, before, signals, decoder: Decoder::default(), kept: None, has_looks };
        tcsetattr(&tty.input, OptionalActions::Now, &raw)?;
        tty.output.write_all(ENTER.as_bytes())?;
        Ok(tty)
    }

    /// Waits until something was read, or a signal came, or the time is over.
    fn wait(&mut self, time: Option<Timespec>) -> Waited {
        let (typed, signaled) = {
            let mut sources = [PollFd::new(&self.input, PollFlags::IN), PollFd::new(&self.signals, PollFlags::IN)];
            match poll(&mut sources, time.as_ref()) {
                Ok(_) => (!sources[0].revents().is_empty(), !sources[1].revents().is_empty()),
                Err(Errno::INTR) => return Waited::Read,
                Err(_) => return Waited::TerminalEvent(TerminalEvent::Gone),
            }
        };
        match (typed, signaled) {
            (_, true) => self.signaled(),
            (true, false) => self.read(),
            (false, false) => Waited::InVain,
        }
    }

    fn read(&mut self) -> Waited {
        let mut bytes = [0; 1024];
        match self.input.read(&mut bytes) {
            Ok(0) => Waited::TerminalEvent(TerminalEvent::Gone),
            Ok(length) => {
                self.decoder.feed(&bytes[..length]);
                Waited::Read
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {
                Waited::Read
            }
            Err(_) => Waited::TerminalEvent(TerminalEvent::Gone),
        }
    }

    fn signaled(&mut self) -> Waited {
        let mut number = [0];
        match self.signals.read(&mut number) {
            Ok(1) => Waited::TerminalEvent(match i32::from(number[0]) {
                number if number == SignalKind::window_change().as_raw_value() => TerminalEvent::Resized,
                number if number == SignalKind::hangup().as_raw_value() => TerminalEvent::Gone,
                number => TerminalEvent::Asked(number),
            }),
            // Who listens is gone, and nothing that it heard comes any more.
            _ => Waited::TerminalEvent(TerminalEvent::Gone),
        }
    }
}

/// What came of waiting.
enum Waited {
    /// Something may have been read.
    Read,
    /// This was heard.
    TerminalEvent(TerminalEvent),
    /// Nothing, in that time.
    InVain,
}

impl Terminal for Tty {
    fn size(&self) -> (usize, usize) {
        let size = tcgetwinsize(&self.output).map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        let or = |told: usize, usual: usize| if told == 0 { usual } else { told };
        size.map_or(USUAL, |(columns, rows)| (or(columns, USUAL.0), or(rows, USUAL.1)))
    }

    fn draw(&mut self, rows: &[Row]) -> io::Result<()> {
        let mut bytes = String::from("\x1b[H");
        for (index, row) in rows.iter().enumerate() {
            let aside = row.look == Look::Aside && self.has_looks;
            let (on, off) = if aside { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
            let next = if index == 0 { "" } else { "\r\n" };
            bytes.extend([next, "\x1b[2K", on, &row.text, off]);
        }
        bytes.push_str("\x1b[J");
        self.output.write_all(bytes.as_bytes())
    }

    fn hear(&mut self) -> TerminalEvent {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        loop {
            if let Some(stroke) = self.decoder.next() {
                return TerminalEvent::Stroke(stroke);
            }
            let escape = Timespec { tv_sec: 0, tv_nsec: ESCAPE_MS * 1_000_000 };
            match self.wait(self.decoder.is_unsure().then_some(escape)) {
                Waited::Read => {}
                Waited::TerminalEvent(heard) => return heard,
                Waited::InVain => {
                    if let Some(stroke) = self.decoder.last() {
                        return TerminalEvent::Stroke(stroke);
                    }
                }
            }
        }
    }

    fn forget(&mut self) -> bool {
        loop {
            match self.wait(Some(Timespec::default())) {
                // Whoever is asked next draws, and so sees the size.
                Waited::Read | Waited::TerminalEvent(TerminalEvent::Resized) => {}
                Waited::TerminalEvent(heard) => {
                    self.kept = Some(heard);
                    break;
                }
                Waited::InVain => break,
            }
        }
        let strokes: Vec<Stroke> = std::iter::from_fn(|| self.decoder.last()).collect();
        strokes.contains(&Stroke::Key(Key::CtrlC))
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        leave(&self.before);
    }
}

/// Leaves the terminal as it was. What was typed and not read is thrown away: a shell would take it for a command.
fn leave(before: &Before) {
    if let Some((input, mut output, was)) = before.lock().unwrap_or_else(PoisonError::into_inner).take() {
        drop(output.write_all(LEAVE.as_bytes()));
        let _ = tcsetattr(&input, OptionalActions::Flush, &was);
    }
}

/// Has it left as it was before anything is told of a panic of the thread that has it. One of another thread is told over
/// what is shown, and the terminal is left when this thread ends.
fn leave_in_panic(before: &Before) {
    let (before, prior, here) = (Arc::clone(before), panic::take_hook(), thread::current().id());
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == here {
            leave(&before);
        }
        prior(panic);
    }));
}

/// Has signals written down as their numbers. Once nobody reads them any more, one ends this program.
fn listen() -> io::Result<UnixStream> {
    let (read, mut write) = UnixStream::pair()?;
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        let kinds = [
            SignalKind::window_change(),
            SignalKind::hangup(),
            SignalKind::interrupt(),
            SignalKind::terminate(),
            SignalKind::quit(),
        ];
        kinds.map(|kind| Ok((kind.as_raw_value(), signal(kind)?))).into_iter().collect::<io::Result<Vec<_>>>()?
    };
    thread::spawn(move || {
        loop {
            let number = next(&mut signals, &runtime);
            let is_written = u8::try_from(number).is_ok_and(|number| write.write_all(&[number]).is_ok());
            if !is_written && number != SignalKind::window_change().as_raw_value() {
                process::exit(128 + number);
            }
        }
    });
    Ok(read)
}

/// The next signal.
fn next(signals: &mut [(i32, Signal)], runtime: &Runtime) -> i32 {
    runtime.block_on(poll_fn(|context| {
        let came =
            signals.iter_mut().find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
        came.map_or(Poll::Pending, Poll::Ready)
    }))
}

#[cfg(test)]
#[path = "tty_tests.rs"]
mod tests;
