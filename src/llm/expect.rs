//! The conditions on a request in a script, and the differences between a request and them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{ModelRequest, ToolDefinition, text::shorten};

/// How much of a system prompt a difference quotes.
const QUOTED_MAX: usize = 160;

/// The conditions on a request. All of them must hold.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// A piece of the last message's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The ids of calls whose results are in the last message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// Whether the request asks for a structured answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub structured: bool,
    /// A piece of the system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The tools that the request offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Advertised>,
    /// What the request must not be: it matches none of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<Unwanted>,
}

/// What a request must not be. A request is so if all of the conditions hold.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unwanted {
    /// A piece of the last message's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The ids of calls whose results are in the last message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// A piece of the system prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// The tools that the request offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Advertised>,
}

/// The tools that a request offers.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Advertised {
    /// At least one.
    Some,
    /// None.
    None,
    /// These, and maybe others.
    Named(Vec<String>),
}

impl Advertised {
    fn holds(&self, offered: &[ToolDefinition]) -> bool {
        match self {
            Self::Some => !offered.is_empty(),
            Self::None => offered.is_empty(),
            Self::Named(names) => names.iter().all(|name| offered.iter().any(|tool| tool.name == *name)),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Some => "some tools".to_owned(),
            Self::None => "no tools".to_owned(),
            Self::Named(names) => format!("the tools {}", names.join(", ")),
        }
    }
}

/// The names of the tools, for a message.
fn names(offered: &[ToolDefinition]) -> String {
    match offered {
        [] => "no tools".to_owned(),
        tools => format!("the tools {}", tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ")),
    }
}

/// The conditions that expectations and what is unwanted share.
struct Conditions<'a> {
    says: Option<&'a str>,
    results: &'a [String],
    system: Option<&'a str>,
    tools: Option<&'a Advertised>,
}

impl Conditions<'_> {
    /// The differences between `request` and the conditions.
    fn differences(&self, request: &ModelRequest) -> Vec<String> {
        let mut differences = Vec::new();
        if let Some(says) = self.says {
            let text = request.last_text();
            if !text.contains(says) {
                differences.push(format!("expected a text with {says:?} in the last message, found {text:?}"));
            }
        }
        if !self.results.is_empty() {
            let found: Vec<&str> = request.last_results().map(|(id, ..)| id).collect();
            differences.extend(
                self.results.iter().filter(|id| !found.contains(&id.as_str())).map(|id| {
                    format!("expected the result of call {id:?} in the last message, found results {found:?}")
                }),
            );
        }
        if let Some(piece) = self.system {
            let system = request.system.as_deref().unwrap_or_default();
            if !system.contains(piece) {
                let found = shorten(system, QUOTED_MAX);
                differences.push(format!("expected a system prompt with {piece:?}, found {found:?}"));
            }
        }
        if let Some(tools) = self.tools.filter(|tools| !tools.holds(&request.tools)) {
            differences.push(format!("expected {}, found {}", tools.words(), names(&request.tools)));
        }
        differences
    }

    /// The conditions in words, each to follow `a request`.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::from_iter(self.says.map(|says| format!("whose last text has {says:?}")));
        if !self.results.is_empty() {
            words.push(format!("with the results of {}", self.results.join(", ")));
        }
        words.extend(self.system.map(|piece| format!("with {piece:?} in the system prompt")));
        words.extend(self.tools.map(|tools| format!("with {}", tools.words())));
        words
    }
}

impl Unwanted {
    fn conditions(&self) -> Conditions<'_> {
        let Self { says, results, system, tools } = self;
        Conditions { says: says.as_deref(), results, system: system.as_deref(), tools: tools.as_ref() }
    }

    fn words(&self) -> String {
        format!("one {}", self.conditions().words().join(" "))
    }

    /// Whether it has no condition, so that every request would be unwanted.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Expect {
    fn conditions(&self) -> Conditions<'_> {
        let Self { says, results, system, tools, .. } = self;
        Conditions { says: says.as_deref(), results, system: system.as_deref(), tools: tools.as_ref() }
    }

    /// Whether a condition depends on the tools of a request.
    pub(super) fn reads_tools(&self) -> bool {
        self.tools.is_some() || self.not.iter().any(|unwanted| unwanted.tools.is_some())
    }

    /// The differences between `request` and the expectation; empty if it matches.
    pub fn differences(&self, request: &ModelRequest) -> Vec<String> {
        let mut differences = self.conditions().differences(request);
        if self.structured != request.schema.is_some() {
            let words = |structured| if structured { "a structured answer" } else { "a free answer" };
            let (expected, found) = (words(self.structured), words(request.schema.is_some()));
            differences.push(format!("expected a request for {expected}, found one for {found}"));
        }
        let unwanted = self.not.iter().filter(|unwanted| unwanted.conditions().differences(request).is_empty());
        differences.extend(unwanted.map(|unwanted| format!("expected another than {}", unwanted.words())));
        differences
    }

    /// The expectation in words.
    pub fn words(&self) -> String {
        let mut words = vec![if self.structured { "a structured request" } else { "a request" }.to_owned()];
        words.extend(self.conditions().words());
        words.extend(self.not.iter().map(|unwanted| format!("but not {}", unwanted.words())));
        words.join(" ")
    }
}

#[cfg(test)]
#[path = "expect_tests.rs"]
mod tests;
