//! What one process that ran some shards alone would have told.

use super::{Asked, Found, Summary};
use crate::{
    mutate::{TableError, equivalents},
    report::{
        ConditionsReport, ExitCode, Report, SetReport, Style, Styled, Telling, VariantsReport, expected::Day, json,
        pretty,
    },
};

/// How a summary is told.
#[derive(Clone, Copy, Debug)]
pub struct SummaryTelling {
    /// How much is told.
    pub telling: Telling,
    /// Whether reports of mutants and variants are told as JSON.
    pub is_json: bool,
    /// Today, for what is expected until a day.
    pub today: Day,
}

/// What is told of a summary.
#[derive(Clone, Debug, Default)]
pub struct SummaryTold {
    /// The text.
    pub text: Styled,
    /// The exit code.
    pub exit_code: u8,
    /// The reports of a run.
    pub reports: Vec<Report>,
}

impl SummaryTold {
    fn plain(text: String, exit_code: u8) -> Self {
        let mut styled = Styled::default();
        styled.add(Style::Plain, text);
        Self { text: styled, exit_code, reports: Vec::new() }
    }
}

impl Summary {
    /// Whether it covers the whole campaign.
    pub fn is_complete(&self) -> bool {
        self.shards.is_whole() && self.is_whole()
    }

    /// What one process that ran these shards alone would have told.
    ///
    /// # Errors
    /// The embedded list of equivalents has a mistake.
    pub fn told(&self, how: SummaryTelling) -> Result<SummaryTold, TableError> {
        let SummaryTelling { telling, is_json, .. } = how;
        let quiet = telling.is_quiet;
        Ok(match (&self.asked, &self.found) {
            (Asked::Simulate(asked), Found::Simulate(found)) => {
                SummaryTold::plain(asked.told(found), asked.exit_code(found))
            }
            (Asked::Run(_), Found::Run(_)) => self.told_of_run(how),
            (Asked::Mutants(asked), Found::Mutants(found)) => {
                let report = found.report(&asked.asked, self.is_complete(), equivalents()?);
                let text = if is_json { json(&report) } else { report.pretty(quiet) };
                SummaryTold::plain(text, report.exit_code())
            }
            (Asked::Conditions(asked), Found::Conditions(found)) => {
                let report = ConditionsReport::of(found, equivalents()?);
                let text = if is_json { json(&report) } else { report.pretty(quiet) };
                SummaryTold::plain(text, report.exit_code(asked.at_least))
            }
            (Asked::Variants(_), Found::Variants(found)) => {
                let sets: Vec<SetReport> = found.iter().map(|(_, set)| set.clone()).collect();
                let report = VariantsReport { sets };
                let text = if is_json { json(&report) } else { report.pretty(quiet) };
                SummaryTold::plain(text, report.exit_code())
            }
            _ => SummaryTold::default(),
        })
    }

    fn told_of_run(&self, SummaryTelling { telling, today, .. }: SummaryTelling) -> SummaryTold {
        let mut told = SummaryTold::default();
        let (Asked::Run(asked), Found::Run(found)) = (&self.asked, &self.found) else { return told };
        for (number, found) in found.iter().enumerate() {
            let Some(report) = found.finished(asked, number, self.is_complete(), today) else { continue };
            if !telling.is_quiet || !report.holds() {
                told.text.append(pretty(&report, telling, ""));
            }
            told.exit_code = ExitCode::first(told.exit_code, report.exit_code);
            told.reports.push(report);
        }
        told
    }
}
