//! The commands to the agent, behind a slash. Each command is a turn of its own.
//!
//! **Absent here:** the model. A command asks it nothing.

use super::{Pi, compaction, pending_scan::Purpose, persisted::StoredEntry};
use crate::system::{Effect, Turn, TurnEnd};

/// A command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// Shows the pending questions (PI-61).
    Questions,
    /// Removes the pending files.
    Clear,
    /// `/questions` with words that are not known.
    Unknown(String),
    /// Compacts the conversation (PI-76).
    Compact,
    /// Goes to an entry of the session (PI-75).
    Tree(String),
}

impl Command {
    /// Reads the user's words; `None` if they are a message.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["/questions"] => Some(Self::Questions),
            ["/questions", "clear"] => Some(Self::Clear),
            ["/questions", ..] => Some(Self::Unknown(words[1..].join(" "))),
            ["/compact"] => Some(Self::Compact),
            ["/tree", id] => Some(Self::Tree(id.to_owned())),
            _ => None,
        }
    }
}

impl Pi {
    pub(super) fn command(&mut self, command: Command, out: &mut Vec<Effect>) {
        out.push(Effect::Turn(Turn::Began));
        match command {
            Command::Questions => return self.begin_scan(Purpose::Show, out),
            Command::Clear => return self.begin_scan(Purpose::Clear, out),
            Command::Unknown(words) => {
                self.tell(&format!("Expected /questions or /questions clear, found {words:?} behind it."), out);
            }
            Command::Compact => match compaction::summary(&self.session) {
                None => self.tell("There is nothing to compact.", out),
                Some(summary) => {
                    self.record(StoredEntry::compaction(&summary), out);
                    self.remember();
                    self.tell("The conversation is compacted.", out);
                }
            },
            Command::Tree(id) if self.session.go_to(&id) => {
                self.remember();
                self.tell(&format!("The session goes on from {id}."), out);
            }
            Command::Tree(id) => self.tell(&format!("No entry is called {id}."), out),
        }
        self.end_turn(TurnEnd::Completed, out);
    }
}
