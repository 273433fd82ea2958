//! A process that is none of our children, held so that a signal can reach nobody else.

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

/// How often it is looked whether somebody has ended of whom there is no descriptor.
const STEP: Duration = Duration::from_millis(2);

/// A process that is held.
pub struct PidHandle {
    /// Who it is.
    pub member: Member,
    pid: Pid,
    /// None before Linux 5.3, and where a sandbox knows no such call.
    fd: Option<OwnedFd>,
}

impl PidHandle {
    /// Holds a process; none where it is gone, or is a thread of another.
    pub fn new(member: Member) -> Option<Self> {
        let pid = Pid::from_raw(member.pid)?;
        let fd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(fd) => Some(fd),
            Err(Errno::SRCH | Errno::INVAL | Errno::NOENT) => return None,
            Err(_) => None,
        };
        let held = Self { member, pid, fd };
        // Its number may have become another's before it was held.
        held.is_the_same().then_some(held)
    }

    fn is_the_same(&self) -> bool {
        process_tree::member(self.member.pid).is_some_and(|found| found.start == self.member.start)
    }

    /// Sends a signal. Whether it may, and minds it, is seen by its end.
    pub fn signal(&self, signal: Signal) {
        let _ = match &self.fd {
            Some(fd) => pidfd_send_signal(fd, signal),
            None if self.is_the_same() => kill_process(self.pid, signal),
            None => Ok(()),
        };
    }

    /// Whether it has ended.
    pub fn is_gone(&self) -> bool {
        self.wait(Duration::ZERO)
    }

    /// Waits for its end; whether it came in time.
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

/// Waits for all of them; whether all ended in time.
pub fn wait_for_all(held: &[PidHandle], patience: Duration) -> bool {
    let deadline = Deadline::after(patience);
    held.iter().filter(|held| !held.wait(deadline.left())).count() == 0
}

/// Waits until a process' descriptor tells its end; whether that came in time.
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
