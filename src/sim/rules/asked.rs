//! The calls of the model with their arguments, as the model wrote them, for rules that hold a question against its call.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Text, Value};

use crate::{
    model::Op,
    stage::What,
    system::{Input, ModelEvent},
};

/// The calls of the model so far.
#[derive(Default)]
pub struct Calls {
    /// For each request, the call that its reply began last.
    current: BTreeMap<Op, Text>,
    /// The name and the arguments of each call, as far as they came.
    calls: BTreeMap<Text, (Text, String)>,
    /// The ids that the model used twice.
    twice: BTreeSet<Text>,
}

impl Calls {
    /// Takes in one observation.
    pub fn take(&mut self, what: &What) {
        let What::Input(Input::Model(op, event)) = what else { return };
        match event {
            ModelEvent::Call { id, name } => {
                let id = Text::from(id);
                if self.calls.insert(id.clone(), (name.into(), String::new())).is_some() {
                    self.twice.insert(id.clone());
                }
                self.current.insert(*op, id);
            }
            ModelEvent::Arguments(piece) => {
                let call = self.current.get(op).and_then(|id| self.calls.get_mut(id));
                call.into_iter().for_each(|(_, arguments)| arguments.push_str(piece));
            }
            _ => {}
        }
    }

    /// The arguments of the call `id`, if it is a call of `tool`, the only one with this id, and they are JSON.
    pub fn arguments(&self, id: &str, tool: &str) -> Option<Value> {
        let (_, arguments) = self.calls.get(id).filter(|(name, _)| name == tool && !self.twice.contains(id))?;
        serde_json::from_str(arguments).ok()
    }

    /// The arguments of every call of `tool`, as far as they came.
    pub fn texts(&self, tool: &str) -> impl Iterator<Item = &str> {
        self.calls.values().filter(move |(name, _)| name == tool).map(|(_, arguments)| arguments.as_str())
    }

    /// The arguments of every call of `tool`, as far as they are JSON.
    pub fn all(&self, tool: &str) -> impl Iterator<Item = Value> {
        self.texts(tool).filter_map(|arguments| serde_json::from_str(arguments).ok())
    }

    /// Whether the arguments of every call are known: no id came twice, and all of them are JSON.
    pub fn are_known(&self) -> bool {
        let mut arguments = self.calls.values().map(|(_, arguments)| arguments);
        self.twice.is_empty() && arguments.all(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok())
    }
}
