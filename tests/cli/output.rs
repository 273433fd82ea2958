//! Standard output that cannot be written, and a reader that closes the pipe.

#![cfg(target_os = "linux")]
#![expect(clippy::disallowed_types, reason = "the program is run with a standard output of its own")]

use std::{
    fs::File,
    process::{Command, Stdio},
};

use rstest::rstest;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hotseat"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

#[rstest]
#[case(&["run", "--name", "^common/cancel/", "--transport", "memory"])]
#[case(&["list", "--systems"])]
#[case(&["explain", "RTE-10"])]
#[case(&["steps", "prompt"])]
#[case(&["schema", "event"])]
#[case(&["protocol"])]
#[case(&["simulate", "--seeds", "0..2"])]
#[case(&["--help"])]
#[case(&["--version"])]
fn output_that_cannot_be_written_is_told_and_a_closed_pipe_is_quiet(#[case] arguments: &[&str]) {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let ended = command(arguments).stdout(full).output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.contains("standard output could not be written"), "{told}");
    assert_eq!(ended.status.code(), Some(2), "{told}");

    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = command(arguments).stdout(writer).output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(!told.contains("standard output"), "{told}");
    assert_eq!(ended.status.code(), Some(0), "{told}");
}
