//! A mutant of nothing in particular, judged: whatever notices it kills it.

use super::{Cases, Known, Player, Through};
use crate::{mutate::Generic, suite::check::Mismatch};

/// What came of a generic mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GenericFate {
    /// A `Then` fails, or the run is at fault.
    Killed {
        /// The scenario.
        scenario: String,
        /// The `Then`, or the fault.
        by: String,
    },
    /// Nothing noticed it, in so many scenarios in which a lane says something else because of it.
    Alive(usize),
    /// In all scenarios every lane says what it says without it, so that it is none: the machine does the same all the
    /// same, or does it in another order, which is its own.
    Same,
    /// There is nothing that it could alter, so it is none.
    Absent,
}

/// A generic mutant, and what came of it.
#[derive(Clone, Debug)]
pub struct GenericJudged {
    /// The mutant.
    pub mutant: &'static Generic,
    /// What came of it.
    pub fate: GenericFate,
}

/// Judges `mutant` by the scenarios of its system in which its kind of message occurs, until one kills it: first those
/// in which it occurs most.
pub fn judged(mutant: &'static Generic, cases: &Cases, through: &Through) -> GenericJudged {
    let mut known: Vec<(usize, &Known)> = cases
        .of_system(mutant.system)
        .map(|known| (known.occurrences(mutant.on), known))
        .filter(|(occurrences, _)| *occurrences > 0)
        .collect();
    known.sort_by_key(|(occurrences, _)| std::cmp::Reverse(*occurrences));
    let player = Player::new(&mutant.id, &mutant.changes, through);
    let (mut altered, mut differ) = (0, 0);
    for (_, known) in known {
        let playing = player.play(known);
        altered += usize::from(playing.applied > 0);
        differ += usize::from(playing.differs);
        let by = match playing.outcome {
            Err(panic) => Some(panic),
            Ok(outcome) => {
                let failing = outcome.thens.iter().find(|then| matches!(then.finding, Err(Mismatch::Fails { .. })));
                let fault = outcome.faults.first().map(|fault| format!("fault: {}", fault.message));
                failing.map(|then| then.text.clone()).or(fault)
            }
        };
        if let Some(by) = by {
            return GenericJudged { mutant, fate: GenericFate::Killed { scenario: known.case.id.clone(), by } };
        }
    }
    let fate = match (altered, differ) {
        (0, _) => GenericFate::Absent,
        (_, 0) => GenericFate::Same,
        (_, differ) => GenericFate::Alive(differ),
    };
    GenericJudged { mutant, fate }
}
