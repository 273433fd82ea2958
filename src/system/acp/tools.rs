//! The reference's own tools: one asks the user by a form, one sends the user to a page.

use super::errors::QuestionError;
use crate::model::{
    ToolDefinition,
    json::{Map, Value, json},
};

/// The tool that asks by a form.
pub const ASK: &str = "ask_user";
/// The tool that sends the user to a page.
pub const CONNECT: &str = "connect";

/// The definitions.
pub fn definitions() -> [ToolDefinition; 2] {
    let text = json!({"type": "string"});
    let ask = json!({
        "type": "object",
        "properties": {
            "question": {"type": "string", "minLength": 1},
            "options": {"type": "array", "items": text, "minItems": 1},
            "several": {"type": "boolean"},
            "default": text,
        },
        "required": ["question"],
    });
    let connect = json!({
        "type": "object",
        "properties": {"service": {"type": "string", "minLength": 1}, "url": text},
        "required": ["service", "url"],
    });
    [
        ToolDefinition {
            name: ASK.to_owned(),
            description: "Asks the user a question.".to_owned(),
            parameters: ask.into(),
        },
        ToolDefinition {
            name: CONNECT.to_owned(),
            description: "Asks the user to connect an account on a page.".to_owned(),
            parameters: connect.into(),
        },
    ]
}

/// A question of the model.
#[derive(Clone, Debug, Hash, PartialEq)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// The choices; empty for a free text.
    pub options: Vec<String>,
    /// Whether several may be picked.
    pub several: bool,
    /// What the form shows before the user has changed anything.
    pub default: Option<String>,
}

impl Question {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// What is wrong, for the model.
    pub fn read(arguments: &Map) -> Result<Self, QuestionError> {
        let text = arguments.get("question").and_then(Value::as_str).filter(|text| !text.is_empty());
        let text = text.ok_or(QuestionError::Text)?.to_owned();
        let options = match arguments.get("options") {
            None => Vec::new(),
            Some(options) => {
                let options = options.as_array().filter(|options| !options.is_empty());
                let texts = options.and_then(|options| {
                    options.iter().map(|option| option.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
                });
                texts.ok_or(QuestionError::Options)?
            }
        };
        if options.iter().enumerate().any(|(at, option)| options[..at].contains(option)) {
            return Err(QuestionError::SameOptions);
        }
        let several = arguments.get("several").and_then(Value::as_bool).unwrap_or_default();
        let default = arguments.get("default").map(|value| {
            let text = value.as_str().filter(|text| options.is_empty() || options.iter().any(|option| option == text));
            text.map(str::to_owned).ok_or(QuestionError::Default)
        });
        let several = several && !options.is_empty();
        Ok(Self { text, options, several, default: default.transpose()? })
    }

    /// The form: one property, `answer`.
    pub fn schema(&self) -> Value {
        let Self { options, several, default, text: _ } = self;
        let mut answer = match (options.is_empty(), several) {
            (true, _) => json!({"type": "string", "title": "Answer"}),
            (false, false) => json!({"type": "string", "title": "Answer", "enum": options}),
            (false, true) => json!({"type": "array", "title": "Answer", "items": {"type": "string", "enum": options}}),
        };
        if let Some(default) = default {
            answer["default"] = if *several { json!([default]) } else { json!(default) };
        }
        json!({"type": "object", "properties": {"answer": answer}, "required": ["answer"]})
    }

    /// What the user answered, in words. `None` if the content is no answer to this form.
    pub fn answer(&self, content: &Value) -> Option<String> {
        let answer = content.get("answer")?;
        let known = |text: &str| self.options.is_empty() || self.options.iter().any(|option| option == text);
        if self.several {
            let picks: Option<Vec<&str>> = answer.as_array()?.iter().map(Value::as_str).collect();
            return picks.filter(|picks| picks.iter().all(|pick| known(pick))).map(|picks| picks.join(", "));
        }
        answer.as_str().filter(|text| known(text)).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Question, QuestionError};
    use crate::model::{
        json::{Value, json},
        rpc::members,
    };

    #[rstest]
    #[case::one_of_the_options(json!({"options": ["a", "b"], "default": "b"}), Ok(json!("b")))]
    #[case::of_several(json!({"options": ["a", "b"], "several": true, "default": "b"}), Ok(json!(["b"])))]
    #[case::a_text(json!({"default": "anything"}), Ok(json!("anything")))]
    #[case::none(json!({"options": ["a"]}), Ok(Value::Null))]
    #[case::another(json!({"options": ["a", "b"], "default": "c"}), Err(QuestionError::Default))]
    #[case::no_text(json!({"default": 1}), Err(QuestionError::Default))]
    fn a_default_is_an_answer_to_the_question(#[case] more: Value, #[case] expected: Result<Value, QuestionError>) {
        let mut arguments = members(&more);
        arguments.insert("question".to_owned(), json!("Which way?"));
        let question = Question::read(&arguments);
        assert_eq!(question.map(|question| question.schema()["properties"]["answer"]["default"].clone()), expected);
    }
}
