//! The simulated operator: it interrupts the run, kills the subject, and sends messages while a turn runs.

use super::{Phase, SimContext};
use crate::{
    model::Millis,
    sim::{draws::Stream, fault::Fault},
    stage::party::Due,
    system::{Input, Signal, Utterance},
};

/// All events of the operator happen within this many effects from the start.
const EFFECTS: u64 = 60;
/// The most events of one kind.
const TIMES: u64 = 3;

/// The numbers of the effects after which the operator does something.
pub struct OperatorEvents {
    /// How many effects there were.
    passed: u64,
    interrupts: Vec<u64>,
    kills: Vec<u64>,
    interjections: Vec<u64>,
    /// Whether the subject was restarted and the user has not sent a message since.
    awaits_user: bool,
}

impl OperatorEvents {
    pub fn draw(ctx: &mut SimContext) -> Self {
        let mut moments = |fault: Fault, times: u64| -> Vec<u64> {
            if !ctx.faults.has(fault) {
                return Vec::new();
            }
            let times = 1 + ctx.draws.below(Stream::Faults, "times", times);
            (0..times).map(|_| 1 + ctx.draws.below(Stream::Faults, fault.word(), EFFECTS)).collect()
        };
        Self {
            interrupts: moments(Fault::Interrupt, TIMES),
            kills: moments(Fault::Kill, TIMES),
            interjections: moments(Fault::TalksOver, TIMES),
            passed: 0,
            awaits_user: false,
        }
    }

    /// Counts an effect, and schedules what the operator does after it.
    pub fn pass(&mut self, ctx: &mut SimContext, due: &mut Vec<Due>) {
        self.passed += 1;
        if ctx.phase > Phase::Faulty {
            return;
        }
        if self.interrupts.contains(&self.passed) {
            const SIGNALS: [Signal; 8] = {
                let mut signals = [Signal::Interrupt; 8];
                signals[6] = Signal::Terminate;
                signals[7] = Signal::Quit;
                signals
            };
            let signal = *ctx.draws.pick(Stream::Faults, "signal", &SIGNALS);
            due.push((Millis(ctx.draws.delay("signal")), Input::Signal(signal)));
            ctx.note_triggered(Fault::Interrupt);
        }
        if self.interjections.contains(&self.passed) {
            let text = format!("By the way, number {}.", self.passed);
            due.push((Millis(ctx.draws.delay("interjection")), Input::Says(Utterance(text.into()))));
            ctx.note_triggered(Fault::TalksOver);
        }
    }

    /// Whether the subject is killed before its next effect.
    pub fn kills(&self, ctx: &mut SimContext) -> bool {
        let kills = ctx.phase == Phase::Faulty && self.kills.contains(&self.passed);
        if kills {
            ctx.note_triggered(Fault::Kill);
        }
        kills
    }

    /// Notes that the subject was restarted.
    pub const fn restarted(&mut self) {
        self.awaits_user = true;
    }

    /// Whether the subject was restarted and waits for the user. True only once after each restart.
    pub fn take_awaiting_user(&mut self) -> bool {
        std::mem::take(&mut self.awaits_user)
    }
}
