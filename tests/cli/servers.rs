//! Servers of the Model Context Protocol as they are installed: the reference as a server of its own, and what can be wrong with one.

use std::fs;

use rstest::rstest;

use crate::bench::{Said, folder, hotseat_in, program};

const ALL: &str = r#"profiles = ["2025-11-25", "2025-06-18", "2026-07-28", "answers", "arguments", "ask", "connect", "job", "pair", "status", "survey"]"#;

/// What a shell does that puts something between hotseat and the reference.
fn run(name: &str, shell: &str, options: &[&str]) -> Said {
    let folder = folder(&format!("cli-servers-{name}"));
    let command = shell.replace("SERVER", &format!("{} mcp-server", program()));
    let manifest =
        format!("name = \"mine\"\nprotocol = \"mcp-server\"\ncommand = [\"sh\", \"-c\", '''{command}''']\n{ALL}\n");
    fs::write(folder.join("mine.toml"), manifest).unwrap();
    let usual = ["run", "--agent", "mine.toml", "--no-combinations", "--settle", "100"];
    let level = if options.contains(&"--fail-on") { &[][..] } else { &["--fail-on", "should"] };
    hotseat_in(&folder, &[&usual[..], level, options].concat())
}

#[test]
fn the_reference_passes_as_a_server() {
    let said = run("reference", "exec SERVER", &["--system", "mcp", "--jobs", "8"]);
    assert!(said.code == 0 && said.out.contains("369 passed, 0 failed, 3 not applicable"), "{said}");
    assert!(
        said.out.contains("all                                                 66     0          0     0"),
        "{said}"
    );
}

/// MCP-100: the round is served by another process.
#[test]
fn a_server_is_started_a_second_time_where_a_scenario_says_so() {
    let starts = folder("cli-servers-starts").join("starts");
    let shell = format!("echo started >> {}; exec SERVER", starts.display());
    let said = run("again", &shell, &["--name", "^mcp/rounds/a-round-is-served-by-another-process-deploy$"]);
    assert!(said.code == 0 && said.out.contains("1 passed, 0 failed"), "{said}");
    assert_eq!(fs::read_to_string(starts).unwrap().lines().count(), 2);
}

/// A text on stdout that is no message is shown, and nothing more.
#[test]
fn a_banner_stops_nothing() {
    let said = run("banner", "echo Welcome; exec SERVER", &["--name", "^mcp/asking/a-form-is-asked"]);
    assert!(said.code == 0 && said.out.contains("3 scenarios: 3 passed"), "{said}");
}

/// What a server does wrongly is found at the requirement.
#[rstest]
#[case::acts_after_a_decline(
    r#"sed -u "s/\"action\":\"decline\"/\"action\":\"accept\",\"content\":{\"place\":\"staging\"}/" | SERVER"#,
    "^mcp/answers/what-needs-an-accept-is-not-done-when-the-user-rejects-2025-11-25",
    "MCP-074 (must)"
)]
#[case::hears_of_no_cancel(
    r#"sed -u "/notifications.cancelled/d" | SERVER"#,
    "^mcp/cancelling/a-call-that-is-given-up-while-it-asks-has-no-response-and-its-ask-is-withdrawn-2025-11-25",
    "MCP-114 (open)"
)]
#[case::asks_without_the_capability(
    r#"sed -u "s/\"capabilities\":{}/\"capabilities\":{\"elicitation\":{}}/" | SERVER"#,
    "^mcp/capabilities/a-client-that-declares-no-elicitation-is-asked-nothing-deploy-2025-06-18",
    "MCP-004 (must)"
)]
#[case::ends_while_it_is_called(
    "sed -u 3q | SERVER",
    "^mcp/asking/a-form-is-asked-as-its-version-has-it.*-2025-11-25",
    "MCP-073 (must)"
)]
fn what_a_server_does_wrongly_is_found(#[case] shell: &str, #[case] name: &str, #[case] requirement: &str) {
    let folder = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let level = if requirement.ends_with("(open)") { ["--fail-on", "any"] } else { ["--fail-on", "should"] };
    let said = run(&folder, shell, &[&level[..], &["--name", name]].concat());
    assert!(said.code == 1 && said.out.contains(requirement), "{said}");
}

/// What a server lacks is told, and nothing of it is judged.
#[rstest]
#[case::no_program("exec no-such-program", "the server mine ended while a request awaited its response")]
#[case::ends_at_once("exit 3", "the server mine ended while a request awaited its response")]
#[case::another_version(
    r#"sed -u "s/2025-11-25/2025-06-18/" | SERVER"#,
    "answers a client of 2025-11-25 with 2025-06-18: leave 2025-11-25 out of `profiles`"
)]
#[case::refuses(r#"sed -u "s/protocolVersion/version/" | SERVER"#, "does not serve a client of 2025-11-25: ")]
#[case::no_tool(
    r#"SERVER | sed -u "s/\"name\":\"pair\"/\"name\":\"two\"/""#,
    "has no tool `pair`: name its own in [tools]"
)]
#[case::says_nothing("cat > /dev/null", "owes a response, and has said nothing for 1 s")]
fn what_a_server_lacks_is_told(#[case] shell: &str, #[case] told: &str) {
    let folder: String = told.chars().filter(char::is_ascii_alphanumeric).take(60).collect::<String>() + &shell[..4];
    let said = run(
        &folder.replace([' ', '"'], "-"),
        shell,
        &["--patience", "1", "--name", "^mcp/asking/a-form-is-asked-as-its-version-has-it.*-2025-11-25"],
    );
    assert!(said.code != 0 && said.out.contains(told), "{said}");
    assert!(said.out.contains("mcp                                                  0     0 "), "{said}");
}

/// A draft of a server that does not even start says why.
#[test]
fn a_server_that_ends_at_once_is_drafted_with_the_reason() {
    let folder = folder("cli-server-init-ends");
    let server = "mcp-server:sh -c 'echo no such table >&2; exit 3'";
    let said = hotseat_in(&folder, &["agent", "init", server, "mine.toml", "--settle", "100"]);
    let why = ["it does not open the connection in 2025-06-18", "no such table"];
    assert!(said.code != 0 && why.iter().all(|why| said.out.contains(why)), "{said}");
    let draft = fs::read_to_string(folder.join("mine.toml")).unwrap();
    assert!(draft.contains("no such table") && draft.contains("2025-11-25"), "{draft}");
}

/// A tool by another name, with other words, stands for that of the scenarios, and is found by trying.
#[test]
fn a_server_that_was_not_written_for_the_scenarios_is_found_and_passes() {
    let folder = folder("cli-servers-renamed");
    let to =
        r#"s/"book"/"deploy"/; s/"spot"/"place"/g; s/"home"/"staging"/g; s/"away"/"production"/g; s/"day"/"version"/"#;
    let back = r#"s/"deploy"/"book"/g; s/"place"/"spot"/g; s/deployed/Booked/g; s/"staging"/"home"/g; s/"production"/"away"/g;
s/"version":{"type"/"day":{"type"/g; s/Deploy where/And where/; s/"survey"\|"pair"\|"status"\|"connect"\|"ask"/"other"/g"#;
    let shell = format!("sed -u '{to}' | {} mcp-server | sed -u '{}'\n", program(), back.replace('\n', " "));
    fs::write(folder.join("server.sh"), shell).unwrap();
    let server = format!("mcp-server:sh {}", folder.join("server.sh").display());
    let said = hotseat_in(&folder, &["agent", "init", &server, "mine.toml", "--settle", "100"]);
    assert!(said.code == 0 && said.out.contains("6 steps: 6 work"), "{said}");
    let manifest = fs::read_to_string(folder.join("mine.toml")).unwrap();
    assert!(manifest.contains("name = \"book\"\nacted = \"Booked the latest to\""), "{manifest}");
    let options = ["--system", "mcp", "--no-combinations", "--settle", "100", "--jobs", "8"];
    let said = hotseat_in(&folder, &[&["run", "--agent", "mine.toml"][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("126 passed, 0 failed, 246 not applicable"), "{said}");
}

/// What does not work is told step by step, with what to do.
#[rstest]
#[case::no_tool_asks(r#"name = "status""#, "LACKS   the tool that stands for `deploy` asks by a form")]
#[case::another_word("name = \"deploy\"\nacted = \"launched\"", "LACKS   it acts when the user accepts")]
#[case::stands_everywhere("name = \"deploy\"\nacted = \"e\"", "LACKS   it does not act when the user declines")]
fn a_manifest_is_checked_step_by_step(#[case] mapping: &str, #[case] lacking: &str) {
    let folder = folder(&format!("cli-servers-check-{}", mapping.len()));
    let acted = if mapping.contains("acted") { "" } else { "\nacted = \"ready\"" };
    let command = format!("command = [{:?}, \"mcp-server\"]\nprofiles = [\"2025-11-25\"]", program());
    let manifest = format!("name = \"mine\"\nprotocol = \"mcp-server\"\n{command}\n[tools.deploy]\n{mapping}{acted}\n");
    fs::write(folder.join("mine.toml"), manifest).unwrap();
    let said = hotseat_in(&folder, &["agent", "check", "mine.toml", "--settle", "100"]);
    assert!(said.code != 0 && said.out.contains(lacking), "{said}");
}

/// Each tool that a manifest names is tried, and the others are listed.
#[test]
fn every_tool_of_a_manifest_is_tried() {
    let folder = folder("cli-servers-check-tools");
    let command =
        format!("command = [{:?}, \"mcp-server\"]\nprofiles = [\"2025-11-25\", \"ask\", \"pair\"]", program());
    let tool = |name: &str, own: &str| format!("[tools.{name}]\nname = {own:?}\nacted = {:?}\n", format!("{own}ed"));
    let tools = [tool("deploy", "deploy"), tool("ask", "ask"), tool("pair", "survey")].concat();
    fs::write(folder.join("mine.toml"), format!("name = \"mine\"\nprotocol = \"mcp-server\"\n{command}\n{tools}"))
        .unwrap();
    let said = hotseat_in(&folder, &["agent", "check", "mine.toml", "--settle", "100"]);
    assert!(said.code == 3, "{said}");
    assert!(said.out.contains("ok      the tool that stands for `ask` asks for a text"), "{said}");
    assert!(said.out.contains("LACKS   the tool that stands for `pair` asks twice, and acts"), "{said}");
    assert!(
        said.out.contains("what stands for no tool of the scenarios is not asked: pair, connect, status"),
        "{said}"
    );
}

/// The lines that were really exchanged stand beside the stream.
#[test]
fn the_lines_that_were_exchanged_are_written() {
    let folder = folder("cli-servers-lines");
    let server = format!("mcp-server:{} mcp-server", program());
    let name = "^mcp/answers/a-second-answer-changes-nothing-and-the-next-call-works$";
    let arguments = ["run", "--agent", &server, "--system", "mcp", "--name", name, "--events", "streams"];
    let said = hotseat_in(&folder, &arguments);
    assert!(said.code == 0, "{said}");
    let file = "streams/mcp/answers/a-second-answer-changes-nothing-and-the-next-call-works.lines.txt";
    let lines = fs::read_to_string(folder.join(file)).unwrap();
    assert!(lines.starts_with("> {") && lines.contains("\n< {"), "{lines}");
    assert!(lines.contains("\"method\":\"elicitation/create\"") && lines.contains("\"action\":\"accept\""), "{lines}");
}
