//! `hotseat agent`, several agents in one run, and what a run keeps of the one before.

use std::fs;

use rstest::rstest;

use crate::bench::{folder, hotseat_in, program};

/// The reference as an agent.
fn reference() -> String {
    format!("acp:{} acp-agent", program())
}

/// Each step of the reference works.
#[test]
fn the_reference_is_checked_step_by_step() {
    let said = hotseat_in(&folder("cli-agent-check"), &["agent", "check", &reference(), "--settle", "500"]);
    assert_eq!(said.code, 0, "{said}");
    let steps = [
        "it is installed",
        "it connects: hotseat-reference 1, protocol 1",
        "it begins a session",
        "it asks the scripted model: on the wire `anthropic`",
        "it ends a turn: with `end_turn`",
        "it asks its model nothing that no turn has",
        "it calls a tool of the scenario",
        "it asks for a permission before that",
        "it asks its user by a form",
        "it asks its user what a tool of a server asks",
        "10 steps: 10 work, 0 lack something",
    ];
    let mut rest = said.out.as_str();
    for step in steps {
        let (_, after) = rest.split_once(step).unwrap_or_else(|| panic!("{step}: {said}"));
        rest = after;
    }
}

/// What an agent lacks is told, with what to do.
#[rstest]
#[case::no_program("acp:no-such-agent", 1, "no program `no-such-agent` is found", "name the path of its program")]
#[case::no_protocol("acp:sh -c 'read line; exit 3'", 1, "LACKS   it connects", "it must speak ACP")]
#[case::a_login(
    r#"acp:sh -c 'read line; echo "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1}}"; read line; echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"log in first\"}}"; read line'"#,
    1,
    "log in first",
    "a key in [env]"
)]
#[case::another_model(
    "acp:{program} acp-agent --model http://127.0.0.1:9",
    1,
    "no request reaches the model",
    "`{model}` stands for the address"
)]
#[case::another_wire(
    "acp:{program} acp-agent --wire chat",
    1,
    "it asks on the wire `chat`, and the manifest says `anthropic`",
    "write wire = \"chat\""
)]
fn what_an_agent_lacks_is_told(#[case] agent: &str, #[case] code: i32, #[case] found: &str, #[case] help: &str) {
    let folder = folder(&format!("cli-agent-lacks-{}", found.len()));
    let agent = agent.replace("{program}", &program());
    let said = hotseat_in(&folder, &["agent", "check", &agent, "--patience", "2"]);
    assert_eq!(said.code, code, "{said}");
    assert!(said.out.contains(found) && said.out.contains(help), "{said}");
}

/// A draft is a manifest with which the agent can be tested.
#[test]
fn a_draft_is_a_manifest() {
    let folder = folder("cli-agent-init");
    let command = format!("{} acp-agent --wire chat", program());
    let said = hotseat_in(&folder, &["agent", "init", &command, "mine.toml", "--settle", "500"]);
    assert_eq!(said.code, 0, "{said}");
    let draft = fs::read_to_string(folder.join("mine.toml")).unwrap();
    assert!(draft.contains("wire = \"chat\"") && draft.contains("versions = [\"1\"]"), "{draft}");
    let run = ["run", "--agent", "mine.toml", "--settle", "500", "--name", "^acp/permission/a-call-that-is-rejected"];
    let said = hotseat_in(&folder, &run);
    assert!(said.code == 0 && said.out.contains("1 scenario: 1 passed"), "{said}");
    let again = hotseat_in(&folder, &["agent", "init", &command, "mine.toml"]);
    assert!(again.code == 2 && again.err.contains("none is written over"), "{again}");
    assert_eq!(fs::read_to_string(folder.join("mine.toml")).unwrap(), draft);
}

/// Several agents are tested one after another, and stand in one table.
#[test]
fn several_agents_stand_in_one_table() {
    let folder = folder("cli-agents-several");
    let banner = format!("acp:sh -c 'echo welcome; exec {} acp-agent'", program());
    let name = "^acp/messages/each-line";
    let options = ["--agent", &reference(), "--agent", &banner, "--settle", "500", "--name", name];
    let reports = ["run", "--report", "markdown=table.md", "--report", "json=table.json"];
    let said = hotseat_in(&folder, &[&reports[..], &options].concat());
    assert_eq!(said.code, 1, "{said}");
    let table = fs::read_to_string(folder.join("table.md")).unwrap();
    let row = table.lines().find(|line| line.starts_with("| `ACP-001` (must):"));
    assert!(row.is_some_and(|row| row.ends_with(" | pass | fail |")), "{table}");
    assert!(!table.contains("| `ACP-003`"), "{table}");
    let again = hotseat_in(&folder, &["report", "table.json", "--to", "markdown=-"]);
    assert_eq!((again.code, again.out.as_str()), (0, table.as_str()), "{again}");
    let one = hotseat_in(&folder, &["diff", "table.json", "table.json"]);
    assert!(one.code == 2 && one.err.contains("expected the report of one subject, found those of 2"), "{one}");
}

/// A version that a manifest was not tried with is told, and tested as well.
#[test]
fn another_version_is_told() {
    let folder = folder("cli-agents-version");
    let program = env!("CARGO_BIN_EXE_hotseat");
    let command = format!("[{program:?}, \"acp-agent\", \"--model\", \"{{model}}\"]");
    fs::write(folder.join("mine.toml"), format!("name = \"mine\"\nversions = [\"0.9\"]\ncommand = {command}\n"))
        .unwrap();
    let said = hotseat_in(&folder, &["run", "--agent", "mine.toml", "--name", "^acp/messages/each-line"]);
    assert_eq!(said.code, 0, "{said}");
    let note = "note: mine.toml says that it is hotseat-reference 1; what is known of it was tried with 0.9";
    assert!(said.err.contains(note), "{said}");
}

/// A list of known failures is there only for agents that hotseat knows.
#[test]
fn a_list_of_known_failures_is_carried_or_not() {
    let folder = folder("cli-agents-known-failures");
    let options = ["--expected-failures", "known", "--name", "^acp/messages/each-line"];
    let said = hotseat_in(&folder, &[&["run", "--agent", &reference()][..], &options].concat());
    assert!(said.code == 2 && said.err.contains("hotseat carries no list of failures of acp:"), "{said}");
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    assert!(said.code == 2 && said.err.contains("hotseat carries no list of failures of the reference"), "{said}");
}

/// Scenarios begin their sessions in one process of the agent, unless it has ended or connects with other words.
#[test]
fn scenarios_share_a_process() {
    let folder = folder("cli-agents-warm");
    let started = folder.join("started");
    let agent = format!("acp:sh -c 'echo >> {}; exec {} acp-agent'", started.display(), program());
    let name = "^acp/(form/after|messages/each-line|turns/a-tool-that-fails)";
    let options = ["--agent", &agent, "--settle", "500", "--jobs", "1", "--no-combinations", "--name", name];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("4 scenarios: 4 passed"), "{said}");
    assert_eq!(fs::read_to_string(started).unwrap().lines().count(), 1);
}

/// An agent that fails only in a second session is not blamed before it has failed in its first.
#[test]
fn a_failure_in_a_later_session_is_seen_again_in_a_first() {
    let folder = folder("cli-agents-warm-again");
    let passes = r#"n=0; while IFS= read -r line; do case "$line" in *session/new*) n=$((n + 1));; esac; [ $n -lt 2 ] && printf "%s\n" "$line"; done"#;
    let agent = format!("acp:sh -c '({passes}) | {} acp-agent'", program());
    let options =
        ["--agent", &agent, "--settle", "500", "--patience", "3", "--jobs", "1", "--no-combinations", "--name"];
    let said = hotseat_in(&folder, &[&["run"][..], &options, &["^acp/form/after"]].concat());
    assert!(said.code == 0 && said.out.contains("2 scenarios: 2 passed"), "{said}");
}

/// No draft is left behind where nothing was tried, or nothing can be written.
#[rstest]
#[case::a_mistake_in_the_command("'", "mine.toml")]
#[case::no_such_folder("{program} acp-agent", "no-folder.toml/mine.toml")]
fn no_empty_draft_is_left(#[case] command: &str, #[case] file: &str) {
    let folder = folder(&format!("cli-agent-init-{}", command.len()));
    fs::write(folder.join("no-folder.toml"), "mine").unwrap();
    let said = hotseat_in(&folder, &["agent", "init", &command.replace("{program}", &program()), file]);
    // Nothing was tried: a trial prints something.
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(!folder.join(file).exists(), "{said}");
    assert_eq!(fs::read_to_string(folder.join("no-folder.toml")).unwrap(), "mine");
}

/// A draft that cannot be written once it is made is printed, so that the trial was not for nothing.
#[test]
fn a_draft_is_not_lost() {
    let folder = folder("cli-agent-init-lost");
    // The agent takes the folder away.
    let command = format!("sh -c 'rm -rf {0}; touch {0}; exec {1} acp-agent'", folder.join("out").display(), program());
    let said = hotseat_in(&folder, &["agent", "init", &command, "out/mine.toml", "--settle", "500"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.out.contains("\ncommand = ") && said.out.contains("versions = [\"1\"]"), "{said}");
    assert!(said.err.contains("out/mine.toml") && said.err.contains("the file is not written"), "{said}");
}

/// A list of reports that has none, or something else, is told with its place.
#[rstest]
#[case::none("[]", "reports.json: the list has no report")]
#[case::something_else("[{}]", "reports.json: /0: this is no report")]
#[case::another_version(r#"[{"report_version": 999}]"#, "reports.json: /0: expected a report of version")]
fn a_list_without_a_report_is_told(#[case] text: &str, #[case] told: &str) {
    let folder = folder(&format!("cli-report-list-{}", text.len()));
    fs::write(folder.join("reports.json"), text).unwrap();
    let said = hotseat_in(&folder, &["report", "reports.json", "--to", "markdown=-"]);
    assert!(said.code == 2 && said.err.replace('\n', " ").contains(told), "{said}");
}

/// The streams of several agents are kept apart, below the folder that was named, whatever the agents are called.
#[test]
fn the_streams_of_several_agents_are_kept_apart() {
    let folder = folder("cli-agents-streams");
    let command = format!("[{:?}, \"acp-agent\", \"--model\", \"{{model}}\"]", program());
    let manifest = folder.join("mine.toml");
    fs::write(&manifest, format!("name = \"mine\"\ncommand = {command}\n")).unwrap();
    let name = "acp/messages/each-line-of-a-plain-turn-is-a-message-and-the-prompts-text-reaches-the-model";
    let manifest = manifest.display().to_string();
    let agents = ["--agent", &reference(), "--agent", &manifest, "--agent", &manifest, "--settle", "500"];
    let said = hotseat_in(&folder, &[&["run", "--events", "events", "--name", name][..], &agents].concat());
    assert_eq!(said.code, 0, "{said}");
    let mut folders: Vec<String> = fs::read_dir(folder.join("events"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    folders.sort();
    let [first, second, third] = &folders[..] else { panic!("{folders:?}") };
    assert!(first.starts_with("1-") && first.ends_with("acp-agent"), "{first}");
    assert!(second.starts_with("2-") && second.ends_with("mine-toml"), "{second}");
    assert!(third.starts_with("3-"), "{third}");
    for one in &folders {
        assert!(folder.join(format!("events/{one}/{name}.jsonl")).exists(), "{one}: {said}");
    }
}

/// What a process leaves behind that several scenarios have shared belongs to none of them. The run is at fault all the same.
#[test]
fn what_a_shared_process_leaves_belongs_to_no_scenario() {
    let folder = folder("cli-agents-shared-leftovers");
    let agent = format!("acp:sh -c '(setsid sleep 600 > /dev/null 2>&1 < /dev/null &) ; exec {} acp-agent'", program());
    let options = ["--agent", &agent, "--settle", "500", "--jobs", "1", "--no-combinations"];
    let said = hotseat_in(&folder, &[&["run", "--name", "^acp/form/after"][..], &options].concat());
    assert!(said.out.contains("2 scenarios: 2 passed"), "{said}");
    assert!(said.code == 1 && said.out.contains("sleep"), "{said}");
    // Of a process that only one has had, it is known.
    let said = hotseat_in(&folder, &[&["run", "--name", "^acp/messages/each-line"][..], &options].concat());
    assert!(said.code == 1 && said.out.contains("1 scenario:"), "{said}");
}

/// An agent that takes its time to begin another session while it asks is not taken for one that waits for its user.
#[test]
fn a_slow_answer_while_it_asks_is_waited_for() {
    let folder = folder("cli-agents-slow-answer");
    let slow =
        r#"while IFS= read -r line; do case "$line" in *\"id\":\"new\"*) sleep 1;; esac; printf "%s\n" "$line"; done"#;
    let agent = format!("acp:sh -c '({slow}) | {} acp-agent'", program());
    let name = "^acp/cancelling/a-permission-of-one-session";
    let options = ["--agent", &agent, "--settle", "200", "--no-combinations", "--fail-on", "any", "--name", name];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("1 scenario: 1 passed"), "{said}");
}
