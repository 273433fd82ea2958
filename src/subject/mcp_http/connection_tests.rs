use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use super::{
    super::{Endpoint, FromClient, HttpError, Server, Serving},
    Connection, Options, Said, Value,
};
use crate::{
    model::{
        json::json,
        rpc::{notification, request, result},
    },
    system::mcp::{Outbox, era::Era},
};

/// A wait that is longer has no end.
const BOUND: Duration = Duration::from_secs(30);

/// Both ends, what the server hears, and what the client hears.
struct Ends {
    connection: Connection,
    server: Server,
    asked: Receiver<FromClient>,
    told: Receiver<Said>,
}

/// A connection to a server that answers a request at once if its params have a result.
fn ends(era: Era) -> Ends {
    let (tell, told) = mpsc::channel();
    let (hear, asked) = mpsc::channel();
    let server = Server::start(Serving::default(), move |said| {
        let mut lines = Outbox::new();
        if let FromClient::Line(_, line) = &said
            && let Some(own) = line.pointer("/params/result")
        {
            lines.push_back(result(&line["id"], own.clone()));
        }
        hear.send(said).unwrap();
        lines
    });
    let server = server.unwrap();
    let options = Options { endpoint: Endpoint::read(&server.url()).unwrap(), era, patience: BOUND };
    let connection = Connection::open(options, move |said| tell.send(said).is_ok()).unwrap();
    Ends { connection, server, asked, told }
}

impl Ends {
    fn write(&self, line: &Value) {
        self.connection.write(line.to_string());
    }

    fn heard(&self) -> (Option<u64>, Value) {
        match self.asked.recv_timeout(BOUND).unwrap() {
            FromClient::Line(session, line) => (session, line),
            FromClient::Gone(session) => (Some(session), Value::Null),
        }
    }

    fn line(&self) -> Value {
        match self.told.recv_timeout(BOUND).unwrap() {
            Said::Line(line) => serde_json::from_str(&line).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

fn call(id: u64, more: &Value) -> Value {
    let mut params = json!({"name": "deploy", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}});
    more.as_object().into_iter().flatten().for_each(|(name, value)| params[name.as_str()] = value.clone());
    request(&id.into(), "tools/call", params)
}

#[test]
fn a_session_is_opened_and_deleted() {
    let mut ends = ends(Era::November2025);
    let opening = request(&0.into(), "initialize", json!({"result": {}}));
    ends.write(&opening);
    assert_eq!((ends.line(), ends.heard()), (result(&0.into(), json!({})), (Some(1), opening)));
    for line in [notification("notifications/initialized", json!({})), result(&"x".into(), json!({}))] {
        ends.write(&line);
        assert_eq!(ends.heard(), (Some(1), line));
    }
    ends.connection.end();
    assert_eq!(ends.heard(), (Some(1), Value::Null));
}

#[test]
fn a_client_that_is_killed_says_nothing() {
    let mut ends = ends(Era::June2025);
    ends.write(&request(&0.into(), "initialize", json!({"result": {}})));
    ends.line();
    ends.connection.kill();
    drop(ends.server);
    assert_eq!(ends.asked.iter().count(), 1);
}

/// In the last version, the end of its stream gives up a call, and no message does. One that is not under way is told of.
#[test]
fn a_call_is_given_up_by_the_end_of_its_stream() {
    let ends = ends(Era::July2026);
    let first = call(5, &json!({}));
    ends.write(&first);
    assert_eq!(ends.heard(), (None, first));
    let give_up = |id: u64| notification("notifications/cancelled", json!({"requestId": id, "reason": "stopped"}));
    ends.write(&give_up(5));
    // This is how the server tells the end of a stream.
    assert_eq!(ends.heard(), (None, notification("notifications/cancelled", json!({"requestId": 5}))));
    ends.write(&give_up(4711));
    assert_eq!(ends.heard(), (None, give_up(4711)));
    let second = call(6, &json!({"result": {"resultType": "complete"}}));
    ends.write(&second);
    assert_eq!((ends.heard(), ends.line()), ((None, second), result(&6.into(), json!({"resultType": "complete"}))));
}

#[test]
fn a_text_that_is_no_message_is_refused_and_the_next_one_is_heard() {
    let ends = ends(Era::July2026);
    ends.connection.write("{".to_owned());
    assert_eq!(ends.line().pointer("/error/code"), Some(&Value::from(-32700)));
    let next = call(1, &json!({"result": {}}));
    ends.write(&next);
    assert_eq!((ends.heard(), ends.line()), ((None, next), result(&1.into(), json!({}))));
}

#[test]
fn a_server_that_ends_is_told_with_the_request_that_it_owes() {
    let ends = ends(Era::July2026);
    ends.write(&call(5, &json!({})));
    ends.heard();
    drop(ends.server);
    match ends.told.recv_timeout(BOUND).unwrap() {
        Said::NoResponse(id, error) => {
            assert!(id == 5 && error.may_be_its_end() && matches!(error, HttpError::Unanswered { .. }), "{error}");
        }
        other => panic!("{other:?}"),
    }
}
