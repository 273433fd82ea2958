//! The calls of the model with their arguments, as the model wrote them, for rules that hold a question against its call.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    hash::{Hash, Hasher},
};

use crate::{
    model::{
        Op,
        json::{Text, Value},
    },
    system::ModelEvent,
};

/// The calls of the model so far.
#[derive(Default, Hash)]
pub struct CallsMade {
    /// For each request, the call that its reply began last.
    current: BTreeMap<Op, Text>,
    /// Each call by its id.
    calls: BTreeMap<Text, CallMade>,
    /// The ids that the model used twice.
    twice: BTreeSet<Text>,
}

/// A call of the model.
struct CallMade {
    tool: Text,
    /// The text of the arguments, as far as it came.
    text: String,
    /// The arguments, once somebody has asked for them; `None` if they are not JSON.
    arguments: OnceCell<Option<Value>>,
}

/// The arguments follow from their text.
impl Hash for CallMade {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.tool, &self.text).hash(state);
    }
}

impl CallMade {
    fn arguments(&self) -> Option<&Value> {
        self.arguments.get_or_init(|| serde_json::from_str(&self.text).ok()).as_ref()
    }
}

impl CallsMade {
    /// Takes in an event of a reply.
    pub fn take(&mut self, op: Op, event: &ModelEvent) {
        match event {
            ModelEvent::Call { id, name } => {
                let id = id.clone();
                let call = CallMade { tool: name.clone(), text: String::new(), arguments: OnceCell::new() };
                if self.calls.insert(id.clone(), call).is_some() {
                    self.twice.insert(id.clone());
                }
                self.current.insert(op, id);
            }
            ModelEvent::Arguments(piece) => {
                if let Some(call) = self.current.get(&op).and_then(|id| self.calls.get_mut(id)) {
                    call.text.push_str(piece);
                    call.arguments.take();
                }
            }
            _ => {}
        }
    }

    /// The call that the reply to a request began last, and the text of its arguments, as far as it came.
    pub fn current(&self, op: Op) -> Option<(&Text, &str)> {
        let id = self.current.get(&op)?;
        Some((id, &self.calls.get(id)?.text))
    }

    /// The arguments of the call `id`, if it is a call of `tool`, the only one with this id, and they are JSON.
    pub fn arguments(&self, id: &str, tool: &str) -> Option<&Value> {
        self.calls.get(id).filter(|call| call.tool == tool && !self.twice.contains(id))?.arguments()
    }

    /// The arguments of every call of `tool`, as far as they are JSON: as a text, and read.
    pub fn all(&self, tool: &str) -> impl Iterator<Item = (&str, &Value)> {
        let calls = self.calls.values().filter(move |call| call.tool == tool);
        calls.filter_map(|call| Some((call.text.as_str(), call.arguments()?)))
    }

    /// The arguments of every call, as far as they are JSON.
    pub fn every(&self) -> impl Iterator<Item = &Value> {
        self.calls.values().filter_map(CallMade::arguments)
    }

    /// Whether the arguments of every call are known: no id came twice, and all of them are JSON.
    pub fn are_known(&self) -> bool {
        self.twice.is_empty() && self.calls.values().all(|call| call.arguments().is_some())
    }
}
