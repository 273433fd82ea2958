//! The report as JUnit XML: a test suite for each feature, and a test case for each scenario.

use quick_junit::{NonSuccessKind, Property, Report as JUnit, TestCase, TestCaseStatus, TestSuite};

use super::{CaseReport, Report, first_miss};
use crate::{report::failure_and_commands, suite::outcome::CaseVerdict};

/// The reports as JUnit XML. With several, the name of a test suite begins with its subject.
pub fn junit(reports: &[Report]) -> String {
    let mut junit = JUnit::new("hotseat");
    for report in reports {
        let mut suite: Option<TestSuite> = None;
        for case in &report.scenarios {
            let feature = case.id.rsplit_once('/').map_or(case.id.as_str(), |(feature, _)| feature);
            let name = if reports.len() > 1 { format!("{}: {feature}", report.subject) } else { feature.to_owned() };
            if suite.as_ref().is_some_and(|suite| suite.name.as_str() != name) {
                junit.add_test_suites(suite.take());
            }
            suite.get_or_insert_with(|| TestSuite::new(name)).add_test_case(test_case(report, case));
        }
        junit.add_test_suites(suite);
    }
    junit.to_string().unwrap_or_default()
}

fn test_case(report: &Report, case: &CaseReport) -> TestCase {
    let mut status = match case.verdict {
        CaseVerdict::Passed => TestCaseStatus::success(),
        CaseVerdict::Failed | CaseVerdict::UnexpectedPass => TestCaseStatus::non_success(NonSuccessKind::Failure),
        CaseVerdict::Incomplete => TestCaseStatus::non_success(NonSuccessKind::Error),
        CaseVerdict::ExpectedFailure | CaseVerdict::NotApplicable => TestCaseStatus::skipped(),
    };
    if case.verdict == CaseVerdict::ExpectedFailure {
        let because = case.expected.as_ref().map_or(String::new(), |expected| format!(": {}", expected.reason));
        status.set_message(format!("expected failure{because}"));
    } else if let Some(why) = &case.skipped {
        status.set_message(why.as_str());
    } else if case.verdict != CaseVerdict::Passed {
        status.set_message(first_miss(case));
        status.set_description(failure_and_commands(report, case, usize::MAX).rendered(false));
    }
    let mut test = TestCase::new(case.id.as_str(), status);
    test.set_classname(case.file.as_str());
    test.extra.insert("file".into(), case.file.as_str().into());
    test.extra.insert("line".into(), case.line.to_string().into());
    if !case.took.is_zero() {
        test.set_time(case.took);
    }
    let mut ids: Vec<&String> = case.thens.iter().flat_map(|then| &then.requirements).collect();
    ids.sort_unstable();
    ids.dedup();
    test.properties.extend(ids.into_iter().map(|id| Property::new("requirement", id.as_str())));
    test
}
