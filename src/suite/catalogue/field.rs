//! The field: what people reported of the agents that they use, and which scenario would have shown it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// A bug, as its users met it; several threads may tell of the same one.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FieldReport {
    /// `3b`; the scenarios that show it are tagged `@field-3b`.
    pub number: String,
    /// Where it was told: `owner/repository#number`, an issue or a pull request.
    pub threads: Vec<String>,
    /// What went wrong, in one sentence of our own.
    pub symptom: String,
    /// The systems of its scenarios; where there is none, those that it is left to.
    pub systems: Vec<String>,
    /// Whether a scenario shows it.
    pub seen: FieldSight,
    /// In what the scenarios differ from the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Whether a scenario shows a report.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldSight {
    /// Those with this tag: an agent with the bug fails in them.
    Scenarios(String),
    /// None, for that reason.
    None(String),
}

impl FieldReport {
    /// The tag of the scenarios that show it, without its `@`.
    pub fn tag(&self) -> String {
        format!("{TAG}{}", self.number)
    }
}

/// What every tag that names a report begins with.
pub const TAG: &str = "field-";

/// Every report that this program knows, in the order of its page.
pub fn reports() -> &'static [FieldReport] {
    static REPORTS: LazyLock<Vec<FieldReport>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("field.json")).unwrap_or_else(|error| panic!("the field reports: {error}"))
    });
    &REPORTS
}
