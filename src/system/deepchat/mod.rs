//! DeepChat's `question`. The call stops the agent's turn, and a card under its message asks the user.
//!
//! In profile `seed` the answer is the user's next message, and a question must be the only call of its message. In
//! profile `head` the answer is the call's result, several questions queue up, and the turn goes on after the last.
//!
//! | you look for | file |
//! |---|---|
//! | the tool as the model sees it | [`definition`] |
//! | repair, trimming and limits of the arguments | [`arguments`] |
//! | what is stored | [`persisted`]; [`transcript`] keeps it |
//! | the card, its keys and its drawings | [`card`] |
//! | what can be wrong with arguments, and with a setup | [`errors`] |
//! | all other texts | [`texts`] |
//! | a question that is asked, answered, rejected, stopped | `pending` |
//! | what the host sends | `interaction`, `remote` |
//! | the turn, and a batch of calls | `turn` |

pub mod arguments;
pub mod card;
mod config;
pub mod definition;
pub mod errors;
mod interaction;
mod pending;
pub mod persisted;
mod profile;
pub mod question;
mod remote;
pub mod texts;
pub mod transcript;
mod turn;

use std::collections::VecDeque;

use self::{
    config::Config,
    errors::SetupError,
    pending::{Pending, Resuming},
    texts::Texts,
    transcript::Transcript,
    turn::Phase,
};
pub use self::{definition::asking, profile::Profile};
use super::{ClientEvent, Effect, Input, Machine, Setup, Signal, Why, chat::Chat};
use crate::model::{Millis, Op, json::Text};

/// DeepChat as a value.
#[derive(Clone, Debug, Default, Hash)]
pub struct DeepChat {
    profile: Profile,
    config: Config,
    texts: Texts,
    chat: Chat,
    transcript: Transcript,
    phase: Phase,
    /// The questions that wait for the user, in the order in which they were asked.
    pending: Vec<Pending>,
    /// The calls whose questions were answered in this process.
    answered: Vec<String>,
    /// The messages that the user wrote while the agent was at work (DC-51).
    queued: VecDeque<Text>,
    /// The turn is about to go on (DC-27).
    resuming: Option<Resuming>,
    /// Whether the user chose to answer a question of the batch in a message of their own.
    follows_up: bool,
    /// The answers that a former process took, and did not make a message. The next message is stored behind them.
    unsent: Vec<Text>,
}

impl Machine for DeepChat {
    fn handle(&mut self, _now: Millis, input: Input, out: &mut Vec<Effect>) {
        match input {
            Input::Begin(setup) => self.begin(&setup, out),
            Input::Says(text) => self.says(text.0, out),
            Input::Model(op, event) => self.model(op, event, out),
            Input::Tool(op, event) => {
                if self.chat.tool(op, event, out).is_some() {
                    self.executed(out);
                }
            }
            Input::Person(op, act) => self.person(op, act, out),
            Input::Client(ClientEvent::Line(line)) => self.line(&line, out),
            Input::Client(ClientEvent::Written(_)) => out.push(Effect::Refuse(Why::NotOffered)),
            Input::Client(ClientEvent::Attached | ClientEvent::Gone) => {}
            Input::Fired(op) if self.resuming.as_ref().is_some_and(|resuming| resuming.timer == op) => self.resume(out),
            Input::Fired(op) if self.chat.mint.knows(op) => {}
            Input::Signal(Signal::Interrupt) => self.stop(out),
            Input::Signal(Signal::Terminate) => self.quit(15, out),
            Input::Signal(Signal::Quit) => self.quit(3, out),
            Input::File(..) | Input::Fired(_) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.chat.open();
        open.extend(self.pending.iter().map(Pending::op));
        open.extend(self.resuming.iter().map(|resuming| resuming.timer));
        open.sort_unstable();
        open
    }

    fn reads_time(&self) -> bool {
        false
    }
}

impl DeepChat {
    fn begin(&mut self, setup: &Setup, out: &mut Vec<Effect>) {
        match self.read(setup) {
            Ok(()) => self.rehydrate(out),
            Err(why) => {
                self.phase = Phase::Closed;
                out.extend(Effect::misconfigured(&why.to_string()));
            }
        }
    }

    fn read(&mut self, setup: &Setup) -> Result<(), SetupError> {
        self.profile = Profile::named(&setup.profile);
        self.config = Config::read(&setup.config)?;
        self.texts = Texts::new(self.config.locale.clone());
        self.transcript = Transcript::read(&setup.stored)?;
        let own = self.config.questions.then(|| definition::definition(self.profile));
        self.chat.offer(own.into_iter().chain(setup.tools.iter().cloned()).collect());
        Ok(())
    }

    /// The process ends. Pending questions stay pending (DC-49).
    fn quit(&mut self, signal: u8, out: &mut Vec<Effect>) {
        self.phase = Phase::Closed;
        out.push(Effect::Exit(128 + signal));
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
