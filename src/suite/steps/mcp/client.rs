//! What a client writes to its server: how it opens, what it declares, what it answers, and how it repeats a call.

use super::{
    super::{
        Step, StepError, then, then_client,
        typed::{DocJson, Fields},
        when,
    },
    lines::responses,
};
use crate::{
    model::{
        json::{Map, Value},
        rpc::{Message, notification, text},
    },
    stage::scenario::{ClientRule, Deed, OperatorRule, TimedLine, When},
    suite::{
        check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
        steps::{draft::Draft, then_prompt::was_shown},
    },
    system::mcp::era::Era,
};

/// The members of a request's `_meta` that say how it is to be served.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

pub fn steps() -> Vec<Step> {
    let mut steps = vec![
        when(
            "the server answers {string} with:",
            "Lines that the server sends upon a line of the client with that text in it: a JSON array in a doc string, each \
             {\"after_ms\": N, \"line\": ...}. A text such as \"<id>\" in a line stands for that member of the client's line.",
            |draft, (piece, DocJson(lines)): (String, DocJson<Vec<TimedLine>>)| answers(draft, piece, lines, false),
        ),
        when(
            "if told, the server answers {string} with the line {}",
            "One such line, where it may be that the client writes nothing with that text: JSON.",
            |draft, (piece, line): (String, Value)| {
                answers(draft, piece, vec![TimedLine { after_ms: 0, line, frame: None }], true)
            },
        ),
        when(
            "the server answers {string} with the line {}",
            "One such line: JSON.",
            |draft, (piece, line): (String, Value)| {
                answers(draft, piece, vec![TimedLine { after_ms: 0, line, frame: None }], false)
            },
        ),
        when(
            "the server sends {} when {string} is shown",
            "A line that the server sends unasked: JSON.",
            |draft, (line, prompt): (Value, String)| sends(draft, line, prompt),
        ),
        when(
            "the server gives up {} when {string} is shown",
            "The server sends `notifications/cancelled` with these params: JSON.",
            |draft, (params, prompt): (Value, String)| {
                sends(draft, notification("notifications/cancelled", params), prompt)
            },
        ),
    ];
    steps.extend(opening());
    steps.extend(settling());
    steps
}

/// Whether the lines of the scenario's client are those of a server, since the subject is a client.
pub fn plays_the_server(system: &str) -> bool {
    system == "mcp-client"
}

/// The server sends these lines upon a line with that piece, which may be missing if the rule is optional.
fn answers(draft: &mut Draft, message: String, lines: Vec<TimedLine>, optional: bool) -> Result<(), StepError> {
    draft.scenario.client.push(ClientRule { message, lines, optional });
    Ok(())
}

/// The server sends this line when a prompt with that text is shown.
fn sends(draft: &mut Draft, line: Value, prompt: String) -> Result<(), StepError> {
    let rule =
        OperatorRule { when: When::Prompt(prompt), after_ms: 0, too: false, optional: false, does: Deed::Line(line) };
    draft.scenario.operator.push(rule);
    Ok(())
}

fn opening() -> Vec<Step> {
    vec![
        then(
            "the client opens the connection before it asks for anything",
            "Its first line is `initialize`, the only one, and before any other request but `ping` comes `notifications/initialized`. A client \
             of both kinds may try `server/discover` first.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let method = |line: &Seen<&Value>| text(line.what, "method").unwrap_or_default().to_owned();
                let mut opening =
                    lines.iter().filter(|line| !["ping", "server/discover"].contains(&method(line).as_str()));
                for expected in ["initialize", "notifications/initialized"] {
                    let found = opening.next();
                    let is_right = found.is_some_and(|line| method(line) == expected);
                    let words = found.map_or_else(|| "nothing".to_owned(), |line| line.what.to_string());
                    holds(is_right, expected, words, found.map(|line| line.seq))?;
                }
                let again = opening.find(|line| method(line) == "initialize");
                again.map_or(Ok(()), |line| fails("one `initialize`", "another", Some(line.seq)))
            },
        ),
        then(
            "the client has declared {string} where it was called for",
            "The mode of elicitation, when it opened the connection, or, in a version without that, in each call of a tool. An object \
             without modes stands for forms.",
            |evidence, mode: String| {
                let lines = told(evidence)?;
                let opening = lines.iter().filter(|line| text(line.what, "method") == Some("initialize"));
                let opened: Vec<(u64, &Value)> =
                    opening.map(|line| (line.seq, &line.what["params"]["capabilities"])).collect();
                let declared = if opened.is_empty() {
                    calls(&lines).map(|line| (line.seq, &line.what["params"]["_meta"][CAPABILITIES])).collect()
                } else {
                    opened
                };
                holds(!declared.is_empty(), "a line that declares what the client can do", "none", None)?;
                declared.into_iter().try_for_each(|(seq, found)| {
                    let has = Era::November2025.may_ask(&mode, found);
                    holds(has, format!("{mode:?} under `elicitation`"), found.to_string(), Some(seq))
                })
            },
        ),
        then(
            "where the client declares elicitation, it names a mode or none",
            "Where `elicitation` has members, `form` or `url` is one of them. Where the client declares none, this never comes up.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let declared = |line: &Seen<&Value>| {
                    let params = &line.what["params"];
                    let found =
                        params["capabilities"].get("elicitation").or(params["_meta"][CAPABILITIES].get("elicitation"));
                    found.cloned().map(|found| (line.seq, found))
                };
                let all: Vec<(u64, Value)> = lines.iter().filter_map(declared).collect();
                if all.is_empty() {
                    return Err(Mismatch::Unmet("the client declares no elicitation".to_owned()));
                }
                all.into_iter().try_for_each(|(seq, found)| {
                    let is_empty = found.as_object().is_some_and(Map::is_empty);
                    let names = ["form", "url"].iter().any(|mode| found.get(*mode).is_some());
                    holds(is_empty || names, "`form` or `url`, or nothing", found.to_string(), Some(seq))
                })
            },
        ),
        then(
            "each request of the client says that it is of {string}, and what the client can do",
            "Its `_meta` has this version and the capabilities, also where a call is repeated.",
            |evidence, version: String| {
                let lines = told(evidence)?;
                let requests: Vec<&Seen<&Value>> = lines.iter().filter(|line| is_request(line.what)).collect();
                holds(!requests.is_empty(), "a request", "none", None)?;
                requests.into_iter().try_for_each(|line| {
                    let meta = &line.what["params"]["_meta"];
                    let is_right = text(meta, VERSION) == Some(&version) && meta[CAPABILITIES].is_object();
                    let expected = format!("{version:?} and capabilities in `_meta`");
                    holds(is_right, expected, line.what.to_string(), Some(line.seq))
                })
            },
        ),
    ]
}

fn settling() -> Vec<Step> {
    vec![
        then(
            "the responses of the client have the ids {}",
            "Each of these ids once, in any order: a JSON array. An id has its type, too.",
            |evidence, ids: Vec<Value>| {
                responses_have(evidence, &ids)?;
                let found = responses(evidence)?;
                equal(&ids.len(), &found.len(), None, |count| counted(*count as u64, "response"))
            },
        ),
        then("the client sends no response", "Each of its lines is a request or a notification.", |evidence, ()| {
            let found = responses(evidence)?;
            found.first().map_or(Ok(()), |line| fails("no response", line.what.to_string(), Some(line.seq)))
        }),
        then(
            "the response to {} has {}",
            "The client's response with this id, of the same type, has at least these members, to any depth: JSON.",
            |evidence, (id, Fields(expected)): (Value, Fields)| has_response(evidence, &id, &expected),
        ),
        then(
            "where {string} was asked about, the response to {} has {}",
            "The same. Where no such prompt was shown, this never comes up.",
            |evidence, (prompt, id, Fields(expected)): (String, Value, Fields)| {
                was_shown(evidence, &prompt)?;
                has_response(evidence, &id, &expected)
            },
        ),
        then(
            "where {string} was asked about, the client sends no response to {}",
            "None of its responses has this id, of the same type. Where no such prompt was shown, this never comes up.",
            |evidence, (prompt, id): (String, Value)| {
                was_shown(evidence, &prompt)?;
                let found = responses(evidence)?;
                let own = found.iter().find(|line| line.what.get("id") == Some(&id));
                own.map_or(Ok(()), |line| fails("no response", line.what.to_string(), Some(line.seq)))
            },
        ),
        then(
            "the response to {} is an error",
            "The client's response with this id, of the same type, whatever its code.",
            |evidence, id: Value| {
                let found = responses(evidence)?;
                let own = found.iter().find(|line| line.what.get("id") == Some(&id));
                let Some(own) = own else { return fails(format!("a response to {id}"), "none", None) };
                holds(own.what.get("error").is_some(), "an error", own.what.to_string(), Some(own.seq))
            },
        ),
        then(
            "no answer of the client accepts",
            "None of its answers, in a response or in a repeated call, has the action `accept`.",
            |evidence, ()| {
                let found = answers_given(evidence)?;
                let wrong = found.iter().find(|(_, answer)| text(answer, "action") == Some("accept"));
                wrong.map_or(Ok(()), |(seq, answer)| fails("no `accept`", answer.to_string(), Some(*seq)))
            },
        ),
        then(
            "no answer that declines or cancels has a content",
            "Each answer of the client with another action than `accept`, in a response or in a repeated call. Where there is none, this \
             never comes up.",
            |evidence, ()| {
                let mut found = answers_given(evidence)?;
                found.retain(|(_, answer)| text(answer, "action") != Some("accept"));
                if found.is_empty() {
                    return Err(Mismatch::Unmet("nothing is declined or cancelled".to_owned()));
                }
                found.into_iter().try_for_each(|(seq, answer)| {
                    holds(answer.get("content").is_none(), "no `content`", answer.to_string(), Some(seq))
                })
            },
        ),
        then(
            "after {string}, the client calls {string} anew as before and once, or not at all",
            "Once a prompt with that text is answered, and not before, there is one more call of the tool, with an id of its own and the \
             arguments of the first, and with no answers. Where no such prompt was shown, or the client does not call anew, this never comes \
             up.",
            |evidence, (prompt, tool): (String, String)| {
                was_shown(evidence, &prompt)?;
                let prompts = evidence.prompts()?;
                let shown = prompts.iter().find(|shown| shown.what.shows(&prompt)).map_or(0, |shown| shown.seq);
                let lines = told(evidence)?;
                let of_tool: Vec<&Seen<&Value>> =
                    calls(&lines).filter(|line| text(&line.what["params"], "name") == Some(&tool)).collect();
                let [first, anew @ ..] = &of_tool[..] else { return fails("a call", "none", None) };
                let Some(second) = anew.first() else {
                    return Err(Mismatch::Unmet("the client does not call anew".to_owned()));
                };
                equal(&1, &anew.len(), None, |count| counted(*count as u64, "new call"))?;
                let is_new = second.seq > shown && first.what.get("id") != second.what.get("id");
                holds(is_new, "a new id, once the user has agreed", second.what.to_string(), Some(second.seq))?;
                let is_same = own_params(first.what) == own_params(second.what) && !is_repeat(second.what);
                holds(is_same, first.what.to_string(), second.what.to_string(), Some(second.seq))
            },
        ),
        then(
            "what the client gives up is a call of its own",
            "Each of its `notifications/cancelled` names the id of a call of a tool, or of a wait for a task, that it has sent, and has not given \
             up before. Where it gives up nothing, this never comes up.",
            |evidence, ()| {
                let (mut open, mut given_up) = (Vec::new(), 0_u64);
                for line in told(evidence)? {
                    match Message::read(line.what) {
                        Some(Message::Request { id, method, .. })
                            if ["tools/call", "tasks/result"].contains(&method.as_str()) =>
                        {
                            open.push(id);
                        }
                        Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                            let place = open.iter().position(|id| *id == params["requestId"]);
                            holds(
                                place.is_some(),
                                "the id of a call",
                                params["requestId"].to_string(),
                                Some(line.seq),
                            )?;
                            place.map(|place| open.remove(place));
                            given_up += 1;
                        }
                        _ => {}
                    }
                }
                if given_up == 0 { Err(Mismatch::Unmet("nothing is given up".to_owned())) } else { Ok(()) }
            },
        ),
        then(
            "what the client gives up is the call that it has sent last",
            "Its last `notifications/cancelled` names the id of the last call of a tool before it. Where it gives up nothing, this never \
             comes up.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let is_cancel = |line: &&Seen<&Value>| text(line.what, "method") == Some("notifications/cancelled");
                let Some(cancel) = lines.iter().rfind(is_cancel) else {
                    return Err(Mismatch::Unmet("nothing is given up".to_owned()));
                };
                let id = calls(&lines).filter(|line| line.seq < cancel.seq).last().map(|line| line.what["id"].clone());
                let found = &cancel.what["params"]["requestId"];
                equal(&id.unwrap_or_default(), found, Some(cancel.seq), ToString::to_string)
            },
        ),
        then(
            "the client sends {int} line(s) with {}",
            "So many of its lines have at least these members, to any depth: JSON.",
            |evidence, (count, Fields(expected)): (u64, Fields)| {
                let (found, last) = lines_with(evidence, &expected)?;
                equal(&count, &found, last, |count| counted(*count, "line"))
            },
        ),
        then(
            "the client sends at most {int} line(s) with {}",
            "So many of its lines have at least these members, or fewer: JSON.",
            |evidence, (limit, Fields(expected)): (u64, Fields)| {
                let (found, last) = lines_with(evidence, &expected)?;
                holds(found <= limit, format!("at most {}", counted(limit, "line")), counted(found, "line"), last)
            },
        ),
    ]
}

/// The lines of the client.
pub(super) fn told<'a>(evidence: &Evidence<'a>) -> Result<Vec<Seen<&'a Value>>, Mismatch> {
    then_client::told(evidence)
}

/// How many lines of the client have these members, and the observation of its last line.
fn lines_with(evidence: &Evidence<'_>, expected: &Value) -> Result<(u64, Option<u64>), Mismatch> {
    let lines = told(evidence)?;
    let found = lines.iter().filter(|line| evidence.fits(expected, line.what)).count() as u64;
    Ok((found, lines.last().map(|last| last.seq)))
}

pub(super) fn is_request(line: &Value) -> bool {
    matches!(Message::read(line), Some(Message::Request { .. }))
}

pub(super) fn calls<'l, 'a>(lines: &'l [Seen<&'a Value>]) -> impl Iterator<Item = &'l Seen<&'a Value>> {
    lines.iter().filter(|line| text(line.what, "method") == Some("tools/call"))
}

pub(super) fn is_repeat(line: &Value) -> bool {
    let params = &line["params"];
    params.get("requestState").is_some() || params.get("inputResponses").is_some()
}

/// What a call says of itself, without what belongs to one round.
pub(super) fn own_params(line: &Value) -> Map {
    let params = line["params"].as_object().into_iter().flatten();
    let is_own = |name: &str| !["_meta", "requestState", "inputResponses"].contains(&name);
    params.filter(|(name, _)| is_own(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The response with this id has these members.
fn has_response(evidence: &Evidence<'_>, id: &Value, expected: &Value) -> Finding {
    let found = responses(evidence)?;
    let own = found.iter().find(|line| line.what.get("id") == Some(id));
    let Some(own) = own else { return fails(format!("a response to {id}"), "none", None) };
    holds(evidence.fits(expected, own.what), expected.to_string(), own.what.to_string(), Some(own.seq))
}

/// Each response has one of these ids, and no two have the same.
fn responses_have(evidence: &Evidence<'_>, ids: &[Value]) -> Finding {
    let mut open = ids.to_vec();
    for line in responses(evidence)? {
        let place = open.iter().position(|id| line.what.get("id") == Some(id));
        let expected = format!("a response to one of {}", Value::from(open.clone()));
        holds(place.is_some(), expected, line.what.to_string(), Some(line.seq))?;
        place.map(|place| open.remove(place));
    }
    Ok(())
}

/// Every answer that the client gives: the result of a response, or an entry of a repeated call.
fn answers_given(evidence: &Evidence<'_>) -> Result<Vec<(u64, Value)>, Mismatch> {
    let mut found = Vec::new();
    for line in told(evidence)? {
        let has_action = line.what["result"].get("action").is_some();
        found.extend(line.what.get("result").filter(|_| has_action).map(|answer| (line.seq, answer.clone())));
        let entries = line.what["params"]["inputResponses"].as_object().into_iter().flatten();
        found.extend(entries.map(|(_, answer)| (line.seq, answer.clone())));
    }
    Ok(found)
}
