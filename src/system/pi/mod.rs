//! pi: the tool `ask_user`. A call may have any number of questions. The user answers in a form on the terminal, in a
//! pending file, or through a client.
//!
//! The profile `seed` follows the source of the tool. The profile `pi-rpc` asks a client by the dialogs of pi's own
//! protocol.
//!
//! **Absent here:** a check of the answers, and a time limit. Any text is an answer, and only the user gives answers.
//!
//! | topic | file |
//! |---|---|
//! | the name, description and schema of the tool, and the command | [`definition`] |
//! | the mode, and the rest of the command line | [`command_line`] |
//! | the configuration | [`config`] |
//! | the arguments of a call | [`arguments`] |
//! | answers, and the outcome of a call | [`answers`] |
//! | the form, its keys and its drawings | [`form`] |
//! | how a call is put to the user, and how it ends | `ask`, `asks` |
//! | print mode, and the pending file | `print`, [`pending`], `timestamp` |
//! | how pending files are read again | `pending_scan`, `pending_answers`, `files` |
//! | a client, the dialogs of pi's protocol, the framing of lines | `client`, [`dialogs`], [`framing`], `request_ids` |
//! | the shapes that are stored | [`persisted`] |
//! | the session, how it is resumed and compacted | [`session`], `resume`, [`compaction`] |
//! | the turn, and how it is stopped | `turn`, `phase`, `user_message` |
//! | the commands behind a slash | [`commands`] |
//! | the errors, and their texts | [`errors`] |

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
mod pending_answers;
mod pending_scan;
pub mod persisted;
mod phase;
mod print;
mod request_ids;
mod resume;
pub mod session;
mod timestamp;
mod turn;
mod user_message;

pub use answers::{Answer, Said};
pub use arguments::Question;
pub use command_line::Mode;
pub use definition::asking;
pub use persisted::{Details, Message, Part, StoredAnswer, StoredEntry, StoredOutcome};

use crate::model::json::Text;

use std::collections::BTreeMap;

use self::{
    ask::{Ask, Open},
    command_line::CommandLine,
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

/// The reading of the specification that is in force.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Profile {
    /// The source of the tool.
    #[default]
    Seed,
    /// The same, with the dialogs of pi's own protocol for a client.
    PiRpc,
}

/// The agent of pi, as a machine.
#[derive(Clone, Debug, Default, Hash)]
pub struct Pi {
    chat: Chat,
    profile: Profile,
    mode: Mode,
    config: Config,
    now: Millis,
    phase: Phase,
    session: Session,
    /// The answers of the command line, until a call takes them.
    given: Option<Vec<Said>>,
    /// The paths of the files that go with the first message.
    attached: Vec<String>,
    /// The message whose files are being read.
    message: Option<UserMessage>,
    /// A message that came during a scan of the pending files.
    held: Option<Text>,
    /// The scan of the pending files that is under way.
    scan: Option<PendingScan>,
    /// The file operations that are under way.
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
            // The operation on the file is among the tasks.
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
            Ok(scans) => {
                if !self.resume(out) && scans {
                    self.begin_scan(Purpose::Continue, out);
                }
            }
        }
    }

    /// Reads the setup. Returns whether the run begins with a scan of the pending files.
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
