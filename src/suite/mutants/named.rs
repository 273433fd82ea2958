//! Judges a mutant of a requirement.

use super::{Cases, Known, Player, Through, difference, error::RowMismatch};
use crate::{
    mutate::Mutant,
    stage::Lane,
    suite::{catalogue::Catalogue, check::Mismatch},
};

/// The fate of a mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fate {
    /// A `Then` of its requirement failed, and the stream differs in a lane that the mutant touches.
    Killed(Kill),
    /// Something else failed.
    Sideways,
    /// Nothing failed.
    Alive,
    /// The mutant altered nothing in any scenario.
    Idle,
    /// The mutant's row cannot be judged, for this reason.
    Wrong(RowMismatch),
}

/// What killed a mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Kill {
    /// The id of the scenario.
    pub scenario: String,
    /// The text of the `Then`.
    pub then: String,
    /// The lanes of the mutant in which the streams differ.
    pub lanes: Vec<Lane>,
}

/// The run of a scenario that did not kill the mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Look {
    /// The id of the scenario.
    pub scenario: String,
    /// Whether the scenario has the `Then` that should fail.
    pub has_then: bool,
    /// How often the mutant altered something.
    pub applied: u64,
    /// The `Then`s that failed: the requirements and the text of each.
    pub failed: Vec<(Vec<String>, String)>,
    /// The faults of the run as a whole.
    pub faults: Vec<String>,
    /// The lanes in which the streams differ.
    pub lanes: Vec<Lane>,
}

impl Look {
    /// Whether something failed.
    pub(super) const fn noticed(&self) -> bool {
        !self.failed.is_empty() || !self.faults.is_empty()
    }
}

/// A mutant with its fate.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its place among the mutants that were to be judged, from 0.
    pub place: usize,
    /// The mutant.
    pub mutant: Mutant,
    /// The fate.
    pub fate: Fate,
    /// The runs of a mutant that was not killed. The nearest miss comes first.
    pub looks: Vec<Look>,
    /// Mistakes in the mutant's row that a run showed.
    pub complaints: Vec<String>,
}

/// Judges `mutant`: plays the scenarios that name its requirement, until one kills it. None if it is told to stop before.
pub fn judged(mutant: &Mutant, cases: &Cases, through: &Through) -> Option<Judged> {
    let mut judged =
        Judged { place: 0, mutant: mutant.clone(), fate: Fate::Alive, looks: Vec::new(), complaints: Vec::new() };
    let known = match candidates(mutant, cases) {
        Ok(known) => known,
        Err(why) => {
            judged.fate = Fate::Wrong(why);
            return Some(judged);
        }
    };
    let player = Player::of_mutant(&mutant.id, &mutant.changes, through);
    for known in known {
        if cases.is_stopped() {
            return None;
        }
        let (found, complaints) = look(mutant, &mutant.then, &player, known);
        for complaint in complaints {
            if judged.complaints.is_empty() {
                judged.complaints.push(complaint);
            }
        }
        match found {
            Ok(kill) => {
                judged.fate = Fate::Killed(kill);
                judged.looks.clear();
                return Some(judged);
            }
            Err(look) => judged.looks.push(look),
        }
    }
    let looks = &mut judged.looks;
    looks.sort_by_key(|look| (!look.noticed(), !look.has_then, look.applied == 0));
    judged.fate = if looks.iter().all(|look| look.applied == 0) {
        Fate::Idle
    } else if looks.iter().any(Look::noticed) {
        Fate::Sideways
    } else {
        Fate::Alive
    };
    Some(judged)
}

/// The scenarios that may kill the mutant. Those with its `Then` come first.
fn candidates<'a>(mutant: &Mutant, cases: &'a Cases) -> Result<Vec<&'a Known>, RowMismatch> {
    let catalogue = Catalogue::embedded();
    let id = &mutant.requirement;
    if catalogue.requirement(id).is_none() {
        return Err(RowMismatch::Requirement { id: id.clone(), nearest: catalogue.nearest(id).to_owned() });
    }
    let mut known: Vec<&Known> = cases.naming(id).filter(|known| of_mutant(mutant, known)).collect();
    if known.is_empty() {
        return Err(RowMismatch::Scenario(id.clone()));
    }
    known.sort_by_key(|known| !has_then(mutant, known));
    if known.first().is_some_and(|first| !has_then(mutant, first)) {
        let mut thens: Vec<String> = known.iter().flat_map(|known| known.thens(id)).collect();
        thens.sort_unstable();
        thens.dedup();
        return Err(RowMismatch::Then { id: id.clone(), then: mutant.then.clone(), thens });
    }
    Ok(known)
}

/// Whether the row of the mutant allows this scenario.
pub(super) fn of_mutant(mutant: &Mutant, known: &Known) -> bool {
    let case = &known.case;
    mutant.system.as_ref().is_none_or(|system| *system == case.system)
        && mutant.profile.as_deref().is_none_or(|profile| profile == known.profile())
        && mutant.scenario.as_ref().is_none_or(|piece| case.is_called(|id| id.contains(piece.as_str())))
}

fn has_then(mutant: &Mutant, known: &Known) -> bool {
    known.thens(&mutant.requirement).any(|text| text.contains(&mutant.then))
}

/// Plays one scenario with the mutant as the subject. The `Then` that kills it has the text `then`. Also returns the
/// complaints about the mutant's row.
pub(super) fn look(mutant: &Mutant, then: &str, player: &Player, known: &Known) -> (Result<Kill, Look>, Vec<String>) {
    let playing = player.play(known);
    let complaints = playing.complaints();
    let mut look = Look {
        scenario: known.case.id.clone(),
        has_then: has_then(mutant, known),
        applied: playing.applied(),
        failed: Vec::new(),
        faults: Vec::new(),
        lanes: Vec::new(),
    };
    let outcome = match playing.outcome {
        Ok(outcome) => outcome,
        Err(panic) => {
            look.faults.push(panic.to_string());
            return (Err(look), complaints);
        }
    };
    look.lanes = difference::lanes(known.stream(), &outcome.events);
    let failing = outcome.thens.iter().filter(|then| matches!(then.finding, Err(Mismatch::Fails { .. })));
    look.failed = failing.map(|then| (then.requirements.clone(), then.text.clone())).collect();
    look.faults.extend(outcome.faults.into_iter().map(|fault| fault.message));
    let touched = mutant.lanes();
    let lanes: Vec<Lane> = look.lanes.iter().copied().filter(|lane| touched.contains(lane)).collect();
    let kills = |(ids, text): &&(Vec<String>, String)| ids.contains(&mutant.requirement) && text.contains(then);
    let found = match look.failed.iter().find(kills) {
        Some((_, then)) if !lanes.is_empty() => Ok(Kill { scenario: look.scenario.clone(), then: then.clone(), lanes }),
        _ => Err(look),
    };
    (found, complaints)
}
