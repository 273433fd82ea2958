//! Messages of the user, and replies of the model.

use crate::model::json::{self, Value, json};

use super::{
    Draft, Step, StepError,
    faults::Fault,
    given,
    typed::{DocJson, Fields},
    when,
};
use crate::{
    llm::{
        Wire,
        script::{Body, CutAt, Exchange, Expect, Reply, ScriptedCall},
    },
    stage::scenario::{Deed, OperatorRule, ToolEnd, When},
    system::{AskingCall, ReplyEnd},
};

pub fn steps() -> Vec<Step> {
    vec![
        given(
            "the wire is {string}",
            "The wire format of the model, for a scenario that is about it: anthropic, responses or chat. It is tagged \
             `@wire`, since other scenarios are the same over every wire.",
            |draft, wire: Wire| {
                draft.scenario.wire = Some(wire);
                Ok(())
            },
        ),
        given("the model's replies are streamed", "For a scenario that is about it.", |draft, ()| {
            draft.scenario.streamed = Some(true);
            Ok(())
        }),
        given(
            "the model's replies are not streamed",
            "Each comes as one body, for a scenario that is about it.",
            |draft, ()| {
                draft.scenario.streamed = Some(false);
                Ok(())
            },
        ),
        when("the user says {string}", "The user's first message; it opens the turn.", |draft, text: String| {
            says(draft, When::Start, text)
        }),
        when(
            "the user says {string} after the turn",
            "The next message, once the turn has ended.",
            |draft, text: String| says(draft, When::Ended, text),
        ),
        when(
            "the user says {string} while the turn is paused",
            "A message while a turn is paused for an answer.",
            |draft, text: String| says(draft, When::Paused, text),
        ),
        when(
            "the model calls {string} with:",
            "The model's reply to what came last: a call, its arguments as JSON in a doc string. Calls are named \
             call_1, call_2 and so on.",
            |draft, (tool, DocJson(arguments)): (String, DocJson<Value>)| {
                calls(draft, tool, arguments);
                Ok(())
            },
        ),
        when(
            "the model calls {string} if it is asked, with:",
            "The same, but the request may fail to come.",
            |draft, (tool, DocJson(arguments)): (String, DocJson<Value>)| {
                let follows = draft.follows.clone();
                calls(draft, tool, arguments);
                make_optional(draft, &follows);
                Ok(())
            },
        ),
        when("the model calls {string}", "The same without arguments.", |draft, tool: String| {
            calls(draft, tool, json!({}));
            Ok(())
        }),
        when(
            "the model calls {string} as {string}",
            "The same with a given id, which an earlier message may have used.",
            |draft, (tool, id): (String, String)| {
                calls(draft, tool, json!({}));
                rename(draft, &id)
            },
        ),
        when(
            "the model calls {string} as {string} with:",
            "The same with arguments as JSON in a doc string.",
            |draft, (tool, id, DocJson(arguments)): (String, String, DocJson<Value>)| {
                calls(draft, tool, arguments);
                rename(draft, &id)
            },
        ),
        when(
            "the model calls {string} with the text {string}",
            "The same with arguments as a text, which need not be JSON.",
            |draft, (tool, text): (String, String)| {
                calls(draft, tool, Value::from(text));
                Ok(())
            },
        ),
        when(
            "in the same message it calls {string} with:",
            "Another call in the model's last reply.",
            |draft, (tool, DocJson(arguments)): (String, DocJson<Value>)| calls_too(draft, tool, arguments),
        ),
        when(
            "in the same message it calls {string} as {string}",
            "The same with a given id, which may be the id of another call.",
            |draft, (tool, id): (String, String)| {
                calls_too(draft, tool, json!({}))?;
                rename(draft, &id)
            },
        ),
        when(
            "in the same message it calls {string} as {string} with:",
            "The same with arguments as JSON in a doc string.",
            |draft, (tool, id, DocJson(arguments)): (String, String, DocJson<Value>)| {
                calls_too(draft, tool, arguments)?;
                rename(draft, &id)
            },
        ),
        when("in the same message it calls {string}", "The same without arguments.", |draft, tool: String| {
            calls_too(draft, tool, json!({}))
        }),
        when(
            "in the same message it says {string}",
            "A text before the calls of the model's last reply.",
            |draft, said: String| {
                let Some(Body::Message { text, .. }) = draft.last_message(|body| matches!(body, Body::Message { .. }))
                else {
                    return Err("there is no message here; `the model calls ...` must come first".into());
                };
                *text = said;
                Ok(())
            },
        ),
        when(
            "the model says {string}",
            "The model's reply to what came last: a text, which ends the turn.",
            |draft, text: String| {
                draft.reply(Body::message(text, Vec::new()));
                Ok(())
            },
        ),
        when(
            "the model says {string} if it is asked",
            "The same, but the request may fail to come.",
            |draft, text: String| {
                draft.reply(Body::message(text, Vec::new()));
                let follows = draft.follows.clone();
                make_optional(draft, &follows);
                Ok(())
            },
        ),
        when(
            "asked {string} the model says {string}",
            "The model's reply to a request whose last text has that piece.",
            |draft, (piece, text): (String, String)| {
                let expect = Expect { says: Some(piece), ..Expect::default() };
                draft.say(expect, Body::message(text, Vec::new()));
                Ok(())
            },
        ),
        when(
            "asked {string} the model says {string} if it is asked",
            "The same, but the request may fail to come.",
            |draft, (piece, text): (String, String)| {
                let expect = Expect { says: Some(piece), ..Expect::default() };
                draft.say(expect.clone(), Body::message(text, Vec::new()));
                make_optional(draft, &expect);
                Ok(())
            },
        ),
        when(
            "the model asks the user {string} between {}",
            "The model's reply to what came last: whatever call makes the system ask its user, between labels in a \
             JSON array.",
            |draft, (question, labels): (String, Vec<String>)| {
                let (name, arguments) = asking(draft, &question, &labels)?;
                calls(draft, name, arguments);
                Ok(())
            },
        ),
        when(
            "asked {string} the model asks the user {string} between {}",
            "The same as the reply to a request whose last text has that piece.",
            |draft, (piece, question, labels): (String, String, Vec<String>)| {
                draft.follows = Expect { says: Some(piece), ..Expect::default() };
                let (name, arguments) = asking(draft, &question, &labels)?;
                calls(draft, name, arguments);
                Ok(())
            },
        ),
        when(
            "the model asks the user nothing",
            "The same call without a question and without labels. No system accepts it.",
            |draft, ()| {
                let (name, arguments) = asking(draft, "", &[])?;
                calls(draft, name, arguments);
                Ok(())
            },
        ),
        when(
            "in the same message it asks the user {string} between {}",
            "Another such call in the model's last reply.",
            |draft, (question, labels): (String, Vec<String>)| {
                let (name, arguments) = asking(draft, &question, &labels)?;
                calls_too(draft, name, arguments)
            },
        ),
        when(
            "the model first reasons {string}",
            "The model's next message begins with this reasoning: the step goes before the one that has it say or call \
             something.",
            |draft, reasoning: String| draft.reason(reasoning),
        ),
        when(
            "the model refuses, saying {string}",
            "The model's next message has this text, and the provider says that it is a refusal.",
            |draft, text: String| {
                draft.reply(Body::Message {
                    reasoning: String::new(),
                    text,
                    calls: Vec::new(),
                    ends: ReplyEnd::Refused,
                });
                Ok(())
            },
        ),
        when(
            "the model's reply is cut off at the output limit",
            "The model's last message ends there: the provider says that there are no more tokens for it. What is \
             lacking is left out of what it says; the arguments of a call may be a text that ends in the middle.",
            |draft, ()| match draft.last_reply() {
                Some(Body::Message { ends, .. }) => {
                    *ends = ReplyEnd::CutOff;
                    Ok(())
                }
                _ => Err(
                    "the model's last reply is no message; `the model says ...` or `the model calls ...` must come \
                     first"
                        .into(),
                ),
            },
        ),
        when(
            "the model's reply first meets {string}",
            "What happens to the next reply before it comes: `status 500`, `status 429 retry-after 7`, `a dropped \
             connection`, `a reset connection`, `a truncated stream`, `a cut frame`, `a cut character`, `a malformed \
             event`, `an overload`.",
            |draft, fault: Fault| {
                let body = met(draft, fault);
                draft.reply(body);
                Ok(())
            },
        ),
        when(
            "the next request to the model has {}",
            "What the model's next reply answers, where that is not what came last: a JSON object with `says`, `results`, \
             `structured`, `system`, `tools` or `not`, as a scenario file has them in `expect`.",
            |draft, Fields(fields): Fields| {
                let wrong = |why| format!("expected conditions such as {{\"results\": [\"call_1\"]}}: {why}");
                draft.follows = json::from_value(fields).map_err(wrong)?;
                Ok(())
            },
        ),
        when(
            "that reply takes {int} ms",
            "The model's last reply comes so many virtual milliseconds after its request.",
            |draft, ms: u64| {
                let reply = draft.last_exchange()?.replies.last_mut();
                reply.into_iter().for_each(|reply| reply.after_ms = ms);
                Ok(())
            },
        ),
        when(
            "that request may fail to come",
            "The request that the model's last reply answers need not come.",
            |draft, ()| {
                draft.last_exchange()?.optional = true;
                Ok(())
            },
        ),
        when(
            "to every other request the model says {string}",
            "The reply to each request that the script has no other reply for.",
            |draft, text: String| {
                let others = Exchange::required(Expect::default(), vec![Reply::now(Body::message(text, Vec::new()))]);
                draft.scenario.model.push(Exchange { otherwise: true, ..others });
                Ok(())
            },
        ),
        when(
            "every other request to the model meets {string}",
            "What happens to each request that the script has no reply for, however often the agent asks again: a \
             failure that lasts.",
            |draft, fault: Fault| {
                let body = met(draft, fault);
                let others = Exchange::required(Expect::default(), vec![Reply::now(body)]);
                draft.scenario.model.push(Exchange { otherwise: true, ..others });
                Ok(())
            },
        ),
    ]
}

/// Marks the expected request as one that may fail to come.
fn make_optional(draft: &mut Draft, expect: &Expect) {
    let exchange = draft.scenario.model.iter_mut().find(|exchange| exchange.expect == *expect);
    exchange.into_iter().for_each(|exchange| exchange.optional = true);
}

fn says(draft: &mut Draft, when: When, text: String) -> Result<(), StepError> {
    draft.follows = Expect { says: Some(text.clone()), ..Expect::default() };
    draft.scenario.operator.push(OperatorRule {
        when,
        after_ms: 0,
        too: false,
        optional: false,
        does: Deed::Says(text),
    });
    Ok(())
}

/// The call that makes the system ask its user, by tool and arguments; with the tool, where it is one of the host's.
fn asking(draft: &mut Draft, question: &str, labels: &[String]) -> Result<(String, Value), StepError> {
    let AskingCall { tool, arguments, question } = (draft.system()?.ask)(&draft.scenario.profile, question, labels);
    if let Some(question) = question {
        let brings = draft.scenario.tools.iter().any(|script| script.tool.name == tool);
        if !brings {
            draft.add_tool(tool.clone(), ToolEnd::Done("ok".to_owned()));
        }
        let call = format!("call_{}", draft.calls + 1);
        draft.tool(&tool)?.asks_in_call.entry(call).or_default().push(question);
    }
    Ok((tool, arguments))
}

fn call(draft: &mut Draft, name: String, arguments: Value) -> ScriptedCall {
    draft.calls += 1;
    ScriptedCall { id: format!("call_{}", draft.calls), name, arguments }
}

fn calls(draft: &mut Draft, name: String, arguments: Value) {
    let call = call(draft, name, arguments);
    let results = vec![call.id.clone()];
    draft.reply(Body::message("", vec![call]));
    draft.follows = Expect { results, ..Expect::default() };
}

fn calls_too(draft: &mut Draft, name: String, arguments: Value) -> Result<(), StepError> {
    let call = call(draft, name, arguments);
    let id = call.id.clone();
    last_calls(draft).ok_or("there is no message with a call here; `the model calls ...` must come first")?.push(call);
    draft.follows.results.push(id);
    Ok(())
}

/// The calls of the model's last message that has some.
fn last_calls(draft: &mut Draft) -> Option<&mut Vec<ScriptedCall>> {
    match draft.last_message(|body| matches!(body, Body::Message { calls, .. } if !calls.is_empty()))? {
        Body::Message { calls, .. } => Some(calls),
        _ => None,
    }
}

/// Gives the call that was made last another id.
fn rename(draft: &mut Draft, id: &str) -> Result<(), StepError> {
    draft.follows.results.pop();
    draft.follows.results.push(id.to_owned());
    last_calls(draft).and_then(|calls| calls.last_mut()).ok_or("there is no call here")?.id = id.to_owned();
    Ok(())
}

pub(super) fn met(draft: &mut Draft, Fault(body): Fault) -> Body {
    if matches!(body, Body::Cut { at: CutAt::Between, .. }) {
        // What comes before a break is read of a stream alone.
        draft.scenario.streamed = Some(true);
    }
    body
}
