//! The states that runs come to. A state is what happens, with its reason; what happened just before; and what is open and
//! under way. Unlike coverage points, states are too many to be listed. How many different ones a campaign comes to says how
//! far its runs differ.

use std::{
    collections::BTreeSet,
    hash::{Hash, Hasher},
    mem::discriminant,
};

use super::{coverage_points::hash_point, run_state::RunState, stream_hash::Mixer};
use crate::{model::Op, stage::What, system::Effect};

/// More things of one kind count as this many.
const MANY: u32 = 3;

/// States, each as a number. Two of them have the same number about as rarely as two texts have the same checksum of 32 bits.
pub type States = BTreeSet<u32>;

/// The states that one run came to.
#[derive(Clone, Debug, Default)]
pub struct RunStates {
    /// The states.
    pub all: States,
    /// What happened last.
    last: u64,
}

impl RunStates {
    /// Notes what happens in this state of the run.
    pub fn note(&mut self, run: &RunState<'_>, what: &What) {
        let mut happens = Mixer::default();
        hash_point(what, &mut happens);
        if let What::Effect(Effect::Cancel(_, why) | Effect::Refuse(why)) = what {
            why.hash(&mut happens);
        }
        let happens = happens.finish();
        let mut state = Mixer::default();
        (happens, self.last, open(&run.open), &run.turn, discriminant(&run.last_input)).hash(&mut state);
        [run.turns, run.starts, u32::try_from(run.cancelled.len()).unwrap_or(MANY)]
            .map(|times| times.min(MANY))
            .hash(&mut state);
        self.last = happens;
        // The high half is the better mixed one.
        self.all.insert((state.finish() >> 32) as u32);
    }
}

/// How many operations of each kind are open.
fn open(open: &[Op]) -> [u32; 5] {
    let mut of_kind = [0; 5];
    for op in open {
        let kind = match op {
            Op::Request(_) => 0,
            Op::Call(_) => 1,
            Op::Prompt(_) => 2,
            Op::File(_) => 3,
            Op::Timer(_) => 4,
        };
        of_kind[kind] = MANY.min(of_kind[kind] + 1);
    }
    of_kind
}
