//! What a campaign has met at least once: every variant of what a subject hears and does, of why it refuses and how a
//! turn and a run end, and every class of faults. What is never met was never tested.

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
pub type Point = &'static str;

macro_rules! points {
    ($(#[doc = $doc:literal])+ $of:ident, $all:ident, $kind:ty: $($pattern:pat => $word:literal,)+) => {
        $(#[doc = $doc])+
        const $all: &[Point] = &[$($word),+];

        const fn $of(value: &$kind) -> Point {
            match value {
                $($pattern => $word,)+
            }
        }
    };
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
    Input::Person(_, Act::Key(_)) => "hears person key",
    Input::Person(_, Act::Choose(_)) => "hears person choose",
    Input::Person(_, Act::Submit) => "hears person submit",
    Input::Person(_, Act::Reject) => "hears person reject",
    Input::Person(_, Act::Cancel) => "hears person cancel",
    Input::Person(_, Act::Eof) => "hears person eof",
    Input::Person(_, Act::Broken) => "hears person broken",
    Input::Client(ClientEvent::Line(_)) => "hears client line",
    Input::Client(ClientEvent::Attached) => "hears client attached",
    Input::Client(ClientEvent::Gone) => "hears client gone",
    Input::File(_, FileEvent::Done) => "hears file done",
    Input::File(_, FileEvent::Read(_)) => "hears file read",
    Input::File(_, FileEvent::Failed) => "hears file failed",
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
pub fn all() -> impl Iterator<Item = Point> {
    let faults = Fault::ALL.iter().map(|fault| fault.point());
    INPUTS.iter().chain(EFFECTS).chain(ENDS).copied().filter(|point| *point != "ends otherwise").chain(faults)
}

/// How often each point was met.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Met(BTreeMap<Point, u64>);

impl Met {
    /// How often `point` was met.
    pub fn times(&self, point: &str) -> u64 {
        self.0.get(point).copied().unwrap_or_default()
    }

    /// The points that were met.
    pub fn points(&self) -> impl Iterator<Item = (Point, u64)> {
        self.0.iter().map(|(point, times)| (*point, *times))
    }

    /// A class of faults was on.
    pub fn fault(&mut self, fault: Fault) {
        self.count(fault.point());
    }

    /// The run ended like that.
    pub fn end(&mut self, end: End) {
        self.count(end_point(&end));
    }

    /// Something happened.
    pub fn see(&mut self, what: &What) {
        self.count(match what {
            What::Input(input) => input_point(input),
            What::Effect(effect) => effect_point(effect),
        });
    }

    /// Adds what another has met.
    pub fn join(&mut self, other: &Self) {
        for (point, times) in &other.0 {
            *self.0.entry(point).or_default() += times;
        }
    }

    /// This point was met.
    pub fn count(&mut self, point: Point) {
        *self.0.entry(point).or_default() += 1;
    }
}
