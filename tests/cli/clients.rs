//! Clients of the Model Context Protocol as they are installed: one in plain Python, what can be wrong with one, and what can be wrong
//! with its program.

#![expect(clippy::disallowed_types, reason = "whether there is a Python decides whether its client can be run")]

use std::{fs, path::Path, process::Command};

use rstest::rstest;

use crate::{
    bench::{Said, folder, hotseat_in},
    http_servers::streams,
};

const CLIENT: &str = include_str!("../mcp-clients/plain/client.py");
const MANIFEST: &str = include_str!("../mcp-clients/plain/client.toml");
const OVER_HTTP: &str = include_str!("../mcp-clients/plain/http.toml");

/// Plays the scenarios with these names against a client with this text. `None` on a machine without Python.
fn run(name: &str, client: &str, options: &[&str]) -> Option<Said> {
    run_with(MANIFEST, &folder(&format!("cli-clients-{name}")), client, &[&["--settle", "100"], options].concat())
}

/// As `run`, with this manifest, in this folder.
fn run_with(manifest: &str, folder: &Path, client: &str, options: &[&str]) -> Option<Said> {
    Command::new("python3").arg("--version").output().ok()?;
    fs::write(folder.join("client.py"), client).unwrap();
    fs::write(folder.join("client.toml"), manifest).unwrap();
    let usual = ["run", "--agent", "client.toml", "--system", "mcp-client", "--no-combinations", "--jobs", "2"];
    Some(hotseat_in(folder, &[&usual[..], &["--fail-on", "should"], options].concat()))
}

/// It is right in its own way, and was written by what the documents say alone.
#[rstest]
fn a_client_in_plain_python_passes(#[values("asks", "cancelling", "pages", "rounds", "tasks")] topic: &str) {
    let name = format!("^mcp-client/{topic}/");
    let Some(said) = run(&format!("plain-{topic}"), CLIENT, &["--name", &name]) else { return };
    assert!(said.code == 0 && said.out.contains(" passed, 0 failed"), "{said}");
}

/// What a client does wrongly is found at the requirement.
#[rstest]
#[case::accepts_a_decline(
    "self.answered(line[\"answer\"])",
    "self.answered({**line[\"answer\"], \"action\": \"accept\"})",
    "^mcp-client/forms/the-server-is-told-what-the-user-did-rejects-2025-11-25",
    "MCP-051   must"
)]
#[case::answers_under_a_text(
    "self.write({\"id\": line[\"id\"], \"result\": {**answer, **meta}})",
    "self.write({\"id\": str(line[\"id\"]), \"result\": {**answer, **meta}})",
    "^mcp-client/asks/an-id-has-its-type-and-is-answered-with-it-2025-11-25",
    "MCP-044   must"
)]
#[case::names_no_task(
    "{RELATED_TASK: task}",
    "{}",
    "^mcp-client/tasks/the-answer-to-what-a-task-asks-names-the-task-decline",
    "MCP-122.c must"
)]
#[case::trims_the_state(
    "result[\"requestState\"]}",
    "result[\"requestState\"].strip()}",
    "^mcp-client/rounds/the-state-comes-back-to-the-letter-like-json",
    "MCP-087   must"
)]
#[case::hears_of_no_withdrawal(
    "return self.withdraw(same)",
    "return",
    "^mcp-client/cancelling/what-the-server-withdraws-is-taken-away-and-not-answered-2025-11-25",
    "MCP-111   should"
)]
#[case::hands_on_what_it_does_not_know(
    "if kind != \"complete\":",
    "if False:",
    "^mcp-client/rounds/a-result-of-an-unknown-type",
    "MCP-093   must"
)]
#[case::looks_at_a_page(
    "        self.asked += 1\n",
    "        self.asked += 1\n        if 'url' in params:\n            import urllib.request\n            urllib.request.urlopen(params['url']).read()\n",
    "^mcp-client/pages/a-page-is-neither-fetched-nor-opened-before-the-user-agrees-declined-2025-11-25",
    "MCP-065   must"
)]
#[case::opens_a_page_at_once(
    "        self.asked += 1\n",
    "        self.asked += 1\n        if 'url' in params:\n            import webbrowser\n            webbrowser.open(params['url'])\n",
    "^mcp-client/pages/a-page-is-neither-fetched-nor-opened-before-the-user-agrees-declined-2025-11-25",
    "MCP-064   must"
)]
#[case::starts_no_other_server(
    "if self.version != ROUNDS:\n            return False",
    "if True:\n            return False",
    "^mcp-client/rounds/where-the-server-dies",
    "MCP-099   should"
)]
fn a_wrong_client_is_found(#[case] right: &str, #[case] wrong: &str, #[case] name: &str, #[case] told: &str) {
    let client = CLIENT.replace(right, wrong);
    assert_ne!(client, CLIENT);
    let Some(said) = run(&format!("wrong-{}", told.split(' ').next().unwrap()), &client, &["--name", name]) else {
        return;
    };
    assert!(said.code == 1 && said.out.contains(told), "{said}");
}

#[test]
fn a_client_over_http_passes_with_the_streams_of_stdio() {
    let folder = folder("cli-clients-http");
    let names = "^mcp-client/(opening/|cancelling/a-stopped-turn-gives-up|cancelling/what-is-told-of-a-call)";
    for (manifest, events) in [(OVER_HTTP, "http"), (MANIFEST, "stdio")] {
        let options = ["--settle", "300", "--name", names, "--events", events];
        let Some(said) = run_with(manifest, &folder, CLIENT, &options) else { return };
        assert!(said.code == 0 && said.out.contains(" passed, 0 failed"), "{said}");
    }
    for topic in ["opening", "cancelling"] {
        let found = streams(&folder.join("http/mcp-client").join(topic));
        assert!(found.len() > 1);
        assert_eq!(found, streams(&folder.join("stdio/mcp-client").join(topic)));
    }
}

/// What a client does wrongly over HTTP is found as on stdio, and what it does wrongly in HTTP itself by what comes of it.
#[rstest]
#[case::answers_under_a_text(
    "self.write({\"id\": line[\"id\"], \"result\": {**answer, **meta}})",
    "self.write({\"id\": str(line[\"id\"]), \"result\": {**answer, **meta}})",
    "^mcp-client/asks/an-id-has-its-type-and-is-answered-with-it-2025-11-25",
    "MCP-044   must"
)]
#[case::closes_no_answer(
    "under_way.shutdown(socket.SHUT_RDWR)",
    "pass",
    "^mcp-client/cancelling/a-stopped-turn-gives-up-the-call-that-runs-2026-07-28",
    "MCP-119   "
)]
#[case::takes_no_stream(
    "application/json, text/event-stream",
    "application/json",
    "^mcp-client/forms/nobody-but-the-user-accepts-2025-11-25",
    "fault of the environment"
)]
#[case::has_no_session(
    "headers[\"Mcp-Session-Id\"] = self.session",
    "pass",
    "^mcp-client/forms/nobody-but-the-user-accepts-2025-11-25",
    "fault of the environment"
)]
#[case::says_no_method(
    "headers[\"Mcp-Method\"] = line[\"method\"]",
    "pass",
    "^mcp-client/rounds/the-state-comes-back-to-the-letter-like-json",
    "fault of the environment"
)]
fn a_wrong_client_is_found_over_http(#[case] right: &str, #[case] wrong: &str, #[case] name: &str, #[case] told: &str) {
    let client = CLIENT.replace(right, wrong);
    assert_ne!(client, CLIENT);
    let letters: String = told.chars().filter(char::is_ascii_alphanumeric).collect();
    let folder = folder(&format!("cli-clients-http-{letters}-{}", right.len()));
    let Some(said) = run_with(OVER_HTTP, &folder, &client, &["--patience", "1", "--name", name]) else { return };
    assert!(said.code != 0 && said.out.contains(told), "{said}");
}

/// What is wrong with the program is told as that, and counts against no requirement.
#[rstest]
#[case::a_banner(
    "say({\"ready\"",
    "print(\"Welcome\") or say({\"ready\"",
    "says \"Welcome\": it is a line with `ready`"
)]
#[case::another_version(
    "self.capabilities = begin[\"version\"]",
    "self.capabilities = \"2026-07-28\"",
    "speaks 2026-07-28 where it is told"
)]
#[case::ends_at_once("client.open()", "sys.exit(3)", "ended while it was not ready")]
#[case::fails("client.open()", "say({\"failed\": {\"why\": \"no port\"}})", "does not open the connection: no port")]
fn a_wrong_program_is_told(#[case] right: &str, #[case] wrong: &str, #[case] told: &str) {
    let client = CLIENT.replace(right, wrong);
    assert_ne!(client, CLIENT);
    let name = "^mcp-client/forms/nobody-but-the-user-accepts-2025-11-25";
    let Some(said) = run(&format!("program-{}", told.len()), &client, &["--name", name]) else { return };
    let text = said.to_string();
    assert!(said.code != 0 && text.contains("fault of the environment") && text.contains(told), "{said}");
}

#[rstest]
#[case::no_command("mcp-client:", "the client's command is empty")]
#[case::no_program("mcp-client:no-such-client", "no program `no-such-client` is found")]
fn what_cannot_be_started_is_told(#[case] agent: &str, #[case] told: &str) {
    let folder = folder(&format!("cli-clients-not-started-{}", agent.len()));
    let said = hotseat_in(&folder, &["run", "--agent", agent, "--name", "^mcp-client/forms/nobody"]);
    assert!(said.code > 1 && said.to_string().contains(told), "{said}");
}
