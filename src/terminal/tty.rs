//! The terminal of this program: in raw mode, on the alternate screen. It is restored at the end, even after a panic.
//!
//! Signals arrive as bytes of a socket, so that one `poll` waits for keys and signals.
//!
//! **Absent here:** the meaning of a stroke.

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

use super::{Row, Stroke, Style, Terminal, TerminalEvent, TtyError, keys::Decoder};
use crate::model::Key;

/// The size that is assumed if a terminal reports zero, as some do.
const USUAL_SIZE: (usize, usize) = (80, 24);
/// How long to wait after Escape for the rest of another key's sequence, in milliseconds.
const ESCAPE_MS: i64 = 50;
/// Turns on the alternate screen and marks around pasted text; hides the cursor, and turns off line wrapping.
const ENTER_SCREEN: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h";
/// Undoes [`ENTER_SCREEN`].
const LEAVE_SCREEN: &str = "\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";

/// The terminal.
pub struct Tty {
    input: File,
    output: File,
    saved: Saved,
    /// The numbers of the signals that came, a byte each.
    signals: UnixStream,
    decoder: Decoder,
    /// An event that came while typed keys were discarded.
    kept: Option<TerminalEvent>,
    /// Whether rows are drawn in different styles.
    has_styles: bool,
}

/// The settings of the terminal before this program. `None` once they are restored.
type Saved = Arc<Mutex<Option<(OwnedFd, File, Termios)>>>;

impl Tty {
    /// Opens the terminal that stdin and stdout are connected to.
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
        let has_styles = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self::take(input, output, has_styles).map_err(TtyError::Unusable)
    }

    fn take(input: OwnedFd, output: OwnedFd, has_styles: bool) -> io::Result<Self> {
        let signals = listen()?;
        let (input, output) = (File::from(input), File::from(output));
        let was = tcgetattr(&input)?;
        let mut raw = was.clone();
        raw.make_raw();
        let kept = (input.as_fd().try_clone_to_owned()?, output.try_clone()?, was);
        let saved: Saved = Arc::new(Mutex::new(Some(kept)));
        restore_on_panic(&saved);
        // From here on, dropping `tty` restores the terminal.
        let mut tty = Self { input, output, saved, signals, decoder: Decoder::default(), kept: None, has_styles };
        tcsetattr(&tty.input, OptionalActions::Now, &raw)?;
        tty.output.write_all(ENTER_SCREEN.as_bytes())?;
        Ok(tty)
    }

    /// Waits until bytes were read, a signal came, or the time is over.
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
            (false, false) => Waited::TimedOut,
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
                number => TerminalEvent::Signal(number),
            }),
            // The thread that listens for signals is gone.
            _ => Waited::TerminalEvent(TerminalEvent::Gone),
        }
    }
}

/// The result of waiting.
enum Waited {
    /// Bytes may have been read.
    Read,
    /// This event came.
    TerminalEvent(TerminalEvent),
    /// Nothing came in the given time.
    TimedOut,
}

impl Terminal for Tty {
    fn size(&self) -> (usize, usize) {
        let size = tcgetwinsize(&self.output).map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        let or = |told: usize, usual: usize| if told == 0 { usual } else { told };
        size.map_or(USUAL_SIZE, |(columns, rows)| (or(columns, USUAL_SIZE.0), or(rows, USUAL_SIZE.1)))
    }

    fn draw(&mut self, rows: &[Row]) -> io::Result<()> {
        let mut bytes = String::from("\x1b[H");
        for (index, row) in rows.iter().enumerate() {
            let dim = row.style == Style::Dim && self.has_styles;
            let (on, off) = if dim { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
            let next = if index == 0 { "" } else { "\r\n" };
            bytes.extend([next, "\x1b[2K", on, &row.text, off]);
        }
        bytes.push_str("\x1b[J");
        self.output.write_all(bytes.as_bytes())
    }

    fn next_event(&mut self) -> TerminalEvent {
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
                Waited::TimedOut => {
                    if let Some(stroke) = self.decoder.next_at_end() {
                        return TerminalEvent::Stroke(stroke);
                    }
                }
            }
        }
    }

    fn discard_typed(&mut self) -> bool {
        loop {
            match self.wait(Some(Timespec::default())) {
                // The next prompt is drawn anyway, in the new size.
                Waited::Read | Waited::TerminalEvent(TerminalEvent::Resized) => {}
                Waited::TerminalEvent(heard) => {
                    self.kept = Some(heard);
                    break;
                }
                Waited::TimedOut => break,
            }
        }
        let strokes: Vec<Stroke> = std::iter::from_fn(|| self.decoder.next_at_end()).collect();
        strokes.contains(&Stroke::Key(Key::CtrlC))
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        restore(&self.saved);
    }
}

/// Restores the terminal. Unread keys are discarded, because a shell would take them for a command.
fn restore(saved: &Saved) {
    if let Some((input, mut output, was)) = saved.lock().unwrap_or_else(PoisonError::into_inner).take() {
        drop(output.write_all(LEAVE_SCREEN.as_bytes()));
        let _ = tcsetattr(&input, OptionalActions::Flush, &was);
    }
}

/// Adds a panic hook that restores the terminal before a panic of this thread is printed. A panic of another thread is
/// printed over the drawing, and the terminal is restored when this thread ends.
fn restore_on_panic(saved: &Saved) {
    let (saved, prior, here) = (Arc::clone(saved), panic::take_hook(), thread::current().id());
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == here {
            restore(&saved);
        }
        prior(panic);
    }));
}

/// Starts a thread that writes the number of each signal into the returned socket. If the socket is closed, the next
/// signal that asks to end ends this program.
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

/// Waits for the next signal, and returns its number.
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
