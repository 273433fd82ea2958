//! A tool's question, and how it may be answered.

use crate::model::json::{Text, Value, read_placed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A tool's question (RFD 083, generic enrichments).
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The id among the tool's questions. It is not empty and has no dot, because ids are joined by dots.
    pub id: Text,
    /// The text of the question.
    pub text: Text,
    /// The context, which is shown above the question. Older tools call it `pre_amble`.
    #[serde(default, alias = "pre_amble", skip_serializing_if = "Option::is_none")]
    pub context: Option<Text>,
    /// The type of the answer.
    pub answer_type: AnswerType,
    /// The default in the prompt. The default alone never counts as an answer (RTE-19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Whether only a human may answer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exclusive: bool,
    /// Whether the answer may be reused within the turn.
    #[serde(default, skip_serializing_if = "AnswerReusePolicy::is_turn")]
    pub persistence: AnswerReusePolicy,
}

/// The type of an answer.
#[derive(Clone, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnswerType {
    /// Yes or no.
    Boolean,
    /// One of some texts.
    Select {
        /// The texts, in their order in the prompt.
        options: Vec<String>,
    },
    /// Any text.
    Text,
    /// Any text. It is typed without echo, and recorded without its value (RFD 082).
    Secret,
}

/// Whether an answer may be reused within the turn.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerReusePolicy {
    /// The question is asked every time. The cache is neither read nor written.
    None,
    /// A remembered answer counts until the turn ends.
    #[default]
    Turn,
}

impl AnswerReusePolicy {
    /// Whether this is the default. The default is not written.
    pub fn is_turn(&self) -> bool {
        *self == Self::Turn
    }
}

/// Whether a flag is off, so that it is not written.
pub fn is_false(flag: &bool) -> bool {
    !flag
}

impl AnswerType {
    /// Whether `value` answers a question of this type: its JSON type, and membership for a select.
    pub fn accepts(&self, value: &Value) -> bool {
        match self {
            Self::Boolean => value.is_boolean(),
            Self::Select { options } => value.as_str().is_some_and(|text| options.iter().any(|option| option == text)),
            Self::Text | Self::Secret => value.is_string(),
        }
    }

    /// The type's name, as tools and results write it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Select { .. } => "select",
            Self::Text => "text",
            Self::Secret => "secret",
        }
    }
}

/// Why a tool's question cannot be asked. The model reads the text as the result of the call.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
pub enum QuestionError {
    /// The value is not a question.
    #[error("tool produced an invalid inquiry: {fault} at `{place}`")]
    NotQuestion {
        /// What was expected, and what was found.
        fault: String,
        /// The place in the value.
        place: String,
    },
    /// The id cannot be part of an inquiry's id.
    #[error("tool produced an invalid inquiry: question id must be non-empty and must not contain '.'")]
    Id,
    /// A select has no options, so no answer would fit.
    #[error("tool produced an invalid inquiry: a select must have at least one option")]
    SelectOfNothing,
}

impl Question {
    /// Whether the answer is a secret. A secret is not recorded, and only a human may answer.
    pub const fn is_secret(&self) -> bool {
        matches!(self.answer_type, AnswerType::Secret)
    }

    /// Whether the turn's cache may hold the answer (PER-05, PER-06, PER-14).
    pub const fn is_cacheable(&self) -> bool {
        matches!(self.persistence, AnswerReusePolicy::Turn) && !self.is_secret()
    }

    /// Reads a question as a tool wrote it.
    ///
    /// # Errors
    /// The value is not a question that can be asked.
    pub fn read(raw: Value) -> Result<Self, QuestionError> {
        let question: Self = read_placed(|| &raw).map_err(|error| QuestionError::NotQuestion {
            fault: error.inner().to_string(),
            place: error.path().to_string(),
        })?;
        if question.id.is_empty() || question.id.contains('.') {
            return Err(QuestionError::Id);
        }
        if matches!(&question.answer_type, AnswerType::Select { options } if options.is_empty()) {
            return Err(QuestionError::SelectOfNothing);
        }
        Ok(question)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{AnswerReusePolicy, AnswerType, Question};

    #[test]
    fn question_json_without_new_fields_loads_with_defaults() {
        let question = Question::read(json!({"id": "go", "text": "Go?", "answer_type": {"type": "boolean"}})).unwrap();
        assert!(!question.exclusive);
        assert_eq!(question.persistence, AnswerReusePolicy::Turn);
        assert_eq!(question.context, None);
    }

    #[test]
    fn question_json_omits_default_fields_and_renames_the_preamble() {
        let raw = json!({"id": "go", "text": "Go?", "pre_amble": "why", "answer_type": {"type": "text"},
            "default": null, "exclusive": false, "persistence": "turn"});
        let written = crate::model::json::to_value(Question::read(raw).unwrap()).unwrap();
        assert_eq!(written, json!({"id": "go", "text": "Go?", "context": "why", "answer_type": {"type": "text"}}));
    }

    #[test]
    fn reuse_policy_knows_none_and_turn_alone() {
        let read = |name: &str| crate::model::json::from_value::<AnswerReusePolicy>(json!(name));
        assert_eq!(read("none").unwrap(), AnswerReusePolicy::None);
        assert_eq!(read("turn").unwrap(), AnswerReusePolicy::default());
        assert!(read("session").is_err());
    }

    #[rstest]
    #[case(json!({"id": "", "text": "Go?", "answer_type": {"type": "text"}}), "question id must be non-empty")]
    #[case(json!({"id": "a.b", "text": "Go?", "answer_type": {"type": "text"}}), "must not contain '.'")]
    #[case(json!({"id": "a", "text": "Go?", "answer_type": {"type": "schema"}}), "answer_type")]
    #[case(json!({"id": "a", "answer_type": {"type": "text"}}), "missing field `text`")]
    #[case(json!("a"), "invalid type")]
    #[case(json!({"id": "a", "text": "Go?", "answer_type": {"type": "select", "options": []}}), "at least one option")]
    fn a_question_that_cannot_be_asked_is_refused(#[case] raw: Value, #[case] says: &str) {
        let error = Question::read(raw).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }

    #[rstest]
    #[case(AnswerType::Boolean, json!(true), true)]
    #[case(AnswerType::Boolean, json!("true"), false)]
    #[case(AnswerType::Boolean, json!(1), false)]
    #[case(AnswerType::Text, json!(""), true)]
    #[case(AnswerType::Text, json!(5), false)]
    #[case(AnswerType::Secret, json!("s"), true)]
    #[case(AnswerType::Secret, json!(null), false)]
    #[case(AnswerType::Select { options: vec!["a".into()] }, json!("a"), true)]
    #[case(AnswerType::Select { options: vec!["a".into()] }, json!("A"), false)]
    #[case(AnswerType::Select { options: vec!["true".into()] }, json!(true), false)]
    fn an_answer_is_checked_by_type_and_membership(
        #[case] answer_type: AnswerType,
        #[case] value: Value,
        #[case] accepted: bool,
    ) {
        assert_eq!(answer_type.accepts(&value), accepted);
    }
}
