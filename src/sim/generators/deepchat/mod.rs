//! DeepChat: a card under the message that asks, a host that may answer in the user's place, a remote channel.

mod draw;
mod rules;

use crate::model::json::{Value, json};

use super::{NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, Never, UNSAID, UNWRITTEN, by_offers, no_point};
use crate::{
    sim::{
        draws::{Draws, Stream},
        generator::{ClientMessage, SystemGenerator},
        workload::{Workload, marks, worded},
    },
    system::Prompt,
};

/// DeepChat's `question`.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "deepchat",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer: |prompt, _, text, draws| by_offers(prompt, text, draws),
    settle: None,
    classify,
    line: remote_line,
    outlives_client: false,
    writes: false,
    host: Some(host_line),
    rules: &[rules::ALL],
    undrawn: &[],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, UNSAID, UNWRITTEN, NEVER],
};

/// Classifies a message to the client: a text to the remote channel asks if it has the marker of a question.
fn classify(message: &Value) -> ClientMessage {
    let text = message["text"].as_str().unwrap_or_default();
    let question = marks(text).find(|(_, which)| *which == 0);
    question.map_or(ClientMessage::Nothing, |(number, _)| ClientMessage::Asked(number.into()))
}

/// The user's answer over the remote channel.
fn remote_line(_: &Value, number: u32, draws: &mut Draws) -> Value {
    // A chat of plain text names no question, so the marker of the answer names no question either.
    let is_own = draws.chance(Stream::Client, "own words", 40);
    let text = if is_own { worded(draws, Stream::Client, (0, number), "my own") } else { "1".to_owned() };
    json!({"type": "message", "text": text})
}

/// The answer that the host sends in the user's place.
fn host_line(workload: &Workload, prompt: &Prompt, text: &str, draws: &mut Draws) -> Option<Value> {
    let (number, _) = marks(&prompt.text).next()?;
    let call = &workload.asks.get(&number)?.call;
    let label = prompt.offers.choices.first()?;
    let response = match draws.below(Stream::Client, "kind", 6) {
        0 => json!({"kind": "question_custom", "answerText": text}),
        1 => json!({"kind": "question_reject"}),
        2 => json!({"kind": "question_other"}),
        3 => json!({"kind": "question_option", "optionLabel": "nothing of the kind"}),
        _ => json!({"kind": "question_option", "optionLabel": label}),
    };
    Some(
        json!({"type": "respond_tool_interaction", "sessionId": "session_1", "toolCallId": call, "response": response}),
    )
}

const PICKED: &str = "a card is answered with its options; free text comes only from the host";

const NEVER: &[Never] = &[
    ("does cancel timer", "its timers fire at the instant at which they are set"),
    ("does refuse busy", "a message during a turn waits, or answers a question"),
    ("does turn timed out", "a turn has no time limit"),
    ("fault huge-text", PICKED),
    ("fault control-characters", PICKED),
    ("fault every-script", PICKED),
];
