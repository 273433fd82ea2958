//! A subject's process on a system with process groups.

use std::{
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, ExitStatus},
    sync::Arc,
    time::Duration,
};

use rustix::process::{Pid, Signal};

use super::{
    KILL_PATIENCE, Leftovers, Manner, Output, Run, TERM_GRACE,
    exit::Exit,
    leftovers::Leftover,
    marker::Marker,
    registry,
    start::{Start, Streams, streams},
};

/// How long the descendants of an ended process have to end by themselves, and its group after a signal. Without
/// descendants there is no wait.
const SETTLE: Duration = Duration::from_secs(1);

/// A subject's process, the first of a group. Dropping it ends it.
pub struct Process {
    child: Child,
    pid: Pid,
    exit: Exit,
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux shows descendants"))]
    marker: Marker,
    ended: bool,
    /// How long its children may take to end after it.
    settle: Duration,
    /// Keeps the run alive until the process has ended. The end of a run stops all processes that are left.
    _run: Arc<Run>,
}

impl Process {
    /// Starts a process.
    ///
    /// # Errors
    /// The system's error, for example if there is no such program.
    pub fn spawn(start: &Start<'_>) -> io::Result<(Self, Streams)> {
        #[cfg(target_os = "linux")]
        super::orphans::adopt();
        let (mut command, marker) = start.command()?;
        let mut child = registry::start(command.process_group(0))?;
        let (pid, streams) = (Pid::from_child(&child), streams(&mut child));
        let exit = Exit::of(pid);
        let process =
            Self { child, pid, exit: exit.clone(), marker, ended: false, settle: SETTLE, _run: Arc::clone(start.run) };
        let (stdin, stdout, stderr) = streams?;
        Ok((process, (stdin, Output::new(stdout, &exit), Output::new(stderr, &exit))))
    }

    /// Gives the processes that it has started this long to end after it.
    pub const fn let_children_end(&mut self, within: Duration) {
        self.settle = within;
    }

    /// For how long it and its descendants have run, or have waited for a processor. Zero where that cannot be seen.
    #[cfg(target_os = "linux")]
    pub fn work(&self) -> Duration {
        super::process_tree::work_of(self.pid.as_raw_nonzero().get())
    }

    /// For how long it has run is not seen here.
    #[cfg(not(target_os = "linux"))]
    pub const fn work(&self) -> Duration {
        Duration::ZERO
    }

    /// Whether it ends within this time by itself.
    pub fn ends_within(&mut self, patience: Duration) -> bool {
        self.ended || self.exit.wait(patience)
    }

    /// Waits for at most `grace` for the process to end by itself, then ends it and its descendants. Close its stdin
    /// before.
    pub fn end(&mut self, grace: Duration) -> Leftovers {
        if self.ended {
            return Leftovers::default();
        }
        registry::stand_still_if_stopping();
        let itself = if self.exit.wait(grace) { Manner::Itself } else { self.terminate() };
        let (status, behind) = self.finish(itself, self.settle, TERM_GRACE);
        Leftovers {
            itself,
            status: status.and_then(|status| status.code()),
            signal: status.and_then(|status| status.signal()),
            behind,
        }
    }

    /// Kills the process and its descendants at once. A killed process is not blamed for leftovers.
    pub fn kill(&mut self) {
        if !self.ended {
            registry::stand_still_if_stopping();
            let itself = self.send_kill();
            drop(self.finish(itself, Duration::ZERO, Duration::ZERO));
        }
    }

    fn terminate(&self) -> Manner {
        registry::signal_group(self.pid, Signal::TERM);
        if self.exit.wait(TERM_GRACE) { Manner::Told } else { self.send_kill() }
    }

    fn send_kill(&self) -> Manner {
        registry::signal_group(self.pid, Signal::KILL);
        if self.exit.wait(KILL_PATIENCE) { Manner::Killed } else { Manner::Remains }
    }

    /// Stops the leftovers and reaps the process. Returns its status and the leftovers.
    fn finish(&mut self, itself: Manner, settle: Duration, grace: Duration) -> (Option<ExitStatus>, Vec<Leftover>) {
        let behind = self.stop_descendants(settle, grace);
        // Without `/proc` we do not know whether the group is empty, so we kill it in any case.
        registry::signal_group(self.pid, Signal::KILL);
        let status = registry::retire(&mut self.child, itself != Manner::Remains);
        #[cfg(target_os = "linux")]
        super::orphans::reap_left_by(self.pid);
        self.ended = true;
        registry::stand_still_if_stopping();
        (status, behind)
    }

    #[cfg(target_os = "linux")]
    fn stop_descendants(&self, settle: Duration, grace: Duration) -> Vec<Leftover> {
        super::orphans::stop_left_by(self.pid, &self.marker, settle, grace)
    }

    #[cfg(not(target_os = "linux"))]
    fn stop_descendants(&self, _settle: Duration, _grace: Duration) -> Vec<Leftover> {
        Vec::new()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.end(Duration::ZERO));
    }
}

#[cfg(test)]
#[path = "unix_tests.rs"]
mod tests;
