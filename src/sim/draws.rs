//! All choices of a simulation, drawn from a seed or taken from a tape. They are split into named streams, so that one
//! choice more in one stream does not change the others. The draws of a seed are the same on every machine, and with every
//! version of the random generator.

use std::borrow::Cow;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::tape::Stream;
use super::tape::{Change, Choices, STREAMS, Tape};

/// One draw, as it is kept in a finding.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// The stream.
    pub stream: Stream,
    /// What was decided.
    pub what: Cow<'static, str>,
    /// How many choices there were.
    pub of: u64,
    /// The choice, counted from 0.
    pub took: u64,
}

/// The choices of one run.
#[derive(Debug)]
pub struct Draws {
    source: Source,
    /// The choices so far, if they are kept.
    kept: Option<Kept>,
}

/// The choices of a run that were kept.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// All of them, in order.
    pub decisions: Vec<Decision>,
    /// The tape that has them.
    pub tape: Tape,
}

/// Where the choices come from.
#[derive(Debug)]
enum Source {
    Seed(Seeded),
    Tape {
        tape: Box<Tape>,
        /// How many choices of each stream were taken.
        taken: [usize; STREAMS],
        /// How some of them are changed.
        changing: Option<Box<Changing>>,
    },
}

/// The streams of a seed.
#[derive(Debug)]
struct Seeded {
    seed: u64,
    /// Boxed, because a generator is large, and most of what holds the draws is moved.
    streams: [Option<Box<ChaCha8Rng>>; STREAMS],
}

/// What changes some choices of a tape.
#[derive(Debug)]
struct Changing {
    /// Draws which choices are changed.
    which: Seeded,
    /// Draws those that take their places.
    drawn: Seeded,
    /// How many of a hundred choices of each stream are changed.
    percents: [u64; STREAMS],
}

/// The next choice.
enum Next {
    /// A seed draws it.
    Drawn(u64),
    /// A tape has it. `None` is the simplest.
    OfTape(Option<u64>),
}

/// Mixed into a seed: which choices are changed is not drawn as they are.
const WHICH: u64 = 0x6775_6964_6564_2e2e;

impl Draws {
    /// The choices of a seed or a tape. With `keep`, [`Self::into_kept`] returns them.
    pub fn new<'a>(choices: impl Into<Choices<'a>>, keep: bool) -> Self {
        let of_tape =
            |tape: &Tape, changing| Source::Tape { tape: Box::new(tape.clone()), taken: [0; STREAMS], changing };
        let source = match choices.into() {
            Choices::Seed(seed) => Source::Seed(Seeded::new(seed)),
            Choices::Tape(tape) => of_tape(tape, None),
            Choices::Changed(tape, change) => of_tape(tape, Some(Box::new(Changing::new(change)))),
        };
        Self { source, kept: keep.then(Kept::default) }
    }

    /// A number below `of`, which is at least 1.
    pub fn below(&mut self, stream: Stream, what: &'static str, of: u64) -> u64 {
        let took = match self.source.next(stream, of) {
            Next::Drawn(number) => number,
            Next::OfTape(choice) => choice.unwrap_or_default().min(of - 1),
        };
        self.keep(stream, what, of, took, Some(took).filter(|took| *took > 0));
        took
    }

    /// True in `percent` of all cases.
    pub fn chance(&mut self, stream: Stream, what: &'static str, percent: u64) -> bool {
        const OF: u64 = 100;
        let took = match self.source.next(stream, OF) {
            Next::Drawn(number) => number,
            // On a tape, only a choice that is not the simplest is a "yes".
            Next::OfTape(Some(_)) => 0,
            Next::OfTape(None) => OF - 1,
        };
        let is_so = took < percent;
        self.keep(stream, what, OF, took, is_so.then_some(0));
        is_so
    }

    /// Keeps a choice, if choices are kept: the number that was taken, and what a tape has for it.
    fn keep(&mut self, stream: Stream, what: &'static str, of: u64, took: u64, choice: Option<u64>) {
        if let Some(kept) = &mut self.kept {
            kept.decisions.push(Decision { stream, what: what.into(), of, took });
            kept.tape.push(stream, choice);
        }
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

    /// The choices, if they were kept.
    pub fn into_kept(self) -> Kept {
        self.kept.unwrap_or_default()
    }
}

impl Source {
    /// The next choice of a stream: a number below `of`, or what the tape has for it.
    fn next(&mut self, stream: Stream, of: u64) -> Next {
        let (tape, taken, changing) = match self {
            Self::Seed(seeded) => return Next::Drawn(seeded.drawn(stream, of)),
            Self::Tape { tape, taken, changing } => (tape, taken, changing),
        };
        let at = &mut taken[stream as usize];
        let choice = tape.of(stream).get(*at).copied();
        *at += 1;
        if let Some(changing) = changing
            && (choice.is_none() || changing.has(stream))
        {
            return Next::Drawn(changing.drawn.drawn(stream, of));
        }
        Next::OfTape(choice.flatten())
    }
}

impl Changing {
    const fn new(Change { seed, percents }: Change) -> Self {
        Self { which: Seeded::new(seed ^ WHICH), drawn: Seeded::new(seed), percents }
    }

    /// Whether it changes the next choice of a stream.
    fn has(&mut self, stream: Stream) -> bool {
        self.which.drawn(stream, 100) < self.percents[stream as usize]
    }
}

impl Seeded {
    const fn new(seed: u64) -> Self {
        Self { seed, streams: [const { None }; STREAMS] }
    }

    /// A number below `of`, drawn from a stream.
    fn drawn(&mut self, stream: Stream, of: u64) -> u64 {
        let random = self.streams[stream as usize].get_or_insert_with(|| {
            let mut random = ChaCha8Rng::seed_from_u64(self.seed);
            random.set_stream(stream as u64);
            Box::new(random)
        });
        // Taking the high half of the product has a bias below 2^-32. Unlike a library's `random_range`, its result never
        // changes with a new version.
        (u64::from(random.next_u32()) * of) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Choices, Draws, STREAMS, Stream, Tape};

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
        let kept = draws.into_kept().decisions;
        assert_eq!((kept.len(), kept[0].of, kept[0].took), (1, 5, took));
    }

    /// What is chosen, and the tape that says so.
    fn chosen<'a>(choices: impl Into<Choices<'a>>) -> (Vec<u64>, Tape) {
        let mut draws = Draws::new(choices, true);
        let mut chosen = Vec::new();
        for of in 1..30 {
            chosen.push(draws.below(Stream::Person, "act", of));
            chosen.push(draws.chance(Stream::Faults, "fault", of).into());
            chosen.push(draws.delay("later"));
        }
        (chosen, draws.into_kept().tape.trimmed())
    }

    #[test]
    fn the_tape_of_a_seed_makes_the_same_choices() {
        for seed in 0..50 {
            let (drawn, tape) = chosen(seed);
            assert_eq!(chosen(&tape), (drawn, tape.clone()), "seed {seed}");
        }
    }

    #[test]
    fn of_a_changed_tape_so_many_choices_are_drawn_and_all_after_its_end() {
        let tape = Tape::default().with(Stream::Person, vec![Some(1_000); 400]);
        let change = |percent| Change { seed: 7, percents: [percent; STREAMS] };
        let same = |percent: u64| {
            let mut draws = Draws::new(Choices::Changed(&tape, change(percent)), false);
            let chosen: Vec<u64> = (0..500).map(|_| draws.below(Stream::Person, "act", 1_000_000)).collect();
            assert!(chosen[400..].iter().all(|choice| *choice != 1_000));
            chosen.iter().filter(|choice| **choice == 1_000).count()
        };
        assert_eq!((same(0), same(100)), (400, 0));
        assert!((260..300).contains(&same(30)), "{}", same(30));
    }

    #[test]
    fn an_empty_tape_has_the_simplest_choices() {
        let (chosen, tape) = chosen(&Tape::default());
        assert!(chosen.iter().all(|choice| *choice == 0), "{chosen:?}");
        assert_eq!(tape, Tape::default());
    }

    #[test]
    fn a_choice_that_is_too_high_is_the_last() {
        let tape = Tape::default().with(Stream::Person, vec![Some(9)]);
        assert_eq!(Draws::new(&tape, false).below(Stream::Person, "act", 3), 2);
    }
}
