//! A mutant of a requirement, judged.

use super::{Cases, Known, Player, Through, difference};
use crate::{
    mutate::Mutant,
    stage::Lane,
    suite::{catalogue::Catalogue, check::Mismatch},
};

/// What came of a mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fate {
    /// A `Then` that it names fails, and the stream differs in its lane.
    Killed(Kill),
    /// Something else noticed it.
    Sideways,
    /// Nothing noticed it.
    Alive,
    /// It altered nothing in any scenario.
    Idle,
    /// Its row can not be judged: why.
    Wrong(String),
}

/// What killed a mutant.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Kill {
    /// The scenario.
    pub scenario: String,
    /// The text of the `Then`.
    pub then: String,
    /// The lanes of the mutant in which the streams differ.
    pub lanes: Vec<Lane>,
}

/// What a scenario made of a mutant that it did not kill.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Look {
    /// The scenario.
    pub scenario: String,
    /// Whether the `Then` that is to fail is in it.
    pub has_then: bool,
    /// How often the mutant altered something.
    pub applied: u64,
    /// The `Then`s that failed: requirements and text.
    pub failed: Vec<(Vec<String>, String)>,
    /// What was wrong with the run as a whole.
    pub faults: Vec<String>,
    /// The lanes in which the streams differ.
    pub lanes: Vec<Lane>,
}

impl Look {
    const fn noticed(&self) -> bool {
        !self.failed.is_empty() || !self.faults.is_empty()
    }
}

/// A mutant, and what came of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The mutant.
    pub mutant: Mutant,
    /// What came of it.
    pub fate: Fate,
    /// Where it was not killed, every scenario that was played, the nearest miss first.
    pub looks: Vec<Look>,
    /// What is wrong with its row, as far as that showed in a run.
    pub complaints: Vec<String>,
}

/// Judges `mutant` by the scenarios that name its requirement, until one kills it.
pub fn judged(mutant: &Mutant, cases: &Cases, through: &Through) -> Judged {
    let mut judged = Judged { mutant: mutant.clone(), fate: Fate::Alive, looks: Vec::new(), complaints: Vec::new() };
    let known = match candidates(mutant, cases) {
        Ok(known) => known,
        Err(why) => {
            judged.fate = Fate::Wrong(why);
            return judged;
        }
    };
    let player = Player::new(&mutant.id, &mutant.changes, through);
    for known in known {
        let (found, complaints) = look(mutant, &player, known);
        for complaint in complaints {
            if judged.complaints.is_empty() {
                judged.complaints.push(complaint);
            }
        }
        match found {
            Ok(kill) => {
                judged.fate = Fate::Killed(kill);
                judged.looks.clear();
                return judged;
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
    judged
}

/// The scenarios in which it may be killed, those with its `Then` first.
fn candidates<'a>(mutant: &Mutant, cases: &'a Cases) -> Result<Vec<&'a Known>, String> {
    let catalogue = Catalogue::embedded();
    let id = &mutant.requirement;
    if catalogue.requirement(id).is_none() {
        return Err(format!("there is no requirement {id:?}; is `{}` meant?", catalogue.nearest(id)));
    }
    let of_mutant = |known: &&Known| {
        let case = &known.case;
        mutant.system.as_ref().is_none_or(|system| *system == case.system)
            && mutant.profile.as_deref().is_none_or(|profile| profile == known.profile())
            && mutant.scenario.as_ref().is_none_or(|piece| case.is_called(|id| id.contains(piece.as_str())))
    };
    let mut known: Vec<&Known> = cases.naming(id).filter(of_mutant).collect();
    if known.is_empty() {
        return Err(format!("no scenario that it is for has a `Then` that names {id}"));
    }
    known.sort_by_key(|known| !has_then(mutant, known));
    if known.first().is_some_and(|first| !has_then(mutant, first)) {
        let mut thens: Vec<String> = known.iter().flat_map(|known| known.thens(id)).collect();
        thens.sort_unstable();
        thens.dedup();
        return Err(format!(
            "no `Then` that names {id} has the text {:?}; these are: {}",
            mutant.then,
            thens.join(" | ")
        ));
    }
    Ok(known)
}

fn has_then(mutant: &Mutant, known: &Known) -> bool {
    known.thens(&mutant.requirement).any(|text| text.contains(&mutant.then))
}

/// Plays one scenario with the mutant in the hot seat.
fn look(mutant: &Mutant, player: &Player, known: &Known) -> (Result<Kill, Look>, Vec<String>) {
    let playing = player.play(known);
    let mut look = Look {
        scenario: known.case.id.clone(),
        has_then: has_then(mutant, known),
        applied: playing.applied,
        failed: Vec::new(),
        faults: Vec::new(),
        lanes: Vec::new(),
    };
    let outcome = match playing.outcome {
        Ok(outcome) => outcome,
        Err(panic) => {
            look.faults.push(panic);
            return (Err(look), playing.complaints);
        }
    };
    look.lanes = difference::lanes(known.stream(), &outcome.events);
    let failing = outcome.thens.iter().filter(|then| matches!(then.finding, Err(Mismatch::Fails { .. })));
    look.failed = failing.map(|then| (then.requirements.clone(), then.text.clone())).collect();
    look.faults.extend(outcome.faults.into_iter().map(|fault| fault.message));
    let touched = mutant.lanes();
    let lanes: Vec<Lane> = look.lanes.iter().copied().filter(|lane| touched.contains(lane)).collect();
    let kills = |(ids, text): &&(Vec<String>, String)| ids.contains(&mutant.requirement) && text.contains(&mutant.then);
    let found = match look.failed.iter().find(kills) {
        Some((_, then)) if !lanes.is_empty() => Ok(Kill { scenario: look.scenario.clone(), then: then.clone(), lanes }),
        _ => Err(look),
    };
    (found, playing.complaints)
}
