//! What jp stores: a stream of events, with inquiries as pairs of request and response.

use crate::model::json::Value;

use super::{
    super::{
        Step, then,
        typed::{DocJson, Word},
        words::Reason,
    },
    inquiries::{RecordedInquiry, recorded},
};
use crate::{
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, Seen, equal, fails, holds, nth},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the events recorded are {string}",
            "The types of all stored events, in order, separated by blanks.",
            |evidence, expected: String| {
                let records = evidence.records()?;
                let kinds: Vec<&str> = records.iter().filter_map(|record| record.what["type"].as_str()).collect();
                let seq = records.last().map(|record| record.seq);
                equal(&expected, &kinds.join(" "), seq, |kinds| format!("the events {kinds}"))
            },
        ),
        then("no inquiry is recorded", "Neither a request nor a response.", |evidence, ()| {
            let is_inquiry =
                |record: &&Seen<&Value>| record.what["type"].as_str().is_some_and(|kind| kind.starts_with("inquiry_"));
            match evidence.records()?.iter().find(is_inquiry) {
                None => Ok(()),
                Some(record) => fails("no inquiry recorded", record.what.to_string(), Some(record.seq)),
            }
        }),
        then(
            "the inquiry {string} is recorded as answered with {}",
            "The stored response of that id; the answer is JSON.",
            |evidence, (id, answer): (String, Value)| {
                response(
                    evidence,
                    &id,
                    &crate::model::json::json!({"type": "inquiry_response", "outcome": "answered", "id": id, "answer": answer}),
                )
            },
        ),
        then(
            "the inquiry {string} is recorded as cancelled by {word}",
            "The stored response of that id, with its reason.",
            |evidence, (id, Reason(reason)): (String, Reason)| {
                response(
                    evidence,
                    &id,
                    &crate::model::json::json!({"type": "inquiry_response", "outcome": "cancelled", "id": id, "reason": reason}),
                )
            },
        ),
        then(
            "the inquiry {string} is recorded as cancelled by one of {}",
            "The same where several reasons are allowed: a JSON array.",
            |evidence, (id, reasons): (String, Vec<String>)| cancelled_by_one_of(evidence, &id, &reasons),
        ),
        then(
            "the inquiry {string} is recorded as redacted",
            "The stored response of that id, without a value.",
            |evidence, id: String| {
                response(
                    evidence,
                    &id,
                    &crate::model::json::json!({"type": "inquiry_response", "outcome": "redacted", "id": id}),
                )
            },
        ),
        then(
            "the inquiry {string} is recorded as asked by {}",
            "The source in the stored request: JSON.",
            |evidence, (name, expected): (String, Value)| {
                let request = request(evidence, &name)?;
                equal(&expected, &request.what["source"], Some(request.seq), ToString::to_string)
            },
        ),
        then(
            "the question of the inquiry {string} is recorded as:",
            "The whole stored question, as JSON in a doc string.",
            |evidence, (name, DocJson(expected)): (String, DocJson<Value>)| {
                let request = request(evidence, &name)?;
                equal(&expected, &request.what["question"], Some(request.seq), ToString::to_string)
            },
        ),
        then(
            "the question of the inquiry {string} is recorded with {word} set to {}",
            "One field of the stored question; null where it is left out.",
            |evidence, (name, Word(field), expected): (String, Word, Value)| {
                let request = request(evidence, &name)?;
                equal(&expected, &request.what["question"][field], Some(request.seq), ToString::to_string)
            },
        ),
        then(
            "the question of the inquiry {string} is recorded without {word}",
            "The stored question has no such field, not even as null.",
            |evidence, (name, Word(field)): (String, Word)| {
                let request = request(evidence, &name)?;
                let found = request.what["question"].get(&field).map_or("none".to_owned(), ToString::to_string);
                holds(found == "none", format!("no {field}"), found, Some(request.seq))
            },
        ),
        then(
            "the response to the inquiry {string} is recorded in the form:",
            "The only stored response to that inquiry without its id, as JSON in a doc string, in the form in which it is \
             stored.",
            |evidence, (name, DocJson(expected)): (String, DocJson<Value>)| {
                let response = response_to(evidence, &name)?;
                let mut found = without_beside(&expected, response.what.clone());
                if let Some(members) = found.as_object_mut() {
                    members.remove("id");
                }
                equal(&expected, &found, Some(response.seq), ToString::to_string)
            },
        ),
        then(
            "the model is told of the call {string} in the words that are recorded",
            "The stored response to that call and the result in the next request have the same text, which is not \
             empty, and the same flag.",
            |evidence, id: String| told_as_recorded(evidence, &id),
        ),
        then(
            "the call {string} is recorded as succeeding with {string}",
            "The only stored response to that call, whole but for what `event N` lets stand beside it, and not \
             flagged as an error.",
            |evidence, (id, content): (String, String)| result(evidence, &id, &content, false),
        ),
        then(
            "the call {string} is recorded as failing with {string}",
            "The same, flagged as an error.",
            |evidence, (id, content): (String, String)| result(evidence, &id, &content, true),
        ),
        then(
            "each inquiry recorded has one response",
            "Requests and responses pair by id, each request before its response.",
            |evidence, ()| paired(evidence, "inquiry"),
        ),
        then(
            "each call recorded has one response",
            "Requests and responses of tool calls pair by id, each request before its response.",
            |evidence, ()| paired(evidence, "tool_call"),
        ),
        then(
            "the inquiries are recorded between their call and its result",
            "Each pair after the call's request and before its response.",
            |evidence, ()| enclosed(evidence),
        ),
        then(
            "the inquiries recorded are {string}",
            "All stored requests, in order, separated by blanks: each by its call, question and attempt, as in \
             `call_1.answer.1`, whatever its id looks like.",
            |evidence, expected: String| {
                let asked = recorded(evidence)?;
                let names: Vec<&str> = asked.iter().map(|asked| asked.what.name.as_str()).collect();
                equal(&expected, &names.join(" "), asked.last().map(|asked| asked.seq), |names| {
                    format!("the inquiries {names}")
                })
            },
        ),
        then(
            "the responses recorded are of the inquiries {string}",
            "The inquiries of all stored responses, in the order of the responses, separated by blanks.",
            |evidence, expected: String| {
                let asked = recorded(evidence)?;
                let named = |id: &Value| asked.iter().find(|asked| asked.what.request["id"] == *id);
                let responses = evidence.records_of("inquiry_response")?;
                let of = responses.iter().map(|response| named(&response.what["id"]));
                let names: Vec<&str> = of.map(|asked| asked.map_or("unknown", |asked| &asked.what.name)).collect();
                equal(&expected, &names.join(" "), responses.last().map(|response| response.seq), |names| {
                    format!("responses to {names}")
                })
            },
        ),
        then(
            "the inquiry {string} is recorded before it is asked",
            "Its stored request comes before the prompt, or the request to the model, that has the question's text.",
            |evidence, name: String| {
                let request = request(evidence, &name)?;
                let text = request.what.pointer("/question/text").and_then(Value::as_str).unwrap_or_default();
                let prompts = evidence.prompts()?.into_iter();
                let shown = prompts.filter(|prompt| prompt.what.shows(text)).map(|prompt| prompt.seq);
                let inquiries = evidence.inquiries()?.into_iter();
                let sent =
                    inquiries.filter(|inquiry| inquiry.what.last_text().contains(text)).map(|inquiry| inquiry.seq);
                let expected = format!("{name} recorded, then asked");
                match shown.chain(sent).min() {
                    Some(asked) => evidence.ordered(request.seq, asked, &expected),
                    None => fails(expected, "it is asked of nobody", Some(request.seq)),
                }
            },
        ),
        then(
            "the inquiry ids recorded are {string}",
            "The ids of all stored requests to the letter, in order, separated by blanks.",
            |evidence, expected: String| {
                let requests = evidence.records_of("inquiry_request")?;
                let ids: Vec<&str> = requests.iter().filter_map(|record| record.what["id"].as_str()).collect();
                equal(&expected, &ids.join(" "), requests.last().map(|record| record.seq), |ids| {
                    format!("the ids {ids}")
                })
            },
        ),
        then(
            "every reason recorded is one that is specified",
            "Every cancelled inquiry has a reason that a writer may write.",
            |evidence, ()| {
                let responses = evidence.records_of("inquiry_response")?;
                let reasons = responses.iter().filter(|response| response.what["outcome"] == "cancelled");
                let mut some = false;
                for response in reasons {
                    some = true;
                    let reason = response.what["reason"].as_str().unwrap_or_default();
                    holds(Reason::WORDS.contains(&reason), "a specified reason", reason, Some(response.seq))?;
                }
                holds(some, "an inquiry recorded as cancelled", "none", None)
            },
        ),
        then(
            "event {int} is recorded as:",
            "The whole stored event of that number, as JSON in a doc string; `timestamp`, `event_id`, `request_id` \
             and `metadata` may stand beside it. An inquiry has its call, question and attempt in the place of the \
             id, and a response its outcome, in whichever form it is stored.",
            |evidence, (number, DocJson(expected)): (u64, DocJson<Value>)| {
                let record = nth(evidence.records()?, number, "stored event")?;
                let mut found = without_beside(&expected, named(evidence, &record)?);
                if found["type"] == "inquiry_response" && found.get("outcome").is_none() {
                    found["outcome"] = "answered".into();
                }
                evidence.same(&expected, &found, Some(record.seq))
            },
        ),
        then(
            "event {int} is recorded in the form:",
            "The same with a response in the form in which it is stored.",
            |evidence, (number, DocJson(expected)): (u64, DocJson<Value>)| {
                let record = nth(evidence.records()?, number, "stored event")?;
                let found = without_beside(&expected, named(evidence, &record)?);
                evidence.same(&expected, &found, Some(record.seq))
            },
        ),
        then("the secret is recorded nowhere", "No stored event has the value of a secret.", |evidence, ()| {
            absent(evidence, Lane::Record)
        }),
        then("the secret is sent to the model nowhere", "No request has the value of a secret.", |evidence, ()| {
            absent(evidence, Lane::Model)
        }),
        then(
            "the secret is drawn nowhere",
            "No drawing has the value of a secret. What the person typed does not count.",
            |evidence, ()| {
                there_is_a_secret(evidence)?;
                for drawing in evidence.drawings()? {
                    holds(
                        !evidence.has_secret(&drawing.what.text),
                        "no secret",
                        drawing.what.text.clone(),
                        Some(drawing.seq),
                    )?;
                }
                Ok(())
            },
        ),
    ]
}

/// The stored request that is called `name`: its call, question and attempt.
fn request<'a>(evidence: &Evidence<'a>, name: &str) -> Result<Seen<&'a Value>, Mismatch> {
    let found = recorded(evidence)?.into_iter().find(|asked| asked.what.name == name);
    let Seen { seq, at, op, what } = found.ok_or_else(|| Mismatch::Fails {
        expected: format!("the inquiry {name} recorded"),
        found: "no such request".to_owned(),
        seq: None,
    })?;
    Ok(Seen { seq, at, op, what: what.request })
}

/// How the only response to the request that is called `name` ended, in whichever form that is stored.
fn response(evidence: &Evidence<'_>, name: &str, expected: &Value) -> Finding {
    let response = response_to(evidence, name)?;
    equal(&ending(expected), &ending(response.what), Some(response.seq), |(word, value)| {
        format!("{name} {word} {value}").trim_end_matches(" null").to_owned()
    })
}

/// The only response to the request that is called `name`, with the request's id.
fn response_to<'a>(evidence: &Evidence<'a>, name: &str) -> Result<Seen<&'a Value>, Mismatch> {
    let asked = request(evidence, name)?;
    let id = &asked.what["id"];
    let mut responses = evidence.records_of("inquiry_response")?;
    responses.retain(|record| record.what["id"] == *id && record.seq > asked.seq);
    // An id may come again in a later turn.
    let again = evidence.records_of("inquiry_request")?;
    let next = again.iter().find(|record| record.what["id"] == *id && record.seq > asked.seq).map(|record| record.seq);
    responses.retain(|record| next.is_none_or(|next| record.seq < next));
    match (responses.len(), responses.pop()) {
        (1, Some(response)) => Ok(response),
        (count, last) => Err(Mismatch::Fails {
            expected: format!("one response to {name}"),
            found: format!("{count} of them"),
            seq: last.map(|record| record.seq),
        }),
    }
}

/// The last stored response to the call `id`, and the result in the request after it, say the same.
fn told_as_recorded(evidence: &Evidence<'_>, id: &str) -> Finding {
    let mut responses = evidence.records_of("tool_call_response")?;
    responses.retain(|record| record.what["id"] == id);
    let Some(response) = responses.pop() else { return fails(format!("a response to {id} recorded"), "none", None) };
    let content = response.what["content"].as_str().unwrap_or_default();
    holds(!content.is_empty(), format!("a response to {id} that says something"), "an empty text", Some(response.seq))?;
    let requests = evidence.turn_requests()?;
    let Some(request) = requests.iter().find(|request| request.seq > response.seq) else {
        return fails("a request after the response", "none", Some(response.seq));
    };
    let told = request.what.results().filter(|(found, ..)| *found == id).last();
    let is_error = response.what["is_error"].as_bool().unwrap_or_default();
    let as_recorded = |flagged| if evidence.may_be(flagged, is_error) { is_error } else { flagged };
    let told = told.map(|(_, content, flagged)| (content.to_owned(), as_recorded(flagged)));
    let recorded = (content.to_owned(), is_error);
    equal(&Some(recorded), &told, Some(request.seq), |told| format!("{told:?}"))
}

/// The only response to the request that is called `name`: cancelled, for one of these reasons.
fn cancelled_by_one_of(evidence: &Evidence<'_>, name: &str, reasons: &[String]) -> Finding {
    let cancelled = |reason: &String| crate::model::json::json!({"outcome": "cancelled", "reason": reason});
    let mut findings = reasons.iter().map(|reason| response(evidence, name, &cancelled(reason)));
    let first = findings.next().unwrap_or(Ok(()));
    if first.is_ok() || findings.any(|finding| finding.is_ok()) { Ok(()) } else { first }
}

/// A stored event, an inquiry with its name in the place of its id.
fn named(evidence: &Evidence<'_>, record: &Seen<&Value>) -> Result<Value, Mismatch> {
    let mut event = record.what.clone();
    let kind = event["type"].as_str().unwrap_or_default();
    if !kind.starts_with("inquiry_") {
        return Ok(event);
    }
    let same = |asked: &Seen<RecordedInquiry<'_>>| asked.seq <= record.seq && asked.what.request["id"] == event["id"];
    if let Some(asked) = recorded(evidence)?.into_iter().rfind(same) {
        event["id"] = asked.what.name.into();
    }
    Ok(event)
}

/// How an inquiry ended, and with what; the older form without an `outcome` is an answer.
fn ending(response: &Value) -> (String, Value) {
    let word = response["outcome"].as_str().unwrap_or("answered").to_owned();
    let value = if word == "cancelled" { &response["reason"] } else { &response["answer"] };
    (word, value.clone())
}

/// Dates of an event, and its names in a store, are no part of its content.
const BESIDE: [&str; 4] = ["timestamp", "event_id", "request_id", "metadata"];

/// A stored event without what may stand beside it, where nothing is expected of that.
fn without_beside(expected: &Value, mut found: Value) -> Value {
    if let Some(members) = found.as_object_mut() {
        members.retain(|name, _| !BESIDE.contains(&name.as_str()) || expected.get(name).is_some());
    }
    found
}

/// The stored response to the call `id`: there is one, and it is this.
fn result(evidence: &Evidence<'_>, id: &str, content: &str, is_error: bool) -> Finding {
    let mut responses = evidence.records_of("tool_call_response")?;
    responses.retain(|record| record.what["id"] == id);
    let expected =
        crate::model::json::json!({"type": "tool_call_response", "id": id, "content": content, "is_error": is_error});
    match &responses[..] {
        [response] => {
            let found = without_beside(&expected, response.what.clone());
            equal(&expected, &found, Some(response.seq), ToString::to_string)
        }
        _ => fails(
            expected.to_string(),
            format!("{} responses to {id}", responses.len()),
            responses.last().map(|record| record.seq),
        ),
    }
}

/// Requests and responses of a kind pair by id, each request before its response, and there is one.
fn paired(evidence: &Evidence<'_>, kind: &str) -> Finding {
    let (request, response) = (format!("{kind}_request"), format!("{kind}_response"));
    holds(!evidence.records_of(&request)?.is_empty(), format!("at least one {request} recorded"), "none", None)?;
    let mut open: Vec<&str> = Vec::new();
    for record in evidence.records()? {
        let id = record.what["id"].as_str().unwrap_or_default();
        if record.what["type"] == *request {
            holds(!open.contains(&id), "each id open once", format!("{id} twice"), Some(record.seq))?;
            open.push(id);
        } else if record.what["type"] == *response {
            let Some(position) = open.iter().position(|found| *found == id) else {
                return fails("a request before its response", format!("{id} without"), Some(record.seq));
            };
            open.remove(position);
        }
    }
    holds(open.is_empty(), "a response to each request", format!("{open:?} without"), None)
}

fn enclosed(evidence: &Evidence<'_>) -> Finding {
    let mut running: Vec<&str> = Vec::new();
    holds(!evidence.records_of("inquiry_request")?.is_empty(), "an inquiry recorded", "none", None)?;
    for record in evidence.records()? {
        let id = record.what["id"].as_str().unwrap_or_default();
        match record.what["type"].as_str() {
            Some("tool_call_request") => running.push(id),
            Some("tool_call_response") => running.retain(|running| *running != id),
            Some("inquiry_request" | "inquiry_response") => {
                // Ids are opaque, so any call that is under way will do.
                holds(!running.is_empty(), "a call under way", format!("none around {id}"), Some(record.seq))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// If the scenario has no secret, its absence proves nothing.
fn there_is_a_secret(evidence: &Evidence<'_>) -> Finding {
    let shown = [Lane::Prompt, Lane::Turn, Lane::Tool].into_iter().map(|lane| evidence.holding_secrets(lane));
    let shown = shown.collect::<Result<Vec<_>, Mismatch>>()?.concat();
    holds(!shown.is_empty(), "a secret in the run", "none", None)
}

fn absent(evidence: &Evidence<'_>, lane: Lane) -> Finding {
    there_is_a_secret(evidence)?;
    let found = evidence.holding_secrets(lane)?;
    holds(found.is_empty(), "no secret", format!("a secret in {} observations", found.len()), found.first().copied())
}
