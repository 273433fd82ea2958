//! The end of this program by a signal while subjects are alive.

use std::{io, process, thread};

use tokio::runtime::{Builder, Runtime};

use super::folder;

/// Ends every subject and then this program on SIGINT, SIGTERM or SIGHUP. `tell` gets one line, and the exit code is
/// 128 plus the signal's number. A second signal ends the program without any waiting. From now on, every child of this
/// program that this room did not start counts as left behind by a subject.
///
/// # Errors
/// The system's error, if signals cannot be listened to.
pub fn watch(tell: fn(&str)) -> io::Result<()> {
    watch_and(move |signal| signal.leave(tell))
}

/// The same with a program that tells something before it ends: `then` is called in the place of the end, once every
/// subject has ended.
///
/// # Errors
/// The system's error, if signals cannot be listened to.
pub fn watch_and(then: impl FnOnce(Stop) + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut asked = {
        let _inside = runtime.enter();
        Asked::listen()?
    };
    #[cfg(unix)]
    super::registry::own_every_child();
    thread::spawn(move || {
        let (name, number) = asked.next(&runtime);
        thread::spawn(move || {
            #[cfg(unix)]
            super::registry::freeze();
            end_everything(false);
            then(Stop { name, number });
        });
        let (name, number) = asked.next(&runtime);
        end_everything(true);
        Stop { name, number }.exit();
    });
    Ok(())
}

/// Calls `asked` with the number of the signal on SIGINT, SIGTERM or SIGHUP, so that the program can end in its own
/// way. A second signal ends it and its subjects at once, with exit code 128 plus the number. From now on, every child of
/// this program that this room did not start counts as left behind by a subject.
///
/// # Errors
/// The system's error, if signals cannot be listened to.
pub fn heed(asked: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Asked::listen()?
    };
    #[cfg(unix)]
    super::registry::own_every_child();
    thread::spawn(move || {
        let (_, number) = signals.next(&runtime);
        asked(number);
        let (_, number) = signals.next(&runtime);
        // A thread that went on would report the subject's end as its fault.
        #[cfg(unix)]
        super::registry::freeze();
        end_everything(true);
        process::exit(128 + number);
    });
    Ok(())
}

/// Does not return once a signal has stopped the program, where this room knows that.
pub fn stand_still_if_stopping() {
    #[cfg(unix)]
    super::registry::stand_still_if_stopping();
}

/// The signal that stops this program.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Its name, such as `SIGINT`.
    pub name: &'static str,
    number: i32,
}

impl Stop {
    /// Exits with the code of the signal, and says that nothing was judged.
    pub fn leave(self, tell: fn(&str)) -> ! {
        tell(&format!("stopped by {}: every process of a subject was ended, and nothing was judged\n", self.name));
        self.exit()
    }

    /// Exits with 128 plus the number of the signal.
    pub fn exit(self) -> ! {
        process::exit(128 + self.number)
    }
}

/// Ends all subjects, and removes their folders.
fn end_everything(at_once: bool) {
    #[cfg(unix)]
    super::registry::stop_everything(at_once);
    #[cfg(not(unix))]
    let _ = at_once;
    folder::remove_all();
}

/// The signals that are listened to.
#[cfg(unix)]
struct Asked(Vec<(&'static str, i32, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Asked {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut kinds = vec![("SIGINT", SignalKind::interrupt()), ("SIGTERM", SignalKind::terminate())];
        // A program that was started with nohup is meant to stay.
        if !is_ignored(SignalKind::hangup().as_raw_value()) {
            kinds.push(("SIGHUP", SignalKind::hangup()));
        }
        let listen = |(name, kind): (_, SignalKind)| Ok((name, kind.as_raw_value(), signal(kind)?));
        Ok(Self(kinds.into_iter().map(listen).collect::<io::Result<_>>()?))
    }

    /// The name and the number of the next signal.
    fn next(&mut self, runtime: &Runtime) -> (&'static str, i32) {
        use std::{future::poll_fn, task::Poll};
        runtime.block_on(poll_fn(|context| {
            for (name, number, signal) in &mut self.0 {
                if signal.poll_recv(context).is_ready() {
                    return Poll::Ready((*name, *number));
                }
            }
            Poll::Pending
        }))
    }
}

/// Whether this program was started with the signal ignored. Only Linux shows that.
#[cfg(unix)]
fn is_ignored(number: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

#[cfg(not(unix))]
struct Asked;

#[cfg(not(unix))]
impl Asked {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    fn next(&mut self, runtime: &Runtime) -> (&'static str, i32) {
        drop(runtime.block_on(tokio::signal::ctrl_c()));
        ("Ctrl-C", 2)
    }
}
