//! The forms of combinations whose question is a form of a protocol: who asks, what for, and what it is filled in with.
//!
//! The words are those of the tables: `choice`, `named`, `titled`, `several`, `several_titled`, `text`, `number`, `whole`,
//! `yes_or_no` and `two_fields`.

use crate::model::json::{Value, json};

/// The tool that asks, or that a permission is asked for.
pub const TOOL: &str = "deploy";
/// What it returns.
pub const RETURNED: &str = "deployed";
/// Another tool.
pub const OTHER: &str = "build";
/// What it returns.
pub const OTHER_RETURNED: &str = "built";
/// The question.
pub const QUESTION: &str = "Which way?";

/// A form.
#[derive(Clone, Copy)]
pub struct Form<'f> {
    /// Its word.
    pub word: &'f str,
    /// Whether its first property has a default.
    pub has_default: bool,
    /// Whether its first property must be given.
    pub is_required: bool,
}

impl Form<'_> {
    /// The property that every form has, `way`.
    pub fn way(&self) -> Value {
        let (mut property, default) = match self.word {
            "choice" => (json!({"type": "string", "title": "Way", "enum": ["left", "right"]}), json!("left")),
            "named" => (json!({"type": "string", "enum": ["l", "r"], "enumNames": ["Left", "Right"]}), json!("l")),
            "titled" => (
                json!({"type": "string", "oneOf": [{"const": "l", "title": "Left"}, {"const": "r", "title": "Right"}]}),
                json!("l"),
            ),
            "several" => (
                json!({"type": "array", "items": {"type": "string", "enum": ["left", "right", "back"]}, "minItems": 1}),
                json!(["left"]),
            ),
            "several_titled" => (
                json!({"type": "array", "items": {"anyOf": [
                    {"const": "l", "title": "Left"}, {"const": "r", "title": "Right"}, {"const": "b", "title": "Back"}
                ]}}),
                json!(["l"]),
            ),
            "number" => (json!({"type": "number", "minimum": -1, "maximum": 100}), json!(95.5)),
            "whole" => (json!({"type": "integer", "minimum": 0, "maximum": 9}), json!(3)),
            "yes_or_no" => (json!({"type": "boolean", "description": "Whether to turn"}), json!(true)),
            _ => (json!({"type": "string", "description": "In words", "maxLength": 40}), json!("straight on")),
        };
        if self.has_default {
            property["default"] = default;
        }
        property
    }

    /// The schema of the form around its first property.
    pub fn schema(&self, way: Value) -> Value {
        let properties =
            if self.has_two_fields() { json!({"way": way, "fast": {"type": "boolean"}}) } else { json!({"way": way}) };
        if self.is_required {
            json!({"type": "object", "properties": properties, "required": ["way"]})
        } else {
            json!({"type": "object", "properties": properties})
        }
    }

    /// The content with which the user fills it in; of several, in another order than they were asked in. What is falsy is
    /// 0, no, nothing picked, or an empty text.
    pub fn content(&self, is_falsy: bool) -> Value {
        let or = |falsy: Value, value: Value| if is_falsy { falsy } else { value };
        let way = match self.word {
            "choice" => json!("right"),
            "named" | "titled" => json!("r"),
            "several" => json!(["back", "left"]),
            "several_titled" => or(json!([]), json!(["b", "l"])),
            "number" => or(json!(0), json!(95.5)),
            "whole" => or(json!(0), json!(7)),
            "yes_or_no" => json!(!is_falsy),
            _ => or(json!(""), json!(" Straße & \"Co\" ")),
        };
        if self.has_two_fields() && is_falsy { json!({"way": way, "fast": false}) } else { json!({"way": way}) }
    }

    fn has_two_fields(&self) -> bool {
        self.word == "two_fields"
    }
}
