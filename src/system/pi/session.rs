//! The stored session: a tree of entries, each with its parent, and the branch that the run is on.
//!
//! **Absent here:** an entry that is changed. Whoever goes back goes on beside what is there (PI-75).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{answers::Answer, arguments::Question};
use crate::system::{Answer as ModelAnswer, AnswerCall, chat::CallResult};

/// The entries of a session, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Session {
    entries: Vec<Value>,
    /// Where the next entry goes.
    leaf: Option<String>,
}

/// An entry, as it is read back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Entry {
    /// The user's words.
    User(String),
    /// The model's words and calls.
    Assistant(Said),
    /// The result of the call of that id.
    Result(String, CallResult),
    /// What stands for everything before it (PI-76).
    Compaction(String),
    /// Something that is not for the model.
    Other,
}

/// What the model said, as it was stored.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Said {
    /// What it reasoned on the way.
    pub reasoning: String,
    /// Its words.
    pub text: String,
    /// Its calls.
    pub calls: Vec<AnswerCall>,
}

impl Session {
    /// Reads what is stored, and goes to the entry `leaf`, or to the last one.
    ///
    /// # Errors
    /// The number of the first entry that can not be read, and what is wrong with it; or a `leaf` that is none of them.
    pub fn read(entries: Vec<Value>, leaf: Option<&str>) -> Result<Self, String> {
        let mut before = BTreeSet::new();
        for (at, entry) in entries.iter().enumerate() {
            let wrong = |why: &str| format!("stored entry {}: {why}", at + 1);
            let id = entry["id"].as_str().ok_or_else(|| wrong("expected a text in `id`"))?;
            if parent(entry).is_some_and(|parent| !before.contains(parent)) {
                return Err(wrong("its `parentId` is no entry before it"));
            }
            if !before.insert(id) {
                return Err(wrong("its `id` is that of an entry before it"));
            }
            read(entry).map_err(|why| wrong(&why))?;
        }
        let last = entries.last().and_then(|entry| entry["id"].as_str()).map(str::to_owned);
        let mut session = Self { entries, leaf: last };
        match leaf {
            Some(leaf) if !session.go_to(leaf) => Err(format!("configuration at `leaf`: no entry is called {leaf:?}")),
            _ => Ok(session),
        }
    }

    /// Goes to that entry; whether there is one.
    pub fn go_to(&mut self, id: &str) -> bool {
        let is_there = self.entries.iter().any(|entry| entry["id"] == id);
        if is_there {
            self.leaf = Some(id.to_owned());
        }
        is_there
    }

    /// All entries, on whichever branch.
    pub fn entries(&self) -> &[Value] {
        &self.entries
    }

    /// The entries from the first to where the run is.
    pub fn branch(&self) -> Vec<&Value> {
        let mut branch = Vec::new();
        let mut at = self.leaf.as_deref();
        for entry in self.entries.iter().rev() {
            if at.is_some_and(|id| entry["id"] == id) {
                branch.push(entry);
                at = parent(entry);
            }
        }
        branch.reverse();
        branch
    }

    /// Those entries, read.
    pub fn history(&self) -> Vec<Entry> {
        // Each was read before.
        self.branch().into_iter().filter_map(|entry| read(entry).ok()).collect()
    }

    /// Adds an entry behind the last one; yields it as it is stored.
    pub fn add(&mut self, entry: Value) -> Value {
        let names = (self.entries.len() + 1..).map(|number| format!("entry_{number}"));
        let is_free = |name: &String| !self.entries.iter().any(|entry| entry["id"] == name.as_str());
        let id = names.into_iter().find(is_free).unwrap_or_default();
        let mut stored = json!({"type": entry["type"], "id": id, "parentId": self.leaf});
        if let (Some(stored), Value::Object(members)) = (stored.as_object_mut(), entry) {
            stored.extend(members);
        }
        self.entries.push(stored.clone());
        self.leaf = Some(id);
        stored
    }
}

fn parent(entry: &Value) -> Option<&str> {
    entry["parentId"].as_str()
}

/// The user's words; `details` where they come of questions.
pub fn user(text: &str, details: Option<Value>) -> Value {
    let mut message = json!({"role": "user", "content": [{"type": "text", "text": text}]});
    if let Some(details) = details {
        message["details"] = details;
    }
    json!({"type": "message", "message": message})
}

/// The model's words and calls; the arguments of each as the model is shown them again.
pub fn assistant<'a>(answer: &ModelAnswer, shown: impl Iterator<Item = &'a Value>) -> Value {
    let said = [("thinking", &answer.reasoning), ("text", &answer.text)];
    let said = said.into_iter().filter(|(_, words)| !words.is_empty());
    let said = said.map(|(kind, words)| {
        Value::Object(Map::from_iter([("type".to_owned(), kind.into()), (kind.to_owned(), words.as_str().into())]))
    });
    let calls = answer.calls.iter().zip(shown).map(|(AnswerCall { id, name, .. }, arguments)| {
        json!({"type": "toolCall", "id": id, "name": name, "arguments": arguments})
    });
    let content: Vec<Value> = said.chain(calls).collect();
    json!({"type": "message", "message": {"role": "assistant", "content": content}})
}

/// The result of a call, with what is for the session alone (PI-74, PI-110).
pub fn result(call: &str, tool: &str, result: &CallResult, details: Option<Value>) -> Value {
    let mut message = json!({"role": "toolResult", "toolCallId": call, "toolName": tool,
        "content": [{"type": "text", "text": result.content}]});
    if let Some(details) = details {
        message["details"] = details;
    }
    message["isError"] = result.is_error.into();
    json!({"type": "message", "message": message})
}

/// What stands for everything before it.
pub fn compaction(summary: &str) -> Value {
    json!({"type": "compaction", "summary": summary})
}

/// The details of an entry, where it has any.
pub fn details(entry: &Value) -> Option<&Value> {
    entry["message"].get("details")
}

/// The details of a result (PI-74): the result itself, and what it is about. Times are virtual, in milliseconds.
pub fn details_of(
    result: Value,
    questions: &[Question],
    answered_at: Option<u64>,
    mode: &str,
    metadata: Option<&Value>,
) -> Value {
    let mut details = result;
    details["questions"] = questions.iter().map(Question::written).collect();
    if let Some(at) = answered_at {
        details["answeredAt"] = at.into();
    }
    details["mode"] = mode.into();
    if let Some(metadata) = metadata {
        details["metadata"] = metadata.clone();
    }
    details
}

/// The questions that details are about.
pub fn questions(details: &Value) -> Vec<Question> {
    details["questions"].as_array().into_iter().flatten().filter_map(Question::reread).collect()
}

/// The answers in details, as they are written.
pub fn answers(details: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let answers = details["answers"].as_array().into_iter().flatten();
    answers.filter_map(|answer| Some((answer["question"].as_str()?, &answer["answer"])))
}

/// Answers as they are written.
pub fn written(answers: &[Answer]) -> Value {
    answers.iter().map(Answer::written).collect()
}

fn read(entry: &Value) -> Result<Entry, String> {
    match entry["type"].as_str() {
        Some("message") => message(&entry["message"]),
        Some("compaction") => {
            let summary = entry["summary"].as_str().ok_or("expected a text in `summary`")?;
            Ok(Entry::Compaction(summary.to_owned()))
        }
        Some(_) => Ok(Entry::Other),
        None => Err("expected a text in `type`".to_owned()),
    }
}

fn message(message: &Value) -> Result<Entry, String> {
    let texts = || texts(&message["content"]).ok_or_else(|| "expected texts in `message.content`".to_owned());
    match message["role"].as_str() {
        Some("user") => texts().map(Entry::User),
        Some("assistant") => said(&message["content"]).map(Entry::Assistant).ok_or_else(|| {
            "expected texts and calls with `id`, `name` and `arguments` in `message.content`".to_owned()
        }),
        Some("toolResult") => {
            let call = message["toolCallId"].as_str().ok_or("expected a text in `message.toolCallId`")?;
            let is_error = message["isError"].as_bool().ok_or("expected true or false in `message.isError`")?;
            Ok(Entry::Result(call.to_owned(), CallResult { content: texts()?, is_error }))
        }
        _ => Err("expected user, assistant or toolResult in `message.role`".to_owned()),
    }
}

/// The texts of a content that has nothing else, a line each.
fn texts(content: &Value) -> Option<String> {
    let texts = content.as_array()?.iter().map(|part| part["text"].as_str().filter(|_| part["type"] == "text"));
    texts.collect::<Option<Vec<&str>>>().map(|texts| texts.join("\n"))
}

fn said(content: &Value) -> Option<Said> {
    let mut said = Said::default();
    for part in content.as_array()? {
        match part["type"].as_str()? {
            "thinking" => said.reasoning.push_str(part["thinking"].as_str()?),
            "text" => said.text.push_str(part["text"].as_str()?),
            "toolCall" => said.calls.push(AnswerCall {
                id: part["id"].as_str()?.to_owned(),
                name: part["name"].as_str()?.to_owned(),
                arguments: part["arguments"].as_object().map(|members| Value::Object(members.clone()).to_string())?,
            }),
            _ => return None,
        }
    }
    Some(said)
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
