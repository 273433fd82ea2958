//! Reads reports again, and puts those of one subject together.

use std::{fs, path::Path};

use super::{REPORT_VERSION, Report, RequirementReport};
use crate::{
    model::json::Value,
    suite::{InputError, plan::Verdict},
};

impl Report {
    /// The report in a JSON file.
    ///
    /// # Errors
    /// The file cannot be read, is cut, is no report, or is of another version.
    pub fn read(file: &Path) -> Result<Self, InputError> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| InputError::new(format!("{name}: {error}")))?;
        let help = "`hotseat run --report json=FILE` writes one";
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            let what = if error.is_eof() { "the JSON ends in the middle" } else { "this is no JSON" };
            InputError::new(format!("{name}:{}:{}: {what}: {error}", error.line(), error.column())).help(help)
        })?;
        match value.get("report_version").and_then(Value::as_u64) {
            Some(version) if version == u64::from(REPORT_VERSION) => {}
            Some(version) => {
                return Err(InputError::new(format!(
                    "{name}: expected a report of version {REPORT_VERSION}, found version {version}"
                ))
                .help("make both reports with one version of hotseat"));
            }
            None => {
                return Err(
                    InputError::new(format!("{name}: this is no report: it has no `report_version`")).help(help)
                );
            }
        }
        let mut reader = serde_json::Deserializer::from_str(&text);
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let pointer = error.path().to_string();
            InputError::new(format!("{name}: {pointer}: {}", error.inner())).help(help)
        })
    }

    /// The name of the subject, without its version.
    pub fn subject_name(&self) -> &str {
        self.subject.rsplit_once(' ').map_or(self.subject.as_str(), |(name, _)| name)
    }
}

/// The reports, with those of one subject, such as shards of a run, put together. A scenario that is in several of them has
/// the same verdict in each.
///
/// # Errors
/// Two reports of one subject have a scenario with different verdicts, or were asked by different catalogues.
pub fn merged(reports: Vec<Report>) -> Result<Vec<Report>, InputError> {
    let mut subjects: Vec<Report> = Vec::new();
    for report in reports {
        match subjects.iter_mut().find(|known| known.subject == report.subject) {
            Some(known) => merge(known, report)?,
            None => subjects.push(report),
        }
    }
    Ok(subjects)
}

fn merge(known: &mut Report, other: Report) -> Result<(), InputError> {
    let who = known.subject.clone();
    if known.catalogue != other.catalogue {
        return Err(InputError::new(format!("two reports of {who} were asked by different catalogues"))
            .help("make both with one version of hotseat, or compare them: `hotseat diff OLD NEW`"));
    }
    for case in other.scenarios {
        match known.scenario(&case.id) {
            None => known.scenarios.push(case),
            Some(first) if first.verdict == case.verdict => {}
            Some(first) => {
                let (was, is) = (first.verdict.words(), case.verdict.words());
                return Err(InputError::new(format!(
                    "two reports of {who}: {} is {was} in one and {is} in the other",
                    case.id
                ))
                .help("give runs that belong together, or compare them: `hotseat diff OLD NEW`"));
            }
        }
    }
    for row in other.requirements {
        match known.requirements.iter_mut().find(|first| first.id == row.id) {
            None => known.requirements.push(row),
            Some(first) => together(first, row),
        }
    }
    let Report { not_begun, stale, unreferred_snapshots, faults, internal, .. } = other;
    known.not_begun.extend(not_begun);
    known.not_begun.retain(|id| !known.scenarios.iter().any(|case| case.id == *id));
    known.stale.extend(stale);
    known.unreferred_snapshots.extend(unreferred_snapshots);
    known.faults.extend(faults);
    known.internal.extend(internal);
    known.judge();
    Ok(())
}

/// The requirement of two shards: it holds if it holds in both.
fn together(first: &mut RequirementReport, other: RequirementReport) {
    // The later in this list, the more it says.
    const ORDER: [Verdict; 6] = [
        Verdict::NotApplicable,
        Verdict::Pass,
        Verdict::ExpectedFailure,
        Verdict::UnexpectedPass,
        Verdict::Incomplete,
        Verdict::Fail,
    ];
    let place = |verdict: Verdict| ORDER.iter().position(|one| *one == verdict);
    if place(other.verdict) > place(first.verdict) {
        (first.verdict, first.expected) = (other.verdict, other.expected);
    }
    let added: Vec<String> = other.scenarios.into_iter().filter(|id| !first.scenarios.contains(id)).collect();
    first.scenarios.extend(added);
    if first.verdict == Verdict::NotApplicable { first.lacks.extend(other.lacks) } else { first.lacks.clear() }
}
