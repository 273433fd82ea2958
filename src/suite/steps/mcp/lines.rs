//! What holds for each line of a server and of a client, whatever it is about.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{json::Value, rpc::text},
    suite::check::{Evidence, Finding, Mismatch, Seen, fails, holds},
    system::mcp::era::Era,
};

/// What a user may have done at an ask.
const ACTIONS: [&str; 3] = ["accept", "decline", "cancel"];
/// The error of a call that wants pages to be opened first.
const PAGES_FIRST: i64 = -32042;

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each error has a code and a message",
            "The code is a whole number, and the message is a text. Where there is no error, that is so, too.",
            |evidence, ()| {
                each_error(evidence, "a code that is a whole number, and a message that is a text", has_shape)
            },
        ),
        then(
            "each error that wants pages opened names them",
            "An error with the code -32042 has `data.elicitations`, at least one, each with the mode `url`, an `elicitationId`, a `url` and a \
             `message`. Where there is no such error, that is so, too.",
            |evidence, ()| {
                each_error(evidence, "pages, each with its mode, id, address and message", |error| {
                    error["code"].as_i64() != Some(PAGES_FIRST) || names_pages(error)
                })
            },
        ),
        then(
            "no two responses of the server have one id",
            "An id has its type, too. An error whose id is null answers what could not be read, and may come again.",
            |evidence, ()| {
                let found: Vec<_> =
                    responses(evidence)?.into_iter().filter(|line| !line.what["id"].is_null()).collect();
                no_id_twice(&found)
            },
        ),
        then(
            "no two responses of the client have one id",
            "An id has its type, too. Where the client sends no response, this never comes up.",
            |evidence, ()| {
                let found = responses(evidence)?;
                if found.is_empty() {
                    return Err(Mismatch::Unmet("the client sends no response".to_owned()));
                }
                no_id_twice(&found)
            },
        ),
        then(
            "nothing is told as completed but a page that the server has sent",
            "Each `notifications/elicitation/complete` has the `elicitationId` of an earlier ask, or of an earlier error -32042.",
            |evidence, ()| {
                let lines = told(evidence)?;
                for (at, line) in lines.iter().enumerate() {
                    if text(line.what, "method") == Some("notifications/elicitation/complete") {
                        let id = &line.what["params"]["elicitationId"];
                        let is_sent = lines[..at].iter().any(|before| pages_of(before.what).contains(&id));
                        holds(is_sent, "a page that was sent before", line.what.to_string(), Some(line.seq))?;
                    }
                }
                Ok(())
            },
        ),
        then(
            "each answer to an ask is an accept, a decline or a cancel",
            "The `action` of each of the client's responses, and of each answer in a repeated call. What has none is not looked at.",
            |evidence, ()| {
                each_answer(evidence, "one of accept, decline and cancel", |answer| {
                    text(answer, "action").is_some_and(|action| ACTIONS.contains(&action))
                })
            },
        ),
        then(
            "each value of an answer is of a kind of {string}",
            "A text, a number or a boolean; from 2025-11-25 on, also a list of texts. The text is the version.",
            |evidence, version: String| {
                let has_lists = version != Era::June2025.version();
                each_answer(
                    evidence,
                    "texts, numbers, booleans, and lists of texts where the version has them",
                    |answer| {
                        let values = answer.get("content").and_then(Value::as_object);
                        values.into_iter().flatten().all(|(_, value)| is_of_a_kind(value, has_lists))
                    },
                )
            },
        ),
    ]
}

/// The lines that are responses, also such as break the protocol: those with an id and without a method.
pub(super) fn responses<'a>(evidence: &Evidence<'a>) -> Result<Vec<Seen<&'a Value>>, Mismatch> {
    let is_response = |line: &Seen<&Value>| line.what.get("id").is_some() && line.what.get("method").is_none();
    Ok(told(evidence)?.into_iter().filter(is_response).collect())
}

fn no_id_twice(responses: &[Seen<&Value>]) -> Finding {
    let has_one_before = |(at, line): &(usize, &Seen<&Value>)| {
        responses[..*at].iter().any(|other| other.what.get("id") == line.what.get("id"))
    };
    let again = responses.iter().enumerate().find(has_one_before);
    again.map_or(Ok(()), |(_, line)| fails("one response to each id", line.what.to_string(), Some(line.seq)))
}

fn each_error(evidence: &Evidence<'_>, expected: &str, is_right: impl Fn(&Value) -> bool) -> Finding {
    let lines = told(evidence)?;
    let wrong = lines.iter().find(|line| line.what.get("error").is_some_and(|error| !is_right(error)));
    wrong.map_or(Ok(()), |line| fails(expected, line.what.to_string(), Some(line.seq)))
}

fn has_shape(error: &Value) -> bool {
    let code = &error["code"];
    (code.as_i64().is_some() || code.as_u64().is_some()) && error["message"].is_string()
}

fn names_pages(error: &Value) -> bool {
    let is_page = |page: &Value| {
        text(page, "mode") == Some("url")
            && ["elicitationId", "url", "message"].iter().all(|member| text(page, member).is_some())
    };
    let pages = error.pointer("/data/elicitations").and_then(Value::as_array);
    pages.is_some_and(|pages| pages.iter().next().is_some() && pages.iter().all(is_page))
}

/// The ids of the pages that a line of the server sends.
fn pages_of(line: &Value) -> Vec<&Value> {
    let of_error = line.pointer("/error/data/elicitations").and_then(Value::as_array).into_iter().flatten();
    of_error.chain(line.get("params")).map(|page| &page["elicitationId"]).filter(|id| !id.is_null()).collect()
}

/// Each answer to an ask is right: a response with an action, or an entry of a repeated call that has one.
fn each_answer(evidence: &Evidence<'_>, expected: &str, is_right: impl Fn(&Value) -> bool) -> Finding {
    for line in told(evidence)? {
        let entries = line.what.pointer("/params/inputResponses").and_then(Value::as_object);
        let entries = entries.into_iter().flatten().map(|(_, entry)| entry);
        let mut answers =
            line.what.get("result").into_iter().chain(entries).filter(|answer| answer.get("action").is_some());
        if let Some(answer) = answers.find(|answer| !is_right(answer)) {
            return fails(expected, answer.to_string(), Some(line.seq));
        }
    }
    Ok(())
}

fn is_of_a_kind(value: &Value, has_lists: bool) -> bool {
    match value {
        Value::Array(items) => has_lists && items.iter().all(Value::is_string),
        value => value.is_string() || value.is_number() || value.is_boolean(),
    }
}
