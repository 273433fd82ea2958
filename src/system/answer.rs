//! What has arrived of a model's answer.

use serde_json::Value;

use super::{Failure, ModelEvent};

/// A model's answer, as far as it has arrived.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What it says.
    pub text: String,
    /// Its calls, in order.
    pub calls: Vec<AnswerCall>,
    /// The structured answer.
    pub data: Option<Value>,
}

/// A call in an answer.
#[derive(Clone, Debug, Default)]
pub struct AnswerCall {
    /// The model's id of it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The text of the arguments: JSON, where the model writes what it should.
    pub arguments: String,
}

/// What an answer has come to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Heard {
    /// More is to come.
    More,
    /// It is over: whole, or cut off at the output limit.
    Whole,
    /// It fails, and nothing follows.
    Failed(Failure),
}

impl Answer {
    /// Takes the next piece.
    pub fn take(&mut self, event: ModelEvent) -> Heard {
        match event {
            ModelEvent::Text(text) => self.text.push_str(&text),
            ModelEvent::Call { id, name } => self.calls.push(AnswerCall { id, name, arguments: String::new() }),
            ModelEvent::Arguments(fragment) => {
                if let Some(call) = self.calls.last_mut() {
                    call.arguments.push_str(&fragment);
                }
            }
            // No system that reads its answers here hands reasoning back.
            ModelEvent::Reasoning(_) => {}
            ModelEvent::Data(data) => self.data = Some(data),
            // Of an answer that is cut off, there is what it says.
            ModelEvent::Finished | ModelEvent::LimitReached => return Heard::Whole,
            ModelEvent::Failed(failure) => return Heard::Failed(failure),
        }
        Heard::More
    }
}
