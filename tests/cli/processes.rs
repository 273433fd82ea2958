//! No process of a subject outlives its run, in whatever way the subject clings and the run ends.
//!
//! Every process that a subject starts holds a named pipe open. The reader of the pipe sees its end when the last of
//! these processes has ended, and not before.

#![expect(clippy::disallowed_types, reason = "a program is run from outside, and asked to end by a signal")]

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command},
    sync::mpsc::{self, Receiver},
    thread,
};

use rstest::rstest;

use crate::bench::{BOUND, Said, command_in, end, folder};

/// An adapter without a fault.
const GOOD: &str = concat!(env!("CARGO_BIN_EXE_hotseat"), " adapter");
/// An adapter that never acts.
const STUCK: &str = "sh tests/bad/subjects/canned.sh stuck";

/// A temporary directory, and a pipe that subjects hold open.
struct Room {
    temporary: PathBuf,
    pipe: PathBuf,
    /// The lines that are written into the pipe. It disconnects at the end of the pipe.
    said: Receiver<String>,
}

impl Room {
    fn new(name: &str) -> Self {
        let folder = folder(&format!("processes-{name}"));
        let (temporary, pipe) = (folder.join("tmp"), folder.join("pipe"));
        fs::create_dir(&temporary).unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (sender, said) = mpsc::channel();
        let path = pipe.clone();
        thread::spawn(move || {
            for line in BufReader::new(File::open(path).unwrap()).lines() {
                drop(sender.send(line.unwrap()));
            }
        });
        Self { temporary, pipe, said }
    }

    /// The subject `adapter`, whose processes cling in this way.
    fn subject(&self, way: &str, adapter: &str) -> String {
        format!("sh tests/bad/subjects/clinging.sh {way} {} {adapter}", self.pipe.display())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments);
        command.env("TMPDIR", &self.temporary);
        command
    }

    /// Plays one scenario with this subject.
    fn run(&self, subject: &str) -> Said {
        let arguments = ["run", "--jobs", "1", "tests/bad/files/good.feature", "--subject", subject];
        finish(self.command(&arguments).spawn().unwrap())
    }

    /// Starts two scenarios at the same time, and waits until both are in the middle of a run.
    fn start(&self, way: &str) -> Child {
        let subject = self.subject(way, GOOD);
        let files = ["run", "--jobs", "2", "tests/bad/files", "--name", "greeting|skipped"];
        let child = self.command(&[&files[..], &["--subject", &subject]].concat()).spawn().unwrap();
        for _ in 0..2 {
            while self.said.recv_timeout(BOUND).expect("a subject in the middle of a run") != "ready" {}
        }
        assert_eq!(self.left().len(), 1);
        child
    }

    /// Waits until every process that held the pipe open has ended. Returns the lines that were written meanwhile.
    fn end_of_pipe(&self) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            match self.said.recv_timeout(BOUND) {
                Ok(line) => said.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => return said,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("a process outlives the run"),
            }
        }
    }

    /// The content of the temporary directory.
    fn left(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.temporary).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// Asserts that no process and no file is left.
    fn assert_clean(&self) {
        self.end_of_pipe();
        assert_eq!(self.left(), [] as [PathBuf; 0]);
    }
}

fn finish(mut child: Child) -> Said {
    let out = child.stdout.take().unwrap();
    end(child, out, &["run", "--subject"])
}

fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[rstest]
#[case("leaves-nothing", 0)]
#[case("leaves-a-child", 1)]
#[case("leaves-an-unminding-child", 1)]
#[case("leaves-a-session", 1)]
#[case("leaves-an-unminding-session", 1)]
#[case("leaves-a-daemon", 1)]
#[case("leaves-a-bare-daemon", 1)]
#[case("leaves-a-tree", 1)]
#[case("leaves-a-forker", 1)]
#[case("leaves-the-dead", 0)]
#[case("ignores-term", 1)]
#[case("stays", 1)]
fn no_process_is_left_after_a_run(#[case] way: &str, #[case] code: i32) {
    let room = Room::new(way);
    let said = room.run(&room.subject(way, GOOD));
    // A leftover or a missing end is the adapter's fault, even if every scenario holds.
    assert_eq!((said.code, said.out.contains("fault of the adapter: ")), (code, code == 1), "{said}");
    assert!(said.out.contains("1 passed, 0 failed"), "{said}");
    room.assert_clean();
    // If a scenario goes wrong, its processes are killed at once.
    let room = Room::new(&format!("{way}-stuck"));
    let said = room.run(&room.subject(way, STUCK));
    assert_eq!(said.code, 1, "{said}");
    room.assert_clean();
}

#[rstest]
#[case("closes-its-stdout", "")]
#[case("dies-with-a-child", "left behind: `sleep`, which ended when it was told to\n")]
#[case("dies-with-an-unminding-child", "left behind: `sleep`, which had to be killed\n")]
fn leftovers_of_a_broken_subject_are_stopped_and_reported(#[case] way: &str, #[case] told: &str) {
    let room = Room::new(way);
    let said = room.run(&room.subject(way, GOOD));
    assert!(said.code == 2 && said.err.contains(told), "{said}");
    assert_eq!(said.err.contains("left behind"), !told.is_empty(), "{said}");
    room.assert_clean();
}

#[rstest]
#[case("SIGINT", 130)]
#[case("SIGTERM", 143)]
#[case("SIGHUP", 129)]
fn a_signal_ends_everything(
    #[case] signal: &str,
    #[case] code: i32,
    #[values("hangs", "hangs-and-ignores-term")] way: &str,
) {
    // If the tests were started with SIGHUP ignored, as by nohup, the program ignores it, too.
    if signal == "SIGHUP" && ignores_hangup() {
        eprintln!("LEFT OUT: these tests were started with SIGHUP ignored");
        return;
    }
    let room = Room::new(&format!("{way}-{signal}"));
    let child = room.start(way);
    send(&format!("-{}", &signal[3..]), &child);
    let said = finish(child);
    let told = format!("stopped by {signal}: every process of a subject was ended, and nothing was judged\n");
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (code, "", told.as_str()));
    room.assert_clean();
}

#[test]
fn what_was_judged_before_a_signal_is_told() {
    let room = Room::new("hangs-later");
    let subject = room.subject("hangs-later", GOOD);
    let report = room.temporary.join("report.json");
    let written = format!("json={}", report.display());
    let known = room.temporary.join("known.toml");
    let file = "features/common/answers-twice.feature";
    let arguments = ["run", "--jobs", "1", file, "--subject", &subject, "--report", &written];
    let arguments = [&arguments[..], &["--write-expected", known.to_str().unwrap()]].concat();
    let child = room.command(&arguments).spawn().unwrap();
    while room.said.recv_timeout(BOUND).expect("a subject that hangs") != "ready" {}
    send("-INT", &child);
    let said = finish(child);
    let told = "stopped by SIGINT: every process of a subject was ended; what was judged before is told\n";
    assert!(said.code == 130 && said.err.ends_with(told), "{said}");
    assert!(said.out.contains("\n1 scenario: 1 passed, 0 failed; "), "{said}");
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    assert_eq!(report["scenarios"].as_array().unwrap().len(), 1);
    assert!(!report["not_begun"].as_array().unwrap().is_empty());
    // Of what did not run, it is not known whether it fails.
    assert_eq!(fs::read_to_string(&known).unwrap_or_default(), "");
    fs::remove_file(room.temporary.join("report.json")).unwrap();
    room.assert_clean();
}

/// The reference has no process, and a run of it is told in the same way.
#[test]
fn what_was_judged_of_the_reference_before_a_signal_is_told() {
    let room = Room::new("reference");
    let report = room.temporary.join("report.json");
    let written = format!("json={}", report.display());
    let mut child = room.command(&["run", "--jobs", "1", "--report", &written]).spawn().unwrap();
    // The first line of its progress comes after one scenario in twenty.
    let mut progress = Vec::new();
    while progress.last() != Some(&b'\n') {
        let mut byte = [0];
        child.stderr.as_mut().unwrap().read_exact(&mut byte).unwrap();
        progress.extend(byte);
    }
    let progress = String::from_utf8(progress).unwrap();
    send("-INT", &child);
    let said = finish(child);
    let told = "stopped by SIGINT: every process of a subject was ended; what was judged before is told\n";
    assert!(said.code == 130 && said.err.ends_with(told), "{said}");
    assert!(said.out.contains(" scenarios did not run: "), "{progress}\n{said}");
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
    let first: usize = progress.split('/').next().unwrap().parse().unwrap();
    assert!(report["scenarios"].as_array().unwrap().len() >= first, "{progress}");
    assert!(!report["not_begun"].as_array().unwrap().is_empty());
}

#[test]
fn a_second_signal_ends_everything_at_once() {
    let room = Room::new("twice");
    let child = room.start("hangs-and-ignores-term");
    send("-INT", &child);
    send("-TERM", &child);
    let said = finish(child);
    assert!([130, 143].contains(&said.code), "{said}");
    room.assert_clean();
}

/// These commands heed the first signal when what is going on has ended. Here it never ends.
#[rstest]
#[case::simulate(&["simulate", "--system", "pi", "--seeds", "1..3", "--jobs", "1"])]
#[case::explore(&["explore", "common/cancel/pi-seed"])]
fn a_second_signal_ends_a_command_that_heeds_the_first(#[case] command: &[&str]) {
    let room = Room::new(command[0]);
    let subject = room.subject("hangs-and-ignores-term", GOOD);
    let child = room.command(&[command, &["--subject", &subject]].concat()).spawn().unwrap();
    while room.said.recv_timeout(BOUND).expect("a subject in the middle of a run") != "ready" {}
    send("-INT", &child);
    send("-TERM", &child);
    let said = finish(child);
    assert!([130, 143].contains(&said.code), "{said}");
    room.assert_clean();
}

#[test]
fn the_next_run_cleans_up_after_a_killed_run() {
    let room = Room::new("killed");
    let mut child = room.start("hangs-and-ignores-term");
    child.kill().unwrap();
    child.wait().unwrap();
    let left = room.left();
    assert_eq!(left.len(), 1, "{left:?}");
    // A run of the reference starts no process, so it cleans up nothing.
    let reference = ["run", "-q", "tests/bad/files/good.feature"];
    assert_eq!(finish(room.command(&reference).spawn().unwrap()).to_string(), "exit code 0\n");
    assert_eq!(room.left(), left);
    assert_eq!(room.run(GOOD).code, 0);
    room.assert_clean();
}

#[test]
fn a_run_does_not_disturb_another_run() {
    let room = Room::new("neighbour");
    let child = room.start("hangs");
    let left = room.left();
    assert_eq!(room.run(GOOD).code, 0);
    assert_eq!(room.left(), left);
    send("-TERM", &child);
    assert_eq!(finish(child).code, 143);
    room.assert_clean();
}

#[rstest]
#[case("leaves-nothing")]
#[case("leaves-an-unminding-session")]
fn no_process_is_left_if_the_reader_of_the_output_goes_away(#[case] way: &str) {
    let room = Room::new(&format!("{way}-broken-pipe"));
    let subject = room.subject(way, GOOD);
    let mut shell = Command::new("sh");
    shell.args(["-c", r#""$0" "$@" 2>&1 | head -n 1"#, env!("CARGO_BIN_EXE_hotseat")]);
    shell.args(["run", "-v", "--jobs", "1", "tests/bad/files/good.feature", "--subject", &subject]);
    shell.current_dir(env!("CARGO_MANIFEST_DIR")).env("TMPDIR", &room.temporary);
    let said = shell.output().unwrap();
    assert_eq!(said.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
    room.assert_clean();
}
