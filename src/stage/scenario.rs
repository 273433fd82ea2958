//! A scenario as data: what the run begins with, every party's script, and how it must end.

use std::{collections::BTreeMap, num::NonZeroUsize};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::scene::{Obstacle, Scene};
use crate::{
    llm::{Wire, script::Exchange},
    model::ToolDefinition,
    system::{Act, Layer, Setup, Signal},
};

/// A scenario.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it shows, in one line.
    #[serde(default)]
    pub about: String,
    /// The system it belongs to.
    pub system: String,
    /// The reading of the specification; empty for the system's default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub profile: String,
    /// Whether there is an interactive terminal.
    #[serde(default)]
    pub terminal: bool,
    /// The command line, for systems whose mode is chosen there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argv: Vec<String>,
    /// Layers of configuration, lowest precedence first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<Layer>,
    /// What an earlier run recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stored: Vec<Value>,
    /// The host's tools, and how they behave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolScript>,
    /// What the model expects and replies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model: Vec<Exchange>,
    /// The wire, if the scenario is about a certain one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<Wire>,
    /// Whether replies are streamed, if the scenario depends on it: a reply that breaks in the middle must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub streamed: Option<bool>,
    /// The person's script: what they do at which prompt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub person: Vec<PersonRule>,
    /// The client's script: its answers to messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub client: Vec<ClientRule>,
    /// The files that are there at the start, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// Files that another process writes right after the subject has looked for them and found nothing, by path. Only the
    /// files of this process can do that: an adapter works on real ones by itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files_meanwhile: BTreeMap<String, String>,
    /// What stands at a path in the place of a text file, at the start.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub obstacles: BTreeMap<String, Obstacle>,
    /// The operator's script: the user's messages, signals, kills and restarts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operator: Vec<OperatorRule>,
    /// Values that must be shown nowhere; each is written as `<secret>`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
    /// How the run must end.
    #[serde(default, skip_serializing_if = "ExpectedEnd::is_done")]
    pub end: ExpectedEnd,
}

impl Scenario {
    /// What the subject begins with.
    pub fn setup(&self) -> Setup {
        Setup {
            profile: self.profile.clone(),
            terminal: self.terminal,
            argv: self.argv.clone(),
            config: self.config.clone(),
            tools: self.tools.iter().map(|script| script.tool.clone()).collect(),
            stored: self.stored.clone(),
        }
    }

    /// What the subject has around it.
    pub fn scene(&self) -> Scene {
        Scene {
            name: self.about.clone(),
            system: self.system.clone(),
            wire: self.wire,
            streamed: self.streamed,
            files: self.files.clone(),
            obstacles: self.obstacles.clone(),
            again: false,
        }
    }

    /// The lines that the client may send.
    pub fn lines(&self) -> impl Iterator<Item = &Value> {
        let own = self.operator.iter().filter_map(|rule| match &rule.does {
            Deed::Line(line) => Some(line),
            _ => None,
        });
        self.client.iter().flat_map(|rule| &rule.lines).map(|line| &line.line).chain(own)
    }
}

/// A tool of the host.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolScript {
    /// As the model is told of it.
    pub tool: ToolDefinition,
    /// What it asks, in order, until each is answered: questions as the tool writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Value>,
    /// What it asks instead in the call of that id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asks_in_call: BTreeMap<String, Vec<Value>>,
    /// How often it asks its first question before it takes the answer; 0 counts as 1.
    #[serde(default)]
    pub insists: u32,
    /// How it ends once all is answered.
    pub then: ToolEnd,
    /// How long one execution takes, in virtual milliseconds.
    #[serde(default)]
    pub after_ms: u64,
}

/// How a tool ends.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEnd {
    /// With this content.
    Done(String),
    /// With this error.
    Error(String),
    /// Without a word.
    Panicked,
}

/// What the person does at a prompt.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonRule {
    /// A piece of what is drawn.
    pub prompt: String,
    /// What is done the first time such a prompt is shown, the second time, and so on.
    pub visits: Vec<Vec<TimedAct>>,
    /// Whether it may be that no such prompt is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// Something done, some time after the prompt was shown; also when it is no longer.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedAct {
    /// Virtual milliseconds after the prompt was first shown.
    #[serde(default)]
    pub after_ms: u64,
    /// What is done.
    pub act: Act,
}

/// What the client answers.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientRule {
    /// A piece of the message's JSON text.
    pub message: String,
    /// The lines it sends. A value in them that is a text such as `<requestId>` stands for that field of the message,
    /// and where it is a member of the line itself, a message without that field is not the one that is answered. One such as `<id#2>` for the second different value of that field in what the subject has stored in this run.
    pub lines: Vec<TimedLine>,
}

/// A line, some time after the message that it answers.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedLine {
    /// Virtual milliseconds after the message.
    #[serde(default)]
    pub after_ms: u64,
    /// The line.
    pub line: Value,
    /// How it is written, where the scenario is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
}

/// How a client writes a line.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// What stands before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What ends it.
    pub ending: String,
    /// After how many characters what is written is cut.
    pub piece: NonZeroUsize,
}

impl Frame {
    /// What is written, in pieces.
    pub fn pieces(&self, line: &Value) -> Vec<String> {
        let written: Vec<char> = format!("{}{line}{}", self.before, self.ending).chars().collect();
        written.chunks(self.piece.get()).map(|piece| piece.iter().collect()).collect()
    }
}

/// Something from outside.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorRule {
    /// When it is due.
    pub when: When,
    /// Virtual milliseconds after that.
    #[serde(default)]
    pub after_ms: u64,
    /// Whether it belongs to the very moment of the rule before it. Of several rules for the end of a turn, or for a
    /// pause, each waits for one of its own otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub too: bool,
    /// What happens.
    pub does: Deed,
}

/// When something from outside is due. Each rule fires once, at the first moment that fits.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum When {
    /// At the start.
    Start,
    /// A prompt is shown whose drawing has this piece.
    Prompt(String),
    /// A message whose JSON text has this piece is sent to the client.
    Client(String),
    /// A request is sent whose last text has this piece.
    Request(String),
    /// This tool is executed.
    Call(String),
    /// The turn is paused.
    Paused,
    /// The turn has ended.
    Ended,
}

/// What happens from outside.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// The user says something.
    Says(String),
    /// A client comes.
    Attaches,
    /// The client goes.
    Leaves,
    /// The client sends this line of its own accord; `<id#2>` in it stands for what it does in a rule of the client.
    Line(Value),
    /// A signal arrives.
    Signal(Signal),
    /// The subject is killed, there and then; for a turn that waits or is over, once it has done all that goes with it.
    Kill,
    /// The subject is killed like that, and started anew with what it has stored.
    Restart,
}

/// How a run must end. A stuck or endless run is a finding whatever is expected.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpectedEnd {
    /// Every turn is over and nothing is open.
    #[default]
    Done,
    /// Only a person, or the user's next message, is waited for.
    Parked,
    /// The subject was killed.
    Killed,
    /// The subject's process ended by itself.
    Exited,
    /// Done or parked: whether a turn that nothing follows counts as over is left to the subject.
    Settled,
    /// Done or exited: whether a process that can not begin a run ends, or stays and refuses, is left to the subject.
    Unbegun,
}

impl ExpectedEnd {
    /// Whether a run that ended like that ended as expected.
    pub fn allows(self, end: &str) -> bool {
        match self {
            Self::Settled => matches!(end, "done" | "parked"),
            Self::Unbegun => matches!(end, "done" | "exited"),
            Self::Done | Self::Parked | Self::Killed | Self::Exited => end == self.word(),
        }
    }

    fn is_done(&self) -> bool {
        *self == Self::Done
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Parked => "parked",
            Self::Killed => "killed",
            Self::Exited => "exited",
            Self::Settled => "done or parked",
            Self::Unbegun => "done or exited",
        }
    }
}
