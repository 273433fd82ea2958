//! What must have a killed mutant, and what stands on the list of equivalents in its place.

use crate::{
    mutate::{Equivalents, is_meant},
    suite::{
        catalogue::{Catalogue, Level, Requirement, Status},
        mutants::{Fate, GenericFate, GenericJudged, Judged},
    },
};

/// So many of a hundred requirements may stand on the list of equivalents.
const PERCENT_MAX: usize = 5;

/// What was found of the requirements as a whole.
#[derive(Clone, Debug, Default)]
pub struct Covered {
    /// Those that must have a killed mutant.
    pub demanded: Vec<&'static str>,
    /// Those of them that have neither a killed mutant nor a line among the equivalents.
    pub uncovered: Vec<&'static str>,
    /// Those that stand among the equivalents.
    pub equivalent: Vec<String>,
    /// What is wrong with the list of equivalents.
    pub wrong: Vec<String>,
}

/// The requirements that must have a killed mutant: those of level `must` that a run sees, and what was observed of an
/// upstream program, which is such a mutant. Of `system`, where one is meant.
pub fn demanded(system: Option<&str>) -> Vec<&'static str> {
    let catalogue = Catalogue::embedded();
    let of_system = |id: &str| {
        let area = catalogue.area(id);
        system.is_none_or(|system| area.is_some_and(|area| area.systems.iter().any(|asked| asked == system)))
    };
    let is_meant = |row: &&Requirement| match row.status {
        Status::Observed => true,
        _ => row.level == Level::Must && row.is_asked(),
    };
    let rows = catalogue.requirements().filter(is_meant);
    rows.map(|row| row.id.as_str()).filter(|id| of_system(id)).collect()
}

/// What is found of the `demanded` requirements where the mutants were `judged`.
pub fn covered(demanded: Vec<&'static str>, judged: &[Judged], equivalents: &Equivalents) -> Covered {
    let killer = |id: &str| {
        let is_of = |one: &Judged| one.mutant.requirement == id || one.mutant.observed.as_deref() == Some(id);
        judged.iter().find(|one| is_of(one) && matches!(one.fate, Fate::Killed(_)))
    };
    let mut found = Covered::default();
    for row in &equivalents.requirements {
        if !self::demanded(None).contains(&row.id.as_str()) {
            found.wrong.push(format!("{} stands among the equivalents, and needs no mutant: take it off", row.id));
        } else if let Some(killer) = killer(&row.id) {
            found.wrong.push(format!(
                "{} stands among the equivalents, and its mutant {} is killed: take it off",
                row.id, killer.mutant.id
            ));
        }
    }
    let (listed, all) = (equivalents.requirements.len(), self::demanded(None).len());
    if listed * 100 > all * PERCENT_MAX {
        found.wrong.push(format!(
            "{listed} requirements stand among the equivalents, and {PERCENT_MAX}% of {all} are allowed: find mutants"
        ));
    }
    let is_listed = |id: &str| equivalents.requirements.iter().any(|row| row.id == id);
    found.equivalent = demanded.iter().filter(|id| is_listed(id)).map(|id| (*id).to_owned()).collect();
    found.uncovered = demanded.iter().copied().filter(|id| !is_listed(id) && killer(id).is_none()).collect();
    found.demanded = demanded;
    found
}

/// What is wrong with the lines of generic mutants: one is killed, or, where `is_whole`, there is none.
pub fn wrong_lines(judged: &[GenericJudged], equivalents: &Equivalents, is_whole: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for name in equivalents.generic.iter().flat_map(|line| &line.mutants) {
        let meant: Vec<&GenericJudged> = judged.iter().filter(|one| is_meant(name, &one.mutant.id)).collect();
        if is_whole && meant.iter().all(|one| matches!(one.fate, GenericFate::Absent | GenericFate::Same)) {
            wrong.push(format!("{name} stands among the equivalents, and there is no such mutant: take it off"));
        }
        for one in meant {
            if let GenericFate::Killed { scenario, .. } = &one.fate {
                wrong.push(format!(
                    "{name} stands among the equivalents, and {} is killed in {scenario}: take it off",
                    one.mutant.id
                ));
            }
        }
    }
    wrong
}
