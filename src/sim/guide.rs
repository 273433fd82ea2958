//! Guides the drawing of a block of seeds by what its runs have met. A run that comes to a new state is kept. Most later runs
//! of the block are drawn from one that was kept: they make its choices, with some of them changed.

use super::{
    draws::{Draws, Stream},
    states::States,
    tape::{Change, Choices, STREAMS, Tape},
};

/// How many seeds a block has. What one block meets guides no other, so blocks can be run in any order, on any machine.
pub const BLOCK: u64 = 1_000;

/// In so many of a hundred runs, nothing is taken over from an earlier one.
const NEW: u64 = 5;
/// So many runs are kept: the last that came to a new state.
const KEPT: usize = 64;
/// So many of them are looked at for the one that came to the most new states.
const LOOKED_AT: usize = 8;
/// How many of a hundred choices of the situation, and of the faults, are changed. One of these is drawn.
const CHANGED: [u64; 3] = [3, 10, 30];
/// How many of a hundred other choices are changed.
const CHANGED_OTHERS: u64 = 50;
/// Mixed into a seed: the guide does not draw as the run draws.
const GUIDE: u64 = 0x6775_6964_6521_2121;

/// What guides the runs of a block.
#[derive(Debug, Default)]
pub struct Guide {
    met: States,
    /// The tapes of the runs that are kept, each with how many new states it came to.
    kept: Vec<(usize, Tape)>,
}

impl Guide {
    /// The choices of the run of this seed.
    pub fn choices(&self, seed: u64) -> Choices<'_> {
        const S: Stream = Stream::Situation;
        let mut draws = Draws::new(seed ^ GUIDE, false);
        if self.kept.is_empty() || draws.chance(S, "new", NEW) {
            return Choices::Seed(seed);
        }
        let looked_at = [(); LOOKED_AT].map(|()| draws.pick(S, "run", &self.kept));
        let Some((_, tape)) = looked_at.into_iter().max_by_key(|(new, _)| *new) else { return Choices::Seed(seed) };
        let mut percents = [CHANGED_OTHERS; STREAMS];
        for stream in [Stream::Situation, Stream::Faults] {
            percents[stream as usize] = *draws.pick(S, "changed", &CHANGED);
        }
        Choices::Changed(tape, Change { seed, percents })
    }

    /// Takes in the states that a run came to, and its choices.
    pub fn learn(&mut self, run: &States, tape: &Tape) {
        let before = self.met.len();
        self.met.extend(run);
        if self.met.len() == before {
            return;
        }
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push((self.met.len() - before, tape.clone()));
    }
}
