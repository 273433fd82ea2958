//! Adapters in other languages. Each skeleton of `hotseat new-adapter` passes `hotseat smoke` without a change. Two
//! whole adapters, which were written from `hotseat protocol` alone, pass every scenario that they claim. Two more, of jp
//! and of pi, were written from the documents, the protocol and the catalogue alone. They take every free choice otherwise
//! than the reference, and no requirement of level `must` or `should` fails.
//!
//! The tests look for Python and node in the folder that `HOTSEAT_TOOLS` names. `.ci/run` installs them there. If one
//! is missing, its tests are shown as ignored, with the reason before the name.

#![expect(clippy::disallowed_types, reason = "adapters are programs, and so is hotseat")]

#[path = "../clients/tools.rs"]
mod tools;

use std::{
    env, fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use libtest_mimic::{Arguments, Failed, Trial};

use self::tools::Tools;

/// A process that runs for longer hangs, even on a slow machine.
const BOUND: Duration = Duration::from_secs(300);

/// The folder of the program that runs a language. The folder comes first in the search path.
type Runtime = Result<PathBuf, &'static str>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trial = |name: &str, runtime: &Runtime, test: fn(&Path) -> Result<(), Failed>| match runtime.clone() {
        Ok(runtime) => Trial::test(name, move || test(&runtime)),
        Err(why) => {
            // A list must have only the names, because runners call the tests by the listed names.
            let why = if arguments.list { "" } else { why };
            Trial::test(name, || Ok(())).with_kind(why).with_ignored_flag(true)
        }
    };
    let (python, node, cargo) = (python(), node(), cargo());
    let trials = vec![
        trial("skeleton::python_passes_smoke", &python, |path| skeleton("python", path)),
        trial("skeleton::typescript_passes_smoke", &node, |path| skeleton("typescript", path)),
        trial("skeleton::rust_passes_smoke", &cargo, |path| skeleton("rust", path)),
        trial("skeleton::typescript_of_pi_passes_smoke", &node, |path| skeleton("typescript --system pi", path)),
        trial("skeleton::typescript_of_pi_asks_well", &node, skeleton_of_pi),
        trial("whole::pilotdeck_passes_smoke", &python, |path| smoke("python3 tests/adapters/pilotdeck", path)),
        trial("whole::pilotdeck_holds", &python, |path| holds("pilotdeck", "python3 tests/adapters/pilotdeck", path)),
        trial("whole::pilotdeck_keeps_every_rule", &python, |path| {
            keeps_every_rule("pilotdeck", "python3 tests/adapters/pilotdeck", path)
        }),
        trial("whole::jp_ask_user_of_the_seed_conforms", &python, |path| {
            conforms("jp-ask-user", "python3 tests/adapters/jp seed all", path)
        }),
        trial("whole::jp_inquiry_of_the_seed_conforms", &python, |path| {
            conforms("jp-inquiry", "python3 tests/adapters/jp seed all", path)
        }),
        trial("whole::jp_ask_user_of_the_seed_keeps_every_rule", &python, |path| {
            keeps_every_rule("jp-ask-user", "python3 tests/adapters/jp seed all", path)
        }),
        trial("whole::jp_ask_user_keeps_every_rule", &python, |path| {
            keeps_every_rule("jp-ask-user", "python3 tests/adapters/jp", path)
        }),
        trial("whole::jp_inquiry_keeps_every_rule", &python, |path| {
            keeps_every_rule("jp-inquiry", "python3 tests/adapters/jp", path)
        }),
        trial("whole::deepchat_keeps_every_rule", &node, |path| {
            keeps_every_rule("deepchat", "node tests/adapters/deepchat/main.ts", path)
        }),
        trial("whole::jp_passes_smoke", &python, |path| smoke("python3 tests/adapters/jp", path)),
        trial("whole::jp_ask_user_conforms", &python, |path| {
            conforms("jp-ask-user", "python3 tests/adapters/jp", path)
        }),
        trial("whole::jp_inquiry_conforms", &python, |path| conforms("jp-inquiry", "python3 tests/adapters/jp", path)),
        trial("whole::pi_passes_smoke", &node, |path| smoke("node tests/adapters/pi/main.ts", path)),
        trial("whole::pi_conforms", &node, |path| conforms("pi", "node tests/adapters/pi/main.ts", path)),
        trial("whole::pi_conforms_otherwise", &node, |path| {
            conforms("pi", "node tests/adapters/pi/main.ts otherwise", path)
        }),
        trial("whole::pi_keeps_every_rule", &node, |path| {
            keeps_every_rule("pi", "node tests/adapters/pi/main.ts", path)
        }),
        trial("whole::deepchat_passes_smoke", &node, |path| smoke("node tests/adapters/deepchat/main.ts", path)),
        trial("whole::deepchat_holds", &node, |path| holds("deepchat", "node tests/adapters/deepchat/main.ts", path)),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn python() -> Runtime {
    let folder = "python/bin";
    let tools = Tools::find()?;
    tools.at(Path::new(folder).join("python3"), "no Python in HOTSEAT_TOOLS")?;
    tools.at(folder, "no Python in HOTSEAT_TOOLS")
}

fn node() -> Runtime {
    let folder = "node/node_modules/.bin";
    let tools = Tools::find()?;
    tools.at(Path::new(folder).join("node"), "no node 22 in HOTSEAT_TOOLS")?;
    tools.at(folder, "no node 22 in HOTSEAT_TOOLS")
}

/// The cargo that runs this test, if it can build a package with `serde_json` without a network.
fn cargo() -> Runtime {
    let cargo = PathBuf::from(env::var_os("CARGO").ok_or("these tests were not started by cargo")?);
    let mut tree = Command::new(&cargo);
    tree.args(["tree", "--offline", "--locked", "--package", "serde_json"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let known = tree.stdin(Stdio::null()).output().is_ok_and(|tree| tree.status.success());
    let known = known.then_some(()).ok_or("cargo does not find serde_json without a network");
    known.and_then(|()| cargo.parent().map(Path::to_path_buf).ok_or("the path of cargo has no folder"))
}

/// Writes the skeleton, and runs the commands that `new-adapter` prints.
fn skeleton(which: &str, runtime: &Path) -> Result<(), Failed> {
    let place = empty(&format!("skeleton {which}"))?;
    let written = shell(&format!("hotseat new-adapter {which} \"it's mine\""), &place, runtime);
    written.succeeded()?;
    let commands: Vec<&str> = written.out.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let [build @ .., smoke, run] = commands.as_slice() else { return Err(written.told().into()) };
    assert_eq!(build.len(), usize::from(which == "rust"), "{}", written.told());

    share_target(&place.join("it's mine"))?;
    for command in build.iter().chain([smoke]) {
        shell(command, &place, runtime).succeeded()?;
    }
    // The agent is too simple for many scenarios, but it breaks the protocol in none of them.
    let played = shell(&format!("{run} --jobs 2"), &place, runtime);
    let is_good = played.code == Some(1) && !played.out.contains("fault of the adapter");
    assert!(is_good && !played.out.contains(" 0 passed,"), "{}", played.told());
    Ok(())
}

/// The skeleton of pi passes the stories of all systems, and every feature of pi but these. These need something that
/// the README of the skeleton lists as left out.
const LEFT_OUT_OF_PI: [&str; 7] = [
    "answers-at-the-edges",
    "definition",
    "file-and-command-line",
    "hostile",
    "print-answers",
    "several-calls",
    "session",
];

fn skeleton_of_pi(runtime: &Path) -> Result<(), Failed> {
    let place = empty("skeleton-of-pi")?;
    shell("hotseat new-adapter typescript --system pi mine", &place, runtime).succeeded()?;
    let mut run = format!("hotseat run --system pi --jobs 2 --subject \"node '{}/mine/adapter.ts'\"", place.display());
    run += " features/common";
    for feature in fs::read_dir(here().join("features/pi"))? {
        let feature = feature?.path();
        let name = feature.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !LEFT_OUT_OF_PI.contains(&name.as_str()) {
            run += &format!(" features/pi/{name}.feature");
        }
    }
    shell(&run, here(), runtime).succeeded()
}

/// Everything that counts holds in the written scenarios. Open readings may differ. `.ci/run` plays the derived runs and
/// the combinations, too, with the release build.
fn conforms(system: &str, subject: &str, runtime: &Path) -> Result<(), Failed> {
    let options = "--quiet --no-combinations --fail-on should --jobs 2";
    let run = format!("hotseat run {options} --system {system} --subject \"{subject}\"");
    shell(&run, here(), runtime).succeeded()
}

/// An empty folder with this name.
fn empty(name: &str) -> std::io::Result<PathBuf> {
    let place = tmp().join(name);
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    Ok(place)
}

/// Links the target folder of a skeleton to a shared one, so that its dependencies are built only once.
#[cfg(unix)]
fn share_target(skeleton: &Path) -> std::io::Result<()> {
    let shared = tmp().join("skeleton-target");
    fs::create_dir_all(&shared)?;
    std::os::unix::fs::symlink(shared, skeleton.join("target"))
}

#[cfg(not(unix))]
fn share_target(_: &Path) -> std::io::Result<()> {
    Ok(())
}

fn smoke(subject: &str, runtime: &Path) -> Result<(), Failed> {
    shell(&format!("hotseat smoke --subject '{subject}'"), here(), runtime).succeeded()
}

/// Every scenario of the system that the adapter claims passes, and those are not few.
fn holds(system: &str, subject: &str, runtime: &Path) -> Result<(), Failed> {
    let played = shell(&format!("hotseat run --system {system} --jobs 2 --subject '{subject}'"), here(), runtime);
    played.succeeded()?;
    let passed =
        played.out.lines().last().and_then(|line| line.split_once(" scenarios: ")?.1.split_once(" passed, 0 failed"));
    let passed: usize = passed.and_then(|(count, _)| count.parse().ok()).expect("a sum in the last line");
    assert!(passed > 1_000, "only {passed} scenarios were asked of the adapter\n{}", played.told());
    Ok(())
}

/// No drawn run of the system breaks a rule.
fn keeps_every_rule(system: &str, subject: &str, runtime: &Path) -> Result<(), Failed> {
    let command = format!("hotseat simulate --system {system} --seeds 0..150 --jobs 2 --subject '{subject}'");
    let simulated = shell(&command, here(), runtime);
    simulated.succeeded()?;
    assert!(simulated.out.starts_with(&format!("{system}: 150 seeds ")), "{}", simulated.told());
    Ok(())
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn tmp() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("adapters")
}

/// The output of a command, and its exit code.
struct Ended {
    command: String,
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ended {
    fn succeeded(&self) -> Result<(), Failed> {
        if self.code == Some(0) { Ok(()) } else { Err(self.told().into()) }
    }

    fn told(&self) -> String {
        format!("{}\nended with {:?}\n{}{}", self.command, self.code, self.out, self.err)
    }
}

/// Runs a command in a shell, as a person would paste it.
fn shell(command: &str, folder: &Path, runtime: &Path) -> Ended {
    let hotseat = Path::new(env!("CARGO_BIN_EXE_hotseat")).parent().unwrap().to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = [hotseat, runtime.to_path_buf()].into_iter().chain(env::split_paths(&others));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", env::join_paths(path).unwrap());
    // The command must not write into the checkout or download anything.
    shell.env("PYTHONDONTWRITEBYTECODE", "1").env("CARGO_NET_OFFLINE", "true");
    let mut child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (out, err) = (read(child.stdout.take().unwrap()), read(child.stderr.take().unwrap()));
    let (Ok(out), Ok(err)) = (out.recv_timeout(BOUND), err.recv_timeout(BOUND)) else {
        child.kill().unwrap();
        panic!("this command still ran after {BOUND:?}: {command}");
    };
    Ended { command: command.to_owned(), code: child.wait().unwrap().code(), out, err }
}

/// Reads to the end of a stream, on a thread of its own.
fn read(mut from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}
