//! DeepChat: a card under the message that asks, a host that may answer in the user's place, a remote channel.

mod draw;
mod rules;

use serde_json::{Value, json};

use super::{World, no_point};
use crate::{
    sim::{
        company::{Told, by_offers},
        draws::{Draws, Stream},
        points::Point,
        situation::{Situation, marked, marks},
    },
    system::Prompt,
};

/// DeepChat's `question`.
pub const WORLD: World = World {
    system: "deepchat",
    draw: draw::draw,
    opening: &[],
    answer: by_offers,
    told,
    line: remote_line,
    host: Some(host_line),
    rules: rules::ALL,
    points: &[],
    point: no_point,
    never: NEVER,
};

/// A text to the remote channel that puts a question.
fn told(message: &Value) -> Told {
    let text = message["text"].as_str().unwrap_or_default();
    let question = marks(text).find(|(_, which)| *which == 0);
    question.map_or(Told::Nothing, |(number, _)| Told::Asked(number.into()))
}

/// What comes back over the remote channel.
fn remote_line(message: &Value, number: u32, draws: &mut Draws) -> Value {
    let asked = marks(message["text"].as_str().unwrap_or_default()).next().map_or(0, |(asked, _)| asked);
    let own = marked((asked, number), "my own");
    let text = match draws.below(Stream::Client, "how", 4) {
        0 => own,
        1 => marked((asked, 1), "OPTION"),
        _ => "1".to_owned(),
    };
    json!({"type": "message", "text": text})
}

/// What the host sends in the user's place.
fn host_line(situation: &Situation, prompt: &Prompt, text: &str, draws: &mut Draws) -> Option<Value> {
    let (number, _) = marks(&prompt.text).next()?;
    let call = &situation.asks.get(&number)?.call;
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

const NEVER: &[(Point, &str)] = &[];
