//! What befalls the run itself: interrupts, kills, and a user who talks over it.

use super::{Phase, SimContext};
use crate::{
    model::Millis,
    sim::{draws::Stream, fault::Fault},
    stage::party::Due,
    system::{Input, Signal, Utterance},
};

/// Within how many effects from the start something befalls the run.
const EFFECTS: u64 = 60;
/// How often at most.
const TIMES: u64 = 3;

/// After which effects something befalls the run.
pub struct OperatorEvents {
    passed: u64,
    interrupts: Vec<u64>,
    kills: Vec<u64>,
    interjections: Vec<u64>,
    /// Whether the subject was started anew and nobody has said anything to it since.
    is_silent: bool,
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
            kills: moments(Fault::RuleMutant, TIMES),
            interjections: moments(Fault::TalksOver, TIMES),
            passed: 0,
            is_silent: false,
        }
    }

    /// An effect passes.
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
            ctx.triggered(Fault::Interrupt);
        }
        if self.interjections.contains(&self.passed) {
            let text = format!("By the way, number {}.", self.passed);
            due.push((Millis(ctx.draws.delay("interjection")), Input::Says(Utterance(text))));
            ctx.triggered(Fault::TalksOver);
        }
    }

    /// Whether the subject is killed before its next effect.
    pub fn kills(&self, ctx: &mut SimContext) -> bool {
        let kills = ctx.phase == Phase::Faulty && self.kills.contains(&self.passed);
        if kills {
            ctx.triggered(Fault::RuleMutant);
        }
        kills
    }

    pub const fn restarted(&mut self) {
        self.is_silent = true;
    }

    /// Whether the subject was started anew and waits for the user since.
    pub fn take_silent(&mut self) -> bool {
        std::mem::take(&mut self.is_silent)
    }
}
