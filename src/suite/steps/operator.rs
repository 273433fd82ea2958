//! What is done from outside at some moment of the run: each deed at each moment.

use super::{Args, Draft, Step, when};
use crate::{
    stage::scenario::{Deed, OperatorRule, When},
    system::Signal,
};

/// One deed at every moment. Its own parameters, of which there are so many, come first.
macro_rules! at_every_moment {
    ($name:ident, $deed:literal, $own:literal, $about:literal, $make:expr) => {
        pub const $name: &[Step] = &[
            when(
                concat!($deed, " when {string} is shown"),
                concat!($about, " When a prompt with that text is shown."),
                |draft, args| does(draft, args, When::Prompt(args.text($own)), $make),
            ),
            when(
                concat!($deed, " when {string} is asked of the model"),
                "The same when a request whose last text has that piece is sent.",
                |draft, args| does(draft, args, When::Request(args.text($own)), $make),
            ),
            when(
                concat!($deed, " when the tool {string} runs"),
                "The same when the tool is executed.",
                |draft, args| does(draft, args, When::Call(args.text($own)), $make),
            ),
            when(
                concat!($deed, " when the client is told {string}"),
                "The same when a message whose JSON has that piece is sent to the client.",
                |draft, args| does(draft, args, When::Client(args.text($own)), $make),
            ),
            when(concat!($deed, " while the turn is paused"), "The same once the turn is paused.", |draft, args| {
                does(draft, args, When::Paused, $make)
            }),
            when(concat!($deed, " after the turn"), "The same once the turn has ended.", |draft, args| {
                does(draft, args, When::Ended, $make)
            }),
            when(
                concat!($deed, " at the start"),
                "The same before anything else, in the order of the steps.",
                |draft, args| does(draft, args, When::Start, $make),
            ),
        ];
    };
}

at_every_moment!(SIGNALS, "{word} arrives", 1, "SIGINT, SIGTERM or SIGQUIT.", |args| named(args.raw(0))
    .map(Deed::Signal));
at_every_moment!(
    RESTARTS,
    "the subject is restarted",
    0,
    "It is killed there and then, and started anew with what it has stored.",
    |_| Ok(Deed::Restart)
);
at_every_moment!(COMES, "a client comes", 0, "A client attaches to the subject.", |_| Ok(Deed::Attaches));
at_every_moment!(GOES, "the client goes", 0, "The client is there no more.", |_| Ok(Deed::Leaves));
at_every_moment!(
    SENDS,
    "the client sends {}",
    1,
    "A line of the client's own accord: JSON. `<id#2>` in it stands for what it does in `the client answers`.",
    |args| args.json(0).map(Deed::Line)
);
at_every_moment!(
    SAYS,
    "meanwhile the user says {string}",
    1,
    "A message that the script of the model does not go on from.",
    |args| Ok(Deed::Says(args.text(0)))
);

pub const LATER: &[Step] = &[
    when(
        "{int} ms later {word} arrives",
        "Another signal, so many virtual milliseconds after the moment that the step before names.",
        |draft, args| {
            let deed = Deed::Signal(named(args.raw(1))?);
            later(draft, args, deed)
        },
    ),
    when("{int} ms later a client comes", "The same with a client that attaches.", |draft, args| {
        later(draft, args, Deed::Attaches)
    }),
    when("{int} ms later the client goes", "The same with the client, which is there no more.", |draft, args| {
        later(draft, args, Deed::Leaves)
    }),
    when("{int} ms later the client sends {}", "The same with a line of the client: JSON.", |draft, args| {
        let deed = Deed::Line(args.json(1)?);
        later(draft, args, deed)
    }),
    when("{int} ms later the user says {string}", "The same with a message of the user.", |draft, args| {
        let deed = Deed::Says(args.text(1));
        later(draft, args, deed)
    }),
    when(
        "{word} arrives {int} ms after {string} is asked of the model",
        "The same, so many virtual milliseconds after the request was sent. Within one instant it comes before what \
         the model replies.",
        |draft, args| {
            let (when, does) = (When::Request(args.text(2)), Deed::Signal(named(args.raw(0))?));
            draft.scenario.operator.push(OperatorRule { when, after_ms: args.number(1), too: false, does });
            Ok(())
        },
    ),
];

fn does(
    draft: &mut Draft,
    args: &Args,
    when: When,
    make: impl Fn(&Args) -> Result<Deed, String>,
) -> Result<(), String> {
    let does = make(args)?;
    draft.scenario.operator.push(OperatorRule { when, after_ms: 0, too: false, does });
    Ok(())
}

fn later(draft: &mut Draft, args: &Args, does: Deed) -> Result<(), String> {
    let before = draft.scenario.operator.last().map(|rule| (rule.when.clone(), rule.after_ms));
    let (when, after_ms) = before.ok_or("there is no moment here; a step that names one must come first")?;
    let after_ms = after_ms.saturating_add(args.number(0));
    draft.scenario.operator.push(OperatorRule { when, after_ms, too: true, does });
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
