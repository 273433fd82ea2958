//! What a combination is about, in the words of the protocol.

use crate::{
    model::json::{Value, json},
    suite::combinations::Combination,
};

/// The other call, and what it asks.
pub const OTHER: &str = "deploy";
pub const OTHER_QUESTION: &str = "Deploy where?";

/// What becomes of the other call.
#[derive(Clone, Copy, Eq, PartialEq)]
pub enum Other {
    Accepted,
    Declined,
    GivenUp,
}

/// A combination.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
}

impl<'c> Situation<'c> {
    pub const fn of(combination: &'c Combination<'c>) -> Self {
        Self { combination }
    }

    pub fn version(&self) -> String {
        super::version(self.combination)
    }

    /// Whether a result asks, and not a request (era 2026-07-28).
    pub fn is_in_rounds(&self) -> bool {
        super::is_in_rounds(self.combination)
    }

    pub fn tool(&self) -> &str {
        self.combination.get("tool")
    }

    pub fn happens(&self) -> &str {
        self.combination.get("happens")
    }

    /// What becomes of the other call, if there is one.
    pub fn other(&self) -> Option<Other> {
        match self.combination.get("place").split_once('_')?.1 {
            "answer" => Some(Other::Accepted),
            "decline" => Some(Other::Declined),
            _ => Some(Other::GivenUp),
        }
    }

    /// Whether the other call is made in the message before.
    pub fn is_after(&self) -> bool {
        self.combination.get("place").starts_with("after")
    }

    /// What the client is set to declare; `None` for forms and pages.
    pub fn capabilities(&self) -> Option<Value> {
        match self.combination.get("client") {
            "empty" => Some(json!({"elicitation": {}})),
            "forms" => Some(json!({"elicitation": {"form": {}}})),
            "pages" => Some(json!({"elicitation": {"url": {}}})),
            "nothing" => Some(json!({})),
            _ => None,
        }
    }

    /// Whether the client has declared what the tool asks by.
    pub fn can_be_asked(&self) -> bool {
        let has_page = self.tool() == "connect";
        match self.combination.get("client") {
            "empty" | "forms" => !has_page,
            "pages" => has_page,
            "nothing" => false,
            _ => true,
        }
    }

    /// The row that forbids to ask a client that has not declared it.
    pub fn never_asked(&self) -> &'static str {
        if self.combination.get("client") == "nothing" { "MCP-004" } else { "MCP-005" }
    }

    pub fn arguments(&self) -> Value {
        if self.tool() == "deploy" { json!({"version": "1.4"}) } else { json!({}) }
    }

    /// Whether the user accepts with what fits.
    pub fn is_accepted(&self) -> bool {
        matches!(self.happens(), "answered" | "falsy")
    }

    /// What the tool asks, and what the user gives if they accept.
    pub fn questions(&self) -> Vec<(&'static str, Value)> {
        match self.tool() {
            "survey" if self.happens() == "falsy" => {
                vec![("Tell us more", json!({"name": "Ada", "count": 0, "loud": false}))]
            }
            "survey" => vec![("Tell us more", json!({"name": "Ada", "count": 100}))],
            "pair" => vec![("Which first?", json!("one")), ("Which second?", json!("two"))],
            "connect" => vec![("Sign in first", json!("Open"))],
            _ => vec![("Deploy where?", json!("production"))],
        }
    }

    /// The word with which the result begins if the tool has done what it asks about. A page has none.
    pub fn acted(&self) -> Option<&'static str> {
        match self.tool() {
            "survey" => Some("surveyed"),
            "pair" => Some("paired"),
            "connect" => None,
            _ => Some("deployed"),
        }
    }

    /// The result of the elicitation that a line of the client has in place of the user's act. `None` where the user acts.
    pub fn result(&self) -> Option<Value> {
        let fits = json!({"<first key of properties>": "staging"});
        Some(match self.happens() {
            "misfit" => json!({"action": "accept", "content": {"<first key of properties>": 7}}),
            "unoffered" => json!({"action": "accept", "content": {"<first key of properties>": "nowhere"}}),
            "no_content" => json!({"action": "accept"}),
            "empty_content" => json!({"action": "accept", "content": {}}),
            "unknown" => json!({"action": "later", "content": fits}),
            "no_action" => json!({"content": fits}),
            "declined_with" => json!({"action": "decline", "content": fits}),
            "dismissed_with" => json!({"action": "cancel", "content": fits}),
            "twice" | "crossed" => json!({"action": "accept", "content": fits}),
            _ => return None,
        })
    }

    /// A call that goes on with the round that the line answers, with this result.
    pub fn goes_on(&self, result: &Value) -> Value {
        let capabilities = self.capabilities().unwrap_or_else(|| json!({"elicitation": {"form": {}, "url": {}}}));
        json!({"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": self.version(),
                "io.modelcontextprotocol/clientCapabilities": capabilities
            },
            "name": self.tool(), "arguments": self.arguments(),
            "inputResponses": {"<first key of inputRequests>": result}, "requestState": "<requestState>"
        }})
    }
}
