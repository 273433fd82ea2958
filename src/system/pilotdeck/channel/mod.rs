//! The elicitation channels. A channel brings a question to the user, and the reply back (PD-85).
//!
//! **Absent here:** a judgement of the reply. A channel passes the reply on.
//!
//! | channel | file |
//! |---|---|
//! | a host in this process | [`host`] |
//! | a client that receives events | [`gateway`] |
//! | a panel with keys | [`panel`] |
//! | a chat of plain text | [`text`] |
//! | no person at all | [`automatic`] |

pub mod automatic;
pub mod gateway;
pub mod host;
pub mod panel;
pub mod text;

use crate::model::json::{Value, json};

use self::{gateway::Pending, host::Host, panel::Panel, text::Talk};
use super::{arguments::Question, definition::NAME, js};
use crate::system::Prompt;

/// A request to a channel.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Request {
    /// The id of the turn. A reader may expect the id of the call here (PD-39).
    pub turn: String,
    /// The questions, as the call has them.
    pub questions: Value,
    /// Metadata for the host.
    pub metadata: Option<Value>,
}

/// The reply of a channel.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Reply {
    /// The user answers.
    Answered {
        /// The answers, by question text.
        answers: Value,
        /// The annotations, by question text.
        annotations: Option<Value>,
    },
    /// The user does not answer.
    Cancelled {
        /// The reason.
        reason: Option<String>,
    },
}

/// The channel fails instead of replying.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Thrown(pub String);

/// How a question ends.
pub type Replied = Result<Reply, Thrown>;

/// The outcome of an act at a prompt.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Acted {
    /// The question ends.
    Replied(Replied),
    /// The question is still open, and its drawing may have changed.
    Open,
    /// The prompt offers no such act.
    NotOffered,
}

/// A waiting request, on its channel.
#[derive(Clone, Debug, Hash)]
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
    /// The request as a host receives it (PD-38, PD-87). A run always has an abort signal.
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
    /// A reply as a host writes it. Any type but `cancelled` counts as an answer (PD-88). The other members of a
    /// cancelled reply are dropped (PD-92).
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
    /// The drawing, if the channel has a screen.
    pub fn draw(&self) -> Option<Prompt> {
        match self {
            Self::Host(host) => Some(host.draw()),
            Self::Panel(panel) => Some(panel.draw()),
            Self::Gateway(_) | Self::Text(_) => None,
        }
    }
}
