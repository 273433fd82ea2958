//! The rule of jp that holds each further run of a tool against the runs of the same call before it.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Map, Text, Value, json};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use crate::{
    model::{Op, json::text_of},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ToolCall, ToolEvent},
};

pub static OWN_ANSWERS: Rule = Rule {
    name: "own-answers",
    about: "a tool runs again with the arguments of its first run, with all answers that it had, and with no answer to a question of another call",
    requirements: &["I-8", "EXE-20", "EXE-11", "INQ-16"],
    lanes: &[Lane::Tool],
    premises: &[],
    only_simulated: false,
    looks_at: &[
        Heard(InputKind::Begin),
        Heard(InputKind::Tool),
        Heard(InputKind::Signal),
        Done(EffectKind::Call),
        Done(EffectKind::Cancel),
    ],
    make: || Box::<OwnAnswers>::default(),
};

/// The executions, and the questions and arguments of each call.
#[derive(Default, Hash)]
struct OwnAnswers {
    executions: BTreeMap<Op, Text>,
    asked: BTreeMap<Text, BTreeSet<Text>>,
    arguments: BTreeMap<Text, Value>,
    /// The answers with which each call ran last, but for those to what it has asked again since.
    had: BTreeMap<Text, Map>,
}

impl Check for OwnAnswers {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Tool(op, ToolEvent::Asks(question))) => {
                if let (Some(call), Some(id)) = (self.executions.get(op), text_of(question, "id")) {
                    self.asked.entry(call.clone()).or_default().insert(id.into());
                    self.had.get_mut(call).into_iter().for_each(|had| drop(had.remove(id)));
                }
            }
            What::Effect(Effect::Call(op, ToolCall { id, arguments, answers, .. })) => {
                let id = Text::from(id);
                self.executions.insert(*op, id.clone());
                if !run_state.is_made_once(&id) {
                    return Ok(());
                }
                let asked = self.asked.get(&id);
                let foreign = answers.keys().find(|key| asked.is_none_or(|asked| !asked.contains(key.as_str())));
                demand(foreign.is_none(), || {
                    let foreign = foreign.map_or("", |foreign| foreign.as_str());
                    format!("{op} runs {id} with an answer to {foreign:?}, which this call did not ask")
                })
                .map_err(|breach| breach.of(vec!["I-8".to_owned(), "EXE-20".to_owned()]))?;
                let had = self.had.insert(id.clone(), answers.clone()).unwrap_or_default();
                let lost = had.iter().find(|(key, answer)| answers.get(key) != Some(*answer));
                demand(lost.is_none(), || {
                    let (key, answer) = lost.unzip();
                    format!("{op} runs {id} again without the answer {} to {} that it had", json!(answer), json!(key))
                })
                .map_err(|breach| breach.of(vec!["INQ-16".to_owned(), "EXE-20".to_owned()]))?;
                let first = self.arguments.entry(id.clone()).or_insert_with(|| arguments.clone());
                demand(first == arguments, || {
                    format!("{op} runs {id} again with the arguments {arguments}, after a run with {first}")
                })
                .map_err(|breach| breach.of(vec!["EXE-11".to_owned()]))?;
            }
            // After an interrupt a call may be begun anew, without an answer.
            What::Input(Input::Signal(_)) => self.had.clear(),
            // The menu of an interrupt cancels a call only when the restart is chosen, which may be long after.
            What::Effect(Effect::Cancel(op @ Op::Call(_), _)) => {
                if let Some(call) = self.executions.get(op) {
                    self.had.remove(call);
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
