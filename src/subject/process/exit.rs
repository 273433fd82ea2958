//! Waiting for the end of a child without reaping it. Until a child is reaped, no other process can get its number or
//! the number of its group.

#[cfg(target_os = "linux")]
use std::{os::fd::OwnedFd, sync::Arc};
use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use rustix::{
    io::Errno,
    process::{Pid, WaitId, WaitIdOptions, waitid},
};

/// The end of a child.
#[derive(Clone)]
pub struct Exit {
    pid: Pid,
    /// None before Linux 5.3, or in a sandbox without the system call.
    #[cfg(target_os = "linux")]
    fd: Option<Arc<OwnedFd>>,
}

impl Exit {
    /// The end of a child that is not reaped.
    pub fn of(pid: Pid) -> Self {
        Self {
            pid,
            #[cfg(target_os = "linux")]
            fd: rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).map(Arc::new).ok(),
        }
    }

    /// The descriptor that becomes readable at the end.
    #[cfg(target_os = "linux")]
    pub fn descriptor(&self) -> Option<&OwnedFd> {
        self.fd.as_deref()
    }

    /// Waits for the end. Returns whether the end came in time.
    pub fn wait(&self, patience: Duration) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(fd) = self.descriptor() {
            return super::pid_handle::readable(fd, patience);
        }
        self.wait_on_a_thread(patience)
    }

    /// The same without a descriptor. The thread ends when the child ends, however late that is.
    fn wait_on_a_thread(&self, patience: Duration) -> bool {
        let (ends, ended) = mpsc::channel::<()>();
        let pid = self.pid;
        thread::spawn(move || {
            let _ends = ends;
            let unreaped = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(pid), unreaped), Err(Errno::INTR)) {}
        });
        ended.recv_timeout(patience) == Err(RecvTimeoutError::Disconnected)
    }
}
