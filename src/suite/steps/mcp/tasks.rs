//! Calls that are tasks: which one an ask belongs to, and what becomes of it.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{
        json::Value,
        rpc::{Message, text},
    },
    suite::check::{Evidence, Mismatch, Seen, holds},
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
                let (_, task) = task(evidence)?;
                let (seq, found) = answer(evidence, &id)?;
                let is_right = found["taskId"] == *task && text(found, "status") == Some(&status);
                holds(is_right, format!("the task {task} with the status {status:?}"), found.to_string(), Some(seq))
            },
        ),
        then(
            "the answer to {} has not the status {string}",
            "The result of the request with this id has the id of the task, and another status.",
            |evidence, (id, status): (Value, String)| {
                let (_, task) = task(evidence)?;
                let (seq, found) = answer(evidence, &id)?;
                let other = text(found, "status").is_some_and(|found| found != status);
                let is_right = found["taskId"] == *task && other;
                holds(
                    is_right,
                    format!("the task {task} with another status than {status:?}"),
                    found.to_string(),
                    Some(seq),
                )
            },
        ),
    ]
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
