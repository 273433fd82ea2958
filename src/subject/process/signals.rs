//! What happens when somebody asks this program to end while subjects are alive.

use std::{io, process, thread};

use tokio::runtime::{Builder, Runtime};

use super::folder;

/// Ends every subject, and this program, when it is asked to end: by SIGINT, SIGTERM or SIGHUP, with 128 and the
/// signal's number as exit code, after one line for `tell`. Asked again, it waits for nobody. From now on every child
/// of this program is taken for one that a subject left behind, unless it was started here.
///
/// # Errors
/// Where signals can not be listened to.
pub fn watch(tell: fn(&str)) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut asked = {
        let _inside = runtime.enter();
        Asked::listen()?
    };
    #[cfg(unix)]
    super::registry::own_every_child();
    thread::spawn(move || {
        let first = asked.next(&runtime);
        thread::spawn(move || {
            #[cfg(unix)]
            super::registry::freeze();
            leave(first, tell, false);
        });
        leave(asked.next(&runtime), tell, true);
    });
    Ok(())
}

/// Has `asked` be called with the number of the signal when somebody asks this program to end, so that it can end in its
/// own way. Asked again, it ends there and then, with 128 and the number. For a program that started no process.
///
/// # Errors
/// Where signals can not be listened to.
pub fn heed(asked: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Asked::listen()?
    };
    thread::spawn(move || {
        let (_, number) = signals.next(&runtime);
        asked(number);
        let (_, number) = signals.next(&runtime);
        process::exit(128 + number);
    });
    Ok(())
}

/// Stops everything, and exits.
fn leave((name, number): (&str, i32), tell: fn(&str), at_once: bool) {
    #[cfg(unix)]
    super::registry::stop_everything(at_once);
    #[cfg(not(unix))]
    let _ = at_once;
    folder::remove_all();
    tell(&format!("stopped by {name}: the subject's processes were ended, and nothing was judged\n"));
    process::exit(128 + number);
}

/// The signals that are listened to.
#[cfg(unix)]
struct Asked(Vec<(&'static str, i32, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Asked {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let mut kinds = vec![("SIGINT", SignalKind::interrupt()), ("SIGTERM", SignalKind::terminate())];
        // Whoever started us with nohup wants us to stay.
        if !is_ignored(SignalKind::hangup().as_raw_value()) {
            kinds.push(("SIGHUP", SignalKind::hangup()));
        }
        let listen = |(name, kind): (_, SignalKind)| Ok((name, kind.as_raw_value(), signal(kind)?));
        Ok(Self(kinds.into_iter().map(listen).collect::<io::Result<_>>()?))
    }

    /// The next, by its name and its number.
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

/// Whether this program was started with a signal ignored. Only Linux tells.
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
