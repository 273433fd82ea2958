//! The output of a process. It ends with the process, even if another process holds the stream open.

use std::io::{self, Read};
#[cfg(target_os = "linux")]
use std::os::fd::AsFd;

#[cfg(unix)]
use super::exit::Exit;

/// A stream that a process writes to. It ends after the last output of the process, even if a child still holds the
/// stream open. Only Linux can do that. Elsewhere the stream ends when the last process that holds it ends.
pub struct Output<R> {
    stream: R,
    #[cfg(unix)]
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only Linux can wait for a stream and an end together")
    )]
    exit: Exit,
}

impl<R> Output<R> {
    #[cfg(unix)]
    pub(super) fn new(stream: R, exit: &Exit) -> Self {
        Self { stream, exit: exit.clone() }
    }

    /// The raw stream, which ends when the last process that holds it ends.
    #[cfg(all(test, unix))]
    pub(super) fn into_stream(self) -> R {
        self.stream
    }

    #[cfg(not(unix))]
    pub(super) fn new(stream: R) -> Self {
        Self { stream }
    }
}

#[cfg(target_os = "linux")]
impl<R: Read + AsFd> Read for Output<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        if let Some(exit) = self.exit.descriptor() {
            let mut both = [PollFd::new(&self.stream, PollFlags::IN), PollFd::new(exit, PollFlags::IN)];
            poll(&mut both, None)?;
            let is_silent = both[0].revents().is_empty();
            // The process has ended. Its last output has arrived by now, even if it had not when we looked.
            if is_silent && poll(&mut both[..1], Some(&Timespec::default()))? == 0 {
                return Ok(0);
            }
        }
        self.stream.read(buffer)
    }
}

#[cfg(not(target_os = "linux"))]
impl<R: Read> Read for Output<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}
