//! The adapter's side of the protocol: serves a subject of this process over a pair of streams. `hotseat adapter`
//! serves the reference.
//!
//! ```text
//!   stdin ──lines──▶ ┌───────┐ ──lines──▶ stdout
//!                    │ serve │
//!   model ─replies─▶ └───────┘ ─requests─▶ model (tasks on a thread of their own)
//! ```

mod files;
mod model;

use std::{
    collections::{BTreeSet, VecDeque},
    io::{self, BufRead, Write},
    path::PathBuf,
    sync::mpsc::{self, Receiver},
};

use serde::Serialize;
use thiserror::Error;

pub(super) use self::model::Model;
use super::{
    lines::read_lines,
    protocol::{
        FromAdapter, Hello, Idle, Method, Requests, ScenarioStart, ToAdapter, VERSION,
        rpc::{self, Answer, Call, FAILED, INVALID_REQUEST, Line, WRONG_PARAMS},
    },
};
use crate::{
    model::{Millis, Op, op::OpParseError},
    stage::{Next, Scene, Subject, SubjectError},
    system::{ClientEvent, Effect, FileEvent, Input, ModelEvent, Utterance},
};

/// Something that the adapter hears.
enum Event {
    Line(io::Result<String>),
    /// A reply of the model, in the run with this number.
    Reply(u64, Op, Vec<ModelEvent>),
    /// The input has ended.
    End,
}

/// Serves `subject` until the input ends or `shutdown` comes.
///
/// # Errors
/// If a stream breaks, or the thread for requests to the model cannot be started.
pub fn serve(subject: &mut dyn Subject, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (tell, heard) = mpsc::channel();
    let lines = tell.clone();
    read_lines(input, move |line| lines.send(line.map_or(Event::End, Event::Line)).is_ok());
    let model = Model::start(move |run, op, events| drop(tell.send(Event::Reply(run, op, events))))?;
    Adapter { subject, output, model, run: Run::default(), now: Millis::default() }.serve(&heard)
}

struct Adapter<'a, W> {
    subject: &'a mut dyn Subject,
    output: W,
    model: Model,
    run: Run,
    now: Millis,
}

/// The current run.
#[derive(Default)]
struct Run {
    scenario: String,
    number: u64,
    folder: PathBuf,
    /// How many deliveries were heard.
    heard: u64,
    requests: Requests,
    /// The prompts that were shown. The client asks the other questions.
    shown: BTreeSet<Op>,
    /// The file operations. The protocol does not name them, so it is checked here that none is started twice.
    files: BTreeSet<Op>,
}

impl<W: Write> Adapter<'_, W> {
    fn serve(mut self, heard: &Receiver<Event>) -> io::Result<()> {
        for heard in heard {
            match heard {
                Event::End => return Ok(()),
                Event::Line(line) => {
                    let line = line?;
                    if !line.trim().is_empty() && self.line(&line)? {
                        return Ok(());
                    }
                }
                Event::Reply(run, op, events) => self.reply(run, op, events)?,
            }
            self.output.flush()?;
        }
        Ok(())
    }

    /// Handles a line. True if it was the last one.
    fn line(&mut self, line: &str) -> io::Result<bool> {
        match rpc::read(line, |method| Method::knows(ToAdapter::METHODS, method)) {
            Err(wrong) => self.say(&wrong)?,
            // We ask nothing, so an answer needs no reaction.
            Ok(Line::Answer(_)) => {}
            Ok(Line::Call(id, message)) => return self.message(id, message),
        }
        Ok(false)
    }

    fn message(&mut self, id: Option<u64>, message: ToAdapter) -> io::Result<bool> {
        let input = match message {
            ToAdapter::Initialize { protocol: VERSION, .. } => {
                let hello = crate::model::json::to_value(Hello::of(self.subject.claims()))?;
                return self.say(&Answer::ok(id, hello)).map(|()| false);
            }
            ToAdapter::Initialize { protocol, .. } => {
                let message = format!("this adapter speaks version {VERSION} of the protocol, not {protocol}");
                return self.say(&Answer::error(id, WRONG_PARAMS, message)).map(|()| false);
            }
            ToAdapter::ScenarioStart(start) => return self.start(id, *start).map(|()| false),
            ToAdapter::ScenarioStop { .. } => {
                self.model.abort_all();
                return self.say(&Answer::done(id)).map(|()| false);
            }
            ToAdapter::Shutdown {} => {
                self.say(&Answer::done(id))?;
                return self.output.flush().map(|()| true);
            }
            message => message.into_input(),
        };
        match input {
            Ok((now, input)) => {
                self.now = now;
                self.deliver(input)?;
            }
            Err(why) => self.say(&Answer::error(id, INVALID_REQUEST, why.to_string()))?,
        }
        Ok(false)
    }

    fn start(&mut self, id: Option<u64>, start: ScenarioStart) -> io::Result<()> {
        let scene = Scene { system: start.system.clone(), ..Scene::default() };
        if let Err(error) = self.subject.start(&scene) {
            return self.say(&failed(id, error));
        }
        self.say(&Answer::done(id))?;
        self.model.begin(&start.model, self.run.number + 1);
        self.run = Run {
            scenario: start.scenario.clone(),
            number: self.run.number + 1,
            folder: PathBuf::from(&start.folder),
            ..Run::default()
        };
        self.now = start.now_ms;
        self.deliver(Input::Begin(Box::new(start.setup())))
    }

    fn reply(&mut self, run: u64, op: Op, events: Vec<ModelEvent>) -> io::Result<()> {
        if run != self.run.number || !self.model.take_asked(op) {
            return Ok(());
        }
        self.run.requests.open -= 1;
        self.run.heard += 1;
        for event in events {
            self.drive(Input::Model(op, event))?;
        }
        self.idle()
    }

    /// Handles a delivery, and says `idle` afterwards.
    fn deliver(&mut self, input: Input) -> io::Result<()> {
        self.run.heard += 1;
        self.drive(input)?;
        self.idle()
    }

    fn idle(&mut self) -> io::Result<()> {
        let of_others = |op: &Op| matches!(op, Op::Request(_) | Op::File(_));
        let open = self.subject.open().into_iter().filter(|op| !of_others(op));
        let (asked, open): (Vec<Op>, Vec<Op>) =
            open.partition(|op| matches!(op, Op::Prompt(_)) && !self.run.shown.contains(op));
        let names = |ops: Vec<Op>| ops.into_iter().map(|op| op.to_string()).collect();
        let idle = Idle {
            scenario: self.run.scenario.clone(),
            heard: self.run.heard,
            open: names(open),
            asked: names(asked),
            requests: self.run.requests,
        };
        self.say(&Call::tell(FromAdapter::Idle(idle)))
    }

    /// Feeds an input to the subject, says its effects, and does its file operations.
    fn drive(&mut self, input: Input) -> io::Result<()> {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            if let Err(error) = self.subject.feed(self.now, input) {
                return self.say(&failed(None, error));
            }
            loop {
                match self.subject.next() {
                    Ok(Next::Parked) => break,
                    Ok(Next::Effect(effect) | Next::Unplaced(effect)) => inputs.extend(self.effect(effect)?),
                    Err(error) => return self.say(&failed(None, error)),
                }
            }
        }
        Ok(())
    }

    /// Says an effect. Returns the input that follows from it at once, such as the result of a file operation.
    fn effect(&mut self, effect: Effect) -> io::Result<Option<Input>> {
        match &effect {
            Effect::Request(op, request) => {
                self.run.requests.sent += 1;
                self.run.requests.open += 1;
                self.model.ask(*op, request);
            }
            Effect::Cancel(op @ Op::Request(_), _) if self.model.give_up(*op) => self.run.requests.open -= 1,
            // The reply has arrived already, so there is nothing to cancel.
            Effect::Cancel(Op::Request(_), _) => return Ok(None),
            Effect::Show(op, _) => drop(self.run.shown.insert(*op)),
            Effect::File(op, _) if !self.run.files.insert(*op) => {
                let message = format!("{op} is started twice");
                self.say(&Answer::error(None, FAILED, message))?;
                return Ok(None);
            }
            Effect::File(op, file) => {
                let (op, event) = (*op, files::settle(&self.run.folder, file));
                if event == FileEvent::Done {
                    self.say(&Call::tell(FromAdapter::of_effect(effect)))?;
                }
                return Ok(Some(Input::File(op, event)));
            }
            Effect::Call(..)
            | Effect::Timer(..)
            | Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Client(_)
            | Effect::Refuse(_)
            | Effect::Turn(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => {}
        }
        self.say(&Call::tell(FromAdapter::of_effect(effect)))?;
        Ok(None)
    }

    fn say(&mut self, message: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, message)?;
        self.output.write_all(b"\n")
    }
}

/// Why a message is not an input.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum DeliveryError {
    #[error("this message is not a delivery")]
    NotADelivery,
    #[error(transparent)]
    Operation(#[from] OpParseError),
}

impl ToAdapter {
    /// The input of a delivery, and its time.
    pub(super) fn into_input(self) -> Result<(Millis, Input), DeliveryError> {
        let op = |name: String| name.parse::<Op>();
        Ok(match self {
            Self::UserMessage { now_ms, text } => (now_ms, Input::Says(Utterance(text.into()))),
            Self::PromptAct { now_ms, op: name, act } => (now_ms, Input::Person(op(name)?, act)),
            Self::ToolEvent { now_ms, op: name, event } => (now_ms, Input::Tool(op(name)?, event)),
            Self::TimerFired { now_ms, op: name } => (now_ms, Input::Fired(op(name)?)),
            Self::ClientLine { now_ms, line } => (now_ms, Input::Client(ClientEvent::Line(line))),
            Self::ClientWritten { now_ms, text } => (now_ms, Input::Client(ClientEvent::Written(text.into()))),
            Self::ClientAttached { now_ms } => (now_ms, Input::Client(ClientEvent::Attached)),
            Self::ClientGone { now_ms } => (now_ms, Input::Client(ClientEvent::Gone)),
            Self::Signal { now_ms, signal } => (now_ms, Input::Signal(signal)),
            Self::Initialize { .. } | Self::ScenarioStart(_) | Self::ScenarioStop { .. } | Self::Shutdown {} => {
                return Err(DeliveryError::NotADelivery);
            }
        })
    }
}

fn failed(id: Option<u64>, error: SubjectError) -> Answer {
    Answer::error(id, FAILED, error.message)
}

#[cfg(test)]
mod tests;
