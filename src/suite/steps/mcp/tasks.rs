//! Calls that are tasks: which one an ask belongs to, and what becomes of it.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{
        json::Value,
        rpc::{Message, text},
    },
    suite::check::{Evidence, Finding, Mismatch, Seen, holds},
    system::mcp::RELATED_TASK,
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each ask of a task names the task",
            "The call is answered with a task, and each `elicitation/create` after that has the id of that task in its `_meta`. There is one.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let (begun, task) = task(evidence)?;
                let asks: Vec<&Seen<&Value>> =
                    lines.iter().filter(|line| text(line.what, "method") == Some("elicitation/create")).collect();
                holds(!asks.is_empty(), "an ask", "none", None)?;
                asks.into_iter().filter(|ask| ask.seq > begun).try_for_each(|ask| {
                    let found = &ask.what["params"]["_meta"][RELATED_TASK]["taskId"];
                    holds(*found == *task, format!("the task {task} in `_meta`"), ask.what.to_string(), Some(ask.seq))
                })
            },
        ),
        then(
            "the answer to {} has the status {string} of the task",
            "The result of the request with this id has the id of the task, and this status.",
            |evidence, (id, status): (Value, String)| {
                has_status(evidence, &id, &format!("the status {status:?}"), |found| found == status)
            },
        ),
        then(
            "the answer to {} has the status {string} of the task, or says that it is no more",
            "The same. The error -32602 says that there is no such task any more.",
            |evidence, (id, status): (Value, String)| {
                let is_gone =
                    |line: &Seen<&Value>| line.what.get("id") == Some(&id) && line.what["error"]["code"] == -32602;
                if told(evidence)?.iter().any(is_gone) {
                    return Ok(());
                }
                has_status(evidence, &id, &format!("the status {status:?}"), |found| found == status)
            },
        ),
        then(
            "the answer to {} has another status than {string}",
            "The result of the request with this id has the id of the task, and a status, which is not this one. Where it has no answer, this \
             never comes up: the line was not sent.",
            |evidence, (id, status): (Value, String)| {
                if !told(evidence)?.iter().any(|line| line.what.get("id") == Some(&id)) {
                    return Err(Mismatch::Unmet(format!("nothing answers {id}")));
                }
                has_status(evidence, &id, &format!("another status than {status:?}"), |found| found != status)
            },
        ),
    ]
}

fn has_status(evidence: &Evidence<'_>, id: &Value, expected: &str, is_right: impl Fn(&str) -> bool) -> Finding {
    let (_, task) = task(evidence)?;
    let (seq, found) = answer(evidence, id)?;
    let holds_so = found["taskId"] == *task && text(found, "status").is_some_and(is_right);
    holds(holds_so, format!("the task {task} with {expected}"), found.to_string(), Some(seq))
}

/// The id of the task with which a call is answered, and the observation of that.
fn task<'a>(evidence: &Evidence<'a>) -> Result<(u64, &'a Value), Mismatch> {
    let lines = told(evidence)?;
    let found = lines.iter().find_map(|line| Some((line.seq, line.what.pointer("/result/task/taskId")?)));
    found.ok_or_else(|| none("a call that is answered with a task"))
}

fn none(expected: &str) -> Mismatch {
    Mismatch::Fails { expected: expected.to_owned(), found: "none".to_owned(), seq: None }
}

/// The result of a request of the scenario.
fn answer<'a>(evidence: &Evidence<'a>, id: &Value) -> Result<(u64, &'a Value), Mismatch> {
    let lines = told(evidence)?;
    let is_answer = |line: &&Seen<&Value>| {
        line.what.get("id") == Some(id) && matches!(Message::read(line.what), Some(Message::Response { .. }))
    };
    match lines.iter().find(is_answer).map(|line| (line.seq, &line.what["result"])) {
        Some((seq, result)) => Ok((seq, result)),
        None => Err(none(&format!("an answer to {id}"))),
    }
}
