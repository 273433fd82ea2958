//! The file operations under way, and the task of each.

use super::Pi;
use crate::{
    model::Op,
    system::{Effect, FileEvent, FileOp, Why},
};

/// The task of a file operation.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum FileTask {
    /// Look whether the pending file of that number is free.
    Look(usize),
    /// Write questions to the pending file of that number.
    Store(usize),
    /// Read the pending file of that number, in a scan.
    Scan(usize),
    /// Read the file at that path, which goes with a message.
    Attach(String),
    /// Remove the file at that path, because its questions are answered.
    Clear(String),
    /// Remove the file at that path, because the user wants so.
    Discard(String),
}

impl Pi {
    /// Starts a file operation for that task.
    pub(super) fn start_task(&mut self, task: FileTask, file: FileOp, out: &mut Vec<Effect>) -> Op {
        let op = self.chat.mint.next(Op::File);
        self.tasks.insert(op, task);
        out.push(Effect::File(op, file));
        op
    }

    /// Tells the user of a file that could not be removed.
    pub(super) fn tell_if_kept(&mut self, path: &str, event: &FileEvent, out: &mut Vec<Effect>) {
        if let FileEvent::Failed(why) = event {
            self.tell(&format!("{path} {}, and is kept.", why.words()), out);
        }
    }

    /// Takes the end of a file operation.
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
            FileTask::Scan(number) => self.scanned(number, event, out),
            FileTask::Attach(path) => self.attached(path, event, out),
            FileTask::Clear(path) => self.tell_if_kept(&path, &event, out),
            FileTask::Discard(path) => self.discarded(&path, &event, out),
        }
    }
}
