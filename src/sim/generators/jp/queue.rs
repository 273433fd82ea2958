//! The rule of jp for questions that wait at the same time.

use std::collections::BTreeMap;

use serde_json::json;

use crate::{
    model::json::text_of,
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
    make: || Box::<InTurn>::default(),
};

#[derive(Default)]
struct InTurn {
    /// When each question of a tool was asked last: its place among all questions.
    asked: BTreeMap<u32, usize>,
    /// The place and the number of the latest question that was shown.
    shown: Option<(usize, u32)>,
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
                    self.asked.insert(number, self.count);
                }
            }
            // The assistant may be asked first, and the person afterwards.
            What::Effect(Effect::Request(_, request)) if request.schema.is_some() => {
                if let Some((number, _)) = marks(&request.last_text()).last() {
                    self.asked.remove(&number);
                }
            }
            What::Effect(Effect::Show(op, _)) => {
                let Some(number) = run_state.prompts.get(op).and_then(|facts| facts.asks) else { return Ok(()) };
                let Some(place) = self.asked.get(&number).copied() else { return Ok(()) };
                let passed = self.shown.filter(|(other, _)| *other > place);
                self.shown = self.shown.max(Some((place, number)));
                demand(passed.is_none(), || {
                    let other = passed.map(|(_, number)| number);
                    format!("{op} shows question {number}, after question {} that was asked later", json!(other))
                })?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
