//! The model of a report. Every format is made from it, and it can be read again from its JSON.

use std::{collections::BTreeSet, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    exit_code::{ExitCode, FailOn},
    story::Story,
};
use crate::{
    model::text::pasteable,
    stage::{Capability, Fault},
    suite::{catalogue::Level, outcome::CaseVerdict, plan::Verdict},
};

/// The version of the format.
pub const REPORT_VERSION: u32 = 1;

/// The report of a run.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of this format.
    pub report_version: u32,
    /// The subject's name and version.
    pub subject: String,
    /// The name and version that an installed agent has told of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// The command that ran this, without the selection by name.
    pub command: String,
    /// The version of hotseat.
    pub hotseat: String,
    /// A checksum of the catalogue of requirements. Two reports with the same one were asked the same.
    pub catalogue: String,
    /// The lowest level at which a failed requirement counts.
    pub fail_on: FailOn,
    /// The exit code.
    pub exit_code: u8,
    /// The scenarios, in the order in which they were selected.
    pub scenarios: Vec<CaseReport>,
    /// The ids of scenarios that were selected and not begun, because an earlier one had failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_begun: Vec<String>,
    /// The requirements that the selected scenarios decide, in the order of the catalogue.
    pub requirements: Vec<RequirementReport>,
    /// Expected failures that did not come, each with its place in the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
    /// Snapshots that no scenario refers to.
    pub unreferred_snapshots: Vec<String>,
    /// Faults at the end of a subject that had played many scenarios.
    pub faults: Vec<Fault>,
    /// Bugs of hotseat that were noticed.
    pub internal: Vec<String>,
}

/// A scenario.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CaseReport {
    /// The id, which is stable and has no blanks.
    pub id: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its system.
    pub system: String,
    /// Whether hotseat carries it, or makes it of what it carries.
    pub is_carried: bool,
    /// A checksum of its steps. Two scenarios with the same one ask the same.
    pub asks: String,
    /// The verdict.
    pub verdict: CaseVerdict,
    /// How the run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// A checksum of the order of its run: of the inputs, each by its kind and its operation. Two runs with the same one had the
    /// same inputs in the same order, whatever they said. None if it was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// Whether it is a combination, which no author wrote.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_combination: bool,
    /// Faults of the run as a whole.
    pub faults: Vec<Fault>,
    /// The `Then`s, with what each found.
    pub thens: Vec<Then>,
    /// The difference of the reference's stream from its snapshot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
    /// Why it was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// Why it is expected to fail, if a list says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedBecause>,
    /// What happened, if it did not pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub story: Option<Story>,
    /// How long it took, in real time. It is in no file that must be the same from run to run.
    #[serde(skip)]
    pub took: Duration,
}

/// A `Then`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    /// The text of the step.
    pub text: String,
    /// The line.
    pub line: usize,
    /// The requirements that it decides.
    pub requirements: Vec<String>,
    /// Why it does not hold, if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miss: Option<Mismatch>,
    /// Why it decides nothing, if what it is about never came up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unmet: Option<String>,
}

/// Why a `Then` does not hold.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mismatch {
    /// Something else was found.
    Fails {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
        /// The observation that shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// It could not be decided, with the reason.
    Unread(String),
}

/// The difference between the reference's stream and its snapshot.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Drift {
    /// The path of the snapshot below the folder of snapshots.
    pub path: String,
    /// Whether there is no snapshot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_missing: bool,
    /// The lines of the snapshot that are no longer there.
    pub removed: Vec<String>,
    /// The lines that are not in the snapshot.
    pub added: Vec<String>,
}

/// A requirement.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RequirementReport {
    /// Its id.
    pub id: String,
    /// The topic of its area.
    pub area: String,
    /// The systems of its area.
    pub systems: Vec<String>,
    /// Its level.
    pub level: Level,
    /// What it demands.
    pub sentence: String,
    /// Where it is demanded.
    pub source: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The scenarios that decide it.
    pub scenarios: Vec<String>,
    /// In what it was decided and held.
    #[serde(default)]
    pub survived: Survived,
    /// Why it is expected to fail, if a list says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedBecause>,
    /// The capabilities whose lack is the reason why it was never asked.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub lacks: BTreeSet<Capability>,
}

/// In what a requirement was decided and held. A pass in one order alone says less than one in many.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Survived {
    /// In how many different orders of inputs.
    pub orders: usize,
    /// In how many combinations of circumstances that no author put together.
    pub combinations: usize,
}

/// Why a failure is expected.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedBecause {
    /// The reason in the list.
    pub reason: String,
    /// The link in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// The numbers of requirements by verdict.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Counts {
    /// Requirements that hold.
    pub pass: usize,
    /// Requirements that do not hold.
    pub fail: usize,
    /// Requirements that could not be decided.
    pub incomplete: usize,
    /// The rest: requirements that were not asked, or were expected to fail.
    pub other: usize,
}

impl Counts {
    /// The counts of these verdicts.
    pub fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let mut counts = Self::default();
        verdicts.for_each(|verdict| counts.add(verdict));
        counts
    }

    /// Counts a verdict.
    pub fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Pass => self.pass += 1,
            Verdict::Fail => self.fail += 1,
            Verdict::Incomplete => self.incomplete += 1,
            Verdict::NotApplicable | Verdict::ExpectedFailure | Verdict::UnexpectedPass => self.other += 1,
        }
    }
}

impl Report {
    /// Whether everything that must or should hold does, also what does not count. What is expected to fail is left aside.
    pub fn holds(&self) -> bool {
        let fails = |row: &RequirementReport| row.verdict == Verdict::Fail && row.level != Level::Open;
        self.exit_code == ExitCode::CONFORMANT && !self.requirements.iter().any(fails)
    }

    /// The scenario with this id.
    pub fn scenario(&self, id: &str) -> Option<&CaseReport> {
        self.scenarios.iter().find(|case| case.id == id)
    }

    /// The command that shows a scenario.
    pub fn show(case: &CaseReport) -> String {
        let words = ["hotseat", "show", case.id.as_str()].into_iter();
        let file = Some(case.file.as_str()).filter(|_| !case.is_carried);
        pasteable(&words.chain(file).collect::<Vec<_>>())
    }

    /// The command that runs a scenario again.
    pub fn again(&self, case: &CaseReport) -> String {
        format!("{} --name '^{}$'", self.command, case.id)
    }
}

impl CaseReport {
    /// Whether somebody should look at it.
    pub const fn is_notable(&self) -> bool {
        matches!(self.verdict, CaseVerdict::Failed | CaseVerdict::Incomplete | CaseVerdict::UnexpectedPass)
    }

    /// The `Then`s that do not hold. If the run itself has a fault, those that could not be read because of it are left out.
    pub fn missed(&self) -> impl Iterator<Item = (&Then, &Mismatch)> {
        let is_told = |miss: &Mismatch| matches!(miss, Mismatch::Fails { .. }) || self.faults.is_empty();
        self.thens
            .iter()
            .filter_map(move |then| then.miss.as_ref().filter(|miss| is_told(miss)).map(|miss| (then, miss)))
    }
}

/// How many systems are named.
const GROUPED_MAX: usize = 2;

impl RequirementReport {
    /// The systems that it is asked of, in few words.
    pub fn group(&self) -> String {
        if self.systems.len() > GROUPED_MAX { "several systems".to_owned() } else { self.systems.join(", ") }
    }
}

impl Then {
    /// The number of the observation that shows the miss.
    pub fn seq(&self) -> Option<u64> {
        match &self.miss {
            Some(Mismatch::Fails { seq, .. }) => *seq,
            Some(Mismatch::Unread(_)) | None => None,
        }
    }
}
