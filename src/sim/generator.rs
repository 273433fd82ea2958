//! The interface between a simulation and one system: how to draw a workload, how the system's person and client
//! answer, its own rules, and the coverage points that it cannot meet.

use crate::model::json::Value;

use super::{
    coverage_points::{self, CoveragePoint},
    draws::Draws,
    fault::{Fault, Faults},
    rules::{self, Rule},
    run_state::RunState,
    scope::Scope,
    workload::Workload,
};
use crate::{
    stage::What,
    system::{Act, Prompt},
};

/// The acts that settle a prompt in whatever state earlier acts left it. The text is used if they may type one.
pub type Settle = fn(&Prompt, &Workload, &str) -> Vec<Act>;

/// The functions and data with which one system is simulated.
pub struct SystemGenerator {
    /// The system's name.
    pub system: &'static str,
    /// The profiles that are drawn. `""` is the default.
    pub profiles: &'static [&'static str],
    /// Draws a workload within a scope.
    pub draw: fn(&mut Draws, Faults, &Scope) -> Workload,
    /// The messages that the client sends at the start, as JSON.
    pub opening: &'static [&'static str],
    /// The acts with which a person answers a prompt. The text is used if they may type one.
    pub answer: fn(&Prompt, &Workload, &str, &mut Draws) -> Vec<Act>,
    /// How a prompt is settled after the faults have stopped. Without this function, by `answer`.
    pub settle: Option<Settle>,
    /// Classifies a message to the client.
    pub classify: fn(&Value) -> ClientMessage,
    /// The line with which the client answers a message that asks. The number marks an answer in the client's own
    /// words.
    pub line: fn(&Value, u32, &mut Draws) -> Value,
    /// Whether a question waits on when its client goes, for a client that comes back.
    pub outlives_client: bool,
    /// Whether the client may write its lines as a byte stream.
    pub writes: bool,
    /// The line that the host sends instead of the person's answer, for systems in which it can. The text is used for
    /// an answer in its own words.
    pub host: Option<Host>,
    /// The rules that hold for this system only.
    pub rules: &'static [&'static [&'static Rule]],
    /// The faults that are not drawn, because nobody says what should become of them in this system.
    pub undrawn: &'static [Fault],
    /// The coverage points of this system only: routes and reasons.
    pub points: &'static [CoveragePoint],
    /// The system's own coverage point that an observation meets, if any.
    pub point: fn(&RunState<'_>, &What) -> Option<CoveragePoint>,
    /// The common coverage points that this system cannot meet, with reasons.
    pub never: &'static [&'static [Never]],
}

/// A coverage point that a system cannot meet, and why.
pub type Never = (CoveragePoint, &'static str);

/// Makes the line that the host sends instead of the person's answer.
pub type Host = fn(&Workload, &Prompt, &str, &mut Draws) -> Option<Value>;

impl SystemGenerator {
    /// Every rule that holds for this system.
    pub fn rules(&self) -> Vec<&'static Rule> {
        let own = self.rules.iter().copied().flatten();
        rules::COMMON.iter().chain(own).copied().collect()
    }

    /// Those of these faults that are drawn in this system.
    pub fn drawn(&self, faults: Faults) -> Faults {
        faults.iter().filter(|fault| !self.undrawn.contains(fault)).collect()
    }

    /// The reason why this system cannot meet `point`, if it cannot.
    pub fn why_never(&self, point: &str) -> Option<&'static str> {
        let never = self.never.iter().copied().flatten().find(|(never, _)| *never == point);
        never.map(|(_, why)| *why)
    }

    /// Every coverage point that a campaign of this system should meet.
    pub fn points(&self) -> Vec<CoveragePoint> {
        let is_possible = |point: &CoveragePoint| self.why_never(point).is_none();
        coverage_points::all().filter(is_possible).chain(self.points.iter().copied()).collect()
    }
}

/// What a message to the client is about.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientMessage {
    /// It needs no answer.
    Nothing,
    /// It asks the client, under this id.
    Asked(Value),
    /// It withdraws the question with this id.
    Withdrawn(Value),
}
