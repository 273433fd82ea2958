//! Reports as JSON.

use serde::Serialize;

/// The whole report as JSON.
pub fn json(report: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(report).unwrap_or_default();
    text.push('\n');
    text
}
