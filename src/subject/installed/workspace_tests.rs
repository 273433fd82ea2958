use std::{
    fs,
    path::PathBuf,
    sync::mpsc::{self, Receiver},
};

use rstest::rstest;

use super::{Said, Value, Workspace, json};
use crate::subject::process::{Run, ScenarioFolder};

/// A workspace, and what its commands say.
struct Desk {
    workspace: Workspace,
    folder: PathBuf,
    tell: mpsc::Sender<(String, Said)>,
    said: Receiver<(String, Said)>,
    _scenario: ScenarioFolder,
}

impl Desk {
    fn new() -> Self {
        let scenario = Run::shared().unwrap().scenario().unwrap();
        let folder = scenario.path().canonicalize().unwrap().join("work");
        fs::create_dir_all(&folder).unwrap();
        let (tell, said) = mpsc::channel();
        Self { workspace: Workspace::default(), folder, tell, said, _scenario: scenario }
    }

    fn path(&self, name: &str) -> Value {
        self.folder.join(name).to_string_lossy().into_owned().into()
    }

    /// The answer to a request. In its texts, `{work}` stands for the folder.
    fn asks(&mut self, method: &str, params: &Value) -> Option<Value> {
        let params = params.to_string().replace("{work}", &self.folder.to_string_lossy());
        let tell = self.tell.clone();
        let params = serde_json::from_str(&params).unwrap();
        self.workspace.serve(&self.folder, &1.into(), method, &params, move |id, said| tell.send((id, said)).is_ok())
    }

    fn result(&mut self, method: &str, params: &Value) -> Value {
        self.asks(method, params).unwrap()["result"].clone()
    }

    /// Hears a command until its end.
    fn hear_all(&mut self) -> Vec<Value> {
        loop {
            let (id, said) = self.said.recv().unwrap();
            let is_over = said.is_err();
            let answers = self.workspace.take(&id, said);
            if is_over {
                return answers;
            }
        }
    }
}

#[test]
fn a_file_is_written_and_read() {
    let mut desk = Desk::new();
    let path = desk.path("notes/a.txt");
    let written = desk.result("fs/write_text_file", &json!({"path": path, "content": "one\ntwo\nthree"}));
    assert_eq!(written, json!({}));
    let read = |desk: &mut Desk, more: Value| {
        let mut params = json!({"path": path});
        more.as_object().into_iter().flatten().for_each(|(name, value)| params[name.as_str()] = value.clone());
        desk.result("fs/read_text_file", &params)["content"].clone()
    };
    assert_eq!(read(&mut desk, json!({})), "one\ntwo\nthree");
    assert_eq!(read(&mut desk, json!({"line": 2, "limit": 1})), "two\n");
    assert_eq!(read(&mut desk, json!({"line": 9})), "");
}

#[rstest]
#[case::outside("fs/read_text_file", json!({"path": "/etc/passwd"}), -32602)]
#[case::not_absolute("fs/read_text_file", json!({"path": "a.txt"}), -32602)]
#[case::up_and_out("fs/write_text_file", json!({"path": "{work}/../a.txt", "content": ""}), -32602)]
#[case::through_a_link("fs/write_text_file", json!({"path": "{work}/link/a.txt", "content": ""}), -32602)]
#[case::not_there("fs/read_text_file", json!({"path": "{work}/missing.txt"}), -32002)]
#[case::a_folder("fs/read_text_file", json!({"path": "{work}"}), -32603)]
#[case::no_path("fs/read_text_file", json!({}), -32602)]
#[case::no_content("fs/write_text_file", json!({"path": "{work}/a.txt"}), -32602)]
#[case::no_terminal("terminal/output", json!({"terminalId": "terminal-9"}), -32002)]
#[case::no_id("terminal/kill", json!({}), -32602)]
#[case::no_command("terminal/create", json!({}), -32602)]
#[case::elsewhere("terminal/create", json!({"command": "true", "cwd": "/"}), -32602)]
#[case::another_method("fs/remove", json!({}), -32601)]
fn what_cannot_be_served_is_an_error(#[case] method: &str, #[case] params: Value, #[case] code: i64) {
    let mut desk = Desk::new();
    std::os::unix::fs::symlink("/tmp", desk.folder.join("link")).unwrap();
    let answer = desk.asks(method, &params).unwrap();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&1.into(), &code.into()), "{answer}");
}

#[rstest]
#[case::all(json!({"command": "printf", "args": ["%s\\n%s", "a b", "ä"]}), "a b\nä", false, 0)]
#[case::of_both_streams(json!({"command": "sh", "args": ["-c", "echo out; echo err >&2; exit 3"]}), "out\nerr\n", false, 3)]
#[case::the_last_bytes(json!({"command": "printf", "args": ["one\\näö\\n"], "outputByteLimit": 5}), "ö\n", true, 0)]
#[case::a_variable(json!({"command": "sh", "args": ["-c", "echo $WAY"], "env": [{"name": "WAY", "value": "left"}]}), "left\n", false, 0)]
#[case::no_such_program(json!({"command": "/no/such/program"}), "", false, 127)]
fn a_command_runs_to_its_end(
    #[case] params: Value,
    #[case] output: &str,
    #[case] is_truncated: bool,
    #[case] code: u8,
) {
    let mut desk = Desk::new();
    let terminal = desk.result("terminal/create", &params);
    assert_eq!(desk.asks("terminal/wait_for_exit", &terminal), None, "the answer waits for the end");
    let answers = desk.hear_all();
    assert_eq!(answers, [json!({"jsonrpc": "2.0", "id": 1, "result": {"exitCode": code}})]);
    let told = desk.result("terminal/output", &terminal);
    let said = told["output"].as_str().unwrap();
    assert!(if code == 127 { said.contains("/no/such/program") } else { said == output }, "{said:?}");
    assert_eq!(told["truncated"], is_truncated);
    assert_eq!(told["exitStatus"], json!({"exitCode": code}));
    assert_eq!(desk.result("terminal/wait_for_exit", &terminal), json!({"exitCode": code}));
    assert_eq!(desk.result("terminal/release", &terminal), json!({}));
    assert_eq!(desk.asks("terminal/output", &terminal).unwrap()["error"]["code"], -32002);
}

/// A command that never ends is stopped, and whoever waits for it is answered.
#[test]
fn a_command_is_stopped() {
    let mut desk = Desk::new();
    let terminal = desk.result("terminal/create", &json!({"command": "cat", "cwd": "{work}"}));
    assert_eq!(desk.asks("terminal/wait_for_exit", &terminal), None);
    assert_eq!(desk.result("terminal/kill", &terminal), json!({}));
    let [answer] = &desk.hear_all()[..] else { panic!("one answer") };
    assert_eq!(answer["result"], json!({"exitCode": null, "signal": "SIGKILL"}));
}
