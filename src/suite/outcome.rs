//! What came of a case.

use std::sync::Arc;

use super::{
    case::Case,
    check::{Finding, Mismatch},
    snapshot::Drift,
};
use crate::{
    llm::RawExchange,
    stage::{Capability, End, Fault, Observation, Played, redaction::Secrets},
};

/// Why a case is not asked of a subject.
pub struct NotAsked {
    /// For people.
    pub why: String,
    /// The capability that is not claimed, where that is why.
    pub lacks: Option<Capability>,
}

impl From<String> for NotAsked {
    fn from(why: String) -> Self {
        Self { why, lacks: None }
    }
}

/// What came of a case.
pub struct Outcome {
    /// The case.
    pub case: Arc<Case>,
    /// How its run ended; none where it did not happen.
    pub end: Option<End>,
    /// The stream.
    pub events: Vec<Observation>,
    /// The requests to the model as bytes.
    pub raw: Vec<RawExchange>,
    /// What must be shown nowhere, for texts that are made of the outcome later.
    pub secrets: Secrets,
    /// What is wrong with the run as a whole.
    pub faults: Vec<Fault>,
    /// What each `Then` found.
    pub thens: Vec<ThenOutcome>,
    /// Where the reference's stream is not the snapshot.
    pub drift: Option<Drift>,
    /// Why the case was not run at all.
    pub skipped: Option<String>,
    /// The capability for lack of which it was not.
    pub lacks: Option<Capability>,
}

/// What a `Then` found.
#[derive(Clone, Debug)]
pub struct ThenOutcome {
    /// Its line.
    pub text: String,
    /// Where that stands.
    pub line: usize,
    /// The requirements it names.
    pub requirements: Vec<String>,
    /// What it found.
    pub finding: Finding,
}

impl ThenOutcome {
    /// Redacts every text that is told of it.
    fn redact(&mut self, secrets: &Secrets) {
        let Self { text, line: _, requirements: _, finding } = self;
        secrets.redact(text);
        match finding {
            Ok(()) => {}
            Err(Mismatch::Fails { expected, found, seq: _ }) => secrets.redact_difference(expected, found),
            Err(Mismatch::Unread(why)) => secrets.redact(why),
        }
    }
}

/// A case in one word.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum CaseVerdict {
    /// Everything holds.
    Passed,
    /// Something does not.
    Failed,
    /// Something could not be read, and nothing failed.
    Incomplete,
    /// It fails, and is tagged as expected to.
    ExpectedFailure,
    /// It is tagged as expected to fail, and everything holds.
    UnexpectedPass,
    /// It was not asked of this subject.
    NotApplicable,
}

impl CaseVerdict {
    /// The words for it.
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
    /// What came of a run that was judged as it happened. From here on it is redacted: its stream, its faults, and what
    /// its `Then`s tell. A run that is itself at fault proves nothing by what it leaves out: its `Then`s that seem to hold
    /// count as unread.
    pub(crate) fn new(
        case: Arc<Case>,
        played: Option<Played>,
        mut faults: Vec<Fault>,
        mut thens: Vec<ThenOutcome>,
    ) -> Self {
        let (mut end, mut events, mut raw, mut secrets) = (None, Vec::new(), Vec::new(), Secrets::default());
        if let Some(played) = played.map(Played::redacted) {
            faults.extend(played.faults);
            (end, events, raw, secrets) = (Some(played.end), played.events, played.raw, played.secrets);
        }
        thens.iter_mut().for_each(|then| then.redact(&secrets));
        if !faults.is_empty() {
            for then in thens.iter_mut().filter(|then| then.finding.is_ok()) {
                then.finding = Err(Mismatch::Unread("the run itself is at fault".to_owned()));
            }
        }
        Self { case, end, events, raw, secrets, faults, thens, drift: None, skipped: None, lacks: None }
    }

    /// A case that could not be run: none of its `Then`s can be read.
    pub(super) fn unread(case: Arc<Case>, why: &str) -> Self {
        let thens = case.steps.iter().filter(|line| line.matched.is_check());
        let thens = thens.map(|line| ThenOutcome {
            text: line.whole(),
            line: line.line,
            requirements: line.matched.requirements.clone(),
            finding: Err(Mismatch::Unread(why.to_owned())),
        });
        let thens = thens.collect();
        Self::new(case, None, Vec::new(), thens)
    }

    /// A case that was not run.
    pub(super) fn skipped(case: Arc<Case>, NotAsked { why, lacks }: NotAsked) -> Self {
        Self { skipped: Some(why), lacks, ..Self::new(case, None, Vec::new(), Vec::new()) }
    }

    /// The case in one word.
    pub fn verdict(&self) -> CaseVerdict {
        let failed = |then: &ThenOutcome| matches!(then.finding, Err(Mismatch::Fails { .. }));
        let foreign = self.faults.iter().any(|fault| !fault.culprit.may_be_the_subjects());
        let failed = !self.faults.is_empty() || self.thens.iter().any(failed);
        let holds = self.thens.iter().all(|then| then.finding.is_ok());
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
        } else if self.thens.iter().any(|then| then.finding.is_err()) {
            CaseVerdict::Incomplete
        } else {
            CaseVerdict::Passed
        }
    }
}
