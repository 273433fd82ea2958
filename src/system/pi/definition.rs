//! The tool and the command, as they are registered.

use std::sync::{Arc, LazyLock};

use crate::model::json::{Value, json};

use crate::{model::ToolDefinition, system::AskingCall};

/// The tool's name (PI-01).
pub const NAME: &str = "ask_user";
/// The command that shows or removes the pending questions (PI-108).
pub const COMMAND: &str = "questions";

const LABEL: &str = "Ask User";
const COMMAND_DESCRIPTION: &str = "Show or clear pending questions";

/// The description for the model, to the letter (PI-80).
const DESCRIPTION: &str = "\
Ask the user one or more questions. Use when you need:
- Clarification on requirements or preferences
- User decisions between multiple valid approaches
- Confirmation before significant changes
- Input that cannot be inferred from context

Each question can have suggested options with descriptions.
Users can always select \"Other\" to provide a custom answer.
In non-interactive mode, creates a pending questions file for async response.

Guidelines:
- Put recommended option first with \"(Recommended)\" in the label
- Batch related questions together (avoid multiple rounds)
- Limit to 3-5 questions per call to avoid user fatigue
- Don't ask what can be inferred from context or previous messages
- Don't re-ask questions already answered in this session";

/// The schema of the arguments (PI-03 to PI-05, PI-82 to PI-84).
fn parameters() -> Value {
    json!({
        "type": "object",
        "properties": {
            "questions": {
                "type": "array",
                "minItems": 1,
                "description": "One or more questions to ask the user",
                "items": {
                    "type": "object",
                    "properties": {
                        "question": {"type": "string", "description": "The question to ask"},
                        "header": {"type": "string", "description": "Optional header/title for context"},
                        "options": {
                            "type": "array",
                            "description": "Suggested options",
                            "items": {
                                "type": "object",
                                "properties": {
                                    "label": {"type": "string", "description": "Display text"},
                                    "description": {"type": "string", "description": "Help text"}
                                },
                                "required": ["label"]
                            }
                        },
                        "multiSelect": {"type": "boolean", "description": "Allow multiple selections"}
                    },
                    "required": ["question"]
                }
            },
            "metadata": {
                "type": "object",
                "additionalProperties": true,
                "description": "Optional metadata for tracking (e.g., { source: 'setup-wizard' })"
            }
        },
        "required": ["questions"]
    })
}

/// The tool, which is the same in every mode (PI-85).
pub fn definition() -> ToolDefinition {
    static PARAMETERS: LazyLock<Arc<Value>> = LazyLock::new(|| parameters().into());
    ToolDefinition { name: NAME.to_owned(), description: DESCRIPTION.to_owned(), parameters: Arc::clone(&PARAMETERS) }
}

/// The whole registration of the tool, for a client that asks (PI-01, PI-81).
pub fn whole() -> Value {
    json!({"type": "tool_definition", "name": NAME, "label": LABEL, "description": DESCRIPTION,
        "parameters": parameters(), "rendersCall": true, "rendersResult": true})
}

/// The registration of the command, for a client that asks (PI-108).
pub fn command() -> Value {
    json!({"type": "command_definition", "name": COMMAND, "description": COMMAND_DESCRIPTION})
}

/// A call that asks the user to choose one of some labels. Without a question and labels the call has no arguments.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label})).collect();
    let arguments = match (question, labels) {
        ("", []) => json!({}),
        _ => json!({"questions": [{"question": question, "options": options}]}),
    };
    AskingCall { tool: NAME.to_owned(), arguments, question: None }
}

#[cfg(test)]
mod tests {
    use super::DESCRIPTION;

    #[test]
    fn the_description_has_the_required_length() {
        assert_eq!((DESCRIPTION.chars().count(), DESCRIPTION.lines().count()), (756, 16));
    }
}
