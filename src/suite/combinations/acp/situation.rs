//! What a combination is about, in the words of the protocol.

use crate::{
    model::json::{Map, Value, json},
    suite::combinations::Combination,
};

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
/// The page.
pub const PAGE: &str = "https://example.com/sign-in";

/// A combination.
pub struct Situation<'c> {
    combination: &'c Combination<'c>,
}

impl<'c> Situation<'c> {
    pub const fn of(combination: &'c Combination<'c>) -> Self {
        Self { combination }
    }

    fn value(&self, dimension: &str) -> &str {
        self.combination.value(dimension, "")
    }

    pub fn asker(&self) -> &str {
        self.value("asker")
    }

    pub fn happens(&self) -> &str {
        self.value("happens")
    }

    pub fn place(&self) -> &str {
        self.value("place")
    }

    pub fn is_page(&self) -> bool {
        self.value("form") == "page"
    }

    /// Whether another tool is called, too.
    pub fn has_other(&self) -> bool {
        self.place() != "first"
    }

    /// What the client says that it can show; `None` for the default of the setting.
    pub fn capabilities(&self) -> Option<Value> {
        match self.value("client") {
            "forms" => Some(json!({"elicitation": {"form": {}}})),
            "pages" => Some(json!({"elicitation": {"url": {}}})),
            "nothing" => Some(json!({})),
            _ => None,
        }
    }

    /// Whether the client can show what is asked. A permission needs no capability (ACP-053).
    pub fn can_be_asked(&self) -> bool {
        let needed = if self.is_page() { "forms nothing" } else { "pages nothing" };
        self.asker() == "permission" || !needed.split(' ').any(|lacks| lacks == self.value("client"))
    }

    /// The row that forbids to ask a client that cannot show it.
    pub fn never_asked(&self) -> &'static str {
        match self.value("client") {
            "forms" => "ACP-020",
            "pages" => "ACP-021",
            _ => "ACP-018",
        }
    }

    /// The properties of the form (2.4 of the page), and those that must be given.
    fn properties(&self) -> (Value, Value) {
        let has_default = self.value("default") == "set";
        let with = |mut property: Value, default: Value| {
            if has_default {
                property["default"] = default;
            }
            property
        };
        let way = match self.value("form") {
            "choice" => with(json!({"type": "string", "title": "Way", "enum": ["left", "right"]}), json!("left")),
            "titled" => with(
                json!({"type": "string", "oneOf": [{"const": "l", "title": "Left"}, {"const": "r", "title": "Right"}]}),
                json!("l"),
            ),
            "several" => with(
                json!({"type": "array", "items": {"type": "string", "enum": ["left", "right", "back"]}, "minItems": 1}),
                json!(["left"]),
            ),
            "number" => with(json!({"type": "number", "minimum": -1, "maximum": 100}), json!(95.5)),
            "whole" => with(json!({"type": "integer", "minimum": 0, "maximum": 9}), json!(3)),
            "yes_or_no" => with(json!({"type": "boolean", "description": "Whether to turn"}), json!(true)),
            _ => with(json!({"type": "string", "description": "In words", "maxLength": 40}), json!("straight on")),
        };
        if self.value("form") == "two_fields" {
            return (json!({"way": way, "fast": {"type": "boolean"}}), json!(["way"]));
        }
        (json!({"way": way}), json!(["way"]))
    }

    /// What the tool of a server asks.
    pub fn asked(&self) -> Value {
        if self.is_page() {
            return json!({"id": "way", "mode": "url", "message": QUESTION, "url": PAGE});
        }
        let (properties, required) = self.properties();
        let schema = json!({"type": "object", "properties": properties, "required": required});
        json!({"id": "way", "message": QUESTION, "requestedSchema": schema})
    }

    /// The fields with which the question must come to the client. How choices are written is the agent's (ACP-072), and so is
    /// what else stands above a page, such as who asks.
    pub fn shown(&self) -> Value {
        if self.is_page() {
            return json!({"mode": "url", "url": PAGE});
        }
        let (mut properties, _) = self.properties();
        if let Some(way) = properties["way"].as_object() {
            let shown = way.iter().filter(|(name, _)| !["enum", "oneOf", "items"].contains(&name.as_str()));
            properties["way"] =
                shown.map(|(name, member)| (name.as_str().to_owned(), member.clone())).collect::<Map>().into();
        }
        json!({"mode": "form", "message": QUESTION, "requestedSchema": {"properties": properties}})
    }

    /// The content with which the user answers a form, those of a list in another order than they were asked in.
    pub fn content(&self) -> Value {
        let is_falsy = self.happens() == "falsy";
        let way = match self.value("form") {
            "choice" => json!("right"),
            "titled" => json!("r"),
            "several" => json!(["back", "left"]),
            "number" => {
                if is_falsy {
                    json!(0)
                } else {
                    json!(95.5)
                }
            }
            "whole" => json!(if is_falsy { 0 } else { 7 }),
            "yes_or_no" => json!(!is_falsy),
            _ => json!(if is_falsy { "" } else { " Straße & \"Co\" " }),
        };
        if self.value("form") == "two_fields" && is_falsy {
            json!({"way": way, "fast": false})
        } else {
            json!({"way": way})
        }
    }
}
