//! What the configuration says about a question.

use crate::model::json::Value;

use super::{OracleError, events::member};

/// What the configuration says about a question.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Settings {
    /// The party that must answer.
    pub target: Target,
    /// The fixed answer, if there is one.
    pub answer: Option<Value>,
    /// The label above the question.
    pub label: Option<String>,
}

/// The party that must answer.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Target {
    /// The configuration does not say.
    #[default]
    Unset,
    /// The user.
    User,
    /// The assistant.
    Assistant,
    /// The assistant, with settings of its own.
    Settings,
}

impl Settings {
    /// Adds one more layer of the configuration: an object with `target`, `answer` and `prompt_label`. For each of
    /// these keys, the last layer with a value other than null counts.
    ///
    /// # Errors
    /// If a value is not allowed.
    pub fn overlay(&mut self, layer: &Value) -> Result<(), OracleError> {
        match member(layer, "target") {
            None | Some(Value::Null) => {}
            Some(Value::String(target)) if target == "user" => self.target = Target::User,
            Some(Value::String(target)) if target == "assistant" => self.target = Target::Assistant,
            Some(Value::Object(_)) => self.target = Target::Settings,
            Some(other) => return Err(OracleError::Target(other.clone())),
        }
        match member(layer, "prompt_label") {
            None | Some(Value::Null) => {}
            Some(Value::String(label)) => self.label = Some(label.to_string()),
            Some(other) => return Err(OracleError::Label(other.clone())),
        }
        if let Some(answer) = member(layer, "answer").filter(|answer| !answer.is_null()) {
            self.answer = Some(answer.clone());
        }
        Ok(())
    }
}
