//! The definition of the tool: what the model reads, and the rest (PD-01 to PD-09, PD-72 to PD-77).
//!
//! **Absent here:** the alias as a tool of its own. A call by the alias is taken.

use crate::model::json::{Value, json};

use crate::model::ToolDefinition;

/// The tool's name (PD-01).
pub const NAME: &str = "ask_user_question";
/// Its other name (PD-01).
pub const ALIAS: &str = "AskUserQuestion";
/// The longest result, in bytes (PD-04).
pub const RESULT_BYTES_MAX: usize = 100_000;
/// The longest header, in UTF-16 units (PD-16).
pub const HEADER_MAX: usize = 12;
/// The most questions of a call (PD-13).
pub const QUESTIONS_MAX: usize = 4;
/// The fewest options of a question (PD-14).
pub const OPTIONS_MIN: usize = 2;
/// The most options of a question (PD-14).
pub const OPTIONS_MAX: usize = 4;

/// The description for the model (PD-05, PD-74).
const DESCRIPTION: &str = "Use this tool when you need to ask the user one or more multiple-choice questions during \
    execution. It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, getting \
    decisions on implementation choices, or offering the user concrete directions to choose from. Usage notes: provide \
    1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow multiple selections; \
    phrase the choices yourself instead of using this tool for open-ended free-form clarification. In plan mode, use \
    ask_user_question to clarify requirements or choose between approaches before finalizing your plan. Do not use it \
    to ask for plan approval; use exit_plan_mode for that.";

/// Whether a call of that name is meant for the tool.
pub fn is_named(name: &str) -> bool {
    matches!(name, NAME | ALIAS)
}

/// Whether a name differs from the tool's by case and separators alone, so that the tool is meant (PD-53).
pub fn is_nearly_named(name: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    letters(name) == letters(NAME)
}

/// The tool, as the model reads it.
pub fn for_model() -> ToolDefinition {
    ToolDefinition { name: NAME.to_owned(), description: DESCRIPTION.to_owned(), parameters: schema().into() }
}

/// The whole definition, for a client that asks for it (PD-01 to PD-04).
pub fn whole() -> Value {
    json!({
        "type": "tool_definition",
        "name": NAME,
        "aliases": [ALIAS],
        "kind": "session",
        "shouldDefer": true,
        "maxResultBytes": RESULT_BYTES_MAX,
        "isReadOnly": true,
        "isConcurrencySafe": true,
        "requiresUserInteraction": true,
        "description": DESCRIPTION,
        "inputSchema": schema(),
    })
}

/// The schema of the arguments (PD-06).
pub fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["questions"],
        "additionalProperties": false,
        "properties": {
            "questions": {
                "type": "array",
                "minItems": 1,
                "maxItems": QUESTIONS_MAX,
                "description": "Questions to ask the user. Provide 1-4 multiple-choice questions in one batch.",
                "items": question(),
            },
            "answers": {
                "type": "object",
                "description": "Optional pre-supplied answers keyed by question text. Values may be a single string or \
                    an array of strings for multi-select questions.",
            },
            "annotations": {
                "type": "object",
                "description": "Optional per-question annotation data keyed by question text, such as selected preview \
                    text or free-form user notes returned by the host.",
            },
            "metadata": metadata(),
        },
    })
}

/// The schema of a question (PD-07, PD-76).
fn question() -> Value {
    json!({
        "type": "object",
        "required": ["question", "header", "options"],
        "additionalProperties": false,
        "properties": {
            "question": {
                "type": "string",
                "description": "The full question shown to the user. Keep it clear and specific; if multiSelect is \
                    true, phrase it as a multi-select question.",
            },
            "header": {
                "type": "string",
                "maxLength": HEADER_MAX,
                "description": "Very short chip/tag label for the question (max 12 chars).",
            },
            "options": {
                "type": "array",
                "minItems": OPTIONS_MIN,
                "maxItems": OPTIONS_MAX,
                "description": "Available choices for this question. Provide 2-4 distinct options; they should be \
                    mutually exclusive unless multiSelect is true.",
                "items": option(),
            },
            "multiSelect": {
                "type": "boolean",
                "description": "Set to true to allow the user to select multiple options for this question instead of \
                    just one.",
            },
        },
    })
}

/// The schema of an option (PD-08, PD-77).
fn option() -> Value {
    json!({
        "type": "object",
        "required": ["label", "description"],
        "additionalProperties": false,
        "properties": {
            "label": {
                "type": "string",
                "description": "Short display text for the option. This is what the user selects.",
            },
            "description": {
                "type": "string",
                "description": "Explanation of what the option means or what choosing it implies.",
            },
            "preview": {
                "type": "string",
                "description": "Optional host-specific preview content associated with this option. Hosts may surface \
                    it alongside the choice and may echo the selected preview back in annotations.",
            },
        },
    })
}

/// The schema of the metadata (PD-09, PD-78).
fn metadata() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "description": "Optional metadata forwarded to the host with the elicitation request. Not displayed to the \
            user.",
        "properties": {
            "source": {
                "type": "string",
                "description": "Optional identifier describing why this question was asked, for host-side analytics or \
                    routing.",
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use crate::model::json::Value;
    use rstest::rstest;

    use super::{for_model, is_named, is_nearly_named, schema, whole};
    use crate::model::text::checksum;

    #[test]
    fn the_description_has_the_required_bytes() {
        let description = for_model().description;
        assert!(description.is_ascii() && !description.contains('\n'));
        assert_eq!((description.len(), checksum(&description)), (709, 0xf813_ea28));
    }

    #[test]
    fn the_schema_has_the_required_bytes() {
        assert_eq!(checksum(&schema().to_string()), 0x7b7b_1886);
    }

    #[test]
    fn nothing_has_a_default_and_the_model_sees_the_same_schema() {
        assert!(!schema().to_string().contains("\"default\""));
        let whole = whole();
        assert_eq!((&whole["inputSchema"], &whole["description"]), (&schema(), &Value::from(for_model().description)));
    }

    #[rstest]
    #[case("ask_user_question", true, true)]
    #[case("AskUserQuestion", true, true)]
    #[case("ask-user-question", false, true)]
    #[case("Ask User Question", false, true)]
    #[case("ask_user_questions", false, false)]
    #[case("ask_user", false, false)]
    #[case("", false, false)]
    fn names(#[case] name: &str, #[case] exactly: bool, #[case] nearly: bool) {
        assert_eq!((is_named(name), is_nearly_named(name)), (exactly, nearly));
    }
}
