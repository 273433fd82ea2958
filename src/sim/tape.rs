//! The tape of a run: all its choices, as data. A run of a seed leaves a tape, and a tape can be changed and run again.

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

/// The number of streams.
pub(super) const STREAMS: usize = Stream::ALL.len();

impl Stream {
    /// Every stream.
    pub const ALL: [Self; 9] = [
        Self::Situation,
        Self::Faults,
        Self::Order,
        Self::Model,
        Self::Tools,
        Self::Person,
        Self::Client,
        Self::Time,
        Self::Wire,
    ];
}

/// The choices of a run, for each stream in their order. `None` is the simplest choice: the first of several, and "no"
/// where something may happen. What the tape does not say is the simplest choice, too, so that every tape is one of a run.
#[derive(Clone, Debug, Default, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tape([Vec<Option<u64>>; STREAMS]);

/// How some choices of a tape are changed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Change {
    /// The seed that draws which choices are changed, those that take their places, and all that come after the end of the
    /// tape.
    pub seed: u64,
    /// How many of a hundred choices of each stream are changed.
    pub percents: [u64; STREAMS],
}

/// Where the choices of a run come from.
#[derive(Clone, Copy, Debug)]
pub enum Choices<'a> {
    /// They are drawn from a seed.
    Seed(u64),
    /// They are those of a tape.
    Tape(&'a Tape),
    /// They are those of a tape, with some of them changed.
    Changed(&'a Tape, Change),
}

impl From<u64> for Choices<'_> {
    fn from(seed: u64) -> Self {
        Self::Seed(seed)
    }
}

impl<'a> From<&'a Tape> for Choices<'a> {
    fn from(tape: &'a Tape) -> Self {
        Self::Tape(tape)
    }
}

/// The size of a tape. Of two tapes, the one with fewer choices is the smaller, then the one with fewer that are not the
/// simplest, then the one with the lower ones.
pub type Size = (usize, usize, u64);

impl Tape {
    /// The streams that have choices.
    pub fn streams(&self) -> impl Iterator<Item = Stream> + '_ {
        Stream::ALL.into_iter().filter(|stream| !self.of(*stream).is_empty())
    }

    /// The choices of a stream.
    pub fn of(&self, stream: Stream) -> &[Option<u64>] {
        &self.0[stream as usize]
    }

    /// The tape with other choices in this stream.
    #[must_use]
    pub fn with(&self, stream: Stream, choices: Vec<Option<u64>>) -> Self {
        let mut tape = self.clone();
        tape.0[stream as usize] = choices;
        tape
    }

    /// Adds a choice.
    pub(super) fn push(&mut self, stream: Stream, choice: Option<u64>) {
        self.0[stream as usize].push(choice);
    }

    /// The tape without the simplest choices at the end of each stream, which say nothing.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        for choices in &mut self.0 {
            let length = choices.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            choices.truncate(length);
        }
        self
    }

    /// The size.
    pub fn size(&self) -> Size {
        let all = || self.0.iter().flatten();
        (all().count(), all().flatten().count(), all().flatten().fold(0, |sum, choice| sum.saturating_add(*choice)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Stream, Tape};

    #[test]
    fn the_simplest_choices_at_the_end_are_left_out() {
        let tape = Tape::default().with(Stream::Person, vec![None, Some(3), None, None]);
        let tape = tape.with(Stream::Time, vec![None, None]).trimmed();
        assert_eq!((tape.of(Stream::Person), tape.of(Stream::Time)), (&[None, Some(3)][..], &[][..]));
        assert_eq!((tape.size(), tape.streams().collect::<Vec<_>>()), ((2, 1, 3), vec![Stream::Person]));
    }
}
