//! The elicitation channels: how a question reaches the user, and the reply comes back (PD-85).
//!
//! **Absent here:** what is made of a reply. A channel hands on what it got.
//!
//! | channel | file |
//! |---|---|
//! | a host in this process | [`host`] |
//! | a client that is sent events | [`gateway`] |
//! | a panel of keys | [`panel`] |
//! | a chat of plain text | [`text`] |
//! | nobody at all | [`automatic`] |

pub mod automatic;
pub mod gateway;
pub mod host;
pub mod panel;
pub mod text;

use serde_json::{Value, json};

use self::{gateway::Pending, host::Host, panel::Panel, text::Talk};
use super::{arguments::Question, definition::NAME, js};
use crate::system::Prompt;

/// What a channel is asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Request {
    /// The id of the turn, which stands where that of the call might be expected (PD-39).
    pub turn: String,
    /// The questions, as the call brings them.
    pub questions: Value,
    /// What is for the host alone.
    pub metadata: Option<Value>,
}

/// What a channel replies.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reply {
    /// The user answers.
    Answered {
        /// By question text.
        answers: Value,
        /// What belongs to them, by question text.
        annotations: Option<Value>,
    },
    /// The user does not.
    Cancelled {
        /// Why.
        reason: Option<String>,
    },
}

/// The channel fails instead of replying.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Thrown(pub String);

/// How a question ends.
pub type Replied = Result<Reply, Thrown>;

/// What comes of an act at a prompt.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Acted {
    /// The question ends.
    Replied(Replied),
    /// It is still open, and drawn anew.
    Open,
    /// It offers no such thing.
    NotOffered,
}

/// A question that waits, on its channel.
#[derive(Clone, Debug)]
pub enum Open {
    /// On a host's screen.
    Host(Box<Host>),
    /// With a client.
    Gateway(Pending),
    /// In the panel.
    Panel(Box<Panel>),
    /// In a chat.
    Text(Talk),
}

impl Request {
    /// As a host is given it (PD-38, PD-87). A run always has a signal.
    pub fn written(&self) -> Value {
        let mut written = json!({"toolCallId": self.turn, "toolName": NAME, "questions": self.questions});
        if let Some(metadata) = &self.metadata {
            written["metadata"] = metadata.clone();
        }
        written["signal"] = json!({"aborted": false});
        written
    }

    /// The questions as a channel reads them.
    pub fn asked(&self) -> Vec<Question> {
        Question::all(&self.questions)
    }
}

impl Reply {
    /// A reply as a host writes it: of any type but `cancelled` it counts as answered (PD-88), and what came with a
    /// cancelled one is dropped (PD-92).
    pub fn read(written: &Value) -> Self {
        let set = |key: &str| written.get(key).filter(|value| js::is_truthy(value));
        if written["type"] == "cancelled" {
            Self::Cancelled { reason: set("reason").map(js::string) }
        } else {
            Self::Answered { answers: written["answers"].clone(), annotations: set("annotations").cloned() }
        }
    }

    /// Answers without annotations.
    pub fn answers(answers: impl Into<Value>) -> Self {
        Self::Answered { answers: answers.into(), annotations: None }
    }

    /// A cancel for `reason`.
    pub fn cancelled(reason: &str) -> Self {
        Self::Cancelled { reason: Some(reason.to_owned()) }
    }
}

impl Open {
    /// What is on a screen, where there is one.
    pub fn draw(&self) -> Option<Prompt> {
        match self {
            Self::Host(host) => Some(host.draw()),
            Self::Panel(panel) => Some(panel.draw()),
            Self::Gateway(_) | Self::Text(_) => None,
        }
    }
}
