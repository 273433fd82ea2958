//! A handle of a process that is not our child. A signal through the handle reaches no other process.

use std::{os::fd::OwnedFd, time::Duration};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal},
};

use super::{
    clock::Deadline,
    process_tree::{self, Member},
};

/// The time between two looks at a process without a descriptor.
const STEP: Duration = Duration::from_millis(2);

/// A handle of a process.
pub struct PidHandle {
    /// The process.
    pub member: Member,
    pid: Pid,
    /// None before Linux 5.3, or in a sandbox without the system call.
    fd: Option<OwnedFd>,
}

impl PidHandle {
    /// A handle of `member`. None if the process is gone, or is a thread of another one.
    pub fn new(member: Member) -> Option<Self> {
        let pid = Pid::from_raw(member.pid)?;
        let fd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(fd) => Some(fd),
            Err(Errno::SRCH | Errno::INVAL | Errno::NOENT) => return None,
            Err(_) => None,
        };
        let held = Self { member, pid, fd };
        // Another process may have got its number before we had the handle.
        held.is_the_same().then_some(held)
    }

    fn is_the_same(&self) -> bool {
        process_tree::member(self.member.pid).is_some_and(|found| found.start == self.member.start)
    }

    /// Sends a signal. Only the end of the process shows whether the signal was allowed and had an effect.
    pub fn signal(&self, signal: Signal) {
        let _ = match &self.fd {
            Some(fd) => pidfd_send_signal(fd, signal),
            None if self.is_the_same() => kill_process(self.pid, signal),
            None => Ok(()),
        };
    }

    /// Whether the process has ended.
    pub fn is_gone(&self) -> bool {
        self.wait(Duration::ZERO)
    }

    /// Waits for the end of the process. Returns whether the end came in time.
    pub fn wait(&self, patience: Duration) -> bool {
        if let Some(fd) = &self.fd {
            return readable(fd, patience);
        }
        let deadline = Deadline::after(patience);
        loop {
            if !process_tree::member(self.member.pid)
                .is_some_and(|now| now.start == self.member.start && !now.is_zombie)
            {
                return true;
            }
            let left = deadline.left();
            if left.is_zero() {
                return false;
            }
            let _ = pause(&mut [], STEP.min(left));
        }
    }
}

/// Waits for the end of all processes. Returns whether all ended in time.
pub fn wait_for_all(held: &[PidHandle], patience: Duration) -> bool {
    let deadline = Deadline::after(patience);
    held.iter().filter(|held| !held.wait(deadline.left())).count() == 0
}

/// Waits until the descriptor of a process shows its end. Returns whether the end came in time.
pub fn readable(fd: &OwnedFd, patience: Duration) -> bool {
    let deadline = Deadline::after(patience);
    loop {
        match pause(&mut [PollFd::new(fd, PollFlags::IN)], deadline.left()) {
            Err(Errno::INTR) => {}
            found => return found.is_ok_and(|ready| ready > 0),
        }
    }
}

fn pause(fds: &mut [PollFd<'_>], patience: Duration) -> Result<usize, Errno> {
    poll(fds, Timespec::try_from(patience).ok().as_ref())
}
