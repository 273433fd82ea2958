//! The rules that hold only for DeepChat.

use std::collections::BTreeMap;

use crate::sim::rules::Moment::{AnyInput, Done, Heard, Parked};
use crate::system::{EffectKind, InputKind};
use crate::{
    model::{Op, Part, Role},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::{LastInput, PromptFacts, RunState},
        workload::marks,
    },
    stage::{Lane, What},
    system::{
        Effect, Input, ModelEvent, Offers, Record,
        deepchat::persisted::{self, ASKED, StoredQuestion},
    },
};

pub const ALL: &[&Rule] = &[&TURN_BOUNDARY, &STANDALONE, &FIRST_COME, &MESSAGES_ARE_GIVEN, &RESOLVED_STAYS];

static TURN_BOUNDARY: Rule = Rule {
    name: "turn-boundary",
    about: "while a question waits, no request goes to the model",
    requirements: &["DC-19"],
    lanes: &[Lane::Model, Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[AnyInput, Done(EffectKind::Request), Parked],
    make: || Box::<TurnBoundary>::default(),
};

/// The request that was sent since the last input.
#[derive(Default, Hash)]
struct TurnBoundary(Option<Op>);

impl Check for TurnBoundary {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(_) => self.0 = None,
            What::Effect(Effect::Request(op, _)) => self.0 = Some(*op),
            What::Effect(_) => {}
        }
        Ok(())
    }

    fn parked(&mut self, _: &RunState<'_>, open: &[Op]) -> Result<(), Breach> {
        let waiting = open.iter().find(|op| matches!(op, Op::Prompt(_)));
        match (self.0, waiting) {
            (Some(request), Some(prompt)) => Err(Breach::new(format!("{request} is sent while {prompt} waits"))),
            _ => Ok(()),
        }
    }
}

static STANDALONE: Rule = Rule {
    name: "standalone",
    about: "in profile seed, a question is asked only if it is the only call of the model's reply",
    requirements: &["DC-20", "DC-21", "DC-22"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Model), Done(EffectKind::Show)],
    make: || Box::<Standalone>::default(),
};

/// How many calls the last reply has.
#[derive(Default, Hash)]
struct Standalone {
    request: Option<Op>,
    calls: u32,
}

impl Check for Standalone {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Model(op, event)) => {
                if self.request != Some(*op) {
                    (self.request, self.calls) = (Some(*op), 0);
                }
                self.calls += u32::from(matches!(event, ModelEvent::Call { .. }));
            }
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Effect(Effect::Show(op, _))
                if run_state.workload.setup.profile.is_empty() && run_state.last_input == LastInput::Model =>
            {
                return demand(self.calls <= 1, || format!("{op} is shown, and its call is one of {}", self.calls));
            }
            _ => {}
        }
        Ok(())
    }
}

static FIRST_COME: Rule = Rule {
    name: "first-come",
    about: "questions that wait at the same time are settled in the order in which they were asked",
    requirements: &["DC-26"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Show), Parked],
    make: || Box::new(FirstCome),
};

#[derive(Hash)]
struct FirstCome;

/// A prompt for which `holds`, and whose question was asked before that of `later`. Cards may be drawn in any order, so
/// only the numbers of the questions tell.
fn before(run_state: &RunState<'_>, later: Op, holds: impl Fn(Op, &PromptFacts) -> bool) -> Option<Op> {
    let question = run_state.prompts.get(&later)?.asks?;
    let mut earlier = run_state.prompts.iter().filter(|(_, facts)| facts.asks.is_some_and(|asks| asks < question));
    earlier.find(|(op, facts)| holds(**op, facts)).map(|(op, _)| *op)
}

impl Check for FirstCome {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        // A card without offers is settled.
        let What::Effect(Effect::Show(op, prompt)) = what else { return Ok(()) };
        if prompt.offers != Offers::default() {
            return Ok(());
        }
        before(run_state, *op, |_, facts| facts.seems_to_wait())
            .map_or(Ok(()), |first| Err(Breach::new(format!("{op} is shown as settled before {first}"))))
    }

    fn parked(&mut self, run_state: &RunState<'_>, open: &[Op]) -> Result<(), Breach> {
        for settled in run_state.open.iter().filter(|op| matches!(op, Op::Prompt(_)) && !open.contains(op)) {
            if let Some(first) = before(run_state, *settled, |op, _| open.contains(&op)) {
                return Err(Breach::new(format!("{settled} is settled before {first}")));
            }
        }
        Ok(())
    }
}

static MESSAGES_ARE_GIVEN: Rule = Rule {
    name: "messages-are-given",
    about: "the user's messages to the model have only answers that some party gave",
    requirements: &["DC-37", "I-5"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(MessagesAreGiven),
};

#[derive(Hash)]
struct MessagesAreGiven;

impl Check for MessagesAreGiven {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else { return Ok(()) };
        let Some(last) = request.messages.last().filter(|message| message.role == Role::User) else { return Ok(()) };
        for part in &last.parts {
            let Part::Text(text) = part else { continue };
            for mark in marks(text).filter(|(_, which)| *which > 0) {
                demand(run_state.given.contains(&mark), || {
                    format!("{op} has the user say the answer [{}.{}], which nobody gave", mark.0, mark.1)
                })?;
            }
        }
        Ok(())
    }
}

static RESOLVED_STAYS: Rule = Rule {
    name: "resolved-stays",
    about: "a question that is stored as answered or rejected stays so",
    requirements: &["DC-36"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Record)],
    make: || Box::<ResolvedStays>::default(),
};

/// The stored state of each question, by message, call and index.
#[derive(Default, Hash)]
struct ResolvedStays(BTreeMap<(String, String, usize), String>);

impl Check for ResolvedStays {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Record(Record(message))) = what else { return Ok(()) };
        for StoredQuestion { message, at, call, resolution } in persisted::questions(message) {
            if let Some(before) = self.0.insert((message.to_string(), call.to_string(), at), resolution.clone()) {
                demand(before == ASKED || before == resolution, || {
                    format!("the question of {call:?} was {before}, and is {resolution} now")
                })?;
            }
        }
        Ok(())
    }
}
