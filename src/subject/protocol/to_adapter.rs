//! The messages of the harness to the adapter. Each input of a machine has a method.

use crate::model::json::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    llm::Wire,
    model::{Millis, ToolDefinition},
    system::{Act, ClientEvent, Input, Layer, Setup, Signal, ToolEvent, Utterance},
};

messages! {
    /// What the harness says. `initialize`, `scenario/start`, `scenario/stop` and `shutdown` are requests; the others
    /// are notifications, and each of them is a delivery, as `scenario/start` is.
    #[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "method", content = "params")]
    #[non_exhaustive]
    pub enum ToAdapter {
        /// Asks for the claims. Always the first message.
        request "initialize" Initialize {
            /// The version of the protocol.
            protocol: u32,
            /// The harness's name and version.
            harness: String,
        },
        /// A run begins, or goes on after the process was killed. The first delivery. Answer it before anything else.
        request "scenario/start" ScenarioStart(Box<ScenarioStart>),
        /// The user says something. The message opens a turn, steers one, or resolves an open question.
        notification "user/message" UserMessage {
            /// Virtual time.
            now_ms: Millis,
            /// What is said.
            text: String,
        },
        /// The person acts on a prompt, even one that is no longer shown, or never was. Single keys come only if `keys` is claimed.
        notification "prompt/act" PromptAct {
            /// Virtual time.
            now_ms: Millis,
            /// The prompt, by the name that the adapter gave it.
            op: String,
            /// What the person does.
            act: Act,
        },
        /// A tool settles one of its executions.
        notification "tool/event" [Tools] ToolEvent {
            /// Virtual time.
            now_ms: Millis,
            /// The execution, by the name that the adapter gave it.
            op: String,
            /// How the execution ends, or what the tool asks.
            event: ToolEvent,
        },
        /// A timer fires.
        notification "timer/fired" [Clock] TimerFired {
            /// Virtual time.
            now_ms: Millis,
            /// The timer, by the name that the adapter gave it.
            op: String,
        },
        /// The client that hosts the subject sends something.
        notification "client/line" [Client] ClientLine {
            /// Virtual time.
            now_ms: Millis,
            /// What it sends.
            line: Value,
        },
        /// The client writes a piece of its stream, with its framing. The cuts may be anywhere.
        notification "client/written" [Client] ClientWritten {
            /// Virtual time.
            now_ms: Millis,
            /// What it writes.
            text: String,
        },
        /// The client connects.
        notification "client/attached" [Client] ClientAttached {
            /// Virtual time.
            now_ms: Millis,
        },
        /// The client disconnects.
        notification "client/gone" [Client] ClientGone {
            /// Virtual time.
            now_ms: Millis,
        },
        /// The operating system interrupts the subject. No real signal is sent.
        notification "signal" Signal {
            /// Virtual time.
            now_ms: Millis,
            /// The signal.
            signal: Signal,
        },
        /// The run is over. The answer comes when nothing of the run is left.
        request "scenario/stop" ScenarioStop {
            /// The run.
            scenario: String,
        },
        /// The process must end with status 0. Its stdin is closed after the answer.
        request "shutdown" Shutdown {},
    }
}

/// The parameters of `scenario/start`.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ScenarioStart {
    /// The run's name, for `idle`. Each run has another name, and each continuation of a run after a kill.
    pub scenario: String,
    /// The system.
    pub system: String,
    /// The profile: the reading of the documents that is in force. Never empty.
    pub profile: String,
    /// Virtual time.
    pub now_ms: Millis,
    /// Whether there is an interactive terminal.
    pub terminal: bool,
    /// The command line, for systems whose mode is chosen there.
    pub argv: Vec<String>,
    /// Layers of configuration, lowest precedence first.
    pub config: Vec<Layer>,
    /// The tools of the host. The harness plays them.
    pub tools: Vec<ToolDefinition>,
    /// The stored `event`s of an earlier run, if the run goes on from them.
    pub stored: Vec<Value>,
    /// Where the model is.
    pub model: ModelAddress,
    /// The absolute path of the working folder of this run. After a kill, the new process finds the files of the old
    /// one.
    pub folder: String,
}

/// The address of the model, and the format of requests.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ModelAddress {
    /// The base URL. The wire's own path follows it: `URL/v1/messages`.
    pub url: String,
    /// The base URL for requests of the implementation's own, such as one for a title. No scenario sees them.
    #[serde(default)]
    pub side_url: String,
    /// The wire to use, one of those that were claimed.
    pub wire: Wire,
    /// Whether to ask for a stream.
    pub streamed: bool,
}

impl ToAdapter {
    /// The message for `input`; `op` names the operation. Three inputs have no message here: a reply of the model
    /// travels over HTTP, the adapter settles its file operations itself, and `scenario/start` says more than a setup.
    pub fn of_input(now_ms: Millis, input: Input, op: String) -> Option<Self> {
        Some(match input {
            Input::Begin(_) | Input::Model(..) | Input::File(..) => return None,
            Input::Says(Utterance(text)) => Self::UserMessage { now_ms, text: text.to_string() },
            Input::Tool(_, event) => Self::ToolEvent { now_ms, op, event },
            Input::Person(_, act) => Self::PromptAct { now_ms, op, act },
            Input::Client(ClientEvent::Line(line)) => Self::ClientLine { now_ms, line },
            Input::Client(ClientEvent::Written(text)) => Self::ClientWritten { now_ms, text: text.to_string() },
            Input::Client(ClientEvent::Attached) => Self::ClientAttached { now_ms },
            Input::Client(ClientEvent::Gone) => Self::ClientGone { now_ms },
            Input::Signal(signal) => Self::Signal { now_ms, signal },
            Input::Fired(_) => Self::TimerFired { now_ms, op },
        })
    }
}

impl ScenarioStart {
    /// The setup with which the subject begins.
    pub fn setup(&self) -> Setup {
        Setup {
            profile: self.profile.clone(),
            terminal: self.terminal,
            argv: self.argv.clone(),
            config: self.config.clone(),
            tools: self.tools.clone(),
            stored: self.stored.clone(),
        }
    }
}
