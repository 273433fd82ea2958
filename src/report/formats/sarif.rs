//! SARIF 2.1.0: a rule for each requirement, and a result for each `Then` that does not hold.

use crate::model::json::{Value, json};

use super::{CaseReport, Mismatch, Report};
use crate::{
    report::{Then, json as written},
    suite::{catalogue::Level, outcome::CaseVerdict},
};

/// The rule of a miss that no requirement stands for.
const OWN: &str = "scenario";

/// The reports as SARIF, with a run for each.
pub fn sarif(reports: &[Report]) -> String {
    let runs: Vec<Value> = reports.iter().map(run).collect();
    written(&json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    }))
}

fn run(report: &Report) -> Value {
    let own = json!({"id": OWN, "shortDescription": {"text": "What a scenario says beside the requirements."}});
    let rules = report.requirements.iter().map(|row| {
        json!({
            "id": row.id,
            "shortDescription": {"text": row.sentence},
            "help": {"text": format!("Source: {}. `hotseat explain {}` tells more.", row.source, row.id)},
            "defaultConfiguration": {"level": level(row.level)},
        })
    });
    let rules: Vec<Value> = rules.chain([own]).collect();
    let results: Vec<Value> = report.scenarios.iter().flat_map(|case| results(report, case)).collect();
    json!({
        "tool": {"driver": {
            "name": "hotseat",
            "version": report.hotseat,
            "rules": rules,
        }},
        "automationDetails": {"id": format!("{}/", report.subject)},
        "results": results,
    })
}

const fn level(level: Level) -> &'static str {
    match level {
        Level::Must => "error",
        Level::Should => "warning",
        Level::Open => "note",
    }
}

/// The results of a scenario: its faults, and its misses for each requirement that they name.
fn results(report: &Report, case: &CaseReport) -> Vec<Value> {
    if matches!(case.verdict, CaseVerdict::Passed | CaseVerdict::NotApplicable) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for fault in &case.faults {
        let text = format!("fault of the {}: {}", fault.culprit.words(), fault.message);
        found.push(result(report, case, OWN, "error", &text, case.line));
    }
    for (then, miss) in case.missed() {
        let text = match miss {
            Mismatch::Fails { expected, found, .. } => format!("{}\nexpected {expected}\nfound {found}", then.text),
            Mismatch::Unread(why) => format!("{}\nnot read: {why}", then.text),
        };
        let rows = then.requirements.iter().filter_map(|id| report.requirements.iter().find(|row| row.id == *id));
        let before = found.len();
        found.extend(rows.map(|row| result(report, case, &row.id, level(row.level), &text, line(case, then))));
        if found.len() == before {
            found.push(result(report, case, OWN, "error", &text, line(case, then)));
        }
    }
    found
}

/// The line of a `Then`; a file needs one from 1.
fn line(case: &CaseReport, then: &Then) -> usize {
    if then.line > 0 { then.line } else { case.line.max(1) }
}

fn result(report: &Report, case: &CaseReport, rule: &str, level: &str, text: &str, line: usize) -> Value {
    let expected =
        case.expected.as_ref().or_else(|| report.requirements.iter().find(|row| row.id == rule)?.expected.as_ref());
    let suppressions: Vec<Value> =
        expected.iter().map(|because| json!({"kind": "external", "justification": because.reason})).collect();
    json!({
        "ruleId": rule,
        "level": level,
        "message": {"text": format!("{}: {text}\nagain: {}", case.id, report.again(case))},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": case.file},
            "region": {"startLine": line.max(1)},
        }}],
        "partialFingerprints": {"scenario/v1": format!("{}#{rule}", case.id)},
        "suppressions": suppressions,
    })
}
