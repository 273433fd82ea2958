//! The Agent Client Protocol: an agent asks through its client, by permissions, forms and pages.

mod draw;
pub mod rules;

use super::{NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN, asks_nothing, no_line, no_point};
use crate::{
    model::json::Value,
    sim::{
        draws::{Draws, Stream},
        fault::Fault,
        generator::SystemGenerator,
        workload::Workload,
    },
    system::{Act, Offers, Prompt},
};

/// The reference as an agent, with its client.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "acp",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer,
    settle: None,
    classify: asks_nothing,
    line: no_line,
    writes: false,
    host: None,
    rules: &[rules::ALL],
    undrawn: &[Fault::Kill, Fault::OlderEvents, Fault::NewerEvents],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NOTHING_LASTS, UNSAID, UNWRITTEN],
};

/// Answers a prompt with one of its choices, with several of them, or with the text. Sometimes the user declines.
fn answer(prompt: &Prompt, _: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { choices, several, .. } = &prompt.offers;
    if draws.chance(Stream::Person, "declines", 15) {
        return vec![Act::Reject];
    }
    if choices.is_empty() {
        return vec![Act::Answer(text.into())];
    }
    let choice: Value = draws.pick(Stream::Person, "choice", choices).clone().into();
    vec![Act::Answer(if *several { [choice].into_iter().collect() } else { choice })]
}
