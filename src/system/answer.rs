//! A model's answer, put together from its pieces.

use crate::model::json::{Text, Value};

use super::{Failure, ModelEvent, ReplyEnd};

/// The part of a model's answer that has arrived.
#[derive(Clone, Debug, Default, Hash)]
pub struct Answer {
    /// The model's reasoning.
    pub reasoning: String,
    /// The words for the user.
    pub text: String,
    /// The calls, in order.
    pub calls: Vec<AnswerCall>,
    /// The structured answer.
    pub data: Option<Value>,
    /// How the answer ended. If it was cut off, the last arguments may be invalid JSON, or incomplete.
    pub end: ReplyEnd,
}

/// A call in an answer.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct AnswerCall {
    /// The id that the model gave the call.
    pub id: Text,
    /// The tool.
    pub name: Text,
    /// The text of the arguments. The text may not be valid JSON, because the model writes it.
    pub arguments: String,
}

/// Whether more pieces of the answer will follow.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Progress {
    /// More pieces follow.
    More,
    /// The answer has ended, and has not failed.
    Whole,
    /// The answer has failed. No more pieces follow.
    Failed(Failure),
}

impl Answer {
    /// Adds the next piece.
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
                self.end = ReplyEnd::CutOff;
                return Progress::Whole;
            }
            ModelEvent::Refused => {
                self.end = ReplyEnd::Refused;
                return Progress::Whole;
            }
            ModelEvent::Failed(failure) => return Progress::Failed(failure),
        }
        Progress::More
    }
}
