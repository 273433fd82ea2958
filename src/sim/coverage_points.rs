//! What a campaign has met at least once: every variant of what a subject hears and does, of why it refuses and how a
//! turn and a run end, and every class of faults that has struck. What is never met was never tested.

use std::collections::BTreeMap;

use super::fault::Fault;
use crate::{
    model::Op,
    stage::{End, What},
    system::{
        Act, ClientEvent, Effect, Failure, FailureKind, FileEvent, FileOp, Input, ModelEvent, Signal, ToolEvent, Turn,
        TurnEnd, Why,
    },
};

/// A point that should be met sometimes.
pub type CoveragePoint = &'static str;

macro_rules! points {
    ($(#[doc = $doc:literal])+ $of:ident, $all:ident, $kind:ty: $($pattern:pat => $word:literal,)+) => {
        $(#[doc = $doc])+
        const $all: &[CoveragePoint] = &[$($word),+];

        /// The place of its point among all of its kind.
        const fn $of(value: &$kind) -> usize {
            match value {
                $($pattern => const { place($all, $word) },)+
            }
        }
    };
}

/// Where `word` stands in `all`.
const fn place(all: &[CoveragePoint], word: CoveragePoint) -> usize {
    let mut place = 0;
    while !is_same(all[place].as_bytes(), word.as_bytes()) {
        place += 1;
    }
    place
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([first, one @ ..], [same, other @ ..]) => *first == *same && is_same(one, other),
        _ => false,
    }
}

points! {
    /// What a subject hears.
    input_point, INPUTS, Input:
    Input::Begin(_) => "hears begin",
    Input::Says(_) => "hears says",
    Input::Model(_, ModelEvent::Text(_)) => "hears model text",
    Input::Model(_, ModelEvent::Reasoning(_)) => "hears model reasoning",
    Input::Model(_, ModelEvent::Call { .. }) => "hears model call",
    Input::Model(_, ModelEvent::Arguments(_)) => "hears model arguments",
    Input::Model(_, ModelEvent::Data(_)) => "hears model data",
    Input::Model(_, ModelEvent::Finished) => "hears model finished",
    Input::Model(_, ModelEvent::LimitReached) => "hears model limit reached",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::RateLimited, .. })) => "hears model rate limited",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Overloaded, .. })) => "hears model overloaded",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Server, .. })) => "hears model server",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Rejected, .. })) => "hears model rejected",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Dropped, .. })) => "hears model dropped",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Truncated, .. })) => "hears model truncated",
    Input::Model(_, ModelEvent::Failed(Failure { kind: FailureKind::Malformed, .. })) => "hears model malformed",
    Input::Tool(_, ToolEvent::Done(_)) => "hears tool done",
    Input::Tool(_, ToolEvent::Error(_)) => "hears tool error",
    Input::Tool(_, ToolEvent::Asks(_)) => "hears tool asks",
    Input::Tool(_, ToolEvent::Panicked) => "hears tool panicked",
    Input::Person(_, Act::Answer(_)) => "hears person answer",
    Input::Person(_, Act::Remember(_)) => "hears person remember",
    // A paste is many keys.
    Input::Person(_, Act::Key(_) | Act::Paste(_)) => "hears person key",
    Input::Person(_, Act::Choose(_)) => "hears person choose",
    Input::Person(_, Act::Submit) => "hears person submit",
    Input::Person(_, Act::Reject) => "hears person reject",
    Input::Person(_, Act::Cancel) => "hears person cancel",
    Input::Person(_, Act::Eof) => "hears person eof",
    Input::Person(_, Act::Broken) => "hears person broken",
    Input::Client(ClientEvent::Line(_)) => "hears client line",
    Input::Client(ClientEvent::Written(_)) => "hears client written",
    Input::Client(ClientEvent::Attached) => "hears client attached",
    Input::Client(ClientEvent::Gone) => "hears client gone",
    Input::File(_, FileEvent::Done) => "hears file done",
    Input::File(_, FileEvent::Read(_)) => "hears file read",
    Input::File(_, FileEvent::Failed(_)) => "hears file failed",
    Input::Signal(Signal::Interrupt) => "hears signal interrupt",
    Input::Signal(Signal::Terminate) => "hears signal terminate",
    Input::Signal(Signal::Quit) => "hears signal quit",
    Input::Fired(_) => "hears timer fired",
}

points! {
    /// What a subject does.
    effect_point, EFFECTS, Effect:
    Effect::Request(..) => "does request",
    Effect::Call(..) => "does call",
    Effect::Show(..) => "does show",
    Effect::File(_, FileOp::Write { .. }) => "does file write",
    Effect::File(_, FileOp::Read { .. }) => "does file read",
    Effect::File(_, FileOp::Remove { .. }) => "does file remove",
    Effect::Timer(..) => "does timer",
    Effect::Cancel(Op::Request(_), _) => "does cancel request",
    Effect::Cancel(Op::Call(_), _) => "does cancel call",
    Effect::Cancel(Op::Prompt(_), _) => "does cancel prompt",
    Effect::Cancel(Op::File(_), _) => "does cancel file",
    Effect::Cancel(Op::Timer(_), _) => "does cancel timer",
    Effect::Record(_) => "does record",
    Effect::Client(_) => "does client",
    Effect::Refuse(Why::NotOffered) => "does refuse not offered",
    Effect::Refuse(Why::Late) => "does refuse late",
    Effect::Refuse(Why::Foreign) => "does refuse foreign",
    Effect::Refuse(Why::Idle) => "does refuse idle",
    Effect::Refuse(Why::Busy) => "does refuse busy",
    Effect::Refuse(Why::Interrupted) => "does refuse interrupted",
    Effect::Refuse(Why::Superseded) => "does refuse superseded",
    Effect::Turn(Turn::Began) => "does turn began",
    Effect::Turn(Turn::Paused) => "does turn paused",
    Effect::Turn(Turn::Ended(TurnEnd::Completed)) => "does turn completed",
    Effect::Turn(Turn::Ended(TurnEnd::Interrupted)) => "does turn interrupted",
    Effect::Turn(Turn::Ended(TurnEnd::Failed(_))) => "does turn failed",
    Effect::Turn(Turn::Ended(TurnEnd::TimedOut)) => "does turn timed out",
    Effect::Turn(Turn::Ended(TurnEnd::Misconfigured)) => "does turn misconfigured",
    Effect::Notice(_) => "does notice",
    Effect::Exit(_) => "does exit",
}

points! {
    /// How a run ends.
    end_point, ENDS, End:
    End::Done => "ends done",
    End::Exited => "ends exited",
    // These are violations, so no campaign that holds meets them.
    End::Parked | End::Stuck | End::Endless | End::Hung | End::Killed | End::Broken | End::Left => "ends otherwise",
}

/// Every point of every system; a system tells which of them it has no way to meet.
pub fn all() -> impl Iterator<Item = CoveragePoint> {
    let faults = Fault::ALL.iter().map(|fault| fault.point());
    INPUTS.iter().chain(EFFECTS).chain(ENDS).copied().filter(|point| *point != "ends otherwise").chain(faults)
}

/// How often each point was met: those of every system by their place, and a system's own by their words.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Met {
    inputs: Times<{ INPUTS.len() }>,
    effects: Times<{ EFFECTS.len() }>,
    ends: Times<{ ENDS.len() }>,
    faults: Times<{ Fault::ALL.len() }>,
    own: BTreeMap<CoveragePoint, u64>,
}

/// How often each of so many points was met.
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
    pub fn points(&self) -> impl Iterator<Item = (CoveragePoint, u64)> {
        let Self { inputs, effects, ends, faults, own } = self;
        let inputs = INPUTS.iter().copied().zip(inputs.0);
        let effects = EFFECTS.iter().copied().zip(effects.0);
        let ends = ENDS.iter().copied().zip(ends.0);
        let faults = Fault::ALL.iter().map(|fault| fault.point()).zip(faults.0);
        let own = own.iter().map(|(point, times)| (*point, *times));
        inputs.chain(effects).chain(ends).chain(faults).chain(own).filter(|(_, times)| *times > 0)
    }

    /// Something of a class of faults has happened in a run.
    pub const fn fault(&mut self, fault: Fault) {
        self.faults.0[fault as usize] += 1;
    }

    /// The run ended like that.
    pub const fn end(&mut self, end: End) {
        self.ends.0[end_point(&end)] += 1;
    }

    /// Something happened.
    pub const fn see(&mut self, what: &What) {
        match what {
            What::Input(input) => self.inputs.0[input_point(input)] += 1,
            What::Effect(effect) => self.effects.0[effect_point(effect)] += 1,
        }
    }

    /// This point of the system's own was met.
    pub fn own(&mut self, point: CoveragePoint) {
        *self.own.entry(point).or_default() += 1;
    }

    /// Adds what another has met.
    pub fn join(&mut self, other: &Self) {
        let Self { inputs, effects, ends, faults, own } = other;
        self.inputs.join(inputs);
        self.effects.join(effects);
        self.ends.join(ends);
        self.faults.join(faults);
        for (point, times) in own {
            *self.own.entry(point).or_default() += times;
        }
    }
}
