//! Elicitation of the Model Context Protocol: a server's tool asks the user of its client.

mod client;
mod draw;

pub use self::client::GENERATOR as CLIENT;

use super::{
    NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, NOTHING_LASTS, Never, UNSAID, UNWRITTEN, asks_nothing, no_line, no_point,
};
use crate::{
    model::json::{Value, json},
    sim::{
        draws::{Draws, Stream},
        fault::Fault,
        generator::SystemGenerator,
        workload::Workload,
    },
    system::{Act, Offers, Prompt},
};

/// The reference as a server, with its host.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "mcp",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer,
    settle: None,
    classify: asks_nothing,
    line: no_line,
    outlives_client: false,
    writes: false,
    host: None,
    rules: &[],
    undrawn: &[Fault::Kill, Fault::OlderEvents, Fault::NewerEvents],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, NOTHING_LASTS, UNSAID, UNWRITTEN, NEVER],
};

/// Answers a prompt with one of its choices, or with the text. Sometimes the user declines. The form of many kinds is filled in.
fn answer(prompt: &Prompt, _: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { choices, .. } = &prompt.offers;
    if draws.chance(Stream::Person, "declines", 15) {
        return vec![Act::Reject];
    }
    if prompt.shows(draw::SURVEY) {
        return vec![Act::Answer(json!({"name": "Ada", "count": 1}))];
    }
    if choices.is_empty() {
        return vec![Act::Answer(text.into())];
    }
    let choice: Value = draws.pick(Stream::Person, "choice", choices).as_str().into();
    vec![Act::Answer(choice)]
}

const NO_HOST_TOOLS: &str = "the tools are those of the server";

const NEVER: &[Never] = &[
    ("does call", NO_HOST_TOOLS),
    ("does cancel call", NO_HOST_TOOLS),
    ("hears tool done", NO_HOST_TOOLS),
    ("hears tool error", NO_HOST_TOOLS),
    ("hears tool asks", NO_HOST_TOOLS),
    ("hears tool panicked", NO_HOST_TOOLS),
    ("fault tool-error", NO_HOST_TOOLS),
    ("fault tool-panic", NO_HOST_TOOLS),
    ("fault wrong-question", NO_HOST_TOOLS),
];
