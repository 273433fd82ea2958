//! What the person does at the prompts. A prompt is named by a piece of what is drawn.

use super::{Args, Draft, Step, when};
use crate::{
    model::Key,
    stage::scenario::{ExpectedEnd, TimedAct},
    system::Act,
};

pub const STEPS: &[Step] = &[
    when(
        "the person answers {string} with {}",
        "By meaning: with whatever keys that takes. The answer is JSON.",
        |draft, args| {
            let answer = args.json(1)?;
            does(draft, args, vec![Act::Answer(answer)]);
            Ok(())
        },
    ),
    when("the person answers and remembers {string} with {}", "The same, remembered for the turn.", |draft, args| {
        let answer = args.json(1)?;
        does(draft, args, vec![Act::Remember(answer)]);
        Ok(())
    }),
    when(
        "the person presses {string} at {string}",
        "Keys, separated by blanks: `Down Down Enter`, `y`, `Ctrl-C`.",
        |draft, args| {
            let keys = Key::sequence(&args.text(0)).map_err(|error| error.to_string())?;
            visit(draft, args.text(1), keys.into_iter().map(Act::Key).collect());
            Ok(())
        },
    ),
    when("the person types {string} at {string}", "Types a text, key by key, and presses Enter.", |draft, args| {
        let keys = Key::typing(&args.text(0)).chain([Key::Enter]).map(Act::Key).collect();
        visit(draft, args.text(1), keys);
        Ok(())
    }),
    when(
        "the person enters the secret {string} at {string}",
        "An answer that must be shown nowhere.",
        |draft, args| {
            let secret = args.text(0);
            visit(draft, args.text(1), vec![Act::Answer(secret.as_str().into())]);
            draft.scenario.secrets.push(secret);
            Ok(())
        },
    ),
    when("the person cancels {string}", "Cancels, in whatever way the prompt offers.", |draft, args| {
        does(draft, args, vec![Act::Cancel]);
        Ok(())
    }),
    when("the person rejects {string}", "Declines, where the system tells that from a cancel.", |draft, args| {
        does(draft, args, vec![Act::Reject]);
        Ok(())
    }),
    when("the input ends at {string}", "The person's input ends while the prompt is shown.", |draft, args| {
        does(draft, args, vec![Act::Eof]);
        Ok(())
    }),
    when("the terminal breaks at {string}", "The terminal fails while the prompt is shown.", |draft, args| {
        does(draft, args, vec![Act::Broken]);
        Ok(())
    }),
    when(
        "{int} ms later the person answers {string} with {}",
        "One more act at the prompt of the step before, even if it is no longer shown.",
        |draft, args| {
            let answer = args.json(2)?;
            let prompt = args.text(1);
            let rule = draft.scenario.person.iter_mut().find(|rule| rule.prompt == prompt);
            let visit = rule.and_then(|rule| rule.visits.last_mut());
            let acts = visit.ok_or(format!("nothing is done at a prompt with {prompt:?} before"))?;
            acts.push(TimedAct { after_ms: args.number(0), act: Act::Answer(answer) });
            Ok(())
        },
    ),
    when("nobody answers", "The run is expected to end while it waits for the person or the user.", |draft, _| {
        draft.scenario.end = ExpectedEnd::Parked;
        Ok(())
    }),
];

fn does(draft: &mut Draft, args: &Args, acts: Vec<Act>) {
    visit(draft, args.text(0), acts);
}

fn visit(draft: &mut Draft, prompt: String, acts: Vec<Act>) {
    draft.visit(prompt, acts.into_iter().map(|act| TimedAct { after_ms: 0, act }).collect());
}
