//! The inquiries that jp sends to its model: requests for a structured answer to a question of a tool.

use crate::model::json::Value;

use super::super::{
    Step, json_schema, then,
    then_model::{last, some},
    typed::DocJson,
};
use crate::{
    model::{ModelRequest, Part, ToolChoice},
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds, nth},
};

pub fn steps() -> Vec<Step> {
    vec![
        then("no inquiry reaches the model", "Nothing structured is asked of it.", |evidence, ()| {
            inquiries(evidence, 0)
        }),
        then(
            "{int} inquiry/inquiries reach(es) the model",
            "Requests for a structured answer, retries included.",
            |evidence, count: u64| inquiries(evidence, count),
        ),
        then(
            "{int} inquiry/inquiries is/are withdrawn",
            "Requests for a structured answer that are cancelled while they are under way.",
            |evidence, count: u64| {
                let cancelled = evidence.cancelled(Lane::Model)?;
                let inquiries = evidence.inquiries()?;
                let withdrawn =
                    inquiries.iter().filter(|one| cancelled.iter().any(|cancel| cancel.op == one.op)).count();
                equal(&count, &(withdrawn as u64), last(&cancelled), |count| format!("{count} withdrawn"))
            },
        ),
        then(
            "inquiry {int} asks for the schema:",
            "The JSON Schema, as JSON in a doc string. Annotations, such as a description, do not count. What is \
             required, an `enum` and a list of types are sets, and an `enum` of one value is a `const`.",
            |evidence, (number, DocJson(expected)): (u64, DocJson<Value>)| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let found = inquiry.what.schema.clone().unwrap_or_default();
                evidence.same(&json_schema::meaning(&expected), &json_schema::meaning(&found), Some(inquiry.seq))
            },
        ),
        then(
            "inquiry {int} asks something with {string}",
            "A text that follows the results in the last message of the request has this piece.",
            |evidence, (number, piece): (u64, String)| {
                let (seq, texts) = asked(evidence, number)?;
                let has = texts.iter().any(|text| text.contains(&piece));
                holds(has, format!("a text with {piece:?}"), format!("{texts:?}"), Some(seq))
            },
        ),
        then(
            "inquiry {int} asks nothing with {string}",
            "No such text has this piece.",
            |evidence, (number, piece): (u64, String)| {
                let (seq, texts) = asked(evidence, number)?;
                let has = texts.iter().any(|text| text.contains(&piece));
                holds(!has, format!("nothing with {piece:?}"), format!("{texts:?}"), Some(seq))
            },
        ),
        then(
            "inquiry {int} shows the call {string} as paused",
            "The request answers the call once, with a text that begins with `Tool paused: `.",
            |evidence, (number, id): (u64, String)| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let found: Vec<&str> =
                    inquiry.what.results().filter(|(found, ..)| *found == id).map(|(_, content, _)| content).collect();
                let is_paused = matches!(found[..], [content] if content.starts_with("Tool paused: "));
                holds(is_paused, format!("{id} answered once, as paused"), format!("{found:?}"), Some(inquiry.seq))
            },
        ),
        then(
            "inquiry {int} asks {string}",
            "The last text of the request, whole.",
            |evidence, (number, expected): (u64, String)| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let last = inquiry.what.messages.last().and_then(|message| message.parts.last());
                let found = match last {
                    Some(Part::Text(text)) => text.to_string(),
                    other => format!("{other:?}"),
                };
                equal(&expected, &found, Some(inquiry.seq), |text| format!("{text:?}"))
            },
        ),
        then(
            "inquiry {int} shows the call {string} succeeding with {string}",
            "How the request answers a call that has no result yet: once, and not flagged as an error.",
            |evidence, (number, id, content): (u64, String, String)| {
                shows_call(evidence, number, (&id, &content), false)
            },
        ),
        then(
            "inquiry {int} shows the call {string} failing with {string}",
            "The same, flagged as an error.",
            |evidence, (number, id, content): (u64, String, String)| {
                shows_call(evidence, number, (&id, &content), true)
            },
        ),
        then(
            "inquiry {int} lets the model call no tool",
            "The tools are offered, and the choice is none.",
            |evidence, number: u64| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let found = format!("{:?} with {} tools", inquiry.what.choice, inquiry.what.tools.len());
                holds(
                    inquiry.what.choice == ToolChoice::None && !inquiry.what.tools.is_empty(),
                    "no call allowed",
                    found,
                    Some(inquiry.seq),
                )
            },
        ),
        then(
            "inquiry {int} lists the tools of the turn",
            "The names of all that the turn's own request before it lists, in any order.",
            |evidence, number: u64| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let requests = evidence.turn_requests()?;
                let Some(turn) = requests.iter().rfind(|request| request.seq < inquiry.seq) else {
                    return fails("a request of the turn before it", "none", Some(inquiry.seq));
                };
                let names = |request: &ModelRequest| {
                    let mut names: Vec<String> = request.tools.iter().map(|tool| tool.name.clone()).collect();
                    names.sort_unstable();
                    names.join(" ")
                };
                equal(&names(turn.what), &names(inquiry.what), Some(inquiry.seq), |names| format!("the tools {names}"))
            },
        ),
        then(
            "inquiry {int} is sent to the model {string} with the system prompt {string}",
            "The model and the system prompt of the request, each empty for none.",
            |evidence, (number, model, system): (u64, String, String)| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                thread(&inquiry, &model, &system)
            },
        ),
        then(
            "inquiry {int} has the system prompt of the turn",
            "The inquiry has the same system prompt as the turn's other requests, and has one.",
            |evidence, number: u64| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let expected = inquiry.what.system.clone();
                holds(expected.is_some(), "a system prompt", "none", Some(inquiry.seq))?;
                for request in some(evidence.turn_requests()?)? {
                    equal(&expected, &request.what.system, Some(request.seq), |system| format!("{system:?}"))?;
                }
                Ok(())
            },
        ),
        then(
            "every request of the turn is sent to the model {string} with the system prompt {string}",
            "The same of all requests but the inquiries.",
            |evidence, (model, system): (String, String)| {
                for request in some(evidence.turn_requests()?)? {
                    thread(&request, &model, &system)?;
                }
                Ok(())
            },
        ),
        then(
            "request {int} of the turn leaves the model the choice {string}",
            "auto, none, required, or the name of the one tool that it must call; inquiries do not count.",
            |evidence, (number, expected): (u64, ToolChoice)| {
                let request = nth(evidence.turn_requests()?, number, "request")?;
                equal(&expected, &request.what.choice, Some(request.seq), |choice| format!("the choice {choice:?}"))
            },
        ),
        then(
            "inquiry {int} continues the conversation",
            "It begins with the messages of the turn's own last request.",
            |evidence, number: u64| {
                let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
                let before =
                    evidence.turn_requests()?.into_iter().take_while(|request| request.seq < inquiry.seq).last();
                let Some(before) = before else {
                    return fails("a request of the turn before it", "none", Some(inquiry.seq));
                };
                let (found, expected) = (&inquiry.what.messages, &before.what.messages);
                let same = expected.len() <= found.len() && expected.iter().zip(found).all(|(one, other)| one == other);
                holds(same, "the same messages at its beginning", "others", Some(inquiry.seq))
            },
        ),
        then(
            "the turn's own requests show nothing of an inquiry",
            "The user or the model said every text in them, and no call is shown as paused.",
            |evidence, ()| nothing_but_the_conversation(evidence),
        ),
    ]
}

/// The number of the observation of an inquiry, and the texts that follow the results in its last message.
fn asked(evidence: &Evidence<'_>, number: u64) -> Result<(u64, Vec<String>), Mismatch> {
    let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
    let parts = inquiry.what.messages.last().map(|message| message.parts.as_slice()).unwrap_or_default();
    let results = parts.iter().rposition(|part| matches!(part, Part::Result { .. })).map_or(0, |last| last + 1);
    let texts = parts[results..]
        .iter()
        .filter_map(|part| if let Part::Text(text) = part { Some(text.to_string()) } else { None });
    Ok((inquiry.seq, texts.collect()))
}

fn inquiries(evidence: &Evidence<'_>, expected: u64) -> Finding {
    let inquiries = evidence.inquiries()?;
    equal(&expected, &(inquiries.len() as u64), last(&inquiries), |count| counted(*count, "inquiry"))
}

/// If a part of an inquiry enters the turn's own requests, it shows there: as a text that neither the user nor the
/// model said, or as the result of a call.
fn nothing_but_the_conversation(evidence: &Evidence<'_>) -> Finding {
    const OF_AN_INQUIRY: [&str; 4] = ["Tool paused: ", "requires additional input", "inquiry_id", "tool_answers"];
    let said = evidence.said()?;
    for request in some(evidence.turn_requests()?)? {
        let text = serde_json::to_string(&request.what.messages).unwrap_or_default();
        let shown = OF_AN_INQUIRY.into_iter().find(|piece| text.contains(piece));
        let fails = |found: String| fails("nothing of an inquiry", found, Some(request.seq));
        if let Some(piece) = shown {
            return fails(format!("{piece:?} in a request of the turn"));
        }
        let parts = request.what.messages.iter().flat_map(|message| &message.parts);
        for part in parts {
            if let Part::Text(text) | Part::Reasoning(text) = part
                && !said.contains(text)
            {
                return fails(format!("{text:?}, which nobody said, in a request of the turn"));
            }
        }
    }
    Ok(())
}

fn shows_call(evidence: &Evidence<'_>, number: u64, (id, expected): (&str, &str), is_error: bool) -> Finding {
    let inquiry = nth(evidence.inquiries()?, number, "inquiry")?;
    let found = inquiry.what.results().filter(|(found, ..)| *found == id).map(|(_, content, error)| (content, error));
    let found: Vec<(&str, bool)> = found.collect();
    let flag = |error: bool| if error { "an error" } else { "a success" };
    let expected_words = format!("{id} answered once, by {}: {expected:?}", flag(is_error));
    let found_words: Vec<String> =
        found.iter().map(|(content, error)| format!("{}: {content:?}", flag(*error))).collect();
    let fits = matches!(found[..], [(content, error)] if content == expected && evidence.may_be(error, is_error));
    holds(fits, expected_words, format!("{found_words:?}"), Some(inquiry.seq))
}

fn thread(request: &Seen<&ModelRequest>, model: &str, system: &str) -> Finding {
    let words = |(model, system): &(String, String)| format!("the model {model:?} with the system prompt {system:?}");
    let found = (request.what.model.clone().unwrap_or_default(), request.what.system.clone().unwrap_or_default());
    equal(&(model.to_owned(), system.to_owned()), &found, Some(request.seq), words)
}
