//! The properties of a question: who asks, the kind of the answer, and whether the answer may be remembered.

use serde::Deserialize;

/// Who asks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asker {
    /// The built-in tool, with which the model asks.
    BuiltIn,
    /// A tool of the host, while it runs.
    Tool,
}

/// The kind of an answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Yes or no.
    Boolean,
    /// One of the options.
    Select,
    /// Any text.
    Text,
    /// A text that is shown nowhere.
    Secret,
}

/// Whether an answer may be remembered.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Persistence {
    /// For the turn.
    Turn,
    /// Not at all.
    None,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Boolean, Self::Select, Self::Text, Self::Secret];

    /// The word for the kind, in questions and in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Select => "select",
            Self::Text => "text",
            Self::Secret => "secret",
        }
    }
}
