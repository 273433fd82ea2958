//! A process on a system without process groups. Only the process itself can be killed.

use std::{
    io,
    process::Child,
    sync::{Arc, mpsc},
    time::Duration,
};

use super::{
    Leftovers, Manner, Output, Run,
    start::{Start, Streams, streams},
};

/// The time between two checks for the end.
const STEP: Duration = Duration::from_millis(10);

/// A subject's process.
pub struct Process {
    child: Child,
    _run: Arc<Run>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// The system's error, for example if there is no such program.
    pub fn spawn(start: &Start<'_>) -> io::Result<(Self, Streams)> {
        let mut child = start.command()?.0.spawn()?;
        let (stdin, stdout, stderr) = streams(&mut child)?;
        let streams = (stdin, Output::new(stdout), Output::new(stderr));
        Ok((Self { child, _run: Arc::clone(start.run) }, streams))
    }

    /// What it has started is not known here.
    pub const fn let_children_end(&mut self, _: Duration) {}

    /// For how long it has run is not seen here.
    pub const fn work(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether it ends within this time by itself.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        let (_sender, never) = mpsc::channel::<()>();
        let mut left = patience;
        loop {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return true;
            }
            if left.is_zero() {
                return false;
            }
            let step = STEP.min(left);
            let _ = never.recv_timeout(step);
            left -= step;
        }
    }

    /// Waits for at most `grace`, then kills the process.
    pub fn end(&mut self, grace: Duration) -> Leftovers {
        self.ends_within(grace);
        if let Ok(Some(status)) = self.child.try_wait() {
            return Leftovers { status: status.code(), ..Leftovers::default() };
        }
        let killed = self.child.kill().and_then(|()| self.child.wait());
        Leftovers { itself: if killed.is_ok() { Manner::Killed } else { Manner::Remains }, ..Leftovers::default() }
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        drop(self.end(Duration::ZERO));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
