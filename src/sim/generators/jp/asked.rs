//! The rule of jp that holds each recorded question against what was asked.

use std::collections::BTreeMap;

use crate::model::json::{Text, Value};
use crate::sim::rules::Moment::{Done, Heard, Recorded};
use crate::system::{EffectKind, InputKind};

use crate::{
    model::{
        Op,
        json::{member, text_of},
    },
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, Record, ToolCall, ToolEvent},
};

/// The built-in tool, and the id of its question.
const ASK_USER: (&str, &str) = ("ask_user", "answer");

pub static RECORDED_AS_ASKED: Rule = Rule {
    name: "recorded-as-asked",
    about: "a recorded question has the text, the context and the default that were asked, whole and unchanged",
    requirements: &["REC-16", "REC-39", "ARG-20"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Tool), Done(EffectKind::Call), Recorded("inquiry_request")],
    make: || Box::<RecordedAsAsked>::default(),
};

/// The members of a question that are recorded as they are, by their names in the arguments of the built-in tool and in
/// a record.
const MEMBERS: [(&str, &str); 3] = [("question", "text"), ("context", "context"), ("default", "default")];
/// The other members that a tool's question may have. One with an older member is left out.
const KNOWN: [&str; 7] = ["id", "text", "context", "default", "answer_type", "exclusive", "persistence"];

#[derive(Default, Hash)]
struct RecordedAsAsked {
    executions: BTreeMap<Op, Text>,
    /// What a tool asked last, by the beginning of the id of its inquiry.
    asked: BTreeMap<String, Value>,
}

impl RecordedAsAsked {
    /// What the inquiry `id` asks, with the name of each member in the record.
    fn asked(&self, run_state: &RunState<'_>, id: &str) -> Option<Value> {
        let begins = id.rsplit_once('.')?.0;
        if let Some(question) = self.asked.get(begins) {
            let is_known = question.as_object()?.keys().all(|key| KNOWN.contains(&key.as_str()));
            return is_known.then(|| question.clone());
        }
        let (tool, question) = ASK_USER;
        let call = begins.strip_suffix(question)?.strip_suffix('.')?;
        let arguments = run_state.made.arguments(call, tool)?;
        Some(MEMBERS.iter().filter_map(|(from, to)| Some((*to, member(arguments, from)?.clone()))).collect())
    }
}

impl Check for RecordedAsAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => {
                self.executions.clear();
                self.asked.clear();
            }
            What::Effect(Effect::Call(op, ToolCall { id, .. })) => drop(self.executions.insert(*op, id.into())),
            What::Input(Input::Tool(op, ToolEvent::Asks(question))) => {
                if let (Some(call), Some(id)) = (self.executions.get(op), text_of(question, "id")) {
                    self.asked.insert(format!("{call}.{id}"), question.clone());
                }
            }
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("inquiry_request") => {
                let (Some(id), Some(recorded)) = (text_of(record, "id"), member(record, "question")) else {
                    return Ok(());
                };
                let Some(asked) = self.asked(run_state, id) else { return Ok(()) };
                for (_, name) in MEMBERS {
                    let of = |value| member(value, name).filter(|value| !value.is_null());
                    let (asked, recorded) = (of(&asked), of(recorded));
                    // It is open whether a number or a list may be a text, whether blanks are a question, and whether an
                    // empty context is a context.
                    let is_open = |asked: &Value| match asked {
                        Value::String(text) if name == "text" => text.trim().is_empty(),
                        Value::String(text) => text.is_empty() && name == "context",
                        other => !other.is_boolean(),
                    };
                    if asked.is_some_and(is_open) {
                        continue;
                    }
                    demand(asked == recorded, || {
                        let told = |value: Option<&Value>| value.map_or("nothing".to_owned(), ToString::to_string);
                        format!("{id} is recorded with {} as its {name}, and {} was asked", told(recorded), told(asked))
                    })?;
                }
            }
            What::Input(_) | What::Effect(_) => {}
        }
        Ok(())
    }
}
