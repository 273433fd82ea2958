//! Mutants that were judged, as data: those of a part of a list can be put together with those of the others.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GenericReport, MutantReport, MutantsReport, Word};
use crate::{
    mutate::Equivalents,
    suite::{
        catalogue::Catalogue,
        mutants::{Covered, GenericFate, GenericJudged, GenericKnown, Judged, Killer, covered_by, wrong_lines},
    },
};

/// What is asked of mutants, beside the list of them.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MutantsAsked {
    /// The requirements that must have a killed mutant. None are asked for unless every mutant of a requirement is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demanded: Option<Vec<String>>,
    /// Whether generic mutants are asked for.
    #[serde(default)]
    pub has_generic: bool,
    /// Whether they are all that there are.
    #[serde(default)]
    pub has_every_generic: bool,
    /// Whether mutants are asked for by their ids.
    #[serde(default)]
    pub by_name: bool,
}

/// Mutants that were judged.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MutantsFound {
    /// The mutants of requirements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedFound>,
    /// The generic mutants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub generic: Vec<GenericFound>,
}

/// A mutant of a requirement that was judged.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct NamedFound {
    /// Its place in the whole list.
    pub place: u64,
    /// The defect of an upstream program that it repeats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<String>,
    /// What happened to it.
    pub report: MutantReport,
}

/// A generic mutant that was judged.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GenericFound {
    /// Its place in the whole list.
    pub place: u64,
    /// Whether it is no mutant because it changes no lane, although it alters messages.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_same: bool,
    /// What happened to it.
    pub report: GenericReport,
}

impl NamedFound {
    /// What was judged, at this place of the whole list.
    pub fn of(judged: &Judged, place: u64) -> Self {
        Self { place, observed: judged.mutant.observed.clone(), report: MutantReport::from(judged) }
    }

    /// The mutant, if it was killed.
    fn killer(&self) -> Option<Killer<'_>> {
        let MutantReport { id, requirement, fate, .. } = &self.report;
        (*fate == Word::Killed).then(|| Killer { id, requirement, observed: self.observed.as_deref() })
    }
}

impl GenericFound {
    /// What was judged, at this place of the whole list.
    pub fn of(judged: &GenericJudged, place: u64, equivalents: &Equivalents) -> Self {
        Self { place, is_same: judged.fate == GenericFate::Same, report: GenericReport::of(judged, equivalents) }
    }

    fn known(&self) -> GenericKnown<'_> {
        let GenericReport { id, fate, scenario, .. } = &self.report;
        let killed_in = scenario.as_deref().filter(|_| *fate == Word::Killed);
        GenericKnown { id, counts: *fate != Word::None, killed_in }
    }
}

impl MutantsFound {
    /// Adds what was judged of another part of the list.
    pub fn join(&mut self, other: Self) {
        self.named.extend(other.named);
        self.named.sort_by_key(|one| one.place);
        self.generic.extend(other.generic);
        self.generic.sort_by_key(|one| one.place);
    }

    /// The report. What only the whole list can tell, such as a requirement without a killed mutant, is in it if
    /// `is_whole`.
    pub fn report(&self, asked: &MutantsAsked, is_whole: bool, equivalents: &Equivalents) -> MutantsReport {
        let killers: Vec<Killer<'_>> = self.named.iter().filter_map(NamedFound::killer).collect();
        let demanded = asked.demanded.as_ref().filter(|_| is_whole);
        let covered = demanded.map_or_else(Covered::default, |demanded| {
            let demanded: BTreeSet<&str> = demanded.iter().map(String::as_str).collect();
            let rows = Catalogue::embedded().requirements().map(|row| row.id.as_str());
            covered_by(rows.filter(|id| demanded.contains(id)).collect(), &killers, equivalents)
        });
        let names = |ids: &[&'static str]| ids.iter().map(|id| (*id).to_owned()).collect();
        let mut report = MutantsReport {
            mutants: self.named.iter().map(|one| one.report.clone()).collect(),
            demanded: names(&covered.demanded),
            uncovered: names(&covered.uncovered),
            equivalent: covered.equivalent,
            wrong: covered.wrong,
            ..MutantsReport::default()
        };
        if asked.has_generic {
            let known: Vec<GenericKnown<'_>> = self.generic.iter().map(GenericFound::known).collect();
            report.wrong.extend(wrong_lines(&known, equivalents, is_whole && asked.has_every_generic));
            let none = |one: &&GenericFound| one.report.fate == Word::None;
            report.same = self.generic.iter().filter(none).filter(|one| one.is_same).count();
            report.absent = self.generic.iter().filter(none).count() - report.same;
            // Those that alter nothing are listed only if somebody asked for them.
            let told = self.generic.iter().filter(|one| asked.by_name || !none(one));
            report.generic = told.map(|one| one.report.clone()).collect();
        }
        report
    }
}
