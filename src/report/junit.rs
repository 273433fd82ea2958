//! The report as JUnit XML: a test suite for each feature, and a test case for each scenario.

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};

use super::{CaseReport, Report, failure};

/// The report as JUnit XML. It has no times, because they would differ from run to run.
pub fn junit(report: &Report) -> String {
    let mut junit = JUnit::new("hotseat");
    let mut suite: Option<TestSuite> = None;
    for case in &report.scenarios {
        let feature = case.id.rsplit_once('/').map_or(case.id.as_str(), |(feature, _)| feature);
        if suite.as_ref().is_some_and(|suite| suite.name.as_str() != feature) {
            junit.add_test_suites(suite.take());
        }
        suite.get_or_insert_with(|| TestSuite::new(feature)).add_test_case(test_case(report, case));
    }
    junit.add_test_suites(suite);
    junit.to_string().unwrap_or_default()
}

fn test_case(report: &Report, case: &CaseReport) -> TestCase {
    let mut status = match case.verdict {
        "passed" | "expected failure" => TestCaseStatus::success(),
        "failed" | "unexpected pass" => TestCaseStatus::non_success(NonSuccessKind::Failure),
        "incomplete" => TestCaseStatus::non_success(NonSuccessKind::Error),
        _ => TestCaseStatus::skipped(),
    };
    match (&case.skipped, case.verdict) {
        (Some(why), _) => {
            status.set_message(why.as_str());
        }
        (None, "passed" | "expected failure") => {}
        (None, verdict) => {
            status.set_message(verdict);
            status.set_description(failure(report, case));
        }
    }
    let mut test = TestCase::new(case.id.as_str(), status);
    test.set_classname(case.file.as_str());
    test
}
