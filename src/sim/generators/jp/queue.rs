//! The rule of jp for questions that wait at the same time.

use std::collections::{BTreeMap, BTreeSet};

use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};
use crate::{
    model::{Op, json::text_of},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
        workload::marks,
    },
    stage::{Lane, What},
    system::{Effect, Input, ToolEvent},
};

pub static IN_TURN: Rule = Rule {
    name: "in-turn",
    about: "of the questions that wait, the person is shown the one that was asked first",
    requirements: &["PRM-16"],
    lanes: &[Lane::Tool, Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[
        Heard(InputKind::Begin),
        Heard(InputKind::Tool),
        Heard(InputKind::Signal),
        Done(EffectKind::Request),
        Done(EffectKind::Show),
    ],
    make: || Box::<InTurn>::default(),
};

#[derive(Default, Hash)]
struct InTurn {
    /// The place among all questions of each that a tool has asked and the person was not shown since. One that was asked
    /// twice before it was shown has no certain place.
    waiting: BTreeMap<u32, Option<usize>>,
    /// The prompts that were drawn, each with its question.
    drawn: BTreeSet<(Op, u32)>,
    /// The place and the number of the latest question that was shown.
    latest: Option<(usize, u32)>,
    count: usize,
}

impl Check for InTurn {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            // After an interrupt a call may be begun anew.
            What::Input(Input::Begin(_) | Input::Signal(_)) => *self = Self::default(),
            What::Input(Input::Tool(_, ToolEvent::Asks(question))) => {
                let number = text_of(question, "text").and_then(|text| marks(text).next());
                if let Some((number, _)) = number {
                    self.count += 1;
                    let place = (!self.waiting.contains_key(&number)).then_some(self.count);
                    self.waiting.insert(number, place);
                }
            }
            // The assistant may be asked first, and the person afterwards.
            What::Effect(Effect::Request(_, request)) if request.schema.is_some() => {
                if let Some((number, _)) = marks(&request.last_text()).last() {
                    self.waiting.remove(&number);
                }
            }
            What::Effect(Effect::Show(op, _)) => {
                let Some(number) = run_state.prompts.get(op).and_then(|facts| facts.asks) else { return Ok(()) };
                if !self.drawn.insert((*op, number)) {
                    return Ok(());
                }
                let Some(place) = self.waiting.remove(&number).flatten() else { return Ok(()) };
                let passed = self.latest.filter(|(latest, _)| *latest > place);
                demand(passed.is_none(), || {
                    let other = passed.map_or(number, |(_, other)| other);
                    format!("{op} shows question {number}, after question {other} that was asked later")
                })?;
                self.latest = Some((place, number));
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
