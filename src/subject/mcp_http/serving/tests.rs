use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use rstest::rstest;

use super::{
    super::raw::{BOUND, LAST, POST, Raw},
    FromClient, Server, Serving, Session,
};
use crate::{
    model::{
        json::{Value, json},
        rpc::{notification, request, result},
    },
    system::mcp::{Outbox, era::Era},
};

/// A server that answers `initialize` alone at once, and what it hears.
struct Heard {
    server: Server,
    told: Receiver<FromClient>,
}

fn serving(era: Option<Era>, patience: Duration) -> Heard {
    let (tell, told) = mpsc::channel();
    let server = Server::start(Serving { era, patience, ..Serving::default() }, move |said| {
        let mut lines = Outbox::new();
        if let FromClient::Line(_, line) = &said
            && line["method"] == "initialize"
        {
            lines.push_back(result(&line["id"], json!({})));
        }
        drop(tell.send(said));
        lines
    });
    Heard { server: server.unwrap(), told }
}

impl Heard {
    fn line(&self) -> (Session, Value) {
        match self.told.recv_timeout(BOUND).unwrap() {
            FromClient::Line(session, line) => (session, line),
            FromClient::Gone(session) => (Some(session), Value::Null),
        }
    }

    /// Opens a session. Returns its header.
    fn opens(&self) -> String {
        let mut opening = Raw::post(&self.server.url(), "", &call(0, "initialize"));
        let (status, headers) = opening.head();
        assert_eq!(status, 200);
        self.line();
        let id = headers.iter().find(|header| header.starts_with("mcp-session-id: ")).unwrap();
        format!("{id}\r\n")
    }
}

fn call(id: u64, method: &str) -> Value {
    request(&id.into(), method, json!({}))
}

/// A call of the last version, with its headers.
fn modern(id: u64) -> (String, Value) {
    (format!("{LAST}Mcp-Method: tools/list\r\n"), call(id, "tools/list"))
}

const BODY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// What a server of one version, or of all, answers to what it does not serve.
#[rstest]
#[case::another_path(None, "POST /other", POST, BODY, 404)]
#[case::another_method(None, "PUT /mcp", POST, BODY, 405)]
#[case::takes_no_stream(None, "POST /mcp", "Accept: application/json\r\nContent-Type: application/json\r\n", BODY, 406)]
#[case::takes_nothing(None, "POST /mcp", "Content-Type: application/json\r\n", BODY, 406)]
#[case::no_json(None, "POST /mcp", POST, "{", 400)]
#[case::no_text(None, "POST /mcp", POST, "\u{0}", 400)]
#[case::no_message(None, "POST /mcp", POST, "[]", 400)]
#[case::nothing(None, "POST /mcp", POST, "", 400)]
#[case::another_type(None, "POST /mcp", "Accept: application/json, text/event-stream\r\n", BODY, 415)]
#[case::no_session(None, "POST /mcp", POST, BODY, 400)]
#[case::a_stream_without_a_session(None, "GET /mcp", "Accept: text/event-stream\r\n", "", 405)]
#[case::the_end_of_no_session(None, "DELETE /mcp", "", "", 400)]
#[case::the_end_of_another_session(None, "DELETE /mcp", "Mcp-Session-Id: session-7\r\n", "", 404)]
#[case::a_session_of_no_form(None, "GET /mcp", "Accept: text/event-stream\r\nMcp-Session-Id: ../7\r\n", "", 404)]
#[case::a_page(None, "POST /mcp", "Origin: http://example.com\r\nAccept: */*\r\n", BODY, 403)]
#[case::no_stream_in_the_last(Some(Era::July2026), "GET /mcp", "Accept: text/event-stream\r\n", "", 405)]
#[case::no_end_in_the_last(Some(Era::July2026), "DELETE /mcp", "", "", 405)]
#[case::too_long(
    None,
    "POST /mcp",
    "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: 16777217\r\n",
    "",
    413
)]
fn what_is_not_served_has_a_status(
    #[case] era: Option<Era>,
    #[case] line: &str,
    #[case] headers: &str,
    #[case] body: &str,
    #[case] status: u16,
) {
    let heard = serving(era, BOUND);
    let length = if headers.contains("Length") { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    let text = format!("{line} HTTP/1.0\r\nHost: 127.0.0.1\r\n{headers}{length}\r\n{body}");
    let (found, headers) = Raw::write(&heard.server.url(), &text).head();
    assert_eq!(found, status);
    let methods = if era.is_none() { "allow: post, get, delete" } else { "allow: post" };
    assert_eq!(headers.iter().any(|header| header == methods), status == 405, "{headers:?}");
    assert!(heard.told.try_recv().is_err());
}

/// A request that does not come whole holds nobody up.
#[rstest]
#[case::a_cut_body(BOUND, "Content-Length: 100\r\n\r\n{", &[400, 0])]
#[case::a_body_without_an_end(Duration::from_millis(1), "Content-Length: 100\r\n\r\n{", &[408])]
#[case::a_head_without_an_end(Duration::from_millis(1), "X: ", &[0, 408])]
#[case::no_http(BOUND, "\r\nno HTTP\r\n\r\n", &[400])]
#[case::a_long_head(BOUND, "LONG", &[431])]
fn a_request_that_is_not_whole_holds_nobody_up(
    #[case] patience: Duration,
    #[case] rest: &str,
    #[case] expected: &[u16],
) {
    let heard = serving(None, patience);
    let rest = rest.replace("LONG", &"X: y\r\n".repeat(1000));
    let text =
        if rest.contains("no HTTP") { rest } else { format!("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{POST}{rest}") };
    let mut raw = Raw::write(&heard.server.url(), &text);
    if expected.contains(&0) && patience == BOUND {
        raw = raw.ends();
    }
    let found = raw.status();
    assert!(expected.contains(&found), "{found}");
    assert!(heard.told.try_recv().is_err());
    if patience == BOUND {
        heard.opens();
    }
}

#[test]
fn a_chunked_body_that_does_not_end_is_cut_off() {
    let heard = serving(None, BOUND);
    let chunk = format!("100000\r\n{}\r\n", "x".repeat(1 << 20));
    let head = format!("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n{POST}Transfer-Encoding: chunked\r\n\r\n");
    let mut raw = Raw::write(&heard.server.url(), &head);
    let written = (0..1000).take_while(|_| raw.more(&chunk)).count();
    assert!((16..1000).contains(&written), "{written} MiB were taken");
    heard.opens();
}

/// What is said later comes where it belongs.
#[test]
fn what_is_said_later_comes_on_the_stream_of_its_request() {
    let heard = serving(Some(Era::November2025), BOUND);
    let url = heard.server.url();
    let session = heard.opens();
    let mut own = Raw::send(&url, "GET", &format!("Accept: text/event-stream\r\n{session}"), "");
    assert_eq!(own.status(), 200);
    let (mut first, mut second) =
        (Raw::post(&url, &session, &call(1, "tools/call")), Raw::post(&url, &session, &call(2, "tools/call")));
    let told = [heard.line(), heard.line()];
    assert_eq!(told.map(|(session, _)| session), [Some(1), Some(1)]);
    let say =
        |line: &Value, during: Option<u64>| heard.server.say(Some(1), line.clone(), during.map(Value::from).as_ref());
    let (ask, log) = (call(7, "elicitation/create"), notification("notifications/message", json!({})));
    say(&ask, Some(1));
    say(&log, None);
    say(&result(&2.into(), json!({"is": "two"})), None);
    say(&result(&1.into(), json!({"is": "one"})), None);
    // The answer of one that asks is a stream, and that of the other a message.
    assert!(first.head().1.contains(&"content-type: text/event-stream".to_owned()));
    assert_eq!(
        [first.event(), first.event(), first.event()],
        [Some(ask), Some(result(&1.into(), json!({"is": "one"}))), None]
    );
    assert!(second.head().1.contains(&"content-type: application/json".to_owned()));
    assert_eq!(second.rest(), result(&2.into(), json!({"is": "two"})).to_string());
    assert_eq!(own.event(), Some(log));
    // A session that is deleted is over, with its streams.
    assert_eq!(Raw::send(&url, "DELETE", &session, "").status(), 204);
    assert_eq!((heard.line(), own.event()), ((Some(1), Value::Null), None));
    assert_eq!(Raw::post(&url, &session, &call(3, "ping")).status(), 404);
    say(&result(&1.into(), json!({})), None);
}

/// What comes while nobody listens is read by the next who does.
#[test]
fn what_has_no_stream_comes_with_the_next_answer() {
    let heard = serving(Some(Era::July2026), BOUND);
    let log = notification("notifications/message", json!({}));
    heard.server.say(None, log.clone(), None);
    // The response to nothing is nobody's.
    heard.server.say(None, result(&9.into(), json!({})), None);
    let (headers, line) = modern(1);
    let mut asked = Raw::post(&heard.server.url(), &headers, &line);
    assert_eq!((asked.status(), heard.line()), (200, (None, line)));
    heard.server.say(None, result(&1.into(), json!({})), None);
    assert_eq!([asked.event(), asked.event(), asked.event()], [Some(log), Some(result(&1.into(), json!({}))), None]);
}

/// In the last version, who closes the answer gives up the request: before it has begun, and later.
#[rstest]
fn an_answer_that_is_closed_gives_up_its_request(#[values(false, true)] has_begun: bool) {
    let heard = serving(Some(Era::July2026), BOUND);
    let (headers, line) = modern(1);
    let mut asked = Raw::post(&heard.server.url(), &headers, &line);
    assert_eq!(heard.line(), (None, line));
    if has_begun {
        heard.server.say(None, notification("notifications/progress", json!({})), Some(&1.into()));
        assert_eq!((asked.status(), asked.event().is_some()), (200, true));
    }
    drop(asked);
    assert_eq!(heard.line(), (None, notification("notifications/cancelled", json!({"requestId": 1}))));
}

/// One that says so by a message, too, has given it up once.
#[test]
fn a_request_is_given_up_once() {
    let heard = serving(Some(Era::July2026), BOUND);
    let url = heard.server.url();
    let (headers, line) = modern(1);
    let mut asked = Raw::post(&url, &headers, &line);
    assert_eq!(heard.line().1, line);
    let give_up = notification("notifications/cancelled", json!({"requestId": 1}));
    assert_eq!(Raw::post(&url, LAST, &give_up).status(), 202);
    assert_eq!((asked.status(), asked.event()), (200, None));
    drop(asked);
    let (headers, next) = modern(2);
    let _next = Raw::post(&url, &headers, &next);
    assert_eq!([heard.line().1, heard.line().1], [give_up, next]);
}

/// In the first two, a connection that breaks gives up nothing.
#[test]
fn a_session_outlives_its_connections() {
    let heard = serving(Some(Era::June2025), BOUND);
    let url = heard.server.url();
    let session = heard.opens();
    // What is closed before it was read need not be heard.
    let connection = Raw::post(&url, &session, &call(1, "tools/call"));
    assert_eq!(heard.line().1, call(1, "tools/call"));
    drop(connection);
    let give_up = notification("notifications/cancelled", json!({"requestId": 1}));
    assert_eq!(Raw::post(&url, &session, &give_up).status(), 202);
    assert_eq!(heard.line(), (Some(1), give_up));
}

#[test]
fn what_is_open_breaks_off_where_the_server_dies() {
    let heard = serving(Some(Era::July2026), BOUND);
    let (headers, line) = modern(1);
    let mut asked = Raw::post(&heard.server.url(), &headers, &line);
    assert_eq!(heard.line().1, line);
    heard.server.breaks();
    assert_eq!(asked.event(), None);
    // Nothing is given up by that, and another one serves at once.
    let (headers, next) = modern(2);
    let _next = Raw::post(&heard.server.url(), &headers, &next);
    assert_eq!(heard.line().1, next);
}
