//! What the tools of a server ask, and what they are told.

use std::collections::BTreeMap;

use crate::{
    model::{Op, rpc::text},
    sim::{
        rules::{Breach, Check, demand},
        run_state::RunState,
        workload::marks_in,
    },
    stage::What,
    system::{Effect, Input, ToolEvent, ToolQuestion, Turn},
};

/// Whatever a tool is told as accepted was given by somebody.
#[derive(Hash)]
pub struct Given;

impl Check for Given {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Call(_, call)) = what else { return Ok(()) };
        for (question, answer) in &call.answers {
            let given = |mark| run_state.given.contains(&mark);
            let is_made_up = text(answer, "action") == Some("accept") && !marks_in(answer).into_iter().all(given);
            demand(!is_made_up, || {
                format!("{} is told {answer} of {}, which nobody gave", call.name, question.as_str())
            })?;
        }
        Ok(())
    }
}

/// When a turn is over, no question of a tool is open.
#[derive(Default, Hash)]
pub struct NoneOpen {
    /// The call of each execution that was not given up, by the model's id.
    calls: BTreeMap<Op, String>,
    /// The executions that ask, each with the id of the question.
    asking: BTreeMap<Op, String>,
}

impl Check for NoneOpen {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Tool(op, ToolEvent::Asks(asked))) if self.calls.contains_key(op) => {
                self.asking.extend(ToolQuestion::read(asked).map(|question| (*op, question.id)));
            }
            What::Effect(Effect::Call(op, call)) => {
                let goes_on = |asks: &Op| self.calls.get(asks).is_some_and(|id| *id == call.id);
                self.asking.retain(|asks, question| !(goes_on(asks) && call.answers.contains_key(question.as_str())));
                self.calls.insert(*op, call.id.to_string());
            }
            What::Effect(Effect::Cancel(op, _)) => {
                self.calls.remove(op);
                self.asking.remove(op);
            }
            What::Effect(Effect::Turn(Turn::Ended(_))) => {
                let open = self.asking.first_key_value();
                if let Some((op, question)) = open {
                    return Err(Breach::new(format!("the turn is over, and {op} still asks {question:?}")));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
