//! What befalls the run itself: interrupts, kills, and a user who talks over it.

use super::{Phase, Stand};
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
pub struct Moments {
    passed: u64,
    interrupts: Vec<u64>,
    kills: Vec<u64>,
    interjections: Vec<u64>,
    /// Whether the subject was started anew and nobody has said anything to it since.
    is_silent: bool,
}

impl Moments {
    pub fn draw(stand: &mut Stand) -> Self {
        let mut moments = |fault: Fault, times: u64| -> Vec<u64> {
            if !stand.faults.has(fault) {
                return Vec::new();
            }
            let times = 1 + stand.draws.below(Stream::Faults, "times", times);
            (0..times).map(|_| 1 + stand.draws.below(Stream::Faults, fault.word(), EFFECTS)).collect()
        };
        Self {
            interrupts: moments(Fault::Interrupt, TIMES),
            kills: moments(Fault::Kill, TIMES),
            interjections: moments(Fault::TalksOver, TIMES),
            passed: 0,
            is_silent: false,
        }
    }

    /// An effect passes.
    pub fn pass(&mut self, stand: &mut Stand, due: &mut Vec<Due>) {
        self.passed += 1;
        if stand.phase > Phase::Faulty {
            return;
        }
        if self.interrupts.contains(&self.passed) {
            const SIGNALS: [Signal; 8] = {
                let mut signals = [Signal::Interrupt; 8];
                signals[6] = Signal::Terminate;
                signals[7] = Signal::Quit;
                signals
            };
            let signal = *stand.draws.pick(Stream::Faults, "signal", &SIGNALS);
            due.push((Millis(stand.draws.delay("signal")), Input::Signal(signal)));
            stand.struck(Fault::Interrupt);
        }
        if self.interjections.contains(&self.passed) {
            let text = format!("By the way, number {}.", self.passed);
            due.push((Millis(stand.draws.delay("interjection")), Input::Says(Utterance(text))));
            stand.struck(Fault::TalksOver);
        }
    }

    /// Whether the subject is killed before its next effect.
    pub fn kills(&self, stand: &mut Stand) -> bool {
        let kills = stand.phase == Phase::Faulty && self.kills.contains(&self.passed);
        if kills {
            stand.struck(Fault::Kill);
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
