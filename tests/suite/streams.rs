//! The bytes of every stream are the same over a socket and in memory, with one worker and four, in any order, and
//! through an adapter behind a pipe.

use hotseat::{
    stage::{Observation, What},
    subject::Seat,
    suite::{events::jsonl, outcome::Outcome, runner::Carrier},
    system::{Effect, Input},
};
use rstest::rstest;

use crate::runs::{Setting, in_memory};

fn streams(outcomes: &[Outcome]) -> Vec<(&str, String)> {
    let played = outcomes.iter().filter(|outcome| outcome.skipped.is_none());
    played.map(|outcome| (outcome.case.id.as_str(), jsonl(&outcome.events))).collect()
}

fn adapter() -> Seat {
    Seat::Adapter(vec![env!("CARGO_BIN_EXE_hotseat").to_owned(), "adapter".to_owned()])
}

#[rstest]
#[case::http(Carrier::Http, 1, None, Seat::Reference)]
#[case::http_4_jobs(Carrier::Http, 4, None, Seat::Reference)]
#[case::http_shuffled(Carrier::Http, 4, Some(7), Seat::Reference)]
#[case::memory_4_jobs(Carrier::Memory, 4, None, Seat::Reference)]
#[case::memory_shuffled(Carrier::Memory, 1, Some(8), Seat::Reference)]
#[case::adapter(Carrier::Memory, 1, None, adapter())]
#[case::adapter_http_4_jobs(Carrier::Http, 4, Some(9), adapter())]
fn the_same_bytes(#[case] carrier: Carrier, #[case] jobs: usize, #[case] shuffle: Option<u64>, #[case] seat: Seat) {
    let mut expected = streams(in_memory());
    // An adapter is not asked for what is the reference's own, whoever sits behind it.
    let is_adapter = seat != Seat::Reference;
    let outcomes = Setting { carrier, jobs, shuffle, seat, ..Setting::memory() }.run();
    assert!(outcomes.iter().all(|outcome| outcome.skipped.is_some() == (is_adapter && outcome.case.is_of_reference())));
    let found = streams(&outcomes);
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

/// The vocabulary is used: no input and no effect stands only in the types.
#[test]
fn the_vocabulary_is_used() {
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
