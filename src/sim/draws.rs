//! Everything random of a simulation: named streams of one generator, so that one draw more in one of them does not
//! move the others. What is drawn for a seed is the same on every machine and in every version of the generator.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose draw it is.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stream {
    /// What the run is about.
    Situation,
    /// Which faults there are, and when.
    Faults,
    /// In which order deliveries of one instant come.
    Order,
    /// What the model replies.
    Model,
    /// What the tools do.
    Tools,
    /// What the person does.
    Person,
    /// What the client does.
    Client,
    /// How long everything takes.
    Time,
}

const STREAMS: usize = 8;

/// One draw.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Whose it was.
    pub stream: Stream,
    /// What it was about.
    pub what: String,
    /// Of how many.
    pub of: u64,
    /// Which, counted from 0.
    pub took: u64,
}

/// The draws of one seed.
#[derive(Debug)]
pub struct Draws {
    seed: u64,
    streams: [Option<ChaCha8Rng>; STREAMS],
    /// What was drawn so far, where that is kept.
    kept: Option<Vec<Decision>>,
}

impl Draws {
    /// The draws of `seed`; where `keeping`, what is drawn is kept.
    pub fn new(seed: u64, keeping: bool) -> Self {
        Self { seed, streams: [const { None }; STREAMS], kept: keeping.then(Vec::new) }
    }

    /// A number below `of`, which is at least 1.
    pub fn below(&mut self, stream: Stream, what: &'static str, of: u64) -> u64 {
        let seed = self.seed;
        let random = self.streams[stream as usize].get_or_insert_with(|| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(stream as u64);
            random
        });
        // The bias of the high half of a product is below 2^-32 here, and it is stable where drawing from a range is not.
        let took = (u64::from(random.next_u32()) * of) >> 32;
        if let Some(kept) = &mut self.kept {
            kept.push(Decision { stream, what: what.to_owned(), of, took });
        }
        took
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub fn chance(&mut self, stream: Stream, what: &'static str, percent: u64) -> bool {
        self.below(stream, what, 100) < percent
    }

    /// An index below `length`, which is at least 1.
    pub fn index(&mut self, stream: Stream, what: &'static str, length: usize) -> usize {
        usize::try_from(self.below(stream, what, length as u64)).unwrap_or_default()
    }

    /// One of `items`, of which there is at least one.
    pub fn pick<'a, T>(&mut self, stream: Stream, what: &'static str, items: &'a [T]) -> &'a T {
        &items[self.index(stream, what, items.len())]
    }

    /// How long something takes, in virtual milliseconds: often nothing, so that much falls into one instant.
    pub fn delay(&mut self, what: &'static str) -> u64 {
        const DELAYS: [u64; 10] = [0, 0, 0, 1, 1, 2, 5, 20, 1_000, 90_000];
        *self.pick(Stream::Time, what, &DELAYS)
    }

    /// What was drawn, where that was kept.
    pub fn into_decisions(self) -> Vec<Decision> {
        self.kept.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draws, Stream};

    #[test]
    fn what_is_drawn_for_a_seed_is_a_promise() {
        let mut draws = Draws::new(7, false);
        let drawn: Vec<u64> = (0..8).map(|_| draws.below(Stream::Person, "act", 100)).collect();
        assert_eq!(drawn, [53, 68, 31, 79, 33, 70, 40, 95]);
    }

    #[test]
    fn a_draw_more_in_one_stream_moves_no_other() {
        let (mut one, mut other) = (Draws::new(1, false), Draws::new(1, false));
        other.below(Stream::Model, "reply", 10);
        for _ in 0..20 {
            assert_eq!(one.below(Stream::Tools, "end", 1000), other.below(Stream::Tools, "end", 1000));
        }
    }

    #[test]
    fn what_is_kept_is_what_was_drawn() {
        let mut draws = Draws::new(3, true);
        let took = draws.below(Stream::Order, "which", 5);
        let kept = draws.into_decisions();
        assert_eq!((kept.len(), kept[0].of, kept[0].took), (1, 5, took));
    }
}
