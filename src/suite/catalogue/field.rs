//! Field reports: bugs that people reported in the agents that they use, and the scenarios that show them.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A bug that users reported, in one thread or in several.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FieldReport {
    /// The number, such as `3b`. The scenarios that show the bug are tagged `@field-3b`.
    pub number: String,
    /// The threads that report it: `owner/repository#number`, each an issue or a pull request.
    pub threads: Vec<String>,
    /// What went wrong, in one sentence of our own.
    pub symptom: String,
    /// The systems of its scenarios. Without scenarios, the systems that could have some.
    pub systems: Vec<String>,
    /// Whether a scenario shows the bug.
    pub seen: FieldSight,
    /// How the scenarios differ from the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Whether a scenario shows a report.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldSight {
    /// An agent with the bug fails in the scenarios with this tag.
    Scenarios(String),
    /// No scenario shows the bug, for this reason.
    None(String),
}

impl FieldReport {
    /// The tag of the scenarios that show the bug, without the `@`.
    pub fn tag(&self) -> String {
        format!("{TAG}{}", self.number)
    }
}

/// The beginning of every tag that names a report.
pub const TAG: &str = "field-";

/// Every report in `field.json`, in the order of the file.
pub fn reports() -> &'static [FieldReport] {
    static REPORTS: LazyLock<Vec<FieldReport>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("field.json")).unwrap_or_else(|error| panic!("the field reports: {error}"))
    });
    &REPORTS
}
