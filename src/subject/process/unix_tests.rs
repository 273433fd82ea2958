//! Processes that end, and processes that do not.

use std::{
    ffi::OsStr,
    fs,
    io::{BufRead, BufReader, Read},
    process::ChildStdout,
    time::Duration,
};

use crate::subject::process::{Leftovers, Manner, Output, Process, Run, Start};

/// Long enough for everything that ends at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a shell with `script`, and waits for its first line.
fn shell(script: &str) -> (Process, BufReader<Output<ChildStdout>>) {
    let run = Run::shared().unwrap();
    let command = ["sh", "-c", script].map(str::to_owned);
    let start = Start { command: &command, run: &run, folder: None, environment: &[] };
    let (process, (_, stdout, _)) = Process::spawn(&start).unwrap();
    let mut stdout = BufReader::new(stdout);
    stdout.read_line(&mut String::new()).unwrap();
    (process, stdout)
}

/// Waits until no process holds this stdout any more. The test hangs if a process stays.
fn is_over(stdout: BufReader<Output<ChildStdout>>) -> bool {
    stdout.into_inner().into_stream().read_to_end(&mut Vec::new()).is_ok()
}

fn itself(manner: Manner) -> Leftovers {
    let signal = (manner == Manner::Told).then_some(15);
    Leftovers { itself: manner, status: None, signal, behind: Vec::new() }
}

#[test]
fn a_process_that_ends_by_itself_leaves_nothing() {
    let (mut process, stdout) = shell("echo; exit 3");
    assert_eq!(process.end(PATIENCE), Leftovers { status: Some(3), ..itself(Manner::Itself) });
    assert_eq!(process.end(PATIENCE), itself(Manner::Itself));
    assert!(is_over(stdout));
}

#[test]
fn a_signal_that_ends_a_process_is_told() {
    let (mut process, _stdout) = shell("echo; kill -SEGV $$");
    assert_eq!(process.end(PATIENCE), Leftovers { signal: Some(11), ..itself(Manner::Itself) });
}

#[test]
fn a_process_that_stays_gets_sigterm_and_then_sigkill() {
    let (mut process, stdout) = shell("echo; exec sleep 1000");
    assert_eq!(process.end(Duration::ZERO), itself(Manner::Told));
    assert!(is_over(stdout));
    let (mut process, stdout) = shell("trap '' TERM; echo; while :; do sleep 1000; done");
    assert_eq!(process.end(Duration::ZERO).itself, Manner::Killed);
    assert!(is_over(stdout));
}

#[test]
fn a_killed_process_writes_nothing_more() {
    let (mut process, mut stdout) = shell("trap 'echo bye; exit' TERM; echo; sleep 1000 & wait");
    process.kill();
    let mut said = String::new();
    stdout.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn dropping_a_process_ends_it() {
    let (process, stdout) = shell("echo; exec sleep 1000");
    drop(process);
    assert!(is_over(stdout));
}

#[test]
fn a_process_starts_in_its_folder_with_its_environment() {
    let run = Run::shared().unwrap();
    let folder = run.scenario().unwrap();
    fs::write(folder.path().join("note"), "here\n").unwrap();
    let command = ["sh", "-c", "cat note; echo $WORD $HOTSEAT_SUBJECT"].map(str::to_owned);
    let environment = [("WORD", OsStr::new("word"))];
    let start = Start { command: &command, run: &run, folder: Some(folder.path()), environment: &environment };
    let (mut process, (_, stdout, _)) = Process::spawn(&start).unwrap();
    let lines: Vec<String> = BufReader::new(stdout).lines().map(Result::unwrap).collect();
    assert_eq!(process.end(PATIENCE), Leftovers { status: Some(0), ..itself(Manner::Itself) });
    assert!(lines[0] == "here" && lines[1].starts_with("word "), "{lines:?}");
    assert!(lines[1].contains(&format!("{}-", std::process::id())), "{lines:?}");
    let note = folder.path().join("note");
    assert!(note.exists());
    drop(folder);
    assert!(!note.exists());
}

#[test]
fn a_missing_program_is_an_error() {
    let run = Run::shared().unwrap();
    for command in [&[][..], &["tests/missing".to_owned()]] {
        assert!(Process::spawn(&Start { command, run: &run, folder: None, environment: &[] }).is_err());
    }
}

#[cfg(target_os = "linux")]
mod descendants {
    use std::io::{BufRead, Read};

    use super::{Manner, PATIENCE, is_over, shell};
    use crate::subject::process::{Leftover, process_tree::environment};

    /// Shell code that waits until the last started child has become `sleep`.
    const SLEEPS: &str = r#"while [ "$(cat /proc/$!/comm)" != sleep ]; do :; done; echo"#;

    /// The output ends without waiting for a child that holds the stream open, and no output is lost.
    #[test]
    fn the_output_ends_with_the_process() {
        let (mut process, mut stdout) = shell("echo; setsid sleep 1000 & head -c 100000 /dev/zero; echo; exit");
        let mut said = Vec::new();
        stdout.read_to_end(&mut said).unwrap();
        assert_eq!(said.len(), 100_001);
        assert_eq!(process.end(PATIENCE).behind.len(), 1);
    }

    /// A process that replaces itself all the time is nearly always in the middle of an exec. Its marker is found still.
    #[test]
    fn an_environment_is_found_in_the_middle_of_an_exec() {
        let again = r#"exec sh -c "$0" "$0""#;
        let (process, mut stdout) = shell(&format!("echo; echo $$; exec sh -c '{again}' '{again}'"));
        let mut number = String::new();
        stdout.read_line(&mut number).unwrap();
        let pid = number.trim().parse().unwrap();
        let found = (0..2_000).filter(|_| String::from_utf8_lossy(&environment(pid)).contains("HOTSEAT_SUBJECT="));
        assert_eq!(found.count(), 2_000);
        drop(process);
        assert!(is_over(stdout));
    }

    fn sleeps(manner: Manner) -> Vec<Leftover> {
        vec![Leftover { name: "sleep".to_owned(), manner }]
    }

    #[test]
    fn leftovers_are_named() {
        let (mut process, stdout) = shell(&format!("setsid sleep 1000 & {SLEEPS}"));
        let leftovers = process.end(PATIENCE);
        assert_eq!((leftovers.itself, &leftovers.behind), (Manner::Itself, &sleeps(Manner::Told)));
        assert_eq!(leftovers.to_string(), "left behind: `sleep`, which ended when it was told to");
        assert!(is_over(stdout));
        let (mut process, stdout) = shell(&format!("(trap '' TERM; exec setsid sleep 1000) & {SLEEPS}"));
        assert_eq!(process.end(PATIENCE).behind, sleeps(Manner::Killed));
        assert!(is_over(stdout));
    }

    #[test]
    fn a_child_that_ends_a_moment_later_is_not_a_leftover() {
        let (mut process, stdout) = shell("sleep 0.01 & echo");
        assert_eq!(process.end(PATIENCE).behind, []);
        assert!(is_over(stdout));
    }

    /// Both leftovers become our children, so only the marker shows whose they are.
    #[test]
    fn a_leftover_counts_for_the_process_that_left_it() {
        let (mut one, one_out) = shell(&format!("setsid sleep 1000 & {SLEEPS}"));
        let (mut other, other_out) = shell(&format!("setsid sleep 1000 & {SLEEPS}"));
        assert_eq!(one.end(PATIENCE).behind, sleeps(Manner::Told));
        assert!(is_over(one_out));
        assert_eq!(other.end(PATIENCE).behind, sleeps(Manner::Told));
        assert!(is_over(other_out));
    }

    /// The children of a killed process are killed with it.
    #[test]
    fn the_children_of_a_killed_process_write_nothing_more() {
        let script = "setsid sh -c \"trap 'echo bye; exit' TERM; echo; while :; do sleep 0.01; done\" & wait";
        let (mut process, stdout) = shell(script);
        process.kill();
        let mut said = String::new();
        stdout.into_inner().into_stream().read_to_string(&mut said).unwrap();
        assert_eq!(said, "");
    }
}

/// A process that computes is seen to work, and so is what it has started. One that waits is not.
#[cfg(target_os = "linux")]
#[test]
fn work_is_seen() {
    let (mut busy, _) = shell("(while :; do :; done) & echo; wait");
    let (mut idle, _) = shell("echo; exec sleep 1000");
    while busy.work() < Duration::from_millis(100) {}
    assert!(idle.work() < busy.work());
    busy.kill();
    idle.kill();
}
