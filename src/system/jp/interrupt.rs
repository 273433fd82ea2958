//! Interrupts: signals, the menu, and how a batch is stopped or restarted (RFD 045).
//!
//! | SIGINT while | effect |
//! |---|---|
//! | the model answers | the turn ends |
//! | the user or the assistant is asked, or there is no terminal | no menu: the turn ends after the batch |
//! | tools run | the menu: continue, stop and respond, stop and exit, restart |
//! | the menu is shown, or a stop is under way | everything is cancelled, and the turn ends |
//! | the cancelled turn is ending | the process exits |

use crate::model::json::Value;

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
        let is_idle = !matches!(self.phase, Phase::Running | Phase::Stopping);
        match signal {
            _ if self.phase == Phase::Gone => out.push(Effect::Refuse(Why::Idle)),
            Signal::Quit => self.exit(EXIT_SIGQUIT, out),
            _ if is_idle => out.push(Effect::Refuse(Why::Idle)),
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

    /// Whether an earlier interrupt is not over.
    fn is_interrupted(&self) -> bool {
        self.prompts.shows_an_interrupt()
            || self.phase == Phase::Stopping
            || self.batch.outcome != ExecutionOutcome::Completed
    }

    /// The user has chosen in the menu (INT-04).
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

    /// The user has typed the message of a stop. If the user cancels, the menu is shown again.
    pub(super) fn message(&mut self, how: Settled, out: &mut Vec<Effect>) {
        match how {
            Settled::Answered(Value::String(message), _) => {
                let message = Some(message).filter(|message| !message.is_empty());
                self.wind_down(ExecutionOutcome::Stopped(message.map(String::from)), out);
            }
            _ => self.prompts.jump_in(Asks::Menu, menu(), &mut self.mint, out),
        }
    }

    /// Shuts down gracefully. No call begins any more, and the turn ends when all executions have ended.
    fn escalate(&mut self, out: &mut Vec<Effect>) {
        self.phase = Phase::Stopping;
        self.wind_down(ExecutionOutcome::Escalated, out);
    }

    fn exit(&mut self, status: u8, out: &mut Vec<Effect>) {
        self.phase = Phase::Gone;
        out.push(Effect::Exit(status));
    }

    /// The result of call `index` in a stopped batch (INT-05, INT-06).
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

    /// Cancels all open operations of the batch. Executions end by themselves, and the others end at once.
    fn wind_down(&mut self, to: ExecutionOutcome, out: &mut Vec<Effect>) {
        let first = self.batch.outcome == ExecutionOutcome::Completed;
        self.batch.outcome.raise(to);
        // Calls that begin anew must not be cancelled with the rest.
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

    /// Every call of the batch has its result. Stores the results in the order of the calls (EXE-21), and goes on.
    /// After a restart, runs all calls again instead (INT-08).
    pub(super) fn batch_done(&mut self, out: &mut Vec<Effect>) {
        if self.batch.outcome == ExecutionOutcome::Restart {
            self.batch.rewind();
            return self.begin_calls(out);
        }
        // The menu has no effect any more.
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

/// The menu of an interrupt while tools run.
fn menu() -> Prompter {
    let choices = vec![
        Choice::answer('c', "continue", "continue"),
        Choice::answer('s', "stop, and let the assistant respond", "respond"),
        Choice::answer('t', "stop, and exit", "exit"),
        Choice::answer('r', "restart the tools", "restart"),
    ];
    Prompter::of_keys("Interrupted".to_owned(), Keys::new(choices, None))
}
