//! One scenario as a test.

use std::{env, sync::Arc};

use libtest_mimic::Failed;

use super::say;
use crate::{
    model::text::{harmless, pasteable},
    report::{self, FailOn, Report, failure_with},
    stage::{Lane, SubjectError},
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        case::Case,
        catalogue::Catalogue,
        plan::Plan,
        runner::{self, Options, Transport},
        snapshot::Store,
    },
};

/// Who is heard, and what counts.
pub struct Hearing {
    /// Who is to sit there, anew for each test.
    pub spec: SubjectSpec,
    /// Whether that is the reference, whose streams are held against their snapshots.
    pub is_reference: bool,
    /// From which level on a failed requirement counts.
    pub fail_on: FailOn,
}

impl Hearing {
    /// Plays a scenario and judges it, as `hotseat run` does with it alone.
    ///
    /// # Errors
    /// The story of what does not hold, or why nothing was checked.
    pub fn hear(&self, case: Case) -> Result<(), Failed> {
        let cases = vec![Arc::new(case)];
        let plan = Plan::of(&cases);
        let options = Options {
            spec: self.spec.clone(),
            transport: Transport::Memory,
            adapter_options: AdapterOptions::default(),
            jobs: 1,
            fail_fast: false,
            lanes: Lane::ALL.to_vec(),
            snapshots: self.is_reference.then_some(Store::Embedded),
        };
        let suite = runner::run(cases, options, |_| {}).map_err(|SubjectError { culprit, message }| {
            harmless(&format!("fault of the {}: {message}", culprit.words()))
        })?;
        let judged = plan.judge(&suite.outcomes, Catalogue::embedded(), &suite.claims);
        let report = Report::new(suite, &judged, Vec::new(), self.fail_on, String::new());
        let message = story_of(&report);
        if report.exit_code != report::ExitCode::CONFORMANT {
            return Err(harmless(&message).into());
        }
        // A failure that does not count is told all the same.
        if !message.is_empty() {
            say(&message);
        }
        Ok(())
    }
}

/// What is to be told of a run of one scenario; nothing where all is as it should be.
fn story_of(report: &Report) -> String {
    let mut stories = Vec::new();
    for case in &report.scenarios {
        match (&case.skipped, case.verdict) {
            (Some(why), _) => stories.push(format!("nothing was checked: {why}")),
            (None, "failed" | "incomplete" | "unexpected pass") => {
                stories.push(failure_with(report, case, &again(&case.id)));
            }
            (None, _) => {}
        }
    }
    stories
        .extend(report.internal.iter().map(|bug| format!("a bug of hotseat: {bug}\nplease report it with this text")));
    stories.join("\n")
}

/// The command that runs this test alone.
fn again(id: &str) -> String {
    let program = env::args().next().unwrap_or_default();
    pasteable(&[program.as_str(), "--exact", id])
}
