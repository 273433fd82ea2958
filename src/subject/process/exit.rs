//! Waiting for the end of a child that is not to be reaped yet: until then its number, and that of its group, are its
//! own.

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
    /// None before Linux 5.3, and where a sandbox knows no such call.
    #[cfg(target_os = "linux")]
    fd: Option<Arc<OwnedFd>>,
}

impl Exit {
    /// Of a child that is not reaped.
    pub fn of(pid: Pid) -> Self {
        Self {
            pid,
            #[cfg(target_os = "linux")]
            fd: rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).map(Arc::new).ok(),
        }
    }

    /// What becomes readable with the end.
    #[cfg(target_os = "linux")]
    pub fn descriptor(&self) -> Option<&OwnedFd> {
        self.fd.as_deref()
    }

    /// Waits for it; whether it came in time.
    pub fn wait(&self, patience: Duration) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(fd) = self.descriptor() {
            return super::pid_handle::readable(fd, patience);
        }
        self.wait_on_a_thread(patience)
    }

    /// The same where a process has no descriptor. The thread ends with the child, however late.
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
