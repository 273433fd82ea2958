//! Checks that every important requirement has a killed mutant, or a line in the list of equivalents.

use crate::{
    mutate::{Equivalents, is_meant},
    suite::{
        catalogue::{Catalogue, Level, Requirement, Status},
        mutants::{Fate, Judged},
        select::Systems,
    },
};

/// The largest share of the requirements that may be in the list of equivalents, in percent.
const PERCENT_MAX: usize = 5;

/// Which requirements have mutants.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// The requirements that must have a killed mutant.
    pub demanded: Vec<&'static str>,
    /// The demanded requirements without a killed mutant and without a line in the list of equivalents.
    pub uncovered: Vec<&'static str>,
    /// The demanded requirements in the list of equivalents.
    pub equivalent: Vec<String>,
    /// Mistakes in the list of equivalents.
    pub wrong: Vec<String>,
}

/// The requirements that must have a killed mutant; only those of `systems`. They are the requirements
/// of level `must` that a run can check, and the observed mistakes of upstream programs: a mutant makes each of those.
pub fn demanded(systems: &Systems) -> Vec<&'static str> {
    let catalogue = Catalogue::embedded();
    let of_system = |id: &str| catalogue.systems_of(id).iter().any(|asked| systems.have(asked));
    let is_meant = |row: &&Requirement| match row.status {
        Status::Observed => true,
        _ => row.level == Level::Must && row.is_asked(),
    };
    let rows = catalogue.requirements().filter(is_meant);
    rows.map(|row| row.id.as_str()).filter(|id| of_system(id)).collect()
}

/// A mutant that was killed.
#[derive(Clone, Copy, Debug)]
pub struct Killer<'k> {
    /// Its id.
    pub id: &'k str,
    /// The requirement that it violates.
    pub requirement: &'k str,
    /// The defect of an upstream program that it repeats.
    pub observed: Option<&'k str>,
}

/// Which of the `demanded` requirements the `judged` mutants cover.
pub fn covered(demanded: Vec<&'static str>, judged: &[Judged], equivalents: &Equivalents) -> Covered {
    let killed = judged.iter().filter(|one| matches!(one.fate, Fate::Killed(_)));
    let killers = killed.map(|Judged { mutant, .. }| Killer {
        id: &mutant.id,
        requirement: &mutant.requirement,
        observed: mutant.observed.as_deref(),
    });
    covered_by(demanded, &killers.collect::<Vec<_>>(), equivalents)
}

/// Which of the `demanded` requirements these mutants cover. They have the order of their tables.
pub fn covered_by(demanded: Vec<&'static str>, killers: &[Killer<'_>], equivalents: &Equivalents) -> Covered {
    let killer = |id: &str| killers.iter().find(|one| one.requirement == id || one.observed == Some(id));
    let mut found = Covered::default();
    for row in &equivalents.requirements {
        if !self::demanded(&Systems::default()).contains(&row.id.as_str()) {
            found.wrong.push(format!("{} is in the list of equivalents, but needs no mutant: remove the line", row.id));
        } else if let Some(killer) = killer(&row.id) {
            found.wrong.push(format!(
                "{} is in the list of equivalents, but its mutant {} is killed: remove the line",
                row.id, killer.id
            ));
        }
    }
    let (listed, all) = (equivalents.requirements.len(), self::demanded(&Systems::default()).len());
    if listed * 100 > all * PERCENT_MAX {
        found.wrong.push(format!(
            "{listed} requirements are in the list of equivalents, the limit is {PERCENT_MAX}% of {all}: find mutants"
        ));
    }
    let is_listed = |id: &str| equivalents.requirements.iter().any(|row| row.id == id);
    found.equivalent = demanded.iter().filter(|id| is_listed(id)).map(|id| (*id).to_owned()).collect();
    found.uncovered = demanded.iter().copied().filter(|id| !is_listed(id) && killer(id).is_none()).collect();
    found.demanded = demanded;
    found
}

/// What is known of a generic mutant.
#[derive(Clone, Copy, Debug)]
pub struct GenericKnown<'k> {
    /// Its id.
    pub id: &'k str,
    /// Whether it alters something at all. If not, it is no mutant.
    pub counts: bool,
    /// The scenario that has killed it.
    pub killed_in: Option<&'k str>,
}

/// Mistakes in the lines of generic mutants in the list of equivalents: the mutant is killed, or there is no such
/// mutant. The second is looked for only if all mutants were judged (`is_whole`).
pub fn wrong_lines(judged: &[GenericKnown<'_>], equivalents: &Equivalents, is_whole: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for name in equivalents.generic.iter().flat_map(|line| &line.mutants) {
        let meant: Vec<_> = judged.iter().filter(|one| is_meant(name, one.id)).collect();
        if is_whole && meant.iter().all(|one| !one.counts) {
            wrong.push(format!("{name} is in the list of equivalents, but there is no such mutant: remove the line"));
        }
        for one in meant {
            if let Some(scenario) = one.killed_in {
                wrong.push(format!(
                    "{name} is in the list of equivalents, but {} is killed in {scenario}: remove the line",
                    one.id
                ));
            }
        }
    }
    wrong
}
