//! pi: `ask_user`, any number of questions in one form, a pending file or a client.
//!
//! The profile `seed` reads the tool as its source has it; `pi-rpc` asks a client by the dialogs of pi's own protocol.
//!
//! **Absent here:** a check of what the user says, and a limit of time. Whatever is typed is an answer, and nothing but
//! the user makes one.
//!
//! | you look for | file |
//! |---|---|
//! | name, description and schema of the tool, and the command | [`definition`] |
//! | the mode, and what the command line brings | [`command_line`] |
//! | what the configuration says | [`config`] |
//! | the arguments of a call | [`arguments`] |
//! | answers, and what becomes of a call | [`answers`] |
//! | the form, its keys and its drawings | [`form`] |
//! | how a call is put to the user, and ends | `asks` |
//! | print mode, and the pending file | `print`, [`pending`] |
//! | how pending files are read again | `gather`, `files` |
//! | a client, the dialogs of pi's protocol, its framing | `client`, [`dialogs`], [`framing`] |
//! | what is stored, read again and compacted | [`session`], `resume`, [`compaction`] |
//! | the turn, and how it is stopped | `turn` |
//! | what the user says behind a slash | [`commands`] |

pub mod answers;
pub mod arguments;
mod ask;
mod asks;
mod client;
pub mod command_line;
pub mod commands;
pub mod compaction;
pub mod config;
pub mod definition;
pub mod dialogs;
pub mod errors;
mod files;
pub mod form;
pub mod framing;
pub mod pending;
mod pending_scan;
pub mod persisted;
mod phase;
mod print;
mod request_ids;
mod resume;
pub mod session;
mod turn;
mod user_message;

pub use answers::Said;
pub use definition::asking;
pub use persisted::{Details, Message, StoredEntry};

use std::collections::BTreeMap;

use self::{
    ask::{Ask, Open},
    command_line::{CommandLine, Mode},
    config::Config,
    errors::SetupError,
    files::FileTask,
    framing::Framing,
    pending_scan::{PendingScan, Purpose},
    phase::Phase,
    request_ids::RequestIds,
    session::Session,
    user_message::UserMessage,
};
use super::{Effect, Input, Machine, Setup, chat::Chat};
use crate::model::{Millis, Op};

/// Which reading is in force.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Profile {
    /// The source of the tool.
    #[default]
    Seed,
    /// With pi's own protocol of dialogs for a client.
    PiRpc,
}

/// pi's agent as a value.
#[derive(Clone, Debug, Default)]
pub struct Pi {
    chat: Chat,
    profile: Profile,
    mode: Mode,
    config: Config,
    now: Millis,
    phase: Phase,
    session: Session,
    /// Answers of the command line that no call has had yet.
    given: Option<Vec<Said>>,
    /// Files that go with the first message.
    attached: Vec<String>,
    /// The message whose files are being read.
    message: Option<UserMessage>,
    /// A message that came while pending files were read.
    held: Option<String>,
    gathering: Option<PendingScan>,
    /// File operations under way.
    tasks: BTreeMap<Op, FileTask>,
    /// The calls that wait for the user, in their order.
    asks: Vec<Ask>,
    client_is_there: bool,
    framing: Framing,
    request_ids: RequestIds,
}

impl Machine for Pi {
    fn handle(&mut self, now: Millis, input: Input, out: &mut Vec<Effect>) {
        self.now = now;
        match input {
            Input::Begin(setup) => self.begin(*setup, out),
            Input::Says(text) => self.says(text.0, out),
            Input::Model(op, event) => self.model(op, event, out),
            Input::Tool(op, event) => self.tool(op, event, out),
            Input::Person(op, act) => self.person(op, &act, out),
            Input::Client(event) => self.client(event, out),
            Input::File(op, event) => self.file(op, event, out),
            Input::Signal(signal) => self.signal(signal, out),
            Input::Fired(op) => self.fired(op, out),
        }
    }

    fn open(&self) -> Vec<Op> {
        let of_ask = |ask: &Ask| match &ask.open {
            Open::Form(op, _) | Open::Client(op, _) => [Some(*op), None],
            Open::Dialogs(op, dialogs) => [Some(*op), dialogs.timer()],
            // What a file is awaited for is an errand.
            Open::Queued | Open::File(_) => [None, None],
        };
        let mut open = self.chat.open();
        open.extend(self.asks.iter().flat_map(of_ask).flatten());
        open.extend(self.tasks.keys());
        open.sort_unstable();
        open
    }
}

impl Pi {
    fn begin(&mut self, setup: Setup, out: &mut Vec<Effect>) {
        match self.read(setup) {
            Err(why) => {
                self.phase = Phase::Closed;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
            Ok(looks) => {
                if !self.resume(out) && looks {
                    self.gather(Purpose::GoOn, out);
                }
            }
        }
    }

    /// Reads what the run begins with; whether it looks for pending files.
    fn read(&mut self, setup: Setup) -> Result<bool, SetupError> {
        self.profile = if setup.profile == "pi-rpc" { Profile::PiRpc } else { Profile::Seed };
        self.config = Config::read(&setup.config)?;
        let line = CommandLine::read(&setup.argv, setup.terminal)?;
        (self.mode, self.given, self.attached) = (line.mode, line.answers, line.attached);
        self.client_is_there = true;
        self.request_ids = RequestIds::beginning_with(setup.stored.len());
        self.session = Session::read(setup.stored, self.config.leaf.as_deref())?;
        let of_host = setup.tools.into_iter().filter(|tool| tool.name != definition::NAME);
        self.chat.offer(std::iter::once(definition::definition()).chain(of_host).collect());
        Ok(line.continues || self.given.is_some())
    }
}

#[cfg(test)]
mod machine_tests;
