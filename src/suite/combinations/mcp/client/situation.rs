//! What a combination is about, in the words of the protocol.

use crate::{
    model::json::{Value, json},
    suite::combinations::{
        Combination,
        forms::{Form, QUESTION},
    },
};

/// What the other tool asks, if it asks.
pub const OTHER_QUESTION: &str = "Which wall?";

/// A combination.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
}

impl<'c> Situation<'c> {
    pub const fn of(combination: &'c Combination<'c>) -> Self {
        Self { combination }
    }

    pub fn version(&self) -> String {
        super::super::version(self.combination)
    }

    /// Whether a result asks, and not a request (era 2026-07-28).
    pub fn is_in_rounds(&self) -> bool {
        super::super::is_in_rounds(self.combination)
    }

    pub fn happens(&self) -> &str {
        self.combination.get("happens")
    }

    pub fn is_page(&self) -> bool {
        self.combination.get("form") == "page"
    }

    /// Whether what is picked has titles or names.
    pub fn has_titles(&self) -> bool {
        ["named", "titled", "several_titled"].contains(&self.combination.get("form"))
    }

    /// Whether another tool is called before it, in a message of its own.
    pub fn is_after(&self) -> bool {
        self.combination.get("place").starts_with("after")
    }

    /// Whether another tool is called beside it.
    pub fn is_beside(&self) -> bool {
        self.combination.get("place").starts_with("beside")
    }

    /// What becomes of the question of the other tool, if it asks.
    pub fn other_action(&self) -> Option<Value> {
        match self.combination.get("place") {
            "after_answer" | "beside_ask" => Some(json!({"action": "accept", "content": {"wall": "north"}})),
            "after_decline" => Some(json!({"action": "decline"})),
            _ => None,
        }
    }

    /// Whether the turn before was stopped while the other call asked.
    pub fn is_after_stop(&self) -> bool {
        self.combination.get("place") == "after_stop"
    }

    /// Whether the other call asks.
    pub fn other_asks(&self) -> bool {
        self.other_action().is_some() || self.is_after_stop()
    }

    /// The id that the model gives to the call.
    pub fn call(&self) -> &'static str {
        if self.is_after() { "call_2" } else { "call_1" }
    }

    /// How many requests the model gets up to the call.
    pub fn requests(&self) -> usize {
        if self.is_after() { 2 } else { 1 }
    }

    /// What the client is set to declare; `None` for what it has.
    pub fn capabilities(&self) -> Option<Value> {
        match self.combination.get("client") {
            "forms" => Some(json!({"elicitation": {"form": {}}})),
            "pages" => Some(json!({"elicitation": {"url": {}}})),
            "nothing" => Some(json!({})),
            _ => None,
        }
    }

    /// Whether the client has declared what is asked for.
    pub fn can_be_asked(&self) -> bool {
        match self.combination.get("client") {
            "forms" => !self.is_page(),
            "pages" => self.is_page(),
            "nothing" => false,
            _ => true,
        }
    }

    /// Whether the client has declared no elicitation at all.
    pub fn declares_nothing(&self) -> bool {
        self.combination.get("client") == "nothing"
    }

    /// The id of the request that asks, where a request asks. A server counts its requests from 1.
    pub fn id(&self) -> Value {
        match self.combination.get("label") {
            "text" => json!("7"),
            "empty" => json!(0),
            "odd" => json!(9_007_199_254_740_991_u64),
            _ => json!(41),
        }
    }

    /// The state of the round, where a result asks.
    pub fn state(&self) -> Value {
        match self.combination.get("label") {
            "text" => json!("007"),
            "empty" => json!(""),
            "odd" => json!(" {\"a\": 1 , \"b\":\"x\"} \t"),
            _ => json!("the first round"),
        }
    }

    fn form(&self) -> Form<'_> {
        let given = self.combination.get("given");
        Form { word: self.combination.get("form"), has_default: given == "default", is_required: given != "optional" }
    }

    /// What the tool asks.
    pub fn asked(&self) -> Value {
        let mut asked = if self.is_page() {
            json!({"id": "way", "mode": "url", "message": QUESTION, "elicitationId": "e-1",
                   "url": "https://example.com/sign-in"})
        } else {
            let form = self.form();
            json!({"id": "way", "message": QUESTION, "requestedSchema": form.schema(form.way())})
        };
        let (label, value) = if self.is_in_rounds() { ("state", self.state()) } else { ("requestId", self.id()) };
        asked[label] = value;
        if !self.can_be_asked() {
            asked["undeclared"] = json!(true);
        }
        asked
    }

    /// What the other tool asks, if it does.
    pub fn other_asked(&self) -> Value {
        json!({"id": "wall", "message": OTHER_QUESTION, "requestedSchema": {
            "type": "object", "properties": {"wall": {"type": "string"}}, "required": ["wall"]
        }})
    }

    /// The content with which the user answers; a page has none.
    pub fn content(&self) -> Option<Value> {
        match self.happens() {
            _ if self.is_page() => None,
            "left_out" => Some(json!({})),
            happens => Some(self.form().content(happens == "falsy")),
        }
    }

    /// A property of the form that the user does not fill in.
    pub fn left_out(&self) -> Option<&'static str> {
        let content = self.content()?;
        let properties = &self.asked()["requestedSchema"]["properties"];
        ["way", "fast"].into_iter().find(|name| properties.get(*name).is_some() && content.get(*name).is_none())
    }

    /// What the server is told, if the user answers in time.
    pub fn told(&self) -> Option<Value> {
        match self.happens() {
            "answered" | "falsy" | "left_out" => Some(match self.content() {
                Some(content) => json!({"action": "accept", "content": content}),
                None => json!({"action": "accept"}),
            }),
            "declined" => Some(json!({"action": "decline"})),
            "dismissed" => Some(json!({"action": "cancel"})),
            _ => None,
        }
    }
}
