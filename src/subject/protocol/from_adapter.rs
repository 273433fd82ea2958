//! The messages of the adapter to the harness. Each effect of a machine has a method.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Method;
use crate::{
    model::{Millis, Op},
    stage::Capability,
    system::{Effect, FileOp, Prompt, ToolCall, Turn, TurnEnd, Why},
};

/// What the adapter says on its own. All messages are notifications. An `op` is a name that the adapter makes up for
/// something that it starts and another party settles. The name may be any text, and is used only once in a run. A
/// prompt may be shown again under its name.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "params")]
#[non_exhaustive]
pub enum FromAdapter {
    /// Shows a prompt; the same name again is a redraw.
    #[serde(rename = "prompt/show")]
    PromptShow {
        /// The prompt's name.
        op: String,
        /// What is drawn and offered.
        prompt: Prompt,
    },
    /// Takes a prompt away that was not answered.
    #[serde(rename = "prompt/withdraw")]
    PromptWithdraw {
        /// The prompt's name.
        op: String,
        /// Why.
        why: Why,
    },
    /// Executes a tool of the host.
    #[serde(rename = "tool/call")]
    ToolCall {
        /// The execution's name.
        op: String,
        /// What is executed.
        call: ToolCall,
    },
    /// Aborts an execution. The execution may still end by itself.
    #[serde(rename = "tool/cancel")]
    ToolCancel {
        /// The execution's name.
        op: String,
        /// Why.
        why: Why,
    },
    /// Sets a timer.
    #[serde(rename = "timer/set")]
    TimerSet {
        /// The timer's name.
        op: String,
        /// After how many virtual milliseconds it is to fire.
        after_ms: Millis,
    },
    /// Clears a timer.
    #[serde(rename = "timer/clear")]
    TimerClear {
        /// The timer's name.
        op: String,
        /// Why.
        why: Why,
    },
    /// Sends something to the client that hosts the subject.
    #[serde(rename = "client/line")]
    ClientLine {
        /// What is sent.
        line: Value,
    },
    /// A file in the folder was written or removed. It was removed if it no longer exists.
    #[serde(rename = "file/written")]
    FileWritten {
        /// Its path, relative to the folder.
        path: String,
    },
    /// Stores an event of the conversation, in the system's own shape, without wall time.
    #[serde(rename = "event")]
    Event {
        /// The event.
        event: Value,
    },
    /// Refuses the last delivery.
    #[serde(rename = "refused")]
    Refused {
        /// Why.
        why: Why,
    },
    /// Says where a request to the model stands among the other messages. The request has this name in its header
    /// `hotseat-request`. A request without such a name counts as the last thing before `idle`.
    #[serde(rename = "model/request")]
    ModelRequest {
        /// The request's name.
        request: String,
    },
    /// Says where a request to the model is aborted. Without this message, only `idle` shows the abort.
    #[serde(rename = "model/cancel")]
    ModelCancel {
        /// The request's name.
        request: String,
        /// Why.
        why: Why,
    },
    /// A turn begins.
    #[serde(rename = "turn/began")]
    TurnBegan {},
    /// The turn waits for an answer or the user's next message.
    #[serde(rename = "turn/paused")]
    TurnPaused {},
    /// The turn is over.
    #[serde(rename = "turn/ended")]
    TurnEnded {
        /// How it ended.
        how: TurnEnd,
    },
    /// Tells the user of the subject something outside every prompt, for example why it cannot begin.
    #[serde(rename = "notice")]
    Notice {
        /// The text.
        text: String,
    },
    /// The implementation's own process would end here, with this status. No message follows. The adapter's process
    /// goes on.
    #[serde(rename = "exited")]
    Exited {
        /// The status.
        status: u8,
    },
    /// Nothing more happens until the next delivery. Sent once for each delivery, after all messages that follow from
    /// it.
    #[serde(rename = "idle")]
    Idle(Idle),
}

/// The subject is parked.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Idle {
    /// The run.
    pub scenario: String,
    /// How many deliveries of this run were heard. `scenario/start` is the first one. Each notification counts, and
    /// each reply of the model once it was read to its end.
    pub heard: u64,
    /// The names of the prompts, executions and timers that are not settled.
    #[serde(default)]
    pub open: Vec<String>,
    /// The names of the open questions without a prompt, because the client asks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// The requests to the model.
    #[serde(default)]
    pub requests: Requests,
}

/// The requests to the model, counted.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct Requests {
    /// How many were sent since the run began.
    pub sent: u64,
    /// How many of those still wait for the end of their reply.
    pub open: u64,
}

impl FromAdapter {
    /// Every method, in the order of the page.
    pub const METHODS: [Method; 18] = [
        Method::notice("turn/began", None, "a turn begins"),
        Method::notice("turn/paused", None, "the turn waits for an answer or the user's next message"),
        Method::notice("turn/ended", None, "the turn is over: how"),
        Method::notice("prompt/show", None, "a prompt is shown, or drawn again"),
        Method::notice("prompt/withdraw", None, "a prompt is taken away that was not answered"),
        Method::notice("tool/call", Some(Capability::Tools), "a tool of the host is executed"),
        Method::notice("tool/cancel", Some(Capability::Tools), "an execution is aborted"),
        Method::notice("timer/set", Some(Capability::Clock), "a timer is set"),
        Method::notice("timer/clear", Some(Capability::Clock), "a timer is cleared"),
        Method::notice("client/line", Some(Capability::Client), "something is sent to the hosting client"),
        Method::notice("file/written", Some(Capability::Files), "a file in the folder was written or removed"),
        Method::notice("event", None, "an event of the conversation is stored"),
        Method::notice("refused", None, "the last delivery is refused: why"),
        Method::notice("model/request", None, "may be said: where a request to the model stands among the rest"),
        Method::notice("model/cancel", None, "may be said: where a request to the model is aborted"),
        Method::notice("notice", None, "the user of the subject is told something"),
        Method::notice("exited", None, "the implementation's process would end here"),
        Method::notice("idle", Some(Capability::Idle), "nothing more happens until the next delivery"),
    ];

    /// The message for `effect`.
    pub fn of_effect(effect: Effect) -> Self {
        let name = |op: Op| op.to_string();
        match effect {
            Effect::Request(op, _) => Self::ModelRequest { request: name(op) },
            Effect::Call(op, call) => Self::ToolCall { op: name(op), call },
            Effect::Show(op, prompt) => Self::PromptShow { op: name(op), prompt },
            Effect::File(_, FileOp::Write { path, .. } | FileOp::Read { path } | FileOp::Remove { path, .. }) => {
                Self::FileWritten { path }
            }
            Effect::Timer(op, after_ms) => Self::TimerSet { op: name(op), after_ms },
            Effect::Cancel(op @ Op::Request(_), why) => Self::ModelCancel { request: name(op), why },
            Effect::Cancel(op @ Op::Call(_), why) => Self::ToolCancel { op: name(op), why },
            Effect::Cancel(op @ Op::Timer(_), why) => Self::TimerClear { op: name(op), why },
            Effect::Cancel(op @ (Op::Prompt(_) | Op::File(_)), why) => Self::PromptWithdraw { op: name(op), why },
            Effect::Record(record) => Self::Event { event: record.0 },
            Effect::Client(line) => Self::ClientLine { line },
            Effect::Refuse(why) => Self::Refused { why },
            Effect::Turn(Turn::Began) => Self::TurnBegan {},
            Effect::Turn(Turn::Paused) => Self::TurnPaused {},
            Effect::Turn(Turn::Ended(how)) => Self::TurnEnded { how },
            Effect::Notice(text) => Self::Notice { text },
            Effect::Exit(status) => Self::Exited { status },
        }
    }

    /// The name of the method.
    pub fn method(&self) -> String {
        let message = serde_json::to_value(self).unwrap_or_default();
        message["method"].as_str().unwrap_or_default().to_owned()
    }

    /// The capability without which the message is not allowed. Some messages need none.
    pub const fn capability(&self) -> Option<Capability> {
        match self {
            Self::ToolCall { .. } | Self::ToolCancel { .. } => Some(Capability::Tools),
            Self::TimerSet { .. } | Self::TimerClear { .. } => Some(Capability::Clock),
            Self::ClientLine { .. } => Some(Capability::Client),
            Self::FileWritten { .. } => Some(Capability::Files),
            Self::Idle(_) => Some(Capability::Idle),
            Self::PromptShow { .. }
            | Self::PromptWithdraw { .. }
            | Self::Event { .. }
            | Self::Refused { .. }
            | Self::ModelRequest { .. }
            | Self::ModelCancel { .. }
            | Self::TurnBegan {}
            | Self::TurnPaused {}
            | Self::TurnEnded { .. }
            | Self::Notice { .. }
            | Self::Exited { .. } => None,
        }
    }
}
