//! The options about expected failures.

#![expect(clippy::disallowed_types, reason = "an expectation may end on a day of the real calendar")]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::Args;

use super::output;
use crate::{
    report::{
        Report,
        expected::{Day, ExpectedFailures},
    },
    suite::{InputError, InputErrors, case::Case},
};

#[derive(Args, Default)]
pub struct ExpectedArgs {
    /// A list (TOML) of what is known not to hold. What it lists does not count; a stale entry is exit code 5
    #[arg(long, value_name = "FILE")]
    expected_failures: Option<PathBuf>,
    /// Write such a list for today's run. What stands in the file and is still right stays
    #[arg(long, value_name = "FILE")]
    write_expected: Option<PathBuf>,
}

/// The lists before the run.
pub struct Lists {
    used: Option<ExpectedFailures>,
    /// The list that is written anew.
    old: ExpectedFailures,
}

impl ExpectedArgs {
    /// Reads the lists, and checks what they name.
    pub fn read(&self, cases: &[Arc<Case>]) -> Result<Lists, InputErrors> {
        let is_selected = |id: &str| cases.iter().any(|case| case.id == id);
        let read = |file: &Path| ExpectedFailures::read(file);
        let used = self.expected_failures.as_deref().map(read).transpose()?;
        if let Some(list) = &used {
            list.check_scenarios(is_selected)?;
        }
        let old = self.write_expected.as_deref().filter(|file| file.exists()).map(read).transpose()?;
        Ok(Lists { used, old: old.unwrap_or_default() })
    }

    /// The file that is written.
    pub fn written_file(&self) -> Option<&PathBuf> {
        self.write_expected.as_ref()
    }

    /// Writes the list for a run that was judged without one.
    pub fn write(&self, lists: &Lists, report: &Report) -> Result<(), InputError> {
        let Some(file) = &self.write_expected else { return Ok(()) };
        output::write(file, &lists.old.written_for(report, today()))
    }

    /// Marks what is expected in the report.
    pub fn apply(&self, lists: &Lists, report: &mut Report) {
        if let Some(list) = &lists.used {
            list.apply(report, today());
        }
    }
}

/// Today, in UTC.
fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    Day::after_1970(seconds / 86_400)
}
