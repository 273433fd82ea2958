//! Runs the program and returns its output.

#![expect(clippy::disallowed_types, reason = "a program is run from outside")]

use std::{
    collections::BTreeMap,
    fmt, fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock, Mutex, PoisonError,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use hotseat::model::text::checksum;
use regex::Regex;

/// A process that runs for longer hangs, even on a slow machine.
pub const BOUND: Duration = Duration::from_secs(60);

/// The output of the program, and its exit code.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The exit code, and everything that a person sees.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "exit code {}", self.code)?;
        for (name, text) in [("stdout", &self.out), ("stderr", &self.err)] {
            if !text.is_empty() {
                write!(f, "--- {name}\n{text}")?;
            }
        }
        Ok(())
    }
}

/// The program, quoted for a shell.
pub fn program() -> String {
    shlex::try_quote(env!("CARGO_BIN_EXE_hotseat")).unwrap().into_owned()
}

/// Runs the program in the folder of this project.
pub fn hotseat(arguments: &[&str]) -> Said {
    hotseat_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

/// Runs the program in `folder`. The program must end by itself, within the bound, and without a panic.
pub fn hotseat_in(folder: &Path, arguments: &[&str]) -> Said {
    let mut child = start_in(folder, arguments);
    let out = child.stdout.take().unwrap();
    end(child, out, arguments)
}

/// Starts the program in `folder`.
pub fn start_in(folder: &Path, arguments: &[&str]) -> Child {
    start_with(folder, arguments, Stdio::null())
}

/// Starts the program in `folder` with this stdin.
pub fn start_with(folder: &Path, arguments: &[&str], stdin: Stdio) -> Child {
    command_in(folder, arguments).stdin(stdin).spawn().unwrap()
}

/// The program in `folder`, without the variables that change its output.
pub fn command_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hotseat"));
    without_variables(&mut command);
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Takes away the variables that change what the program prints.
fn without_variables(command: &mut Command) {
    for variable in [
        "COLUMNS",
        "LINES",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "FORCE_COLOR",
        "RUST_BACKTRACE",
        "GITHUB_ACTIONS",
    ] {
        command.env_remove(variable);
    }
}

/// Waits for the end of the program and returns its output. Its stdout is read from `out`.
pub fn end(mut child: Child, out: impl Read + Send + 'static, arguments: &[&str]) -> Said {
    let (out, err) = (read(out), read(child.stderr.take().unwrap()));
    let (Ok(out), Ok(err)) = (out.recv_timeout(BOUND), err.recv_timeout(BOUND)) else {
        child.kill().unwrap();
        panic!("hotseat {arguments:?} still ran after {BOUND:?}");
    };
    let code = child.wait().unwrap().code();
    let said = Said { code: code.unwrap_or(-1), out: plain(&out), err: plain(&err) };
    assert!(code.is_some(), "a signal ended hotseat {arguments:?}: {said}");
    assert!(!said.err.contains("panicked") && said.code != 70, "a bug: hotseat {arguments:?}: {said}");
    said
}

/// Reads to the end of a stream, on a thread of its own.
fn read(mut from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        sender.send(String::from_utf8(bytes).unwrap()).unwrap();
    });
    receiver
}

/// Runs the program in `folder` and interrupts it as soon as it listens to the signal.
#[cfg(unix)]
pub fn interrupted_in(folder: &Path, arguments: &[&str]) -> Said {
    let mut child = command_in(folder, arguments).spawn().unwrap();
    let listens = |id: u32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
        caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_none_or(|mask| mask >> 1 & 1 == 1)
    };
    while !listens(child.id()) {
        thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let out = child.stdout.take().unwrap();
    end(child, out, arguments)
}

/// Runs a command line through the shell in `folder`, where the program is `hotseat`. What it prints comes in one text.
pub fn shell_in(folder: &Path, line: &str) -> Said {
    let program = Path::new(env!("CARGO_BIN_EXE_hotseat"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    without_variables(&mut command);
    command.args(["-c", line]).current_dir(folder).env("PATH", path);
    // Python takes what it has compiled for fresh if a file was changed in the same second, and has the same size.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let out = child.stdout.take().unwrap();
    end(child, out, &[line])
}

/// The text without times, digests and versions, which differ from run to run or from version to version.
pub fn plain(text: &str) -> String {
    let elapsed = Regex::new(r"; \d+\.\d\d s\n").unwrap();
    let text = elapsed.replace_all(text, "; <elapsed>\n");
    let digest = Regex::new(r"(\| tools [a-z_ ]+)\([0-9a-f]{8}\)").unwrap();
    let text = digest.replace_all(&text, "$1(<digest>)");
    text.replace(concat!("reference ", env!("CARGO_PKG_VERSION")), "reference <version>")
}

/// The folders that were given to tests of this process, each with the test: its thread has its name.
static TAKEN: LazyLock<Mutex<BTreeMap<String, Option<String>>>> = LazyLock::new(Mutex::default);

/// An empty folder with this name. Each test, and each case of one, needs a name of its own: two that run at the same time would
/// disturb each other now and then. The folder stays, so that a failure can be examined.
pub fn folder(name: &str) -> PathBuf {
    let test = thread::current().name().map(str::to_owned);
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let first = taken.entry(name.to_owned()).or_insert_with(|| test.clone()).clone();
    drop(taken);
    assert!(first == test, "the folder {name} is that of {first:?}, too: give it another name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The same for a case of a test that has no short text of its own: its name ends with a checksum of the case's name.
pub fn folder_of_case(name: &str) -> PathBuf {
    folder(&format!("{name}-{:08x}", checksum(thread::current().name().unwrap_or_default())))
}

/// Copies a file of `tests/bad` into `folder`, under its own name.
pub fn copy(file: &str, folder: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad").join(file);
    fs::copy(&from, folder.join(from.file_name().unwrap())).unwrap();
}

/// Every file below `folder` with its path in the folder, sorted by path.
pub fn files(folder: &Path) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Runs the scenarios of a file one after another, so that the output always has the same order.
pub fn run(file: &str, more: &[&str]) -> Said {
    hotseat(&[&["run", "--jobs", "1", file], more].concat())
}
