//! The bytes of every stream are the same over every wire, streamed or not, unless the scenario is about a wire.

use hotseat::{
    llm::{Format, Wire},
    suite::{events::jsonl, outcome::Outcome},
};
use rstest::rstest;

use crate::runs::{Setting, in_memory};

fn is_about_a_wire(outcome: &Outcome) -> bool {
    outcome.case.tags.contains("wire")
}

#[rstest]
#[case::anthropic_unstreamed(Wire::Anthropic, false)]
#[case::responses(Wire::Responses, true)]
#[case::responses_unstreamed(Wire::Responses, false)]
#[case::chat(Wire::Chat, true)]
#[case::chat_unstreamed(Wire::Chat, false)]
#[case::gemini(Wire::Gemini, true)]
#[case::gemini_unstreamed(Wire::Gemini, false)]
fn the_same_bytes_in_every_format(#[case] wire: Wire, #[case] streamed: bool) {
    let expected = in_memory();
    let format = Format { wire, streamed };
    let found = Setting { format, ..Setting::memory() }.run();
    assert_eq!(expected.len(), found.len());
    let mut asked = 0;
    for (expected, found) in expected.iter().zip(&found).filter(|(one, _)| !is_about_a_wire(one)) {
        assert_eq!(jsonl(&expected.events), jsonl(&found.events), "{}", expected.case.id);
        assert_eq!(expected.faults, found.faults, "{}", expected.case.id);
        let is_of_wire = |path: &str| Wire::of_path(path) == Some(wire);
        assert!(found.raw.iter().all(|exchange| is_of_wire(&exchange.request.path)), "{}", found.case.id);
        asked += found.raw.len();
    }
    assert!(asked > 0, "nothing was asked over {format:?}");
}
