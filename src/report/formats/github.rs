//! Annotations for GitHub Actions: workflow commands, one a line.

use super::{CaseReport, Report, first_miss};
use crate::{model::text::shorten, suite::outcome::CaseVerdict};

/// How many annotations there are at most. GitHub shows ten of a kind for each step.
const ANNOTATIONS_MAX: usize = 50;
/// How long the message of one is, in characters.
const MESSAGE_MAX: usize = 1_000;

/// The workflow commands for what does not hold, one a line.
pub fn annotations(report: &Report) -> String {
    let notable = report.scenarios.iter().filter(|case| case.is_notable());
    let lines = notable.take(ANNOTATIONS_MAX).map(|case| annotation(report, case));
    let stale = report.stale.iter().map(|stale| format!("::error title=stale expectation::{}\n", data(stale)));
    lines.chain(stale).collect()
}

fn annotation(report: &Report, case: &CaseReport) -> String {
    let kind = if case.verdict == CaseVerdict::Incomplete { "warning" } else { "error" };
    let message = format!("{}\n{}", shorten(&first_miss(case), MESSAGE_MAX), report.again(case));
    let file = case.file.strip_prefix("./").unwrap_or(&case.file);
    let (file, title) = (property(file), property(&case.id));
    format!("::{kind} file={file},line={},title={title}::{}\n", case.line.max(1), data(&message))
}

/// A text as the data of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
