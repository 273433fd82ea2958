//! What the harness says to the adapter. Each input of a machine has a method.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Method;
use crate::{
    llm::Wire,
    model::{Millis, ToolDefinition},
    stage::Capability,
    system::{Act, ClientEvent, Input, Layer, Setup, Signal, ToolEvent, Utterance},
};

/// What the harness says. `initialize`, `scenario/start`, `scenario/stop` and `shutdown` are requests; the others are
/// notifications, and each of them is a delivery, as `scenario/start` is.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", content = "params")]
#[non_exhaustive]
pub enum ToAdapter {
    /// Who are you? Always first.
    #[serde(rename = "initialize")]
    Initialize {
        /// The version of the protocol.
        protocol: u32,
        /// The harness's name and version.
        harness: String,
    },
    /// A run begins, or goes on after the process was killed. The first delivery.
    #[serde(rename = "scenario/start")]
    ScenarioStart(Box<ScenarioStart>),
    /// The user says something: it opens a turn, steers one, or resolves an open question.
    #[serde(rename = "user/message")]
    UserMessage {
        /// Virtual time.
        now_ms: Millis,
        /// What is said.
        text: String,
    },
    /// The person acts on a prompt, even one that is no longer shown.
    #[serde(rename = "prompt/act")]
    PromptAct {
        /// Virtual time.
        now_ms: Millis,
        /// The prompt, by the name that the adapter gave it.
        op: String,
        /// What the person does.
        act: Act,
    },
    /// A tool settles one of its executions.
    #[serde(rename = "tool/event")]
    ToolEvent {
        /// Virtual time.
        now_ms: Millis,
        /// The execution, by the name that the adapter gave it.
        op: String,
        /// How it ends, or what it asks.
        event: ToolEvent,
    },
    /// A timer fires.
    #[serde(rename = "timer/fired")]
    TimerFired {
        /// Virtual time.
        now_ms: Millis,
        /// The timer, by the name that the adapter gave it.
        op: String,
    },
    /// The client that hosts the subject sends something.
    #[serde(rename = "client/line")]
    ClientLine {
        /// Virtual time.
        now_ms: Millis,
        /// What it sends.
        line: Value,
    },
    /// The client writes this, framing and all, cut anywhere.
    #[serde(rename = "client/written")]
    ClientWritten {
        /// Virtual time.
        now_ms: Millis,
        /// What it writes.
        text: String,
    },
    /// The client is there.
    #[serde(rename = "client/attached")]
    ClientAttached {
        /// Virtual time.
        now_ms: Millis,
    },
    /// The client is gone.
    #[serde(rename = "client/gone")]
    ClientGone {
        /// Virtual time.
        now_ms: Millis,
    },
    /// The operating system interrupts the subject. No real signal is sent.
    #[serde(rename = "signal")]
    Signal {
        /// Virtual time.
        now_ms: Millis,
        /// Which.
        signal: Signal,
    },
    /// The run is over. Answered when nothing of it is left.
    #[serde(rename = "scenario/stop")]
    ScenarioStop {
        /// The run.
        scenario: String,
    },
    /// The process is to end. Its stdin is closed behind this.
    #[serde(rename = "shutdown")]
    Shutdown {},
}

/// The parameters of `scenario/start`.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ScenarioStart {
    /// The run's name, for `idle`; another one for each run, and for each time that a run goes on.
    pub scenario: String,
    /// The system.
    pub system: String,
    /// The reading of the specification that is in force; never empty.
    pub profile: String,
    /// Virtual time.
    pub now_ms: Millis,
    /// Whether there is an interactive terminal.
    pub terminal: bool,
    /// The command line, for systems whose mode is chosen there.
    pub argv: Vec<String>,
    /// Layers of configuration, lowest precedence first.
    pub config: Vec<Layer>,
    /// Tools that the host brings; the harness plays them.
    pub tools: Vec<ToolDefinition>,
    /// What an earlier run recorded, on resume: the `event`s, as they were said.
    pub stored: Vec<Value>,
    /// Where the model is.
    pub model: ModelAddress,
    /// An absolute path: the working folder of this run. A process that is started anew finds what the old one left.
    pub folder: String,
}

/// Where the model is, and how it is to be asked.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize, Deserialize)]
pub struct ModelAddress {
    /// The base URL; the wire's own path comes behind it: `URL/v1/messages`.
    pub url: String,
    /// The wire to ask over, one of those that were claimed.
    pub wire: Wire,
    /// Whether to ask for a stream.
    pub streamed: bool,
}

impl ToAdapter {
    /// The name of the method if the message is a request, or else nothing.
    pub const fn request(&self) -> &'static str {
        match self {
            Self::Initialize { .. } => "initialize",
            Self::ScenarioStart(_) => "scenario/start",
            Self::ScenarioStop { .. } => "scenario/stop",
            Self::Shutdown {} => "shutdown",
            Self::UserMessage { .. }
            | Self::PromptAct { .. }
            | Self::ToolEvent { .. }
            | Self::TimerFired { .. }
            | Self::ClientLine { .. }
            | Self::ClientWritten { .. }
            | Self::ClientAttached { .. }
            | Self::ClientGone { .. }
            | Self::Signal { .. } => "",
        }
    }

    /// Every method, in the order of the page.
    pub const METHODS: [Method; 13] = [
        Method::request("initialize", None, "who are you? Always first; the answer is what the adapter claims"),
        Method::request("scenario/start", None, "a run begins; the first delivery, answered before anything follows"),
        Method::notice("user/message", None, "the user says something"),
        Method::notice("prompt/act", None, "the person acts on a prompt; keys only where `keys` is claimed"),
        Method::notice("tool/event", Some(Capability::Tools), "an execution of a tool ends, or asks"),
        Method::notice("timer/fired", Some(Capability::Clock), "a timer fires"),
        Method::notice("client/line", Some(Capability::Client), "the hosting client sends something"),
        Method::notice("client/written", Some(Capability::Client), "the hosting client writes a piece of its stream"),
        Method::notice("client/attached", Some(Capability::Client), "the hosting client is there"),
        Method::notice("client/gone", Some(Capability::Client), "the hosting client is gone"),
        Method::notice("signal", None, "the operating system interrupts the subject"),
        Method::request("scenario/stop", None, "the run is over; answered when nothing of it is left"),
        Method::request("shutdown", None, "the process is to end, with status 0"),
    ];

    /// The message for `input`; `op` names the operation. Three inputs have no message here: a reply of the model travels
    /// over HTTP, the adapter settles its file operations itself, and `scenario/start` says more than a setup.
    pub fn of_input(now_ms: Millis, input: Input, op: String) -> Option<Self> {
        Some(match input {
            Input::Begin(_) | Input::Model(..) | Input::File(..) => return None,
            Input::Says(Utterance(text)) => Self::UserMessage { now_ms, text },
            Input::Tool(_, event) => Self::ToolEvent { now_ms, op, event },
            Input::Person(_, act) => Self::PromptAct { now_ms, op, act },
            Input::Client(ClientEvent::Line(line)) => Self::ClientLine { now_ms, line },
            Input::Client(ClientEvent::Written(text)) => Self::ClientWritten { now_ms, text },
            Input::Client(ClientEvent::Attached) => Self::ClientAttached { now_ms },
            Input::Client(ClientEvent::Gone) => Self::ClientGone { now_ms },
            Input::Signal(signal) => Self::Signal { now_ms, signal },
            Input::Fired(_) => Self::TimerFired { now_ms, op },
        })
    }
}

impl ScenarioStart {
    /// What the subject begins with.
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
