//! Agents as they are installed: the reference as an agent of its own, and what can be wrong with one.

use std::fs;

use rstest::rstest;

use crate::bench::{folder, folder_of_case, hotseat_in, program};

/// The reference as an agent passes what it passes in this process.
#[rstest]
#[case::a_plain_turn("^acp/messages/each-line")]
#[case::a_form("^acp/form/a-form-has")]
#[case::a_cancel("^acp/cancelling/a-turn-that-is-cancelled-while-the-model-is-asked")]
#[case::two_sessions("^acp/turns/what-is-said-in-one-session")]
#[case::a_call_that_is_permitted("^acp/permission/a-call-that-is-permitted")]
#[case::a_call_that_is_rejected("^acp/permission/a-call-that-is-rejected")]
#[case::two_calls_at_once("^acp/permission/two-calls-in-one-message")]
#[case::a_tool_that_fails("^acp/turns/a-tool-that-fails")]
#[case::a_cancel_of_a_tool("^acp/cancelling/a-turn-that-is-cancelled-while-a-tool-runs")]
#[case::the_client_goes("^acp/form/once-the-client-is-gone")]
fn the_reference_passes_as_an_agent(#[case] name: &str) {
    let folder = folder(&format!("cli-agents{}", name.replace(['^', '/'], "-")));
    let agent = format!("acp:{} acp-agent", program());
    // On a busy machine, an agent may need longer to hear that it is cancelled while hotseat holds its model.
    let options = ["--agent", &agent, "--settle", "1000", "--no-combinations", "--name", name];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("1 scenario: 1 passed"), "{said}");
}

/// A call that runs when its turn is cancelled is given up at the server of its session. No `Then` of a requirement asks for it.
#[test]
fn a_cancelled_turn_gives_up_its_call() {
    let folder = folder("cli-agents-gives-up");
    let agent = format!("acp:{} acp-agent", program());
    let name = "acp/cancelling/a-turn-that-is-cancelled-while-a-tool-runs-ends-as-cancelled";
    let options = ["--agent", &agent, "--settle", "1000", "--events", "events", "--name", name];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    let events = fs::read_to_string(folder.join(format!("events/{name}.jsonl"))).unwrap();
    assert!(events.contains(r#"{"effect":{"cancel":["call#1","interrupted"]}}"#), "{said}\n{events}");
}

/// The reference, with its lines changed by `sed` on both ways.
fn changed(to_agent: &str, from_agent: &str) -> String {
    format!("acp:sh -c 'sed -u {to_agent} | {} acp-agent | sed -u {from_agent}'", program())
}

/// That an agent aborts what is under way is a should. One that waits for it instead gets it, and is judged.
#[test]
fn an_agent_that_waits_for_what_is_under_way_can_end_a_cancelled_turn() {
    let folder = folder("cli-agents-waits");
    let agent = changed(r#""/session.cancel/d""#, r#""s/\"end_turn\"/\"cancelled\"/""#);
    let name = "^acp/cancelling/a-turn-that-is-cancelled-while-(the-model|a-tool)";
    let options = ["--system", "acp", "--patience", "3", "--name", name];
    let said = hotseat_in(&folder, &[&["run", "--agent", &agent][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("2 scenarios: 0 passed, 2 failed"), "{said}");
    assert!(said.out.contains("failed: 1 requirement (1 should)") && said.out.contains("ACP-098   should"), "{said}");
}

/// What the title of a call says is the agent's to choose.
#[test]
fn a_permission_is_known_by_its_call_where_no_title_names_the_tool() {
    let folder = folder("cli-agents-titles");
    let agent = changed("-n p", r#""s/\"title\":\"deploy\"/\"title\":\"Tool\"/""#);
    let options =
        ["--system", "acp", "--settle", "500", "--name", "^acp/permission/a-call-that-is-(permitted|rejected)"];
    let said = hotseat_in(&folder, &[&["run", "--agent", &agent][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("2 scenarios: 2 passed"), "{said}");
}

/// Each agent that hotseat knows is listed, and can be named. What is not installed is told with the way to install it.
#[test]
fn the_agents_that_are_known_are_listed() {
    let folder = folder("cli-agents-known");
    let said = hotseat_in(&folder, &["agents"]);
    assert_eq!(said.code, 0, "{said}");
    for (name, package) in
        [("claude-agent-acp", "claude-agent-acp"), ("codex-acp", "codex-acp"), ("opencode", "opencode-ai")]
    {
        let line = said.out.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {said}"));
        if line.ends_with(" installed") {
            continue;
        }
        let run = hotseat_in(&folder, &["run", "--agent", name, "--name", "^acp/messages/each-line"]);
        assert!(line.contains(package) && run.code == 2 && run.err.contains(package), "{line}\n{run}");
    }
}

/// An agent that is killed while it asks finds its home as it left it, and loads its session.
#[rstest]
#[case::with_its_sessions(", \"--sessions\", \"{home}/sessions\"", "6     0          0     0")]
#[case::without("", "3     0          0     3")]
fn an_agent_that_is_killed_loads_its_session(#[case] option: &str, #[case] verdicts: &str) {
    let folder = folder(&format!("cli-agents-loads-{}", option.len()));
    let command = format!("[{:?}, \"acp-agent\", \"--model\", \"{{model}}\"{option}]", program());
    fs::write(folder.join("mine.toml"), format!("name = \"mine\"\ncommand = {command}\n")).unwrap();
    let options = ["--agent", "mine.toml", "--settle", "500", "--no-combinations", "--name", "^acp/loading"];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    assert!(said.out.contains("3 passed, 0 failed") && said.out.contains(verdicts), "{said}");
}

/// A server that is started otherwise is not called, and what differs is told.
#[test]
fn a_server_that_is_started_otherwise_is_told_with_what_differs() {
    let folder = folder("cli-agents-server");
    let agent = format!("acp:sh -c 'sed -u \"s/two words/two/\" | {} acp-agent'", program());
    let options =
        ["--agent", &agent, "--settle", "500", "--no-combinations", "--name", "^acp/servers/a-server-is-started"];
    let said = hotseat_in(&folder, &[&["run"][..], &options].concat());
    let told = "not started as its client says: expected {\"args\":[\"two words\",";
    assert!(said.code == 1 && said.out.contains("ACP-028 (must)") && said.out.contains(told), "{said}");
}

/// An agent that refuses to begin a session lacks something here, so nothing of it is judged.
#[test]
fn an_agent_that_begins_no_session_is_not_judged() {
    let folder = folder("cli-agents-refuses");
    let answers = r#"acp:sh -c 'read line; echo "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":1}}"; read line; echo "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"log in first\"}}"; read line'"#;
    let said = hotseat_in(&folder, &["run", "--agent", answers, "--name", "^acp/messages/each-line"]);
    assert!(said.out.contains("begins no session: log in first"), "{said}");
    assert!(said.out.contains("\nall                                                  0     0 "), "{said}");
}

/// An agent's shell reaches the tools of its session by a command. What is wrong with it is told.
#[rstest]
#[case::no_json("http://127.0.0.1:9/mcp", "{", "the arguments are no JSON")]
#[case::no_address("nowhere", "{}", "cannot ask nowhere")]
#[case::nobody_there("http://127.0.0.1:9/mcp", "{}", "cannot ask http://127.0.0.1:9/mcp")]
fn a_call_of_a_tool_that_cannot_be_made_is_told(#[case] url: &str, #[case] arguments: &str, #[case] told: &str) {
    let said = hotseat_in(&folder_of_case("cli-agents-call"), &["call-tool", url, "deploy", arguments]);
    assert!(said.code == 2 && said.err.contains(told), "{said}");
}

/// The question of a scenario is asked with the agent's own tool.
#[test]
fn a_manifest_names_the_tool_that_asks() {
    let folder = folder("cli-agents-question");
    let manifest = format!(
        "name = \"mine\"\ncommand = [{:?}, \"acp-agent\", \"--wire\", \"chat\", \"--model\", \"{{model}}\"]\nwire = \"chat\"\n\
         [question]\ntool = \"ask_user\"\narguments = {{ question = \"{{question}}\", options = \"{{options}}\" }}\n\
         option = \"{{label}}\"\n",
        env!("CARGO_BIN_EXE_hotseat")
    );
    fs::write(folder.join("mine.toml"), manifest).unwrap();
    let said = hotseat_in(
        &folder,
        &["run", "--agent", "mine.toml", "--no-combinations", "--name", "^acp/form/after-a-decline"],
    );
    assert_eq!(said.code, 0, "{said}");
    assert!(said.out.contains("subject: mine"), "{said}");
}

/// An agent that breaks the protocol fails, and one that never begins ends the run.
#[rstest]
#[case::a_banner(
    "acp:sh -c 'echo welcome; exec {program} acp-agent'",
    "^acp/messages/each-line",
    1,
    "the agent writes nothing but messages"
)]
#[case::one_that_ends("acp:sh -c 'echo no login >&2'", "^acp/messages/each-line", 1, "no login")]
#[case::one_that_is_not_installed(
    "acp:no-such-agent",
    "^acp/messages/each-line",
    2,
    "no program `no-such-agent` is found"
)]
#[case::one_that_is_silent("acp:tail -f /dev/null", "^acp/messages/each-line", 1, "--patience")]
fn a_broken_agent_is_told(#[case] agent: &str, #[case] name: &str, #[case] code: i32, #[case] told: &str) {
    let folder = folder(&format!("cli-agents-broken-{}", told.replace([' ', '-'], "")));
    let agent = agent.replace("{program}", &program());
    let said = hotseat_in(&folder, &["run", "--agent", &agent, "--patience", "2", "--name", name]);
    assert_eq!(said.code, code, "{said}");
    assert!(said.out.contains(told) || said.err.contains(told), "{said}");
}

/// A mistake in the name of the agent, or in its manifest, is told before anything runs.
#[rstest]
#[case::another_kind("mcp:agent", None, "an agent is `acp:COMMAND`, a manifest (.toml), or one of `claude-agent-acp`")]
#[case::no_command("acp:", None, "the agent's command is empty")]
#[case::an_open_quote("acp:sh 'x", None, "has an open quote")]
#[case::no_file("mine.toml", None, "mine.toml: No such file")]
#[case::an_unknown_key("mine.toml", Some("name = \"x\"\ncommand = [\"x\"]\nport = 1\n"), "unknown field `port`")]
#[case::no_name("mine.toml", Some("command = [\"x\"]\n"), "missing field `name`")]
#[case::an_empty_command("mine.toml", Some("name = \"x\"\ncommand = []\n"), "mine.toml: `command` is empty")]
#[case::another_class(
    "mine.toml",
    Some("name = \"x\"\ncommand = [\"x\"]\n[[side]]\nexpect = {}\noptional = true\nreplies = [{ body = \"drop\" }]\n"),
    "more than one of `optional`, `side` and `otherwise`"
)]
#[case::a_side_without_a_reply(
    "mine.toml",
    Some("name = \"x\"\ncommand = [\"x\"]\n[[side]]\nexpect = {}\nreplies = []\n"),
    "expectation 1 of the model has no reply"
)]
fn a_mistake_is_told_before_anything_runs(#[case] agent: &str, #[case] manifest: Option<&str>, #[case] told: &str) {
    let folder = folder_of_case("cli-agents-mistake");
    if let Some(manifest) = manifest {
        fs::write(folder.join("mine.toml"), manifest).unwrap();
    }
    let said = hotseat_in(&folder, &["run", "--agent", agent, "--name", "^acp/messages/each-line"]);
    assert_eq!(said.code, 2, "{said}");
    assert!(said.err.contains(told), "{said}");
}

/// A scenario that calls a tool of the reference is asked only of an agent that has it.
#[rstest]
#[case::without("", "1 not applicable")]
#[case::with("profiles = [\"v1\", \"own_tools\"]\n", "1 scenario: 1 passed")]
fn tools_of_the_reference_are_asked_of_whoever_has_them(#[case] profiles: &str, #[case] told: &str) {
    let folder = folder(&format!("cli-agents-profile-{}", profiles.len()));
    let program = env!("CARGO_BIN_EXE_hotseat");
    let command = format!("[{program:?}, \"acp-agent\", \"--model\", \"{{model}}\"]");
    fs::write(folder.join("mine.toml"), format!("name = \"mine\"\n{profiles}command = {command}\n")).unwrap();
    let name = "^acp/page/a-page-has";
    let said = hotseat_in(&folder, &["run", "--agent", "mine.toml", "--no-combinations", "--name", name]);
    assert!(said.out.contains(told), "{said}");
}

/// An agent that is seated by its own protocol, as far as this script goes: it says these lines when it is spoken to.
fn native(folder: &std::path::Path, protocol: &str, says: &[&str]) {
    let says: String = says.iter().map(|line| format!("read line; echo '{line}'; ")).collect();
    let manifest = format!(
        "name = \"mine\"\ncommand = [\"sh\", \"-c\", {:?}]\nprotocol = \"{protocol}\"\n",
        format!("{says}cat > /dev/null")
    );
    fs::write(folder.join("mine.toml"), manifest).unwrap();
}

/// What a scenario cannot tell an agent by its own protocol is no failure of the agent: the tag is missing.
#[rstest]
#[case::a_line(
    "And the client sends {\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"x\"} after the turn",
    "",
    "its client writes a line of its own"
)]
#[case::capabilities("", "And the setting \"clientCapabilities\" is null", "has other capabilities")]
#[case::a_folder("", "And the setting \"folder\" is \"inner\"", "another folder")]
fn what_an_agents_own_protocol_cannot_say_is_told(#[case] does: &str, #[case] is_set: &str, #[case] told: &str) {
    let folder = folder(&format!("cli-agents-native-{}", told.len()));
    let connected = r#"{"type": "response", "id": "connect", "success": true}"#;
    native(&folder, "pi-rpc", &[connected, r#"{"type": "agent_settled"}"#]);
    let feature = format!(
        "Feature: Mine\n  Scenario: It is told\n    Given the system \"acp\"\n    {is_set}\n    When the user says \"go\"\n    \
         {does}\n    And the model says \"done\"\n    Then the turn ends completed\n"
    );
    fs::write(folder.join("mine.feature"), feature).unwrap();
    let said = hotseat_in(&folder, &["run", "mine.feature", "--agent", "mine.toml", "--patience", "1"]);
    assert!(said.out.contains(told) && said.out.contains("give the scenario the tag @lines"), "{said}");
}

/// What an agent asks that hotseat's client of its protocol cannot show is named, and is no failure of the agent.
#[test]
fn what_a_native_client_cannot_show_is_named() {
    let folder = folder("cli-agents-native-unknown");
    let connected = r#"{"type": "control_response", "response": {"subtype": "success", "request_id": "connect"}}"#;
    let asks = r#"{"type": "control_request", "request_id": "r", "request": {"subtype": "request_user_dialog"}}"#;
    native(&folder, "claude-stream-json", &[connected, asks]);
    let said = hotseat_in(&folder, &["run", "--agent", "mine.toml", "--name", "^acp/messages/each-line"]);
    assert!(said.out.contains("the agent asks `request_user_dialog`"), "{said}");
    assert!(said.out.contains("\nall                                                  0     0 "), "{said}");
}
