//! What a tool of the session's server asks its user through the agent, and what the tool is told.

use std::collections::BTreeSet;

use super::super::{
    Step, then,
    then_client::told,
    typed::{DocJson, Fields},
};
use crate::{
    model::{
        Op,
        json::{Map, Value},
        rpc::text,
        text::has_piece,
    },
    sim::generators::acp::rules::{OWN_CHOICES, PROPERTIES},
    stage::{Lane, What},
    subject::STARTED_OTHERWISE,
    suite::{
        check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
        steps::{acp::rules::keeps, then_prompt::was_shown},
    },
    system::{Effect, Input, ToolEvent, ToolQuestion, UNDECLARED},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "where {string} is called from a folder, that is {string}",
            "Each execution of that tool which was called from a folder, as from an agent's shell, was called from this one. Where none \
             was, this never comes up.",
            |evidence, (tool, expected): (String, String)| {
                let executions = evidence.executions(&tool)?;
                let mut folders =
                    executions.iter().filter_map(|run| Some((run.seq, run.what.folder.as_ref()?))).peekable();
                if folders.peek().is_none() {
                    return Err(Mismatch::Unmet("it is called from no folder".to_owned()));
                }
                let other = folders.find(|(_, folder)| **folder != expected);
                other.map_or(Ok(()), |(seq, folder)| fails(expected, folder, Some(seq)))
            },
        ),
        then(
            "where {string} was asked about, the tool {string} is told {}",
            "The tool's question has an answer with these members: a JSON object. Where no prompt with that text was shown, this \
             never comes up.",
            |evidence, (prompt, tool, Fields(expected)): (String, String, Fields)| {
                was_shown(evidence, &prompt)?;
                is_told(evidence, &questions(evidence, &tool)?, &expected)
            },
        ),
        then(
            "where the call goes on after {string}, the tool {string} is told {}",
            "The same where a result asks, and the client may end the call without a further round. Where it does, this never comes up.",
            |evidence, (prompt, tool, Fields(expected)): (String, String, Fields)| {
                was_shown(evidence, &prompt)?;
                let questions = questions(evidence, &tool)?;
                if questions.iter().all(|question| question.told.is_none()) {
                    return Err(Mismatch::Unmet("the call has not gone on".to_owned()));
                }
                is_told(evidence, &questions, &expected)
            },
        ),
        then(
            "the tool {string} is told of {string} without a content",
            "The answer to the tool's question with this id has no `content`. Where it has no answer, this never comes up.",
            |evidence, (tool, id): (String, String)| {
                let questions = questions(evidence, &tool)?;
                let own = questions.iter().find(|question| question.id == id);
                let Some((seq, answer)) = own.and_then(|question| question.told.as_ref()) else {
                    return Err(Mismatch::Unmet(format!("{id:?} was not answered")));
                };
                holds(answer.get("content").is_none(), "no `content`", answer.to_string(), Some(*seq))
            },
        ),
        then(
            "where {string} was asked about, the client was asked with {}",
            "The params of an `elicitation/create` of the agent have at least these fields, to any depth: JSON. Where no prompt with \
             that text was shown, this never comes up.",
            |evidence, (prompt, Fields(expected)): (String, Fields)| {
                was_shown(evidence, &prompt)?;
                let asked = elicitations(evidence)?;
                let fits = asked.iter().any(|(_, params)| evidence.fits(&expected, params));
                let found = asked.iter().map(|(_, params)| params.to_string()).collect::<Vec<_>>().join(" ");
                holds(fits, expected.to_string(), found, asked.last().map(|(seq, _)| *seq))
            },
        ),
        then(
            "the server of {string} was started as the client says",
            "The tool is executed: its server takes a call only if it was started so, and otherwise tells what differs. Where no call of \
             it reaches the server, this cannot be read.",
            |evidence, tool: String| {
                if !evidence.executions(&tool)?.is_empty() {
                    return Ok(());
                }
                let requests = evidence.requests()?;
                let results =
                    requests.iter().flat_map(|request| request.what.results().map(|(_, text, _)| (request.seq, text)));
                match results.into_iter().find(|(_, text)| text.contains(STARTED_OTHERWISE)) {
                    Some((seq, told)) => fails("a start with its arguments and variables", told, Some(seq)),
                    None => Err(Mismatch::Unread(format!("no call of {tool:?} reaches its server"))),
                }
            },
        ),
        then(
            "where the tool {string} may ask, it is not told {string}",
            "No answer to its questions has that action. Where it has asked nothing, or its client has not declared that it may \
             be asked, this never comes up.",
            |evidence, (tool, action): (String, String)| {
                for question in may_ask(evidence, &tool)? {
                    if let Some((seq, answer)) = question.told {
                        holds(
                            text(&answer, "action") != Some(&action),
                            format!("no {action:?}"),
                            answer.to_string(),
                            Some(seq),
                        )?;
                    }
                }
                Ok(())
            },
        ),
        then(
            "where the tool {string} may ask, it is told nothing with {string}",
            "No answer to its questions has that piece. Where it has asked nothing, or its client has not declared that it may be \
             asked, this never comes up.",
            |evidence, (tool, piece): (String, String)| {
                for question in may_ask(evidence, &tool)? {
                    if let Some((seq, answer)) = question.told {
                        let answer = answer.to_string();
                        holds(!has_piece(&answer, &piece), format!("nothing with {piece:?}"), answer, Some(seq))?;
                    }
                }
                Ok(())
            },
        ),
        then(
            "where {string} was asked about, the turn waits",
            "Once the agent has asked what that prompt shows, no tool call is told as ended, the model is not asked, and the turn does \
             not end. Where no such prompt was shown, this never comes up.",
            |evidence, prompt: String| {
                was_shown(evidence, &prompt)?;
                let prompts = evidence.prompts()?;
                let shown = prompts.iter().find(|shown| shown.what.shows(&prompt)).map_or(0, |shown| shown.seq);
                let lines = told(evidence)?;
                let is_request =
                    |line: &&Seen<&Value>| line.what.get("method").is_some() && line.what.get("id").is_some();
                let asked =
                    lines.iter().rfind(|line| line.seq < shown && is_request(line)).map_or(shown, |line| line.seq);
                for line in lines.into_iter().filter(|line| line.seq > asked) {
                    let status = line.what.pointer("/params/update/status").and_then(Value::as_str);
                    let is_end = matches!(status, Some("completed" | "failed"))
                        || line.what.pointer("/result/stopReason").is_some();
                    holds(!is_end, "nothing that has ended", line.what.to_string(), Some(line.seq))?;
                }
                let asked = evidence.turn_requests()?.into_iter().find(|request| request.seq > asked);
                asked.map_or(Ok(()), |asked| fails("no request to the model", "one", Some(asked.seq)))
            },
        ),
        then(
            "where the tool {string} may ask, each question of it is answered or given up",
            "The agent answers the server, or gives up the call in which the tool asks. Where it has asked nothing, or its client \
             has not declared that it may be asked, this never comes up.",
            |evidence, tool: String| {
                let questions = may_ask(evidence, &tool)?;
                let open = questions.iter().find(|question| question.told.is_none() && !question.is_given_up);
                open.map_or(Ok(()), |open| fails("an answer, or a cancel of the call", "neither", Some(open.seq)))
            },
        ),
        then(
            "the tool {string} may not ask",
            "The agent has not declared to its server that its user can be asked in this mode. Where the tool has asked nothing, \
             this never comes up.",
            |evidence, tool: String| {
                let questions = questions(evidence, &tool)?;
                let Some(first) = questions.first() else { return Err(has_not_asked(&tool)) };
                let is_undeclared = first.told.as_ref().is_some_and(|(_, told)| told.get(UNDECLARED).is_some());
                holds(is_undeclared, "a mode that the agent has not declared", "it has declared it", Some(first.seq))
            },
        ),
        then(
            "each question that goes on to the client has a mode",
            "The `mode` of each `elicitation/create` of the agent. Where it sends none, this never comes up.",
            |evidence, ()| {
                for (seq, params) in some_elicitations(evidence)? {
                    holds(text(params, "mode").is_some(), "a `mode`", params.to_string(), Some(seq))?;
                }
                Ok(())
            },
        ),
        then(
            "each question that goes on to the client names the call that asks it",
            "The `toolCallId` of each `elicitation/create` is that of a tool call that was announced and has not ended. Where the \
             agent sends none, this never comes up.",
            |evidence, ()| {
                some_elicitations(evidence)?;
                let mut running: BTreeSet<&str> = BTreeSet::new();
                for line in told(evidence)? {
                    let params = &line.what["params"];
                    let update = &params["update"];
                    if let Some(call) = text(update, "toolCallId") {
                        let has_ended = matches!(text(update, "status"), Some("completed" | "failed"));
                        if has_ended {
                            running.remove(call)
                        } else {
                            running.insert(call)
                        };
                    }
                    if text(line.what, "method") == Some("elicitation/create") {
                        let named = text(params, "toolCallId");
                        let is_running = named.is_some_and(|call| running.contains(call));
                        let found = named.map_or_else(|| "none".to_owned(), |call| format!("{call:?}"));
                        holds(is_running, "the `toolCallId` of a call that is under way", found, Some(line.seq))?;
                    }
                }
                Ok(())
            },
        ),
        then(
            "where {string} was asked about, the title of {string} is {string}",
            "Wherever a choice of a form stands for the first text, it has the second one as its title. Where no such prompt was shown, \
             or no choice has a title, this never comes up.",
            |evidence, (prompt, value, title): (String, String, String)| {
                was_shown(evidence, &prompt)?;
                let mut titles = Vec::new();
                for (seq, params) in elicitations(evidence)? {
                    titles_of(&params["requestedSchema"], &value, &mut |found| titles.push((seq, found.to_owned())));
                }
                let Some((seq, last)) = titles.last() else {
                    return Err(Mismatch::Unmet(format!("no choice has a title for {value:?}")));
                };
                let fits = titles.iter().all(|(_, found)| *found == title);
                holds(fits, format!("{title:?}"), format!("{last:?}"), Some(*seq))
            },
        ),
        then(
            "where {string} was asked about, {int} message(s) tell(s) the client {}",
            "So many messages to the client have at least these fields, to any depth: JSON. Where no prompt with that text was shown, \
             this never comes up.",
            |evidence, (prompt, count, Fields(expected)): (String, u64, Fields)| {
                was_shown(evidence, &prompt)?;
                let found = told(evidence)?.iter().filter(|line| evidence.fits(&expected, line.what)).count();
                equal(&count, &(found as u64), None, |count| counted(*count, "message"))
            },
        ),
        then(
            "where {string} and {string} were asked about, they name different calls",
            "The `toolCallId` of the questions that the agent asks with these messages. Where one of them was not asked, or names no \
             call, this never comes up.",
            |evidence, (one, other): (String, String)| {
                let asked = elicitations(evidence)?;
                let call_of = |message: &str| {
                    let asked = asked
                        .iter()
                        .find(|(_, params)| text(params, "message").is_some_and(|found| found.contains(message)));
                    asked.and_then(|(seq, params)| Some((*seq, text(params, "toolCallId")?)))
                };
                let (Some((_, first)), Some((seq, second))) = (call_of(&one), call_of(&other)) else {
                    return Err(Mismatch::Unmet("not both were asked, or one names no call".to_owned()));
                };
                holds(first != second, "two calls", format!("{first:?} twice"), Some(seq))
            },
        ),
        then(
            "where the tool {string} may ask, each form that goes on is one of this protocol",
            "Each `requestedSchema` of the agent is flat, has choices as this protocol writes them, and no `$schema`. Where the \
             tool has asked nothing, or its client has not declared that it may be asked, this never comes up.",
            |evidence, tool: String| {
                may_ask(evidence, &tool)?;
                let mut forms = elicitations(evidence)?;
                forms.retain(|(_, params)| params.get("requestedSchema").is_some());
                for (seq, params) in forms {
                    let schema = &params["requestedSchema"];
                    holds(schema.get("$schema").is_none(), "no `$schema`", schema.to_string(), Some(seq))?;
                }
                keeps(evidence, &PROPERTIES)?;
                keeps(evidence, &OWN_CHOICES)
            },
        ),
        then(
            "where {string} was asked about, the questions of the tool {string} are answered with:",
            "What the tool is told, in the order in which it is told: a JSON array. Their `action` and `content` count. Where no prompt with that text was shown, or no \
             question of the tool was answered, this never comes up.",
            |evidence, (prompt, tool, DocJson(expected)): (String, String, DocJson<Vec<Value>>)| {
                was_shown(evidence, &prompt)?;
                let mut answers: Vec<(u64, Value)> =
                    may_ask(evidence, &tool)?.into_iter().filter_map(|question| question.told).collect();
                answers.sort_by_key(|(seq, _)| *seq);
                if answers.is_empty() {
                    return Err(Mismatch::Unmet(format!("no question of {tool:?} was answered")));
                }
                let found: Vec<Value> = answers.iter().map(|(_, answer)| own_members(answer)).collect();
                equal(&expected, &found, None, |answers| Value::from(answers.clone()).to_string())
            },
        ),
    ]
}

/// One of the answers has these members.
fn is_told(evidence: &Evidence<'_>, questions: &[Question], expected: &Value) -> Finding {
    let answers = || questions.iter().filter_map(|question| question.told.as_ref());
    let has = |answer: &Value| {
        let members = expected.as_object().into_iter().flatten();
        members.into_iter().all(|(name, value)| {
            answer.get(name.as_str()).is_some_and(|found| evidence.same(value, found, None).is_ok())
        })
    };
    let found = answers().map(|(_, answer)| answer.to_string()).collect::<Vec<_>>().join(" ");
    holds(answers().any(|(_, answer)| has(answer)), expected.to_string(), found, None)
}

/// The `action` and the `content` of an answer. It may have other members: a result is open.
pub(in crate::suite::steps) fn own_members(answer: &Value) -> Value {
    let is_own = |name: &str| ["action", "content"].contains(&name);
    let members = answer.as_object().into_iter().flatten().filter(|(name, _)| is_own(name.as_str()));
    if answer.is_object() {
        members.map(|(name, value)| (name.as_str().to_owned(), value.clone())).collect::<Map>().into()
    } else {
        answer.clone()
    }
}

/// Calls `found` with each title that stands beside the value of a choice, anywhere in a schema.
fn titles_of(schema: &Value, value: &str, found: &mut dyn FnMut(&str)) {
    match schema {
        Value::Object(members) => {
            if text(schema, "const") == Some(value) {
                text(schema, "title").into_iter().for_each(&mut *found);
            }
            members.iter().for_each(|(_, member)| titles_of(member, value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| titles_of(item, value, found)),
        _ => {}
    }
}

/// A question of a tool.
struct Question {
    /// The observation in which it is asked.
    seq: u64,
    /// The execution that asks it.
    op: Op,
    /// The model's id of the call.
    call: String,
    id: String,
    /// The observation in which the tool goes on, and what it is told.
    told: Option<(u64, Value)>,
    /// Whether the call is given up before that.
    is_given_up: bool,
}

/// The questions of a tool that can be answered, in the order in which it asks them.
fn questions(evidence: &Evidence<'_>, tool: &str) -> Result<Vec<Question>, Mismatch> {
    let mut found: Vec<Question> = Vec::new();
    let mut executions: Vec<(Op, &str)> = Vec::new();
    for event in evidence.events(&[Lane::Tool])? {
        match &event.what {
            What::Effect(Effect::Call(op, call)) if call.name == tool => {
                executions.push((*op, &call.id));
                let waits = |question: &&mut Question| question.told.is_none() && question.call == call.id;
                for question in found.iter_mut().filter(waits) {
                    question.told = call.answers.get(&question.id).map(|answer| (event.seq, answer.clone()));
                }
            }
            What::Effect(Effect::Cancel(op, _)) => {
                let given_up = found.iter_mut().filter(|question| question.op == *op && question.told.is_none());
                given_up.for_each(|question| question.is_given_up = true);
            }
            What::Input(Input::Tool(op, ToolEvent::Asks(asked))) => {
                let call = executions.iter().find(|(execution, _)| execution == op).map(|(_, call)| (*call).to_owned());
                for ToolQuestion { id, .. } in ToolQuestion::all(asked) {
                    let call = call.clone().unwrap_or_default();
                    found.push(Question { seq: event.seq, op: *op, call, id, told: None, is_given_up: false });
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The questions of a tool. Unmet if there are none, or the tool may not ask them.
fn may_ask(evidence: &Evidence<'_>, tool: &str) -> Result<Vec<Question>, Mismatch> {
    let questions = questions(evidence, tool)?;
    let undeclared =
        |question: &Question| question.told.as_ref().is_some_and(|(_, told)| told.get(UNDECLARED).is_some());
    if questions.is_empty() {
        return Err(has_not_asked(tool));
    }
    if questions.iter().any(undeclared) {
        return Err(Mismatch::Unmet("the agent has not declared that its user can be asked".to_owned()));
    }
    Ok(questions)
}

fn has_not_asked(tool: &str) -> Mismatch {
    Mismatch::Unmet(format!("the tool {tool:?} asks nothing"))
}

/// The params of each question that the agent asks its client, with the place of the line.
fn elicitations<'a>(evidence: &Evidence<'a>) -> Result<Vec<(u64, &'a Value)>, Mismatch> {
    let lines = told(evidence)?.into_iter();
    let asks = lines.filter(|line| text(line.what, "method") == Some("elicitation/create"));
    Ok(asks.map(|line| (line.seq, &line.what["params"])).collect())
}

/// The same. Unmet if it asks none.
fn some_elicitations<'a>(evidence: &Evidence<'a>) -> Result<Vec<(u64, &'a Value)>, Mismatch> {
    let found = elicitations(evidence)?;
    if found.is_empty() {
        return Err(Mismatch::Unmet("nothing goes on to the client".to_owned()));
    }
    Ok(found)
}
