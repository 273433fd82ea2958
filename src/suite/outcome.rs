//! The outcome of a case.

use std::{fmt::Write, sync::Arc, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    case::Case,
    check::{Finding, Mismatch},
    snapshot::Drift,
};
use crate::{
    llm::RawExchange,
    model::text::checksum,
    stage::{Capability, End, Fault, Observation, Played, What, redaction::Secrets},
    system::InputKind,
};

/// Why a case is not asked of a subject.
pub struct NotAsked {
    /// The reason, for people.
    pub why: String,
    /// The capability that the subject does not claim, if that is the reason.
    pub lacks: Option<Capability>,
}

impl From<String> for NotAsked {
    fn from(why: String) -> Self {
        Self { why, lacks: None }
    }
}

/// The outcome of a case.
pub struct Outcome {
    /// The case.
    pub case: Arc<Case>,
    /// How the run ended; `None` if the case was not run.
    pub end: Option<End>,
    /// A checksum of the order of the run: of the inputs, each by its kind and its operation. `None` if the case was not run.
    pub order: Option<u32>,
    /// The event stream, redacted.
    pub events: Vec<Observation>,
    /// The requests to the model and their replies, as bytes.
    pub raw: Vec<RawExchange>,
    /// The lines that the subject and this program have exchanged, redacted.
    pub exchanged: String,
    /// The secrets of the run, to redact texts that are made from the outcome later.
    pub secrets: Secrets,
    /// The faults of the run as a whole.
    pub faults: Vec<Fault>,
    /// The finding of each `Then`.
    pub thens: Vec<ThenOutcome>,
    /// The difference between the reference's stream and its snapshot.
    pub drift: Option<Drift>,
    /// Why the case was not run.
    pub skipped: Option<String>,
    /// The capability that the subject lacks, if that is why the case was not run.
    pub lacks: Option<Capability>,
    /// How long the case took, in real time. No verdict depends on it.
    pub took: Duration,
}

/// A checksum of the order of a run. Two runs with the same one had the same inputs in the same order, whatever they said.
fn order(events: &[Observation]) -> u32 {
    let mut text = String::new();
    for event in events {
        let What::Input(input) = &event.what else { continue };
        let kind: &str = InputKind::from(input).into();
        let part = input.part().unwrap_or_default();
        let _ = match input.op() {
            Some(op) => writeln!(text, "{kind} {part} {op}"),
            None => writeln!(text, "{kind} {part}"),
        };
    }
    checksum(&text)
}

/// The finding of a `Then`.
#[derive(Clone, Debug)]
pub struct ThenOutcome {
    /// The text of the step.
    pub text: String,
    /// The line of the step in its file.
    pub line: usize,
    /// The requirements that the step names.
    pub requirements: Vec<String>,
    /// The finding.
    pub finding: Finding,
    /// Whether it is asked of every run, and is no step of the scenario.
    pub is_standing: bool,
}

impl ThenOutcome {
    /// Redacts every text in it.
    fn redact(&mut self, secrets: &Secrets) {
        let Self { text, line: _, requirements: _, finding, is_standing: _ } = self;
        secrets.redact(text);
        match finding {
            Ok(()) => {}
            Err(Mismatch::Fails { expected, found, seq: _ }) => secrets.redact_difference(expected, found),
            Err(Mismatch::Unread(why) | Mismatch::Unmet(why)) => secrets.redact(why),
        }
    }
}

/// The verdict on a case.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize)]
pub enum CaseVerdict {
    /// Every `Then` holds.
    #[serde(rename = "passed")]
    Passed,
    /// A `Then` fails, or the run has a fault or a drift.
    #[serde(rename = "failed")]
    Failed,
    /// Nothing fails, but a `Then` could not be read.
    #[serde(rename = "incomplete")]
    Incomplete,
    /// The case fails, and its tag or a list says that this is expected.
    #[serde(rename = "expected failure")]
    ExpectedFailure,
    /// Every `Then` holds, but a failure is expected.
    #[serde(rename = "unexpected pass")]
    UnexpectedPass,
    /// The case was not asked of this subject.
    #[serde(rename = "not applicable")]
    NotApplicable,
}

impl CaseVerdict {
    /// The verdict in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::ExpectedFailure => "expected failure",
            Self::UnexpectedPass => "unexpected pass",
            Self::NotApplicable => "not applicable",
        }
    }
}

impl Outcome {
    /// The outcome of a judged run. Its stream, its faults and the findings are redacted here: the `Then`s had to read
    /// the secrets. If the run has a fault, a `Then` that holds, or whose premise never came up, counts as unread,
    /// because something may be missing from the run.
    pub(crate) fn new(
        case: Arc<Case>,
        played: Option<Played>,
        mut faults: Vec<Fault>,
        mut thens: Vec<ThenOutcome>,
    ) -> Self {
        let (mut end, mut events, mut raw, mut secrets) = (None, Vec::new(), Vec::new(), Secrets::default());
        let mut exchanged = String::new();
        let order = played.as_ref().map(|played| order(&played.events));
        if let Some(played) = played.map(Played::redacted) {
            faults.extend(played.faults);
            (end, events, raw, secrets) = (Some(played.end), played.events, played.raw, played.secrets);
            exchanged = played.exchanged;
        }
        thens.iter_mut().for_each(|then| then.redact(&secrets));
        if !faults.is_empty() {
            for then in thens.iter_mut().filter(|then| matches!(then.finding, Ok(()) | Err(Mismatch::Unmet(_)))) {
                then.finding = Err(Mismatch::Unread("the run itself is at fault".to_owned()));
            }
        }
        Self {
            case,
            end,
            order,
            events,
            raw,
            exchanged,
            secrets,
            faults,
            thens,
            drift: None,
            skipped: None,
            lacks: None,
            took: Duration::ZERO,
        }
    }

    /// The outcome of a case that could not be run: every `Then` is unread.
    pub(super) fn unread(case: Arc<Case>, is_reference: bool, why: &str) -> Self {
        let asked = case.steps.iter().filter(|line| line.matched.is_check() && case.asks(line, is_reference));
        let thens = asked.map(|line| ThenOutcome {
            text: line.whole(),
            line: line.line,
            requirements: line.matched.requirements.clone(),
            finding: Err(Mismatch::Unread(why.to_owned())),
            is_standing: false,
        });
        let thens = thens.collect();
        Self::new(case, None, Vec::new(), thens)
    }

    /// The outcome of a case that is not asked of the subject.
    pub(super) fn skipped(case: Arc<Case>, NotAsked { why, lacks }: NotAsked) -> Self {
        Self { skipped: Some(why), lacks, ..Self::new(case, None, Vec::new(), Vec::new()) }
    }

    /// The verdict on the case.
    pub fn verdict(&self) -> CaseVerdict {
        let failed = |then: &ThenOutcome| matches!(then.finding, Err(Mismatch::Fails { .. }));
        let foreign = self.faults.iter().any(|fault| !fault.culprit.may_be_the_subjects());
        let failed = !self.faults.is_empty() || self.thens.iter().any(failed);
        let holds = self.thens.iter().all(|then| matches!(then.finding, Ok(()) | Err(Mismatch::Unmet(_))));
        if self.skipped.is_some() {
            CaseVerdict::NotApplicable
        } else if self.drift.is_some() {
            CaseVerdict::Failed
        } else if failed && self.case.expects_failure() && !foreign {
            CaseVerdict::ExpectedFailure
        } else if failed {
            CaseVerdict::Failed
        } else if holds && self.case.expects_failure() {
            CaseVerdict::UnexpectedPass
        } else if !holds {
            CaseVerdict::Incomplete
        } else {
            CaseVerdict::Passed
        }
    }
}
