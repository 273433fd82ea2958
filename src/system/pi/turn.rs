//! A turn: the user's message, the model's answers, and how the turn is stopped.
//!
//! **Absent here:** a time limit. Nothing is answered because time has passed (PI-35).

use crate::model::json::Text;

use super::{
    Pi,
    commands::Command,
    definition::NAME,
    errors::CommandLineError,
    files::FileTask,
    pending::{self, PendingFile},
    persisted::StoredEntry,
    phase::Phase,
    user_message::UserMessage,
};
use crate::{
    model::Op,
    system::{
        Effect, FileEvent, FileOp, ModelEvent, Signal, ToolEvent, Turn, TurnEnd, Why,
        chat::{CallResult, ChatProgress},
    },
};

impl Pi {
    pub(super) fn says(&mut self, text: Text, out: &mut Vec<Effect>) {
        let command = Command::read(&text);
        match (self.phase, command) {
            (Phase::Idle, Some(command)) => self.command(command, out),
            (Phase::Idle, None) => {
                out.push(Effect::Turn(Turn::Began));
                self.take_message(text, out);
            }
            (Phase::Reading, None) if self.may_hold() => {
                out.push(Effect::Turn(Turn::Began));
                self.held = Some(text);
            }
            (Phase::Reading | Phase::Running, _) => out.push(Effect::Refuse(Why::Busy)),
            (Phase::Closed, _) => out.push(Effect::Refuse(Why::Idle)),
        }
    }

    /// Takes the message of a turn that has begun, and reads the files that go with it.
    pub(super) fn take_message(&mut self, text: Text, out: &mut Vec<Effect>) {
        self.phase = Phase::Running;
        self.message = Some(UserMessage::new(text, std::mem::take(&mut self.attached)));
        self.read_next(out);
    }

    /// Reads the next file of the message, or sends it.
    fn read_next(&mut self, out: &mut Vec<Effect>) {
        let Some(message) = &mut self.message else { return };
        if let Some(path) = message.next_path() {
            self.start_task(FileTask::Attach(path.clone()), FileOp::Read { path }, out);
            return;
        }
        let Some(message) = self.message.take() else { return };
        let text = message.text();
        self.record(StoredEntry::user(&text, None), out);
        self.chat.user(text);
        self.chat.ask(out);
        // The message answers the questions of these files, so that they are no longer pending (PI-60).
        for (path, content) in message.into_files().into_iter().filter(|(path, _)| pending::number(path).is_some()) {
            let file = PendingFile::read(&content);
            if let Ok(Err(why)) = file.map(|file| file.check_session(&self.config.session)) {
                self.tell(&format!("{path} is kept: {why}."), out);
                continue;
            }
            self.start_task(FileTask::Clear(path.clone()), FileOp::Remove { path, holding: Some(content) }, out);
        }
    }

    /// Takes a file of the message. If the file cannot be read, the run ends.
    pub(super) fn attached(&mut self, path: String, event: FileEvent, out: &mut Vec<Effect>) {
        let Some(message) = &mut self.message else { return };
        let why = match event {
            FileEvent::Read(Some(content)) => {
                message.add(path, content);
                return self.read_next(out);
            }
            FileEvent::Failed(why) => why.words(),
            FileEvent::Read(None) | FileEvent::Done => "is not there",
        };
        self.message = None;
        self.phase = Phase::Closed;
        out.extend(Effect::misconfigured(&CommandLineError::Attached { path, why }.to_string()));
    }

    pub(super) fn model(&mut self, op: Op, event: ModelEvent, out: &mut Vec<Effect>) {
        match self.chat.model(op, event, out) {
            ChatProgress::Nothing => {}
            ChatProgress::Failed(failure) => self.end_turn(TurnEnd::Failed(failure.kind), out),
            ChatProgress::Answer(answer) => {
                let shown: Vec<_> = self.chat.calls().iter().map(|call| call.arguments.clone()).collect();
                self.record(StoredEntry::assistant(&answer, shown.iter()), out);
                if answer.calls.is_empty() {
                    return self.end_turn(TurnEnd::Completed, out);
                }
                for index in 0..self.chat.calls().len() {
                    self.start(index, out);
                }
                self.go_on(out);
            }
        }
    }

    /// Begins a call. All calls of an answer run side by side.
    fn start(&mut self, index: usize, out: &mut Vec<Effect>) {
        let name = self.chat.calls()[index].name.clone();
        if name == NAME {
            self.ask(index, out);
        } else if self.chat.offers(&name) {
            self.chat.execute(index, out);
        } else {
            self.settle(index, CallResult::error(format!("Tool {name} not found")), None, out);
        }
    }

    pub(super) fn tool(&mut self, op: Op, event: ToolEvent, out: &mut Vec<Effect>) {
        let Some(index) = self.chat.tool(op, event, out) else { return };
        let call = &self.chat.calls()[index];
        if let Some(entry) = call.result().map(|result| StoredEntry::result(&call.id, &call.name, result, None)) {
            self.record(entry, out);
        }
        self.go_on(out);
    }

    /// Puts waiting calls to the user. Once all calls have results, asks the model again.
    pub(super) fn go_on(&mut self, out: &mut Vec<Effect>) {
        if self.phase != Phase::Running || self.chat.is_asking() {
            return;
        }
        self.put(out);
        if !self.chat.calls().is_empty() && self.chat.conclude() {
            self.chat.ask(out);
        }
    }

    pub(super) fn signal(&mut self, signal: Signal, out: &mut Vec<Effect>) {
        match (signal, self.phase) {
            (_, Phase::Closed) => out.push(Effect::Refuse(Why::Idle)),
            (Signal::Terminate, _) => self.quit(15, out),
            (Signal::Quit, _) => self.quit(3, out),
            (Signal::Interrupt, Phase::Running) => self.stop(out),
            (Signal::Interrupt, Phase::Reading) if self.held.take().is_some() => {
                out.push(Effect::Turn(Turn::Ended(TurnEnd::Interrupted)));
            }
            (Signal::Interrupt, Phase::Reading) if self.stop_command(out) => {}
            (Signal::Interrupt, Phase::Idle | Phase::Reading) => out.push(Effect::Refuse(Why::Idle)),
        }
    }

    /// Stops the turn. Waiting calls are cancelled, and every call gets a result.
    fn stop(&mut self, out: &mut Vec<Effect>) {
        self.message = None;
        self.withdraw(out);
        let aborted = CallResult::error("The user stopped the turn.");
        for index in 0..self.chat.calls().len() {
            if self.chat.calls()[index].result().is_none() {
                self.settle(index, aborted.clone(), None, out);
            }
        }
        self.chat.abort(&aborted, out);
        self.end_turn(TurnEnd::Interrupted, out);
    }

    /// Ends the process at once. Waiting calls get no result, so that they are asked again (PI-36).
    pub(super) fn quit(&mut self, signal: u8, out: &mut Vec<Effect>) {
        self.phase = Phase::Closed;
        for ask in std::mem::take(&mut self.asks) {
            self.close(ask.open, out);
        }
        out.push(Effect::Exit(128 + signal));
    }

    pub(super) fn end_turn(&mut self, how: TurnEnd, out: &mut Vec<Effect>) {
        self.phase = Phase::Idle;
        out.push(Effect::Turn(Turn::Ended(how)));
    }
}
