//! The bytes of every stream are the same over a socket and in memory, with one worker and four, in any order, and
//! through an adapter behind a pipe.

use hotseat::{
    model::Op,
    stage::{Observation, What},
    subject::SubjectSpec,
    suite::{case::Case, events::jsonl, outcome::Outcome, runner::Transport},
    system::{Effect, FileEvent, FileOp, Input},
};
use rstest::rstest;

use crate::runs::{Setting, in_memory};

fn streams(outcomes: &[Outcome]) -> Vec<(&str, String)> {
    let played = outcomes.iter().filter(|outcome| outcome.skipped.is_none());
    played.map(|outcome| (outcome.case.id.as_str(), jsonl(&outcome.events))).collect()
}

/// The streams as an adapter can show them. An adapter does its file operations by itself and reports only their
/// results: the content, and whether the file is private. So everything else about file operations is left out.
fn outward(outcomes: &[Outcome]) -> Vec<(&str, String)> {
    let played = outcomes.iter().filter(|outcome| outcome.skipped.is_none());
    played.map(|outcome| (outcome.case.id.as_str(), jsonl(&outward_of(&outcome.events)))).collect()
}

fn outward_of(events: &[Observation]) -> Vec<Observation> {
    let failed: Vec<Op> = events.iter().filter_map(failed).collect();
    let (mut files, mut seen) = (0, Vec::new());
    for event in events {
        let what = match &event.what {
            What::Input(Input::File(..)) | What::Effect(Effect::File(_, FileOp::Read { .. })) => continue,
            What::Effect(Effect::File(op, _)) if failed.contains(op) => continue,
            What::Effect(Effect::File(_, file)) => {
                files += 1;
                What::Effect(Effect::File(Op::File(files), done(file.clone())))
            }
            other => other.clone(),
        };
        seen.push(Observation { seq: seen.len() as u64 + 1, what, ..event.clone() });
    }
    seen
}

fn failed(event: &Observation) -> Option<Op> {
    match &event.what {
        What::Input(Input::File(op, FileEvent::Failed(_))) => Some(*op),
        _ => None,
    }
}

/// A file operation as its result shows it.
fn done(file: FileOp) -> FileOp {
    match file {
        FileOp::Write { path, content, private, .. } => FileOp::Write { path, content, private, fresh: false },
        FileOp::Remove { path, .. } => FileOp::Remove { path, holding: None },
        read @ FileOp::Read { .. } => read,
    }
}

fn adapter() -> SubjectSpec {
    SubjectSpec::Adapter(vec![env!("CARGO_BIN_EXE_hotseat").to_owned(), "adapter".to_owned()])
}

#[rstest]
#[case::http(Transport::Http, 1, None, SubjectSpec::Reference)]
#[case::http_4_jobs(Transport::Http, 4, None, SubjectSpec::Reference)]
#[case::http_shuffled(Transport::Http, 4, Some(7), SubjectSpec::Reference)]
#[case::memory_4_jobs(Transport::Memory, 4, None, SubjectSpec::Reference)]
#[case::memory_shuffled(Transport::Memory, 1, Some(8), SubjectSpec::Reference)]
fn the_same_bytes(
    #[case] transport: Transport,
    #[case] jobs: usize,
    #[case] shuffle: Option<u64>,
    #[case] spec: SubjectSpec,
) {
    let outcomes = Setting { transport, jobs, shuffle, spec, ..Setting::memory() }.run();
    assert_eq!(streams(in_memory()), streams(&outcomes));
}

/// The reference announces its requests, so not even the order of lanes differs.
#[rstest]
#[case::one_job(1, None)]
#[case::four_jobs_shuffled(4, Some(9))]
fn the_same_bytes_through_an_adapter(#[case] jobs: usize, #[case] shuffle: Option<u64>) {
    let outcomes = Setting { transport: Transport::Http, jobs, shuffle, spec: adapter(), ..Setting::memory() }.run();
    // Scenarios for the reference alone are not asked of an adapter, even if the reference is behind it.
    // Nor are scenarios that decide no requirement.
    let is_own = |case: &Case| case.is_of_reference() || case.requirements().next().is_none();
    assert!(outcomes.iter().all(|outcome| outcome.skipped.is_some() == is_own(&outcome.case)));
    let mut expected = outward(in_memory());
    let found = outward(&outcomes);
    expected.retain(|(id, _)| found.iter().any(|(found, _)| found == id));
    assert!(expected.len() > 1500 && expected.len() == found.len());
    for (expected, found) in expected.iter().zip(&found) {
        assert_eq!(expected, found);
    }
}

#[test]
fn every_line_is_read_back_as_it_was_written() {
    for (id, stream) in streams(in_memory()) {
        for line in stream.lines() {
            let read: Observation = serde_json::from_str(line).unwrap_or_else(|error| panic!("{id}: {error}\n{line}"));
            assert_eq!(serde_json::to_string(&read).unwrap(), line, "{id}");
        }
    }
}

/// Every kind of input and effect occurs in some stream.
#[test]
fn every_kind_of_input_and_effect_occurs_in_a_stream() {
    let mut seen = std::collections::BTreeSet::new();
    for outcome in in_memory() {
        for event in &outcome.events {
            seen.insert(match &event.what {
                What::Input(Input::Begin(_)) => "begin",
                What::Input(Input::Says(_)) => "says",
                What::Input(Input::Model(..)) => "model",
                What::Input(Input::Tool(..)) => "tool",
                What::Input(Input::Person(..)) => "person",
                What::Input(Input::Client(_)) => "client line",
                What::Input(Input::File(..)) => "file event",
                What::Input(Input::Signal(_)) => "signal",
                What::Input(Input::Fired(_)) => "fired",
                What::Effect(Effect::Request(..)) => "request",
                What::Effect(Effect::Call(..)) => "call",
                What::Effect(Effect::Show(..)) => "show",
                What::Effect(Effect::File(..)) => "file",
                What::Effect(Effect::Timer(..)) => "timer",
                What::Effect(Effect::Cancel(..)) => "cancel",
                What::Effect(Effect::Record(_)) => "record",
                What::Effect(Effect::Client(_)) => "client",
                What::Effect(Effect::Refuse(_)) => "refuse",
                What::Effect(Effect::Turn(_)) => "turn",
                What::Effect(Effect::Notice(_)) => "notice",
                What::Effect(Effect::Exit(_)) => "exit",
            });
        }
    }
    assert_eq!(seen.len(), 21, "{seen:?}");
}
