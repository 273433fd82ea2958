//! The question of a combination, as the documents read its arguments.

use crate::model::json::{Value, json};

use super::texts::Texts;
use crate::suite::combinations::Combination;

/// The length of a label that is too long by one character.
const TOO_LONG: usize = 31;

/// What a combination asks.
pub struct Question<'c> {
    pub combination: &'c Combination<'c>,
    pub texts: &'static Texts,
    /// The arguments of the call.
    pub arguments: Value,
    pub labels: Vec<&'static str>,
    /// Whether several options may be chosen.
    pub is_multiple: bool,
    /// Whether an answer may be typed.
    pub is_custom: bool,
}

impl<'c> Question<'c> {
    pub fn of(combination: &'c Combination<'c>) -> Self {
        let of = |dimension| combination.value(dimension, "");
        let count = match of("options") {
            "one" => 1,
            "ten" => 10,
            _ => 3,
        };
        let is_json = matches!(of("arguments"), "" | "object" | "no_options" | "long_label");
        let texts = Texts::of(combination, is_json);
        let labels = texts.labels[..count].to_vec();
        let option = |(at, label): (usize, &&str)| match texts.descriptions.get(at) {
            Some(description) if of("options") == "described" => json!({"label": label, "description": description}),
            _ => json!({"label": label}),
        };
        let options: Vec<Value> = labels.iter().enumerate().map(option).collect();
        let mut arguments = json!({"question": texts.question, "options": options});
        for key in ["multiple", "custom"] {
            match of(key) {
                "unset" => {}
                word => arguments[key] = json!(word == "yes"),
            }
        }
        if of("header") == "set" {
            arguments["header"] = json!(texts.header);
        }
        match of("arguments") {
            "no_options" => drop(arguments.as_object_mut().map(|members| members.remove("options"))),
            "long_label" => arguments["options"][0]["label"] = json!("x".repeat(TOO_LONG)),
            _ => {}
        }
        let (is_multiple, is_custom) = (of("multiple") == "yes", of("custom") != "no");
        Self { combination, texts, arguments, labels, is_multiple, is_custom }
    }

    fn of_dimension(&self, dimension: &str) -> &str {
        self.combination.value(dimension, "")
    }

    pub fn profile(&self) -> &str {
        self.of_dimension("profile")
    }

    pub fn is_head(&self) -> bool {
        self.profile() == "head"
    }

    /// The form of the arguments.
    pub fn form(&self) -> &str {
        self.of_dimension("arguments")
    }

    pub fn place(&self) -> &str {
        self.of_dimension("place")
    }

    pub fn happens(&self) -> &str {
        self.of_dimension("happens")
    }

    pub fn has_header(&self) -> bool {
        self.of_dimension("header") == "set"
    }

    pub fn is_beside(&self) -> bool {
        self.place().starts_with("beside")
    }

    /// The name of the tool (DC-01, DC-01.u).
    pub fn tool(&self) -> &'static str {
        if self.is_head() { "deepchat_question" } else { "question" }
    }

    /// The label that is chosen.
    pub fn chosen(&self) -> &'static str {
        self.labels.last().copied().unwrap_or_default()
    }

    /// The arguments as a text that is no plain JSON object, if the combination has them so.
    pub fn broken(&self) -> Option<String> {
        let json = self.arguments.to_string();
        Some(match self.form() {
            "single_quotes" => json.replace('"', "'"),
            "trailing_comma" => json.strip_suffix('}').map_or_else(String::new, |open| format!("{open},}}")),
            "fence" => format!("```json\n{json}\n```"),
            "prose" => "certainly! which colour?".to_owned(),
            "null" => "null".to_owned(),
            _ => return None,
        })
    }
}
