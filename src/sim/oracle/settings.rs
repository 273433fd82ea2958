//! What the configuration says of a question.

use serde_json::Value;

use super::{OracleError, events::member};

/// What the configuration says of a question.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Settings {
    /// Who is to answer.
    pub target: Target,
    /// The answer, where it is fixed.
    pub answer: Option<Value>,
    /// What stands above the question.
    pub label: Option<String>,
}

/// Who is to answer.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Target {
    /// Nothing is said of it.
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
    /// Takes over what one more layer of the configuration says of the question: an object with `target`, `answer` and
    /// `prompt_label`, of which the last layer that has one counts. What is null says nothing.
    ///
    /// # Errors
    /// Where it says what no question can be configured to.
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
            Some(Value::String(label)) => self.label = Some(label.clone()),
            Some(other) => return Err(OracleError::Label(other.clone())),
        }
        if let Some(answer) = member(layer, "answer").filter(|answer| !answer.is_null()) {
            self.answer = Some(answer.clone());
        }
        Ok(())
    }
}
