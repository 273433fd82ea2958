//! Clients of the Model Context Protocol as they are installed: one in plain Python, what can be wrong with one, and what can be wrong
//! with its program.

#![expect(clippy::disallowed_types, reason = "whether there is a Python decides whether its client can be run")]

use std::{fs, process::Command};

use rstest::rstest;

use crate::bench::{Said, folder, hotseat_in};

const CLIENT: &str = include_str!("../mcp-clients/plain/client.py");
const MANIFEST: &str = include_str!("../mcp-clients/plain/client.toml");

/// Plays the scenarios with these names against a client with this text. `None` on a machine without Python.
fn run(name: &str, client: &str, options: &[&str]) -> Option<Said> {
    Command::new("python3").arg("--version").output().ok()?;
    let folder = folder(&format!("cli-clients-{name}"));
    fs::write(folder.join("client.py"), client).unwrap();
    fs::write(folder.join("client.toml"), MANIFEST).unwrap();
    let usual = ["run", "--agent", "client.toml", "--system", "mcp-client", "--no-combinations", "--jobs", "2"];
    Some(hotseat_in(&folder, &[&usual[..], &["--settle", "100", "--fail-on", "should"], options].concat()))
}

/// It is right in its own way, and was written by what the documents say alone.
#[test]
fn a_client_in_plain_python_passes() {
    let Some(said) = run("plain", CLIENT, &["--name", "^mcp-client/(asks|cancelling|pages|rounds)/"]) else { return };
    assert!(
        said.code == 0
            && said.out.contains("58 scenarios: 56 passed, 0 failed, 2 not applicable; subject: plain client; "),
        "{said}"
    );
}

/// What a client does wrongly is found at the requirement.
#[rstest]
#[case::accepts_a_decline(
    "answer = line[\"answer\"]",
    "answer = {**line[\"answer\"], \"action\": \"accept\"}",
    "^mcp-client/forms/the-server-is-told-what-the-user-did-rejects-2025-11-25",
    "MCP-051   must"
)]
#[case::answers_under_a_text(
    "self.write({\"id\": line[\"id\"], \"result\": answer})",
    "self.write({\"id\": str(line[\"id\"]), \"result\": answer})",
    "^mcp-client/asks/an-id-has-its-type-and-is-answered-with-it-2025-11-25",
    "MCP-044   must"
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
fn a_wrong_client_is_found(#[case] right: &str, #[case] wrong: &str, #[case] name: &str, #[case] told: &str) {
    let client = CLIENT.replace(right, wrong);
    assert_ne!(client, CLIENT);
    let Some(said) = run(&format!("wrong-{}", told.split(' ').next().unwrap()), &client, &["--name", name]) else {
        return;
    };
    assert!(said.code == 1 && said.out.contains(told), "{said}");
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
