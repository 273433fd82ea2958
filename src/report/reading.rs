//! Reads reports again, and puts those of one subject together.

use std::{fs, path::Path};

use super::{REPORT_VERSION, Report, RequirementReport};
use crate::{
    model::json::Value,
    suite::{InputError, plan::Verdict},
};

/// How a report comes to be.
const HELP: &str = "`hotseat run --report json=FILE` writes one";

/// Checks that the value at this place of a file is a report of this version.
fn check_version(report: &Value, place: &str) -> Result<(), InputError> {
    match report.get("report_version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(REPORT_VERSION) => Ok(()),
        Some(version) => {
            let what = format!("{place}: expected a report of version {REPORT_VERSION}, found version {version}");
            Err(InputError::new(what).help("make both reports with one version of hotseat"))
        }
        None => Err(InputError::new(format!("{place}: this is no report: it has no `report_version`")).help(HELP)),
    }
}

impl Report {
    /// The report in a JSON file.
    ///
    /// # Errors
    /// The file cannot be read, is cut, is no report, is of another version, or has reports of several subjects.
    pub fn read(file: &Path) -> Result<Self, InputError> {
        let reports = Self::read_all(file)?;
        let count = reports.len();
        <[Self; 1]>::try_from(reports).map(|[report]| report).map_err(|_| {
            let what = format!("{}: expected the report of one subject, found those of {count}", file.display());
            InputError::new(what).help("write one for each: `hotseat run --agent NAME --report json=FILE`")
        })
    }

    /// The reports in a JSON file: a report, or a list of them, as a run of several agents writes it.
    ///
    /// # Errors
    /// The file cannot be read, is cut, is no report, or is of another version.
    pub fn read_all(file: &Path) -> Result<Vec<Self>, InputError> {
        let name = file.display();
        let text = fs::read_to_string(file).map_err(|error| InputError::new(format!("{name}: {error}")))?;
        let value: Value = serde_json::from_str(&text).map_err(|error| {
            let what = if error.is_eof() { "the JSON ends in the middle" } else { "this is no JSON" };
            InputError::new(format!("{name}:{}:{}: {what}: {error}", error.line(), error.column())).help(HELP)
        })?;
        let mut reader = serde_json::Deserializer::from_str(&text);
        let read = if let Some(reports) = value.as_array() {
            if reports.is_empty() {
                return Err(InputError::new(format!("{name}: the list has no report")).help(HELP));
            }
            reports.iter().enumerate().try_for_each(|(at, report)| check_version(report, &format!("{name}: /{at}")))?;
            serde_path_to_error::deserialize(&mut reader)
        } else {
            check_version(&value, &name.to_string())?;
            serde_path_to_error::deserialize(&mut reader).map(|report| vec![report])
        };
        read.map_err(|error| {
            let pointer = error.path().to_string();
            InputError::new(format!("{name}: {pointer}: {}", error.inner())).help(HELP)
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
pub fn together(first: &mut RequirementReport, other: RequirementReport) {
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
