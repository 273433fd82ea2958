//! Checks that every important requirement has a killed mutant, or a line in the list of equivalents.

use crate::{
    mutate::{Equivalents, is_meant},
    suite::{
        catalogue::{Catalogue, Level, Requirement, Status},
        mutants::{Fate, GenericFate, GenericJudged, Judged},
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

/// Which of the `demanded` requirements the `judged` mutants cover.
pub fn covered(demanded: Vec<&'static str>, judged: &[Judged], equivalents: &Equivalents) -> Covered {
    let killer = |id: &str| {
        let is_of = |one: &Judged| one.mutant.requirement == id || one.mutant.observed.as_deref() == Some(id);
        judged.iter().find(|one| is_of(one) && matches!(one.fate, Fate::Killed(_)))
    };
    let mut found = Covered::default();
    for row in &equivalents.requirements {
        if !self::demanded(&Systems::default()).contains(&row.id.as_str()) {
            found.wrong.push(format!("{} is in the list of equivalents, but needs no mutant: remove the line", row.id));
        } else if let Some(killer) = killer(&row.id) {
            found.wrong.push(format!(
                "{} is in the list of equivalents, but its mutant {} is killed: remove the line",
                row.id, killer.mutant.id
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

/// Mistakes in the lines of generic mutants in the list of equivalents: the mutant is killed, or there is no such
/// mutant. The second is looked for only if all mutants were judged (`is_whole`).
pub fn wrong_lines(judged: &[GenericJudged], equivalents: &Equivalents, is_whole: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for name in equivalents.generic.iter().flat_map(|line| &line.mutants) {
        let meant: Vec<&GenericJudged> = judged.iter().filter(|one| is_meant(name, &one.mutant.id)).collect();
        if is_whole && meant.iter().all(|one| matches!(one.fate, GenericFate::Absent | GenericFate::Same)) {
            wrong.push(format!("{name} is in the list of equivalents, but there is no such mutant: remove the line"));
        }
        for one in meant {
            if let GenericFate::Killed { scenario, .. } = &one.fate {
                wrong.push(format!(
                    "{name} is in the list of equivalents, but {} is killed in {scenario}: remove the line",
                    one.mutant.id
                ));
            }
        }
    }
    wrong
}
