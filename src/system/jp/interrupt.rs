//! Interrupts: signals, the menu, and how a batch is stopped, restarted or left (RFD 045).
//!
//! | SIGINT while | comes to |
//! |---|---|
//! | the model answers | the turn ends |
//! | a person or the assistant is asked, or there is no terminal | declined: the turn ends after the batch |
//! | tools run | the menu: continue, stop and respond, stop and exit, restart |
//! | the menu is shown, or a stop is under way | everything is cancelled, and the turn ends |
//! | that is under way | the process exits |

use serde_json::Value;

use super::{
    Jp,
    batch::Response,
    execution_outcome::ExecutionOutcome,
    persisted::CancellationReason,
    prompter::{Choice, Keys, Prompter},
    prompts::{Asks, Settled},
    texts::{self, InquiryError},
    turn::Phase,
};
use crate::system::{Effect, Signal, TurnEnd, Why};

/// The exit status of a process that SIGINT ended.
const EXIT_SIGINT: u8 = 130;
/// The exit status of a process that SIGQUIT ended.
const EXIT_SIGQUIT: u8 = 131;

impl Jp {
    pub(super) fn signal(&mut self, signal: Signal, out: &mut Vec<Effect>) {
        if !matches!(self.phase, Phase::Running | Phase::Stopping) {
            out.push(Effect::Refuse(Why::Idle));
            return;
        }
        match signal {
            Signal::Quit => self.exit(EXIT_SIGQUIT, out),
            _ if self.batch.is_empty() => {
                self.requests.cancel_all(out);
                self.end(TurnEnd::Interrupted, out);
            }
            Signal::Terminate => self.escalate(out),
            Signal::Interrupt if self.batch.outcome == ExecutionOutcome::Escalated => self.exit(EXIT_SIGINT, out),
            Signal::Interrupt if self.is_interrupted() => self.escalate(out),
            Signal::Interrupt if self.batch.is_awaiting() || !self.terminal => self.phase = Phase::Stopping,
            Signal::Interrupt => self.prompts.jump_in(Asks::Menu, menu(), &mut self.mint, out),
        }
    }

    /// Whether an interrupt came before, and is not over.
    fn is_interrupted(&self) -> bool {
        self.prompts.shows_an_interrupt()
            || self.phase == Phase::Stopping
            || self.batch.outcome != ExecutionOutcome::Completed
    }

    /// The menu is settled (INT-04).
    pub(super) fn chosen(&mut self, how: Settled, out: &mut Vec<Effect>) {
        let Settled::Answered(Value::String(choice), _) = how else { return self.escalate(out) };
        match choice.as_str() {
            "respond" => {
                let prompter = Prompter::of_text("Message to the assistant (empty for none)".to_owned(), None);
                self.prompts.jump_in(Asks::Message, prompter, &mut self.mint, out);
            }
            "exit" => {
                self.phase = Phase::Stopping;
                self.wind_down(ExecutionOutcome::Stopped(None), out);
            }
            "restart" => self.wind_down(ExecutionOutcome::Restart, out),
            _ => {}
        }
    }

    /// The message of a stop is settled; cancelled, it leads back to the menu.
    pub(super) fn message(&mut self, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(Value::String(message), _) => {
                let message = Some(message).filter(|message| !message.is_empty());
                self.wind_down(ExecutionOutcome::Stopped(message), out);
            }
            _ => self.prompts.jump_in(Asks::Menu, menu(), &mut self.mint, out),
        }
    }

    /// Shuts down gracefully: nothing is begun any more, and the turn ends once all that is under way has come back.
    fn escalate(&mut self, out: &mut Vec<Effect>) {
        self.phase = Phase::Stopping;
        self.wind_down(ExecutionOutcome::Escalated, out);
    }

    fn exit(&mut self, status: u8, out: &mut Vec<Effect>) {
        self.phase = Phase::Gone;
        out.push(Effect::Exit(status));
    }

    /// What call `index` is answered with where the batch was stopped (INT-05, INT-06).
    pub(super) fn stopped(&self, index: usize) -> Option<Response> {
        match &self.batch.outcome {
            ExecutionOutcome::Stopped(Some(message)) => Some(Response::plain(texts::stopped_with(message))),
            ExecutionOutcome::Stopped(None) => {
                let tool = self.config.tool(&self.batch.call(index).name);
                Some(Response::plain(tool.map_or(texts::INTERRUPTED, |tool| &tool.cancellation_response)))
            }
            ExecutionOutcome::Completed | ExecutionOutcome::Restart | ExecutionOutcome::Escalated => None,
        }
    }

    /// Cancels all that the batch has under way. Executions come back by themselves; the rest is over at once.
    fn wind_down(&mut self, to: ExecutionOutcome, out: &mut Vec<Effect>) {
        let first = self.batch.outcome == ExecutionOutcome::Completed;
        self.batch.outcome.raise(to);
        // What is begun anew must not be cancelled with the rest.
        self.batch.held = true;
        for index in self.requests.cancel_all(out) {
            self.inquired(index, Err(InquiryError::Cancelled), out);
        }
        self.withdraw_prompts(out);
        if first {
            out.extend(self.batch.running().map(|op| Effect::Cancel(op, Why::Interrupted)));
        }
        self.batch.held = false;
        if self.batch.is_done() {
            self.batch_done(out);
        }
    }

    /// Withdraws all prompts, as if the user had cancelled each.
    fn withdraw_prompts(&mut self, out: &mut Vec<Effect>) {
        for asks in self.prompts.withdraw(out) {
            match asks {
                Asks::Question(index) => {
                    self.give_up(index, CancellationReason::User, Response::plain(texts::CANCELLED_BY_USER), out);
                }
                Asks::Permission(index) | Asks::Reason(index) | Asks::Arguments(index) => {
                    self.complete(index, Response::plain(texts::SKIPPED), out);
                }
                Asks::Delivery(index) | Asks::Content(index) => self.delivered(index, Settled::Cancelled, out),
                Asks::Menu | Asks::Message => {}
            }
        }
    }

    /// Every call of the batch has its result: stores them in the order of the calls (EXE-21), and goes on; or runs
    /// them all again (INT-08).
    pub(super) fn batch_done(&mut self, out: &mut Vec<Effect>) {
        if self.batch.outcome == ExecutionOutcome::Restart {
            self.batch.rewind();
            return self.begin_calls(out);
        }
        // A menu has nothing left to decide.
        if self.prompts.shows_an_interrupt() {
            self.prompts.withdraw_shown(Why::Superseded, out);
        }
        self.memory.has_called = true;
        for response in self.batch.take_responses() {
            self.stream.record(response, out);
        }
        if self.phase == Phase::Stopping {
            self.end(TurnEnd::Interrupted, out);
        } else {
            self.ask_for_the_turn(out);
        }
    }
}

/// What an interrupt may do while tools run.
fn menu() -> Prompter {
    let choices = vec![
        Choice::answer('c', "continue", "continue"),
        Choice::answer('s', "stop, and let the assistant respond", "respond"),
        Choice::answer('t', "stop, and exit", "exit"),
        Choice::answer('r', "restart the tools", "restart"),
    ];
    Prompter::of_keys("Interrupted".to_owned(), Keys::new(choices, None))
}
