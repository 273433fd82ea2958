//! `hotseat serve`: its scripts, its clients, and its output at the end.

#![expect(clippy::disallowed_types, reason = "a server is asked to end by a signal")]

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
};

use rstest::rstest;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::bench::{BOUND, Said, end, folder, hotseat, start_with};

/// A running server.
struct Serving {
    folder: PathBuf,
    /// None once the server is stopped.
    child: Option<Child>,
    out: Option<BufReader<ChildStdout>>,
    port: u16,
}

const HI: &str = r#"{"stream": true, "messages": [{"role": "user", "content": "hi"}]}"#;

/// A script that expects "hi" twice.
fn twice() -> Value {
    let reply = json!({"body": {"message": {"text": "ho"}}});
    json!([{"expect": {"says": "hi"}, "replies": [reply, reply]}])
}

/// A script that expects "hi" once.
fn once() -> Value {
    json!([{"expect": {"says": "hi"}, "replies": [{"body": {"message": {"text": "ho"}}}]}])
}

impl Serving {
    /// Starts a server in an empty folder with this name. `more` are further options.
    fn start(name: &str, script: &Value, more: &[&str]) -> Self {
        let folder = folder(name);
        fs::write(folder.join("script.json"), script.to_string()).unwrap();
        let mut child = start_with(&folder, &[&["serve", "--script", "script.json"], more].concat(), Stdio::piped());
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let port = line.trim_end().strip_prefix("listening on http://127.0.0.1:").map(str::parse);
        let Some(Ok(port)) = port else { panic!("it said {line:?}, {:?}", child.wait_with_output()) };
        Self { folder, child: Some(child), out: Some(out), port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(BOUND)).unwrap();
        stream
    }

    /// Posts to a path and returns the whole reply.
    fn post(&self, path: &str, body: &[u8]) -> String {
        let mut stream = self.connect();
        send(&mut stream, path, body);
        receive(&mut stream)
    }

    /// Sends a signal and returns the output after the first line.
    fn stop(mut self, signal: &str) -> Said {
        let (child, out) = (self.child.take().unwrap(), self.out.take().unwrap());
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        end(child, out, &["serve"])
    }

    /// The requests of the log, in the order of their ends, each with what the log told when it arrived.
    fn log(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join("log.jsonl")).unwrap();
        let (mut arrived, mut over): (BTreeMap<u64, Value>, Vec<Value>) = Default::default();
        for mut line in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let number = line["number"].as_u64().unwrap();
            if line.get("arrived").is_some() {
                assert!(arrived.insert(number, line).is_none(), "{number} arrived twice");
            } else {
                let before = arrived.remove(&number).unwrap_or_default();
                before.as_object().into_iter().flatten().for_each(|(name, value)| line[name] = value.clone());
                over.push(line);
            }
        }
        over
    }
}

/// No server outlives its test.
impl Drop for Serving {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn send(stream: &mut TcpStream, path: &str, body: &[u8]) {
    let length = body.len();
    write!(stream, "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n")
        .unwrap();
    stream.write_all(body).unwrap();
}

fn receive(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn requests_and_left_over_replies_are_printed() {
    let serving = Serving::start("serve-told", &twice(), &[]);
    assert!(serving.post("/v1/messages", HI.as_bytes()).contains("\"text\":\"h\""));
    for body in [&br#"{"messages": [{"role": "user", "content": "bye"}]}"#[..], b"not json\n", b"a\xff"] {
        assert!(serving.post("/v1/messages", body).starts_with("HTTP/1.1 400 "));
    }
    let said = serving.stop("-TERM");
    assert_eq!(said.code, 1, "{said}");
    insta::assert_snapshot!("told", said.to_string());
}

#[test]
fn the_exit_code_is_0_if_the_script_is_used_up() {
    for (name, signal) in [("serve-int", "-INT"), ("serve-term", "-TERM")] {
        let serving = Serving::start(name, &twice(), &[]);
        let both = [serving.post("/v1/messages", HI.as_bytes()), serving.post("/v1/messages?beta=true", HI.as_bytes())];
        assert!(both.iter().all(|reply| reply.starts_with("HTTP/1.1 200 OK\r\n")), "{both:?}");
        let said = serving.stop(signal);
        assert_eq!(said.code, 0, "{said}");
        assert!(said.out.ends_with("2 requests, 0 unexpected, 0 wrong, 0 left over\n"), "{said}");
    }
}

#[test]
fn a_script_that_repeats_is_never_used_up() {
    let serving = Serving::start("serve-repeat", &twice(), &["--repeat"]);
    for _ in 0..5 {
        assert!(serving.post("/v1/messages", HI.as_bytes()).starts_with("HTTP/1.1 200 OK\r\n"));
    }
    let said = serving.stop("-TERM");
    assert_eq!(said.code, 0, "{said}");
}

/// The log has one line for each request, with every byte of its body.
#[test]
fn a_log_has_whole_requests() {
    let serving = Serving::start("serve-log", &once(), &["--log", "log.jsonl", "--repeat"]);
    let long =
        json!({"stream": true, "messages": [{"role": "user", "content": format!("hi {}", "é".repeat(1_000_000))}]});
    for body in [&serde_json::to_vec_pretty(&long).unwrap()[..], b"no\njson", b"a\xff", b""] {
        serving.post("/v1/messages", body);
    }
    let log = serving.log();
    assert_eq!(log[0]["body"], long);
    assert_eq!((&log[1]["text"], &log[2]["hex"]), (&json!("no\njson"), &json!("61ff")));
    assert!(["body", "text", "hex"].iter().filter(|name| log[3].get(name).is_some()).count() <= 1);
    let told: Vec<Value> =
        log.iter().map(|line| json!([line["number"], line["path"], line["status"], line["ended"]])).collect();
    assert_eq!(
        json!(told),
        json!([
            [1, "/v1/messages", 200, "whole"],
            [2, "/v1/messages", 400, "whole"],
            [3, "/v1/messages", 400, "whole"],
            [4, "/v1/messages", 400, "whole"],
        ])
    );
    assert_eq!((log[0].get("unexpected"), log[1]["unexpected"].is_string()), (None, true));
    let said = serving.stop("-TERM");
    assert_eq!(said.out, "4 requests, 3 unexpected, 0 wrong, 0 left over\n");
}

#[test]
fn a_request_of_a_hundred_megabytes_is_answered_and_logged() {
    let serving = Serving::start("serve-large", &once(), &["--log", "log.jsonl", "--repeat"]);
    let body = format!(r#"{{"stream":true,"messages":[{{"role":"user","content":"hi {}"}}]}}"#, "x".repeat(100 << 20));
    assert!(serving.post("/v1/messages", body.as_bytes()).starts_with("HTTP/1.1 200 OK\r\n"));
    let log = fs::read_to_string(serving.folder.join("log.jsonl")).unwrap();
    assert!(log.ends_with("\n") && log.contains(&body), "a log of {} bytes", log.len());
    fs::remove_file(serving.folder.join("log.jsonl")).unwrap();
    assert_eq!(serving.stop("-TERM").code, 0);
}

#[test]
fn a_thousand_connections_at_once_are_served() {
    // Client and server need more open files than the usual limit.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }).unwrap();
    let serving = Serving::start("serve-thousand", &once(), &["--log", "log.jsonl", "--repeat"]);
    let mut streams: Vec<TcpStream> = (0..1000).map(|_| serving.connect()).collect();
    streams.iter_mut().for_each(|stream| send(stream, "/v1/messages", HI.as_bytes()));
    for stream in &mut streams {
        assert!(receive(stream).ends_with("0\r\n\r\n"));
    }
    assert_eq!(serving.stop("-TERM").out, "1000 requests, 0 unexpected, 0 wrong, 0 left over\n");
}

#[test]
fn clients_that_hang_up_or_send_half_a_request_do_not_disturb_others() {
    let slow = json!([{"expect": {"says": "hi"}, "replies": [{"after_ms": 60_000, "body": {"message": {"text": "ho"}}}]},
        {"expect": {"says": "now"}, "replies": [{"body": {"message": {"text": "ho"}}}]}]);
    let serving = Serving::start("serve-half", &slow, &["--log", "log.jsonl"]);
    serving.connect().write_all(b"POST /v1/mess").unwrap();
    serving
        .connect()
        .write_all(b"POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{\"half")
        .unwrap();
    send(&mut serving.connect(), "/v1/messages", HI.as_bytes());
    let now = HI.replace("\"hi\"", "\"now\"");
    assert!(serving.post("/v1/messages", now.as_bytes()).starts_with("HTTP/1.1 200 OK\r\n"));
    // One client still waits for the slow reply. The end of the server ends its connection.
    let said = serving.stop("-TERM");
    assert!(said.out.starts_with("3 requests, 0 unexpected, "), "{said}");
}

/// A connection that breaks as scripted is no fault of the client.
#[test]
fn connections_break_as_the_script_says() {
    let reply = |body: Value| json!({"expect": {"says": body.to_string()}, "replies": [{"body": body}]});
    let bodies = [json!("drop"), json!("reset"), json!({"cut": {"text": "ho"}}), json!({"cut": {"reset": true}})];
    let script: Vec<Value> = bodies.iter().cloned().map(reply).collect();
    let serving = Serving::start("serve-breaks", &json!(script), &["--log", "log.jsonl"]);
    let mut resets = Vec::new();
    for body in bodies {
        let message = json!({"role": "user", "content": body.to_string()});
        let mut stream = serving.connect();
        send(&mut stream, "/v1/messages", json!({"stream": true, "messages": [message]}).to_string().as_bytes());
        resets.push(stream.read_to_end(&mut Vec::new()).is_err());
    }
    assert_eq!(resets, [false, true, false, true]);
    let ended: Vec<Value> = serving.log().iter().map(|line| json!([line.get("status"), line["ended"]])).collect();
    let expected = json!([[null, "dropped"], [null, "reset"], [200, "cut"], [200, "cut by a reset"]]);
    assert_eq!(json!(ended), expected);
    assert_eq!(serving.stop("-TERM").code, 0);
}

#[test]
fn held_frames_are_sent_when_they_are_released() {
    let held = json!({"frames": "held", "body": {"message": {"text": "ho"}}});
    let mut serving = Serving::start("serve-held", &json!([{"expect": {"says": "hi"}, "replies": [held]}]), &[]);
    let mut stdin = serving.child.as_mut().unwrap().stdin.take().unwrap();
    let mut stream = serving.connect();
    send(&mut stream, "/v1/messages", HI.as_bytes());
    // Nothing is released, so no byte has come. Another client is served meanwhile.
    assert!(serving.post("/v1/other", b"{}").starts_with("HTTP/1.1 404 "));
    stream.set_nonblocking(true).unwrap();
    assert_eq!(stream.read(&mut [0]).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
    stdin.write_all(b"2\n").unwrap();
    let mut came = Vec::new();
    while !came.windows(13).any(|bytes| bytes == b"message_start") {
        let mut piece = [0; 1024];
        let length = stream.read(&mut piece).unwrap();
        assert!(length > 0, "it ended early");
        came.extend_from_slice(&piece[..length]);
    }
    assert!(!String::from_utf8_lossy(&came).contains("text_delta"), "frames that are not released have not come");
    stdin.write_all(b"100\n").unwrap();
    assert!(receive(&mut stream).contains("message_stop"));
}

#[test]
fn all_frames_with_pauses_arrive() {
    let timed = json!({"frames": {"pause_ms": 5}, "body": {"message": {"text": "ho"}}});
    let serving = Serving::start("serve-timed", &json!([{"expect": {"says": "hi"}, "replies": [timed]}]), &[]);
    assert!(serving.post("/v1/messages", HI.as_bytes()).contains("message_stop"));
}

#[test]
fn a_path_without_a_wire_is_answered_with_404() {
    let serving = Serving::start("serve-paths", &once(), &["--wire", "anthropic", "--log", "log.jsonl"]);
    let said = serving.post("/v1/models", b"");
    assert!(said.starts_with("HTTP/1.1 404 ") && said.contains("expected a request to /v1/messages"), "{said}");
    assert!(serving.log()[0]["unexpected"].as_str().unwrap().ends_with("found /v1/models"));
    assert_eq!(serving.stop("-TERM").code, 1);
}

/// Posts with these headers and returns the whole reply.
fn post_with(serving: &Serving, headers: &str) -> String {
    let (mut stream, length) = (serving.connect(), HI.len());
    let head = format!("POST /v1/messages HTTP/1.1\r\n{headers}connection: close\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(format!("{head}{HI}").as_bytes()).unwrap();
    receive(&mut stream)
}

/// Requests that are refused never reach the script, which has two replies.
#[test]
fn requests_for_another_host_and_of_web_pages_are_refused() {
    let allowed = ["--allow-host", "agent.internal", "--allow-host", "fd00::1"];
    let serving = Serving::start("serve-hosts", &twice(), &allowed);
    for headers in [
        "",
        "host: evil.example\r\n",
        "host: evil.example\r\norigin: http://evil.example\r\nsec-fetch-site: same-origin\r\n",
        "host: localhost\r\norigin: http://evil.example\r\n",
        "host: 127.0.0.1\r\nsec-fetch-site: cross-site\r\n",
    ] {
        let reply = post_with(&serving, headers);
        assert!(reply.starts_with("HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n"), "{reply}");
        assert!(reply.contains("\r\n\r\nrefused: ") && reply.contains("`--allow-host"), "{reply}");
        assert!(!reply.to_lowercase().contains("access-control-"), "{reply}");
    }
    for host in ["Agent.Internal:80", "[fd00::1]:80"] {
        let reply = post_with(&serving, &format!("host: {host}\r\norigin: http://{host}\r\n"));
        assert!(reply.starts_with("HTTP/1.1 200 OK\r\n"), "{reply}");
        assert!(!reply.to_lowercase().contains("access-control-"), "{reply}");
    }
    let said = serving.stop("-TERM");
    assert_eq!(said.code, 0, "{said}");
    insta::assert_snapshot!("serve-hosts", said.to_string());
}

#[test]
fn the_log_says_why_a_request_was_refused() {
    let serving = Serving::start("serve-hosts-log", &once(), &["--log", "log.jsonl"]);
    post_with(&serving, "host: evil.example\r\n");
    let [line] = &serving.log()[..] else { panic!("one line: {:?}", serving.log()) };
    assert_eq!((&line["status"], &line["ended"]), (&json!(403), &json!("refused")));
    assert!(line["refused"].as_str().unwrap().contains("`--allow-host evil.example`"), "{line}");
}

#[test]
fn a_used_port_is_reported() {
    let serving = Serving::start("serve-port", &twice(), &[]);
    let port = serving.port.to_string();
    let said = hotseat(&["serve", "--script", "tests/bad/scripts/good.json", "--port", &port]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    let told = said.err.replace(&port, "<port>");
    assert!(
        told.contains("cannot serve on port <port> of 127.0.0.1") && told.contains("a free one is chosen"),
        "{told}"
    );
}

#[test]
fn a_log_that_cannot_be_written_is_reported() {
    let said = hotseat(&["serve", "--script", "tests/bad/scripts/good.json", "--log", "Cargo.toml/log"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains("Cargo.toml/log: ") && said.err.contains("the log is not written"), "{said}");
}

#[rstest]
#[case("empty")]
#[case("more-behind")]
#[case("no-reply")]
#[case("not-a-list")]
#[case("not-there")]
#[case("status-that-is-no-fault")]
#[case("syntax")]
#[case("unknown-field")]
fn a_broken_script_is_reported_before_anything_is_served(#[case] name: &str) {
    let said = hotseat(&["serve", "--script", &format!("tests/bad/scripts/{name}.json")]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{said}");
    assert!(said.err.contains(&format!("tests/bad/scripts/{name}.json")), "{said}");
    insta::assert_snapshot!(name, said.to_string());
}

/// A request is told when it arrives: while its reply is held, it stands in the log.
#[test]
fn a_request_is_logged_before_it_is_answered() {
    let held =
        json!({"expect": {"says": "wait"}, "replies": [{"frames": "held", "body": {"message": {"text": "ho"}}}]});
    let serving = Serving::start("serve-arrived", &json!([held, once()[0]]), &["--log", "log.jsonl"]);
    let mut waiting = serving.connect();
    send(&mut waiting, "/v1/messages", HI.replace("hi", "wait").as_bytes());
    // Requests are answered in the order in which they arrive, so that one is logged once this one is answered.
    serving.post("/v1/messages", HI.as_bytes());
    let text = fs::read_to_string(serving.folder.join("log.jsonl")).unwrap();
    let line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let body: Value = serde_json::from_str(&HI.replace("hi", "wait")).unwrap();
    let arrived = json!({"number": 1, "arrived": true, "method": "POST", "path": "/v1/messages", "wire": "anthropic", "body": body});
    assert_eq!(line, arrived, "{text}");
}

/// Each token has a session of its own. Lists, counts and probes are counted and no fault, and so are side requests.
#[test]
fn sessions_are_apart_and_what_is_beside_the_turns_is_counted_apart() {
    let side = json!({"expect": {"says": "title"}, "side": true, "replies": [{"body": {"message": {"text": "T"}}}]});
    let script = json!([once()[0].clone(), side]);
    let serving = Serving::start("serve-sessions", &script, &[]);
    let title = HI.replace("hi", "a title");
    for path in ["/s/one/v1/messages", "/s/two/v1/messages"] {
        for body in [title.as_str(), HI, title.as_str()] {
            assert!(serving.post(path, body.as_bytes()).starts_with("HTTP/1.1 200 "));
        }
    }
    assert!(serving.post("/s/three/v1/messages", title.as_bytes()).starts_with("HTTP/1.1 200 "));
    assert!(serving.post("/s/one/v1/messages/count_tokens", b"{}").contains("\"input_tokens\":1"));
    for line in ["GET /v1/models?limit=9", "GET /v1/models/any", "HEAD /", "GET /"] {
        let mut stream = serving.connect();
        write!(stream, "{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        assert!(receive(&mut stream).starts_with("HTTP/1.1 200 "), "{line}");
    }
    let mut stream = serving.connect();
    write!(
        stream,
        "GET /v1/responses HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
    )
    .unwrap();
    assert!(receive(&mut stream).starts_with("HTTP/1.1 426 "));
    // An offer of HTTP/2 is passed over.
    let mut stream = serving.connect();
    let length = title.len();
    write!(
        stream,
        "POST /s/one/v1/messages HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\
         content-length: {length}\r\n\r\n{title}"
    )
    .unwrap();
    assert!(receive(&mut stream).starts_with("HTTP/1.1 200 "));
    let said = serving.stop("-TERM");
    let summary = "8 requests, 0 unexpected, 0 wrong, 1 left over, 6 side, 6 auxiliary\n\
                   left over: session three: expectation 1 of the script, a request whose last text has \"hi\": 0 of 1 replies used\n";
    assert!(said.out.ends_with(summary), "{said}");
    assert_eq!(said.code, 1);
}

/// A compressed body is unpacked; one that is no gzip, or too much of another kind, is refused.
#[rstest]
#[case::gzip("gzip", true, "200")]
#[case::no_gzip("gzip", false, "400")]
#[case::another("br", false, "415")]
#[case::identity("identity", false, "200")]
fn a_body_may_be_compressed(#[case] encoding: &str, #[case] packs: bool, #[case] status: &str) {
    let serving = Serving::start(&format!("serve-gzip-{encoding}-{packs}"), &once(), &[]);
    let body = if packs {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(HI.as_bytes()).unwrap();
        packer.finish().unwrap()
    } else {
        HI.as_bytes().to_vec()
    };
    let mut stream = serving.connect();
    let length = body.len();
    write!(
        stream,
        "POST /v1/messages HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-encoding: {encoding}\r\n\
         content-length: {length}\r\n\r\n"
    )
    .unwrap();
    stream.write_all(&body).unwrap();
    let told = receive(&mut stream);
    assert!(told.starts_with(&format!("HTTP/1.1 {status} ")), "{told}");
}
