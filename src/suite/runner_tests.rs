use std::{path::PathBuf, sync::Arc, time::Duration};

use super::{Options, Transport, order, run};
use crate::{
    stage::Lane,
    subject::{AdapterOptions, AgentSpec, Manifest, SubjectSpec},
    suite::{
        case::Case,
        catalogue::Catalogue,
        check::Mismatch,
        outcome::{CaseVerdict, Outcome},
        read_cases,
        steps::{Matched, Step, then},
    },
};

/// No step of the vocabulary panics, so this one takes the place of a `Then`.
fn step_that_panics() -> &'static Step {
    Box::leak(Box::new(then("a step with a bug", "", |_, (): ()| panic!("the bug"))))
}

#[test]
fn a_step_that_panics_is_a_bug_of_ours_and_the_other_scenarios_go_on() {
    let mut cases = read_cases(&[PathBuf::from("features/common/cancel.feature")], Catalogue::embedded()).unwrap();
    cases.truncate(3);
    let id = cases[1].id.clone();
    let last = cases[1].steps.last_mut().unwrap();
    last.matched = Arc::new(Matched { step: step_that_panics(), ..(*last.matched).clone() });
    let options = Options {
        spec: SubjectSpec::Reference,
        transport: Transport::Memory,
        adapter_options: AdapterOptions::default(),
        jobs: 1,
        stops_at: None,
        lanes: Lane::ALL.to_vec(),
        snapshots: None,
        keeps_streams: true,
    };
    let suite = run(cases.into_iter().map(Arc::new).collect(), options, |_| {}).unwrap();
    assert_eq!(suite.internal, [format!("{id}: a step panicked: the bug")]);
    let verdicts: Vec<CaseVerdict> = suite.outcomes.iter().map(Outcome::verdict).collect();
    assert_eq!(verdicts, [CaseVerdict::Passed, CaseVerdict::Incomplete, CaseVerdict::Passed]);
    for then in &suite.outcomes[1].thens {
        assert!(
            matches!(&then.finding, Err(Mismatch::Unread(why)) if why.contains("a bug of hotseat")),
            "{}",
            then.text
        );
    }
}

/// What can share a process of an agent is played together, the largest group first; of other subjects, everything in its order.
#[test]
fn scenarios_that_can_share_a_process_come_one_after_another() {
    let files = ["features/acp/capabilities.feature", "features/acp/form.feature"].map(PathBuf::from);
    let cases = read_cases(&files, Catalogue::embedded()).unwrap();
    let cases: Vec<Arc<Case>> = cases.into_iter().map(Arc::new).collect();
    let plain: Vec<usize> = (0..cases.len()).collect();
    assert_eq!(order(&cases, &SubjectSpec::Reference), plain);
    let manifest = Manifest::named("codex-acp").unwrap();
    let agent = AgentSpec { manifest, settle: Duration::ZERO, program: String::new() };
    let spec = SubjectSpec::Agent(Box::new(agent));
    let order = order(&cases, &spec);
    let kinds: Vec<_> = order.iter().map(|index| spec.in_common(&cases[*index].scenario.config)).collect();
    let groups: Vec<usize> = kinds.chunk_by(|one, other| one == other).map(<[_]>::len).collect();
    let different = kinds.iter().enumerate().filter(|(at, kind)| !kinds[..*at].contains(kind)).count();
    assert_eq!(groups.len(), different, "each kind is one group");
    assert!(groups.is_sorted_by(|one, other| one >= other) && different > 2, "{groups:?}");
    let mut all = order;
    all.sort_unstable();
    assert_eq!(all, plain, "each is played once");
}
