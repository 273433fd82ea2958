//! What a campaign has met at least once: every variant of what a subject hears and does, why it refuses, how a turn and
//! a run end, and every class of faults that has struck. A campaign tests only what it meets.
//!
//! The words come from the names of the variants, so nothing is listed here. A new variant makes the `match`es below
//! incomplete.

use std::{collections::BTreeMap, sync::LazyLock};

use indexmap::IndexMap;
use strum::{VariantArray, VariantNames};

use super::fault::Fault;
use crate::{
    model::Op,
    stage::{End, What},
    system::{
        Act, ClientEvent, Effect, EffectKind, FailureKind, FileEvent, FileOp, Input, InputKind, ModelEvent, Signal,
        ToolEvent, Turn, TurnEnd, Why,
    },
};

/// A point that should be met sometimes: `hears model rate limited`.
pub type CoveragePoint = &'static str;

/// A point in two halves: what happened, and the name of a variant: `hears model` and `rate_limited`.
type Halves = (&'static str, &'static str);

/// The two halves of everything that a subject hears or does, each with the whole point, in the order of the variants.
static SEEN: LazyLock<IndexMap<Halves, String>> = LazyLock::new(|| {
    let heard = InputKind::VARIANTS.iter().copied().flat_map(points_of_input);
    let done = EffectKind::VARIANTS.iter().copied().flat_map(points_of_effect);
    let point = |(what, name): Halves| ((what, name), format!("{what} {}", name.replace('_', " ")));
    heard.chain(done).map(point).collect()
});

/// The points of a variant that a subject hears.
fn points_of_input(kind: InputKind) -> Vec<Halves> {
    match kind {
        InputKind::Begin | InputKind::Says => vec![("hears", kind.into())],
        InputKind::Model => points("hears model", &[ModelEvent::VARIANTS, FailureKind::VARIANTS], Some("failed")),
        InputKind::Tool => points("hears tool", &[ToolEvent::VARIANTS], None),
        InputKind::Person => points("hears person", &[Act::VARIANTS], Some("paste")),
        InputKind::Client => points("hears client", &[ClientEvent::VARIANTS], None),
        InputKind::File => points("hears file", &[FileEvent::VARIANTS], None),
        InputKind::Signal => points("hears signal", &[Signal::VARIANTS], None),
        InputKind::Fired => vec![("hears timer", kind.into())],
    }
}

/// The points of a variant that a subject does.
fn points_of_effect(kind: EffectKind) -> Vec<Halves> {
    match kind {
        EffectKind::File => points("does file", &[FileOp::VARIANTS], None),
        EffectKind::Cancel => points("does cancel", &[Op::VARIANTS], None),
        EffectKind::Refuse => points("does refuse", &[Why::VARIANTS], None),
        EffectKind::Turn => points("does turn", &[Turn::VARIANTS, TurnEnd::VARIANTS], Some("ended")),
        EffectKind::Request
        | EffectKind::Call
        | EffectKind::Show
        | EffectKind::Timer
        | EffectKind::Record
        | EffectKind::Client
        | EffectKind::Notice
        | EffectKind::Exit => vec![("does", kind.into())],
    }
}

/// A point for each name but `without`, whose messages count for other points.
fn points(what: &'static str, names: &[&[&'static str]], without: Option<&str>) -> Vec<Halves> {
    let names = names.iter().copied().flatten().copied();
    names.filter(|name| Some(*name) != without).map(|name| (what, name)).collect()
}

/// The point of something heard.
fn point_of_input(input: &Input) -> Halves {
    match input {
        Input::Begin(_) | Input::Says(_) => ("hears", InputKind::from(input).into()),
        Input::Model(_, ModelEvent::Failed(failure)) => ("hears model", failure.kind.into()),
        Input::Model(_, event) => ("hears model", event.into()),
        Input::Tool(_, event) => ("hears tool", event.into()),
        // A paste is many keys.
        Input::Person(_, Act::Paste(_)) => ("hears person", "key"),
        Input::Person(_, act) => ("hears person", act.into()),
        Input::Client(event) => ("hears client", event.into()),
        Input::File(_, event) => ("hears file", event.into()),
        Input::Signal(signal) => ("hears signal", signal.into()),
        Input::Fired(_) => ("hears timer", InputKind::from(input).into()),
    }
}

/// The point of something done.
fn point_of_effect(effect: &Effect) -> Halves {
    match effect {
        Effect::File(_, operation) => ("does file", operation.into()),
        Effect::Cancel(op, _) => ("does cancel", op.into()),
        Effect::Refuse(why) => ("does refuse", why.into()),
        Effect::Turn(Turn::Ended(end)) => ("does turn", end.into()),
        Effect::Turn(turn) => ("does turn", turn.into()),
        Effect::Request(..)
        | Effect::Call(..)
        | Effect::Show(..)
        | Effect::Timer(..)
        | Effect::Record(_)
        | Effect::Client(_)
        | Effect::Notice(_)
        | Effect::Exit(_) => ("does", EffectKind::from(effect).into()),
    }
}

/// How a run can end. No campaign that holds meets the last one: it is a violation.
const ENDS: [CoveragePoint; 3] = ["ends done", "ends exited", "ends otherwise"];

/// The point of an end, by its place.
const fn point_of_end(end: End) -> usize {
    match end {
        End::Done => 0,
        End::Exited => 1,
        End::Parked | End::Stuck | End::Endless | End::Hung | End::Killed | End::Broken | End::Left => 2,
    }
}

/// Every point of every system; a system tells which of them it has no way to meet.
pub fn all() -> impl Iterator<Item = CoveragePoint> {
    let [done, exited, _] = ENDS;
    let faults = Fault::ALL.iter().map(|fault| fault.point());
    SEEN.values().map(String::as_str).chain([done, exited]).chain(faults)
}

/// How often each point was met.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Met {
    seen: BTreeMap<Halves, u64>,
    ends: Times<{ ENDS.len() }>,
    faults: Times<{ Fault::ALL.len() }>,
    /// The points that one system has beside those of all.
    own: BTreeMap<CoveragePoint, u64>,
}

/// How often each of so many points was met, by place.
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

impl Met {
    /// How often `point` was met.
    pub fn times(&self, point: &str) -> u64 {
        self.points().find(|(known, _)| *known == point).map_or(0, |(_, times)| times)
    }

    /// The points that were met.
    fn points(&self) -> impl Iterator<Item = (CoveragePoint, u64)> {
        let Self { seen, ends, faults, own } = self;
        let seen = SEEN.iter().filter_map(|(halves, point)| Some((point.as_str(), *seen.get(halves)?)));
        let ends = ENDS.into_iter().zip(ends.0);
        let faults = Fault::ALL.iter().map(|fault| fault.point()).zip(faults.0);
        let own = own.iter().map(|(point, times)| (*point, *times));
        seen.chain(ends).chain(faults).chain(own)
    }

    /// Something of a class of faults has happened in a run.
    pub const fn fault(&mut self, fault: Fault) {
        self.faults.0[fault as usize] += 1;
    }

    /// The run ended like that.
    pub const fn end(&mut self, end: End) {
        self.ends.0[point_of_end(end)] += 1;
    }

    /// Something happened.
    pub fn see(&mut self, what: &What) {
        let point = match what {
            What::Input(input) => point_of_input(input),
            What::Effect(effect) => point_of_effect(effect),
        };
        *self.seen.entry(point).or_default() += 1;
    }

    /// This point of the system's own was met.
    pub fn own(&mut self, point: CoveragePoint) {
        *self.own.entry(point).or_default() += 1;
    }

    /// Adds what another has met.
    pub fn join(&mut self, other: &Self) {
        let Self { seen, ends, faults, own } = other;
        for (point, times) in seen {
            *self.seen.entry(*point).or_default() += times;
        }
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

    /// What systems say to be never met is written with these words.
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
