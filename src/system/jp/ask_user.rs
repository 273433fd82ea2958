//! The built-in tool `ask_user` (RFD 083): arguments in, one exclusive question out, one typed answer back.

use crate::model::json::{Map, Value, json};

use super::{
    errors::ArgumentError,
    outcome::Outcome,
    question::{AnswerReusePolicy, AnswerType, Question},
    texts,
};
use crate::system::AskingCall;

/// The tool's name and configuration key.
pub const NAME: &str = "ask_user";
/// The id of its only question (EXE-02).
const QUESTION_ID: &str = "answer";

const DESCRIPTION: &str = "Put one typed question (boolean, select or text) to the user and get their answer. Call \
    this only when the conversation lacks a piece of information that you need and that the user can be expected to \
    have. When in doubt, do not call it: answer what the user asked in the first place. Never call it for something \
    that the context already tells, or to have an obvious next step confirmed. Never ask for passwords, API keys, \
    passphrases or other secrets with it: the answer is sent to the model and stored in the conversation.";

/// A call that puts a question to the user between labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let arguments = json!({"question": question, "answer_type": "select", "options": labels});
    AskingCall { tool: NAME.to_owned(), arguments, question: None }
}

/// The registered configuration.
pub fn defaults() -> Value {
    json!({
        "source": "builtin",
        "enable": {"state": true, "allow_toggle": "if_named"},
        "run": "unattended",
        "result": "unattended",
        "style": {"hidden": true},
        "description": DESCRIPTION,
        "parameters": {
            "question": {"type": "string", "required": true,
                "description": "The question: one line, not empty."},
            "context": {"type": "string",
                "description": "What the user should know first; shown above the question, may have several lines."},
            "answer_type": {"type": "string", "enum": ["boolean", "select", "text"],
                "description": "The kind of answer. Without it: text."},
            "options": {"type": "array", "items": {"type": "string"},
                "description": "The choices: required for select, not allowed otherwise."},
            "default": {"type": ["boolean", "string"],
                "description": "What the prompt starts from; of the answer's type, for select one of the options."}
        },
        "questions": {"answer": {"prompt_label": "Assistant"}}
    })
}

/// One execution: the first asks, the second, with the answer, succeeds. Stateless, so a third would too.
pub fn execute(arguments: &Map, answers: &Map) -> Outcome {
    let question = match question(arguments) {
        Ok(question) => question,
        Err(error) => return Outcome::Error(error.to_string()),
    };
    let Some(answer) = answers.get(QUESTION_ID) else { return Outcome::NeedsInput(Box::new(question)) };
    if !question.answer_type.accepts(answer) {
        return Outcome::Error(texts::ANSWER_MISMATCH.to_owned());
    }
    Outcome::Success(json!({"answer_type": question.answer_type.name(), "answer": answer}).to_string().into())
}

/// Checks the arguments in the order of the specification's list. Only the first broken rule is reported (ARG-30).
fn question(arguments: &Map) -> Result<Question, ArgumentError> {
    let text = match arguments.get("question") {
        None | Some(Value::Null) => return Err(ArgumentError::NoQuestion),
        Some(Value::String(text)) if text.trim().is_empty() => {
            return Err(ArgumentError::EmptyQuestion);
        }
        Some(Value::String(text)) if text.contains(['\n', '\r']) => {
            return Err(ArgumentError::QuestionOfSeveralLines);
        }
        Some(Value::String(text)) => text.to_string(),
        Some(other) => return Err(ArgumentError::NotText { name: "question", found: other.clone() }),
    };
    let context = match present(arguments, "context") {
        None => None,
        Some(Value::String(context)) => Some(context.clone()),
        Some(other) => return Err(ArgumentError::NotText { name: "context", found: other.clone() }),
    };
    let options = present(arguments, "options").map(options).transpose()?;
    let answer_type = answer_type(present(arguments, "answer_type"), options)?;
    let default = present(arguments, "default").cloned();
    if let Some(default) = &default
        && !answer_type.accepts(default)
    {
        return Err(ArgumentError::Default(answer_type, default.clone()));
    }
    Ok(Question {
        id: QUESTION_ID.into(),
        text: text.into(),
        context,
        answer_type,
        default,
        exclusive: true,
        persistence: AnswerReusePolicy::None,
    })
}

/// An argument. `null` counts as absent (ARG-33).
fn present<'a>(arguments: &'a Map, name: &str) -> Option<&'a Value> {
    arguments.get(name).filter(|value| !value.is_null())
}

fn options(value: &Value) -> Result<Vec<String>, ArgumentError> {
    let Value::Array(items) = value else {
        return Err(ArgumentError::OptionsNotList(value.clone()));
    };
    let text = |item: &Value| item.as_str().map(str::to_owned);
    items.iter().map(|item| text(item).ok_or_else(|| ArgumentError::OptionNotText(item.clone()))).collect()
}

fn answer_type(value: Option<&Value>, options: Option<Vec<String>>) -> Result<AnswerType, ArgumentError> {
    let answer_type = match (value.map_or(Some("text"), Value::as_str), options) {
        (Some("select"), None) => return Err(ArgumentError::SelectWithoutOptions),
        (Some("select"), Some(options)) if options.is_empty() => {
            return Err(ArgumentError::SelectOfNothing);
        }
        (Some("select"), Some(options)) => AnswerType::Select { options },
        (Some(name @ ("boolean" | "text")), Some(_)) => {
            return Err(ArgumentError::OptionsOf(name.to_owned()));
        }
        (Some("boolean"), None) => AnswerType::Boolean,
        (Some("text"), None) => AnswerType::Text,
        (_, _) => {
            return Err(ArgumentError::UnknownType(value.cloned().unwrap_or_default()));
        }
    };
    Ok(answer_type)
}

#[cfg(test)]
#[path = "ask_user_tests.rs"]
mod tests;
