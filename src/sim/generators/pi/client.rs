//! The rule of pi for what a client is asked.

use crate::model::json::{Value, json};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::entries::{ASK_USER, plain};
use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input},
};

pub static PUT_AS_ASKED: Rule = Rule {
    name: "put-as-asked",
    about: "a request to the client has the questions and the metadata of a call, whole and unchanged, also after a restart",
    requirements: &["PI-62", "PI-77", "PI-37"],
    lanes: &[Lane::Client],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Client)],
    make: || Box::<PutAsAsked>::default(),
};

#[derive(Default, Hash)]
struct PutAsAsked {
    /// The arguments of the calls that were stored before the run.
    stored: Vec<Value>,
}

impl Check for PutAsAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) if run_state.starts < 2 => {
                let parts = setup.stored.iter().filter_map(|entry| entry["message"]["content"].as_array()).flatten();
                self.stored =
                    parts.filter(|part| part["name"] == ASK_USER).map(|part| part["arguments"].clone()).collect();
            }
            What::Effect(Effect::Client(message)) if message["type"] == "ask_user_request" => {
                // Which of two calls with one id is asked is open.
                if !run_state.made.are_known() {
                    return Ok(());
                }
                let made = run_state.made.all(ASK_USER).map(|(_, arguments)| arguments);
                let calls: Vec<&Value> = made.chain(&self.stored).collect();
                // How questions of another shape are read is open.
                let asked: Option<Vec<Vec<Value>>> = calls.iter().map(|call| whole(&call["questions"])).collect();
                let Some(asked) = asked else { return Ok(()) };
                let Some(put) = whole(&message["questions"]) else { return Ok(()) };
                let mut fitting = calls.iter().zip(&asked).filter(|(_, asked)| **asked == put).peekable();
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
