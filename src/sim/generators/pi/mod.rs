//! pi: any number of questions in a form, a pending file or a client, which may be asked by dialogs.

mod draw;
mod rules;

use serde_json::{Value, json};

use super::{NO_INQUIRY, Never, UNSAID, by_offers, no_point};
use crate::{
    model::Key,
    sim::{
        draws::{Draws, Stream},
        generator::{ClientMessage, SystemGenerator},
        workload::{marked, marks},
    },
    system::{Act, Offers, Prompt},
};

/// pi's `ask_user`.
pub const WORLD: SystemGenerator = SystemGenerator {
    system: "pi",
    draw: draw::draw,
    opening: &[],
    answer,
    settle: Some(settle),
    told,
    line,
    writes: true,
    host: None,
    rules: rules::ALL,
    points: &[],
    point: no_point,
    never: &[NO_INQUIRY, UNSAID, NEVER],
};

/// What is more than this is not typed key by key.
const TYPED_MAX: usize = 40;

fn answer(prompt: &Prompt, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { keys, choices, several, typing, .. } = &prompt.offers;
    if keys.first() == Some(&Key::Char('y')) {
        let is_yes = draws.chance(Stream::Person, "yes", 60);
        return vec![Act::Key(Key::Char(if is_yes { 'y' } else { 'n' }))];
    }
    if !keys.contains(&Key::Tab) {
        return alone(prompt, text, draws);
    }
    if draws.chance(Stream::Person, "all at once", 20) {
        return vec![whole(prompt, text)];
    }
    match (choices.is_empty(), *several) {
        (false, true) => by_offers(prompt, text, draws),
        (false, false) => vec![Act::Choose(draws.pick(Stream::Person, "choice", choices).clone())],
        (true, _) if typing.is_some() && text.len() < TYPED_MAX => keys_for(text),
        (true, _) if typing.is_none() && keys.contains(&Key::Enter) => vec![Act::Key(Key::Enter)],
        (true, _) => vec![whole(prompt, text)],
    }
}

/// Every question at once, which leaves nothing of what was done before; a confirmation is agreed to.
fn settle(prompt: &Prompt, text: &str) -> Vec<Act> {
    match prompt.offers.keys.first() {
        Some(Key::Char('y')) => vec![Act::Key(Key::Char('y'))],
        _ => vec![whole(prompt, text)],
    }
}

fn whole(prompt: &Prompt, text: &str) -> Act {
    // As many as there are boxes in the bar, which are few enough to stand there.
    let tabs = prompt.text.matches(['■', '□']).count();
    Act::Answer(if tabs == 0 { text.into() } else { vec![Value::from(text); tabs].into() })
}

/// An answer at a prompt of one question.
fn alone(prompt: &Prompt, text: &str, draws: &mut Draws) -> Vec<Act> {
    if prompt.offers.choices.is_empty() {
        let by_key = text.len() < TYPED_MAX && draws.chance(Stream::Person, "typed", 50);
        return if by_key { keys_for(text) } else { vec![Act::Answer(text.into())] };
    }
    if draws.chance(Stream::Person, "of my own", 25) {
        return vec![Act::Answer(text.into())];
    }
    by_offers(prompt, text, draws)
}

fn keys_for(text: &str) -> Vec<Act> {
    Key::typing(text).chain([Key::Enter]).map(Act::Key).collect()
}

fn told(message: &Value) -> ClientMessage {
    match message["type"].as_str() {
        Some("ask_user_request") => ClientMessage::Asked(message["requestId"].clone()),
        Some("ask_user_cancelled") => ClientMessage::Withdrawn(message["requestId"].clone()),
        Some("extension_ui_request") if message["method"] != "notify" => ClientMessage::Asked(message["id"].clone()),
        _ => ClientMessage::Nothing,
    }
}

fn line(message: &Value, number: u32, draws: &mut Draws) -> Value {
    let asked = marks(&message.to_string()).next().map_or(0, |(asked, _)| asked);
    let own = marked((asked, number), "my own");
    if message["type"] == "extension_ui_request" {
        return dialog(message, &own, draws);
    }
    let id = &message["requestId"];
    if draws.chance(Stream::Client, "cancels", 15) {
        return json!({"type": "ask_user_response", "requestId": id, "cancelled": true});
    }
    let questions = message["questions"].as_array().into_iter().flatten();
    let answers: Vec<Value> = questions
        .map(|question| {
            let labels: Vec<&Value> =
                question["options"].as_array().into_iter().flatten().map(|option| &option["label"]).collect();
            let said = if labels.is_empty() || draws.chance(Stream::Client, "of my own", 30) {
                json!(own)
            } else {
                (*draws.pick(Stream::Client, "label", &labels)).clone()
            };
            let answer = if question["multiSelect"] == true { json!([said]) } else { said };
            json!({"question": question["question"], "answer": answer})
        })
        .collect();
    json!({"type": "ask_user_response", "requestId": id, "answers": answers})
}

fn dialog(message: &Value, own: &str, draws: &mut Draws) -> Value {
    let mut line = json!({"type": "extension_ui_response", "id": message["id"]});
    let options = message["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    if draws.chance(Stream::Client, "cancels", 8) {
        line["cancelled"] = true.into();
    } else if message["method"] == "confirm" {
        line["confirmed"] = draws.chance(Stream::Client, "confirms", 60).into();
    } else if options.is_empty() {
        line["value"] = own.into();
    } else if let Some(last) = options.last().filter(|_| draws.chance(Stream::Client, "the last", 30)) {
        line["value"] = last.clone();
    } else {
        line["value"] = draws.pick(Stream::Client, "option", options).clone();
    }
    line
}

const NEVER: &[Never] = &[
    ("does cancel file", "what is written is written"),
    ("does turn paused", "a call that waits does not pause a turn"),
    ("does turn timed out", "no turn has a limit"),
];
