//! The report as JSON.

use super::Report;

/// The whole report, for machines.
pub fn json(report: &Report) -> String {
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
