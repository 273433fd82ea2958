//! The messages of the adapter to the harness. Each effect of a machine has a method.

use crate::model::json::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    model::{Millis, Op},
    system::{Effect, FileOp, Prompt, ToolCall, Turn, TurnEnd, Why},
};

messages! {
    /// What the adapter says on its own. All messages are notifications. An `op` is a name that the adapter makes up
    /// for something that it starts and another party settles. The name may be any text, and is used only once in a
    /// run. A prompt may be shown again under its name.
    #[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "method", content = "params")]
    #[non_exhaustive]
    pub enum FromAdapter {
        /// Shows a prompt; the same name again is a redraw.
        notification "prompt/show" PromptShow {
            /// The prompt's name.
            op: String,
            /// What is drawn and offered.
            prompt: Prompt,
        },
        /// Takes a prompt away that was not answered.
        notification "prompt/withdraw" PromptWithdraw {
            /// The prompt's name.
            op: String,
            /// Why.
            why: Why,
        },
        /// Executes a tool of the host.
        notification "tool/call" [Tools] ToolCall {
            /// The execution's name.
            op: String,
            /// What is executed.
            call: ToolCall,
        },
        /// Aborts an execution. The execution may still end by itself.
        notification "tool/cancel" [Tools] ToolCancel {
            /// The execution's name.
            op: String,
            /// Why.
            why: Why,
        },
        /// Sets a timer.
        notification "timer/set" [Clock] TimerSet {
            /// The timer's name.
            op: String,
            /// After how many virtual milliseconds it is to fire.
            after_ms: Millis,
        },
        /// Clears a timer.
        notification "timer/clear" [Clock] TimerClear {
            /// The timer's name.
            op: String,
            /// Why.
            why: Why,
        },
        /// Sends something to the client that hosts the subject.
        notification "client/line" [Client] ClientLine {
            /// What is sent.
            line: Value,
        },
        /// A file in the folder was written or removed. It was removed if it no longer exists.
        notification "file/written" [Files] FileWritten {
            /// Its path, relative to the folder.
            path: String,
        },
        /// Stores an event of the conversation, in the system's own shape, without wall time.
        notification "event" Event {
            /// The event.
            event: Value,
        },
        /// Refuses the last delivery.
        notification "refused" Refused {
            /// Why.
            why: Why,
        },
        /// Optional. Says where a request to the model stands among the other messages. The request has this name in
        /// its header
        /// `hotseat-request`. A request without such a name counts as the last thing before `idle`.
        notification "model/request" ModelRequest {
            /// The request's name.
            request: String,
        },
        /// Optional. Says where a request to the model is aborted. Without this message, only `idle` shows the abort.
        notification "model/cancel" ModelCancel {
            /// The request's name.
            request: String,
            /// Why.
            why: Why,
        },
        /// A turn begins.
        notification "turn/began" TurnBegan {},
        /// The turn waits for an answer or the user's next message.
        notification "turn/paused" TurnPaused {},
        /// The turn is over.
        notification "turn/ended" TurnEnded {
            /// How it ended.
            how: TurnEnd,
        },
        /// Tells the user of the subject something outside every prompt, for example why it cannot begin.
        notification "notice" Notice {
            /// The text.
            text: String,
        },
        /// The implementation's own process would end here, with this status. No message follows. The adapter's process
        /// goes on.
        notification "exited" Exited {
            /// The status.
            status: u8,
        },
        /// Nothing more happens until the next delivery. Sent once for each delivery, after all messages that follow
        /// from it.
        notification "idle" [Idle] Idle(Idle),
    }
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
}
