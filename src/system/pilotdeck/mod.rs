//! PilotDeck's `ask_user_question`: one to four questions over an elicitation channel.
//!
//! Profile `seed` is the tool as its source has it. Profile `upstream` adds the runtime, the gateway and the hosts
//! around it. The setting `js_key_order` says whether answers stand in JavaScript's order of keys.
//!
//! **Absent here:** a pause of the turn. The agent's loop treats the tool like any other, and a message of the user
//! does not answer a question.
//!
//! | you look for | file |
//! |---|---|
//! | name, description, schema and flags of the tool | [`definition`] |
//! | the order of checks, and the result of a reply | [`pipeline`] |
//! | the check against the schema, the tool's own rules, previews | [`schema_check`], [`validate`], [`html`] |
//! | the arguments as the channels read them | [`arguments`] |
//! | the sentence for the model | [`answers`], and [`js`] for unchecked values |
//! | codes and texts of errors | [`errors`] |
//! | how the user is asked | [`channel`] |
//! | the configuration | [`config`] |
//! | what is stored, and how a run resumes it | [`persisted`], `resume` |
//! | a turn, and how it is stopped | `turn` |
//! | the batch of calls, and the waiting questions | `batch`, `asks` |
//! | what a client sends | `client` |
//! | results that are cleared | [`compaction`] |

pub mod answers;
pub mod arguments;
mod asks;
mod batch;
pub mod channel;
mod client;
pub mod compaction;
pub mod config;
pub mod definition;
pub mod errors;
pub mod html;
pub mod js;
pub mod persisted;
pub mod pipeline;
mod resume;
pub mod schema_check;
mod turn;
pub mod validate;

use std::collections::{BTreeMap, VecDeque};

use crate::model::json::{Value, json};

use self::{asks::Ask, config::Config, errors::SetupError, turn::Phase};
use super::{AskingCall, Effect, Input, Machine, Setup, Why, chat::Chat};
use crate::model::{Millis, Op, ToolDefinition};

/// A profile: a reading of the behaviour.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Profile {
    /// The source of the tool.
    #[default]
    Seed,
    /// With the runtime around it.
    Upstream,
}

impl Profile {
    /// The one with this name.
    pub fn of(name: &str) -> Self {
        if name == "upstream" { Self::Upstream } else { Self::Seed }
    }
}

/// PilotDeck's agent as a value.
#[derive(Clone, Debug, Default, Hash)]
pub struct PilotDeck {
    chat: Chat,
    profile: Profile,
    config: Config,
    /// Whether a channel is registered (PD-33).
    has_channel: bool,
    phase: Phase,
    /// The tools of the host, by name.
    host_tools: Vec<String>,
    /// The number of messages in the conversation.
    messages: usize,
    /// The number of turns in the conversation.
    turns: usize,
    /// The number of requests that clients may have received in the conversation.
    requests: u32,
    /// The waiting questions, each by its prompt.
    asks: BTreeMap<Op, Ask>,
    /// The calls that wait until they can run alone.
    alone: VecDeque<usize>,
    /// The timer that limits the turn.
    timer: Option<Op>,
}

/// A call with one question and options of these labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let options: Vec<Value> = labels.iter().map(|label| json!({"label": label, "description": label})).collect();
    let arguments = json!({"questions": [{"question": question, "header": "Choice", "options": options}]});
    AskingCall { tool: definition::NAME.to_owned(), arguments, question: None }
}

impl Machine for PilotDeck {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(setup) => self.begin(*setup, out),
            Input::Says(text) => self.says(text.0, out),
            Input::Model(op, event) => self.model(op, event, out),
            Input::Tool(op, event) => self.tool(op, event, out),
            Input::Person(op, act) => self.person(op, act, out),
            Input::Client(event) => self.client(event, out),
            Input::Signal(_) => self.signal(out),
            Input::Fired(op) => self.fired(op, out),
            Input::File(..) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.chat.open();
        open.extend(self.asks.keys());
        open.extend(self.timer);
        open.sort_unstable();
        open
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl PilotDeck {
    fn begin(&mut self, setup: Setup, out: &mut Vec<Effect>) {
        if let Err(why) = self.read(setup, out) {
            self.phase = Phase::Closed;
            out.extend(Effect::misconfigured(&why.to_string()));
        }
    }

    /// Reads the setup of the run.
    fn read(&mut self, setup: Setup, out: &mut Vec<Effect>) -> Result<(), SetupError> {
        self.profile = Profile::of(&setup.profile);
        self.config = Config::read(&setup.config, self.profile)?;
        self.has_channel = setup.terminal;
        let of_host = setup.tools.into_iter().filter(|tool| !definition::is_named(&tool.name));
        let own = self.config.offers_tool().then(definition::for_model);
        let tools: Vec<ToolDefinition> = own.into_iter().chain(of_host).collect();
        self.host_tools = tools.iter().map(|tool| tool.name.clone()).collect();
        self.host_tools.retain(|name| !definition::is_named(name));
        self.chat.offer(tools);
        self.resume(&setup.stored, out)
    }

    /// Whether a call of that name is a call of `ask_user_question`. A run may lack the tool.
    fn is_question(&self, name: &str) -> bool {
        let is_meant = self.profile == Profile::Upstream && definition::is_nearly_named(name) && !self.is_of_host(name);
        self.config.has_tool() && (definition::is_named(name) || is_meant)
    }

    fn is_of_host(&self, name: &str) -> bool {
        self.host_tools.iter().any(|known| known == name)
    }

    /// The tool that a call of that name runs.
    fn tool_named(&self, name: &str) -> String {
        if self.is_question(name) { definition::NAME.to_owned() } else { name.to_owned() }
    }
}

#[cfg(test)]
mod machine_tests;

#[cfg(test)]
mod run_tests;
