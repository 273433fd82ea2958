//! What a combination is about, in the words of the protocol.

use crate::{
    model::json::{Map, Value, json},
    suite::combinations::{
        Combination,
        forms::{Form, QUESTION},
    },
};

/// The page.
pub const PAGE: &str = "https://example.com/sign-in";

/// A combination.
pub struct Situation<'c> {
    pub combination: &'c Combination<'c>,
}

impl<'c> Situation<'c> {
    pub const fn of(combination: &'c Combination<'c>) -> Self {
        Self { combination }
    }

    pub fn asker(&self) -> &str {
        self.combination.get("asker")
    }

    pub fn happens(&self) -> &str {
        self.combination.get("happens")
    }

    pub fn place(&self) -> &str {
        self.combination.get("place")
    }

    pub fn is_page(&self) -> bool {
        self.combination.get("form") == "page"
    }

    /// Whether another tool is called, too.
    pub fn has_other(&self) -> bool {
        self.place() != "first"
    }

    /// What the client says that it can show; `None` for the default of the setting.
    pub fn capabilities(&self) -> Option<Value> {
        match self.combination.get("client") {
            "forms" => Some(json!({"elicitation": {"form": {}}})),
            "pages" => Some(json!({"elicitation": {"url": {}}})),
            "nothing" => Some(json!({})),
            _ => None,
        }
    }

    /// Whether the client can show what is asked. A permission needs no capability (ACP-053).
    pub fn can_be_asked(&self) -> bool {
        let needed = if self.is_page() { "forms nothing" } else { "pages nothing" };
        self.asker() == "permission" || !needed.split(' ').any(|lacks| lacks == self.combination.get("client"))
    }

    /// The row that forbids to ask a client that cannot show it.
    pub fn never_asked(&self) -> &'static str {
        match self.combination.get("client") {
            "forms" => "ACP-020",
            "pages" => "ACP-021",
            _ => "ACP-018",
        }
    }

    /// The form (2.4 of the page).
    fn form(&self) -> Form<'_> {
        Form {
            word: self.combination.get("form"),
            has_default: self.combination.get("default") == "set",
            is_required: true,
        }
    }

    /// What the tool of a server asks.
    pub fn asked(&self) -> Value {
        if self.is_page() {
            return json!({"id": "way", "mode": "url", "message": QUESTION, "url": PAGE});
        }
        let form = self.form();
        json!({"id": "way", "message": QUESTION, "requestedSchema": form.schema(form.way())})
    }

    /// The fields with which the question must come to the client. How choices are written is the agent's (ACP-072), and so is
    /// what else stands above a page, such as who asks.
    pub fn shown(&self) -> Value {
        if self.is_page() {
            return json!({"mode": "url", "url": PAGE});
        }
        let form = self.form();
        let mut way = form.way();
        if let Some(members) = way.as_object() {
            let shown = members.iter().filter(|(name, _)| !["enum", "oneOf", "items"].contains(&name.as_str()));
            way = shown.map(|(name, member)| (name.as_str().to_owned(), member.clone())).collect::<Map>().into();
        }
        let properties = form.schema(way)["properties"].clone();
        json!({"mode": "form", "message": QUESTION, "requestedSchema": {"properties": properties}})
    }

    /// The content with which the user answers a form.
    pub fn content(&self) -> Value {
        self.form().content(self.happens() == "falsy")
    }
}
