//! What the user says, and what the model replies.

use serde_json::{Value, json};

use super::{Args, Draft, Step, given, when};
use crate::{
    llm::{
        Wire,
        script::{Body, CutAt, Expect, Reply, ScriptedCall},
    },
    stage::scenario::{Deed, OperatorRule, ToolEnd, When},
    system::AskingCall,
};

pub const STEPS: &[Step] = &[
    given(
        "the wire is {string}",
        "The wire format of the model, for a scenario that is about it: anthropic, responses or chat. It is tagged \
         `@wire`, since other scenarios are the same over every wire.",
        |draft, args| {
            let word = args.text(0);
            let wire = Wire::ALL.into_iter().find(|wire| wire.word() == word);
            let known = || Wire::ALL.map(Wire::word).join(", ");
            draft.scenario.wire = Some(wire.ok_or_else(|| format!("expected one of {}, found {word:?}", known()))?);
            Ok(())
        },
    ),
    given("the model's replies are streamed", "For a scenario that is about it.", |draft, _| {
        draft.scenario.streamed = Some(true);
        Ok(())
    }),
    given(
        "the model's replies are not streamed",
        "Each comes as one body, for a scenario that is about it.",
        |draft, _| {
            draft.scenario.streamed = Some(false);
            Ok(())
        },
    ),
    when("the user says {string}", "The user's first message; it opens the turn.", |draft, args| {
        says(draft, When::Start, args)
    }),
    when("the user says {string} after the turn", "The next message, once the turn has ended.", |draft, args| {
        says(draft, When::Ended, args)
    }),
    when(
        "the user says {string} while the turn is paused",
        "A message while a turn is paused for an answer.",
        |draft, args| says(draft, When::Paused, args),
    ),
    when(
        "the model calls {string} with:",
        "The model's reply to what came last: a call, its arguments as JSON in a doc string. Calls are named call_1, \
         call_2 and so on.",
        |draft, args| {
            let arguments = arguments(args)?;
            calls(draft, args.text(0), arguments);
            Ok(())
        },
    ),
    when("the model calls {string}", "The same without arguments.", |draft, args| {
        calls(draft, args.text(0), json!({}));
        Ok(())
    }),
    when(
        "the model calls {string} as {string}",
        "The same under an id of its own, which may have come before in another message.",
        |draft, args| {
            calls(draft, args.text(0), json!({}));
            rename(draft, &args.text(1))
        },
    ),
    when(
        "the model calls {string} with the text {string}",
        "The same with arguments that may be no JSON.",
        |draft, args| {
            let text = args.text(1);
            calls(draft, args.text(0), Value::String(text));
            Ok(())
        },
    ),
    when("in the same message it calls {string} with:", "Another call in the model's last reply.", |draft, args| {
        let arguments = arguments(args)?;
        calls_too(draft, args.text(0), arguments)
    }),
    when(
        "in the same message it calls {string} as {string}",
        "The same under an id of its own, which may be another call's.",
        |draft, args| {
            calls_too(draft, args.text(0), json!({}))?;
            rename(draft, &args.text(1))
        },
    ),
    when("in the same message it calls {string}", "The same without arguments.", |draft, args| {
        calls_too(draft, args.text(0), json!({}))
    }),
    when(
        "in the same message it says {string}",
        "A text before the calls of the model's last reply.",
        |draft, args| {
            let said = args.text(0);
            let last = draft.scenario.model.iter_mut().rev().find_map(|exchange| match exchange.replies.last_mut() {
                Some(Reply { body: Body::Message { text, .. }, .. }) => Some(text),
                _ => None,
            });
            *last.ok_or("there is no message here; `the model calls ...` must come first")? = said;
            Ok(())
        },
    ),
    when(
        "the model says {string}",
        "The model's reply to what came last: a text, which ends the turn.",
        |draft, args| {
            draft.reply(Body::message(args.text(0), Vec::new()));
            Ok(())
        },
    ),
    when(
        "the model says {string} if it is asked",
        "The same where it may be that nothing is asked of it any more.",
        |draft, args| {
            draft.reply(Body::message(args.text(0), Vec::new()));
            let follows = draft.follows.clone();
            make_optional(draft, &follows);
            Ok(())
        },
    ),
    when(
        "asked {string} the model says {string}",
        "The model's reply to a request whose last text has that piece.",
        |draft, args| {
            let expect = Expect { says: Some(args.text(0)), ..Expect::default() };
            draft.say(expect, Body::message(args.text(1), Vec::new()));
            Ok(())
        },
    ),
    when(
        "asked {string} the model says {string} if it is asked",
        "The same where it may be that no such request is sent.",
        |draft, args| {
            let expect = Expect { says: Some(args.text(0)), ..Expect::default() };
            draft.say(expect.clone(), Body::message(args.text(1), Vec::new()));
            make_optional(draft, &expect);
            Ok(())
        },
    ),
    when(
        "the model asks the user {string} between {}",
        "The model's reply to what came last: whatever call makes the system ask its user, between labels in a JSON \
         array.",
        |draft, args| {
            let (name, arguments) = asks(draft, args)?;
            calls(draft, name, arguments);
            Ok(())
        },
    ),
    when(
        "asked {string} the model asks the user {string} between {}",
        "The same as the reply to a request whose last text has that piece.",
        |draft, args| {
            let labels = labels(args, 2)?;
            draft.follows = Expect { says: Some(args.text(0)), ..Expect::default() };
            let (name, arguments) = asking(draft, &args.text(1), &labels)?;
            calls(draft, name, arguments);
            Ok(())
        },
    ),
    when(
        "the model asks the user nothing",
        "The same call without a question, and without labels: one that no system takes.",
        |draft, _| {
            let (name, arguments) = asking(draft, "", &[])?;
            calls(draft, name, arguments);
            Ok(())
        },
    ),
    when(
        "in the same message it asks the user {string} between {}",
        "Another such call in the model's last reply.",
        |draft, args| {
            let (name, arguments) = asks(draft, args)?;
            calls_too(draft, name, arguments)
        },
    ),
    when(
        "the model first reasons {string}",
        "The model's next message begins with this reasoning: the step goes before the one that has it say or call \
         something.",
        |draft, args| draft.reason(args.text(0)),
    ),
    when(
        "the model's reply is cut off at the output limit",
        "The model's last message ends there: the provider says that there are no more tokens for it. What is lacking is \
         left out of what it says; the arguments of a call may be a text that ends in the middle.",
        |draft, _| match draft.last_reply() {
            Some(Body::Message { cut_off, .. }) => {
                *cut_off = true;
                Ok(())
            }
            _ => Err("the model's last reply is no message; `the model says ...` or `the model calls ...` must come \
                      first"
                .to_owned()),
        },
    ),
    when(
        "the model's reply first meets {string}",
        "What happens to the next reply before it comes: `status 500`, `status 429 retry-after 7`, `a dropped \
         connection`, `a reset connection`, `a truncated stream`, `a cut frame`, `a cut character`, `a malformed \
         event`, `an overload`.",
        |draft, args| {
            let body = fault(draft, &args.text(0))?;
            draft.reply(body);
            Ok(())
        },
    ),
    when(
        "the inquiry {string} is answered with {}",
        "The structured reply to the inquiry about a question with that text; the answer is JSON.",
        |draft, args| {
            let answer = args.json(1)?;
            inquiry(draft, args, Body::Answer(answer));
            Ok(())
        },
    ),
    when(
        "the inquiry {string} gets the data {}",
        "A structured reply as it is: JSON, or a string for a reply that is none.",
        |draft, args| {
            let data = args.json(1)?;
            inquiry(draft, args, Body::Data(data));
            Ok(())
        },
    ),
    when("the inquiry {string} gets an empty reply", "A reply without any content.", |draft, args| {
        inquiry(draft, args, Body::message("", Vec::new()));
        Ok(())
    }),
    when(
        "the inquiry {string} meets {string}",
        "What happens to the inquiry, before a later step's reply or for good: see `the model's reply first meets`.",
        |draft, args| {
            let body = fault(draft, &args.text(1))?;
            inquiry(draft, args, body);
            Ok(())
        },
    ),
    when(
        "after {int} ms the inquiry {string} is answered with {}",
        "The same, so many virtual milliseconds after the inquiry was sent.",
        |draft, args| {
            let expect = Expect { says: Some(args.text(1)), structured: true, ..Expect::default() };
            let body = Body::Answer(args.json(2)?);
            draft.reply_to(expect, Reply { after_ms: args.number(0), frames: None, body });
            Ok(())
        },
    ),
];

/// It may be that no request is the one that is expected.
fn make_optional(draft: &mut Draft, expect: &Expect) {
    let exchange = draft.scenario.model.iter_mut().find(|exchange| exchange.expect == *expect);
    exchange.into_iter().for_each(|exchange| exchange.optional = true);
}

fn says(draft: &mut Draft, when: When, args: &Args) -> Result<(), String> {
    let text = args.text(0);
    draft.follows = Expect { says: Some(text.clone()), ..Expect::default() };
    draft.scenario.operator.push(OperatorRule { when, after_ms: 0, too: false, does: Deed::Says(text) });
    Ok(())
}

fn arguments(args: &Args) -> Result<Value, String> {
    args.doc_json()
}

/// The call that makes the system ask its user, by tool and arguments; with the tool, where it is one of the host's.
fn asks(draft: &mut Draft, args: &Args) -> Result<(String, Value), String> {
    let labels = labels(args, 1)?;
    asking(draft, &args.text(0), &labels)
}

fn labels(args: &Args, index: usize) -> Result<Vec<String>, String> {
    let expected = |_| format!("expected a JSON array of labels, found {}", args.raw(index));
    serde_json::from_value(args.json(index)?).map_err(expected)
}

fn asking(draft: &mut Draft, question: &str, labels: &[String]) -> Result<(String, Value), String> {
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

fn calls_too(draft: &mut Draft, name: String, arguments: Value) -> Result<(), String> {
    let call = call(draft, name, arguments);
    let last = draft.scenario.model.iter_mut().rev().find_map(|exchange| match exchange.replies.last_mut() {
        Some(Reply { body: Body::Message { calls, .. }, .. }) if !calls.is_empty() => Some(calls),
        _ => None,
    });
    draft.follows.results.push(call.id.clone());
    last.ok_or("there is no message with a call here; `the model calls ...` must come first")?.push(call);
    Ok(())
}

/// Gives the call that was made last another id.
fn rename(draft: &mut Draft, id: &str) -> Result<(), String> {
    draft.follows.results.pop();
    draft.follows.results.push(id.to_owned());
    let last = draft.scenario.model.iter_mut().rev().find_map(|exchange| match exchange.replies.last_mut() {
        Some(Reply { body: Body::Message { calls, .. }, .. }) => calls.last_mut(),
        _ => None,
    });
    last.ok_or("there is no call here")?.id = id.to_owned();
    Ok(())
}

fn inquiry(draft: &mut Draft, args: &Args, body: Body) {
    let expect = Expect { says: Some(args.text(0)), structured: true, ..Expect::default() };
    draft.reply_to(expect, Reply::now(body));
}

fn fault(draft: &mut Draft, words: &str) -> Result<Body, String> {
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        ["a", "dropped", "connection"] => Ok(Body::Drop),
        ["a", "reset", "connection"] => Ok(Body::Reset),
        ["a", "truncated", "stream"] => {
            // What comes before a break is read of a stream alone.
            draft.scenario.streamed = Some(true);
            Ok(Body::Cut { text: "half an ans".to_owned(), at: CutAt::Between, reset: false })
        }
        ["a", "cut", "frame"] => Ok(cut_at(CutAt::InsideFrame)),
        ["a", "cut", "character"] => Ok(cut_at(CutAt::InsideCharacter)),
        ["a", "malformed", "event"] => Ok(Body::Malformed { text: String::new() }),
        ["an", "overload"] => Ok(Body::Overloaded { text: String::new() }),
        ["status", status] => Ok(Body::Status { status: failing(status)?, retry_after_s: None }),
        ["status", status, "retry-after", seconds] => {
            Ok(Body::Status { status: failing(status)?, retry_after_s: Some(number(seconds)?) })
        }
        _ => Err(format!(
            "expected `status N`, `status N retry-after SECONDS`, `a dropped connection`, `a reset connection`, `a \
             truncated stream`, `a cut frame`, `a cut character`, `a malformed event` or `an overload`, found `{words}`"
        )),
    }
}

const fn cut_at(at: CutAt) -> Body {
    Body::Cut { text: String::new(), at, reset: false }
}

fn failing(status: &str) -> Result<u16, String> {
    let number = number(status)?;
    let fails = (400..600).contains(&number);
    if fails { Ok(number) } else { Err(format!("expected a status from 400 to 599, found `{status}`")) }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected a number, found `{text}`"))
}
