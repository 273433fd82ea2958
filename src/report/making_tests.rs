use std::{collections::BTreeSet, sync::Arc};

use rstest::rstest;

use super::{ExitCode, FailOn, Report, Survived};
use crate::{
    model::Millis,
    stage::{Claim, Claims, Culprit, Fault, Lane, Observation, Played, What},
    suite::{
        case::{Case, Line, Origin},
        catalogue::Catalogue,
        check::{Finding, Mismatch},
        outcome::{Outcome, ThenOutcome},
        plan::{Plan, Verdict},
        runner::Suite,
        steps,
    },
    system::{Input, Signal, Utterance},
};

const MUST: &str = "RTE-10";

fn case(id: &str, tag: Option<&str>, requirement: &str) -> Arc<Case> {
    let text = format!("no prompt is shown [{requirement}]");
    let matched = steps::find(gherkin::StepType::Then, &text, None).unwrap_or_else(|why| panic!("{why:?}"));
    let line = Line {
        keyword: "Then".into(),
        text,
        docstring: None,
        line: 1,
        kind: gherkin::StepType::Then,
        matched: matched.into(),
    };
    Arc::new(Case {
        id: id.into(),
        file: "x.feature".into(),
        line: 1,
        feature: "x".into(),
        name: id.into(),
        system: "jp-ask-user".into(),
        profile: None,
        tags: tag.map(str::to_owned).into_iter().collect::<BTreeSet<_>>(),
        steps: vec![line],
        scenario: Arc::default(),
        embedded: false,
        is_carried: false,
        origin: Origin::Written,
    })
}

fn outcome(case: &Arc<Case>, requirement: &str, finding: Finding, faults: Vec<Fault>) -> Outcome {
    let then = ThenOutcome {
        text: String::new(),
        line: 1,
        requirements: vec![requirement.into()],
        finding,
        is_standing: false,
    };
    Outcome::new(Arc::clone(case), None, faults, vec![then])
}

fn claims(profiles: &[&str]) -> Claims {
    let profiles = profiles.iter().map(|profile| (*profile).to_owned()).collect();
    Claims::whole("x".into(), vec![Claim { system: "jp-ask-user".into(), profiles }])
}

fn fails() -> Finding {
    Err(Mismatch::Fails { expected: "a".into(), found: "b".into(), seq: None })
}

fn unread() -> Finding {
    Err(Mismatch::Unread("no lane".into()))
}

fn unmet() -> Finding {
    Err(Mismatch::Unmet("nobody was asked".into()))
}

fn fault() -> Vec<Fault> {
    vec![Fault { culprit: Culprit::Subject, message: "stuck".into() }]
}

/// The verdict on one requirement of two scenarios, and the exit code.
fn judge(first: (Option<&str>, Finding, Vec<Fault>), second: Finding, requirement: &str) -> (Verdict, u8) {
    let cases = [case("a", first.0, requirement), case("b", None, requirement)];
    let outcomes =
        vec![outcome(&cases[0], requirement, first.1, first.2), outcome(&cases[1], requirement, second, Vec::new())];
    let claims = claims(&["seed", "rfd082"]);
    let judged = Plan::of(&cases).judge(&outcomes, Catalogue::embedded(), &claims);
    let suite = Suite { outcomes, claims, faults: Vec::new(), internal: Vec::new(), identity: None };
    let code = Report::new(suite, &judged, Vec::new(), FailOn::Must, String::new()).exit_code;
    assert_eq!(judged.len(), 1);
    (judged[0].verdict, code)
}

const TAG: Option<&str> = Some("expected-failure");

#[rstest]
#[case::both_hold((None, Ok(()), vec![]), Ok(()), Verdict::Pass, ExitCode::CONFORMANT)]
#[case::one_fails((None, fails(), vec![]), Ok(()), Verdict::Fail, ExitCode::VIOLATED)]
#[case::one_unread((None, unread(), vec![]), Ok(()), Verdict::Incomplete, ExitCode::INCOMPLETE)]
#[case::a_failure_beats_unread((None, unread(), vec![]), fails(), Verdict::Fail, ExitCode::VIOLATED)]
#[case::a_run_at_fault_proves_nothing((None, Ok(()), fault()), Ok(()), Verdict::Incomplete, ExitCode::VIOLATED)]
#[case::one_never_came_up((None, unmet(), vec![]), Ok(()), Verdict::Pass, ExitCode::CONFORMANT)]
#[case::none_came_up((None, unmet(), vec![]), unmet(), Verdict::NotApplicable, ExitCode::CONFORMANT)]
#[case::a_failure_came_up((None, unmet(), vec![]), fails(), Verdict::Fail, ExitCode::VIOLATED)]
#[case::a_run_at_fault_does_not_show_that_nothing_came_up((None, unmet(), fault()), unmet(), Verdict::Incomplete, ExitCode::VIOLATED)]
#[case::expected((TAG, fails(), vec![]), Ok(()), Verdict::ExpectedFailure, ExitCode::CONFORMANT)]
#[case::expected_here_only((TAG, fails(), vec![]), fails(), Verdict::Fail, ExitCode::VIOLATED)]
#[case::expected_fault((TAG, Ok(()), fault()), Ok(()), Verdict::ExpectedFailure, ExitCode::CONFORMANT)]
#[case::unexpected((TAG, Ok(()), vec![]), Ok(()), Verdict::UnexpectedPass, ExitCode::STALE_BASELINE)]
fn the_verdict_and_the_exit_code_follow_from_two_scenarios(
    #[case] first: (Option<&str>, Finding, Vec<Fault>),
    #[case] second: Finding,
    #[case] verdict: Verdict,
    #[case] code: u8,
) {
    assert_eq!(judge(first, second, MUST), (verdict, code));
}

#[test]
fn a_failed_open_requirement_is_reported_and_is_no_violation() {
    assert_eq!(judge((None, fails(), vec![]), Ok(()), "ARG-09"), (Verdict::Fail, ExitCode::CONFORMANT));
}

/// If the requirements of a scenario do not count, leaving its script does not count either.
#[rstest]
#[case::open(Culprit::SubjectOrScenario, "ARG-09", FailOn::Must, ExitCode::CONFORMANT)]
#[case::open_and_it_counts(Culprit::SubjectOrScenario, "ARG-09", FailOn::Any, ExitCode::VIOLATED)]
#[case::should(Culprit::SubjectOrScenario, "DC-14", FailOn::Must, ExitCode::CONFORMANT)]
#[case::should_and_it_counts(Culprit::SubjectOrScenario, "DC-14", FailOn::Should, ExitCode::VIOLATED)]
#[case::must(Culprit::SubjectOrScenario, MUST, FailOn::Must, ExitCode::VIOLATED)]
#[case::beside_a_must(Culprit::SubjectOrScenario, "DC-14, RTE-10", FailOn::Must, ExitCode::VIOLATED)]
#[case::of_the_subject(Culprit::Subject, "ARG-09", FailOn::Must, ExitCode::VIOLATED)]
#[case::of_the_adapter(Culprit::Adapter, "ARG-09", FailOn::Must, ExitCode::VIOLATED)]
fn leaving_the_script_counts_only_with_a_requirement_that_counts(
    #[case] culprit: Culprit,
    #[case] requirements: &str,
    #[case] fail_on: FailOn,
    #[case] code: u8,
) {
    let cases = [case("a", None, requirements)];
    let faults = vec![Fault { culprit, message: "left over".into() }];
    // No requirement is judged, so that only the fault can count.
    let mut outcomes = vec![outcome(&cases[0], "ARG-09", fails(), faults)];
    outcomes[0].thens[0].requirements = requirements.split(", ").map(str::to_owned).collect();
    let suite = Suite { outcomes, claims: claims(&["seed"]), faults: Vec::new(), internal: Vec::new(), identity: None };
    assert_eq!(Report::new(suite, &[], Vec::new(), fail_on, String::new()).exit_code, code);
}

#[test]
fn leaving_the_script_counts_beside_a_then_without_a_requirement() {
    let faults = vec![Fault { culprit: Culprit::SubjectOrScenario, message: "left over".into() }];
    let mut outcomes = vec![outcome(&case("a", None, "ARG-09"), "ARG-09", fails(), faults)];
    let own =
        ThenOutcome { text: String::new(), line: 2, requirements: Vec::new(), finding: Ok(()), is_standing: false };
    outcomes[0].thens.push(own);
    let suite = Suite { outcomes, claims: claims(&["seed"]), faults: Vec::new(), internal: Vec::new(), identity: None };
    assert_eq!(Report::new(suite, &[], Vec::new(), FailOn::Must, String::new()).exit_code, ExitCode::VIOLATED);
}

#[rstest]
#[case::claimed(&["seed", "rfd082"], "CAN-16", Verdict::Fail)]
#[case::profile_not_claimed(&["seed"], "CAN-16", Verdict::NotApplicable)]
#[case::asked_of_everybody(&["seed"], MUST, Verdict::Fail)]
fn a_requirement_of_a_profile_is_asked_only_of_subjects_that_claim_it(
    #[case] profiles: &[&str],
    #[case] requirement: &str,
    #[case] verdict: Verdict,
) {
    let cases = [case("a", None, requirement)];
    let outcomes = [outcome(&cases[0], requirement, fails(), Vec::new())];
    let judged = Plan::of(&cases).judge(&outcomes, Catalogue::embedded(), &claims(profiles));
    assert_eq!(judged[0].verdict, verdict);
}

#[test]
fn a_system_that_is_not_claimed_is_not_asked_and_a_cut_off_case_is_incomplete() {
    let cases = [case("a", None, MUST)];
    let nobody = Claims::default();
    assert_eq!(Plan::of(&cases).judge(&[], Catalogue::embedded(), &nobody)[0].verdict, Verdict::NotApplicable);
    assert_eq!(Plan::of(&cases).judge(&[], Catalogue::embedded(), &claims(&[]))[0].verdict, Verdict::Incomplete);
}

/// In what a requirement held: in the different orders of runs in which it came up and held, and in combinations.
#[test]
fn a_requirement_survives_each_order_once() {
    let inputs = |inputs: &[Input]| {
        let observed = |(seq, input): (u64, &Input)| Observation {
            seq,
            at_ms: Millis(0),
            lane: Lane::Turn,
            what: What::Input(input.clone()),
        };
        Played { events: (1..).zip(inputs).map(observed).collect(), ..Played::nothing() }
    };
    let says = |text: &str| Input::Says(Utterance(text.into()));
    let stops = Input::Signal(Signal::Interrupt);
    let runs = [
        ("a", inputs(&[says("go"), stops.clone()]), Origin::Written, Ok(())),
        ("the-same-order", inputs(&[says("wait"), stops.clone()]), Origin::Combination, Ok(())),
        ("another-order", inputs(&[stops.clone(), says("go")]), Origin::Combination, Ok(())),
        ("never-came-up", inputs(&[stops]), Origin::Combination, unmet()),
        ("fails", inputs(&[says("go")]), Origin::Combination, fails()),
    ];
    let outcomes = runs.into_iter().map(|(id, played, origin, finding)| {
        let case = Arc::new(Case { origin, ..(*case(id, None, MUST)).clone() });
        let then = outcome(&case, MUST, finding, Vec::new()).thens;
        Outcome::new(case, Some(played), Vec::new(), then)
    });
    let outcomes: Vec<Outcome> = outcomes.collect();
    let cases: Vec<Arc<Case>> = outcomes.iter().map(|outcome| Arc::clone(&outcome.case)).collect();
    let claims = claims(&["seed", "rfd082"]);
    let judged = Plan::of(&cases).judge(&outcomes, Catalogue::embedded(), &claims);
    let suite = Suite { outcomes, claims, faults: Vec::new(), internal: Vec::new(), identity: None };
    let report = Report::new(suite, &judged, Vec::new(), FailOn::Must, String::new());
    assert_eq!(report.requirements[0].survived, Survived { orders: 2, combinations: 2 });
}
