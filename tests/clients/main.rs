//! The official clients of Anthropic, OpenAI and Google talk to `hotseat serve`, unchanged; and a browser reads the page that
//! `hotseat run` writes. Lines of a protocol are held against the schema that comes with its SDK.
//!
//! The tests look for them in the folder that `HOTSEAT_TOOLS` names. `.ci/run` installs them there. If a client is
//! missing, its test is shown as ignored, with the reason before its name.

#![expect(clippy::disallowed_types, reason = "clients are programs, and so is the server")]

mod page;
mod schema;
mod tools;

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, ChildStdout, Command, ExitCode, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use self::tools::Tools;

/// A process that runs for longer hangs, even on a slow machine.
const BOUND: Duration = Duration::from_secs(120);

/// What each client does, in this order. The replies are in `script.json`.
const SCENES: [&str; 11] =
    ["tool", "whole", "tokens", "limited", "dropped", "reset", "cut", "torn", "malformed", "overloaded", "refused"];

/// A client: its name, its program in this folder, and the wire to use if the client has several.
const CLIENTS: [(&str, &str, Option<&str>); 7] = [
    ("python_anthropic", "anthropic_client.py", None),
    ("python_openai_chat", "openai_chat.py", None),
    ("python_openai_responses", "openai_responses.py", None),
    ("python_gemini", "gemini.py", None),
    ("node_anthropic", "anthropic_client.mjs", None),
    ("node_openai_chat", "openai_client.mjs", Some("chat")),
    ("node_openai_responses", "openai_client.mjs", Some("responses")),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tools = Tools::find();
    let trial = |(name, program, wire): (&'static str, &'static str, Option<&'static str>)| {
        let client = tools.as_ref().map_err(|why| *why).and_then(|tools| client(tools, program));
        let name_of_test = format!("{name}_calls_a_tool_retries_and_raises_its_errors");
        match client {
            Ok(mut client) => Trial::test(name_of_test, move || {
                client.args(wire);
                talks(name, client);
                Ok(())
            }),
            // A list must have only the names, because runners call the tests by the listed names.
            Err(why) => {
                let why = if arguments.list { "" } else { why };
                Trial::test(name_of_test, || Ok(())).with_kind(why).with_ignored_flag(true)
            }
        }
    };
    let mut trials: Vec<Trial> = CLIENTS.into_iter().map(trial).collect();
    trials.push(page::trial(&tools, arguments.list));
    trials.push(schema::trial(&tools, arguments.list));
    trials.push(schema::trial_of_types());
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The command that runs one of our programs with the installed client.
fn client(tools: &Tools, program: &str) -> Result<Command, &'static str> {
    let mut command = if program.ends_with(".py") {
        let mut command = Command::new(tools.at("python/bin/python", "no Python clients in HOTSEAT_TOOLS")?);
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        command
    } else {
        tools.at("node/node_modules/openai", "no node clients in HOTSEAT_TOOLS")?;
        let mut command = Command::new("node");
        command.env("NODE_PACKAGES", tools.at("node", "no node clients in HOTSEAT_TOOLS")?);
        command
    };
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(program));
    // The settings of this machine must not redirect the client or make it log more.
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "ANTHROPIC_LOG", "OPENAI_LOG"] {
        command.env_remove(variable);
    }
    Ok(command)
}

/// The client plays all scenes with a server. Its output and the requests that the server saw are a snapshot.
fn talks(name: &str, mut client: Command) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("clients-{name}"));
    fs::create_dir_all(&folder).unwrap();
    let log = folder.join("log.jsonl");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/script.json");
    let mut server = Command::new(env!("CARGO_BIN_EXE_hotseat"));
    server.arg("serve").arg("--script").arg(script).arg("--log").arg(&log);
    let mut server = Running(server.stdout(Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(server.0.stdout.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("listening on ").unwrap_or_else(|| panic!("the server said {line:?}"));

    let mut client = Running(client.arg(address).args(SCENES).stdout(Stdio::piped()).spawn().unwrap());
    let told = read(client.0.stdout.take().unwrap());
    assert!(client.0.wait().unwrap().success(), "the client failed after\n{told}");

    let log = fs::read_to_string(log).unwrap();
    // This is the end of the scripted reasoning. One client keeps only the last piece of a field that it does not know.
    // If a wire signs the reasoning, a change would also be listed in `wrongs`.
    assert!(log.contains("is it?"), "the client hands its reasoning back");
    let mut seen = String::new();
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line.get("arrived").is_some() {
            continue;
        }
        assert!(line.get("unexpected").is_none() && line.get("wrongs").is_none(), "{line}");
        let word = |key: &str| line.get(key).map_or_else(|| "-".to_owned(), |value| value.to_string().replace('"', ""));
        seen.push_str(&format!("{} {} {} {}\n", word("wire"), word("path"), word("status"), word("ended")));
    }
    let story = format!("{told}== what the server saw\n{seen}");
    insta::assert_snapshot!(name, story);
}

/// A process that does not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads to the end of a stream, within the bound.
fn read(mut from: ChildStdout) -> String {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let _ = sender.send(from.read_to_string(&mut text).map(|_| text));
    });
    receiver.recv_timeout(BOUND).expect("the client ends within the bound").unwrap()
}
