//! jp: `ask_user` (RFD 083) and the structured inquiry (RFD 028), with unified recording (RFD 082).
//!
//! | you look for | file |
//! |---|---|
//! | the routing table | [`routing`] |
//! | the tool's arguments and result | [`ask_user`] |
//! | the drawings and keys | [`prompter`] |
//! | what is stored | [`persisted`], and [`recording`] for how it comes there |
//! | the texts for the model | [`texts`] |
//! | schema, view and answer of an inquiry | [`inquiry`] |
//! | the layers of the configuration | [`config`] |
//! | the errors of arguments and setups | [`errors`] |
//! | how a stored conversation is repaired and written out | [`sanitize`], [`export`] |
//! | the turn, the batch and how its calls are run | `turn`, `batch`, `coordinator` |
//! | the requests to the model, and their retries | `requests`, [`retry`] |
//! | what is remembered until the turn ends | `turn_memory`, [`cache`] |
//! | the queue of prompts, and how a settled prompt goes on | `prompts`, `settling` |
//! | permissions, interrupts | `permission`, `interrupt` |

pub mod ask_user;
mod batch;
pub mod builtin;
mod builtin_defaults;
pub mod cache;
pub mod config;
mod coordinator;
pub mod describe_tools;
pub mod errors;
mod execution_outcome;
pub mod export;
pub mod inquiry;
mod interrupt;
pub mod outcome;
mod permission;
pub mod persisted;
pub mod prompter;
mod prompts;
pub mod question;
pub mod recording;
mod requests;
mod responses;
pub mod retry;
pub mod routing;
pub mod sanitize;
mod settling;
pub mod stream;
pub mod texts;
mod turn;
mod turn_memory;

use self::{
    batch::Batch,
    config::{Command, Config},
    errors::SetupError,
    export::Format,
    inquiry::SchemaProfile,
    prompts::Prompts,
    requests::Requests,
    stream::Stream,
    turn::Phase,
    turn_memory::TurnMemory,
};
use super::{Effect, FileOp, Input, Machine, Setup, Why};
use crate::model::{Millis, Op, op::Mint};

/// jp's coordinator as a value.
#[derive(Clone, Debug, Default, Hash)]
pub struct Jp {
    mint: Mint,
    config: Config,
    /// The conversation's system prompt: the same in every request of the run (INQ-21).
    system: Option<String>,
    terminal: bool,
    schema: SchemaProfile,
    phase: Phase,
    stream: Stream,
    batch: Batch,
    prompts: Prompts,
    requests: Requests,
    memory: TurnMemory,
    /// The file that is being written.
    file: Option<Op>,
}

impl Machine for Jp {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(setup) => self.begin(*setup, out),
            Input::Says(text) => self.says(text.0, out),
            Input::Model(op, event) => self.model(op, event, out),
            Input::Tool(op, event) => self.tool(op, event, out),
            Input::Person(op, act) => self.person(op, act, out),
            Input::Fired(op) => self.requests.fired(op, &mut self.mint, out),
            Input::Signal(signal) => self.signal(signal, out),
            Input::File(op, _) if self.file == Some(op) => self.file = None,
            Input::Client(_) | Input::File(..) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.requests.open().collect();
        open.extend(self.batch.running());
        open.extend(self.prompts.shown());
        open.extend(self.file);
        open.sort_unstable();
        open
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl Jp {
    fn begin(&mut self, setup: Setup, out: &mut Vec<Effect>) {
        match self.read(&setup) {
            Ok(None) => {}
            Ok(Some(format)) => self.export(format, out),
            Err(why) => {
                self.phase = Phase::Closed;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
        }
    }

    /// Reads the setup. Yields a format if the run exports the conversation.
    fn read(&mut self, setup: &Setup) -> Result<Option<Format>, SetupError> {
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
                content: format.write(&self.stream).into(),
                private: false,
                fresh: false,
            },
        ));
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
