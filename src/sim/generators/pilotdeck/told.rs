//! What the model is told of a question, held against what is stored of it.

use std::collections::BTreeMap;

use crate::{
    model::{Op, Part, json::Text},
    sim::{
        rules::{
            Breach, Check,
            Moment::{Done, Heard, Recorded},
            Rule, demand,
            told::is_one_call,
        },
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{
        Effect, EffectKind, Input, InputKind, Record,
        pilotdeck::{
            config::{Config, RunKind},
            definition::{RESULT_BYTES_MAX, is_nearly_named},
            persisted::{self, Stored, StoredResult},
        },
    },
};

/// Each request tells a stored result, so it tells it the same each time, and after a restart.
pub static TOLD_AS_STORED: Rule = Rule {
    name: "told-as-stored",
    about: "in every request, also after a restart, the result of a question has the text that is stored, or the message of each stored error and the mark of an error",
    requirements: &["PD-41", "PD-46", "PD-69"],
    lanes: &[Lane::Model, Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Request), Recorded("tool_result"), Recorded("tool_error")],
    make: || Box::<ToldAsStored>::default(),
};

#[derive(Default, Hash)]
struct ToldAsStored {
    /// What the subject stored of each call, by its id.
    stored: BTreeMap<Text, StoredResult>,
    /// Whether nobody is there. What the model is told of answers is not judged then.
    is_cron: bool,
}

impl ToldAsStored {
    fn told(
        &self,
        run_state: &RunState<'_>,
        op: Op,
        (id, content, is_error): (&str, &str, bool),
    ) -> Result<(), Breach> {
        let Some(stored) = self.stored.get(id) else { return Ok(()) };
        let words = |word: &str| {
            demand(content.contains(word), || format!("{op} tells {content:?} of {id}, and {word:?} is stored"))
        };
        match stored {
            // Of a longer result, either may be shortened.
            StoredResult::Done(text) => {
                demand(content == text || text.len().max(content.len()) > RESULT_BYTES_MAX, || {
                    format!("{op} tells {content:?} of {id}, and {text:?} is stored")
                })
                .map_err(|breach| breach.of(vec!["PD-46".to_owned(), "PD-69".to_owned()]))?
            }
            StoredResult::Failed(_, error) if error.issues.is_empty() => words(&error.message)?,
            StoredResult::Failed(_, error) => error.issues.iter().try_for_each(|issue| words(&issue.message))?,
        }
        let failed = matches!(stored, StoredResult::Failed(..));
        demand(is_error == failed || !run_state.marks_errors, || {
            let word = |is_error: bool| if is_error { "an error" } else { "a success" };
            format!("{op} tells the result of {id} as {}, and {} is stored", word(is_error), word(failed))
        })
    }
}

impl Check for ToldAsStored {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Effect(Effect::Record(Record(record))) => {
                if let Ok(Stored::Result(id, result)) = persisted::read(0, record) {
                    self.stored.insert(id, result);
                }
            }
            What::Input(Input::Begin(setup)) => {
                self.is_cron = Config::of_run(setup).is_some_and(|config| config.run == RunKind::Cron);
            }
            What::Effect(Effect::Request(op, request)) if !self.is_cron => {
                let is_question = |id: &str| {
                    request.calls().any(|(call, name, _)| call == id && is_nearly_named(name))
                        && is_one_call(request, id)
                };
                let is_one = |id: &str| run_state.is_made_once(id);
                // What the request before has, too, was looked at then.
                let new = request.messages.iter().skip(run_state.shared.messages);
                for part in new.flat_map(|message| &message.parts) {
                    if let Part::Result { id, content, is_error } = part
                        && self.stored.contains_key(id.as_str())
                        && is_one(id)
                        && is_question(id)
                    {
                        self.told(run_state, *op, (id, content, *is_error))?;
                    }
                }
            }
            // After a restart, what was stored before it still counts.
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
