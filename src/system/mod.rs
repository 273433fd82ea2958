//! The systems under test, as values: plain data in, plain data out.
//!
//! A system is a [`Machine`]. A machine takes an [`Input`] with the virtual time, and appends [`Effect`]s. The tasks,
//! channels and prompts of the original sources are inputs and effects here. The decisions of the sources (routing,
//! validation, caching, recording) are pure functions.
//!
//! **Absent here:** clock, socket, task, randomness, global state, wire format. Time arrives as data, and ids are
//! counted. **A step never fails:** a machine refuses an impossible input by an effect.

pub mod acp;
mod answer;
pub mod chat;
pub mod deepchat;
mod effect;
pub(crate) mod elicitation;
mod input;
pub mod jp;
pub mod mcp;
mod parts;
pub mod pi;
pub mod pilotdeck;
mod setup;
mod tool_question;

pub use answer::{Answer, AnswerCall, Progress};
pub use effect::{Effect, FileOp, Offers, Prompt, Record, ToolCall, Turn, TurnEnd, Typing, Why};
pub use input::{
    Act, ClientEvent, Failure, FailureKind, FileEvent, FileFailure, Input, ModelEvent, ReplyEnd, Signal, ToolEvent,
    Utterance,
};
pub use setup::{Layer, LayerError, Setup};
pub use tool_question::{ToolQuestion, UNDECLARED};
pub use {effect::EffectKind, input::InputKind};

use crate::model::json::{Value, json};

use crate::model::{Fingerprint, Millis, Op};

/// A system as a pure step function: how an agent asks its user. Machines with the same fingerprint act the same from
/// then on.
pub trait Machine: Fingerprint + Send {
    /// Takes one input at the virtual time `now`, and appends the effects to `out`, in order.
    fn handle(&mut self, now: Millis, input: Input, out: &mut Vec<Effect>);

    /// The open operations, in the order in which they were begun.
    fn open(&self) -> Vec<Op>;

    /// Whether its effects may depend on the virtual time.
    fn reads_time(&self) -> bool {
        true
    }
}

/// A call that makes a system ask its user.
#[derive(Clone, Debug)]
pub struct AskingCall {
    /// The tool.
    pub tool: String,
    /// The arguments.
    pub arguments: Value,
    /// The question, if a tool of the host asks it while the tool runs.
    pub question: Option<Value>,
}

impl AskingCall {
    /// A call whose arguments are the question, and its options where it has some.
    fn plain(tool: &str, question: &str, labels: &[String]) -> Self {
        let mut arguments = json!({"question": question});
        if !labels.is_empty() {
            arguments["options"] = json!(labels);
        }
        Self { tool: tool.to_owned(), arguments, question: None }
    }
}

/// A system that this program carries.
pub struct System {
    /// Its name in scenarios and on the command line.
    pub name: &'static str,
    /// The profiles that the reference claims. The first profile is the default.
    pub profiles: &'static [&'static str],
    /// The modifier profiles: each adds to another profile, and no scenario is played in a modifier alone.
    pub modifiers: &'static [&'static str],
    /// A description in one line.
    pub about: &'static str,
    /// A page for authors of adapters, in Markdown: the configuration, the stored records, and the client's messages.
    pub driving: &'static str,
    /// Makes a call that asks the user to choose one of some labels. The arguments are `profile, question, labels`. A tool
    /// without choices leaves the labels out. With an empty question and no labels, the call is invalid.
    pub ask: fn(&str, &str, &[String]) -> AskingCall,
    /// The act by which the user declines to answer.
    pub declines: Act,
    /// How much of a stored record the documents describe. The rest is the implementation's own, and no `Then` judges it.
    pub documented: fn(&Value) -> Documented,
    /// Whether a record says that the call with that id failed. In some systems no record says so.
    pub says_failed: fn(&Value, &str) -> bool,
    make: fn() -> Box<dyn Machine>,
}

/// How much of a stored record the documents of a system describe.
#[derive(Clone, Debug, PartialEq)]
pub enum Documented {
    /// All of it.
    Whole,
    /// This much of it.
    Part(Value),
    /// None of it.
    Nothing,
}

impl System {
    /// Every system, in the order of all lists.
    pub const ALL: [Self; 8] = [
        Self {
            name: "jp-ask-user",
            profiles: &["seed", "rfd082"],
            modifiers: &["rfd082"],
            about: "jp's built-in ask_user (RFD 083) over unified inquiry recording (RFD 082)",
            driving: include_str!("jp/driving.md"),
            ask: jp::ask_user::asking,
            declines: Act::Cancel,
            documented: jp::persisted::documented,
            says_failed: |_, _| false,
            make: || Box::new(jp::Jp::default()),
        },
        Self {
            name: "jp-inquiry",
            profiles: &["seed", "rfd034", "rfd082"],
            modifiers: &["rfd034", "rfd082"],
            about: "jp's structured inquiry (RFD 028): the assistant answers a tool's question",
            driving: include_str!("jp/driving.md"),
            ask: jp::inquiry::asking,
            declines: Act::Cancel,
            documented: jp::persisted::documented,
            says_failed: |_, _| false,
            make: || Box::new(jp::Jp::default()),
        },
        Self {
            name: "deepchat",
            profiles: &["seed", "head"],
            modifiers: &[],
            about: "DeepChat's question: the call ends the turn, and the answer is the user's next message",
            driving: include_str!("deepchat/driving.md"),
            ask: deepchat::asking,
            declines: Act::Reject,
            documented: |_| Documented::Whole,
            says_failed: deepchat::persisted::says_failed,
            make: || Box::new(deepchat::DeepChat::default()),
        },
        Self {
            name: "pi",
            profiles: &["seed", "pi-rpc"],
            modifiers: &[],
            about: "pi's ask_user: any number of questions in a form, a pending file or a client",
            driving: include_str!("pi/driving.md"),
            ask: pi::asking,
            declines: Act::Cancel,
            documented: |_| Documented::Whole,
            says_failed: |_, _| false,
            make: || Box::new(pi::Pi::default()),
        },
        Self {
            name: "pilotdeck",
            profiles: &["seed", "upstream", "js_key_order"],
            modifiers: &["js_key_order"],
            about: "PilotDeck's ask_user_question: one to four questions over an elicitation channel",
            driving: include_str!("pilotdeck/driving.md"),
            ask: pilotdeck::asking,
            declines: Act::Cancel,
            documented: |_| Documented::Whole,
            says_failed: |_, _| false,
            make: || Box::new(pilotdeck::PilotDeck::default()),
        },
        Self {
            name: "acp",
            profiles: &["v1", "lines", "permissions", "question_tool", "server_tools", "own_tools"],
            modifiers: &["lines", "permissions", "question_tool", "server_tools", "own_tools"],
            about: "the Agent Client Protocol: an agent asks through its client, by permissions, forms and pages",
            driving: include_str!("acp/driving.md"),
            ask: acp::asking,
            declines: Act::Reject,
            documented: |_| Documented::Whole,
            says_failed: |_, _| false,
            make: || Box::new(acp::Acp::default()),
        },
        Self {
            name: "mcp",
            profiles: &[
                "2025-11-25",
                "2025-06-18",
                "2026-07-28",
                "answers",
                "arguments",
                "ask",
                "connect",
                "job",
                "pair",
                "status",
                "survey",
            ],
            modifiers: &["answers", "arguments", "ask", "connect", "job", "pair", "status", "survey"],
            about: "elicitation of the Model Context Protocol: a server's tool asks the user of its client",
            driving: include_str!("mcp/driving.md"),
            ask: mcp::asking,
            declines: Act::Reject,
            documented: |_| Documented::Whole,
            says_failed: |_, _| false,
            make: || Box::new(mcp::Mcp::default()),
        },
        Self {
            name: "mcp-client",
            profiles: &[
                "2025-11-25",
                "2025-06-18",
                "2026-07-28",
                "checks",
                "declares",
                "defaults",
                "headless",
                "pages",
                "shows",
                "tasks",
            ],
            modifiers: &["checks", "declares", "defaults", "headless", "pages", "shows", "tasks"],
            about: "elicitation of the Model Context Protocol: a client shows what its server asks, and answers",
            driving: include_str!("mcp/driving-client.md"),
            ask: mcp::asking_by_server,
            declines: Act::Reject,
            documented: |_| Documented::Whole,
            says_failed: |_, _| false,
            make: || Box::new(mcp::McpClient::default()),
        },
    ];

    /// The system with that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[System] = &System::ALL;
        ALL.iter().find(|system| system.name == name)
    }

    /// The profile in which a scenario with `profile` is played. An empty `profile` means the default.
    pub fn played_in<'a>(&self, profile: &'a str) -> &'a str {
        if profile.is_empty() { self.profiles.first().copied().unwrap_or_default() } else { profile }
    }

    /// A fresh machine of this system.
    pub fn machine(&self) -> Box<dyn Machine> {
        (self.make)()
    }
}
