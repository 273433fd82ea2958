//! PilotDeck: one to four questions over an elicitation channel. The channel is a host, a client that gets events, a
//! panel, a chat, or a policy that answers by itself.

mod draw;
mod rules;
mod told;

use crate::model::json::{List, Map, Value, json};

use super::{NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, Never, UNSAID, UNWRITTEN, by_offers, no_point};
use crate::{
    model::Key,
    sim::{
        draws::{Draws, Stream},
        generator::{ClientMessage, SystemGenerator},
        workload::{Workload, marks, marks_in, worded},
    },
    system::{Act, Offers, Prompt},
};

/// PilotDeck's `ask_user_question`.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "pilotdeck",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer,
    settle: None,
    classify,
    line,
    outlives_client: true,
    writes: false,
    host: None,
    rules: &[rules::ALL],
    undrawn: &[],
    points: &[],
    point: no_point,
    never: &[NO_FILES, NO_INQUIRY, NO_TOOL_ASKS, UNSAID, UNWRITTEN, NEVER],
};

/// Answers a prompt. A host gets all questions at once. At a panel, the person picks or types.
fn answer(prompt: &Prompt, _: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let questions = prompt.request.as_ref().map(|request| &request["questions"]);
    let Some(questions) = questions.and_then(Value::as_array).filter(|questions| !questions.is_empty()) else {
        return at_panel(prompt, text, draws);
    };
    if questions.len() == 1 && draws.chance(Stream::Person, "by what is offered", 40) {
        return by_offers(prompt, text, draws);
    }
    let answers = answers(questions, text, draws);
    vec![Act::Answer(if draws.chance(Stream::Person, "whole", 40) {
        json!({"type": "answered", "answers": answers})
    } else {
        answers
    })]
}

/// Picks an option and continues, or types an answer.
fn at_panel(prompt: &Prompt, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { choices, several, .. } = &prompt.offers;
    if choices.is_empty() || text.len() < 40 && draws.chance(Stream::Person, "typed", 25) {
        let typed = text.chars().map(Key::Char);
        let keys = [Key::Char('0')].into_iter().chain(typed).chain([Key::Enter; 2]);
        return keys.map(Act::Key).collect();
    }
    let choice = Act::Choose(draws.pick(Stream::Person, "choice", choices).as_str().into());
    if *several { vec![choice, Act::Key(Key::Enter)] } else { vec![choice] }
}

/// An answer to each question: an option, several options, or `text`.
fn answers(questions: &[Value], text: &str, draws: &mut Draws) -> Value {
    let mut answers = Map::new();
    for question in questions {
        let labels: Vec<&Value> =
            question["options"].as_array().into_iter().flatten().map(|option| &option["label"]).collect();
        let answer = match draws.below(Stream::Person, "answer", 5) {
            0 => text.into(),
            1 if question["multiSelect"] == true => labels.iter().map(|label| (*label).clone()).collect(),
            _ if labels.is_empty() => text.into(),
            _ => (*draws.pick(Stream::Person, "label", &labels)).clone(),
        };
        answers.insert(question["question"].as_str().unwrap_or_default().to_owned(), answer);
    }
    answers.into()
}

/// Classifies a message to the client.
fn classify(message: &Value) -> ClientMessage {
    match message["type"].as_str() {
        Some("elicitation_request") => ClientMessage::Asked(message["requestId"].clone()),
        Some("elicitation_cancelled") => ClientMessage::Withdrawn(message["requestId"].clone()),
        Some("message") => {
            let question = marks(message["text"].as_str().unwrap_or_default()).find(|(_, which)| *which == 0);
            question.map_or(ClientMessage::Nothing, |(number, _)| ClientMessage::Asked(number.into()))
        }
        _ => ClientMessage::Nothing,
    }
}

/// The line with which the client answers a message.
fn line(message: &Value, number: u32, draws: &mut Draws) -> Value {
    let asked = marks_in(message).first().map_or(0, |(asked, _)| *asked);
    if message["type"] == "message" {
        let text = match draws.below(Stream::Client, "how", 5) {
            // A chat of plain text names no question, so the marker of the answer names no question either.
            0 => worded(draws, Stream::Client, (0, number), "my own"),
            1 => "2, 1".to_owned(),
            2 => "0".to_owned(),
            _ => "1".to_owned(),
        };
        return json!({"type": "message", "text": text});
    }
    let own = worded(draws, Stream::Client, (asked, number), "my own");
    let questions = message["questions"].as_array().map(List::as_slice).unwrap_or_default();
    let answer = if draws.chance(Stream::Client, "cancels", 15) {
        json!({"type": "cancelled", "reason": "not now"})
    } else {
        json!({"type": "answered", "answers": answers(questions, &own, draws)})
    };
    json!({"type": "elicitation_respond", "sessionKey": "session_1", "requestId": message["requestId"], "answer": answer})
}

const NEVER: &[Never] = &[
    ("does turn paused", "an elicitation does not pause a turn"),
    ("does exit", "a signal ends only the turn; the host decides what comes next"),
    ("ends exited", "it does not end by itself"),
];
