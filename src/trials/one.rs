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

/// The subject under test, and the level that counts.
pub struct ScenarioTest {
    /// The subject. Each test starts one.
    pub spec: SubjectSpec,
    /// Whether the subject is the reference. The streams of the reference are compared with their snapshots.
    pub is_reference: bool,
    /// The level from which on a failed requirement counts.
    pub fail_on: FailOn,
}

impl ScenarioTest {
    /// Plays a scenario and judges it, as `hotseat run` of this scenario alone does.
    ///
    /// # Errors
    /// The failures, or the reason why nothing was checked.
    pub fn run(&self, case: Case) -> Result<(), Failed> {
        let cases = vec![Arc::new(case)];
        let plan = Plan::of(&cases);
        let options = Options {
            spec: self.spec.clone(),
            transport: Transport::Memory,
            adapter_options: AdapterOptions::default(),
            jobs: 1,
            stops_at: None,
            lanes: Lane::ALL.to_vec(),
            snapshots: self.is_reference.then_some(Store::Embedded),
            keeps_streams: true,
        };
        let suite = runner::run(cases, options, |_| {}).map_err(|SubjectError { culprit, message }| {
            harmless(&format!("fault of the {}: {message}", culprit.words()))
        })?;
        let judged = plan.judge(&suite.outcomes, Catalogue::embedded(), &suite.claims);
        let report = Report::new(suite, &judged, Vec::new(), self.fail_on, String::new());
        let message = failures_in(&report);
        if report.exit_code != report::ExitCode::CONFORMANT {
            return Err(harmless(&message).into());
        }
        // A failure below the level is printed, too.
        if !message.is_empty() {
            say(&message);
        }
        Ok(())
    }
}

/// The failures in the run of one scenario, as a message. Empty if there are none.
fn failures_in(report: &Report) -> String {
    let mut failures = Vec::new();
    for case in &report.scenarios {
        if let Some(why) = &case.skipped {
            failures.push(format!("nothing was checked: {why}"));
        } else if case.is_notable() {
            failures.push(failure_with(report, case, &rerun_command(&case.id)));
        }
    }
    failures
        .extend(report.internal.iter().map(|bug| format!("a bug of hotseat: {bug}\nplease report it with this text")));
    failures.join("\n")
}

/// The command that runs this test alone.
pub fn rerun_command(id: &str) -> String {
    let program = env::args().next().unwrap_or_default();
    pasteable(&[program.as_str(), "--exact", id])
}
