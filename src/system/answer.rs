//! What has arrived of a model's answer.

use serde_json::Value;

use super::{Failure, ModelEvent};

/// A model's answer, as far as it has arrived.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What it reasoned on the way.
    pub reasoning: String,
    /// What it says.
    pub text: String,
    /// Its calls, in order.
    pub calls: Vec<AnswerCall>,
    /// The structured answer.
    pub data: Option<Value>,
    /// Whether it was cut off at the output limit: arguments without their end are no JSON then, or say too little.
    pub cut_off: bool,
}

/// A call in an answer.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
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
pub enum Progress {
    /// More is to come.
    More,
    /// It is over: whole, or cut off at the output limit.
    Whole,
    /// It fails, and nothing follows.
    Failed(Failure),
}

impl Answer {
    /// Takes the next piece.
    pub fn take(&mut self, event: ModelEvent) -> Progress {
        match event {
            ModelEvent::Text(text) => self.text.push_str(&text),
            ModelEvent::Call { id, name } => self.calls.push(AnswerCall { id, name, arguments: String::new() }),
            ModelEvent::Arguments(fragment) => {
                if let Some(call) = self.calls.last_mut() {
                    call.arguments.push_str(&fragment);
                }
            }
            ModelEvent::Reasoning(piece) => self.reasoning.push_str(&piece),
            ModelEvent::Data(data) => self.data = Some(data),
            ModelEvent::Finished => return Progress::Whole,
            ModelEvent::LimitReached => {
                self.cut_off = true;
                return Progress::Whole;
            }
            ModelEvent::Failed(failure) => return Progress::Failed(failure),
        }
        Progress::More
    }
}
