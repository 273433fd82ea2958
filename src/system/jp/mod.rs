//! jp: `ask_user` (RFD 083) and the structured inquiry (RFD 028), with unified recording (RFD 082).
//!
//! | you look for | file |
//! |---|---|
//! | the routing table | [`routing`] |
//! | the tool's arguments and result | [`ask_user`] |
//! | the drawings and keys | [`prompter`] |
//! | what is stored | [`persisted`], and [`recording`] for how it comes there |
//! | what the model is told | [`texts`] |
//! | schema, view and answer of an inquiry | [`inquiry`] |
//! | what every layer of the configuration says | [`config`] |
//! | how a stored conversation is mended and written out | [`sanitize`], [`export`] |
//! | the turn, the batch and how its calls are run | `turn`, `batch`, `coordinator` |
//! | the queue of prompts, permissions, interrupts | `prompts`, `permission`, `interrupt` |

pub mod ask_user;
mod batch;
pub mod builtin;
mod builtin_defaults;
pub mod cache;
pub mod config;
mod coordinator;
pub mod describe_tools;
mod execution_outcome;
pub mod export;
pub mod inquiry;
mod interrupt;
pub mod outcome;
mod pending_request;
mod permission;
pub mod persisted;
pub mod prompter;
mod prompts;
pub mod question;
pub mod recording;
mod responses;
pub mod retry;
pub mod routing;
pub mod sanitize;
pub mod stream;
pub mod texts;
mod turn;

use std::collections::BTreeMap;

use serde_json::Value;

use self::{
    batch::Batch,
    cache::TurnCache,
    config::{Command, Config},
    export::Format,
    inquiry::SchemaProfile,
    pending_request::PendingRequest,
    persisted::Event,
    prompts::Prompts,
    stream::Stream,
    turn::Phase,
};
use super::{Effect, FileOp, Input, Machine, Record, Setup, Why};
use crate::model::{Millis, Op, op::Mint};

/// jp's coordinator as a value.
#[derive(Clone, Debug, Default)]
pub struct Jp {
    mint: Mint,
    config: Config,
    /// The conversation's system prompt: the same in every request of the run (INQ-21).
    system: Option<String>,
    /// Whether the model has called a tool in this turn; from then on nothing is demanded of it.
    called: bool,
    terminal: bool,
    schema: SchemaProfile,
    phase: Phase,
    stream: Stream,
    batch: Batch,
    prompts: Prompts,
    requests: BTreeMap<Op, Box<PendingRequest>>,
    /// Requests that wait to be sent again, by their timer.
    waiting: BTreeMap<Op, Box<PendingRequest>>,
    /// A file that is being written.
    file: Option<Op>,
    cache: TurnCache,
    /// Whether a tool may run, as remembered in this turn, by its name.
    permissions: BTreeMap<String, bool>,
    /// How often each question of each call was asked in this turn (REC-05).
    attempts: BTreeMap<(String, String), u32>,
}

impl Machine for Jp {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(setup) => self.begin(*setup, out),
            Input::Says(text) => self.says(text.0, out),
            Input::Model(op, event) => self.model(op, event, out),
            Input::Tool(op, event) => self.tool(op, event, out),
            Input::Person(op, act) => self.person(op, act, out),
            Input::Fired(op) => self.fired(op, out),
            Input::Signal(signal) => self.signal(signal, out),
            Input::File(op, _) if self.file == Some(op) => self.file = None,
            Input::Client(_) | Input::File(..) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.requests.keys().chain(self.waiting.keys()).copied().collect();
        open.extend(self.batch.running());
        open.extend(self.prompts.shown());
        open.extend(self.file);
        open.sort_unstable();
        open
    }
}

impl Jp {
    fn begin(&mut self, setup: Setup, out: &mut Vec<Effect>) {
        match self.read(&setup) {
            Ok(None) => {}
            Ok(Some(format)) => self.export(format, out),
            Err(why) => {
                self.phase = Phase::Closed;
                out.extend(Effect::misconfigured(&why));
            }
        }
    }

    /// Reads what the run begins with; yields the format where the conversation is to be written out.
    fn read(&mut self, setup: &Setup) -> Result<Option<Format>, String> {
        self.stream = Stream::read(&setup.stored)?;
        let (directives, export) = match Command::read(&setup.argv)? {
            Command::Query(directives) => (directives, None),
            Command::Export(format) => (Vec::new(), Some(format)),
        };
        let stored = self.stream.config_deltas();
        let is_default =
            setup.tools.is_empty() && setup.config.is_empty() && stored.is_empty() && directives.is_empty();
        self.config = if is_default {
            builtin::config().clone()
        } else {
            Config::read(builtin_defaults::defaults(), setup, &stored, &directives)?
        };
        self.system = self.config.assistant().system();
        self.terminal = setup.terminal;
        if setup.profile == "rfd034" {
            self.schema = SchemaProfile::AnswerOnly;
        }
        Ok(export)
    }

    fn export(&mut self, format: Format, out: &mut Vec<Effect>) {
        self.phase = Phase::Closed;
        let op = self.mint.next(Op::File);
        self.file = Some(op);
        out.push(Effect::File(
            op,
            FileOp::Write {
                path: format.path().to_owned(),
                content: format.write(&self.stream),
                private: false,
                fresh: false,
            },
        ));
    }

    /// Stores an event, and shows it. An inquiry's response without its request is not stored (REC-30).
    fn record(&mut self, event: Event, out: &mut Vec<Effect>) {
        let value = Value::Object(event.write());
        if self.stream.push(event).is_ok() {
            out.push(Effect::Record(Record(value)));
        }
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
