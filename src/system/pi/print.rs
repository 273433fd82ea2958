//! Print mode: the questions go to a pending file, and the call ends with instructions (PI-49, PI-105).
//!
//! **Absent here:** a file that is overwritten. Somebody may be answering the questions of an existing file, so the
//! questions go to the next free name. The write fails if the name is no longer free.

use super::{
    Pi,
    answers::Outcome,
    ask::{Ask, Open},
    files::FileTask,
    pending::{self, FILES_MAX},
};
use crate::{
    model::Op,
    system::{Effect, FileEvent, FileFailure, FileOp, chat::CallResult},
};

impl Pi {
    /// Looks whether the pending file of that number is free.
    pub(super) fn look(&mut self, number: usize, out: &mut Vec<Effect>) -> Op {
        self.start_task(FileTask::Look(number), FileOp::Read { path: pending::path(number) }, out)
    }

    /// Writes the questions if the name is free, and else looks at the next name.
    pub(super) fn looked(&mut self, op: Op, number: usize, event: &FileEvent, out: &mut Vec<Effect>) {
        let Some(at) = self.waiting_for(op) else { return };
        let next = if matches!(event, FileEvent::Read(None)) {
            let path = pending::path(number);
            let content = pending::write(&self.config.session, self.now, &self.asks[at].arguments.questions);
            self.start_task(
                FileTask::Store(number),
                FileOp::Write { path, content: content.into(), private: true, fresh: true },
                out,
            )
        } else if number < FILES_MAX {
            self.look(number + 1, out)
        } else {
            return self.give_up(
                at,
                &format!("there are {FILES_MAX} pending files; answer some, or remove them with /questions clear"),
                out,
            );
        };
        self.asks[at].open = Open::File(next);
    }

    /// Ends the call whose file was written. If the name was taken meanwhile, looks at the next name.
    pub(super) fn stored(&mut self, op: Op, number: usize, event: &FileEvent, out: &mut Vec<Effect>) {
        let path = pending::path(number);
        match (self.waiting_for(op), event) {
            (Some(at), FileEvent::Done) => self.end_ask(at, &Outcome::Pending { path }, out),
            (Some(at), FileEvent::Failed(FileFailure::Exists)) if number < FILES_MAX => {
                let next = self.look(number + 1, out);
                self.asks[at].open = Open::File(next);
            }
            (Some(at), FileEvent::Failed(why)) => self.give_up(at, &format!("{path} {}", why.words()), out),
            (Some(at), FileEvent::Read(_)) => self.give_up(at, &format!("{path} can not be written"), out),
            // The call was cancelled meanwhile, so neither the model nor the user knows of the file.
            (None, FileEvent::Done) => {
                self.start_task(FileTask::Clear(path.clone()), FileOp::Remove { path, holding: None }, out);
            }
            (None, _) => {}
        }
    }

    fn waiting_for(&self, op: Op) -> Option<usize> {
        self.asks.iter().position(|ask| matches!(ask.open, Open::File(waiting) if waiting == op))
    }

    fn give_up(&mut self, at: usize, why: &str, out: &mut Vec<Effect>) {
        let Ask { index, .. } = self.asks.remove(at);
        self.settle(index, CallResult::error(format!("The questions could not be saved: {why}.")), None, out);
        self.go_on(out);
    }
}
