//! Actions of the person at the prompts. A piece of its drawing names a prompt.

use crate::model::json::Value;

use super::{
    Draft, Step, StepError,
    typed::{Both, FromArguments},
    when,
};
use crate::{
    model::Key,
    stage::scenario::{ExpectedEnd, PersonRule, TimedAct},
    system::Act,
};

/// Actions at a prompt: a piece of the prompt, and the acts.
type Deed = (String, Vec<Act>);

/// One way to act, in five steps.
macro_rules! acts {
    ($words:literal, $about:literal, $make:expr) => {
        acting(
            [
                concat!("the person ", $words),
                concat!("after {int} ms the person ", $words),
                concat!("if asked, the person ", $words),
                concat!("if asked, after {int} ms the person ", $words),
                concat!("{int} ms later the person ", $words),
            ],
            $about,
            $make,
        )
    };
}

/// One way to act: at once or after some time, at a prompt that must be shown or may be, and as one more act there.
#[track_caller]
fn acting<A: FromArguments + 'static>(
    [at_once, after, if_asked, if_asked_after, one_more]: [&'static str; 5],
    about: &'static str,
    make: fn(A) -> Deed,
) -> [Step; 5] {
    [
        when(at_once, about, move |draft, args: A| {
            let (prompt, acts) = make(args);
            visit(draft, prompt, 0, acts);
            Ok(())
        }),
        when(
            after,
            "The same, so many virtual milliseconds after the prompt was shown.",
            move |draft, Both(ms, args): Both<u64, A>| {
                let (prompt, acts) = make(args);
                visit(draft, prompt, ms, acts);
                Ok(())
            },
        ),
        when(if_asked, "The same where it may be that no such prompt is shown.", move |draft, args: A| {
            visit_if_asked(draft, 0, make(args));
            Ok(())
        }),
        when(
            if_asked_after,
            "The same after so many virtual milliseconds.",
            move |draft, Both(ms, args): Both<u64, A>| {
                visit_if_asked(draft, ms, make(args));
                Ok(())
            },
        ),
        when(
            one_more,
            "One more act at the prompt of a step before, even if it is no longer shown.",
            move |draft, Both(ms, args): Both<u64, A>| {
                let (prompt, acts) = make(args);
                later(draft, &prompt, ms, acts)
            },
        ),
    ]
}

pub fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    steps.extend(acts!(
        "answers {string} with {}",
        "Gives this answer, with the keys that it takes. The answer is JSON.",
        |(prompt, answer): (String, Value)| (prompt, vec![Act::Answer(answer)])
    ));
    steps.extend(acts!("answers and remembers {string} with {}", "The same, remembered for the turn.", |(
        prompt,
        answer,
    ): (
        String,
        Value
    )| (
        prompt,
        vec![Act::Remember(answer)]
    )));
    steps.extend(acts!(
        "chooses {string} at {string}",
        "Clicks on a choice: takes it, or puts it back where several may be taken.",
        |(choice, prompt): (String, String)| (prompt, vec![Act::Choose(choice.into())])
    ));
    steps.extend(acts!("submits {string}", "Submits what was chosen and typed.", |prompt: String| {
        (prompt, vec![Act::Submit])
    }));
    steps.extend(acts!(
        "presses {string} at {string}",
        "Keys, separated by blanks: `Down Down Enter`, `y`, `Ctrl-C`.",
        |(keys, prompt): (Vec<Key>, String)| (prompt, keys.into_iter().map(Act::Key).collect())
    ));
    steps.extend(acts!("types {string} at {string}", "Types a text, key by key, and presses Enter.", |(
        text,
        prompt,
    ): (
        String,
        String
    )| (
        prompt,
        Key::typing(&text).chain([Key::Enter]).map(Act::Key).collect()
    )));
    steps.extend(acts!("pastes {string} at {string}", "Pastes a text where one types, without Enter.", |(
        text,
        prompt,
    ): (
        String,
        String
    )| (
        prompt,
        vec![Act::Paste(text.into())]
    )));
    steps.extend(acts!("cancels {string}", "Cancels, in whatever way the prompt offers.", |prompt: String| {
        (prompt, vec![Act::Cancel])
    }));
    steps.extend(acts!(
        "rejects {string}",
        "Declines to answer, in a system that tells this from a cancel.",
        |prompt: String| { (prompt, vec![Act::Reject]) }
    ));
    steps.extend(others());
    steps
}

/// Acts of which each is one step.
fn others() -> Vec<Step> {
    vec![
        when(
            "if asked again, the person rejects {string}",
            "At the next prompt with that piece after those of the steps before, if there is one. Without such a step, the person \
             does nothing at the first.",
            |draft, prompt: String| {
                let reject = vec![TimedAct { after_ms: 0, act: Act::Reject }];
                let has_acted = draft.scenario.person.iter().any(|rule| rule.prompt == prompt);
                let visits = if has_acted { vec![reject] } else { vec![Vec::new(), reject] };
                draft.scenario.person.push(PersonRule { prompt, visits, optional: true });
                Ok(())
            },
        ),
        when(
            "the person does nothing at {string}",
            "Lets the prompt be. What the next steps do there is done at the next such prompt, or, with `later`, at this one.",
            |draft, prompt: String| {
                visit(draft, prompt, 0, Vec::new());
                Ok(())
            },
        ),
        when(
            "if asked, the person does nothing at {string}",
            "The same where it may be that no such prompt is shown.",
            |draft, prompt: String| {
                visit_if_asked(draft, 0, (prompt, Vec::new()));
                Ok(())
            },
        ),
        when(
            "the person turns {string} down",
            "Declines to answer, in the way that the system has for it.",
            |draft, prompt: String| {
                visit(draft, prompt, 0, vec![draft.system()?.declines.clone()]);
                Ok(())
            },
        ),
        when(
            "{int} ms later the person turns {string} down",
            "The same as one more act at the prompt of a step before, even if it is no longer shown.",
            |draft, (ms, prompt): (u64, String)| {
                let declines = draft.system()?.declines.clone();
                later(draft, &prompt, ms, vec![declines])
            },
        ),
        when(
            "the person enters the secret {string} at {string}",
            "An answer that must never be shown.",
            |draft, (secret, prompt): (String, String)| {
                visit(draft, prompt, 0, vec![Act::Answer(secret.as_str().into())]);
                draft.scenario.secrets.push(secret);
                Ok(())
            },
        ),
        when(
            "the input ends at {string}",
            "The person's input ends while the prompt is shown.",
            |draft, prompt: String| {
                visit(draft, prompt, 0, vec![Act::Eof]);
                Ok(())
            },
        ),
        when(
            "the terminal breaks at {string}",
            "The terminal fails while the prompt is shown.",
            |draft, prompt: String| {
                visit(draft, prompt, 0, vec![Act::Broken]);
                Ok(())
            },
        ),
        when(
            "{int} ms later the input ends at {string}",
            "The same after further acts, at the prompt of a step before.",
            |draft, (ms, prompt): (u64, String)| later(draft, &prompt, ms, vec![Act::Eof]),
        ),
        when(
            "{int} ms later the terminal breaks at {string}",
            "The same after further acts, at the prompt of a step before.",
            |draft, (ms, prompt): (u64, String)| later(draft, &prompt, ms, vec![Act::Broken]),
        ),
        when(
            "the run is to end {word}",
            "done, parked, killed or exited: how the run is expected to end; or settled, for the step below.",
            |draft, end: ExpectedEnd| {
                draft.scenario.end = end;
                Ok(())
            },
        ),
        when(
            "the run may end while the turn waits",
            "Done or parked: whether a turn that nothing follows counts as over is left to the subject.",
            |draft, ()| {
                draft.scenario.end = ExpectedEnd::Settled;
                Ok(())
            },
        ),
        when("nobody answers", "The run is expected to end while it waits for the person or the user.", |draft, ()| {
            draft.scenario.end = ExpectedEnd::Parked;
            Ok(())
        }),
    ]
}

fn visit(draft: &mut Draft, prompt: String, after_ms: u64, acts: Vec<Act>) {
    draft.visit(prompt, acts.into_iter().map(|act| TimedAct { after_ms, act }).collect());
}

/// The same where it may be that no such prompt is shown.
fn visit_if_asked(draft: &mut Draft, after_ms: u64, (prompt, acts): Deed) {
    visit(draft, prompt.clone(), after_ms, acts);
    let rule = draft.scenario.person.iter_mut().find(|rule| rule.prompt == prompt);
    rule.into_iter().for_each(|rule| rule.optional = true);
}

fn later(draft: &mut Draft, prompt: &str, after_ms: u64, more: Vec<Act>) -> Result<(), StepError> {
    let rule = draft.scenario.person.iter_mut().find(|rule| rule.prompt == prompt);
    let acts = rule.and_then(|rule| rule.visits.last_mut());
    let acts = acts.ok_or(format!("nothing is done at a prompt with {prompt:?} before"))?;
    // So long after what was done last; what is due at once is done in order.
    let last = acts.last().map_or(0, |act| act.after_ms);
    acts.extend(more.into_iter().map(|act| TimedAct { after_ms: last.saturating_add(after_ms), act }));
    Ok(())
}
