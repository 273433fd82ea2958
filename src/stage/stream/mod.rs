//! The event stream: one observation after another, in the vocabulary of inputs and effects.
//!
//! A stream in memory contains the secrets of its run. Only a [`redacted`] stream may be shown.
//!
//! **Never in it:** headers, addresses, wall time, sizes, error texts of libraries, and absolute paths. So its bytes
//! are the same over every transport, in every order of scenarios, and on every machine.

mod diffable;
mod line;
mod pieces;
mod redact;
mod repeats;
mod written;

use crate::model::json::{Text, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    model::{Millis, Op},
    system::{Effect, Input, ModelEvent, Turn},
};

pub use self::{diffable::diffable, line::lines, redact::redacted};

/// One event of the stream.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    /// Its number, counted from 1.
    pub seq: u64,
    /// Virtual time, in milliseconds.
    pub at_ms: Millis,
    /// The party that it concerns.
    pub lane: Lane,
    /// What happened.
    pub what: What,
}

impl Observation {
    /// The record, if the subject stored one.
    pub const fn stored(&self) -> Option<&Value> {
        match &self.what {
            What::Effect(Effect::Record(record)) => Some(&record.0),
            _ => None,
        }
    }
}

/// What happened: an input or an effect.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The subject was given this input.
    Input(Input),
    /// The subject had this effect.
    Effect(Effect),
}

/// The party that an observation concerns.
#[derive(Clone, Copy, Debug, Eq, Hash, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Requests to the model, and its answers.
    Model,
    /// Executions of tools.
    Tool,
    /// Prompts, and what the person does at them.
    Prompt,
    /// Stored events.
    Record,
    /// The client that hosts the subject.
    Client,
    /// Files.
    File,
    /// Timers.
    Clock,
    /// The run, its turns, the user's messages, signals, notices and refusals.
    Turn,
}

impl Lane {
    /// Every lane.
    pub const ALL: [Self; 8] =
        [Self::Model, Self::Tool, Self::Prompt, Self::Record, Self::Client, Self::File, Self::Clock, Self::Turn];

    /// Its name in files and options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Record => "record",
            Self::Client => "client",
            Self::File => "file",
            Self::Clock => "clock",
            Self::Turn => "turn",
        }
    }

    const fn of_op(op: Op) -> Self {
        match op {
            Op::Request(_) => Self::Model,
            Op::Call(_) => Self::Tool,
            Op::Prompt(_) => Self::Prompt,
            Op::File(_) => Self::File,
            Op::Timer(_) => Self::Clock,
        }
    }
}

impl What {
    /// The party that it concerns.
    pub const fn lane(&self) -> Lane {
        match self {
            Self::Input(input) => match input {
                Input::Model(..) => Lane::Model,
                Input::Tool(..) => Lane::Tool,
                Input::Person(..) => Lane::Prompt,
                Input::Client(_) => Lane::Client,
                Input::File(..) => Lane::File,
                Input::Fired(_) => Lane::Clock,
                Input::Begin(_) | Input::Says(_) | Input::Signal(_) => Lane::Turn,
            },
            Self::Effect(effect) => match effect {
                Effect::Request(..) => Lane::Model,
                Effect::Call(..) => Lane::Tool,
                Effect::Show(..) => Lane::Prompt,
                Effect::File(..) => Lane::File,
                Effect::Timer(..) => Lane::Clock,
                Effect::Record(_) => Lane::Record,
                Effect::Client(_) => Lane::Client,
                Effect::Cancel(op, _) => Lane::of_op(*op),
                Effect::Refuse(_)
                | Effect::Turn(Turn::Began | Turn::Paused | Turn::Ended(_))
                | Effect::Notice(_)
                | Effect::Exit(_) => Lane::Turn,
            },
        }
    }
}

/// The number of the delivery that each observation belongs to. An input and all effects that follow from it are one
/// delivery. The events of one reply of the model are one delivery, too. Within a delivery, a subject must keep only
/// the order of each lane.
pub fn deliveries(events: &[Observation]) -> Vec<u64> {
    let (mut number, mut reply) = (0, None);
    let number_of = |event: &Observation| {
        if let What::Input(input) = &event.what {
            let next = match input {
                Input::Model(op, _) => Some(*op),
                _ => None,
            };
            number += u64::from(next.is_none() || next != reply);
            reply = next;
        }
        number
    };
    events.iter().map(number_of).collect()
}

/// Collects a stream. It joins the pieces of the model's texts, and numbers the observations.
#[derive(Debug, Default)]
pub struct Log {
    events: Vec<Observation>,
    /// The text of the last observation, once a second piece has joined it. It is put there when the next observation comes: a
    /// reply may have very many pieces.
    joined: String,
}

impl Log {
    /// An empty log with room for `capacity` observations.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { events: Vec::with_capacity(capacity), joined: String::new() }
    }

    /// Appends what happened at virtual time `at_ms`. Returns the number of the observation.
    pub fn push(&mut self, at_ms: Millis, what: What) -> u64 {
        if let Some(last) = self.events.last_mut()
            && last.at_ms == at_ms
            && let Some((text, more)) = pieces_of_one(&mut last.what, &what)
        {
            if self.joined.is_empty() {
                self.joined.push_str(text);
            }
            self.joined.push_str(more);
            return last.seq;
        }
        self.put_joined();
        let (seq, lane) = (self.events.len() as u64 + 1, what.lane());
        self.events.push(Observation { seq, at_ms, lane, what });
        seq
    }

    /// Puts the text of the joined pieces into the last observation.
    fn put_joined(&mut self) {
        let joined = std::mem::take(&mut self.joined);
        if let Some(Observation { what: What::Input(Input::Model(_, event)), .. }) = self.events.last_mut()
            && !joined.is_empty()
            && let ModelEvent::Text(text) | ModelEvent::Reasoning(text) | ModelEvent::Arguments(text) = event
        {
            *text = joined.into();
        }
    }

    /// The observations so far. The last one may be without the text that has joined it.
    pub fn so_far(&self) -> &[Observation] {
        &self.events
    }

    /// How many observations there are so far.
    pub const fn count(&self) -> usize {
        self.events.len()
    }

    /// The records that the subject has stored so far.
    pub fn recorded(&self) -> impl Iterator<Item = &Value> + Clone {
        self.events.iter().filter_map(Observation::stored)
    }

    /// The whole stream.
    pub fn finish(mut self) -> Vec<Observation> {
        self.put_joined();
        self.events
    }
}

/// The text of `last`, and that of `next`, if both are pieces of one text of a reply.
fn pieces_of_one<'e>(last: &'e mut What, next: &'e What) -> Option<(&'e mut Text, &'e Text)> {
    match (last, next) {
        (What::Input(Input::Model(op, last)), What::Input(Input::Model(next_op, next))) if op == next_op => {
            last.texts_of_one(next)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Log, What};
    use crate::{
        model::{Millis, Op},
        system::{Input, ModelEvent},
    };

    fn piece(request: u32, event: ModelEvent) -> What {
        What::Input(Input::Model(Op::Request(request), event))
    }

    fn text(text: &str) -> ModelEvent {
        ModelEvent::Text(text.into())
    }

    #[rstest]
    #[case::one_text([(0, 1, text("a")), (0, 1, text("b")), (0, 1, text("c"))], &[(1, "abc")])]
    #[case::then_another_kind([(0, 1, text("a")), (0, 1, text("b")), (0, 1, ModelEvent::Reasoning("c".into()))], &[(1, "ab"), (2, "c")])]
    #[case::of_another_request([(0, 1, text("a")), (0, 2, text("b")), (0, 2, text("c"))], &[(1, "a"), (2, "bc")])]
    #[case::at_another_time([(0, 1, text("a")), (1, 1, text("b")), (1, 1, text("c"))], &[(1, "a"), (2, "bc")])]
    #[case::none_joins([(0, 1, text("a")), (0, 1, ModelEvent::Arguments("b".into())), (0, 1, text("c"))], &[(1, "a"), (2, "b"), (3, "c")])]
    fn the_pieces_of_a_text_are_one_observation(
        #[case] pieces: [(u64, u32, ModelEvent); 3],
        #[case] expected: &[(u64, &str)],
    ) {
        let mut log = Log::default();
        let mut numbers = Vec::new();
        for (at, request, event) in pieces {
            numbers.push(log.push(Millis(at), piece(request, event)));
        }
        let events = log.finish();
        let found = events.iter().map(|event| match &event.what {
            What::Input(Input::Model(
                _,
                ModelEvent::Text(text) | ModelEvent::Reasoning(text) | ModelEvent::Arguments(text),
            )) => (event.seq, text.as_str()),
            other => panic!("{other:?}"),
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);
        numbers.dedup();
        assert_eq!(numbers, expected.iter().map(|(number, _)| *number).collect::<Vec<_>>());
    }

    #[test]
    fn a_reply_of_very_many_pieces_is_joined_at_once() {
        let (mut log, fifty) = (Log::default(), "x".repeat(50));
        for _ in 0..200_000 {
            log.push(Millis::default(), piece(1, text(&fifty)));
        }
        let events = log.finish();
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].what, piece(1, text(&"x".repeat(10_000_000))));
    }
}
