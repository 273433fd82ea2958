//! What an adapter does wrong, in words for its author. Each text continues "the subject `CMD`: ". It says what
//! happened, what was expected, and what to do.

use std::{fmt, io};

use thiserror::Error;

use crate::{
    llm::Refusal,
    model::Op,
    stage::Capability,
    subject::protocol::{HelloError, REQUEST_HEADER, Requests, rpc::NOT_JSON},
};

/// Why the conversation with an adapter ends.
#[derive(Debug, Error)]
pub enum PipeError {
    /// The claims are wrong.
    #[error(transparent)]
    Claims(#[from] HelloError),
    /// The process is not running.
    #[error("its process is not running")]
    NotRunning,
    /// Its stdout has ended.
    #[error("it closed its stdout")]
    StdoutClosed,
    /// Its stdout has ended in the middle of this line.
    #[error("it closed its stdout in the middle of a line: {0:?}")]
    StdoutClosedInLine(String),
    /// A line has wrong bytes.
    #[error("it wrote a line that is not UTF-8: {0:?}")]
    NotUtf8(String),
    /// A line is too long.
    #[error("it wrote a line of more than {mib} MiB: {line:?}")]
    LongLine {
        /// The limit.
        mib: u64,
        /// The line, shortened.
        line: String,
    },
    /// The operating system cannot read its stdout.
    #[error("its stdout could not be read ({0})")]
    StdoutUnreadable(io::ErrorKind),
    /// A bug of ours: every sender of the channel is gone.
    #[error("no more messages can arrive, which is a bug of hotseat")]
    Disconnected,
    /// There is too much output in one run.
    #[error("it wrote more than {mib} MiB to stdout in one run")]
    TooMuch {
        /// The limit.
        mib: u64,
    },
    /// A line is not a message.
    #[error("it wrote an invalid line: {message}, in {line:?}; {}", advice(*.code))]
    InvalidLine {
        /// The number of the error in JSON-RPC.
        code: i32,
        /// What is wrong with the line.
        message: String,
        /// The line, shortened.
        line: String,
    },
    /// A notification has an id.
    #[error("it sends `{method}` as a request, with the id {id}: send it as a notification, without an `id`")]
    NotificationWithId {
        /// The method of the message.
        method: String,
        /// The id.
        id: u64,
    },
    /// It answers an earlier request again.
    #[error("it answers `{0}` a second time: answer each request once")]
    SecondAnswer(&'static str),
    /// It answers a request of ours with an error.
    #[error("it answers `{method}` with error {code}: {message}")]
    Refused {
        /// The method of our request.
        method: &'static str,
        /// The error's number.
        code: i32,
        /// The error in the adapter's words.
        message: String,
    },
    /// It answers another request than the one that is open.
    #[error(
        "it answers request {}, expected the answer to `{method}`, which is request {id}: repeat the `id` of the request",
        id_in_words(*.found)
    )]
    OtherAnswer {
        /// The id in the answer.
        found: Option<u64>,
        /// The method of our request.
        method: &'static str,
        /// The id of our request.
        id: u64,
    },
    /// It answers, and no request is open.
    #[error(
        "it answers request {}, but no request is open, expected {awaited}: answer each request once",
        id_in_words(*.found)
    )]
    StrayAnswer {
        /// The id in the answer.
        found: Option<u64>,
        /// What was expected instead.
        awaited: String,
    },
    /// It answers a notification with an error.
    #[error(
        "it rejects a message with error {code}: {message}; `hotseat protocol` lists the messages that an adapter must \
         accept"
    )]
    Rejects {
        /// The error's number.
        code: i32,
        /// The error in the adapter's words.
        message: String,
    },
    /// It sends a message before it answers a request.
    #[error("it sends `{said}` before its answer to `{method}`: answer the request first{hint}")]
    BeforeAnswer {
        /// The method of the message.
        said: String,
        /// The method of our request.
        method: &'static str,
        /// Whether the message may belong to the previous run.
        hint: PreviousRun,
    },
    /// It sends a message in a check that delivers nothing.
    #[error("it says `{0}`, and nothing was delivered")]
    NothingDelivered(String),
    /// It sends a message after `idle`.
    #[error("it sends `{0}` after `idle`: after `idle`, send nothing until the next delivery")]
    AfterIdle(String),
    /// Something writes to its stdout after a run was stopped.
    #[error(
        "after its answer to `scenario/stop`{}, a line that is no message was written to its stdout: {line:?}; before that \
         answer, end every process that the run has started, or start it with another stdout",
        in_brackets(.scenario)
    )]
    AfterStop {
        /// The name of the scenario that was stopped.
        scenario: String,
        /// The line, shortened.
        line: String,
    },
    /// It sends a message between two runs.
    #[error("it sends `{0}` while no run is on: send messages only in a run")]
    BetweenRuns(String),
    /// It uses a capability that it does not claim.
    #[error(
        "it sends `{said}` without claiming the capability `{}`: claim the capability, or do not send the message",
        .capability.word()
    )]
    Unclaimed {
        /// The method of the message.
        said: String,
        /// The capability that the method belongs to.
        capability: Capability,
    },
    /// An `idle` names another run.
    #[error("its `idle` names the run {found:?}, expected {expected:?}: repeat the name from `scenario/start`")]
    OtherRun {
        /// The name in the message.
        found: String,
        /// The name of the current run.
        expected: String,
    },
    /// An `idle` counts other deliveries than there were.
    #[error(
        "its `idle` says `\"heard\":{found}`, expected {expected}: send `idle` once after each delivery, and count the \
         deliveries of this run"
    )]
    OtherCount {
        /// How many it counts.
        found: u64,
        /// How many there were.
        expected: u64,
    },
    /// An `idle` lists something as open that was never started.
    #[error(
        "its `idle` lists {0:?} as open, but nothing of that name was started in this run: list the names from \
         `prompt/show`, `tool/call` and `timer/set`"
    )]
    OpenNeverStarted(String),
    /// It cancels something that was never started.
    #[error(
        "it cancels the {kind} {name:?}, but no {kind} of that name was started in this run: use the name under which it \
         was started"
    )]
    CancelNeverStarted {
        /// The kind of operation.
        kind: &'static str,
        /// The adapter's name for it.
        name: String,
    },
    /// A name is used twice.
    #[error("it starts a {kind} as {name:?}, and has called a {earlier} so before: a name is for one thing in a run")]
    NameTaken {
        /// The kind of operation that is started.
        kind: &'static str,
        /// The adapter's name for it.
        name: String,
        /// The kind of operation that had the name before.
        earlier: &'static str,
    },
    /// A message is not an effect.
    #[error("this message is not an effect")]
    NotAnEffect,
    /// A file cannot be what it says.
    #[error("it sends `file/written` with the path {path:?}, which {why}")]
    File {
        /// The path in the message.
        path: String,
        /// What is wrong with it.
        why: FileError,
    },
    /// Two requests to the model have one name.
    #[error("it sent two requests to the model with the name {0:?}: give each request of a run a name of its own")]
    RequestNameTaken(String),
    /// An announced request went to a path that is not the model's.
    #[error(
        "it announced the request {name:?} to the model, but sent it as {sent}: send it to the `url` of `scenario/start`, \
         with the path of the wire"
    )]
    SentElsewhere {
        /// The name of the request.
        name: String,
        /// Method and path of what was sent.
        sent: String,
    },
    /// A request was refused because of its headers.
    #[error("it sent a request to the model, which was refused with 403: {0}")]
    RequestRefused(Refusal),
    /// An announced request was cancelled and never sent.
    #[error(
        "it announced the request {0:?} to the model, and cancelled it without sending it: send every announced request, \
         then cancel it"
    )]
    CancelledUnsent(String),
    /// An announced request was never sent.
    #[error(
        "it announced the request {0:?} to the model, but no request arrived with this name in its header `{header}`",
        header = REQUEST_HEADER
    )]
    NeverSent(String),
    /// The requests to the model are not as an `idle` counts them.
    #[error(
        "its `idle` counts {} sent and {} open requests to the model, but {} arrived and {} are open: count all requests \
         of this run as sent, and as open those whose reply has not ended",
        .counted.sent, .counted.open, .found.sent, .found.open
    )]
    RequestCount {
        /// The numbers in the message.
        counted: Requests,
        /// The numbers that we see.
        found: Requests,
    },
    /// It sends a request to the model after `idle`.
    #[error("it sent a request to the model after `idle`: send every request before `idle`, and count it there")]
    RequestAfterIdle,
    /// It closes a connection that it has counted as open.
    #[error(
        "it closed the connection of {0}, which its last `idle` counted as open: keep the connection until the reply ends"
    )]
    HungUp(Op),
    /// It has begun a line, and does not end it.
    #[error(
        "it wrote a part of a line and no line break for {seconds} s: {part:?}; end every message with a line break, and \
         flush it"
    )]
    HalfLine {
        /// How long we waited.
        seconds: f64,
        /// The part, shortened.
        part: String,
    },
    /// It has closed its stdin, and says nothing.
    #[error("it closed its stdin and sent nothing for {seconds} s, expected {awaited}: read stdin to its end")]
    Deaf {
        /// How long we waited.
        seconds: f64,
        /// What was expected.
        awaited: String,
    },
    /// It says nothing, though it has heard everything that it needs.
    #[error("it hung: nothing for {seconds} s, and no delivery was due; expected {awaited}, on a line that is flushed")]
    Hung {
        /// How long we waited.
        seconds: f64,
        /// What was expected.
        awaited: String,
    },
    /// Something that was announced or counted does not come true in time.
    #[error("{wrong}; nothing changed for {seconds} s")]
    InVain {
        /// What is wrong as long as nothing comes.
        wrong: Box<Self>,
        /// How long we waited.
        seconds: f64,
    },
    /// The process ends with another status, or leaves processes running.
    #[error("it must end with status 0 and leave no process behind")]
    BadEnd,
    /// The process does not end.
    #[error("it did not end within {0} s after its stdin was closed: end the process when stdin ends")]
    NoEnd(u64),
}

/// The name of the scenario that the same process played before, if any. A message that comes too early may belong to
/// it.
#[derive(Debug, Default)]
pub struct PreviousRun(pub Option<String>);

impl fmt::Display for PreviousRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = &self.0 else { return Ok(()) };
        write!(
            f,
            "; the message may belong to the previous run{} and come after its `idle`: with `many: false` in the \
             claims, each run has a process of its own",
            in_brackets(name)
        )
    }
}

/// What is wrong with the path of a `file/written`.
#[derive(Debug, Error)]
pub enum FileError {
    /// The path leads out of the folder.
    #[error("is not a path inside the folder of the run: send a path relative to that folder, without `..`")]
    Outside,
    /// A folder on the way is a link.
    #[error("is behind a link: write into real folders of the run's folder only")]
    BehindLink,
    /// The file is too large.
    #[error("has more than {mib} MiB, the most that a file may have")]
    TooLarge {
        /// The limit.
        mib: u64,
    },
    /// There is something else than a file.
    #[error("is not a regular file: send `file/written` only for files")]
    NotRegular,
    /// The file cannot be read.
    #[error("cannot be read ({0})")]
    Unreadable(io::ErrorKind),
    /// The file is not text.
    #[error("cannot be read as text ({0}): write UTF-8")]
    NotText(io::ErrorKind),
}

/// The name of a scenario after the words that it explains. A scenario may have no name.
fn in_brackets(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" ({name})") }
}

fn id_in_words(id: Option<u64>) -> String {
    id.map_or_else(|| "null".to_owned(), |id| id.to_string())
}

/// What to do about a line that is not a message.
const fn advice(code: i32) -> &'static str {
    match code {
        NOT_JSON => "write one message a line to stdout, and logs to stderr",
        _ => "`hotseat protocol` describes the messages",
    }
}
