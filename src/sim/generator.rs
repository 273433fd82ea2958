//! What a simulation must know of a system: how to draw a situation, how its person and client answer, its own rules, and
//! what it can never meet. Every system has the same doors.

use serde_json::Value;

use super::{
    coverage_points::{self, CoveragePoint},
    draws::Draws,
    fault::Faults,
    rules::{self, Rule},
    run_state::RunState,
    workload::Workload,
};
use crate::{
    stage::What,
    system::{Act, Prompt},
};

/// A system, as a simulation sees it.
pub struct SystemGenerator {
    /// The system's name.
    pub system: &'static str,
    /// Draws what a run is about.
    pub draw: fn(&mut Draws, Faults) -> Workload,
    /// What its client sends from the start, as JSON.
    pub opening: &'static [&'static str],
    /// How a person answers a prompt, with this text where they may type one.
    pub answer: fn(&Prompt, &str, &mut Draws) -> Vec<Act>,
    /// How they answer one at which anything may have been done before, so that it is settled; none where that is no
    /// different.
    pub settle: Option<fn(&Prompt, &str) -> Vec<Act>>,
    /// What a message to the client is about.
    pub told: fn(&Value) -> ClientMessage,
    /// How the client answers a message that asks, with an answer of that number where it has words of its own.
    pub line: fn(&Value, u32, &mut Draws) -> Value,
    /// Whether its client may write its lines as a stream.
    pub writes: bool,
    /// What the host sends in the person's place at a prompt, with this text for an answer of its own, where it does.
    pub host: Option<Host>,
    /// The rules of its own.
    pub rules: &'static [&'static Rule],
    /// The points of its own: routes and reasons.
    pub points: &'static [CoveragePoint],
    /// Which of its own points this is, if any.
    pub point: fn(&RunState<'_>, &What) -> Option<CoveragePoint>,
    /// The points that it has no way to meet, and why.
    pub never: &'static [&'static [Never]],
}

/// A point that can not be met, and why.
pub type Never = (CoveragePoint, &'static str);

/// What the host sends in the person's place.
pub type Host = fn(&Workload, &Prompt, &str, &mut Draws) -> Option<Value>;

impl SystemGenerator {
    /// Every rule that holds here.
    pub fn rules(&self) -> Vec<&'static Rule> {
        rules::COMMON.iter().chain(self.rules).copied().collect()
    }

    /// Why there is no way to meet `point` here, where there is none.
    pub fn why_never(&self, point: &str) -> Option<&'static str> {
        let never = self.never.iter().copied().flatten().find(|(never, _)| *never == point);
        never.map(|(_, why)| *why)
    }

    /// Every point that a campaign here should meet.
    pub fn points(&self) -> Vec<CoveragePoint> {
        let is_possible = |point: &CoveragePoint| self.why_never(point).is_none();
        coverage_points::all().filter(is_possible).chain(self.points.iter().copied()).collect()
    }
}

/// What a message to the client is about.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage {
    /// Nothing that waits for an answer.
    Nothing,
    /// It is asked, under this id.
    Asked(Value),
    /// What was asked under this id waits no longer.
    Withdrawn(Value),
}
