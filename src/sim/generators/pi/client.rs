//! The rules of pi for what a client is asked, and for the time of an answer.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::entries::{ASK_USER, plain, result};
use crate::{
    model::Millis,
    sim::{
        rules::{Breach, Check, Rule, asked::Calls, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ModelEvent},
};

pub static PUT_AS_ASKED: Rule = Rule {
    name: "put-as-asked",
    about: "a request to the client has the questions and the metadata of a call, whole and unchanged, also after a restart",
    requirements: &["PI-62", "PI-77", "PI-37"],
    lanes: &[Lane::Client],
    premises: &[],
    only_simulated: false,
    make: || Box::<PutAsAsked>::default(),
};

#[derive(Default)]
struct PutAsAsked {
    calls: Calls,
    /// The arguments of the calls that were stored before the run.
    stored: Vec<Value>,
}

impl Check for PutAsAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        self.calls.take(what);
        match what {
            What::Input(Input::Begin(setup)) if run_state.starts < 2 => {
                let parts = setup.stored.iter().filter_map(|entry| entry["message"]["content"].as_array()).flatten();
                self.stored =
                    parts.filter(|part| part["name"] == ASK_USER).map(|part| part["arguments"].clone()).collect();
            }
            What::Effect(Effect::Client(message)) if message["type"] == "ask_user_request" => {
                // Which of two calls with one id is asked is open.
                if !self.calls.are_known() {
                    return Ok(());
                }
                let calls: Vec<Value> = self.calls.all(ASK_USER).chain(self.stored.iter().cloned()).collect();
                // How questions of another shape are read is open.
                let asked: Option<Vec<Vec<Value>>> = calls.iter().map(|call| whole(&call["questions"])).collect();
                let Some(asked) = asked else { return Ok(()) };
                let put = whole(&message["questions"]);
                let mut fitting = calls.iter().zip(&asked).filter(|(_, asked)| Some(*asked) == put.as_ref()).peekable();
                demand(fitting.peek().is_some(), || {
                    format!("the client is asked {}, and the model has asked {}", json!(put), json!(asked))
                })
                .map_err(|breach| breach.of(vec!["PI-62".to_owned(), "PI-37".to_owned()]))?;
                let put = &message["metadata"];
                let is_open = |metadata: &Value| !metadata.is_null() && !metadata.is_object();
                let fits = fitting.any(|(call, _)| call["metadata"] == *put || is_open(&call["metadata"]));
                demand(fits, || format!("the client is asked with the metadata {put}, and no such call has it"))
                    .map_err(|breach| breach.of(vec!["PI-77".to_owned()]))?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}

/// The questions with their options, and whether several may be picked.
fn whole(questions: &Value) -> Option<Vec<Value>> {
    let several = questions.as_array()?.iter().map(|question| question["multiSelect"] == true);
    Some(plain(questions)?.into_iter().zip(several).map(|(question, several)| json!([question, several])).collect())
}

pub static ANSWERED_AT: Rule = Rule {
    name: "answered-at",
    about: "where the first answer of a run has the time of the run, each later one has a time after its call",
    requirements: &["PI-74"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    make: || Box::<AnsweredAt>::default(),
};

#[derive(Default)]
struct AnsweredAt {
    /// Whether the agent tells the time of the run, as its first answer has it.
    is_told: Option<bool>,
    /// When the model made each call.
    called: BTreeMap<String, Millis>,
}

impl Check for AnsweredAt {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let now = run_state.now;
        if let What::Input(Input::Model(_, ModelEvent::Call { id, .. })) = what {
            self.called.entry(id.clone()).or_insert(now);
        }
        let Some((call, message)) = result(what) else { return Ok(()) };
        let Some(time) =
            message.details.filter(|details| details.outcome.answered).and_then(|details| details.answered_at)
        else {
            return Ok(());
        };
        let is_told = *self.is_told.get_or_insert(time == now && now > Millis::default());
        let called = self.called.get(&call).copied().unwrap_or_default();
        demand(!is_told || called <= time && time <= now, || {
            format!("{call} came at {}, its answer is of {}, and is stored at {}", called.0, time.0, now.0)
        })
    }
}
