//! Every scenario's stream is what its snapshot says, and every snapshot has a scenario.

use std::collections::BTreeSet;

use hotseat::{
    stage::stream,
    suite::{outcome::CaseVerdict, snapshot::Store},
};

use crate::runs::{cases, in_memory};

#[test]
fn every_stream_is_its_snapshot() {
    for outcome in in_memory() {
        let (folder, name) = outcome.case.id.rsplit_once('/').unwrap();
        let mut settings = insta::Settings::new();
        settings.set_snapshot_path(format!("../../snapshots/{folder}"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, stream::lines(&outcome.events)));
        assert_eq!(outcome.verdict(), CaseVerdict::Passed, "{}", outcome.case.id);
    }
}

#[test]
fn every_snapshot_has_a_scenario() {
    let ids: BTreeSet<String> = cases().iter().map(|case| case.id.clone()).collect();
    assert!(ids.len() > 200);
    assert_eq!(Store::Embedded.unreferred(&ids).unwrap(), Vec::<String>::new());
}
