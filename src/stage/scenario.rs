//! A scenario as data: what the run begins with, every party's script, and how it must end.

use std::{collections::BTreeMap, num::NonZeroUsize};

use crate::model::json::Value;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Where the JSON Schema of the file is, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What the scenario shows, in one line.
    #[serde(default)]
    pub about: String,
    /// The system it belongs to.
    pub system: String,
    /// The profile: a reading of the system's documents. Empty for the default of the system.
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
    /// Whether replies are streamed, if the scenario depends on it. A reply that breaks after a text must be.
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
    /// Files that another process writes right after the subject has looked for them and found nothing, by path. This
    /// works only with the files in memory, not with the real files of an adapter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files_meanwhile: BTreeMap<String, String>,
    /// Folders, links and other things that stand in the place of a text file at the start, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub obstacles: BTreeMap<String, Obstacle>,
    /// The operator's script: the user's messages, signals, kills and restarts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operator: Vec<OperatorRule>,
    /// Values that must never be shown. Each one is replaced by `<secret>`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
    /// How the run must end.
    #[serde(default, skip_serializing_if = "ExpectedEnd::is_done")]
    pub end: ExpectedEnd,
    /// What the same subject does before. The scenario's own part begins when every turn of it is over. Only its tools
    /// and the scripts of its parties count; a prompt or message that they wait for may fail to come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Box<Scenario>>,
}

impl Scenario {
    /// What the subject begins with.
    pub fn setup(&self) -> Setup {
        Setup {
            profile: self.profile.clone(),
            terminal: self.terminal,
            argv: self.argv.clone(),
            config: self.config.clone(),
            tools: self.all_tools().map(|script| script.tool.clone()).collect(),
            stored: self.stored.clone(),
        }
    }

    /// The host's tools: its own, and those of its earlier part.
    pub fn all_tools(&self) -> impl Iterator<Item = &ToolScript> {
        let earlier = self.earlier.iter().flat_map(|earlier| &earlier.tools);
        self.tools.iter().chain(earlier)
    }

    /// What the subject has around it.
    pub fn scene(&self) -> Scene {
        Scene {
            name: self.about.clone(),
            system: self.system.clone(),
            wire: self.wire,
            streamed: self.streamed,
            asking: self.all_tools().filter(|tool| tool.asks()).map(|tool| tool.tool.name.clone()).collect(),
            files: self.files.clone(),
            obstacles: self.obstacles.clone(),
            again: false,
        }
    }

    /// All lines that the client may send.
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
    /// The tool, as it is described to the model.
    pub tool: ToolDefinition,
    /// Its questions, as the tool writes them. It asks them in order until each one is answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Value>,
    /// Its questions in the call with this id, in the place of `asks`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub asks_in_call: BTreeMap<String, Vec<Value>>,
    /// How often it asks its first question before it takes the answer. 0 counts as 1.
    #[serde(default)]
    pub insists: u32,
    /// What it asks once all these are answered, in order, one an execution. The id of such a question may have an answer: then it
    /// asks that question again, in other words or of another type.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks_then: Vec<Value>,
    /// How it ends once every question is answered.
    pub then: ToolEnd,
    /// How long one execution takes, in virtual milliseconds.
    #[serde(default)]
    pub after_ms: u64,
}

impl ToolScript {
    /// A tool that asks nothing and ends like that.
    pub const fn new(tool: ToolDefinition, then: ToolEnd) -> Self {
        Self {
            tool,
            asks: Vec::new(),
            asks_in_call: BTreeMap::new(),
            insists: 0,
            asks_then: Vec::new(),
            then,
            after_ms: 0,
        }
    }

    /// Whether it has a question, in some call.
    fn asks(&self) -> bool {
        !self.asks.is_empty() || !self.asks_in_call.is_empty() || !self.asks_then.is_empty()
    }
}

/// How a tool ends.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolEnd {
    /// With this content.
    Done(String),
    /// With this error.
    Error(String),
    /// With a panic.
    Panicked,
    /// With what each of its questions was told, as JSON.
    Told,
}

/// What the person does at a prompt.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonRule {
    /// A piece of the drawing of the prompt.
    pub prompt: String,
    /// The acts at the first prompt that fits, at the second one, and so on.
    pub visits: Vec<Vec<TimedAct>>,
    /// Whether the rule may stay unused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// An act some time after the prompt was shown. It is done even if the prompt is no longer shown.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedAct {
    /// Virtual milliseconds after the prompt was first shown.
    #[serde(default)]
    pub after_ms: u64,
    /// The act.
    pub act: Act,
}

/// An answer of the client to a message.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientRule {
    /// A piece of the message's JSON text.
    pub message: String,
    /// The lines that it sends. A text such as `<requestId>` in a line is replaced by that field of the message. If it
    /// is a member of the line itself, the rule fits only messages with that field. A text such as `<id#2>` is replaced
    /// by the second different value of the field `id` in the records that the subject has stored in this run.
    pub lines: Vec<TimedLine>,
    /// Whether the rule may stay unused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
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
    /// How the line is written, if the scenario is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Frame>,
}

/// How a client writes a line.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The text before the line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The text that ends the line.
    pub ending: String,
    /// The number of characters in each piece that is written.
    pub piece: NonZeroUsize,
}

impl Frame {
    /// The pieces in which `line` is written.
    pub fn pieces(&self, line: &Value) -> Vec<String> {
        let written: Vec<char> = format!("{}{line}{}", self.before, self.ending).chars().collect();
        written.chunks(self.piece.get()).map(|piece| piece.iter().collect()).collect()
    }
}

/// A rule of the operator.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorRule {
    /// When it is due.
    pub when: When,
    /// Virtual milliseconds after `when`.
    #[serde(default)]
    pub after_ms: u64,
    /// Whether it belongs to the same moment as the rule before it. Without this, each rule for the end or the pause of
    /// a turn waits for another end or pause.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub too: bool,
    /// Whether its moment may never come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// What happens.
    pub does: Deed,
}

/// When a rule of the operator is due. Each rule fires once, at the first moment that fits.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum When {
    /// At the start.
    Start,
    /// A prompt with this piece in its drawing is shown.
    Prompt(String),
    /// A message with this piece in its JSON text is sent to the client.
    Client(String),
    /// A request with this piece in its last text is sent.
    Request(String),
    /// This tool is executed.
    Call(String),
    /// A record with this piece in its JSON text is stored.
    Stored(String),
    /// The turn is paused.
    Paused,
    /// The turn has ended.
    Ended,
}

/// What the operator does.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// The user says something.
    Says(String),
    /// A client attaches.
    Attaches,
    /// The client goes away.
    Leaves,
    /// The client sends this line, which answers no message. `<id#2>` in it is replaced as in a rule of the client.
    Line(Value),
    /// A signal arrives.
    Signal(Signal),
    /// Somebody acts at a prompt that was never shown.
    Stray(Act),
    /// The subject is killed at once. At the pause or the end of a turn, it is killed after all effects of that moment. Later,
    /// it is killed while it waits, before what else is due at that instant.
    Kill,
    /// The subject is killed in the same way, and restarted with its stored records.
    Restart,
}

/// How a run must end. A stuck or endless run is always a fault.
#[derive(Clone, Copy, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpectedEnd {
    /// Every turn is over and nothing is open.
    #[default]
    Done,
    /// The subject waits only for a person, or for the user's next message.
    Parked,
    /// The subject was killed.
    Killed,
    /// The subject's process ended by itself.
    Exited,
    /// Done or parked. The subject may decide whether its last turn is over or paused.
    Settled,
    /// Done or exited. A process that cannot begin a run may exit, or stay and refuse.
    Unbegun,
}

impl ExpectedEnd {
    /// Whether a run may end with `end`.
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

    /// Its name in messages.
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
