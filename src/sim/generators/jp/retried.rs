//! The rule of jp for requests that are sent again after a failure.

use std::collections::BTreeMap;

use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};
use crate::{
    model::{ModelRequest, Op},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ModelEvent},
};

pub static AS_BEFORE: Rule = Rule {
    name: "retried-as-before",
    about: "a request of an inquiry that is sent again after a failure has the model and the system prompt that it had",
    requirements: &["INQ-26", "INQ-30"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Model), Heard(InputKind::Signal), Done(EffectKind::Request)],
    make: || Box::<AsBefore>::default(),
};

#[derive(Default, Hash)]
struct AsBefore {
    /// The inquiries that are under way.
    sent: BTreeMap<Op, ModelRequest>,
    /// The inquiry that failed last.
    failed: Option<ModelRequest>,
}

impl Check for AsBefore {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_) | Input::Signal(_)) => *self = Self::default(),
            What::Input(Input::Model(op, ModelEvent::Failed(_))) => {
                self.failed = self.sent.remove(op).or(self.failed.take())
            }
            What::Effect(Effect::Request(op, request)) if request.schema.is_some() => {
                self.sent.insert(*op, (**request).clone());
                // Another call may ask the same, and may ask another model.
                let is_same = |failed: &ModelRequest| failed.messages == request.messages;
                let Some(failed) = self.failed.take_if(|failed| is_same(failed)) else { return Ok(()) };
                let kept = failed.model == request.model && failed.system == request.system;
                demand(kept, || {
                    format!(
                        "{op} is sent again to {:?} with the system prompt {:?}, and was sent to {:?} with {:?} before",
                        request.model, request.system, failed.model, failed.system
                    )
                })?;
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
