//! File operations under way, and what each is for.

use super::Pi;
use crate::{
    model::Op,
    system::{Effect, FileEvent, FileOp, Why},
};

/// What a file operation is for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FileTask {
    /// To see whether the name of that number is free.
    Look(usize),
    /// To store questions under the name of that number.
    Store(usize),
    /// To read the pending file of that number.
    Gather(usize),
    /// To read a file that goes with a message.
    Attach(String),
    /// To remove a file at that path, whose questions are answered.
    Clear(String),
    /// To remove a file at that path for the user, who wants it no more.
    Discard(String),
}

impl Pi {
    /// Starts a file operation.
    pub(super) fn run_errand(&mut self, task: FileTask, file: FileOp, out: &mut Vec<Effect>) -> Op {
        let op = self.chat.mint.next(Op::File);
        self.tasks.insert(op, task);
        out.push(Effect::File(op, file));
        op
    }

    /// A file that could not be removed is told of.
    pub(super) fn kept(&mut self, path: &str, event: &FileEvent, out: &mut Vec<Effect>) {
        if let FileEvent::Failed(why) = event {
            self.tell(&format!("{path} {}, and is kept.", why.words()), out);
        }
    }

    /// A file operation ends.
    pub(super) fn file(&mut self, op: Op, event: FileEvent, out: &mut Vec<Effect>) {
        let Some(task) = self.tasks.remove(&op) else {
            if !self.chat.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return;
        };
        match task {
            FileTask::Look(number) => self.looked(op, number, &event, out),
            FileTask::Store(number) => self.stored(op, number, &event, out),
            FileTask::Gather(number) => self.gathered(number, event, out),
            FileTask::Attach(path) => self.attached(path, event, out),
            FileTask::Clear(path) => self.kept(&path, &event, out),
            FileTask::Discard(path) => self.discarded(&path, &event, out),
        }
    }
}
