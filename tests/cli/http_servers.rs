//! Servers of the Model Context Protocol over HTTP: the reference, one that asks on the stream of its own, and what no server should
//! answer.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Child,
    sync::Mutex,
};

use rstest::rstest;

use crate::{
    bench::{Said, folder, folder_of_case, hotseat_in, program, start_in},
    peer::{Asked, peer},
};

const PROFILES: &str = r#"profiles = ["2025-11-25", "2025-06-18", "2026-07-28", "answers", "arguments", "ask", "connect", "job", "pair", "status", "survey"]"#;
const ONE: &str = "^mcp/asking/a-form-is-asked-as-its-version-has-it.*-2025-11-25";

/// Runs with a manifest.
fn run(folder: &Path, manifest: &str, options: &[&str]) -> Said {
    let head = "name = \"mine\"\nprotocol = \"mcp-server\"";
    fs::write(folder.join("mine.toml"), format!("{head}\n{manifest}\n{PROFILES}\n")).unwrap();
    let usual = ["run", "--agent", "mine.toml", "--no-combinations", "--settle", "100", "--fail-on", "should"];
    hotseat_in(folder, &[&usual[..], options].concat())
}

/// The reference as it is started with a port.
fn with_port() -> String {
    format!(
        "command = ['sh', '-c', '''exec {} mcp-server --http {{port}}''']\nurl = 'http://127.0.0.1:{{port}}/mcp'",
        program()
    )
}

/// The events of each scenario below a folder.
pub fn streams(folder: &Path) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut streams: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "jsonl"))
        .map(|file| (file.file_name().unwrap().display().to_string(), fs::read_to_string(&file).unwrap()))
        .collect();
    streams.sort();
    streams
}

#[test]
fn the_reference_passes_over_http_with_the_streams_of_stdio() {
    let folder = folder("cli-http-servers-reference");
    let over_http = run(&folder, &with_port(), &["--system", "mcp", "--jobs", "8", "--events", "http"]);
    assert!(over_http.code == 0 && over_http.out.contains("369 passed, 0 failed, 3 not applicable"), "{over_http}");
    let command = format!("command = ['sh', '-c', '''exec {} mcp-server''']", program());
    let compared = ["answers", "asking", "cancelling", "capabilities", "rounds"];
    let name = format!("^mcp/({})/", compared.join("|"));
    let on_stdio = run(&folder, &command, &["--name", &name, "--jobs", "8", "--events", "stdio"]);
    assert!(on_stdio.code == 0, "{on_stdio}");
    for topic in compared {
        let found = streams(&folder.join("http/mcp").join(topic));
        assert!(!found.is_empty());
        assert_eq!(found, streams(&folder.join("stdio/mcp").join(topic)));
    }
}

/// A server that runs until the end of its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_server_that_runs_already_is_tested_by_its_address() {
    let folder = folder("cli-http-servers-running");
    let mut child = start_in(&folder, &["mcp-server", "--http", "0"]);
    let out = child.stdout.take().unwrap();
    let running = Running(child);
    let mut url = String::new();
    BufReader::new(out).read_line(&mut url).unwrap();
    let server = format!("mcp-server:{}", url.trim());
    let options = ["--system", "mcp", "--no-combinations", "--settle", "100", "--jobs", "4"];
    let said = hotseat_in(&folder, &[&["run", "--agent", &server][..], &options].concat());
    assert!(said.code == 0 && said.out.contains("148 passed, 0 failed, 224 not applicable"), "{said}");
    let said = hotseat_in(&folder, &["agent", "init", &server, "mine.toml", "--settle", "100"]);
    assert!(said.code == 0 && said.out.contains("ok      it accepts connections: http://127.0.0.1:"), "{said}");
    assert!(fs::read_to_string(folder.join("mine.toml")).unwrap().contains("url = \"http://127.0.0.1:"));
    drop(running);
    let said = hotseat_in(&folder, &["agent", "check", "mine.toml"]);
    assert!(said.code == 1 && said.out.contains("LACKS   it accepts connections"), "{said}");
}

/// What the answers of a server have in them that is right, up to a call.
fn right(asked: Asked) {
    match (asked.method.as_str(), asked.called().as_str()) {
        ("POST", "initialize") => {
            let opened = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}"#;
            asked.result(&["mcp-session-id: seat-7"], opened);
        }
        _ if !(asked.has("mcp-session-id: seat-7") && asked.has("mcp-protocol-version: 2025-11-25")) => {
            asked.say("400 Bad Request", &[], "no session, or no version");
        }
        ("POST", "tools/list") => {
            let tool = |name: &str| format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
            let tools = ["deploy", "ask", "connect", "pair", "status", "survey"].map(tool).join(",");
            asked.result(&[], &format!(r#"{{"tools":[{tools}]}}"#));
        }
        ("POST", _) => asked.say("202 Accepted", &[], ""),
        _ => asked.say("405 Method Not Allowed", &[], ""),
    }
}

const FORM: &str = r#"{"message":"Deploy where?","requestedSchema":{"type":"object","properties":{"place":{"type":"string","enum":["staging","production"]}},"required":["place"]}}"#;
const DONE: &str = r#"{"content":[{"type":"text","text":"deployed 1.4"}]}"#;

/// The call is answered with JSON at its end, and what it asks comes on the stream that belongs to no request.
#[test]
fn a_server_may_ask_on_the_stream_of_its_own() {
    let (own, call) = (Mutex::new(None::<Asked>), Mutex::new(None::<Asked>));
    let url = peer(move |mut asked| match (asked.method.as_str(), asked.called().as_str()) {
        ("GET", _) if asked.has("accept: text/event-stream") => {
            asked.stream();
            *own.lock().unwrap() = Some(asked);
        }
        ("POST", "tools/call") => {
            *call.lock().unwrap() = Some(asked);
            let ask = format!(r#"{{"jsonrpc":"2.0","id":"a","method":"elicitation/create","params":{FORM}}}"#);
            let mut own = own.lock().unwrap();
            assert!(own.as_mut().unwrap().raw(&format!(": a comment\r\n\r\nid: 1\r\ndata: {ask}\r\n\r\n")));
        }
        ("POST", "") => {
            call.lock().unwrap().take().unwrap().result(&[], DONE);
            asked.say("202 Accepted", &[], "");
        }
        _ => right(asked),
    });
    let said = run(&folder("cli-http-servers-own"), &format!("url = {url:?}"), &["--name", ONE]);
    assert!(said.code == 0 && said.out.contains("1 scenario: 1 passed"), "{said}");
}

/// A stream that its server closes goes on where it was.
#[test]
fn a_stream_that_is_closed_goes_on_after_its_last_event() {
    let call = Mutex::new(String::new());
    let url = peer(move |mut asked| match (asked.method.as_str(), asked.called().as_str()) {
        ("POST", "tools/call") => {
            *call.lock().unwrap() = asked.id();
            asked.stream();
            let ask = format!(r#"{{"jsonrpc":"2.0","id":"a","method":"elicitation/create","params":{FORM}}}"#);
            asked.raw(&format!("id: 0\ndata:\n\nid: seven\nretry: 1\ndata: {ask}\n\n"));
        }
        ("GET", _) if asked.has("last-event-id: seven") => {
            let id = call.lock().unwrap().clone();
            asked.stream();
            asked.raw(&format!("data: {{\"jsonrpc\":\"2.0\",\ndata: \"id\":{id},\"result\":{DONE}}}\n\n"));
        }
        _ => right(asked),
    });
    let said = run(&folder("cli-http-servers-resumed"), &format!("url = {url:?}"), &["--name", ONE]);
    assert!(said.code == 0 && said.out.contains("1 scenario: 1 passed"), "{said}");
}

fn long(asked: Asked) {
    asked.result(&[], &format!("\"{}\"", "x".repeat(17 << 20)));
}

fn a_long_event(mut asked: Asked) {
    asked.stream();
    asked.raw("data: ");
    while asked.raw(&"x".repeat(1 << 20)) {}
}

fn comments(mut asked: Asked) {
    asked.stream();
    while asked.raw(&format!("{}\n\n", ": x".repeat(1000))) {}
}

fn messages(mut asked: Asked) {
    asked.stream();
    let line = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#;
    while asked.raw(&format!("data: {line}\n\n")) {}
}

fn cut_json(mut asked: Asked) {
    asked.raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"jsonrpc\"");
}

fn cut_stream(mut asked: Asked) {
    asked.raw(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n8\r\ndata: {\"\r\n",
    );
}

fn ended_stream(mut asked: Asked) {
    asked.stream();
    asked.raw("data: no JSON\n\n");
}

fn no_utf8(mut asked: Asked) {
    asked.stream();
    let _ = std::io::Write::write_all(&mut asked.connection, b"data: \xff\xfe\n\n");
}

fn hangs_up(asked: Asked) {
    drop(asked);
}

fn silent(asked: Asked) {
    // It waits until the client is gone.
    let mut lines = BufReader::new(asked.connection);
    drop(lines.read_line(&mut String::new()));
}

/// What an answer to the first request, or to a call, comes to.
#[rstest]
#[case::redirects(|asked: Asked| asked.say("307 Temporary Redirect", &["location: http://example.com/mcp"], ""), "307, a redirect to http://example.com/mcp: none is followed")]
#[case::wants_a_login(|asked: Asked| asked.say("401 Unauthorized", &["www-authenticate: Bearer realm=\"x\""], "{}"), "the server wants a login (Bearer realm=\"x\")")]
#[case::forbids(|asked: Asked| asked.say("403 Forbidden", &[], "who?"), "is answered with 403: \"who?\"")]
#[case::knows_nothing(|asked: Asked| asked.say("404 Not Found", &[], ""), "is answered with 404; ")]
#[case::takes_no_post(|asked: Asked| asked.say("405 Method Not Allowed", &["allow: GET"], ""), "is answered with 405; an address of streamable HTTP takes POST")]
#[case::fails(|asked: Asked| asked.say("500 Internal Server Error", &["content-type: text/plain"], "oops"), "is answered with 500: \"oops\"")]
#[case::fails_in_json(|asked: Asked| asked.say("500 Internal Server Error", &["content-type: application/json"], "{\"detail\":\"oops\"}"), "is answered with 500: ")]
#[case::refuses_in_general(|asked: Asked| asked.say("400 Bad Request", &["content-type: application/json"], r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}"#), "is answered with 400: ")]
#[case::a_page(|asked: Asked| asked.say("200 OK", &["content-type: text/html; charset=utf-8"], "<html><p>Welcome"), "is answered with text/html: \"<html><p>Welcome\"; expected application/json or text/event-stream")]
#[case::no_type(|asked: Asked| asked.say("200 OK", &[], "Welcome"), "is answered with a body without a type: \"Welcome\"")]
#[case::no_json(|asked: Asked| asked.say("200 OK", &["content-type: application/json"], "Welcome"), "is answered with application/json: \"Welcome\"")]
#[case::another_answer(|asked: Asked| asked.say("200 OK", &["content-type: application/json"], r#"{"jsonrpc":"2.0","id":"x","result":{}}"#), "is answered with 200 and no response: expected a message with the id")]
#[case::accepts(|asked: Asked| asked.say("202 Accepted", &[], ""), "is answered with 202 and no response")]
#[case::cuts_json(cut_json, "breaks off before the response with the id")]
#[case::cuts_a_stream(cut_stream, "breaks off before the response with the id")]
#[case::ends_a_stream(ended_stream, "before the response with the id")]
#[case::no_utf8(no_utf8, "is no text in UTF-8")]
#[case::hangs_up(hangs_up, "has no answer (")]
#[case::long(long, "has a message of more than 16 MiB")]
#[case::a_long_event(a_long_event, "has a message of more than 16 MiB")]
#[case::says_nothing(silent, "owes a response, and has said nothing for 1 s")]
#[case::comments_for_ever(comments, "the server mine")]
#[case::messages_for_ever(messages, "")]
fn what_no_server_should_answer_is_told(
    #[case] answer: fn(Asked),
    #[case] told: &str,
    #[values("initialize", "tools/call")] at: &'static str,
) {
    let url = peer(move |asked| if asked.called() == at { answer(asked) } else { right(asked) });
    let folder = folder_of_case("cli-http-servers-wrong");
    let said = run(&folder, &format!("url = {url:?}"), &["--patience", "1", "--name", ONE, "--stories", "all"]);
    assert!(said.code != 0 && said.code != 70 && said.out.contains(told), "{said}");
    let culprit = if at == "initialize" { "environment" } else { "subject" };
    assert!(told.is_empty() || said.out.contains(&format!("fault of the {culprit}")), "{said}");
    assert!(said.out.contains("mcp                                                  0 "), "{said}");
}

/// What keeps a server from being asked at all.
#[rstest]
#[case::nobody(
    "url = 'http://127.0.0.1:1/mcp'",
    2,
    "nobody accepts connections at http://127.0.0.1:1/mcp: start the server"
)]
#[case::elsewhere("url = 'http://192.0.2.1/mcp'", 2, "`192.0.2.1` is not this machine")]
#[case::https("url = 'https://127.0.0.1/mcp'", 2, "speaks plain HTTP")]
#[case::ends(
    "command = ['sh', '-c', 'echo no licence >&2; exit 3', '{port}']\nurl = 'http://127.0.0.1:{port}/mcp'",
    1,
    "ended before it accepted connections at http://127.0.0.1:"
)]
#[case::says_why(
    "command = ['sh', '-c', 'echo no licence >&2; exit 3', '{port}']\nurl = 'http://127.0.0.1:{port}/mcp'",
    1,
    "no licence"
)]
#[case::never_listens(
    "command = ['sh', '-c', 'echo up; cat', '{port}']\nurl = 'http://127.0.0.1:{port}/mcp'",
    1,
    "accepts no connections at http://127.0.0.1:"
)]
fn a_server_that_is_not_there_is_told(#[case] manifest: &str, #[case] code: i32, #[case] told: &str) {
    let letters: String = told.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    let folder = folder(&format!("cli-http-servers-nowhere-{letters}"));
    let said = run(&folder, manifest, &["--patience", "1", "--name", ONE]);
    assert!(said.code == code && said.to_string().contains(told), "{said}");
}
