//! The built-in tool `ask_user` (RFD 083): arguments in, one exclusive question out, one typed answer back.

use serde_json::{Map, Value, json};

use super::{
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
pub fn execute(arguments: &Map<String, Value>, answers: &Map<String, Value>) -> Outcome {
    let question = match question(arguments) {
        Ok(question) => question,
        Err(message) => return Outcome::Error(message),
    };
    let Some(answer) = answers.get(QUESTION_ID) else { return Outcome::NeedsInput(Box::new(question)) };
    if !question.answer_type.accepts(answer) {
        return Outcome::Error(texts::ANSWER_MISMATCH.to_owned());
    }
    Outcome::Success(json!({"answer_type": question.answer_type.name(), "answer": answer}).to_string())
}

/// Checks the arguments in the order of the specification's list; the first rule broken is the one told (ARG-30).
fn question(arguments: &Map<String, Value>) -> Result<Question, String> {
    let text = match arguments.get("question") {
        None | Some(Value::Null) => return Err("`question` is missing: give the question as a string.".into()),
        Some(Value::String(text)) if text.trim().is_empty() => {
            return Err("`question` is empty: give the question as one line of text.".into());
        }
        Some(Value::String(text)) if text.contains(['\n', '\r']) => {
            return Err("`question` must be a single line: put what takes several lines into `context`.".into());
        }
        Some(Value::String(text)) => text.clone(),
        Some(other) => return Err(format!("`question` must be a string, found {other}.")),
    };
    let context = match present(arguments, "context") {
        None => None,
        Some(Value::String(context)) => Some(context.clone()),
        Some(other) => return Err(format!("`context` must be a string, found {other}.")),
    };
    let options = present(arguments, "options").map(options).transpose()?;
    let answer_type = answer_type(present(arguments, "answer_type"), options)?;
    let default = present(arguments, "default").cloned();
    if let Some(default) = &default
        && !answer_type.accepts(default)
    {
        return Err(default_mismatch(&answer_type, default));
    }
    Ok(Question {
        id: QUESTION_ID.into(),
        text,
        context,
        answer_type,
        default,
        exclusive: true,
        persistence: AnswerReusePolicy::None,
    })
}

/// An argument that is given; `null` counts as not given (ARG-33).
fn present<'a>(arguments: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    arguments.get(name).filter(|value| !value.is_null())
}

fn options(value: &Value) -> Result<Vec<String>, String> {
    let Value::Array(items) = value else {
        return Err(format!("`options` must be an array of strings, found {value}."));
    };
    let text = |item: &Value| item.as_str().map(str::to_owned);
    items
        .iter()
        .map(|item| text(item).ok_or_else(|| format!("each of `options` must be a string, found {item}.")))
        .collect()
}

fn answer_type(value: Option<&Value>, options: Option<Vec<String>>) -> Result<AnswerType, String> {
    let answer_type = match (value.map_or(Some("text"), Value::as_str), options) {
        (Some("select"), None) => return Err("`answer_type` is select, so `options` is required.".into()),
        (Some("select"), Some(options)) if options.is_empty() => {
            return Err("`answer_type` is select, so `options` must have at least one entry.".into());
        }
        (Some("select"), Some(options)) => AnswerType::Select { options },
        (Some(name @ ("boolean" | "text")), Some(_)) => {
            return Err(format!("`options` is only allowed when `answer_type` is select, not {name}."));
        }
        (Some("boolean"), None) => AnswerType::Boolean,
        (Some("text"), None) => AnswerType::Text,
        (_, _) => {
            let found = value.unwrap_or(&Value::Null);
            return Err(format!("`answer_type` must be one of boolean, select and text, found {found}."));
        }
    };
    Ok(answer_type)
}

fn default_mismatch(answer_type: &AnswerType, default: &Value) -> String {
    match answer_type {
        AnswerType::Boolean => {
            format!("`default` must be true or false when `answer_type` is boolean, found {default}.")
        }
        AnswerType::Select { options } if default.is_string() => {
            format!("`default` must be one of `options` ({}), found {default}.", options.join(", "))
        }
        other => format!("`default` must be a string when `answer_type` is {}, found {default}.", other.name()),
    }
}

#[cfg(test)]
#[path = "ask_user_tests.rs"]
mod tests;
