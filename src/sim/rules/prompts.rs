//! Rules for prompts.

use std::collections::BTreeSet;

use super::Moment::{AnyEffect, Done, Heard, Over, Parked};
use super::{Breach, Check, Rule, demand};
use crate::model::json::Value;
use crate::system::{EffectKind, InputKind};
use crate::{
    model::{Op, Part},
    sim::{
        run_state::{Known, LastInput, RunState},
        texts,
        workload::marks,
    },
    stage::{End, Lane, Observation, What},
    system::{Effect, Offers, Record, Turn},
};

/// I-1, during the run.
pub static ONE_END: Rule = Rule {
    name: "one-end",
    about: "a question that is settled is not withdrawn, and not shown again as one to be answered",
    requirements: &["I-1"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Show), Done(EffectKind::Cancel)],
    make: || Box::new(OneEnd),
};

#[derive(Hash)]
struct OneEnd;

impl Check for OneEnd {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let (op, again) = match what {
            What::Effect(Effect::Cancel(op @ Op::Prompt(_), _)) => (op, "withdrawn"),
            What::Effect(Effect::Show(op, prompt)) if prompt.offers != Offers::default() => (op, "shown again"),
            _ => return Ok(()),
        };
        let is_settled = run_state.prompts.get(op).is_some_and(|facts| facts.is_settled);
        demand(!is_settled, || format!("{op} is {again} after it was settled"))
    }
}

/// I-1, at the end of the run.
pub static COMES_TO_AN_END: Rule = Rule {
    name: "comes-to-an-end",
    about: "after the faults have stopped and every prompt was answered, nothing is left open",
    requirements: &["I-1"],
    lanes: &[Lane::Turn],
    premises: &[],
    only_simulated: true,
    looks_at: &[Over],
    make: || Box::new(ComesToAnEnd),
};

#[derive(Hash)]
struct ComesToAnEnd;

impl Check for ComesToAnEnd {
    fn over(&mut self, run_state: &RunState<'_>, _: &[Observation], end: End) -> Result<(), Breach> {
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
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[AnyEffect, Parked],
    make: || Box::new(ChangesNothing::at(Known::Settled)),
};

/// I-3, for prompts.
pub static FOREIGN_REPLY: Rule = Rule {
    name: "foreign-reply",
    about: "a reply to a question that was never asked changes nothing",
    requirements: &["I-3"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[AnyEffect, Parked],
    make: || Box::new(ChangesNothing::at(Known::Never)),
};

/// Watches what follows from an act at a prompt that is in a certain state.
#[derive(Hash)]
struct ChangesNothing {
    state: Known,
    /// The first effect of this act that is right only beside a refusal.
    beside: Option<&'static str>,
    is_refused: bool,
}

impl ChangesNothing {
    const fn at(state: Known) -> Self {
        Self { state, beside: None, is_refused: false }
    }

    fn breach(&self, op: Op, does: &str) -> Breach {
        let why = if self.state == Known::Settled { "was settled" } else { "was never shown" };
        Breach::new(format!("after an act at {op}, which {why}, the subject {does}"))
    }
}

impl Check for ChangesNothing {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let (LastInput::Person(op, known), What::Effect(effect)) = (&run_state.last_input, what) else { return Ok(()) };
        if *known != self.state {
            return Ok(());
        }
        // What is told, stored or drawn once more beside a refusal is free.
        let beside = match effect {
            Effect::Refuse(_) => {
                self.is_refused = true;
                return Ok(());
            }
            Effect::Notice(_) => Some("tells something"),
            Effect::Record(_) => Some("stores something"),
            Effect::Show(shown, prompt) => {
                let is_harmless = prompt.offers == Offers::default() || run_state.open.contains(shown);
                is_harmless.then_some("draws something")
            }
            Effect::Request(..)
            | Effect::Call(..)
            | Effect::File(..)
            | Effect::Timer(..)
            | Effect::Cancel(..)
            | Effect::Client(_)
            | Effect::Turn(_)
            | Effect::Exit(_) => None,
        };
        let beside = beside.ok_or_else(|| self.breach(*op, "does more than refuse it"))?;
        self.beside.get_or_insert(beside);
        Ok(())
    }

    fn parked(&mut self, run_state: &RunState<'_>, _: &[Op]) -> Result<(), Breach> {
        let is_refused = std::mem::take(&mut self.is_refused);
        match (self.beside.take(), &run_state.last_input) {
            (Some(beside), LastInput::Person(op, _)) if !is_refused => {
                Err(self.breach(*op, &format!("{beside}, and does not refuse it")))
            }
            _ => Ok(()),
        }
    }
}

/// I-4.
pub static INVALID_NEVER_ASKED: Rule = Rule {
    name: "invalid-never-asked",
    about: "a call with invalid arguments never leads to a prompt",
    requirements: &["I-4"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Show)],
    make: || Box::new(InvalidNeverAsked),
};

#[derive(Hash)]
struct InvalidNeverAsked;

impl Check for InvalidNeverAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Show(op, _)) = what else { return Ok(()) };
        let asks = run_state.prompts.get(op).and_then(|facts| facts.asks);
        let invalid = asks.filter(|asks| run_state.workload.asks.get(asks).is_some_and(|ask| !ask.is_valid));
        demand(invalid.is_none(), || format!("{op} asks question {}, which is not valid", invalid.unwrap_or_default()))
    }
}

/// I-7.
pub static NOTHING_AFTER_THE_END: Rule = Rule {
    name: "nothing-after-the-end",
    about: "after the end of a turn, no prompt waits for an answer",
    requirements: &["I-7"],
    lanes: &[Lane::Prompt, Lane::Turn],
    premises: &[],
    only_simulated: false,
    looks_at: &[Parked],
    make: || Box::new(NothingAfterTheEnd),
};

#[derive(Hash)]
struct NothingAfterTheEnd;

impl Check for NothingAfterTheEnd {
    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), Breach> {
        if !matches!(run_state.turn, Some(Turn::Ended(_))) {
            return Ok(());
        }
        let waiting = open.iter().find(|op| matches!(op, Op::Prompt(_)));
        let shown = run_state.prompts.iter().find(|(_, facts)| facts.seems_to_wait() && facts.acted.is_none());
        let left = waiting.or(shown.map(|(op, _)| op));
        demand(left.is_none(), || {
            format!("the turn is over, and {} is still shown", left.map(ToString::to_string).unwrap_or_default())
        })
    }
}

/// I-9.
pub static TIME_ANSWERS_NOTHING: Rule = Rule {
    name: "time-answers-nothing",
    about: "a question waits until it is answered or withdrawn, however long that takes and whatever else happens",
    requirements: &["I-9"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Parked],
    make: || Box::new(TimeAnswersNothing),
};

#[derive(Hash)]
struct TimeAnswersNothing;

impl Check for TimeAnswersNothing {
    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), Breach> {
        if !matches!(run_state.last_input, LastInput::Timer | LastInput::Model | LastInput::Tool | LastInput::File) {
            return Ok(());
        }
        for (op, facts) in &run_state.prompts {
            let ends = !facts.is_settled && !facts.is_withdrawn && !open.contains(op);
            demand(!ends, || format!("{op} is settled, although it was neither answered nor withdrawn"))?;
        }
        Ok(())
    }
}

/// I-10.
pub static RESTORED: Rule = Rule {
    name: "restored",
    about: "a question that waits when the subject is killed is shown again, or is mentioned to the model, the client or the user, or in a record",
    requirements: &["I-10"],
    lanes: &[Lane::Prompt, Lane::Record, Lane::Client, Lane::Model, Lane::Turn],
    premises: &[],
    only_simulated: true,
    looks_at: &[Heard(InputKind::Begin), AnyEffect, Parked, Over],
    make: || Box::<Restored>::default(),
};

/// Watches the questions that waited when the subject was killed.
#[derive(Default, Hash)]
struct Restored {
    /// The questions that wait now.
    waiting: BTreeSet<u32>,
    /// The questions that waited when the subject was killed and were not mentioned since.
    unmentioned: BTreeSet<u32>,
}

/// Whether `text` mentions a question, by a marker or by the id of its call.
fn mentions(run_state: &RunState<'_>, text: &str, question: u32) -> bool {
    marks(text).any(|(number, _)| number == question) || run_state.askers(question).any(|call| text.contains(call))
}

/// Whether a text of a value mentions a question.
fn mentions_in(run_state: &RunState<'_>, value: &Value, question: u32) -> bool {
    let mut is_mentioned = false;
    texts::of_value(value, &mut |text| is_mentioned |= mentions(run_state, text, question));
    is_mentioned
}

impl Restored {
    /// Takes out the questions that `text` mentions.
    fn mention(&mut self, run_state: &RunState<'_>, text: &str) {
        self.unmentioned.retain(|question| !mentions(run_state, text, *question));
    }

    /// A record that follows from an act at a question, and mentions it, has its end: the question waits no more, even if
    /// the subject is killed right after.
    fn stored(&mut self, run_state: &RunState<'_>, record: &Record) {
        let LastInput::Person(op, Known::Open) = &run_state.last_input else { return };
        let question = run_state.prompts.get(op).and_then(|facts| facts.asks);
        let waits = question.filter(|question| self.waiting.contains(question));
        if let Some(question) = waits.filter(|question| mentions_in(run_state, &record.0, *question)) {
            self.waiting.remove(&question);
        }
    }
}

impl Check for Restored {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(crate::system::Input::Begin(_)) => self.unmentioned.append(&mut self.waiting),
            What::Effect(Effect::Record(record)) => {
                self.stored(run_state, record);
                if !self.unmentioned.is_empty() {
                    self.mention(run_state, &record.0.to_string());
                }
            }
            What::Effect(effect) if !self.unmentioned.is_empty() => match effect {
                Effect::Show(_, prompt) => {
                    self.mention(run_state, &prompt.text);
                    if let Some(request) = &prompt.request {
                        self.mention(run_state, &request.to_string());
                    }
                }
                Effect::Client(message) => self.mention(run_state, &message.to_string()),
                Effect::Notice(text) => self.mention(run_state, text),
                Effect::Request(_, request) => {
                    let parts = request.messages.iter().flat_map(|message| &message.parts);
                    parts.filter_map(Part::result_id).for_each(|id| self.mention(run_state, id));
                }
                Effect::Call(..)
                | Effect::File(..)
                | Effect::Timer(..)
                | Effect::Cancel(..)
                | Effect::Record(_)
                | Effect::Refuse(_)
                | Effect::Turn(_)
                | Effect::Exit(_) => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), Breach> {
        let asks = |op: &Op| run_state.prompts.get(op).and_then(|facts| facts.asks);
        self.waiting = open.iter().filter_map(asks).collect();
        Ok(())
    }

    fn over(&mut self, _: &RunState<'_>, _: &[Observation], end: End) -> Result<(), Breach> {
        let lost = self.unmentioned.first().filter(|_| end == End::Done);
        demand(lost.is_none(), || {
            format!(
                "question {} waited when the subject was killed, and was not mentioned since",
                lost.copied().unwrap_or_default()
            )
        })
    }
}
