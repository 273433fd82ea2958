//! The report of mutants as text.

use std::{collections::BTreeMap, fmt::Write};

use super::{GenericReport, MutantReport, MutantsReport, Word};
use crate::{
    model::text::shorten,
    stage::Lane,
    suite::{catalogue::Catalogue, check::counted},
};

/// How many scenarios are listed for a mutant that was not killed.
const LOOKS_MAX: usize = 4;
/// How much of a `Then` the table shows, in characters.
const THEN_MAX: usize = 100;

impl Word {
    const fn word(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Sideways => "sideways",
            Self::Alive => "alive",
            Self::Idle => "idle",
            Self::Wrong => "wrong",
            Self::Equivalent => "equivalent",
            Self::None => "none",
        }
    }
}

impl MutantsReport {
    /// The report as text. With `quiet`, mutants that were killed are left out.
    pub fn pretty(&self, quiet: bool) -> String {
        let mut text = String::new();
        let ids = self.mutants.iter().map(|mutant| mutant.id.len()).max().unwrap_or_default();
        let requirements = self.mutants.iter().map(|mutant| mutant.requirement.len()).max().unwrap_or_default();
        for mutant in self.mutants.iter().filter(|_| !quiet) {
            let MutantReport { id, requirement, then, fate, .. } = mutant;
            let then = shorten(then, THEN_MAX);
            let _ = writeln!(text, "{requirement:<requirements$}  {id:<ids$}  {:<8}  {then}", fate.word());
        }
        for mutant in self.mutants.iter().filter(|mutant| mutant.fate != Word::Killed || !mutant.wrong.is_empty()) {
            mutant.story(&mut text);
        }
        self.alive(&mut text);
        self.missing(&mut text);
        self.sums(&mut text);
        text
    }

    fn alive(&self, text: &mut String) {
        let alive: Vec<&GenericReport> = self.generic.iter().filter(|mutant| mutant.fate == Word::Alive).collect();
        if !alive.is_empty() {
            let _ = writeln!(text, "\ngeneric mutants that nothing noticed, and in how many scenarios:");
        }
        for mutant in alive {
            let _ = writeln!(text, "  {:>4}  {}", mutant.unnoticed.unwrap_or_default(), mutant.id);
        }
        let none: Vec<&GenericReport> = self.generic.iter().filter(|mutant| mutant.fate == Word::None).collect();
        if !none.is_empty() {
            let _ = writeln!(text, "\ngeneric mutants that alter nothing, so they show nothing:");
        }
        for mutant in none {
            let _ = writeln!(text, "  {}: {}", mutant.id, mutant.by.as_deref().unwrap_or_default());
        }
    }

    fn missing(&self, text: &mut String) {
        if !self.uncovered.is_empty() {
            let _ = writeln!(text, "\nrequirements without a killed mutant:");
            let mut areas: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
            let catalogue = Catalogue::embedded();
            for id in &self.uncovered {
                let prefix = id.split('-').next().unwrap_or_default();
                let area = catalogue.areas().iter().position(|area| area.prefix == prefix).unwrap_or(usize::MAX);
                areas.entry(area).or_default().push(id);
            }
            for ids in areas.values() {
                let _ = writeln!(text, "  {}", ids.join(" "));
            }
        }
        if !self.wrong.is_empty() {
            let _ = writeln!(text, "\nthe list of equivalents is wrong:");
        }
        for wrong in &self.wrong {
            let _ = writeln!(text, "  {wrong}");
        }
    }

    fn sums(&self, text: &mut String) {
        text.push('\n');
        if !self.demanded.is_empty() {
            let (all, missing, listed) = (self.demanded.len(), self.uncovered.len(), self.equivalent.len());
            let _ = writeln!(
                text,
                "{all} requirements: {} with a killed mutant, {listed} equivalent, {missing} with neither",
                all - missing - listed
            );
        }
        if !self.mutants.is_empty() {
            let count = |word: Word| self.mutants.iter().filter(|mutant| mutant.fate == word).count();
            let words = [Word::Killed, Word::Sideways, Word::Alive, Word::Idle, Word::Wrong];
            let counts = words.map(|word| format!("{} {}", count(word), word.word())).join(", ");
            let _ = writeln!(text, "{} of requirements: {counts}", counted(self.mutants.len() as u64, "mutant"));
        }
        if self.generic.len() + self.absent + self.same > 0 {
            let count = |word: Word| self.generic.iter().filter(|mutant| mutant.fate == word).count();
            let counts = [Word::Killed, Word::Alive, Word::Equivalent];
            let counts = counts.map(|word| format!("{} {}", count(word), word.word())).join(", ");
            let all = counted((self.generic.len() - count(Word::None)) as u64, "generic mutant");
            let (absent, same) = (self.absent, self.same);
            let _ = writeln!(
                text,
                "{all}: {counts}; left out: {same} that change no lane, and {absent} that alter nothing"
            );
        }
    }
}

impl MutantReport {
    /// The text about a mutant that was not killed.
    fn story(&self, text: &mut String) {
        let _ = writeln!(text, "\n{}: {} ({})\n  {}", self.fate.word(), self.id, self.requirement, self.about);
        for wrong in &self.wrong {
            let _ = writeln!(text, "  wrong: {wrong}");
        }
        if self.fate == Word::Killed || self.fate == Word::Wrong {
            return;
        }
        let applied = self.looks.iter().filter(|look| look.applied > 0).count();
        let _ = writeln!(
            text,
            "  expected  a difference in {}, and a failed Then with {:?} in it",
            words(&self.lanes),
            self.then
        );
        let _ = writeln!(
            text,
            "  found     {} run, {applied} of them altered",
            counted(self.looks.len() as u64, "scenario")
        );
        let shown = self.looks.iter().filter(|look| look.applied > 0 || self.fate == Word::Idle).take(LOOKS_MAX);
        for look in shown {
            let then = if look.has_then { "" } else { "; it has no such Then" };
            let (lanes, altered) = (words(&look.lanes), counted(look.applied, "alteration"));
            let _ = writeln!(text, "  - {}\n      {altered}; differs in {lanes}{then}", look.scenario);
            for failed in &look.failed {
                let _ = writeln!(text, "      failed: {failed}");
            }
            for fault in &look.faults {
                let _ = writeln!(text, "      fault: {fault}");
            }
        }
    }
}

fn words(lanes: &[Lane]) -> String {
    if lanes.is_empty() {
        return "no lane".to_owned();
    }
    lanes.iter().map(|lane| lane.word()).collect::<Vec<_>>().join(", ")
}
