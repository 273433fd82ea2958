//! Judges a generic mutant: any `Then` that fails kills it, and so does a fault of the run.

use super::{Cases, Known, Player, Through};
use crate::{mutate::Generic, suite::check::Mismatch};

/// The fate of a generic mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GenericFate {
    /// A `Then` failed, or the run had a fault.
    Killed {
        /// The id of the scenario.
        scenario: String,
        /// The text of the `Then`, or of the fault.
        by: String,
    },
    /// Nothing failed. The number counts the scenarios in which the mutant changed the content of a lane.
    Alive(usize),
    /// The mutant altered messages, but no lane's content changed in any scenario. It does not count as a mutant.
    Same,
    /// The mutant altered nothing in any scenario. It does not count as a mutant.
    Absent,
}

/// A generic mutant with its fate.
#[derive(Clone, Debug)]
pub struct GenericJudged {
    /// Its place among the mutants that were to be judged, from 0.
    pub place: usize,
    /// The mutant.
    pub mutant: &'static Generic,
    /// The fate.
    pub fate: GenericFate,
}

/// Judges `mutant`: plays the scenarios of its system that have its kind of message, until one kills it. The scenarios
/// with the most such messages come first. None if it is told to stop before.
pub fn judged(mutant: &'static Generic, cases: &Cases, through: &Through) -> Option<GenericJudged> {
    if cases.is_stopped() {
        return None;
    }
    let mut known: Vec<(usize, &Known)> = cases
        .of_system(mutant.system)
        .map(|known| (known.occurrences(mutant.on), known))
        .filter(|(occurrences, _)| *occurrences > 0)
        .collect();
    known.sort_by_key(|(occurrences, _)| std::cmp::Reverse(*occurrences));
    let player = Player::of_mutant(&mutant.id, &mutant.changes, through);
    let (mut altered, mut differ) = (0, 0);
    for (_, known) in known {
        if cases.is_stopped() {
            return None;
        }
        let playing = player.play(known);
        altered += usize::from(playing.applied() > 0);
        differ += usize::from(playing.differs);
        let by = match playing.outcome {
            Err(panic) => Some(panic.to_string()),
            Ok(outcome) => {
                let failing = outcome.thens.iter().find(|then| matches!(then.finding, Err(Mismatch::Fails { .. })));
                let fault = outcome.faults.first().map(|fault| format!("fault: {}", fault.message));
                failing.map(|then| then.text.clone()).or(fault)
            }
        };
        if let Some(by) = by {
            let fate = GenericFate::Killed { scenario: known.case.id.clone(), by };
            return Some(GenericJudged { place: 0, mutant, fate });
        }
    }
    let fate = match (altered, differ) {
        (0, _) => GenericFate::Absent,
        (_, 0) => GenericFate::Same,
        (_, differ) => GenericFate::Alive(differ),
    };
    Some(GenericJudged { place: 0, mutant, fate })
}
