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
//! | the turn, the batch, the queue of prompts | `turn`, `batch`, `prompts` |

pub mod ask_user;
mod asked;
mod batch;
pub mod builtin;
pub mod cache;
pub mod config;
pub mod inquiry;
pub mod outcome;
pub mod persisted;
pub mod prompter;
mod prompts;
pub mod question;
pub mod recording;
pub mod retry;
pub mod routing;
pub mod stream;
pub mod texts;
mod turn;

use std::{collections::BTreeMap, sync::Arc};

use self::{
    asked::Asked, batch::Batch, cache::TurnCache, config::Config, inquiry::SchemaProfile, persisted::Event,
    prompts::Prompts, stream::Stream, turn::Phase,
};
use super::{Effect, Input, Machine, Record, Setup, Turn, TurnEnd, Why};
use crate::model::{Millis, Op, ToolDefinition, op::Mint};

/// jp's coordinator as a value.
#[derive(Clone, Debug, Default)]
pub struct Jp {
    mint: Mint,
    config: Config,
    terminal: bool,
    schema: SchemaProfile,
    tools: Arc<[ToolDefinition]>,
    phase: Phase,
    stream: Stream,
    batch: Batch,
    prompts: Prompts,
    requests: BTreeMap<Op, Asked>,
    /// Requests that wait to be sent again, by their timer.
    waiting: BTreeMap<Op, Asked>,
    cache: TurnCache,
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
            Input::Client(_) | Input::File(..) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open: Vec<Op> = self.requests.keys().chain(self.waiting.keys()).copied().collect();
        open.extend(self.batch.running());
        open.extend(self.prompts.shown());
        open.sort_unstable();
        open
    }
}

impl Jp {
    fn begin(&mut self, setup: Setup, out: &mut Vec<Effect>) {
        let stored: Result<Vec<Event>, _> = setup.stored.iter().cloned().map(serde_json::from_value).collect();
        match (Config::read(&setup), stored) {
            (Ok(config), Ok(stored)) => {
                self.tools = config.definitions(&setup.tools);
                self.config = config;
                self.stream = Stream::of(stored);
                self.terminal = setup.terminal;
                if setup.profile == "rfd034" {
                    self.schema = SchemaProfile::AnswerOnly;
                }
            }
            _ => {
                self.phase = Phase::Misconfigured;
                out.push(Effect::Turn(Turn::Ended(TurnEnd::Misconfigured)));
            }
        }
    }

    /// Stores an event, and shows it.
    fn record(&mut self, event: Event, out: &mut Vec<Effect>) {
        let value = serde_json::to_value(&event).unwrap_or_default();
        out.push(Effect::Record(Record(value)));
        self.stream.push(event);
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
