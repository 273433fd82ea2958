//! The recording boundary: turns a tool's question into the stored one.
//!
//! The stored shapes do not depend on tools. Only this file knows both (REC-33).

use crate::model::json::{Text, Value};

use super::{
    persisted::{InquiryAnswerReusePolicy, InquiryAnswerType, InquiryQuestion, SelectOption},
    question::{AnswerReusePolicy, AnswerType, Question},
};

/// The stored form of `question` (REC-16, REC-39).
pub fn stored(question: &Question) -> InquiryQuestion {
    InquiryQuestion {
        text: question.text.clone(),
        answer_type: answer_type(&question.answer_type),
        default: question.default.clone(),
        context: question.context.clone(),
        exclusive: question.exclusive,
        persistence: match question.persistence {
            AnswerReusePolicy::None => InquiryAnswerReusePolicy::None,
            AnswerReusePolicy::Turn => InquiryAnswerReusePolicy::Turn,
        },
    }
}

fn answer_type(answer_type: &AnswerType) -> InquiryAnswerType {
    match answer_type {
        AnswerType::Boolean => InquiryAnswerType::Boolean,
        AnswerType::Text => InquiryAnswerType::Text,
        AnswerType::Secret => InquiryAnswerType::Secret,
        AnswerType::Select { options } => {
            let stored = |option: &String| SelectOption { value: Value::from(option.as_str()), description: None };
            InquiryAnswerType::Select { options: options.iter().map(stored).collect() }
        }
    }
}

/// The id of an inquiry: call, question and attempt. Attempts are counted from 1 in each turn (REC-04 to REC-06).
/// Readers do not look into the id.
pub fn inquiry_id(call: &str, question: &str, attempt: u32) -> Text {
    format!("{call}.{question}.{attempt}").into()
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::stored;
    use crate::system::jp::{
        persisted::InquiryQuestion,
        question::{AnswerReusePolicy, AnswerType, Question},
    };

    #[test]
    fn an_exclusive_unrepeatable_question_is_stored_whole() {
        let question = Question {
            id: "answer".into(),
            text: "Apply?".into(),
            context: Some("edits production".into()),
            answer_type: AnswerType::Select { options: vec!["backup".into(), "abort".into()] },
            default: Some(json!("backup")),
            exclusive: true,
            persistence: AnswerReusePolicy::None,
        };
        let written = crate::model::json::to_value(stored(&question)).unwrap();
        assert_eq!(
            written,
            json!({"text": "Apply?",
                "answer_type": {"type": "select", "options": [{"value": "backup"}, {"value": "abort"}]},
                "default": "backup", "context": "edits production", "exclusive": true, "persistence": "none"})
        );
        assert_eq!(crate::model::json::from_value::<InquiryQuestion>(written).unwrap(), stored(&question));
    }
}
