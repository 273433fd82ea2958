//! Coverage points: everything that a campaign should meet at least once, because a campaign tests only what it meets.
//! There is a point for each kind of message that a subject hears or sends, for each end of a run, and for each fault
//! class.
//!
//! The words of the points of messages come from the names of the variants, so nothing is listed here. Most messages
//! count for their part. A few count for something more telling: a failed reply for the kind of the failure, for
//! example.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::LazyLock,
};

use indexmap::IndexMap;
use strum::{VariantArray, VariantNames};

use super::fault::Fault;
use crate::{
    model::Op,
    stage::{End, What},
    system::{Act, Effect, EffectKind, FailureKind, Input, InputKind, ModelEvent, Turn, TurnEnd},
};

/// A point in words, such as `hears model rate limited`.
pub type CoveragePoint = &'static str;

/// The kind of a message.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
enum Kind {
    Heard(InputKind),
    Done(EffectKind),
}

/// The point of a message before it is put into words: the kind of the message, and the part for which it counts.
type Key = (Kind, Option<&'static str>);

/// The points of everything that a subject hears or does, in the order of the variants.
static SEEN: LazyLock<IndexMap<Key, String>> = LazyLock::new(|| {
    let heard = InputKind::VARIANTS.iter().copied().flat_map(keys_of_input);
    let done = EffectKind::VARIANTS.iter().copied().flat_map(keys_of_effect);
    heard.chain(done).map(|key| (key, words(key))).collect()
});

/// The point in words.
fn words((kind, part): Key) -> String {
    let (verb, name) = match kind {
        Kind::Heard(InputKind::Fired) => ("hears", "timer fired"),
        Kind::Heard(kind) => ("hears", kind.into()),
        Kind::Done(kind) => ("does", kind.into()),
    };
    let words = [verb, name].into_iter().chain(part).collect::<Vec<_>>().join(" ");
    words.replace('_', " ")
}

/// The points of an input: one for each part, or a single one without parts.
fn keys_of_input(kind: InputKind) -> Vec<Key> {
    let parts = match kind {
        InputKind::Model => replaced(kind.parts(), "failed", FailureKind::VARIANTS),
        InputKind::Person => replaced(kind.parts(), "paste", &[]),
        _ => kind.parts().to_vec(),
    };
    keys(Kind::Heard(kind), parts)
}

/// The points of an effect: one for each part, or a single one without parts.
fn keys_of_effect(kind: EffectKind) -> Vec<Key> {
    let parts = match kind {
        EffectKind::Cancel => Op::VARIANTS.to_vec(),
        EffectKind::Turn => replaced(kind.parts(), "ended", TurnEnd::VARIANTS),
        _ => kind.parts().to_vec(),
    };
    keys(Kind::Done(kind), parts)
}

/// `parts` without `part`, and then the `others` for which it counts.
fn replaced(parts: &[&'static str], part: &str, others: &[&'static str]) -> Vec<&'static str> {
    parts.iter().filter(|known| **known != part).chain(others).copied().collect()
}

fn keys(kind: Kind, parts: Vec<&'static str>) -> Vec<Key> {
    if parts.is_empty() { vec![(kind, None)] } else { parts.into_iter().map(|part| (kind, Some(part))).collect() }
}

/// The point of something heard.
fn key_of_input(input: &Input) -> Key {
    let part = match input {
        Input::Model(_, ModelEvent::Failed(failure)) => Some(failure.kind.into()),
        // A paste is many keys.
        Input::Person(_, Act::Paste(_)) => Some("key"),
        _ => input.part(),
    };
    (Kind::Heard(input.into()), part)
}

/// The point of something done.
fn key_of_effect(effect: &Effect) -> Key {
    let part = match effect {
        Effect::Cancel(op, _) => Some(op.into()),
        Effect::Turn(Turn::Ended(end)) => Some(end.into()),
        _ => effect.part(),
    };
    (Kind::Done(effect.into()), part)
}

/// The point of a message.
fn key_of(what: &What) -> Key {
    match what {
        What::Input(input) => key_of_input(input),
        What::Effect(effect) => key_of_effect(effect),
    }
}

/// Takes the point of a message into a hash.
pub fn hash_point(what: &What, into: &mut impl Hasher) {
    key_of(what).hash(into);
}

/// The points of the ends of a run. The last one is a violation, so a campaign without violations never meets it.
const ENDS: [CoveragePoint; 3] = ["ends done", "ends exited", "ends otherwise"];

/// The index in [`ENDS`] of the point of an end.
const fn point_of_end(end: End) -> usize {
    match end {
        End::Done => 0,
        End::Exited => 1,
        End::Parked | End::Stuck | End::Endless | End::Hung | End::Killed | End::Broken | End::Left => 2,
    }
}

/// The points of all systems. Each system names the ones that it cannot meet.
pub fn all() -> impl Iterator<Item = CoveragePoint> {
    let [done, exited, _] = ENDS;
    let faults = Fault::ALL.iter().map(|fault| fault.point());
    SEEN.values().map(String::as_str).chain([done, exited]).chain(faults)
}

/// How often each point was met.
#[derive(Clone, Debug, Default)]
pub struct Met {
    /// In no order. There are few, so comparing each is faster than a search.
    seen: Vec<(Key, u64)>,
    ends: Times<{ ENDS.len() }>,
    faults: Times<{ Fault::ALL.len() }>,
    /// The points that only one system has.
    own: BTreeMap<CoveragePoint, u64>,
}

/// How often each of `N` points was met, by index.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Times<const N: usize>([u64; N]);

impl<const N: usize> Default for Times<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Times<N> {
    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(times, more)| *times += more);
    }
}

/// The order in which the points were met first does not count.
impl PartialEq for Met {
    fn eq(&self, other: &Self) -> bool {
        let sorted = |met: &Self| {
            let mut seen = met.seen.clone();
            seen.sort_unstable();
            seen
        };
        (sorted(self), &self.ends, &self.faults, &self.own) == (sorted(other), &other.ends, &other.faults, &other.own)
    }
}

impl Eq for Met {}

impl Met {
    /// How often `point` was met.
    pub fn times(&self, point: &str) -> u64 {
        self.points().find(|(known, _)| *known == point).map_or(0, |(_, times)| times)
    }

    /// All points that may have been met, each with how often it was.
    pub fn points(&self) -> impl Iterator<Item = (CoveragePoint, u64)> {
        let Self { seen, ends, faults, own } = self;
        let times = |key: &Key| seen.iter().find(|(known, _)| known == key).map(|(_, times)| *times);
        let seen = SEEN.iter().filter_map(move |(key, point)| Some((point.as_str(), times(key)?)));
        let ends = ENDS.into_iter().zip(ends.0);
        let faults = Fault::ALL.iter().map(|fault| fault.point()).zip(faults.0);
        let own = own.iter().map(|(point, times)| (*point, *times));
        seen.chain(ends).chain(faults).chain(own)
    }

    /// Counts a fault class that has triggered in a run.
    pub const fn fault(&mut self, fault: Fault) {
        self.faults.0[fault as usize] += 1;
    }

    /// Counts how a run ended.
    pub const fn end(&mut self, end: End) {
        self.ends.0[point_of_end(end)] += 1;
    }

    /// Counts a message.
    pub fn see(&mut self, what: &What) {
        self.count(key_of(what), 1);
    }

    fn count(&mut self, key: Key, more: u64) {
        match self.seen.iter_mut().find(|(known, _)| *known == key) {
            Some((_, times)) => *times += more,
            None => self.seen.push((key, more)),
        }
    }

    /// Counts a point of the system's own.
    pub fn own(&mut self, point: CoveragePoint) {
        *self.own.entry(point).or_default() += 1;
    }

    /// Adds the counts of another.
    pub fn join(&mut self, other: &Self) {
        let Self { seen, ends, faults, own } = other;
        seen.iter().for_each(|(key, times)| self.count(*key, *times));
        self.ends.join(ends);
        self.faults.join(faults);
        for (point, times) in own {
            *self.own.entry(point).or_default() += times;
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Met, SEEN, all};
    use crate::{
        model::{Key, Op},
        stage::What,
        system::{Act, Effect, Failure, FailureKind, Input, ModelEvent, Turn, TurnEnd, Utterance, Why},
    };

    /// The systems name the points that they cannot meet by these words.
    const POINTS: &str = "\
        hears begin\n\
        hears says\n\
        hears model text\n\
        hears model reasoning\n\
        hears model call\n\
        hears model arguments\n\
        hears model data\n\
        hears model finished\n\
        hears model limit reached\n\
        hears model refused\n\
        hears model rate limited\n\
        hears model overloaded\n\
        hears model server\n\
        hears model rejected\n\
        hears model dropped\n\
        hears model truncated\n\
        hears model malformed\n\
        hears tool done\n\
        hears tool error\n\
        hears tool asks\n\
        hears tool panicked\n\
        hears person answer\n\
        hears person remember\n\
        hears person key\n\
        hears person choose\n\
        hears person submit\n\
        hears person reject\n\
        hears person cancel\n\
        hears person eof\n\
        hears person broken\n\
        hears client line\n\
        hears client written\n\
        hears client attached\n\
        hears client gone\n\
        hears file done\n\
        hears file read\n\
        hears file failed\n\
        hears signal interrupt\n\
        hears signal terminate\n\
        hears signal quit\n\
        hears timer fired\n\
        does request\n\
        does call\n\
        does show\n\
        does file write\n\
        does file read\n\
        does file remove\n\
        does timer\n\
        does cancel request\n\
        does cancel call\n\
        does cancel prompt\n\
        does cancel file\n\
        does cancel timer\n\
        does record\n\
        does client\n\
        does refuse not offered\n\
        does refuse late\n\
        does refuse foreign\n\
        does refuse idle\n\
        does refuse busy\n\
        does refuse interrupted\n\
        does refuse superseded\n\
        does turn began\n\
        does turn paused\n\
        does turn completed\n\
        does turn interrupted\n\
        does turn failed\n\
        does turn timed out\n\
        does turn misconfigured\n\
        does notice\n\
        does exit";

    #[test]
    fn the_words_of_the_points_stay() {
        assert_eq!(SEEN.values().map(String::as_str).collect::<Vec<_>>().join("\n"), POINTS);
        let rest: Vec<_> = all().skip(SEEN.len()).collect();
        assert!(rest.starts_with(&["ends done", "ends exited"]), "{rest:?}");
    }

    fn failed(kind: FailureKind) -> What {
        let failure = Failure { kind, status: None, retry_after_ms: None };
        What::Input(Input::Model(Op::Request(1), ModelEvent::Failed(failure)))
    }

    #[rstest]
    #[case(What::Input(Input::Says(Utterance("hi".into()))), "hears says")]
    #[case(What::Input(Input::Model(Op::Request(1), ModelEvent::LimitReached)), "hears model limit reached")]
    #[case(failed(FailureKind::RateLimited), "hears model rate limited")]
    #[case(What::Input(Input::Person(Op::Prompt(1), Act::Key(Key::Esc))), "hears person key")]
    #[case(What::Input(Input::Person(Op::Prompt(1), Act::Paste("x".into()))), "hears person key")]
    #[case(What::Input(Input::Fired(Op::Timer(1))), "hears timer fired")]
    #[case(What::Effect(Effect::Cancel(Op::Prompt(1), Why::Late)), "does cancel prompt")]
    #[case(What::Effect(Effect::Refuse(Why::NotOffered)), "does refuse not offered")]
    #[case(What::Effect(Effect::Turn(Turn::Paused)), "does turn paused")]
    #[case(What::Effect(Effect::Turn(Turn::Ended(TurnEnd::TimedOut))), "does turn timed out")]
    #[case(What::Effect(Effect::Exit(0)), "does exit")]
    fn a_message_counts_for_one_point(#[case] what: What, #[case] point: &str) {
        let mut met = Met::default();
        met.see(&what);
        let met: Vec<_> = met.points().filter(|(_, times)| *times > 0).collect();
        assert_eq!(met, [(point, 1)]);
    }
}
