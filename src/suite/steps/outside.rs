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
    let signal = match args.raw(0) {
        "SIGINT" => Signal::Interrupt,
        "SIGTERM" => Signal::Terminate,
        "SIGQUIT" => Signal::Quit,
        other => return Err(format!("expected SIGINT, SIGTERM or SIGQUIT, found {other}")),
    };
    draft.scenario.operator.push(OperatorRule { when, after_ms: 0, does: Deed::Signal(signal) });
    Ok(())
}
