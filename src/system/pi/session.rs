//! The stored session: a tree of entries, each with its parent, and the current branch.
//!
//! **Absent here:** an entry that changes. After a step back, new entries form another branch (PI-75).

use std::collections::BTreeSet;

use crate::model::json::{Text, Value, json, to_text};

use super::{
    errors::{EntryError, SessionError},
    persisted::{Kind, Message, Part, Role, StoredEntry},
};
use crate::system::{AnswerCall, chat::CallResult};

/// The entries of a session, the oldest first.
#[derive(Clone, Debug, Default, Hash)]
pub struct Session {
    entries: Vec<StoredEntry>,
    /// The parent of the next entry.
    leaf: Option<Text>,
}

/// An entry, as the model is told.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Entry {
    /// The user's words.
    User(Text),
    /// The model's words and calls.
    Assistant(ModelMessage),
    /// The result of the call with that id.
    Result(Text, CallResult),
    /// The text that replaces everything before it (PI-76).
    Compaction(Text),
    /// An entry that is not for the model.
    Other,
}

/// A message of the model.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct ModelMessage {
    /// The reasoning.
    pub reasoning: Text,
    /// The words.
    pub text: Text,
    /// The calls.
    pub calls: Vec<AnswerCall>,
}

impl Session {
    /// Reads the stored entries, and goes to the entry `leaf`, or to the last one.
    ///
    /// # Errors
    /// An entry cannot be read, or no entry is called `leaf`.
    pub fn read(entries: Vec<Value>, leaf: Option<&str>) -> Result<Self, SessionError> {
        let entries: Vec<StoredEntry> = entries.iter().map(StoredEntry::read).collect();
        let mut before = BTreeSet::new();
        for (at, entry) in entries.iter().enumerate() {
            let wrong = |fault| SessionError::Entry { number: at + 1, fault };
            let id = entry.id.as_deref().ok_or_else(|| wrong(EntryError::Id))?;
            if entry.parent_id.as_deref().is_some_and(|parent| !before.contains(parent)) {
                return Err(wrong(EntryError::Orphan));
            }
            if !before.insert(id) {
                return Err(wrong(EntryError::Repeated));
            }
            read(entry).map_err(wrong)?;
        }
        let last = entries.last().and_then(|entry| entry.id.clone());
        let mut session = Self { entries, leaf: last };
        match leaf {
            Some(leaf) if !session.go_to(leaf) => Err(SessionError::NoSuchLeaf(leaf.to_owned())),
            _ => Ok(session),
        }
    }

    /// Goes to the entry with that id. Returns whether there is one.
    pub fn go_to(&mut self, id: &str) -> bool {
        let is_there = self.entries.iter().any(|entry| entry.id.as_deref() == Some(id));
        if is_there {
            self.leaf = Some(id.into());
        }
        is_there
    }

    /// The entries of all branches.
    pub fn entries(&self) -> &[StoredEntry] {
        &self.entries
    }

    /// The entries of the current branch, the first one first.
    pub fn branch(&self) -> Vec<&StoredEntry> {
        let mut branch = Vec::new();
        let mut at = self.leaf.as_deref();
        for entry in self.entries.iter().rev() {
            if at.is_some() && at == entry.id.as_deref() {
                branch.push(entry);
                at = entry.parent_id.as_deref();
            }
        }
        branch.reverse();
        branch
    }

    /// The current branch, as the model is told.
    pub fn history(&self) -> Vec<Entry> {
        // Entries that cannot be read never get here.
        self.branch().into_iter().filter_map(|entry| read(entry).ok()).collect()
    }

    /// Adds an entry to the current branch. Returns the entry as it is stored.
    pub fn add(&mut self, entry: StoredEntry) -> Value {
        let names = (self.entries.len() + 1..).map(|number| Text::from(format!("entry_{number}")));
        let is_free = |name: &Text| !self.entries.iter().any(|entry| entry.id.as_ref() == Some(name));
        let id = names.into_iter().find(is_free);
        let stored = StoredEntry { id: id.clone(), parent_id: self.leaf.take(), ..entry };
        let written = json!(stored);
        self.entries.push(stored);
        self.leaf = id;
        written
    }
}

fn read(entry: &StoredEntry) -> Result<Entry, EntryError> {
    match entry.kind {
        Some(Kind::Message) => entry.message.as_ref().map_or_else(|| message(&Message::default()), message),
        Some(Kind::Compaction) => entry.summary.clone().map(Entry::Compaction).ok_or(EntryError::Summary),
        Some(Kind::Other) => Ok(Entry::Other),
        None => Err(EntryError::Kind),
    }
}

fn message(message: &Message) -> Result<Entry, EntryError> {
    let content = message.content.as_deref();
    let texts = || content.and_then(texts).ok_or(EntryError::Texts);
    match message.role {
        Some(Role::User) => texts().map(Entry::User),
        Some(Role::Assistant) => content.map(said).map(Entry::Assistant).ok_or(EntryError::Parts),
        Some(Role::ToolResult) => {
            let call = message.tool_call_id.clone().ok_or(EntryError::Call)?;
            let is_error = message.is_error.ok_or(EntryError::Flag)?;
            Ok(Entry::Result(call, CallResult { content: texts()?, is_error }))
        }
        None => Err(EntryError::Role),
    }
}

/// The texts of a content, a line each; `None` if there is anything else.
fn texts(content: &[Part]) -> Option<Text> {
    if let [Part::Text { text }] = content {
        return Some(text.clone());
    }
    let texts = content.iter().map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        Part::Thinking { .. } | Part::ToolCall { .. } => None,
    });
    texts.collect::<Option<Vec<&str>>>().map(|texts| texts.join("\n").into())
}

fn said(content: &[Part]) -> ModelMessage {
    let (mut reasoning, mut texts, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for part in content {
        match part {
            Part::Thinking { thinking } => reasoning.push(thinking),
            Part::Text { text } => texts.push(text),
            Part::ToolCall { id, name, arguments } => {
                let arguments = to_text(arguments);
                calls.push(AnswerCall { id: id.clone(), name: name.clone(), arguments });
            }
        }
    }
    ModelMessage { reasoning: joined(&reasoning), text: joined(&texts), calls }
}

/// The texts as one. A text that is alone stays shared.
fn joined(texts: &[&Text]) -> Text {
    match texts {
        [text] => (*text).clone(),
        texts => texts.iter().map(|text| text.as_str()).collect::<String>().into(),
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
