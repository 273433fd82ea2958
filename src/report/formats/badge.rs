//! A badge: the JSON that shields.io reads from an endpoint.

use super::Report;
use crate::{
    model::json::json,
    report::{Counts, ExitCode, json as written},
};

/// The badge of the reports.
pub fn badge(reports: &[Report]) -> String {
    let rows = reports.iter().flat_map(|report| &report.requirements);
    let Counts { pass, fail, incomplete, other: _ } = Counts::of(rows.map(|row| row.verdict));
    let is_broken =
        reports.iter().any(|report| ![ExitCode::CONFORMANT, ExitCode::INCOMPLETE].contains(&report.exit_code));
    let is_whole = reports.iter().all(|report| report.exit_code == ExitCode::CONFORMANT);
    written(&json!({
        "schemaVersion": 1,
        "label": "hotseat",
        "message": format!("{pass} of {} hold", pass + fail + incomplete),
        "color": if is_broken { "red" } else if is_whole { "brightgreen" } else { "yellow" },
    }))
}
