//! Starting a process.

#![expect(clippy::disallowed_types, reason = "only this room knows processes")]

use std::{
    env,
    ffi::OsStr,
    io,
    path::Path,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    sync::Arc,
};

use super::{Output, Run, marker::Marker};

/// A process to be started.
#[derive(Clone, Copy)]
pub struct Start<'a> {
    /// A program and its arguments.
    pub command: &'a [String],
    /// The run of the process.
    pub run: &'a Arc<Run>,
    /// The working directory; without one, ours. The path of the program is always relative to ours.
    pub folder: Option<&'a Path>,
    /// Variables that are added to our own environment.
    pub environment: &'a [(&'a str, &'a OsStr)],
}

/// Our ends of a process's streams.
pub type Streams = (ChildStdin, Output<ChildStdout>, Output<ChildStderr>);

impl Start<'_> {
    /// The command, with the marker in its environment, and the marker.
    pub(super) fn command(&self) -> io::Result<(Command, Marker)> {
        let [program, arguments @ ..] = self.command else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let marker = self.run.marker();
        let mut command = match self.folder {
            // A relative path would be looked up in the new directory on some systems, and in ours on others.
            Some(_) if Path::new(program).components().count() > 1 => Command::new(env::current_dir()?.join(program)),
            _ => Command::new(program),
        };
        command.args(arguments).envs(self.environment.iter().copied()).envs([marker.variable()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        Ok((command, marker))
    }
}

/// Takes the streams of a child that was started with a command of ours.
pub(super) fn streams(child: &mut Child) -> io::Result<(ChildStdin, ChildStdout, ChildStderr)> {
    let taken = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = taken else {
        return Err(io::Error::other("its streams could not be opened"));
    };
    Ok((stdin, stdout, stderr))
}
