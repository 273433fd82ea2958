use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write, pipe},
    sync::mpsc,
    thread,
};

use futures::{FutureExt, future, stream::FuturesUnordered};
use tokio_test::{assert_pending, assert_ready};

use super::{CallError, Next, Value, call_tool, json, serve_mcp, what_comes_next};
use crate::{
    llm::serve::{HostFilter, RequestEvent},
    model::{ToolDefinition, op::Mint},
    subject::{
        pipe,
        server_tools::{Server, Taken},
    },
    system::ToolEvent,
};

/// A server over HTTP whose one tool tells its arguments, or asks what they say, or fails if there are none. It runs until the
/// result is dropped.
pub fn serve() -> pipe::Server {
    let (tell, heard) = mpsc::channel();
    let server = pipe::Server::start(HostFilter::default(), move |event| drop(tell.send(event))).unwrap();
    thread::spawn(move || {
        let tool = ToolDefinition {
            name: "echo".into(),
            description: String::new(),
            parameters: json!({"type": "object"}).into(),
        };
        let (mut server, mut mint) = (Server::new(vec![tool], "/mcp", BTreeMap::new()), Mint::default());
        for event in heard {
            let RequestEvent::Arrived(arrival) = event else { continue };
            let (op, event) = match server.take(arrival, &mut mint) {
                Taken::Called { op, arguments, .. } if arguments.get("asks").is_some() => {
                    (op, ToolEvent::Asks(arguments["asks"].clone()))
                }
                Taken::Called { op, arguments, .. } if arguments == json!({}) => {
                    (op, ToolEvent::Error("nothing to say".into()))
                }
                Taken::Called { op, arguments, folder, .. } if arguments.get("where").is_some() => {
                    (op, ToolEvent::Done(folder.unwrap_or_default().into()))
                }
                Taken::Called { op, arguments, .. } => (op, ToolEvent::Done(arguments.to_string().into())),
                Taken::Settled(settled) => (settled.op, ToolEvent::Done(settled.answer.to_string().into())),
                Taken::Nothing | Taken::GivenUp(_) => continue,
            };
            server.end(op, &event, &mut mint);
        }
    });
    server
}

#[test]
fn a_tool_is_called_once() {
    let server = serve();
    let url = format!("{}/mcp", server.base);
    let called = |tool: &str, arguments: Value| call_tool(&url, tool, &arguments);
    assert_eq!(called("echo", json!({"a": "é"})).unwrap(), (r#"{"a":"é"}"#.to_owned(), false));
    let own = std::env::current_dir().unwrap().to_string_lossy().into_owned();
    assert_eq!(called("echo", json!({"where": true})).unwrap(), (own, false), "it tells from which folder it comes");
    assert_eq!(called("echo", json!({})).unwrap(), ("nothing to say".to_owned(), true));
    assert!(matches!(called("wipe", json!({})), Err(CallError::Refused(why)) if why == "there is no tool \"wipe\""));
}

#[test]
fn messages_are_carried_both_ways_until_the_input_ends() {
    let server = serve();
    let url = format!("{}/mcp", server.base);
    let (input, mut client) = pipe().unwrap();
    let (answers, output) = pipe().unwrap();
    let carrier = thread::spawn(move || serve_mcp(&url, &[], BufReader::new(input), output));
    let mut answers = BufReader::new(answers).lines();
    let mut ask = |message: Value| {
        writeln!(client, "{message}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        answer
    };
    let call = |id: u64, text: &str| {
        let params = json!({"name": "echo", "arguments": {"text": text}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    assert_eq!(ask(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))["result"], json!({}));
    for (id, text) in [(2, "one"), (3, "two\nlines")] {
        let answer = ask(call(id, text));
        let told = answer.pointer("/result/content/0/text").and_then(Value::as_str).unwrap().to_owned();
        assert_eq!((answer["id"].as_u64(), told), (Some(id), json!({"text": text}).to_string()));
    }
    // What a tool asks comes as a request of the server, and the call is answered after it.
    let capabilities = json!({"elicitation": {}});
    ask(json!({"jsonrpc": "2.0", "id": 4, "method": "initialize", "params": {"capabilities": capabilities}}));
    let params = json!({"name": "echo", "arguments": {"asks": {"id": "q", "message": "Which way?"}}});
    let asked = ask(json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": params}));
    assert_eq!((&asked["id"], &asked["method"]), (&json!("q-1"), &json!("elicitation/create")));
    let answer = ask(json!({"jsonrpc": "2.0", "id": "q-1", "result": {"action": "decline"}}));
    assert_eq!(answer.pointer("/result/content/0/text"), Some(&json!({"action": "decline"}).to_string().into()));
    drop(client);
    carrier.join().unwrap().unwrap();
}

/// Once the server has nothing more to say, only a line of the client wakes the program: it does not ask again and again.
#[test]
fn a_program_with_nothing_under_way_waits_for_its_client() {
    let (tell, mut lines) = tokio::sync::mpsc::unbounded_channel();
    let mut waiting = FuturesUnordered::new();
    let mut next = tokio_test::task::spawn(what_comes_next(&mut lines, &mut waiting));
    assert_pending!(next.poll());
    assert!(!next.is_woken());
    tell.send(Some(Ok("line".to_owned()))).unwrap();
    assert!(next.is_woken());
    assert!(matches!(assert_ready!(next.poll()), Next::Line(Some(Ok(line))) if line == "line"));
}

/// What is under way is heard, too, and the end of the client's lines.
#[test]
fn an_answer_or_the_end_comes_next() {
    let (tell, mut lines) = tokio::sync::mpsc::unbounded_channel();
    let mut waiting = FuturesUnordered::from_iter([future::ready(Next::Message(None)).boxed_local()]);
    let mut next = tokio_test::task::spawn(what_comes_next(&mut lines, &mut waiting));
    assert!(matches!(assert_ready!(next.poll()), Next::Message(None)));
    drop(next);
    tell.send(None).unwrap();
    let mut next = tokio_test::task::spawn(what_comes_next(&mut lines, &mut waiting));
    assert!(matches!(assert_ready!(next.poll()), Next::Line(None)));
}
