//! What comes from outside: signals, a kill, the client.

use super::{Args, Draft, Step, when};
use crate::{
    stage::scenario::{ClientRule, Deed, ExpectedEnd, OperatorRule, TimedLine, When},
    system::Signal,
};

pub const STEPS: &[Step] = &[
    when(
        "{word} arrives when {string} is shown",
        "SIGINT, SIGTERM or SIGQUIT, when a prompt with that text is shown.",
        |draft, args| signal(draft, args, When::Prompt(args.text(1))),
    ),
    when(
        "{word} arrives when {string} is asked of the model",
        "The same, when a request with that text is sent.",
        |draft, args| signal(draft, args, When::Request(args.text(1))),
    ),
    when("{word} arrives when the tool {string} runs", "The same, when the tool is executed.", |draft, args| {
        signal(draft, args, When::Call(args.text(1)))
    }),
    when("{word} arrives after the turn", "The same, once the turn has ended.", |draft, args| {
        signal(draft, args, When::Ended)
    }),
    when(
        "{int} ms later {word} arrives",
        "Another signal, so many virtual milliseconds after the moment that the step before names.",
        |draft, args| {
            let before = draft.scenario.operator.last().map(|rule| (rule.when.clone(), rule.after_ms));
            let (when, after_ms) = before.ok_or("there is no moment here; a step with a signal must come first")?;
            let after_ms = after_ms.saturating_add(args.number(0));
            let does = Deed::Signal(named(args.raw(1))?);
            draft.scenario.operator.push(OperatorRule { when, after_ms, does });
            Ok(())
        },
    ),
    when(
        "{word} arrives {int} ms after {string} is asked of the model",
        "The same, so many virtual milliseconds after the request was sent. Within one instant it comes before what \
         the model replies.",
        |draft, args| {
            let (when, does) = (When::Request(args.text(2)), Deed::Signal(named(args.raw(0))?));
            draft.scenario.operator.push(OperatorRule { when, after_ms: args.number(1), does });
            Ok(())
        },
    ),
    when("the subject exits by itself", "The run is expected to end with the subject's process.", |draft, _| {
        draft.scenario.end = ExpectedEnd::Exited;
        Ok(())
    }),
    when(
        "the subject is killed when {string} is shown",
        "There and then; the run is expected to end so.",
        |draft, args| {
            draft.scenario.end = ExpectedEnd::Killed;
            let when = When::Prompt(args.text(0));
            draft.scenario.operator.push(OperatorRule { when, after_ms: 0, does: Deed::Kill });
            Ok(())
        },
    ),
    when(
        "the client answers {string} with:",
        "Lines that the client sends upon a message with that text in it: a JSON array in a doc string, each \
         {\"after_ms\": N, \"line\": ...}.",
        |draft, args| {
            let lines: Vec<TimedLine> = args.doc_json()?;
            draft.scenario.client.push(ClientRule { message: args.text(0), lines });
            Ok(())
        },
    ),
];

fn signal(draft: &mut Draft, args: &Args, when: When) -> Result<(), String> {
    let does = Deed::Signal(named(args.raw(0))?);
    draft.scenario.operator.push(OperatorRule { when, after_ms: 0, does });
    Ok(())
}

fn named(word: &str) -> Result<Signal, String> {
    match word {
        "SIGINT" => Ok(Signal::Interrupt),
        "SIGTERM" => Ok(Signal::Terminate),
        "SIGQUIT" => Ok(Signal::Quit),
        other => Err(format!("expected SIGINT, SIGTERM or SIGQUIT, found {other}")),
    }
}
