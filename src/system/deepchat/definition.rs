//! The definition of the tool, as the model reads it.

use std::sync::{Arc, LazyLock};

use crate::model::json::{Value, json};

use super::{
    profile::{Profile, tool_name},
    question::{DESCRIPTION_MAX, LABEL_MAX, OPTIONS_MAX, QUESTION_MAX},
};
use crate::{model::ToolDefinition, system::AskingCall};

const DESCRIPTION: &str = "Ask the user one question, with choices to pick from, and stop until they have answered. \
    Make it the only tool call of your message, and the last thing in it. Use it when you can not go on without a \
    decision that is the user's.";

/// The tool (DC-03 to DC-08).
pub fn definition(profile: Profile) -> ToolDefinition {
    ToolDefinition {
        name: tool_name(profile).to_owned(),
        description: DESCRIPTION.to_owned(),
        parameters: Arc::clone(&PARAMETERS),
    }
}

/// The schema of the arguments.
static PARAMETERS: LazyLock<Arc<Value>> = LazyLock::new(|| {
    json!({
        "type": "object",
        "properties": {
            "header": {"type": "string", "maxLength": LABEL_MAX, "description": "A short label for the question."},
            "question": {"type": "string", "minLength": 1, "maxLength": QUESTION_MAX,
                "description": "The whole question."},
            "options": {"type": "array", "minItems": 1, "maxItems": OPTIONS_MAX, "items": {
                "type": "object",
                "properties": {
                    "label": {"type": "string", "minLength": 1, "maxLength": LABEL_MAX,
                        "description": "What is on the button, and what the user says by pressing it."},
                    "description": {"type": "string", "maxLength": DESCRIPTION_MAX,
                        "description": "A small text under the label."}
                },
                "required": ["label"]
            }},
            "multiple": {"type": "boolean", "default": false,
                "description": "Whether several options may be picked."},
            "custom": {"type": "boolean", "default": true,
                "description": "Whether the user may type an answer of their own."}
        },
        "required": ["question", "options"]
    })
    .into()
});

/// A call with one question and options of these labels.
pub fn asking(profile: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    // Only the presence of the fields is required (DC-05, DC-06). Whether they may be empty is open (DC-09).
    let arguments = match (question, labels) {
        ("", []) => json!({}),
        _ => json!({"question": question, "options": options}),
    };
    AskingCall { tool: tool_name(Profile::named(profile)).to_owned(), arguments, question: None }
}
