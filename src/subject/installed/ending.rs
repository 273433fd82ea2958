//! How the process of an agent ends.

use std::{panic::resume_unwind, thread};

use super::{GRACE, Heard, Installed, broken};
use crate::{
    stage::{Culprit, Next, SubjectError},
    subject::process::Leftovers,
    system::Effect,
};

impl Installed {
    /// Ends the process. Beside the runs, if several had it: what it does wrongly at its end could not be said of one of them.
    ///
    /// # Errors
    /// If it does not end as it must, and only this run had it.
    pub(super) fn disconnect(&mut self) -> Result<(), SubjectError> {
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        if !connection.is_shared() {
            return self.ended(connection.end(GRACE)).map(drop);
        }
        self.await_ending();
        self.ending = Some(thread::spawn(move || connection.end(GRACE)));
        Ok(())
    }

    /// Waits for the end of the process that is ending beside the runs.
    pub(super) fn await_ending(&mut self) {
        let Some(ending) = self.ending.take() else { return };
        let leftovers = ending.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.left = self.left.take().or(self.ended(leftovers).err());
    }

    /// The agent's stdin is closed, and it is waited for. What it says and asks until its end is heard before its end is told.
    pub(super) fn close_stdin(&mut self) -> Result<(), SubjectError> {
        self.client.close();
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        let leftovers = connection.end(GRACE);
        let number = connection.number;
        // Its last lines are taken as they were while it was there.
        self.connection = Some(connection);
        let is_last = |heard: &Heard| matches!(heard, Heard::Line(of, Err(_)) if *of == number);
        while let Ok(heard) = self.heard.recv_timeout(GRACE) {
            if is_last(&heard) {
                break;
            }
            self.take(heard)?;
        }
        self.connection = None;
        let status = self.ended(leftovers)?;
        // What it still asked its model, it does not wait for any more.
        let asked = self.waiting.open();
        self.waiting.count_as_given_up(&asked);
        self.give_up(asked);
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// The status of a process that has ended.
    ///
    /// # Errors
    /// If it left other processes behind, which were stopped.
    pub(super) fn ended(&self, leftovers: Leftovers) -> Result<u8, SubjectError> {
        if !leftovers.behind.is_empty() {
            return Err(broken(Culprit::Subject, format!("the agent {} {leftovers}", self.manifest.name)));
        }
        Ok(leftovers.shell_status())
    }
}
