//! All randomness of a simulation. The draws are split into named streams, so that one draw more in one stream does not
//! change the others. The draws of a seed are the same on every machine, and with every version of the random generator.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The stream that a draw is from.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// The workload.
    Situation,
    /// Which fault classes are on, and when they trigger.
    Faults,
    /// The order of deliveries that are due at the same instant.
    Order,
    /// What the model replies.
    Model,
    /// What the tools do.
    Tools,
    /// What the person does.
    Person,
    /// What the client does.
    Client,
    /// Delays.
    Time,
    /// The wire over which a subject other than the reference asks the model.
    Wire,
}

const STREAMS: usize = 9;

/// One draw, as it is kept in a finding.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The stream.
    pub stream: Stream,
    /// What was decided.
    pub what: String,
    /// How many choices there were.
    pub of: u64,
    /// The choice, counted from 0.
    pub took: u64,
}

/// The draws of one seed.
#[derive(Debug)]
pub struct Draws {
    seed: u64,
    /// Boxed, because a generator is large, and most of what holds the draws is moved.
    streams: [Option<Box<ChaCha8Rng>>; STREAMS],
    /// The draws so far, if they are kept.
    kept: Option<Vec<Decision>>,
}

impl Draws {
    /// The draws of `seed`. With `keep`, [`Self::into_decisions`] returns them.
    pub fn new(seed: u64, keep: bool) -> Self {
        Self { seed, streams: [const { None }; STREAMS], kept: keep.then(Vec::new) }
    }

    /// A number below `of`, which is at least 1.
    pub fn below(&mut self, stream: Stream, what: &'static str, of: u64) -> u64 {
        let seed = self.seed;
        let random = self.streams[stream as usize].get_or_insert_with(|| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(stream as u64);
            Box::new(random)
        });
        // Taking the high half of the product has a bias below 2^-32. Unlike a library's `random_range`, its result never
        // changes with a new version.
        let took = (u64::from(random.next_u32()) * of) >> 32;
        if let Some(kept) = &mut self.kept {
            kept.push(Decision { stream, what: what.to_owned(), of, took });
        }
        took
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, stream: Stream, what: &'static str, percent: u64) -> bool {
        self.below(stream, what, 100) < percent
    }

    /// An index below `length`, which is at least 1.
    pub fn index(&mut self, stream: Stream, what: &'static str, length: usize) -> usize {
        usize::try_from(self.below(stream, what, length as u64)).unwrap_or_default()
    }

    /// One of `items`, which must not be empty.
    pub fn pick<'a, T>(&mut self, stream: Stream, what: &'static str, items: &'a [T]) -> &'a T {
        &items[self.index(stream, what, items.len())]
    }

    /// A delay in virtual milliseconds. It is often 0, so that many deliveries fall into one instant.
    pub fn delay(&mut self, what: &'static str) -> u64 {
        const DELAYS: [u64; 10] = [0, 0, 0, 1, 1, 2, 5, 20, 1_000, 90_000];
        *self.pick(Stream::Time, what, &DELAYS)
    }

    /// The draws, if they were kept.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.kept.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Stream};

    #[test]
    fn the_draws_of_a_seed_never_change() {
        let mut draws = Draws::new(7, false);
        let drawn: Vec<u64> = (0..8).map(|_| draws.below(Stream::Person, "act", 100)).collect();
        assert_eq!(drawn, [53, 68, 31, 79, 33, 70, 40, 95]);
    }

    #[test]
    fn another_draw_in_one_stream_changes_no_other_stream() {
        let (mut one, mut other) = (Draws::new(1, false), Draws::new(1, false));
        other.below(Stream::Model, "reply", 10);
        for _ in 0..20 {
            assert_eq!(one.below(Stream::Tools, "end", 1000), other.below(Stream::Tools, "end", 1000));
        }
    }

    #[test]
    fn kept_decisions_are_the_draws() {
        let mut draws = Draws::new(3, true);
        let took = draws.below(Stream::Order, "which", 5);
        let kept = draws.into_decisions();
        assert_eq!((kept.len(), kept[0].of, kept[0].took), (1, 5, took));
    }
}
