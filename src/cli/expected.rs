//! The options about expected failures.

#![expect(clippy::disallowed_types, reason = "an expectation may end on a day of the real calendar")]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::Args;

use super::{output, tested::Seat};
use crate::{
    report::{
        Report,
        expected::{Day, ExpectedFailures},
        shards::ExpectedText,
    },
    suite::{InputError, InputErrors, case::Case},
};

#[derive(Args, Default)]
pub struct ExpectedArgs {
    /// A list (TOML) of what is known not to hold. What it lists does not count; a stale entry is exit code 5. `known`
    /// stands for the list that hotseat carries for the agent
    #[arg(long, value_name = "FILE")]
    expected_failures: Option<PathBuf>,
    /// Write such a list for today's run. What stands in the file and is still right stays
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    write_expected: Option<PathBuf>,
}

/// The lists before the run.
pub struct Lists {
    /// What is expected of each subject.
    used: Vec<Option<ExpectedFailures>>,
    /// The list that is written anew.
    old: ExpectedFailures,
}

impl Lists {
    /// What is expected of the subject with this number.
    pub fn of(&self, number: usize) -> Option<&ExpectedFailures> {
        self.used.get(number)?.as_ref()
    }

    /// The texts of the lists that are used. None at all if no subject has one.
    pub fn texts(&self) -> Vec<Option<ExpectedText>> {
        let text = |list: &ExpectedFailures| ExpectedText { file: list.file.clone(), text: list.text().to_owned() };
        let texts: Vec<_> = self.used.iter().map(|list| list.as_ref().map(text)).collect();
        if texts.iter().all(Option::is_none) { Vec::new() } else { texts }
    }
}

/// The word for the list that hotseat carries for an agent.
const KNOWN: &str = "known";

impl ExpectedArgs {
    /// Reads the lists for these subjects, and checks what they name.
    pub fn read(&self, cases: &[Arc<Case>], seats: &[Seat]) -> Result<Lists, InputErrors> {
        if seats.len() > 1 && self.write_expected.is_some() {
            return Err(InputError::new("`--write-expected` writes the list of one subject")
                .help("name one agent at a time")
                .into());
        }
        let is_selected = |id: &str| cases.iter().any(|case| case.id == id);
        let read = |file: &Path| ExpectedFailures::read(file);
        let used = seats.iter().map(|seat| {
            let list = self.expected_failures.as_deref();
            let list =
                list.map(|file| if file.as_os_str() == KNOWN { carried(seat) } else { read(file) }).transpose()?;
            list.iter().try_for_each(|list| list.check_scenarios(is_selected))?;
            Ok(list)
        });
        let used = used.collect::<Result<_, InputErrors>>()?;
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

    /// Marks in the report what is expected of the subject with this number. `is_whole` says of a requirement whether every
    /// scenario was run that decides it.
    pub fn apply(&self, lists: &Lists, number: usize, report: &mut Report, is_whole: impl Fn(&str) -> bool) {
        if let Some(Some(list)) = lists.used.get(number) {
            list.apply(report, today(), is_whole);
        }
    }
}

/// The list that hotseat carries for an agent.
fn carried(seat: &Seat) -> Result<ExpectedFailures, InputErrors> {
    let Some((file, text)) = seat.known_failures else {
        let name = if seat.name.is_empty() { "the reference" } else { &seat.name };
        return Err(InputError::new(format!("hotseat carries no list of failures of {name}"))
            .help("name a file, or an agent that `hotseat agents` lists")
            .into());
    };
    ExpectedFailures::parse(file, text.to_owned())
}

/// Today, in UTC.
pub fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    Day::after_1970(seconds / 86_400)
}
