//! cucumber runs the features that hotseat carries, with hotseat's steps. Its verdicts are those of `hotseat run`. What
//! cucumber does by itself works, too: tags, retries, several scenarios at once, and its writers.

#[path = "../trials/own.rs"]
mod own;
#[path = "../../examples/own_steps.rs"]
mod own_steps;
mod runs;

use std::{
    fs,
    process::ExitCode,
    sync::atomic::{AtomicBool, Ordering},
};

use cucumber::{given, then};
use hotseat::{
    cucumber::World,
    subject::SubjectSpec,
    suite::{outcome::CaseVerdict, runner::Transport},
};
use libtest_mimic::{Arguments, Failed, Trial};

use self::{
    own::Own,
    runs::{Asked, by_cucumber, by_program, report},
};

const OWN: &str = "tests/cucumber/own.feature";

fn main() -> ExitCode {
    let test = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok::<(), Failed>(())
        })
    };
    // cucumber replaces the panic hook of the process while it runs, so the tests run one after another.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, TESTS.into_iter().map(test).collect()).exit_code()
}

const TESTS: [(&str, fn()); 7] = [
    ("every_carried_feature_has_the_verdicts_of_hotseat_run", every_carried_feature_has_the_verdicts_of_hotseat_run),
    ("several_scenarios_at_once_have_the_same_verdicts", several_scenarios_at_once_have_the_same_verdicts),
    ("a_wrong_subject_has_the_same_verdicts", a_wrong_subject_has_the_same_verdicts),
    ("own_steps_work_beside_those_of_hotseat", own_steps_work_beside_those_of_hotseat),
    ("tags_choose_scenarios", tags_choose_scenarios),
    ("a_mistake_in_a_feature_is_reported", a_mistake_in_a_feature_is_reported),
    ("the_example_passes", own_steps::main),
];

#[given("a step that fails the first time")]
fn fails_once(_: &mut World) {
    static HAS_FAILED: AtomicBool = AtomicBool::new(false);
    assert!(HAS_FAILED.swap(true, Ordering::Relaxed), "the first time");
}

#[given(expr = "the scenario is called {string}")]
fn is_called(world: &mut World, name: String) {
    world.scenario().about = name;
}

#[then(expr = "the scenario was played as {string}")]
async fn was_played_as(world: &mut World, name: String) {
    assert!(!world.played().await.events.is_empty());
    let late = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.scenario().about.clone()));
    assert!(late.is_err(), "{name}: what was played can no longer be changed");
}

fn every_carried_feature_has_the_verdicts_of_hotseat_run() {
    let asked = Asked { report: Some("carried"), ..Asked::default() };
    let found = by_cucumber(&asked);
    assert_eq!(found, by_program(&asked));
    let count = found.len();
    assert!(count > 500 && found.values().all(|passed| *passed), "{count}");

    let terminal = fs::read_to_string(report("carried", "txt")).unwrap();
    assert!(terminal.contains(&format!("{count} scenarios ({count} passed)")), "{terminal:.2000}");
    let xml = fs::read_to_string(report("carried", "xml")).unwrap();
    assert_eq!((xml.matches("<testcase ").count(), xml.matches("<failure").count()), (count, 0));
    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(report("carried", "json")).unwrap()).unwrap();
    let elements = json.as_array().unwrap().iter().flat_map(|feature| feature["elements"].as_array().unwrap());
    assert_eq!(elements.filter(|element| element["type"] == "scenario").count(), count);
}

fn several_scenarios_at_once_have_the_same_verdicts() {
    let asked = Asked { paths: &["features/jp"], transport: Transport::Http, jobs: 3, ..Asked::default() };
    let found = by_cucumber(&asked);
    assert_eq!(found, by_program(&asked));
    assert!(found.len() > 100, "{}", found.len());
}

/// Scenarios that the subject does not claim are left out, and those in which it is wrong fail.
fn a_wrong_subject_has_the_same_verdicts() {
    let asked = Asked { spec: SubjectSpec::own(|| Own::new("pi", true)), report: Some("wrong"), ..Asked::default() };
    let found = by_cucumber(&asked);
    assert_eq!(found, by_program(&asked));
    let failed = found.values().filter(|passed| !**passed).count();
    assert!(failed > 10 && failed < found.len(), "{failed} of {}", found.len());
    let xml = fs::read_to_string(report("wrong", "xml")).unwrap();
    assert_eq!(xml.matches("<failure").count(), failed);
    assert!(xml.contains("expected: "), "{xml:.2000}");
}

fn own_steps_work_beside_those_of_hotseat() {
    let found = by_cucumber(&Asked { paths: &[OWN], ..Asked::default() });
    let expected = [
        ("own/a-failure-that-is-expected-is-a-failure-here", false),
        ("own/a-step-of-this-test-changes-the-scenario", true),
        ("own/a-step-that-fails-once-is-tried-again", true),
        ("own/an-outline-may-have-an-id-of-the-subjects-in-a", true),
        ("own/an-outline-may-have-an-id-of-the-subjects-in-b", true),
    ];
    assert_eq!(found, expected.map(|(id, passed)| (id.to_owned(), passed)).into());
}

fn tags_choose_scenarios() {
    let found =
        by_cucumber(&Asked { paths: &[OWN], tags: Some("@slow and not @expected-failure"), ..Asked::default() });
    assert_eq!(found, [("own/a-step-of-this-test-changes-the-scenario".to_owned(), true)].into());
}

fn a_mistake_in_a_feature_is_reported() {
    by_cucumber(&Asked {
        paths: &["tests/bad/losses/scenario-misspelt.feature"],
        report: Some("mistake"),
        ..Asked::default()
    });
    let terminal = fs::read_to_string(report("mistake", "txt")).unwrap();
    assert!(terminal.contains("Failed to parse") && terminal.contains("1 parsing error"), "{terminal}");
}

/// Whether a scenario with this verdict passes in cucumber. None if cucumber does not run it.
fn passes(verdict: CaseVerdict) -> Option<bool> {
    match verdict {
        CaseVerdict::Passed | CaseVerdict::UnexpectedPass => Some(true),
        CaseVerdict::Failed | CaseVerdict::Incomplete | CaseVerdict::ExpectedFailure => Some(false),
        CaseVerdict::NotApplicable => None,
    }
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            paths: &[],
            spec: SubjectSpec::Reference,
            transport: Transport::Memory,
            jobs: 1,
            tags: None,
            report: None,
        }
    }
}
