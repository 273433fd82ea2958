//! What the model replies, as a script.

use std::collections::BTreeMap;

use super::{Unscripted, moments::Moments};
use crate::{
    llm::script::{Body, CutAt, Exchange, Expect, Reply, ScriptedCall},
    model::{ModelRequest, Op, json::Value},
    stage::{Observation, What},
    system::{Effect, Failure, FailureKind, Input, ModelEvent, ReplyEnd},
};

/// What the model says when the script has no other reply.
const DONE: &str = "done";

/// The replies of a run, each for a request with the same last message.
///
/// # Errors
/// What no script can do.
pub fn replies(events: &[Observation], moments: &Moments) -> Result<Vec<Exchange>, Unscripted> {
    let mut script: Vec<Exchange> = Vec::new();
    let mut open: BTreeMap<Op, (usize, &ModelRequest)> = BTreeMap::new();
    for (index, event) in events.iter().enumerate() {
        match &event.what {
            What::Input(Input::Begin(_)) => open.clear(),
            What::Effect(Effect::Request(op, request)) => drop(open.insert(*op, (index, request))),
            What::Input(Input::Model(op, _)) => {
                let Some((from, request)) = open.remove(op) else { continue };
                let of_reply = |event: &Observation| match &event.what {
                    What::Input(Input::Model(of, event)) if of == op => Some(event.clone()),
                    _ => None,
                };
                let is_begin = |event: &&Observation| matches!(event.what, What::Input(Input::Begin(_)));
                let life = events[index..].iter().take_while(|event| !is_begin(event));
                let body = body(life.filter_map(of_reply))?;
                let after_ms = moments.at(index).0.saturating_sub(moments.at(from).0);
                let reply = Reply { after_ms, ..Reply::now(body) };
                let expect = expect(request);
                match script.iter_mut().find(|exchange| exchange.expect == expect) {
                    Some(exchange) => exchange.replies.push(reply),
                    None => script.push(Exchange { optional: true, ..Exchange::required(expect, vec![reply]) }),
                }
            }
            _ => {}
        }
    }
    let otherwise = |expect, body| Exchange { otherwise: true, ..Exchange::required(expect, vec![Reply::now(body)]) };
    if script.iter().any(|exchange| exchange.expect.structured) {
        let structured = Expect { structured: true, ..Expect::default() };
        script.push(otherwise(structured, Body::Answer(DONE.into())));
    }
    script.push(otherwise(Expect::default(), Body::message(DONE, Vec::new())));
    Ok(script)
}

/// What tells a request from the others: the results in its last message, or else its last text.
fn expect(request: &ModelRequest) -> Expect {
    let results: Vec<String> = request.last_results().map(|(id, ..)| id.to_owned()).collect();
    let structured = request.schema.is_some();
    if results.is_empty() || structured {
        return Expect { says: Some(request.last_text()), structured, ..Expect::default() };
    }
    Expect { results, ..Expect::default() }
}

/// The reply that has these events.
fn body(events: impl Iterator<Item = ModelEvent>) -> Result<Body, Unscripted> {
    const DISORDERED: &str = "the pieces of a reply come in another order";
    let (mut thought, mut said, mut calls, mut ends) = (String::new(), String::new(), Vec::<ScriptedCall>::new(), None);
    for event in events {
        if ends.is_some() {
            return Err(DISORDERED.into());
        }
        match event {
            ModelEvent::Reasoning(text) if said.is_empty() && calls.is_empty() => thought.push_str(&text),
            ModelEvent::Text(text) if calls.is_empty() => said.push_str(&text),
            ModelEvent::Call { id, name } => {
                calls.push(ScriptedCall { id: id.into(), name: name.into(), arguments: Value::default() });
            }
            ModelEvent::Arguments(text) => {
                let call = calls.last_mut().filter(|call| call.arguments.is_null()).ok_or(DISORDERED)?;
                let read = serde_json::from_str::<Value>(&text).ok().filter(|read| read.is_object());
                // What is no object, or is written in another way, is sent as a text.
                let is_so_written = |read: &Value| {
                    let written = read.to_string();
                    written.as_str() == text.as_str()
                };
                call.arguments = read.filter(is_so_written).unwrap_or_else(|| text.as_str().into());
            }
            ModelEvent::Data(data) => return Ok(Body::Data(data)),
            ModelEvent::Finished => ends = Some(ReplyEnd::Whole),
            ModelEvent::LimitReached => ends = Some(ReplyEnd::CutOff),
            ModelEvent::Refused => ends = Some(ReplyEnd::Refused),
            ModelEvent::Failed(failure) => return failed(&failure, said),
            ModelEvent::Reasoning(_) | ModelEvent::Text(_) => return Err(DISORDERED.into()),
        }
    }
    for call in &mut calls {
        if call.arguments.is_null() {
            call.arguments = "".into();
        }
    }
    Ok(Body::Message { reasoning: thought, text: said, calls, ends: ends.unwrap_or_default() })
}

/// The reply that fails so, after this text.
fn failed(failure: &Failure, text: String) -> Result<Body, Unscripted> {
    if let Some(status) = failure.status {
        return Ok(Body::Status { status, retry_after_s: failure.retry_after_ms.map(|after| after / 1000) });
    }
    Ok(match failure.kind {
        FailureKind::Dropped => Body::Drop,
        FailureKind::Truncated => Body::Cut { text, at: CutAt::default(), reset: false },
        FailureKind::Malformed => Body::Malformed { text },
        FailureKind::Overloaded => Body::Overloaded { text },
        _ => return Err("a reply fails in a way that no script has".into()),
    })
}
