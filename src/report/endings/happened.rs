//! What happens at a question: the acts of the person, what the other end of its line does, signals, and time that runs out.
//!
//! **Absent here:** what anybody is told of it.

use std::collections::BTreeSet;

use crate::{
    model::{Millis, Op, text::shorten},
    stage::{Observation, What},
    system::{Act, ClientEvent, Effect, Input, Signal, Why},
};

/// The longest line of a client that is shown, in characters.
const LINE_MAX: usize = 160;

/// What happens, in order.
pub fn happened(events: &[Observation]) -> Vec<String> {
    let mut happened = Vec::new();
    let mut given_up: BTreeSet<Op> = BTreeSet::new();
    let mut is_shown = false;
    // When something happened last.
    let mut last = Millis::default();
    // Whether the last input is the last item of the list, so that a refusal is about it.
    let mut is_told = false;
    for event in events {
        let words = match &event.what {
            What::Effect(Effect::Show(..)) => {
                is_shown = true;
                continue;
            }
            What::Effect(Effect::Cancel(op, _)) => {
                given_up.insert(*op);
                continue;
            }
            What::Effect(Effect::Refuse(Why::NotOffered)) => {
                let act = happened.last_mut().filter(|_| is_told);
                act.into_iter().for_each(|act: &mut String| act.push_str(", which is not offered"));
                continue;
            }
            What::Input(Input::Person(_, act)) => Some(format!("the person {}", deed(act))),
            What::Input(Input::Client(ClientEvent::Gone)) => Some("the other end leaves".to_owned()),
            What::Input(Input::Client(ClientEvent::Line(line))) => {
                Some(format!("the other end sends {}", shorten(&line.to_string(), LINE_MAX)))
            }
            What::Input(Input::Signal(signal)) => Some(format!("{} arrives", name(*signal))),
            // A timer of no length is a system's own way to go on, and one that was given up says nothing any more.
            What::Input(Input::Fired(op)) if event.at_ms > last && !given_up.contains(op) => {
                Some(format!("{} ms pass", event.at_ms.0 - last.0))
            }
            What::Input(_) => None,
            What::Effect(_) => continue,
        };
        is_told = words.is_some();
        if let Some(words) = words {
            last = event.at_ms;
            happened.push(words);
        }
    }
    if happened.is_empty() {
        happened.push(if is_shown { "nobody does anything" } else { "nobody is asked" }.to_owned());
    }
    happened
}

/// What the person does, in words.
fn deed(act: &Act) -> String {
    match act {
        Act::Answer(answer) | Act::Remember(answer) => format!("answers {answer}"),
        Act::Key(_) => "presses a key".to_owned(),
        Act::Paste(text) => format!("pastes {text:?}"),
        Act::Choose(choice) => format!("chooses {choice:?}"),
        Act::Submit => "submits".to_owned(),
        Act::Reject => "rejects".to_owned(),
        Act::Cancel => "cancels".to_owned(),
        Act::Eof => "is gone: the input ends".to_owned(),
        Act::Broken => "is gone: the terminal breaks".to_owned(),
    }
}

const fn name(signal: Signal) -> &'static str {
    match signal {
        Signal::Interrupt => "SIGINT",
        Signal::Terminate => "SIGTERM",
        Signal::Quit => "SIGQUIT",
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::happened;
    use crate::{
        model::{Millis, Op, json::json},
        stage::{Lane, Observation, What},
        system::{Act, ClientEvent, Effect, Input, Prompt, Signal, Why},
    };

    fn shows() -> What {
        What::Effect(Effect::Show(Op::Prompt(1), Prompt::default()))
    }

    fn acts(act: Act) -> What {
        What::Input(Input::Person(Op::Prompt(1), act))
    }

    fn fires() -> What {
        What::Input(Input::Fired(Op::Timer(1)))
    }

    #[rstest]
    #[case::nothing(vec![], &["nobody is asked"])]
    #[case::a_question_alone(vec![(0, shows())], &["nobody does anything"])]
    #[case::an_answer(vec![(0, shows()), (5, acts(Act::Answer(json!("left"))))], &["the person answers \"left\""])]
    #[case::an_act_that_is_not_offered(
        vec![(0, shows()), (0, acts(Act::Reject)), (0, What::Effect(Effect::Refuse(Why::NotOffered)))],
        &["the person rejects, which is not offered"]
    )]
    #[case::a_time_limit(vec![(0, shows()), (60, fires())], &["60 ms pass"])]
    #[case::a_time_limit_after_the_client_left(
        vec![(0, shows()), (10, What::Input(Input::Client(ClientEvent::Gone))), (60, fires())],
        &["the other end leaves", "50 ms pass"]
    )]
    #[case::a_timer_of_no_length(vec![(7, acts(Act::Cancel)), (7, fires())], &["the person cancels"])]
    #[case::a_timer_that_was_given_up(
        vec![(0, acts(Act::Cancel)), (0, What::Effect(Effect::Cancel(Op::Timer(1), Why::Superseded))), (60, fires())],
        &["the person cancels"]
    )]
    #[case::a_signal(vec![(0, What::Input(Input::Signal(Signal::Interrupt)))], &["SIGINT arrives"])]
    fn what_happens_is_told_in_order(#[case] run: Vec<(u64, What)>, #[case] expected: &[&str]) {
        let observed = |(at_ms, what)| Observation { seq: 1, at_ms: Millis(at_ms), lane: Lane::Prompt, what };
        let events: Vec<Observation> = run.into_iter().map(observed).collect();
        assert_eq!(happened(&events), expected);
    }
}
