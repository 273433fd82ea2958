//! TAP 14: a test point for each scenario.

use std::fmt::Write;

use super::{CaseReport, Report, first_miss};
use crate::{model::json::json, suite::outcome::CaseVerdict};

/// The reports as TAP. With several, the name of a test point begins with its subject.
pub fn tap(reports: &[Report]) -> String {
    let count: usize = reports.iter().map(|report| report.scenarios.len()).sum();
    let mut text = format!("TAP version 14\n1..{count}\n");
    let points = reports.iter().flat_map(|report| report.scenarios.iter().map(move |case| (report, case)));
    for (number, (report, case)) in points.enumerate() {
        let name = if reports.len() > 1 { format!("{}: {}", report.subject, case.id) } else { case.id.clone() };
        point(number + 1, &name, report, case, &mut text);
    }
    text
}

fn point(number: usize, name: &str, report: &Report, case: &CaseReport, text: &mut String) {
    let (is_ok, directive) = match case.verdict {
        CaseVerdict::Passed => (true, String::new()),
        CaseVerdict::NotApplicable => {
            (true, format!(" # SKIP {}", one_line(case.skipped.as_deref().unwrap_or("not asked"))))
        }
        CaseVerdict::ExpectedFailure => {
            let reason = case.expected.as_ref().map_or("an expected failure", |expected| &expected.reason);
            // In TAP, this directive is how a test point says that its failure is expected.
            (false, format!(" # TODO {}", one_line(reason)))
        }
        CaseVerdict::Failed | CaseVerdict::Incomplete | CaseVerdict::UnexpectedPass => (false, String::new()),
    };
    let ok = if is_ok { "ok" } else { "not ok" };
    let _ = writeln!(text, "{ok} {number} - {}{directive}", one_line(name).replace('#', "\\#"));
    if !is_ok {
        // A text as JSON is YAML, too.
        let quoted = |text: &str| json!(text).to_string();
        let _ = writeln!(text, "  ---\n  message: {}", quoted(&first_miss(case)));
        let _ = writeln!(text, "  at:\n    file: {}\n    line: {}", quoted(&case.file), case.line);
        let _ = writeln!(text, "  again: {}\n  ...", quoted(&report.again(case)));
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
