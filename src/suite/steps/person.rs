//! What the person does at the prompts. A prompt is named by a piece of what is drawn.

use super::{Args, Draft, Step, when};
use crate::{
    model::Key,
    stage::scenario::{ExpectedEnd, TimedAct},
    system::Act,
};

/// One way to act, as the first thing that is done at a prompt, at once or after some time, or as one more.
macro_rules! acts {
    ($name:ident, $words:literal, $about:literal, $make:expr) => {
        pub const $name: &[Step] = &[
            when(concat!("the person ", $words), $about, |draft, args| {
                let (prompt, acts) = $make(args, 0)?;
                visit(draft, prompt, 0, acts);
                Ok(())
            }),
            when(
                concat!("after {int} ms the person ", $words),
                "The same, so many virtual milliseconds after the prompt was shown.",
                |draft, args| {
                    let (prompt, acts) = $make(args, 1)?;
                    visit(draft, prompt, args.number(0), acts);
                    Ok(())
                },
            ),
            when(
                concat!("if asked, the person ", $words),
                "The same where it may be that no such prompt is shown.",
                |draft, args| {
                    let (prompt, acts) = $make(args, 0)?;
                    visit(draft, prompt.clone(), 0, acts);
                    may_be_spared(draft, &prompt);
                    Ok(())
                },
            ),
            when(
                concat!("if asked, after {int} ms the person ", $words),
                "The same after so many virtual milliseconds.",
                |draft, args| {
                    let (prompt, acts) = $make(args, 1)?;
                    visit(draft, prompt.clone(), args.number(0), acts);
                    may_be_spared(draft, &prompt);
                    Ok(())
                },
            ),
            when(
                concat!("{int} ms later the person ", $words),
                "One more act at the prompt of a step before, even if it is no longer shown.",
                |draft, args| {
                    let (prompt, acts) = $make(args, 1)?;
                    later(draft, &prompt, args.number(0), acts)
                },
            ),
        ];
    };
}

type Made = Result<(String, Vec<Act>), String>;

acts!(
    ANSWERS,
    "answers {string} with {}",
    "By meaning: with whatever keys that takes. The answer is JSON.",
    |args: &Args, at| -> Made { Ok((args.text(at), vec![Act::Answer(args.json(at + 1)?)])) }
);
acts!(
    CHOOSES,
    "chooses {string} at {string}",
    "Clicks on a choice: takes it, or puts it back where several may be taken.",
    |args: &Args, at| -> Made { Ok((args.text(at + 1), vec![Act::Choose(args.text(at))])) }
);
acts!(SUBMITS, "submits {string}", "Submits what was chosen and typed.", |args: &Args, at| -> Made {
    Ok((args.text(at), vec![Act::Submit]))
});
acts!(
    PRESSES,
    "presses {string} at {string}",
    "Keys, separated by blanks: `Down Down Enter`, `y`, `Ctrl-C`.",
    |args: &Args, at| -> Made {
        let keys = Key::sequence(&args.text(at)).map_err(|error| error.to_string())?;
        Ok((args.text(at + 1), keys.into_iter().map(Act::Key).collect()))
    }
);
acts!(TYPES, "types {string} at {string}", "Types a text, key by key, and presses Enter.", |args: &Args, at| -> Made {
    let text = args.text(at);
    let keys = Key::typing(&text).chain([Key::Enter]).map(Act::Key);
    Ok((args.text(at + 1), keys.collect()))
});
acts!(PASTES, "pastes {string} at {string}", "Pastes a text where one types, without Enter.", |args: &Args,
                                                                                               at|
 -> Made {
    Ok((args.text(at + 1), vec![Act::Paste(args.text(at))]))
});
acts!(CANCELS, "cancels {string}", "Cancels, in whatever way the prompt offers.", |args: &Args, at| -> Made {
    Ok((args.text(at), vec![Act::Cancel]))
});
acts!(REJECTS, "rejects {string}", "Declines, where the system tells that from a cancel.", |args: &Args, at| -> Made {
    Ok((args.text(at), vec![Act::Reject]))
});

pub const STEPS: &[Step] = &[
    when("the person answers and remembers {string} with {}", "The same, remembered for the turn.", |draft, args| {
        let answer = args.json(1)?;
        visit(draft, args.text(0), 0, vec![Act::Remember(answer)]);
        Ok(())
    }),
    when(
        "the person turns {string} down",
        "Declines to answer, in the way that the system has for it.",
        |draft, args| {
            visit(draft, args.text(0), 0, vec![draft.system()?.declines.clone()]);
            Ok(())
        },
    ),
    when(
        "{int} ms later the person turns {string} down",
        "The same as one more act at the prompt of a step before, even if it is no longer shown.",
        |draft, args| {
            let declines = draft.system()?.declines.clone();
            later(draft, &args.text(1), args.number(0), vec![declines])
        },
    ),
    when(
        "the person enters the secret {string} at {string}",
        "An answer that must be shown nowhere.",
        |draft, args| {
            let secret = args.text(0);
            visit(draft, args.text(1), 0, vec![Act::Answer(secret.as_str().into())]);
            draft.scenario.secrets.push(secret);
            Ok(())
        },
    ),
    when("the input ends at {string}", "The person's input ends while the prompt is shown.", |draft, args| {
        visit(draft, args.text(0), 0, vec![Act::Eof]);
        Ok(())
    }),
    when("the terminal breaks at {string}", "The terminal fails while the prompt is shown.", |draft, args| {
        visit(draft, args.text(0), 0, vec![Act::Broken]);
        Ok(())
    }),
    when(
        "the run is to end {word}",
        "done, parked, killed or exited: how the run is expected to end; or settled, for the step below.",
        |draft, args| {
            let ends = [ExpectedEnd::Done, ExpectedEnd::Parked, ExpectedEnd::Killed, ExpectedEnd::Exited];
            let settled = (args.raw(0) == "settled").then_some(ExpectedEnd::Settled);
            let end = ends.into_iter().find(|end| end.word() == args.raw(0)).or(settled);
            let known = || ends.map(ExpectedEnd::word).join(", ");
            let expected = || format!("expected one of {}, settled, found {}", known(), args.raw(0));
            draft.scenario.end = end.ok_or_else(expected)?;
            Ok(())
        },
    ),
    when(
        "the run may end while the turn waits",
        "Done or parked: whether a turn that nothing follows counts as over is left to the subject.",
        |draft, _| {
            draft.scenario.end = ExpectedEnd::Settled;
            Ok(())
        },
    ),
    when("nobody answers", "The run is expected to end while it waits for the person or the user.", |draft, _| {
        draft.scenario.end = ExpectedEnd::Parked;
        Ok(())
    }),
];

fn visit(draft: &mut Draft, prompt: String, after_ms: u64, acts: Vec<Act>) {
    draft.visit(prompt, acts.into_iter().map(|act| TimedAct { after_ms, act }).collect());
}

/// It may be that no such prompt is shown.
fn may_be_spared(draft: &mut Draft, prompt: &str) {
    let rule = draft.scenario.person.iter_mut().find(|rule| rule.prompt == prompt);
    rule.into_iter().for_each(|rule| rule.optional = true);
}

fn later(draft: &mut Draft, prompt: &str, after_ms: u64, more: Vec<Act>) -> Result<(), String> {
    let rule = draft.scenario.person.iter_mut().find(|rule| rule.prompt == prompt);
    let acts = rule.and_then(|rule| rule.visits.last_mut());
    let acts = acts.ok_or(format!("nothing is done at a prompt with {prompt:?} before"))?;
    // So long after what was done last; what is due at once is done in order.
    let last = acts.last().map_or(0, |act| act.after_ms);
    acts.extend(more.into_iter().map(|act| TimedAct { after_ms: last.saturating_add(after_ms), act }));
    Ok(())
}
