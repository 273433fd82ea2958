//! Rules of what is shown.

use std::collections::BTreeSet;

use super::{Check, Rule, demand};
use crate::{
    model::{Op, Part},
    sim::{
        run_state::{Known, LastInput, RunState},
        workload::marks,
    },
    stage::{End, Observation, What},
    system::{Effect, Offers, Turn},
};

/// I-1, while it runs.
pub static ONE_END: Rule = Rule {
    name: "one-end",
    about: "a question that is settled is neither withdrawn nor shown to be answered again",
    requirements: &["I-1"],
    make: || Box::new(OneEnd),
};

struct OneEnd;

impl Check for OneEnd {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), String> {
        let (op, again) = match what {
            What::Effect(Effect::Cancel(op @ Op::Prompt(_), _)) => (op, "withdrawn"),
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => (op, "shown again"),
            _ => return Ok(()),
        };
        let is_settled = run_state.prompts.get(op).is_some_and(|facts| facts.is_settled);
        demand(!is_settled, || format!("{op} is {again}, and was settled before"))
    }
}

/// I-1, at the end.
pub static COMES_TO_AN_END: Rule = Rule {
    name: "comes-to-an-end",
    about: "once the faults have stopped and everything shown was answered, nothing is left open",
    requirements: &["I-1"],
    make: || Box::new(ComesToAnEnd),
};

struct ComesToAnEnd;

impl Check for ComesToAnEnd {
    fn over(&mut self, run_state: &RunState<'_>, _: &[Observation], end: End) -> Result<(), String> {
        let holds = matches!(end, End::Done | End::Exited | End::Left);
        demand(holds, || {
            let open: Vec<String> = run_state.open.iter().map(ToString::to_string).collect();
            format!(
                "the run ended {}, with {} open",
                end.word(),
                if open.is_empty() { "nothing".to_owned() } else { open.join(", ") }
            )
        })
    }
}

/// I-2.
pub static SECOND_REPLY: Rule = Rule {
    name: "second-reply",
    about: "a second reply to a question changes nothing",
    requirements: &["I-2"],
    make: || Box::new(ChangesNothing(Known::Settled)),
};

/// I-3, as far as prompts go.
pub static FOREIGN_REPLY: Rule = Rule {
    name: "foreign-reply",
    about: "a reply to a question that was never asked changes nothing",
    requirements: &["I-3"],
    make: || Box::new(ChangesNothing(Known::Never)),
};

struct ChangesNothing(Known);

impl Check for ChangesNothing {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), String> {
        let (LastInput::Person(op, known), What::Effect(effect)) = (&run_state.last_input, what) else { return Ok(()) };
        demand(*known != self.0 || matches!(effect, Effect::Refuse(_)), || {
            let why = if *known == Known::Settled { "was settled before" } else { "was never shown" };
            format!("an act at {op}, which {why}, is followed by more than a refusal")
        })
    }
}

/// I-4.
pub static INVALID_NEVER_ASKED: Rule = Rule {
    name: "invalid-never-asked",
    about: "invalid arguments never get as far as a prompt",
    requirements: &["I-4"],
    make: || Box::new(InvalidNeverAsked),
};

struct InvalidNeverAsked;

impl Check for InvalidNeverAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), String> {
        let What::Effect(Effect::Show(op, _)) = what else { return Ok(()) };
        let asks = run_state.prompts.get(op).and_then(|facts| facts.asks);
        let invalid = asks.filter(|asks| run_state.workload.asks.get(asks).is_some_and(|ask| !ask.is_valid));
        demand(invalid.is_none(), || format!("{op} asks question {}, which is not valid", invalid.unwrap_or_default()))
    }
}

/// I-7.
pub static NOTHING_AFTER_THE_END: Rule = Rule {
    name: "nothing-after-the-end",
    about: "once a turn is over, no prompt is left to be answered",
    requirements: &["I-7"],
    make: || Box::new(NothingAfterTheEnd),
};

struct NothingAfterTheEnd;

impl Check for NothingAfterTheEnd {
    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), String> {
        if !matches!(run_state.turn, Some(Turn::Ended(_))) {
            return Ok(());
        }
        let left = open.iter().find(|op| matches!(op, Op::Prompt(_)));
        let seen = run_state.prompts.iter().find(|(_, facts)| facts.seems_to_wait() && facts.acted.is_none());
        let seen = left.or(seen.map(|(op, _)| op));
        demand(seen.is_none(), || {
            format!("the turn is over, and {} is still shown", seen.map(ToString::to_string).unwrap_or_default())
        })
    }
}

/// I-9.
pub static TIME_ANSWERS_NOTHING: Rule = Rule {
    name: "time-answers-nothing",
    about: "a question that is neither answered nor withdrawn goes on waiting, whatever else happens and however long",
    requirements: &["I-9"],
    make: || Box::new(TimeAnswersNothing),
};

struct TimeAnswersNothing;

impl Check for TimeAnswersNothing {
    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), String> {
        if !matches!(run_state.last_input, LastInput::Timer | LastInput::Model | LastInput::Tool | LastInput::File) {
            return Ok(());
        }
        for (op, facts) in &run_state.prompts {
            let ends = !facts.is_settled && !facts.is_withdrawn && !open.contains(op);
            demand(!ends, || format!("{op} is settled, and nobody has answered it or taken it away"))?;
        }
        Ok(())
    }
}

/// I-10.
pub static RESTORED: Rule = Rule {
    name: "restored",
    about: "a question that waits when the subject is killed is shown again, or told to the model, to the client or in what is stored",
    requirements: &["I-10"],
    make: || Box::<Restored>::default(),
};

/// The questions that waited when the subject was killed, and of which nothing has been heard since.
#[derive(Default)]
struct Restored {
    waiting: BTreeSet<u32>,
    lost: BTreeSet<u32>,
}

impl Restored {
    fn hears_of(&mut self, run_state: &RunState<'_>, text: &str) {
        self.lost.retain(|asks| {
            let is_named = marks(text).any(|(number, _)| number == *asks);
            !is_named && !run_state.askers(*asks).any(|call| text.contains(call))
        });
    }
}

impl Check for Restored {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), String> {
        match what {
            What::Input(crate::system::Input::Begin(_)) => self.lost.append(&mut self.waiting),
            What::Effect(effect) if !self.lost.is_empty() => match effect {
                Effect::Show(_, prompt) => {
                    self.hears_of(run_state, &prompt.text);
                    if let Some(request) = &prompt.request {
                        self.hears_of(run_state, &request.to_string());
                    }
                }
                Effect::Record(record) => self.hears_of(run_state, &record.0.to_string()),
                Effect::Client(message) => self.hears_of(run_state, &message.to_string()),
                Effect::Notice(text) => self.hears_of(run_state, text),
                Effect::Request(_, request) => {
                    for part in request.messages.iter().flat_map(|message| &message.parts) {
                        if let Part::Result { id, .. } = part {
                            self.hears_of(run_state, id);
                        }
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), String> {
        let asks = |op: &Op| run_state.prompts.get(op).and_then(|facts| facts.asks);
        self.waiting = open.iter().filter_map(asks).collect();
        Ok(())
    }

    fn over(&mut self, _: &RunState<'_>, _: &[Observation], end: End) -> Result<(), String> {
        let lost = self.lost.first().filter(|_| end == End::Done);
        demand(lost.is_none(), || {
            format!(
                "question {} waited when the subject was killed, and nothing was heard of it since",
                lost.copied().unwrap_or_default()
            )
        })
    }
}
