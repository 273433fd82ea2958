//! Actions from outside at some moment of the run. There is a step for each action at each moment.

use std::panic::Location;

use crate::model::json::Value;

use super::{
    Draft, Step, StepError,
    typed::{Both, FromArguments},
    when,
};
use crate::{
    stage::scenario::{Deed, ExpectedEnd, OperatorRule, When},
    system::{Act, Signal},
};

/// One action at every moment. The parameters of the action come first.
macro_rules! at_every_moment {
    ($deed:literal, $about:literal, $make:expr) => {
        deeds(
            [
                concat!($deed, " when {string} is shown"),
                concat!($deed, " when {string} is asked of the model"),
                concat!($deed, " when the tool {string} runs"),
                concat!($deed, " when the client is told {string}"),
                concat!($deed, " when {string} is stored"),
                concat!($deed, " while the turn is paused"),
                concat!($deed, " after the turn"),
                concat!($deed, " at the start"),
            ],
            concat!($about, " When a prompt with that text is shown."),
            $make,
        )
    };
}

#[track_caller]
fn deeds<A: FromArguments + 'static>(
    [shown, asked, runs, told, stored, paused, ended, start]: [&'static str; 8],
    about: &'static str,
    make: fn(A) -> Deed,
) -> [Step; 8] {
    let named = |expression, about, moment: fn(String) -> When| {
        when(expression, about, move |draft, Both(args, name): Both<A, String>| {
            at(draft, moment(name), make(args));
            Ok(())
        })
    };
    let plain = |expression, about, moment: When| {
        when(expression, about, move |draft, args: A| {
            at(draft, moment.clone(), make(args));
            Ok(())
        })
    };
    let steps = [
        named(shown, about, When::Prompt),
        named(asked, "The same when a request whose last text has that piece is sent.", When::Request),
        named(runs, "The same when the tool is executed.", When::Call),
        named(told, "The same when a message whose JSON has that piece is sent to the client.", When::Client),
        named(stored, "The same when a record whose JSON has that piece is stored.", When::Stored),
        plain(paused, "The same once the turn is paused.", When::Paused),
        plain(ended, "The same once the turn has ended.", When::Ended),
        plain(start, "The same before anything else, in the order of the steps.", When::Start),
    ];
    // A closure has no caller of its own to tell.
    let defined = Location::caller();
    steps.map(|step| Step { defined, ..step })
}

pub fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    steps.extend(at_every_moment!("{word} arrives", "SIGINT, SIGTERM or SIGQUIT.", Deed::Signal));
    steps.extend(at_every_moment!(
        "the subject is restarted",
        "The subject is killed at once, and started anew with what it has stored.",
        |()| Deed::Restart
    ));
    let killed = at_every_moment!(
        "the subject is killed",
        "The subject is killed at once, and the run is expected to end so.",
        |()| Deed::Kill
    );
    // Before it has done anything, nothing is killed.
    steps.extend(killed.into_iter().filter(|step| !step.expression.ends_with("at the start")));
    steps.extend(at_every_moment!("a client comes", "A client attaches to the subject.", |()| Deed::Attaches));
    steps.extend(at_every_moment!(
        "there is another process of the server",
        "The connection to the server ends, and its process. Another process is started for the next message, and has seen nothing of \
         what was before.",
        |()| Deed::Attaches
    ));
    steps.extend(at_every_moment!(
        "somebody does {} at a prompt that was never shown",
        "An act at a prompt that the subject has never shown, such as a reply to another process: JSON, such as {\"answer\": \"left\"}, \
         \"reject\" or \"cancel\".",
        Deed::Stray
    ));
    steps.extend(at_every_moment!("the client goes", "The client is there no more.", |()| Deed::Leaves));
    steps.extend(at_every_moment!(
        "the client sends {}",
        "A line that the client sends unasked: JSON. `<id#2>` in it stands for what it does in `the client answers`.",
        Deed::Line
    ));
    steps.extend(at_every_moment!(
        "meanwhile the user says {string}",
        "A message that the next reply of the scripted model does not answer.",
        Deed::Says
    ));
    steps.extend(later());
    steps
}

/// Actions some time after an earlier action.
fn later() -> Vec<Step> {
    vec![
        when(
            "that happens {int} ms later",
            "What the step before has happen at a moment happens so many virtual milliseconds after it.",
            |draft, ms: u64| {
                let rule = draft.scenario.operator.last_mut();
                let rule = rule.ok_or("nothing happens before this; a step that names a moment must come first")?;
                rule.after_ms = rule.after_ms.saturating_add(ms);
                Ok(())
            },
        ),
        when(
            "that need not happen",
            "Where the moment never comes at which the step before has something happen, nothing is wrong with that.",
            |draft, ()| {
                let rule = draft.scenario.operator.last_mut();
                let rule = rule.ok_or("nothing happens before this; a step that names a moment must come first")?;
                rule.optional = true;
                Ok(())
            },
        ),
        when(
            "{int} ms later {word} arrives",
            "Another signal, so many virtual milliseconds after the moment that the step before names.",
            |draft, (ms, signal): (u64, Signal)| after(draft, ms, Deed::Signal(signal)),
        ),
        when("{int} ms later a client comes", "The same with a client that attaches.", |draft, ms: u64| {
            after(draft, ms, Deed::Attaches)
        }),
        when("{int} ms later the client goes", "The same, but the client disconnects.", |draft, ms: u64| {
            after(draft, ms, Deed::Leaves)
        }),
        when(
            "{int} ms later the client sends {}",
            "The same with a line of the client: JSON.",
            |draft, (ms, line): (u64, Value)| after(draft, ms, Deed::Line(line)),
        ),
        when(
            "{int} ms later somebody does {} at a prompt that was never shown",
            "The same with an act at a prompt that was never shown.",
            |draft, (ms, act): (u64, Act)| after(draft, ms, Deed::Stray(act)),
        ),
        when(
            "{int} ms later the user says {string}",
            "The same with a message of the user.",
            |draft, (ms, text): (u64, String)| after(draft, ms, Deed::Says(text)),
        ),
        when(
            "{word} arrives {int} ms after {string} is asked of the model",
            "The same, so many virtual milliseconds after the request was sent. Within one instant it comes before \
             what the model replies.",
            |draft, (signal, after_ms, piece): (Signal, u64, String)| {
                let (when, does) = (When::Request(piece), Deed::Signal(signal));
                draft.scenario.operator.push(OperatorRule { when, after_ms, too: false, optional: false, does });
                Ok(())
            },
        ),
    ]
}

fn at(draft: &mut Draft, when: When, does: Deed) {
    if does == Deed::Kill {
        draft.scenario.end = ExpectedEnd::Killed;
    }
    draft.scenario.operator.push(OperatorRule { when, after_ms: 0, too: false, optional: false, does });
}

fn after(draft: &mut Draft, ms: u64, does: Deed) -> Result<(), StepError> {
    let before = draft.scenario.operator.last().map(|rule| (rule.when.clone(), rule.after_ms));
    let (when, after_ms) = before.ok_or("there is no moment here; a step that names one must come first")?;
    let after_ms = after_ms.saturating_add(ms);
    draft.scenario.operator.push(OperatorRule { when, after_ms, too: true, optional: false, does });
    Ok(())
}
