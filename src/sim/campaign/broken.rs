//! What a campaign tells of a seed whose run breaks a rule, or is not deterministic.

use crate::{
    sim::{
        monitor::{MonitorOutcome, Violation},
        run::SimulatedRun,
        same::first_difference,
        tape::Tape,
    },
    stage::Observation,
};

/// A seed whose run breaks a rule, or is not deterministic.
#[derive(Clone, Debug)]
pub struct BrokenSeed {
    /// The seed.
    pub seed: u64,
    /// The choices of the run, if the seed alone does not tell them: it was guided.
    pub tape: Option<Tape>,
    /// The rule that it breaks, if any.
    pub violation: Option<Violation>,
    /// How the run is not deterministic, if so.
    pub differs: Option<Difference>,
    /// The run, if it is not one of the reference: another subject may never repeat it.
    pub run: Option<Box<SimulatedRun>>,
}

/// How two runs of a seed differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The way of running it again that gave another stream.
    pub again: &'static str,
    /// The first observations that differ, where a stream has not ended.
    pub first: [Option<Observation>; 2],
    /// The rule that only the second run broke, if any. It says more than the observations.
    pub violation: Option<Violation>,
}

impl Difference {
    /// How the second run of a seed differs from the first, if it does. The runs of the reference must be the same; those
    /// of another subject may have other ids.
    pub(super) fn between(
        again: &'static str,
        first: &MonitorOutcome,
        second: MonitorOutcome,
        is_reference: bool,
    ) -> Option<Self> {
        if first.hash == second.hash {
            return None;
        }
        let [one, other] = [&*first.stream, &*second.stream];
        let at = if is_reference {
            one.iter().zip(other).take_while(|(one, other)| one == other).count()
        } else {
            first_difference(one, other)?
        };
        Some(Self { again, first: [one.get(at).cloned(), other.get(at).cloned()], violation: second.violation })
    }
}
