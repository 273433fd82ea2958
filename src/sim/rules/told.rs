//! What the model is told of a call, held against what it was told of it before.

use std::collections::BTreeMap;

use super::{Breach, Check, demand};
use crate::{
    model::ModelRequest,
    sim::run_state::RunState,
    stage::What,
    system::{Effect, Input},
};

/// Whether a request has at most one call with this id. The results of two calls with one id cannot be told apart.
pub fn is_one_call(request: &ModelRequest, id: &str) -> bool {
    request.calls().filter(|(call, ..)| *call == id).count() < 2
}

/// A result that a request has once is the same in every later request. A call whose id occurs twice is left out.
#[derive(Default, Hash)]
pub struct ToldAgain(BTreeMap<String, String>);

impl Check for ToldAgain {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => self.0.clear(),
            What::Effect(Effect::Request(op, request)) => {
                for (id, content, _) in request.results() {
                    if !is_one_call(request, id) || !run_state.is_made_once(id) {
                        continue;
                    }
                    let first = self.0.entry(id.to_owned()).or_insert_with(|| content.to_owned());
                    demand(first == content, || {
                        format!("{op} has the result {content:?} of {id}, and the model was told {first:?} before")
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
